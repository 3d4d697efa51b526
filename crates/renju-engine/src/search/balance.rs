//! The move after which a game is worth a given value: the most even one rather than the best.

use crate::eval::Evaluator;
use renju_core::board::Board;
use renju_core::geometry::{Point, PointSet};
use renju_core::limits::{Control, Instant, Limits, Observer, Progress, StopOnly, Value};
use renju_core::position::Position;

use super::{SearchOptions, TranspositionTable, search};

/// How far from all stones a move may be, in lines.
const REACH: u8 = 4;

/// Searches of one move each, within common limits, for the move that leaves a game even, or
/// nearest to another value.
///
/// ```
/// use renju_engine::eval::shapes::Shapes;
/// use renju_core::geometry::Size;
/// use renju_core::limits::{Limits, NoObserver};
/// use renju_core::position::Position;
/// use renju_core::rule::Rule;
/// use renju_engine::search::{BalanceSearch, SearchOptions, TranspositionTable};
///
/// let position = Position::new(Size::RENJU, Rule::Renju).play("H8".parse()?)?;
/// let mut table = TranspositionTable::new(1 << 20);
/// let asked = (SearchOptions::depth(2), Limits::nodes(2000));
/// let mut balance =
///     BalanceSearch::new(&position, asked, Shapes::ours(), &mut table, &NoObserver);
/// assert!(balance.move_worth(0).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BalanceSearch<'a> {
    position: &'a Position,
    options: SearchOptions,
    limits: Limits,
    evaluator: &'a dyn Evaluator,
    table: &'a mut TranspositionTable,
    observer: StopOnly<'a>,
    deadline: Option<Instant>,
    nodes: u64,
}

impl<'a> BalanceSearch<'a> {
    /// Starts the clock now; `observer` may end the work, and hears of no iteration, as those of
    /// one move are not those of the position. Of the options depth, threads, `only` and `avoid`
    /// count.
    pub fn new(
        position: &'a Position,
        (options, limits): (SearchOptions, Limits),
        evaluator: &'a dyn Evaluator,
        table: &'a mut TranspositionTable,
        observer: &'a dyn Observer,
    ) -> BalanceSearch<'a> {
        let time = limits.time;
        BalanceSearch {
            position,
            options,
            limits,
            evaluator,
            table,
            observer: StopOnly(observer),
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            nodes: 0,
        }
    }

    /// The legal move after which the game is worth nearest to `value`, in points of the evaluator
    /// to the side that makes it; `None` if there is none.
    pub fn move_worth(&mut self, value: i64) -> Option<Point> {
        self.moves_worth(value, 1).first().copied()
    }

    /// As [`move_worth`](Self::move_worth), the `count` nearest ones, the nearest first; fewer
    /// if there are fewer.
    ///
    /// Each round has an equal share of what is left, and the better half of its moves goes on to
    /// the next (successive halving).
    pub fn moves_worth(&mut self, value: i64, count: usize) -> Vec<Point> {
        let position = self.position;
        let board = position.board();
        let wanted = self.options.only.unwrap_or_else(|| near_stones(board));
        let wanted = (wanted & board.empties()) - self.options.avoid;
        let is_legal = |&point: &Point| position.clone().play(point).is_ok();
        let mut moves: Vec<Point> = wanted.iter().filter(is_legal).collect();
        while moves.len() > count && !self.is_over() {
            let rounds = u64::from(moves.len().ilog2()) + 1;
            let mut searches = rounds * moves.len() as u64;
            let mut valued = Vec::with_capacity(moves.len());
            for &point in &moves {
                let off = self
                    .value_of(point, searches)
                    .map_or(u64::MAX, |found| found.abs_diff(value));
                valued.push((off, point));
                searches -= 1;
            }
            valued.sort_by_key(|&(off, _)| off);
            valued.truncate(moves.len().div_ceil(2).max(count));
            moves = valued.into_iter().map(|(_, point)| point).collect();
        }
        moves.truncate(count);
        moves
    }

    /// What a move is worth by a search in one of `shares` parts of what is left; `None` if it
    /// wins or loses.
    fn value_of(&mut self, point: Point, shares: u64) -> Option<i64> {
        let mut only = PointSet::EMPTY;
        only.insert(point);
        let options = SearchOptions {
            only: Some(only),
            lines: 1,
            ..self.options
        };
        let left = |nodes: u64| (nodes.saturating_sub(self.nodes) / shares).max(1);
        let time = self
            .deadline
            .map(|end| end.saturating_duration_since(Instant::now()));
        let limits = Limits {
            nodes: self.limits.nodes.map(left),
            time: time.map(|time| time / u32::try_from(shares).unwrap_or(u32::MAX)),
        };
        let control = Control::observed(limits, &self.observer);
        let position = self.position;
        let found = search(position, self.evaluator, &options, &control, self.table).last;
        self.nodes += found.nodes;
        match found.lines.first()?.value {
            Value::Points(points) => Some(points),
            Value::Draw => Some(0),
            Value::WinIn(_) | Value::LossIn(_) => None,
        }
    }

    fn is_over(&self) -> bool {
        let progress = Progress {
            nodes: self.nodes,
            ..Progress::default()
        };
        let limits = self.limits;
        self.observer.progress(&progress).is_break()
            || limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

/// The empty points near a stone; all of them on an empty board.
fn near_stones(board: &Board) -> PointSet {
    let empties = board.empties();
    let stones: Vec<Point> = (PointSet::all(board.size()) - empties).iter().collect();
    if stones.is_empty() {
        return empties;
    }
    let is_near = |point: Point| {
        stones.iter().any(|stone| {
            stone.column().abs_diff(point.column()) <= REACH
                && stone.row().abs_diff(point.row()) <= REACH
        })
    };
    let mut near = PointSet::EMPTY;
    for point in empties.iter().filter(|&point| is_near(point)) {
        near.insert(point);
    }
    near
}
