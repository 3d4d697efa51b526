//! Players in this process: our own search with any evaluator, and published programs.

use std::cmp::Reverse;

use renju_core::geometry::Point;
use renju_core::limits::{Control, Limits, Observer, Value};
use renju_core::position::Position;
use renju_engine::eval::{How, PlayOptions, play_in_time};
use renju_engine::search::{SearchOptions, TranspositionTable, search};
use renju_programs::EvaluatorHandle;

use super::player::{ChosenMove, FaultKind, GameStart, MoveLimits, Player, PlayerFault};
use super::thought::thought_of;
use crate::pace::Pace;

/// Our search with the values of an evaluator, one thread.
pub struct SearchPlayer {
    evaluator: EvaluatorHandle,
    table_bytes: usize,
    /// Made for the first move, so a player that never plays takes no memory.
    table: Option<TranspositionTable>,
}

impl SearchPlayer {
    /// A player with a transposition table of `table_bytes` bytes.
    pub fn new(evaluator: EvaluatorHandle, table_bytes: usize) -> SearchPlayer {
        SearchPlayer {
            evaluator,
            table_bytes,
            table: None,
        }
    }
}

impl Player for SearchPlayer {
    fn begin(&mut self, _: &GameStart<'_>) -> Result<(), PlayerFault> {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        Ok(())
    }

    fn choose(
        &mut self,
        position: &Position,
        limits: &MoveLimits,
        observer: &dyn Observer,
    ) -> Result<ChosenMove, PlayerFault> {
        let bytes = self.table_bytes;
        let table = self
            .table
            .get_or_insert_with(|| TranspositionTable::new(bytes));
        let options = SearchOptions {
            depth: limits.depth,
            ..SearchOptions::default()
        };
        let pace = Pace::new(limits.move_time(), observer);
        let control = Control::observed(pace.limits(limits.limits.nodes), &pace);
        let found = search(position, &*self.evaluator, &options, &control, table);
        let best = found.last.lines.first();
        let point = best.and_then(|line| line.moves.first().copied().flatten());
        Ok(ChosenMove {
            point: point
                .or_else(|| best_at_sight(&self.evaluator, position))
                .ok_or_else(no_move)?,
            thought: best.map(|line| thought_of(line.value, found.last.depth.into())),
            nodes: Some(found.last.nodes),
        })
    }
}

/// A published program, by its own search.
pub struct PublishedPlayer {
    evaluator: EvaluatorHandle,
    draws_numbers: bool,
    seed: Option<u64>,
}

impl PublishedPlayer {
    /// A player by the search of a published program; `None` if the evaluator is none.
    ///
    /// If it draws random numbers as the program does, it does so by the seed of the game; else it
    /// plays the first of equal moves.
    pub fn new(evaluator: EvaluatorHandle, draws_numbers: bool) -> Option<PublishedPlayer> {
        evaluator.as_system()?;
        Some(PublishedPlayer {
            evaluator,
            draws_numbers,
            seed: None,
        })
    }
}

impl Player for PublishedPlayer {
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), PlayerFault> {
        self.seed = self.draws_numbers.then_some(game.seed);
        Ok(())
    }

    fn choose(
        &mut self,
        position: &Position,
        limits: &MoveLimits,
        observer: &dyn Observer,
    ) -> Result<ChosenMove, PlayerFault> {
        let options = PlayOptions {
            depth: limits.depth.map(usize::from),
            seed: self.seed,
            ..PlayOptions::default()
        };
        let allowed = Limits {
            time: limits.move_time().map(|time| time.planned),
            ..limits.limits
        };
        let control = Control::observed(allowed, observer);
        let system = self.evaluator.as_system().ok_or_else(no_move)?;
        let found = play_in_time(system, position, &options, &control);
        let depth = i32::try_from(found.depth).unwrap_or(i32::MAX);
        let thought = found
            .value
            .map(|points| thought_of(Value::Points(points), depth));
        // A program that is stopped early may have nothing but its last resort.
        let is_cut = found.stop.is_some();
        let searched = found.moves.first().copied();
        let searched = searched.filter(|_| !is_cut || found.how != How::Fallback);
        let at_sight = || best_at_sight(&self.evaluator, position).filter(|_| is_cut);
        Ok(ChosenMove {
            point: searched.or_else(at_sight).ok_or_else(no_move)?,
            thought,
            nodes: system.searches().then_some(found.nodes),
        })
    }
}

fn no_move() -> PlayerFault {
    PlayerFault::new(FaultKind::Error, "found no move")
}

/// The legal point of the greatest value, for a search that ended before it had a move; of equal ones
/// the first in reading order.
fn best_at_sight(evaluator: &EvaluatorHandle, position: &Position) -> Option<Point> {
    let values = evaluator.evaluate(position, position.to_move());
    let values = values.ok().and_then(|evaluation| evaluation.points);
    let value = |point: Point| values.as_ref().and_then(|values| values[point]);
    let legal = position.legal_play().moves();
    legal.iter().min_by_key(|&point| Reverse(value(point)))
}
