//! Which single weight of an evaluator has to change, and by how much, until another point is better.

use std::sync::OnceLock;

use serde::Serialize;

use super::points::ValuedPoints;
use crate::eval::{ByKey, Failure, FailureKind, Worth};
use crate::geometry::Point;
use crate::systems::{ChangeableWeights, EvaluatorHandle};

/// By what a weight is changed to see what depends on it: the first step that it can take tells the
/// slope, the others whether the values are linear in it.
const STEPS: [i64; 4] = [1, -1, 1000, 2];
/// Weights that are tried one by one, at most.
const MOST: usize = 2000;

/// An evaluator with each of its weights a little changed: made once for all positions.
pub struct WeightTrials {
    weights: ChangeableWeights,
    stepped: Vec<[OnceLock<Option<EvaluatorHandle>>; STEPS.len()]>,
}

/// What the weights have to do with the choice between points.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WeightChanges {
    /// The point that is better now, the first of equal ones.
    pub better: Point,
    /// For each weight that can make another point better alone: the smallest change that does, the
    /// smallest in relation to the weight first.
    pub changes: Vec<WeightChange>,
    /// What each weight that matters to the two `points` adds to their values with each 1.
    pub slopes: ByKey<String, [Worth; 2]>,
    /// Weights in which the values that decide are not linear; they are left out.
    pub nonlinear: Vec<String>,
    /// The number of weights on which no difference of these values depends.
    pub idle: usize,
}

/// The smallest change of a weight that makes another point better.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WeightChange {
    /// The place of the weight in its file, such as `own.three_loose`; lists count from 0.
    pub weight: String,
    /// The number that it is now.
    pub now: i64,
    /// The number that it has to be.
    pub then: i64,
    /// The point that is better then.
    pub point: Point,
    /// By how much the lead of the point that is better now grows with each 1 that the weight is raised.
    pub slope: Worth,
}

impl WeightChange {
    /// The size of the change in relation to the weight.
    pub fn relative(&self) -> f64 {
        let [now, then] = [self.now, self.then].map(|value| Worth::from(value).get());
        (then - now).abs() / now.abs()
    }
}

impl WeightTrials {
    /// Trials of an evaluator's weights.
    ///
    /// # Errors
    ///
    /// If it has no weights to try, or far too many.
    pub fn new(evaluator: &EvaluatorHandle) -> Result<WeightTrials, Failure> {
        let name = &evaluator.info().name;
        let error = |message| Err(Failure::new(FailureKind::Unsupported, message));
        let Some(weights) = ChangeableWeights::of(evaluator) else {
            return error(format!("{name} has no weights that could be changed"));
        };
        match weights.len() {
            0 => error(format!("{name} has no whole numbers among its weights")),
            count if count > MOST => error(format!(
                "{name} has {count} weights, too many to try one by one"
            )),
            count => Ok(WeightTrials {
                weights,
                stepped: (0..count).map(|_| Default::default()).collect(),
            }),
        }
    }

    /// The names of all weights.
    pub fn names(&self) -> impl Iterator<Item = String> {
        (0..self.weights.len()).map(|weight| self.weights.name(weight))
    }

    /// The evaluator with a weight changed by one of [`STEPS`]; `None` if the weight cannot be that.
    fn stepped(&self, weight: usize, step: usize) -> Option<&EvaluatorHandle> {
        let made = self.stepped[weight][step].get_or_init(|| {
            let changed = self.weights.value(weight).saturating_add(STEPS[step]);
            self.weights.with(weight, changed).ok()
        });
        made.as_ref()
    }

    /// By how much the values of these points grow with each 1 of a weight; `None` if they are not linear
    /// in it.
    fn slopes(
        &self,
        weight: usize,
        valued: &ValuedPoints<'_>,
        points: &[Point],
    ) -> Result<Option<Vec<Worth>>, Failure> {
        let mut slopes: Option<Vec<Worth>> = None;
        for (step, size) in STEPS.into_iter().enumerate() {
            // The last step is only for a weight that has an effect at all.
            let is_idle = slopes
                .iter()
                .flatten()
                .all(|slope| *slope == Worth::default());
            if is_idle && size == STEPS[STEPS.len() - 1] {
                break;
            }
            let Some(stepped) = self.stepped(weight, step) else {
                continue;
            };
            let now = valued.values_of(&**stepped)?;
            let grown = points.iter().map(|&point| {
                let grown = now[point]? + -valued.value(point)?;
                Worth::new(grown.get() / Worth::from(size).get())
            });
            let Some(grown) = grown.collect::<Option<Vec<Worth>>>() else {
                return Ok(None);
            };
            if slopes.get_or_insert_with(|| grown.clone()) != &grown {
                return Ok(None);
            }
        }
        Ok(slopes)
    }

    /// The smallest change of each weight that makes one of `others` better than `better`, and what each
    /// adds to the values of `pair`.
    pub(super) fn changes(
        &self,
        valued: &ValuedPoints<'_>,
        pair: [Point; 2],
        better: Point,
        others: &[Point],
    ) -> Result<WeightChanges, Failure> {
        let mut found = WeightChanges {
            better,
            changes: Vec::new(),
            slopes: ByKey(Vec::new()),
            nonlinear: Vec::new(),
            idle: 0,
        };
        let points = [&[better], others].concat();
        let places = pair.map(|point| points.iter().position(|&other| other == point));
        for weight in 0..self.weights.len() {
            let Some(slopes) = self.slopes(weight, valued, &points)? else {
                found.nonlinear.push(self.weights.name(weight));
                continue;
            };
            match self.change(weight, valued, &slopes, better, others)? {
                WeightOutcome::NotLinear => {
                    found.nonlinear.push(self.weights.name(weight));
                    continue;
                }
                WeightOutcome::Idle => found.idle += 1,
                WeightOutcome::Changes(change) => found.changes.push(change),
                WeightOutcome::OutOfReach => {}
            }
            let of_pair =
                places.map(|place| place.map_or_else(Worth::default, |place| slopes[place]));
            if of_pair != [Worth::default(); 2] {
                found.slopes.0.push((self.weights.name(weight), of_pair));
            }
        }
        let order = |change: &WeightChange| (change.relative(), (change.then - change.now).abs());
        found.changes.sort_by(|one, other| {
            let (one, other) = (order(one), order(other));
            one.0.total_cmp(&other.0).then(one.1.cmp(&other.1))
        });
        if found.changes.is_empty() && !found.nonlinear.is_empty() {
            let message = format!(
                "the values of {} are not linear in the weights that matter here: {}",
                valued.evaluator.info().name,
                found.nonlinear.join(", ")
            );
            return Err(Failure::new(FailureKind::Unsupported, message));
        }
        Ok(found)
    }

    /// The smallest change of a weight, from the slopes of `better` and `others`.
    fn change(
        &self,
        weight: usize,
        valued: &ValuedPoints<'_>,
        slopes: &[Worth],
        better: Point,
        others: &[Point],
    ) -> Result<WeightOutcome, Failure> {
        let own = slopes[0];
        let steps = others.iter().zip(&slopes[1..]).map(|(&other, &slope)| {
            let lead = valued.value(better)? + -valued.value(other)?;
            Some((smallest_step(lead, own + -slope)?, other, slope))
        });
        let is_idle = slopes[1..].iter().all(|slope| *slope == own);
        let Some((step, point, slope)) = steps.flatten().min_by_key(|(step, ..)| step.abs()) else {
            return Ok(if is_idle {
                WeightOutcome::Idle
            } else {
                WeightOutcome::NotLinear
            });
        };
        let now = self.weights.value(weight);
        let change = WeightChange {
            weight: self.weights.name(weight),
            now,
            then: now.saturating_add(step),
            point,
            slope: own + -slope,
        };
        // The slopes hold only as far as they were tried: the weights themselves have the last word.
        let beats = |value: i64, others: &[Point]| -> Result<Option<bool>, Failure> {
            let Ok(changed) = self.weights.with(weight, value) else {
                return Ok(None);
            };
            let then = valued.values_of(&*changed)?;
            let is_better = |other: &Point| then[*other] > then[better];
            Ok(Some(others.iter().any(is_better)))
        };
        Ok(match beats(change.then, &[point])? {
            None => WeightOutcome::OutOfReach,
            Some(true) => {
                // Nor must as large a step the other way do it.
                let less = step - step.signum();
                let is_least = beats(now.saturating_add(less), others)? == Some(false)
                    && beats(now.saturating_sub(less), others)? != Some(true);
                if is_least {
                    WeightOutcome::Changes(change)
                } else {
                    WeightOutcome::NotLinear
                }
            }
            Some(false) => WeightOutcome::NotLinear,
        })
    }
}

/// What came out of trying a weight.
enum WeightOutcome {
    Idle,
    Changes(WeightChange),
    /// The weight cannot be what it would have to be.
    OutOfReach,
    NotLinear,
}

/// The smallest step of a weight after which a lead is gone that grows by `slope` with each 1.
fn smallest_step(lead: Worth, slope: Worth) -> Option<i64> {
    // Values are multiples of a small power of two, so that this is exact.
    const PARTS: f64 = 65536.0;
    let exact = |worth: Worth| {
        let parts = worth.get() * PARTS;
        (parts.fract() == 0.0 && parts.abs() < 1e30).then_some(parts as i128)
    };
    let (lead, slope) = (exact(lead)?, exact(slope)?);
    let size = lead.checked_div(slope.abs())? + 1;
    i64::try_from(if slope < 0 { size } else { -size }).ok()
}
