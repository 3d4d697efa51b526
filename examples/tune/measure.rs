//! How well values foretell results: the log loss by the number of stones, and how often what was
//! said came true.

use std::io::Write;
use std::ops::RangeInclusive;

use renju::board::Color;
use renju::eval::Odds;
use renju::limits::{Control, Limits};
use renju::position::Position;
use renju::rule::Rule;
use renju::search::{SearchOptions, TranspositionTable, search};
use renju::systems::EvaluatorHandle;

use super::Error;
use super::arguments::Arguments;
use super::game::{Game, Said, read_games, said_of};
use super::in_order::{Progress, in_order, real};
use super::random::Random;
use super::samples::UNIT;

/// What a search may remember.
const MEMORY: usize = 1 << 20;
/// What a proved end counts as, in points; larger values say no more.
const SURE: i64 = 1500;
/// The stages of a game, by stones on the board, and all of it.
const STAGES: [RangeInclusive<usize>; 5] = [8..=20, 21..=30, 31..=45, 46..=400, 8..=400];
/// Groups of chances in the table of how often they came true.
const BINS: usize = 10;

/// What is measured.
pub(super) struct Plan {
    files: Vec<String>,
    evaluator: EvaluatorHandle,
    /// Nodes of the search that foretells.
    nodes: u64,
    /// Whether the values that stand in the games are measured.
    is_said: bool,
    /// Positions of each stage of a game.
    draws: usize,
    seed: u64,
    threads: usize,
}

/// What was foretold of a position, and what came.
struct Foretold {
    /// Of two games of one opening none is fitted where the other is measured.
    half: usize,
    rule: Rule,
    stones: usize,
    mover: Color,
    /// For the side to move, in units of odds.
    value: f64,
    /// Its chance to win as a user is told; of an evaluator without chances by the unit of the fits.
    told: f64,
    /// 1 if the side to move won.
    result: f64,
}

/// How many odds a unit is, and what Black has beside it.
#[derive(Clone, Copy, Default)]
struct Fit {
    slope: f64,
    black: f64,
}

impl Plan {
    pub(super) fn read(arguments: &mut Arguments) -> Result<Plan, Error> {
        Ok(Plan {
            files: arguments.words_from(1).to_vec(),
            evaluator: arguments.take_evaluator("evaluator")?,
            nodes: arguments.take("nodes", 2_000)?,
            is_said: arguments.take("said", false)?,
            draws: arguments.take("draws", 3)?,
            seed: arguments.take("seed", 1)?,
            threads: arguments.take("threads", 2)?,
        })
    }

    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let games = read_games(&self.files)?;
        let mut found = Vec::new();
        let mut progress = Progress::new("games", 0..games.len());
        let work = |at: usize| self.foretold(&games[at]);
        in_order(self.threads, 0..games.len(), work, |of_game| {
            progress.count();
            found.extend(of_game);
            Ok(())
        })?;
        for rule in Rule::ALL {
            let of_rule: Vec<&Foretold> = found.iter().filter(|one| one.rule == rule).collect();
            if !of_rule.is_empty() {
                tell(rule, &of_rule, out)?;
            }
        }
        Ok(())
    }

    /// Positions of each stage of a game before it was proved, with what is said of them. Of a drawn
    /// game there are none: no chance to win is wrong about it.
    fn foretold(&self, game: &Game) -> Vec<Foretold> {
        if game.winner.is_none() {
            return Vec::new();
        }
        let mut random = Random::of_game(self.seed, game.number);
        let mut drawn: [Vec<(Position, Said)>; 4] = Default::default();
        let mut seen = [0; 4];
        for (position, said) in game.undecided() {
            let stones = position.board().stone_count();
            let Some(stage) = STAGES[..4].iter().position(|stage| stage.contains(&stones)) else {
                continue;
            };
            // Each with the same chance (reservoir sampling: Vitter 1985).
            seen[stage] += 1;
            if drawn[stage].len() < self.draws {
                drawn[stage].push((position, said));
            } else if let Some(kept) = drawn[stage].get_mut(random.below(seen[stage])) {
                *kept = (position, said);
            }
        }
        let told = drawn.iter().flatten().map(|(position, said)| {
            let (points, mover) = (self.points(position, *said), position.to_move());
            let odds = self.evaluator.info().odds(position, mover);
            Foretold {
                half: game.number / 2 % 2,
                rule: game.rule,
                stones: position.board().stone_count(),
                mover,
                value: f64::from(points as i32) / UNIT,
                told: odds.unwrap_or(Odds::of_scale(UNIT)).chance(points),
                result: game.result(mover),
            }
        });
        told.collect()
    }

    /// What is said for the side to move; proved ends are the largest numbers.
    fn points(&self, position: &Position, said: Said) -> i64 {
        let said = if self.is_said {
            said
        } else {
            let control = Control::new(Limits::nodes(self.nodes));
            let mut memory = TranspositionTable::new(MEMORY);
            let options = SearchOptions::default();
            said_of(&search(
                position,
                &*self.evaluator,
                &options,
                &control,
                &mut memory,
            ))
        };
        match said {
            Said::Points(points) => points.clamp(-SURE, SURE),
            Said::WinIn(_) => SURE,
            Said::LossIn(_) => -SURE,
        }
    }
}

impl Foretold {
    const fn side(&self) -> f64 {
        match self.mover {
            Color::Black => 1.0,
            Color::White => -1.0,
        }
    }

    fn chance(&self, fit: Fit) -> f64 {
        let odds = fit.slope * self.value + fit.black * self.side();
        (1.0 / (1.0 + (-odds).exp())).clamp(1e-4, 1.0 - 1e-4)
    }

    fn loss(&self, fit: Fit) -> f64 {
        self.loss_of(self.chance(fit))
    }

    fn loss_of(&self, chance: f64) -> f64 {
        -self.result * chance.ln() - (1.0 - self.result) * (1.0 - chance).ln()
    }
}

impl Fit {
    /// What foretells best, by Newton's method; without a number for Black if it is not asked for.
    fn of(all: &[&Foretold], with_black: bool) -> Fit {
        let mut fit = Fit::default();
        for _ in 0..30 {
            let (mut first, mut second) = ([0.0; 2], [1e-6, 0.0, 1e-6]);
            for one in all {
                let inputs = [one.value, if with_black { one.side() } else { 0.0 }];
                let chance = one.chance(fit);
                let weight = chance * (1.0 - chance);
                for (slope, input) in first.iter_mut().zip(inputs) {
                    *slope += (one.result - chance) * input;
                }
                second[0] += weight * inputs[0] * inputs[0];
                second[1] += weight * inputs[0] * inputs[1];
                second[2] += weight * inputs[1] * inputs[1];
            }
            let size = second[0] * second[2] - second[1] * second[1];
            fit.slope += (first[0] * second[2] - first[1] * second[1]) / size;
            fit.black += (first[1] * second[0] - first[0] * second[1]) / size;
        }
        fit
    }
}

/// The table of a rule: each half of the games by what fits the other.
fn tell(rule: Rule, all: &[&Foretold], out: &mut dyn Write) -> Result<(), Error> {
    let fits = |with_black| {
        [0, 1].map(|half| {
            let others = all.iter().copied().filter(|one| one.half != half);
            Fit::of(&others.collect::<Vec<_>>(), with_black)
        })
    };
    let (plain, with_black) = (fits(false), fits(true));
    writeln!(out, "{rule}: {} positions", all.len())?;
    writeln!(
        out,
        "  250 points are odds of e to the {:.2}; Black has {:+.2} beside",
        f64::midpoint(plain[0].slope, plain[1].slope),
        f64::midpoint(with_black[0].black, with_black[1].black)
    )?;
    writeln!(
        out,
        "  stones  positions    loss   Black   White  with Black's  as told"
    )?;
    for stage in STAGES {
        let of_stage = |one: &&&Foretold| stage.contains(&one.stones);
        let here: Vec<&Foretold> = all.iter().filter(of_stage).copied().collect();
        let of_color = |color| here.iter().copied().filter(move |one| one.mover == color);
        writeln!(
            out,
            "  {:>3}-{:<3} {:>9}  {}  {}  {}  {}  {}",
            stage.start(),
            stage.end(),
            here.len(),
            mean_loss(here.iter().copied(), plain),
            mean_loss(of_color(Color::Black), plain),
            mean_loss(of_color(Color::White), plain),
            mean_loss(here.iter().copied(), with_black),
            mean(here.iter().map(|one| one.loss_of(one.told))),
        )?;
    }
    writeln!(out, "  Black's chance  positions  came true")?;
    for bin in 0..BINS {
        let told = |one: &Foretold| match one.mover {
            Color::Black => one.told,
            Color::White => 1.0 - one.told,
        };
        let came = |one: &Foretold| match one.mover {
            Color::Black => one.result,
            Color::White => 1.0 - one.result,
        };
        let here: Vec<&Foretold> = all
            .iter()
            .copied()
            .filter(|one| ((told(one) * real(BINS)) as usize).min(BINS - 1) == bin)
            .collect();
        let percent = |value: &dyn Fn(&Foretold) -> f64| {
            let sum: f64 = here.iter().map(|one| value(one)).sum();
            100.0 * sum / real(here.len().max(1))
        };
        let [told, came] = [percent(&told), percent(&came)];
        writeln!(out, "  {told:>12.1} % {:>10} {came:>8.1} %", here.len())?;
    }
    Ok(())
}

/// The mean loss with the fit of the other half; a coin has 0.693.
fn mean_loss<'a>(all: impl Iterator<Item = &'a Foretold>, fits: [Fit; 2]) -> String {
    mean(all.map(|one| one.loss(fits[one.half])))
}

fn mean(losses: impl Iterator<Item = f64>) -> String {
    let losses: Vec<f64> = losses.collect();
    if losses.is_empty() {
        return "     -".to_owned();
    }
    format!("{:>6.3}", losses.iter().sum::<f64>() / real(losses.len()))
}
