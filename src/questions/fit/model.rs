//! How probable the choice of a best point is by given weights, and the weights that make it most so.
//!
//! A point is chosen with a probability that grows with what it is worth beyond the median point: `u` is
//! `asinh(worth / unit)`, linear near 0 and logarithmic beyond `unit`, as the values of evaluators reach
//! from a lone stone to a five; the probability is in proportion to `exp(sharpness * u)` (conditional
//! logit). The loss is minus the logarithm of the probability that a best point is
//! chosen. A weight is `e^x` times what it was, so that it keeps its sign, and `pull * x^2 / 2` is added
//! for each. `x^2 / 2` is added for the sharpness, which would have no bound where every choice is right.

#![expect(
    clippy::cast_precision_loss,
    reason = "weights and counts are far below 2^52"
)]

use std::sync::atomic::{AtomicBool, Ordering};

use lbfgs::Lbfgs;

use super::choice::Choice;

/// Steps that are remembered.
const MEMORY: usize = 12;
const ROUNDS: usize = 300;
/// Positions that the unit is found by.
const FEW: usize = 400;
/// A step changes no weight by more than this, in natural logarithms.
const LONGEST: f64 = 0.7;

/// How values become probabilities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    pub(super) unit: f64,
    pub(super) sharpness: f64,
}

/// A position's share in the loss.
struct ChoiceLoss {
    loss: f64,
    /// How the loss grows with each candidate's value, and with the logarithm of the sharpness.
    by_value: Vec<f64>,
    by_sharpness: f64,
}

impl Model {
    /// The model that foretells these choices best by the values that they have.
    pub(super) fn of(choices: &[Choice]) -> Model {
        let step = choices.len().div_ceil(FEW).max(1);
        let few: Vec<&Choice> = choices.iter().step_by(step).collect();
        let units = (0..14).map(|power| f64::from(1 << (2 * power)) / 4.0);
        let models = units.flat_map(|unit| {
            let sharp = (-8..=10).map(|half| (f64::from(half) / 2.0).exp2());
            sharp.map(move |sharpness| Model { unit, sharpness })
        });
        let loss = |model: &Model| few.iter().map(|choice| model.loss(choice)).sum::<f64>();
        let best = models.min_by(|one, other| loss(one).total_cmp(&loss(other)));
        let best = best.unwrap_or(Model {
            unit: 1.0,
            sharpness: 1.0,
        });
        best.sharpened(choices)
    }

    /// The model of the same unit with the sharpness that foretells these choices best.
    pub(super) fn sharpened(self, choices: &[Choice]) -> Model {
        let never = AtomicBool::new(false);
        let (_, sharpness) = self.fit(choices, &[], 0.0, &never);
        Model { sharpness, ..self }
    }

    /// Minus the logarithm of the probability of a best point.
    pub(super) fn loss(&self, choice: &Choice) -> f64 {
        let values = choice.candidates.iter().map(|one| one.value).collect();
        self.share(choice, values).loss
    }

    fn share(&self, choice: &Choice, mut values: Vec<f64>) -> ChoiceLoss {
        let middle = values[choice.middle];
        let places = values.iter_mut();
        let mut slopes: Vec<f64> = places
            .map(|value| {
                let beyond = *value - middle;
                *value = self.sharpness * (beyond / self.unit).asinh();
                self.sharpness / self.unit.hypot(beyond)
            })
            .collect();
        let best = choice.candidates.iter().zip(&values);
        let best = best.filter(|(one, _)| one.is_best).map(|(_, value)| *value);
        let (all, best) = (log_sum(values.iter().copied()), log_sum(best));
        let mut by_sharpness = 0.0;
        for (place, candidate) in choice.candidates.iter().enumerate() {
            let chance = (values[place] - all).exp();
            let wanted = if candidate.is_best {
                (values[place] - best).exp()
            } else {
                0.0
            };
            let too_much = chance - wanted;
            by_sharpness += too_much * values[place];
            slopes[place] *= too_much;
        }
        // All are compared with the median point.
        slopes[choice.middle] -= slopes.iter().sum::<f64>();
        ChoiceLoss {
            loss: all - best,
            by_value: slopes,
            by_sharpness,
        }
    }

    /// The changes of weights after which these choices are foretold best, each as `x`, and the
    /// sharpness that goes with them. `weights` are what they are now.
    pub(super) fn fit(
        &self,
        choices: &[Choice],
        weights: &[f64],
        pull: f64,
        stop: &AtomicBool,
    ) -> (Vec<f64>, f64) {
        let count = choices.len().max(1) as f64;
        let sizes = Sizes::of(weights);
        let objective = |at: &[f64]| -> (f64, Vec<f64>) {
            let (changes, sharpness) = at.split_at(weights.len());
            let model = Model {
                sharpness: sharpness[0].exp(),
                ..*self
            };
            let moved: Vec<f64> = sizes.moved(changes);
            let steepness: Vec<f64> = sizes.steepness(changes);
            let mut loss = changes.iter().map(|change| change * change).sum::<f64>() * pull / 2.0;
            let mut slope: Vec<f64> = at.iter().map(|change| change * pull).collect();
            let sharper = (sharpness[0] - self.sharpness.ln()).clamp(-1e3, 1e3);
            loss += sharper * sharper / 2.0;
            slope[weights.len()] = sharper;
            for choice in choices {
                let share = model.share(choice, choice.values(&moved));
                loss += share.loss;
                slope[weights.len()] += share.by_sharpness;
                if weights.is_empty() {
                    continue;
                }
                let mut begin = 0;
                for (candidate, by_value) in choice.candidates.iter().zip(&share.by_value) {
                    for &(weight, size) in &choice.slopes[begin..candidate.end] {
                        slope[weight as usize] +=
                            by_value * f64::from(size) * steepness[weight as usize];
                    }
                    begin = candidate.end;
                }
            }
            let slope = slope.into_iter().map(|slope| slope / count);
            (loss / count, slope.collect())
        };
        let mut start = vec![0.0; weights.len()];
        start.push(self.sharpness.ln());
        let mut found = minimised(start, objective, stop);
        let sharpness = found.pop().map_or(self.sharpness, f64::exp);
        (found, sharpness)
    }
}

/// The logarithm of the sum of powers of *e*, also where these are too small to be numbers.
fn log_sum(powers: impl Iterator<Item = f64> + Clone) -> f64 {
    let top = powers.clone().fold(f64::NEG_INFINITY, f64::max);
    top + powers.map(|power| (power - top).exp()).sum::<f64>().ln()
}

impl Choice {
    /// What the candidates are worth after weights were raised.
    fn values(&self, moved: &[f64]) -> Vec<f64> {
        let mut begin = 0;
        let value = |candidate: &super::choice::Candidate| {
            let slopes = self.slopes[begin..candidate.end].iter();
            begin = candidate.end;
            let added = slopes.map(|&(weight, slope)| f64::from(slope) * moved[weight as usize]);
            candidate.value + added.sum::<f64>()
        };
        if moved.is_empty() {
            return self.candidates.iter().map(|one| one.value).collect();
        }
        self.candidates.iter().map(value).collect()
    }
}

/// What weights are now, and the size in which those that are 0 are counted.
pub(super) struct Sizes<'a> {
    weights: &'a [f64],
    of_zero: f64,
}

impl Sizes<'_> {
    pub(super) fn of(weights: &[f64]) -> Sizes<'_> {
        let sizes = weights.iter().map(|weight| weight.abs());
        let least = sizes
            .filter(|&size| size > 0.0)
            .fold(f64::INFINITY, f64::min);
        Sizes {
            weights,
            of_zero: if least.is_finite() { least } else { 1.0 },
        }
    }

    /// By how much each weight is raised.
    pub(super) fn moved(&self, changes: &[f64]) -> Vec<f64> {
        let both = self.weights.iter().zip(changes);
        let moved = both.map(|(&weight, &change)| match weight {
            0.0 => change * self.of_zero,
            weight => weight * change.exp_m1(),
        });
        moved.collect()
    }

    /// How much faster each is raised with a little more change.
    fn steepness(&self, changes: &[f64]) -> Vec<f64> {
        let both = self.weights.iter().zip(changes);
        let steep = both.map(|(&weight, &change)| match weight {
            0.0 => self.of_zero,
            weight => weight * change.exp(),
        });
        steep.collect()
    }
}

/// Where a smooth function is least, by L-BFGS (Liu and Nocedal 1989) with steps that are halved until the
/// function falls enough (Armijo 1966).
fn minimised(
    start: Vec<f64>,
    function: impl Fn(&[f64]) -> (f64, Vec<f64>),
    stop: &AtomicBool,
) -> Vec<f64> {
    let mut memory = Lbfgs::new(start.len(), MEMORY);
    let mut at = start;
    let (mut value, mut slope) = function(&at);
    for _ in 0..ROUNDS {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        memory.update_hessian(&slope, &at);
        let mut way = slope.clone();
        memory.apply_hessian(&mut way);
        let longest = way.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
        let scale = (LONGEST / longest).min(1.0);
        let fall: f64 = way.iter().zip(&slope).map(|(one, other)| one * other).sum();
        let tries = (0..30).map(|halvings| scale * f64::from(-halvings).exp2());
        let better = tries.filter(|_| fall > 0.0).find_map(|size| {
            let next: Vec<f64> = at
                .iter()
                .zip(&way)
                .map(|(at, way)| at - size * way)
                .collect();
            let (lower, slope) = function(&next);
            (lower <= value - 1e-4 * fall * size).then_some((next, lower, slope))
        });
        let Some((next, lower, next_slope)) = better else {
            break;
        };
        let is_end = value - lower <= 1e-10 * (1.0 + value.abs());
        (at, value, slope) = (next, lower, next_slope);
        if is_end {
            break;
        }
    }
    at
}
