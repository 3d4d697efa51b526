use renju::eval::shapes::ShapesWeights;
use renju::rule::Rule;

use super::Error;
use super::arguments::Arguments;
use super::game::{Game, Line, read_lines};
use super::label::Labelled;
use super::samples::{
    CLASSES, FACTS, PER_KIND, Sample, TOGETHER, UNIT, kinds_of, labelled_samples, samples,
};
use super::write::{Fitted, write};

/// A score is never taken for more certain than this.
const MOST_CERTAIN: f64 = 0.98;
const ROUNDS: usize = 10;

/// What is to be fitted.
pub(super) struct Plan {
    files: Vec<String>,
    before: ShapesWeights,
    text: String,
    note: String,
    mix: f64,
    pull: f64,
    pull_pairs: f64,
    pull_together: f64,
}

impl Plan {
    pub(super) fn read(arguments: &mut Arguments) -> Result<Plan, Error> {
        let (evaluator, text) = arguments.take_weights("weights")?;
        Ok(Plan {
            files: arguments.words_from(1).to_vec(),
            before: evaluator.weights().clone(),
            text,
            note: arguments.take("note", String::new())?,
            mix: arguments.take("mix", 0.5)?,
            pull: arguments.take("pull", 10.0)?,
            pull_pairs: arguments.take("pull-pairs", 100.0)?,
            pull_together: arguments.take("pull-together", 100.0)?,
        })
    }

    /// The text of the file of weights.
    pub(super) fn run(&self) -> Result<String, Error> {
        let mut games: Vec<Game> = Vec::new();
        let mut positions: Vec<Labelled> = Vec::new();
        for line in read_lines(&self.files)? {
            match line {
                Line::Game(game) => games.push(game),
                Line::Labelled(labelled) => positions.push(labelled),
            }
        }
        let mut head = vec![self.note.clone()];
        head.retain(|note| !note.is_empty());
        let mut fitted = Vec::new();
        for rule in Rule::ALL {
            let (of_rule, others): (Vec<Game>, Vec<Game>) =
                games.into_iter().partition(|game| game.rule == rule);
            games = others;
            let (labelled, others): (Vec<Labelled>, Vec<Labelled>) = positions
                .into_iter()
                .partition(|labelled| labelled.rule == rule);
            positions = others;
            if !of_rule.is_empty() || !labelled.is_empty() {
                let mut samples = samples(&of_rule, &self.before);
                samples.extend(labelled_samples(&labelled, &self.before));
                let (weights, told) = self.fit(rule, of_rule.len(), &samples);
                head.extend(told);
                fitted.push(Fitted { rule, weights });
            }
        }
        Ok(write(&self.text, &head, &fitted))
    }

    /// The weights of all kinds of sides of a rule, and how good they are.
    fn fit(&self, rule: Rule, games: usize, samples: &[Sample]) -> (Vec<f64>, Vec<String>) {
        let (held_back, used): (Vec<&Sample>, Vec<&Sample>) =
            samples.iter().partition(|sample| sample.is_held_back);
        let scale = scale(&used);
        let target = |sample: &Sample| {
            if sample.is_sure {
                let sure = if sample.score > 0.0 { 1.0 } else { 0.0 };
                return sample
                    .result
                    .unwrap_or(sure)
                    .clamp(1.0 - MOST_CERTAIN, MOST_CERTAIN);
            }
            let said = chance(sample.score * scale).clamp(1.0 - MOST_CERTAIN, MOST_CERTAIN);
            let mix = sample.result.map_or(0.0, |_| self.mix);
            mix * sample.result.unwrap_or(0.0) + (1.0 - mix) * said
        };
        let targets: Vec<f64> = used.iter().map(|sample| target(sample)).collect();
        let weights = newton(&used, &targets, &self.pulls(rule));
        let says = |sample: &Sample| sum(&weights, sample);
        let result = |sample: &Sample| sample.result.unwrap_or_else(|| target(sample));
        let from = match games {
            0 => "inside of trees".to_owned(),
            games => format!("{games} games and inside of trees"),
        };
        let told = [
            format!(
                "{rule}: {} positions from {from} and {} held back; log loss held back, of the result and of the target:",
                used.len(),
                held_back.len()
            ),
            losses("a coin", &held_back, |_| 0.0, result, target),
            losses(
                "weights before",
                &held_back,
                |sample| sample.before,
                result,
                target,
            ),
            losses("these", &held_back, says, result, target),
            losses("these, not held back", &used, says, result, target),
            losses(
                "the search",
                &held_back,
                |sample| sample.score * scale,
                result,
                target,
            ),
            format!("  the search's unit was {:.0}", 1.0 / scale),
        ];
        (weights, told.to_vec())
    }

    /// How strongly each weight is pulled towards zero.
    fn pulls(&self, rule: Rule) -> Vec<f64> {
        let pull = |number: usize| match number % PER_KIND {
            CLASSES..FACTS => self.pull_pairs,
            TOGETHER.. => self.pull_together,
            _ => self.pull,
        };
        (0..kinds_of(rule) * PER_KIND).map(pull).collect()
    }
}

fn losses(
    name: &str,
    samples: &[&Sample],
    says: impl Fn(&Sample) -> f64,
    result: impl Fn(&Sample) -> f64,
    target: impl Fn(&Sample) -> f64,
) -> String {
    let of_result = loss(samples, &says, result);
    let of_target = loss(samples, &says, target);
    format!("  {of_result:.4} {of_target:.4} {name}")
}

#[expect(clippy::cast_precision_loss, reason = "a mean is rounded anyway")]
fn loss(samples: &[&Sample], says: impl Fn(&Sample) -> f64, is: impl Fn(&Sample) -> f64) -> f64 {
    let loss = |sample: &&Sample| {
        let chance = chance(says(sample)).clamp(1e-6, 1.0 - 1e-6);
        -(is(sample) * chance.ln() + (1.0 - is(sample)) * (1.0 - chance).ln())
    };
    samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64
}

fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

fn sum(weights: &[f64], sample: &Sample) -> f64 {
    let addends = sample.counts.iter();
    addends
        .map(|&(number, count)| weights[usize::from(number)] * f64::from(count))
        .sum()
}

/// What a point of the search's score is in log odds of the result.
fn scale(samples: &[&Sample]) -> f64 {
    let mut scale = 1.0 / UNIT;
    if samples.iter().all(|sample| sample.result.is_none()) {
        return scale;
    }
    for _ in 0..ROUNDS {
        let (mut slope, mut bend) = (1e-3, 1e3);
        for sample in samples.iter().filter(|sample| !sample.is_sure) {
            let Some(result) = sample.result else {
                continue;
            };
            let chance = chance(sample.score * scale);
            slope += (result - chance) * sample.score;
            bend += chance * (1.0 - chance) * sample.score * sample.score;
        }
        scale += slope / bend;
    }
    scale.clamp(0.1 / UNIT, 10.0 / UNIT)
}

/// Newton's method for logistic regression.
fn newton(samples: &[&Sample], targets: &[f64], pulls: &[f64]) -> Vec<f64> {
    let size = pulls.len();
    let mut weights = vec![0.0; size];
    for _ in 0..ROUNDS {
        let mut slopes: Vec<f64> = (0..size).map(|at| -pulls[at] * weights[at]).collect();
        let mut bends = vec![vec![0.0; size]; size];
        for (at, row) in bends.iter_mut().enumerate() {
            row[at] = pulls[at];
        }
        for (sample, target) in samples.iter().zip(targets) {
            let chance = chance(sum(&weights, sample));
            let bend = chance * (1.0 - chance);
            for (place, &(row, here)) in sample.counts.iter().enumerate() {
                let row = usize::from(row);
                slopes[row] += (target - chance) * f64::from(here);
                for &(column, there) in &sample.counts[..=place] {
                    let product = f64::from(i32::from(here) * i32::from(there));
                    bends[row][usize::from(column)] += bend * product;
                }
            }
        }
        let steps = solve(bends, slopes);
        for (weight, step) in weights.iter_mut().zip(steps) {
            *weight += step;
        }
    }
    weights
}

/// Solves a symmetric system, of which the lower half is given, by Cholesky's method.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for row in 0..size {
        let (above, below) = rows.split_at_mut(row);
        let here = &mut below[0];
        for column in 0..row {
            let there = &above[column];
            let product = dot(&here[..column], &there[..column]);
            here[column] = (here[column] - product) / there[column];
        }
        here[row] = (here[row] - dot(&here[..row], &here[..row])).sqrt();
        right[row] = (right[row] - dot(&here[..row], &right[..row])) / here[row];
    }
    for row in (0..size).rev() {
        right[row] /= rows[row][row];
        let known = right[row];
        for column in 0..row {
            right[column] -= rows[row][column] * known;
        }
    }
    right
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
