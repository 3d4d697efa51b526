//! Fits the weights of an evaluator to labelled positions, and measures what that is good for on others.

#![expect(
    clippy::cast_precision_loss,
    reason = "weights and counts are far below 2^52"
)]

use std::sync::atomic::AtomicBool;

use serde::Serialize;
use thiserror::Error;

use super::choice::{Choice, LabelSource, LabelledPosition, ReadChoice, SteppedWeights, in_order};
use super::model::{Model, Sizes};
use super::split::{FitSplit, games_of, split};
use crate::eval::{ByKey, Evaluator, WeightsError};
use crate::questions::VERSION;
use crate::systems::{ChangeableWeights, EvaluatorHandle};

/// Weights of an evaluator, at most.
const MOST_WEIGHTS: usize = 2000;
/// Positions that are needed, and games.
const LEAST: usize = 20;
/// Positions by which it is found out which weights the values are linear in.
const SAMPLE: usize = 60;

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitOptions {
    /// The part of the games that the fit is judged by and does not see, between 0 and 1.
    pub held_out: f64,
    /// What decides which games these are.
    pub seed: u64,
    /// How strongly each weight is pulled to what it was: twice and half as much as before cost as much
    /// as `pull / 4` choices that become *e* times less probable.
    pub pull: f64,
    /// Positions that are used, at most.
    pub most: usize,
    /// Threads that value positions.
    pub threads: usize,
}

/// Why nothing can be fitted.
#[derive(Debug, Error)]
pub enum FitError {
    /// The evaluator has no weights of its own, or far too many.
    #[error("{0}")]
    NoWeights(String),
    /// There is no weight that can be fitted.
    #[error("the values of {0} are linear in none of its weights")]
    NotLinear(String),
    /// There is too little to learn from.
    #[error(
        "a fit needs {LEAST} positions with a label, of two games or more; there are {positions} of {games}"
    )]
    TooFew {
        /// Positions with a label that can be used.
        positions: usize,
        /// The games that they are of.
        games: usize,
    },
    /// Nothing is left on one side of the split.
    #[error("no position is left to learn from, or none outside of those to judge by")]
    OneSided,
    /// The file of weights does not take the numbers that came out.
    #[error("a file of weights does not allow the fitted weights: {0}")]
    Refused(#[from] WeightsError),
}

/// How well an evaluator foretells which moves are best.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FitMeasure {
    /// The part of the positions, 0 to 1, in which the point of the greatest value is best; of equal
    /// ones the part of them.
    pub agreement: f64,
    /// The mean of minus the natural logarithm of the probability of a best move.
    pub loss: f64,
}

/// The old weights and the new ones on the same positions.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FitComparison {
    /// The weights as they were.
    pub before: FitMeasure,
    /// The weights of the fit.
    pub after: FitMeasure,
    /// Positions in which the new weights alone choose a best move, or more surely.
    pub gained: usize,
    /// Positions in which the old ones did.
    pub lost: usize,
}

/// A weight that is another number now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FittedWeight {
    /// The place of the weight in its file, such as `own.three_loose`; lists count from 0.
    pub weight: String,
    /// The number that it was.
    pub before: i64,
    /// The number that fits.
    pub after: i64,
}

/// What a fit came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FitReport {
    /// Version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the question, always `"fit"`.
    pub study: &'static str,
    /// Name of the evaluator.
    pub evaluator: String,
    /// What decided which games are held out.
    pub seed: u64,
    /// How strongly weights were pulled to what they were.
    pub pull: f64,
    /// Positions by where it is known from what is best there.
    pub labels: ByKey<LabelSource, usize>,
    /// What was learned from, and what held out.
    pub split: FitSplit,
    /// Positions left out, as the evaluator has no values there, or none of a best move.
    pub unvalued: usize,
    /// Positions left out, as changes of several weights do not add up there.
    pub not_additive: usize,
    /// The positions that were learned from.
    pub training: FitComparison,
    /// The positions of the games held out.
    pub held_out: FitComparison,
    /// The weights that are another number now, the most changed first.
    pub weights: Vec<FittedWeight>,
    /// The number of weights that were fitted and are what they were.
    pub unchanged: usize,
    /// The number of weights on which no value depends.
    pub idle: usize,
    /// Weights that were not fitted, as the values are not linear in them.
    pub nonlinear: Vec<String>,
}

/// An evaluator with fitted weights.
pub struct FittedEvaluator {
    /// What the fit came to.
    pub report: FitReport,
    /// The evaluator with the new weights.
    pub evaluator: EvaluatorHandle,
    /// Its weights as a file: `base`, and what differs from that.
    pub weights: String,
}

/// Fits the weights of an evaluator that its values are linear in, to positions of which it is known
/// what is best. Calls `advance` for each position that was read; `None` once it is to stop.
///
/// # Errors
///
/// If the evaluator or the positions do not suffice.
pub fn fit(
    evaluator: &EvaluatorHandle,
    labelled: Vec<LabelledPosition>,
    options: FitOptions,
    (advance, stop): (&(dyn Fn() + Sync), &AtomicBool),
) -> Result<Option<FittedEvaluator>, FitError> {
    let weights = weights_of(evaluator)?;
    enough(labelled.len(), games_of(&labelled))?;
    let labels = labels_of(&labelled);
    let ([training, held_out], mut said) =
        split(labelled, options.held_out, options.most, options.seed);
    let every = training.len().div_ceil(SAMPLE).max(1);
    let sample: Vec<&LabelledPosition> = training.iter().step_by(every).collect();
    let of = (evaluator, &weights);
    let (stepped, others) = SteppedWeights::new(of, &sample, (options.threads, stop));
    let Some(learned) = Learned::read(training, &stepped, options.threads, (advance, stop)) else {
        return Ok(None);
    };
    let is_valued = |one: &LabelledPosition| Choice::by(one, &**evaluator).is_some();
    let (held_out, left_out): (Vec<_>, Vec<_>) = held_out.into_iter().partition(is_valued);
    said.count(&learned.positions, &held_out);
    enough_of(&said)?;
    let fitted = stepped.fitted();
    let used = learned.used_weights(fitted.len());
    if !used.contains(&true) {
        return Err(FitError::NotLinear(evaluator.info().name.clone()));
    }
    let of = (&weights, &fitted[..]);
    let (models, changed) = learned.solved(of, &used, (options.pull, stop));
    let new = weights.with_all(&changed)?;
    let sides = [(&**evaluator, models[0]), (&*new, models[1])];
    let compared = |positions| comparison(positions, sides, options.threads, stop);
    let compared = (compared(&learned.positions), compared(&held_out));
    let (Some(training), Some(held_out)) = compared else {
        return Ok(None);
    };
    let used = used.into_iter().filter(|used| *used).count();
    let report = FitReport {
        v: VERSION,
        study: "fit",
        evaluator: evaluator.info().name.clone(),
        seed: options.seed,
        pull: options.pull,
        labels,
        split: said,
        unvalued: learned.unvalued + left_out.len(),
        not_additive: learned.not_additive,
        training,
        held_out,
        weights: listed(&weights, &changed),
        unchanged: used - changed.len(),
        idle: fitted.len() - used,
        nonlinear: others.iter().map(|&weight| weights.name(weight)).collect(),
    };
    Ok(Some(FittedEvaluator {
        report,
        weights: weights.text_with(&changed),
        evaluator: new,
    }))
}

fn weights_of(evaluator: &EvaluatorHandle) -> Result<ChangeableWeights, FitError> {
    let name = &evaluator.info().name;
    let weights = ChangeableWeights::of(evaluator).filter(|weights| !weights.is_empty());
    let why = match weights {
        None => format!("{name} has no weights that could be changed"),
        Some(weights) if weights.len() > MOST_WEIGHTS => {
            format!("{name} has {} weights, too many to fit", weights.len())
        }
        Some(weights) => return Ok(weights),
    };
    Err(FitError::NoWeights(why))
}

const fn enough(positions: usize, games: usize) -> Result<(), FitError> {
    if positions < LEAST || games < 2 {
        return Err(FitError::TooFew { positions, games });
    }
    Ok(())
}

/// Whether both sides of a split have positions, and enough of them.
const fn enough_of(said: &FitSplit) -> Result<(), FitError> {
    if said.training == 0 || said.held_out == 0 {
        return Err(FitError::OneSided);
    }
    let games = said.training_games + said.held_out_games;
    enough(said.training + said.held_out, games)
}

/// Positions by where it is known from what is best.
fn labels_of(labelled: &[LabelledPosition]) -> ByKey<LabelSource, usize> {
    let count = |source| labelled.iter().filter(|one| one.source == source).count();
    let counts = LabelSource::ALL
        .iter()
        .map(|&source| (source, count(source)));
    counts.filter(|&(_, count)| count > 0).collect()
}

/// What the positions say that are learned from.
#[derive(Default)]
struct Learned {
    choices: Vec<Choice>,
    positions: Vec<LabelledPosition>,
    unvalued: usize,
    not_additive: usize,
}

impl Learned {
    /// Reads positions; `None` once it is to stop.
    fn read(
        positions: Vec<LabelledPosition>,
        stepped: &SteppedWeights<'_>,
        threads: usize,
        (advance, stop): (&(dyn Fn() + Sync), &AtomicBool),
    ) -> Option<Learned> {
        let read = in_order(positions.len(), threads, stop, |number| {
            advance();
            stepped.read(&positions[number])
        });
        let mut learned = Learned::default();
        for (read, position) in read?.into_iter().zip(positions) {
            match read {
                ReadChoice::Read(choice) => {
                    learned.choices.push(choice);
                    learned.positions.push(position);
                }
                ReadChoice::Unvalued => learned.unvalued += 1,
                ReadChoice::NotLinear => learned.not_additive += 1,
            }
        }
        Some(learned)
    }

    /// The models that go with the old and the new weights, and the weights that are other numbers.
    fn solved(
        &self,
        (weights, fitted): (&ChangeableWeights, &[usize]),
        used: &[bool],
        (pull, stop): (f64, &AtomicBool),
    ) -> ([Model; 2], Vec<(usize, i64)>) {
        let old = fitted.iter().map(|&weight| weights.value(weight) as f64);
        let old: Vec<f64> = old.collect();
        let before = Model::of(&self.choices);
        let (found, sharpness) = before.fit(&self.choices, &old, pull, stop);
        let after = Model {
            sharpness,
            ..before
        };
        let moved = Sizes::of(&old).moved(&found);
        let moved = fitted.iter().zip(&moved).zip(used);
        let changed = moved
            .filter(|((_, moved), used)| **used && moved.round() != 0.0)
            .map(|((&weight, moved), _)| (weight, weights.value(weight) + moved.round() as i64));
        ([before, after], changed.collect())
    }

    /// Which of some weights a value depends on.
    fn used_weights(&self, count: usize) -> Vec<bool> {
        let mut used = vec![false; count];
        for (weight, _) in self.choices.iter().flat_map(|choice| &choice.slopes) {
            used[*weight as usize] = true;
        }
        used
    }
}

/// Measures two evaluators on the same positions, by what each says itself; `None` once it is to stop.
fn comparison(
    positions: &[LabelledPosition],
    sides: [(&dyn Evaluator, Model); 2],
    threads: usize,
    stop: &AtomicBool,
) -> Option<FitComparison> {
    let measured = in_order(positions.len(), threads, stop, |number| {
        sides.map(|(evaluator, model)| {
            let choice = Choice::by(&positions[number], evaluator)?;
            Some((choice.agreement(), model.loss(&choice)))
        })
    })?;
    let mut found = FitComparison::default();
    let both = measured
        .iter()
        .filter_map(|[before, after]| Some(((*before)?, (*after)?)));
    let mut count = 0.0_f64;
    for (before, after) in both {
        count += 1.0;
        for (measure, (agreement, loss)) in [(&mut found.before, before), (&mut found.after, after)]
        {
            measure.agreement += agreement;
            measure.loss += loss;
        }
        found.gained += usize::from(after.0 > before.0);
        found.lost += usize::from(after.0 < before.0);
    }
    for measure in [&mut found.before, &mut found.after] {
        // As many digits as mean something.
        measure.agreement = (measure.agreement / count.max(1.0) * 1e4).round() / 1e4;
        measure.loss = (measure.loss / count.max(1.0) * 1e4).round() / 1e4;
    }
    Some(found)
}

/// The changed weights, those first that are changed most in relation to what they were.
fn listed(weights: &ChangeableWeights, changed: &[(usize, i64)]) -> Vec<FittedWeight> {
    let fitted = changed.iter().map(|&(weight, after)| FittedWeight {
        weight: weights.name(weight),
        before: weights.value(weight),
        after,
    });
    let mut fitted: Vec<FittedWeight> = fitted.collect();
    let size = |one: &FittedWeight| (one.after as f64 / one.before as f64).ln().abs();
    fitted.sort_by(|one, other| size(other).total_cmp(&size(one)));
    fitted
}
