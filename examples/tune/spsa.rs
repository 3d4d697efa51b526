//! Simultaneous perturbation stochastic approximation (Spall, IEEE Transactions on Automatic Control 37,
//! 1992): all parameters are perturbed at once, each up or down by lot. A pair of games between the
//! parameters with the perturbation and with its opposite gives the direction of a step.

use std::collections::BTreeMap;

use renju::board::{ByColor, Color};
use renju::search::SearchParams;

use super::Error;
use super::arguments::Arguments;
use super::in_order::{Progress, in_order, real};
use super::play;
use super::random::Random;

/// Pairs that are played around the same values, so that threads do not change the answer.
const BATCH: usize = 8;
/// Batches between two looks at the values.
const BATCHES_SHOWN: usize = 16;
/// The exponents by which steps and perturbations shrink (alpha and gamma), as Spall advises.
const STEP_DECAY: f64 = 0.602;
const PERTURBATION_DECAY: f64 = 0.101;
/// The last perturbation, as a share of the first value, and the least of them.
const LAST_PERTURBATION: f64 = 0.08;
const LEAST_PERTURBATION: f64 = 0.6;
/// The last step after a pair with two wins, as a share of the perturbation.
const LAST_STEP: f64 = 0.004;
/// Flags of `play` that mean nothing here.
const NOT_TAKEN: [&str; 4] = ["games", "first", "against", "params"];
/// Added to the seed of the games for the perturbations.
const PERTURBATION_SEED: u64 = 0x5b5a;

/// What is to be tuned.
pub(super) struct Plan {
    games: play::Plan,
    pairs: usize,
    only: Vec<String>,
}

/// The parameters by their names; between whole numbers while they are tuned.
type Values = BTreeMap<String, f64>;

impl Plan {
    pub(super) fn read(arguments: &mut Arguments) -> Result<Plan, Error> {
        if let Some(flag) = NOT_TAKEN.into_iter().find(|flag| arguments.has(flag)) {
            return Err(format!("--{flag} is unknown here").into());
        }
        let pairs = arguments.take("pairs", 2_000)?;
        let only: String = arguments.take("only", String::new())?;
        let only = only.split(',').filter(|name| !name.is_empty());
        Ok(Plan {
            pairs,
            only: only.map(str::to_owned).collect(),
            games: play::Plan::read(arguments)?,
        })
    }

    /// The parameters at the end, as TOML.
    pub(super) fn run(&self) -> Result<String, Error> {
        let start = values_of(&SearchParams::of(self.games.rule()))?;
        if let Some(unknown) = self.only.iter().find(|name| !start.contains_key(*name)) {
            let known: Vec<&str> = start.keys().map(String::as_str).collect();
            return Err(format!("no parameter {unknown}; there are {}", known.join(", ")).into());
        }
        let mut values = start.clone();
        let mut progress = Progress::new("pairs", 0..self.pairs);
        for first in (0..self.pairs).step_by(BATCH) {
            if first.is_multiple_of(BATCH * BATCHES_SHOWN) {
                eprintln!("after {first} pairs: {values:.1?}");
            }
            let mut steps = Vec::new();
            let play = |pair| self.step_of_pair(pair, &values, &start);
            let batch = first..(first + BATCH).min(self.pairs);
            in_order(self.games.threads(), batch, play, |step| {
                steps.push(step?);
                progress.count();
                Ok(())
            })?;
            for step in &steps {
                values = shifted(&values, step, 1.0);
            }
        }
        Ok(toml::to_string(&params_of(&values)?)?)
    }

    /// Plays a pair, and tells the step that follows from it.
    fn step_of_pair(&self, pair: usize, values: &Values, start: &Values) -> Result<Values, Error> {
        let perturbation = self.perturbation(pair, start);
        let plus = params_of(&shifted(values, &perturbation, 1.0))?;
        let minus = params_of(&shifted(values, &perturbation, -1.0))?;
        let result: f64 = Color::BOTH
            .into_iter()
            .map(|side| {
                let params = ByColor::from_fn(|other| if other == side { plus } else { minus });
                match self.games.winner_with(pair, params) {
                    None => 0.0,
                    Some(winner) if winner == side => 0.5,
                    Some(_) => -0.5,
                }
            })
            .sum();
        let factor = result * self.step_at(pair);
        let steps = perturbation.into_iter();
        Ok(steps.map(|(name, by)| (name, factor * by)).collect())
    }

    /// How far each parameter that is tuned is shifted in a pair, up or down.
    fn perturbation(&self, pair: usize, start: &Values) -> Values {
        let mut random = Random::of_game(self.games.seed() ^ PERTURBATION_SEED, pair);
        let shrinking = (real(self.pairs) / (real(pair) + 1.0)).powf(PERTURBATION_DECAY);
        let is_tuned = |name: &String| self.only.is_empty() || self.only.contains(name);
        let tuned = start.iter().filter(|(name, _)| is_tuned(name));
        let perturbed = tuned.map(|(name, value)| {
            let size = (LAST_PERTURBATION * value.abs()).max(LEAST_PERTURBATION) * shrinking;
            let is_up = random.below(2) == 0;
            (name.clone(), if is_up { size } else { -size })
        });
        perturbed.collect()
    }

    /// The step after a pair with two wins, as a share of the perturbation.
    fn step_at(&self, pair: usize) -> f64 {
        // Spall's stability constant, a tenth of the steps.
        let settled = 0.1 * real(self.pairs);
        let ratio = (settled + real(self.pairs)) / (settled + real(pair) + 1.0);
        LAST_STEP * ratio.powf(STEP_DECAY)
    }
}

/// The values with some of them shifted.
fn shifted(values: &Values, shift: &Values, factor: f64) -> Values {
    let by = |name: &String| factor * shift.get(name).unwrap_or(&0.0);
    let shifted = values
        .iter()
        .map(|(name, value)| (name.clone(), value + by(name)));
    shifted.collect()
}

fn values_of(params: &SearchParams) -> Result<Values, Error> {
    Ok(serde_json::from_value(serde_json::to_value(params)?)?)
}

/// The nearest whole numbers.
fn params_of(values: &Values) -> Result<SearchParams, Error> {
    let whole: BTreeMap<&str, i32> = values
        .iter()
        .map(|(name, value)| (name.as_str(), value.round() as i32))
        .collect();
    Ok(serde_json::from_value(serde_json::to_value(whole)?)?)
}
