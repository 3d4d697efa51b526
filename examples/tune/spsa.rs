//! Simultaneous perturbation stochastic approximation (Spall, IEEE Transactions on Automatic Control 37,
//! 1992): all numbers of the search are moved at once, up or down by lot, and what a pair of games with
//! them against one with the opposite moves comes to is the direction.

use std::collections::BTreeMap;

use renju::board::{ByColor, Color};
use renju::search::SearchParams;

use super::Error;
use super::arguments::Arguments;
use super::in_order::in_order;
use super::play;
use super::random::Random;

/// Pairs that are played with the same numbers at the centre.
const BATCH: usize = 8;
/// How fast the steps and the moves become smaller, as Spall advises.
const STEP_DECAY: f64 = 0.602;
const MOVE_DECAY: f64 = 0.101;
/// The last moves, as a share of the number, and the least of them.
const LAST_MOVE: f64 = 0.08;
const LEAST_MOVE: f64 = 0.6;
/// What a pair that is won moves a number by at the end, as a share of the last move of it.
const LAST_STEP: f64 = 0.004;

/// What is to be tuned.
pub(super) struct Plan {
    games: play::Plan,
    pairs: usize,
    only: Vec<String>,
}

/// The numbers by their names; between whole ones while they are tuned.
type Numbers = BTreeMap<String, f64>;

impl Plan {
    pub(super) fn read(arguments: &mut Arguments) -> Result<Plan, Error> {
        let pairs = arguments.take("pairs", 2_000)?;
        let only: String = arguments.take("only", String::new())?;
        let only = only.split(',').filter(|name| !name.is_empty());
        Ok(Plan {
            pairs,
            only: only.map(str::to_owned).collect(),
            games: play::Plan::read(arguments)?,
        })
    }

    /// The numbers at the end, as TOML.
    pub(super) fn run(&self) -> Result<String, Error> {
        let start = numbers_of(&SearchParams::of(self.games.rule()))?;
        if let Some(unknown) = self.only.iter().find(|name| !start.contains_key(*name)) {
            let known: Vec<&str> = start.keys().map(String::as_str).collect();
            return Err(format!("no number {unknown}; there are {}", known.join(", ")).into());
        }
        let mut numbers = start.clone();
        for first in (0..self.pairs).step_by(BATCH) {
            let batch = first..(first + BATCH).min(self.pairs);
            let mut steps = Numbers::new();
            let play = |pair| self.pair(pair, &numbers, &start);
            in_order(
                self.games.threads(),
                batch,
                play,
                |step: Result<Numbers, String>| {
                    for (name, by) in step? {
                        *steps.entry(name).or_default() += by;
                    }
                    Ok(())
                },
            )?;
            for (name, by) in steps {
                *numbers.entry(name).or_default() += by;
            }
            if (first / BATCH).is_multiple_of(16) {
                eprintln!("{first} of {} pairs: {numbers:.1?}", self.pairs);
            }
        }
        Ok(toml::to_string(&params_of(&numbers)?)?)
    }

    /// Plays a pair, and tells by how much each number is to be moved.
    fn pair(&self, pair: usize, numbers: &Numbers, start: &Numbers) -> Result<Numbers, String> {
        let mut random = Random::of_game(self.games.seed() ^ 0x5b5a, pair);
        let tuned = |name: &String| self.only.is_empty() || self.only.contains(name);
        let moves: Numbers = start
            .iter()
            .filter(|(name, _)| tuned(name))
            .map(|(name, value)| {
                let size = self.move_of(pair, *value);
                let up = random.below(2) == 0;
                (name.clone(), if up { size } else { -size })
            })
            .collect();
        let shifted = |factor: f64| {
            let mut numbers = numbers.clone();
            for (name, by) in &moves {
                *numbers.entry(name.clone()).or_default() += factor * by;
            }
            params_of(&numbers).map_err(|error| error.to_string())
        };
        let (plus, minus) = (shifted(1.0)?, shifted(-1.0)?);
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
        let step = result * self.step_at(pair);
        Ok(moves
            .into_iter()
            .map(|(name, by)| (name, step * by))
            .collect())
    }

    /// How far a number that began with `value` is moved in a pair.
    fn move_of(&self, pair: usize, value: f64) -> f64 {
        let last = (LAST_MOVE * value.abs()).max(LEAST_MOVE);
        last * (real(self.pairs) / (real(pair) + 1.0)).powf(MOVE_DECAY)
    }

    /// The share of its move by which a number is changed where the pair is won.
    fn step_at(&self, pair: usize) -> f64 {
        let settled = 0.1 * real(self.pairs);
        let ratio = (settled + real(self.pairs)) / (settled + real(pair) + 1.0);
        LAST_STEP * ratio.powf(STEP_DECAY)
    }
}

fn real(pairs: usize) -> f64 {
    f64::from(u32::try_from(pairs).unwrap_or(u32::MAX))
}

fn numbers_of(params: &SearchParams) -> Result<Numbers, Error> {
    Ok(serde_json::from_value(serde_json::to_value(params)?)?)
}

/// The nearest whole numbers.
fn params_of(numbers: &Numbers) -> Result<SearchParams, Error> {
    let whole: BTreeMap<&str, i32> = numbers
        .iter()
        .map(|(name, value)| (name.as_str(), value.round() as i32))
        .collect();
    Ok(serde_json::from_value(serde_json::to_value(whole)?)?)
}
