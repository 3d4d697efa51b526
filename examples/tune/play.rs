use std::io::Write;
use std::ops::Range;

use renju::board::{ByColor, Color};
use renju::geometry::{Point, Size};
use renju::limits::{Control, Limits, PrincipalVariation, Value};
use renju::position::Position;
use renju::rule::Rule;
use renju::search::{SearchOptions, SearchParams, TranspositionTable, search};
use renju::systems::EvaluatorHandle;

use super::Error;
use super::arguments::Arguments;
use super::game::{Game, Said};
use super::in_order::{Progress, in_order};
use super::random::Random;

/// What a search of a game may remember.
const MEMORY: usize = 1 << 20;

/// What is to be played.
pub(super) struct Plan {
    evaluator: EvaluatorHandle,
    /// Those of our search; those of the rule, if there are none.
    params: Option<SearchParams>,
    /// Plays each opening twice, once with each side, if there is one.
    rival: Option<EvaluatorHandle>,
    rule: Rule,
    size: Size,
    /// The numbers of the games.
    numbers: Range<usize>,
    nodes: u64,
    /// Openings of which more is said than this, for either side, are drawn again.
    most_uneven: i64,
    seed: u64,
    threads: usize,
}

/// By what a side plays.
#[derive(Clone, Copy)]
struct Side<'a> {
    evaluator: &'a EvaluatorHandle,
    /// Those of the rule, if there are none.
    params: Option<SearchParams>,
}

/// A game, and what the search said before each move.
struct PlayedOut {
    position: Position,
    said: Vec<Said>,
    /// Nobody if it is a draw.
    winner: Option<Color>,
}

impl Plan {
    pub(super) fn read(arguments: &mut Arguments) -> Result<Plan, Error> {
        let size: u8 = arguments.take("size", Size::RENJU.get())?;
        let first = arguments.take("first", 0)?;
        let games: usize = arguments.take("games", 20_000)?;
        Ok(Plan {
            evaluator: arguments.take_evaluator("evaluator")?,
            params: arguments.take_params("params")?,
            rival: if arguments.has("against") {
                Some(arguments.take_evaluator("against")?)
            } else {
                None
            },
            rule: arguments.take("rule", Rule::Renju)?,
            size: Size::new(size).ok_or("--size is from 5 to 20")?,
            numbers: first..first + games,
            nodes: arguments.take("nodes", 3_000)?,
            most_uneven: arguments.take("uneven", 120)?,
            seed: arguments.take("seed", 1)?,
            threads: arguments.take("threads", 2)?,
        })
    }

    /// The rule of the games.
    pub(super) const fn rule(&self) -> Rule {
        self.rule
    }

    /// The seed of the games.
    pub(super) const fn seed(&self) -> u64 {
        self.seed
    }

    /// Threads that play.
    pub(super) const fn threads(&self) -> usize {
        self.threads
    }

    /// Writes all games in the order of their numbers, as they become complete.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let (mut written, mut points) = (0, 0.0);
        let play = |number| self.play(number);
        let mut progress = Progress::new("games", self.numbers.clone());
        in_order(self.threads, self.numbers.clone(), play, |game: Game| {
            writeln!(out, "{}", serde_json::to_string(&game)?)?;
            points += game.result(Color::BOTH[game.number % 2]);
            written += 1;
            progress.count();
            Ok(())
        })?;
        if self.rival.is_some() {
            eprintln!("{points} points of {written} against the rival");
        }
        Ok(())
    }

    /// Plays a game until it ends or is known to be won. Against a rival, ours is Black in the
    /// games with even numbers.
    fn play(&self, number: usize) -> Game {
        let pair = if self.rival.is_some() {
            number / 2
        } else {
            number
        };
        let opening = self.opening(&mut Random::of_game(self.seed, pair));
        let ours = Color::BOTH[number % 2];
        let sides = ByColor::from_fn(|side| {
            let rival = self.rival.as_ref().filter(|_| side != ours);
            Side {
                evaluator: rival.unwrap_or(&self.evaluator),
                params: self.params.filter(|_| rival.is_none()),
            }
        });
        let played = self.play_out(&opening, sides);
        Game {
            number,
            rule: self.rule,
            size: self.size,
            opening: moves_of(&opening).len(),
            moves: moves_of(&played.position),
            said: played.said,
            winner: played.winner,
        }
    }

    /// Who wins a game of our evaluator with parameters of each side's own, from the opening of a pair.
    pub(super) fn winner_with(&self, pair: usize, params: ByColor<SearchParams>) -> Option<Color> {
        let opening = self.opening(&mut Random::of_game(self.seed, pair));
        let sides = ByColor::from_fn(|side| Side {
            evaluator: &self.evaluator,
            params: Some(params[side]),
        });
        self.play_out(&opening, sides).winner
    }

    /// Plays until the game ends or a side says that it is decided.
    fn play_out(&self, opening: &Position, sides: ByColor<Side<'_>>) -> PlayedOut {
        // Of its own both sides share what is remembered.
        let is_shared = self.rival.is_none() && sides.black.params == sides.white.params;
        let mut memories = ByColor::from_fn(|_| TranspositionTable::new(MEMORY));
        let mut position = opening.clone();
        let mut said = Vec::new();
        let mut winner = None;
        while winner.is_none() && position.outcome().is_none() {
            let mover = position.to_move();
            let memory = &mut memories[if is_shared { Color::Black } else { mover }];
            let Some(line) = self.look(&position, sides[mover], memory) else {
                break;
            };
            let Some(&Some(best)) = line.moves.first() else {
                break;
            };
            said.push(Said::of(line.value));
            winner = match line.value {
                Value::Points(_) | Value::Draw => None,
                Value::WinIn(_) => Some(mover),
                Value::LossIn(_) => Some(!mover),
            };
            match position.play(best) {
                Ok(next) => position = next,
                Err(refused) => {
                    position = *refused.position;
                    break;
                }
            }
        }
        PlayedOut {
            winner: winner.or_else(|| position.outcome().and_then(|ended| ended.winner)),
            position,
            said,
        }
    }

    /// The best line that the search finds, if there is a move.
    fn look(
        &self,
        position: &Position,
        side: Side<'_>,
        memory: &mut TranspositionTable,
    ) -> Option<PrincipalVariation> {
        let options = SearchOptions {
            params: side.params,
            ..SearchOptions::default()
        };
        let control = Control::new(Limits::nodes(self.nodes));
        let found = search(position, &**side.evaluator, &options, &control, memory);
        found.last.lines.into_iter().next()
    }

    /// Three to eight stones near the middle and near each other, about even.
    fn opening(&self, random: &mut Random) -> Position {
        loop {
            let stones = 3 + random.below(6);
            let mut position = Position::new(self.size, self.rule);
            while moves_of(&position).len() < stones && position.outcome().is_none() {
                let point = self.near_the_middle(random);
                if !is_near(&position, point) {
                    continue;
                }
                position = match position.play(point) {
                    Ok(next) => next,
                    Err(refused) => *refused.position,
                };
            }
            let mut memory = TranspositionTable::new(MEMORY);
            let side = Side {
                evaluator: &self.evaluator,
                params: None,
            };
            let line = self.look(&position, side, &mut memory);
            let is_even = line.is_some_and(
                |line| matches!(line.value, Value::Points(points) if points.abs() <= self.most_uneven),
            );
            if position.outcome().is_none() && is_even {
                return position;
            }
        }
    }

    /// A point of the seven lines in the middle.
    fn near_the_middle(&self, random: &mut Random) -> Point {
        let lines = self.size.get().min(7);
        let first = (self.size.get() - lines) / 2;
        let mut line = || first + random.below(usize::from(lines)) as u8;
        Point::new(line(), line()).expect("a line of the board")
    }
}

/// Whether a stone is at most two lines away, or there is none at all.
fn is_near(position: &Position, point: Point) -> bool {
    let moves = moves_of(position);
    let is_close = |stone: &Point| {
        stone.column().abs_diff(point.column()) <= 2 && stone.row().abs_diff(point.row()) <= 2
    };
    moves.is_empty() || moves.iter().any(is_close)
}

fn moves_of(position: &Position) -> Vec<Point> {
    let moves = position.moves().unwrap_or_default();
    moves.iter().flatten().copied().collect()
}

/// The side that is to move after so many moves of both.
pub(super) fn mover_after(moves: usize) -> Color {
    Color::BOTH[moves % 2]
}
