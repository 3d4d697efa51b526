use crate::eval::PlayOptions;
use crate::geometry::Point;
use crate::limits::{Control, Observer, Value};
use crate::position::Position;
use crate::search::{SearchOptions, TranspositionTable, search};
use crate::systems::EvaluatorHandle;

use super::player::{ChosenMove, FaultKind, GameStart, MoveLimits, Player, PlayerFault};
use super::thought::thought_of;

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
        let control = Control::observed(limits.limits, observer);
        let found = search(position, &*self.evaluator, &options, &control, table);
        let best = found.last.lines.first();
        let point = best.and_then(|line| line.moves.first().copied().flatten());
        Ok(ChosenMove {
            point: point
                .or_else(|| first_legal(position))
                .ok_or_else(no_move)?,
            thought: best.map(|line| thought_of(line.value, found.last.depth.into())),
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
        let control = Control::observed(limits.limits, observer);
        let system = self.evaluator.as_system().ok_or_else(no_move)?;
        let found = system.play(position, &options, &control);
        let depth = i32::try_from(found.depth).unwrap_or(i32::MAX);
        let thought = found
            .value
            .map(|points| thought_of(Value::Points(points), depth));
        Ok(ChosenMove {
            point: found.moves.first().copied().ok_or_else(no_move)?,
            thought,
        })
    }
}

fn no_move() -> PlayerFault {
    PlayerFault::new(FaultKind::Error, "found no move")
}

/// The first legal point in reading order, for a search that was not let begin.
fn first_legal(position: &Position) -> Option<Point> {
    let mut empties = position.board().empties().iter();
    empties.find(|&point| position.clone().play(point).is_ok())
}
