//! A position as a choice between points: what each is worth, and by what it grows with each weight.

#![expect(
    clippy::cast_precision_loss,
    reason = "weights and counts are far below 2^52"
)]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::board::Color;
use crate::eval::{Evaluator, Failure, Worth};
use crate::geometry::Point;
use crate::named_enum::named_enum;
use crate::position::Position;
use crate::questions::score::answer::{forbidden, preferences_of};
use crate::systems::{ChangeableWeights, EvaluatorHandle};
use renju_system::threads;

named_enum! {
    /// Where it is known from what is best in a position.
    pub enum LabelSource: "label" {
        /// The file expects it: `best G7`.
        Best = "best",
        /// The side that won a game played it.
        Result = "result",
        /// It begins a proved win.
        Win = "win",
        /// A search, or another evaluator, answered so.
        Answer = "answer",
    }
}

/// A position with the moves that are best there.
#[derive(Clone, Debug)]
pub struct LabelledPosition {
    /// What the position is of: the positions of one game are never split.
    pub game: String,
    /// The position, whose side to move is known.
    pub position: Position,
    /// The moves that are best, one of which is to be chosen.
    pub best: Vec<Point>,
    /// Where that is known from.
    pub source: LabelSource,
}

/// The points that may be played in a position, as an evaluator values them.
pub(super) struct Choice {
    /// The candidate of the median value: points are compared by what they have beyond it.
    pub(super) middle: usize,
    pub(super) candidates: Vec<Candidate>,
    /// What candidates grow by with each 1 of a weight, those of a candidate side by side.
    pub(super) slopes: Vec<(u32, f32)>,
}

pub(super) struct Candidate {
    pub(super) is_best: bool,
    pub(super) value: f64,
    /// Where its slopes end.
    pub(super) end: usize,
}

/// What a position says of the weights.
pub(super) enum ReadChoice {
    Read(Choice),
    /// The evaluator has no value of it, or of a best move.
    Unvalued,
    /// Changes of several weights do not add up there.
    NotLinear,
}

/// What the points of a choice are worth to an evaluator; `None` of a point without a value.
fn worths(
    position: &Position,
    points: &[Point],
    evaluator: &dyn Evaluator,
) -> Result<Vec<Option<f64>>, Failure> {
    let values = preferences_of(position, evaluator, position.to_move())?.values;
    Ok(points
        .iter()
        .map(|&point| values[point].map(Worth::get))
        .collect())
}

/// The points that the side to move may play.
fn playable(position: &Position) -> Vec<Point> {
    let forbidden = match position.to_move() {
        Color::Black => forbidden(position),
        Color::White => Vec::new(),
    };
    let empties = position.board().empties().iter();
    empties.filter(|point| !forbidden.contains(point)).collect()
}

impl Choice {
    /// A choice by the values of an evaluator; `None` if it gives none of it.
    pub(super) fn by(labelled: &LabelledPosition, evaluator: &dyn Evaluator) -> Option<Choice> {
        let points = playable(&labelled.position);
        let now = worths(&labelled.position, &points, evaluator).ok()?;
        Choice::of(labelled, &points, &now)
    }

    /// A choice between the points that have a value; `None` if there is nothing to choose.
    fn of(labelled: &LabelledPosition, points: &[Point], now: &[Option<f64>]) -> Option<Choice> {
        let rated = points.iter().zip(now).filter_map(|(point, value)| {
            Some(Candidate {
                is_best: labelled.best.contains(point),
                value: (*value)?,
                end: 0,
            })
        });
        let candidates: Vec<Candidate> = rated.collect();
        let best = candidates.iter().filter(|candidate| candidate.is_best);
        let is_choice = (1..candidates.len()).contains(&best.count());
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|&one, &other| candidates[one].value.total_cmp(&candidates[other].value));
        is_choice.then(|| Choice {
            middle: order[order.len() / 2],
            candidates,
            slopes: Vec::new(),
        })
    }

    /// The part of the points with the greatest value that are best: 1 or 0, unless several are
    /// worth the same.
    pub(super) fn agreement(&self) -> f64 {
        let values = self.candidates.iter().map(|one| one.value);
        let top = values.fold(f64::NEG_INFINITY, f64::max);
        let chosen = self.candidates.iter().filter(|one| one.value >= top);
        let right = chosen.clone().filter(|one| one.is_best);
        right.count() as f64 / chosen.count() as f64
    }
}

/// An evaluator with each of its weights changed, so far as its values are linear in them.
pub(super) struct SteppedWeights<'a> {
    evaluator: &'a EvaluatorHandle,
    /// The weights that can be fitted, each with a step and the evaluator that it makes.
    steps: Vec<WeightStep>,
    /// The evaluator with all these weights changed, and by how much.
    together: Option<(EvaluatorHandle, Vec<i64>)>,
    /// How many of them no value of the sample depends on: they are the last.
    quiet: usize,
    /// The evaluator with these alone changed, which tells at once where none of them matters.
    quiet_together: Option<EvaluatorHandle>,
}

struct WeightStep {
    weight: usize,
    size: i64,
    evaluator: EvaluatorHandle,
    is_quiet: bool,
}

impl<'a> SteppedWeights<'a> {
    /// The weights in which the values of some positions are linear, and the others.
    pub(super) fn new(
        (evaluator, weights): (&'a EvaluatorHandle, &ChangeableWeights),
        sample: &[&LabelledPosition],
        (threads, stop): (usize, &AtomicBool),
    ) -> (SteppedWeights<'a>, Vec<usize>) {
        let tried = in_order(weights.len(), threads, stop, |weight| {
            linear_step(evaluator, weights, weight, sample)
        });
        let (mut steps, mut others) = (Vec::new(), Vec::new());
        for (weight, tried) in tried.into_iter().flatten().enumerate() {
            match tried {
                Some(made) => steps.push(made),
                None => others.push(weight),
            }
        }
        steps.sort_by_key(|step: &WeightStep| step.is_quiet);
        let sizes: Vec<i64> = steps
            .iter()
            .map(|step| far_step(weights, step.weight))
            .collect();
        let changes = steps.iter().zip(&sizes);
        let changes: Vec<(usize, i64)> = changes
            .map(|(step, size)| {
                let now = weights.value(step.weight);
                (step.weight, now.saturating_add(*size))
            })
            .collect();
        let quiet = steps.iter().filter(|step| step.is_quiet).count();
        let quiet_changes = &changes[changes.len() - quiet..];
        let stepped = SteppedWeights {
            evaluator,
            quiet,
            quiet_together: weights.with_all(quiet_changes).ok(),
            together: weights.with_all(&changes).ok().zip(Some(sizes)),
            steps,
        };
        (stepped, others)
    }

    /// The weights that can be fitted.
    pub(super) fn fitted(&self) -> Vec<usize> {
        self.steps.iter().map(|step| step.weight).collect()
    }

    /// What a position says of the weights that can be fitted.
    pub(super) fn read(&self, labelled: &LabelledPosition) -> ReadChoice {
        let points = playable(&labelled.position);
        let Ok(now) = worths(&labelled.position, &points, &**self.evaluator) else {
            return ReadChoice::Unvalued;
        };
        let Some(mut choice) = Choice::of(labelled, &points, &now) else {
            return ReadChoice::Unvalued;
        };
        let grown = |evaluator: &EvaluatorHandle, size: i64| {
            let then = worths(&labelled.position, &points, &**evaluator).ok()?;
            slopes_of(&now, &then, size)
        };
        let still = |evaluator: &EvaluatorHandle| {
            let grown = grown(evaluator, 1);
            grown.is_some_and(|grown| grown.iter().all(|&grown| grown == 0.0))
        };
        let are_quiet = self.quiet_together.as_ref().is_some_and(still);
        let loud = self.steps.len() - if are_quiet { self.quiet } else { 0 };
        let steps = self.steps[..loud].iter();
        let steps = steps.map(|step| grown(&step.evaluator, step.size));
        let Some(slopes) = steps.collect::<Option<Vec<Vec<f64>>>>() else {
            return ReadChoice::NotLinear;
        };
        if let Some((together, sizes)) = &self.together {
            let sum = |place: usize| -> f64 {
                let sizes = sizes.iter().zip(&slopes);
                sizes
                    .map(|(size, slopes)| *size as f64 * slopes[place])
                    .sum()
            };
            let is_sum = |(place, &then): (usize, &f64)| {
                let foretold = sum(place);
                (then - foretold).abs() <= 1e-6 * (1.0 + foretold.abs())
            };
            if !grown(together, 1).is_some_and(|then| then.iter().enumerate().all(is_sum)) {
                return ReadChoice::NotLinear;
            }
        }
        for (place, candidate) in choice.candidates.iter_mut().enumerate() {
            let own = slopes
                .iter()
                .enumerate()
                .map(|(weight, slopes)| (weight as u32, slopes[place] as f32));
            choice.slopes.extend(own.filter(|&(_, slope)| slope != 0.0));
            candidate.end = choice.slopes.len();
        }
        ReadChoice::Read(choice)
    }
}

/// A change of a weight that is far from none.
fn far_step(weights: &ChangeableWeights, weight: usize) -> i64 {
    (weights.value(weight).abs() / 3).max(7)
}

/// A small step of a weight, if the values of all these positions are linear in it up to larger ones.
fn linear_step(
    evaluator: &EvaluatorHandle,
    weights: &ChangeableWeights,
    weight: usize,
    sample: &[&LabelledPosition],
) -> Option<WeightStep> {
    let far = far_step(weights, weight);
    let made = [1, -1, far, -far].into_iter().filter_map(|size| {
        let changed = weights.value(weight).saturating_add(size);
        let evaluator = weights.with(weight, changed).ok()?;
        Some(WeightStep {
            weight,
            size,
            evaluator,
            is_quiet: true,
        })
    });
    let made: Vec<WeightStep> = made.collect();
    let (mut is_linear, mut is_quiet) = (made.len() > 1, true);
    for labelled in sample {
        let position = &labelled.position;
        let points = playable(position);
        let Ok(now) = worths(position, &points, &**evaluator) else {
            continue;
        };
        let mut slopes = made.iter().map(|step| {
            let then = worths(position, &points, &*step.evaluator).ok()?;
            slopes_of(&now, &then, step.size)
        });
        let first = slopes.next().flatten();
        is_linear &= first.is_some() && slopes.all(|other| other == first);
        is_quiet &= first.is_some_and(|slopes| slopes.iter().all(|&slope| slope == 0.0));
        if !is_linear {
            break;
        }
    }
    let made = made.into_iter().next().filter(|_| is_linear)?;
    Some(WeightStep { is_quiet, ..made })
}

/// By what valued points grow with each 1; `None` if one has no value any more.
fn slopes_of(now: &[Option<f64>], then: &[Option<f64>], size: i64) -> Option<Vec<f64>> {
    let both = now.iter().zip(then).filter(|(now, _)| now.is_some());
    let slopes = both.map(|(now, then)| Some(((*then)? - (*now)?) / size as f64));
    slopes.collect()
}

/// The results of some work by its number, done on several threads; `None` once it is to stop.
pub(super) fn in_order<T: Send>(
    count: usize,
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(usize) -> T + Sync,
) -> Option<Vec<T>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    threads::share(threads.min(count), "fit", || {
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let result = work(number);
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((number, result));
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|&(number, _)| number);
    (done.len() == count).then(|| done.into_iter().map(|(_, result)| result).collect())
}
