//! Makes a position smaller while a difference stays: stones away, stones together, one image of eight.

use super::boards::goes_on;
use super::difference::{Difference, HuntPair};
use crate::board::{Board, Color, canonical};
use crate::geometry::{Direction, Point};
use crate::position::Position;

/// A position and the difference that it shows.
pub(super) struct Shrunk<'p> {
    pair: &'p dyn HuntPair,
    stops: &'p (dyn Fn() -> bool + Sync),
    pub(super) position: Position,
    pub(super) difference: Difference,
}

impl<'p> Shrunk<'p> {
    /// The smallest position that greedy steps lead to, or the smallest so far once `stops`. What either of
    /// both does not answer is no step.
    pub(super) fn of(
        (pair, stops): (&'p dyn HuntPair, &'p (dyn Fn() -> bool + Sync)),
        position: Position,
        difference: Difference,
    ) -> Shrunk<'p> {
        let mut shrunk = Shrunk {
            pair,
            stops,
            position,
            difference,
        };
        while shrunk.take_away() | shrunk.move_together() {}
        shrunk.move_to_the_middle();
        let (image, _) = canonical(shrunk.board());
        shrunk.accepts(image, None);
        shrunk
            .pair
            .complete(&shrunk.position, &mut shrunk.difference);
        shrunk
    }

    fn board(&self) -> &Board {
        self.position.board()
    }

    /// Takes a board for the position, if it shows the same difference; at `point`, where one is given.
    fn accepts(&mut self, board: Board, point: Option<Point>) -> bool {
        if (self.stops)() {
            return false;
        }
        let Some(position) = goes_on(board, self.position.rule(), self.position.to_move()) else {
            return false;
        };
        let found = self.pair.differences(&position).unwrap_or_default();
        let is_left = |found: &Difference| {
            let is_there = point.is_none_or(|point| found.point == Some(point));
            is_there && found.is_left_of(&self.difference)
        };
        let Some(left) = found.into_iter().find(is_left) else {
            return false;
        };
        self.difference = left;
        self.position = position;
        true
    }

    /// Takes away as many stones as can be: first halves of all, then ever smaller parts.
    fn take_away(&mut self) -> bool {
        let (mut has_changed, mut part) = (false, self.board().stone_count() / 2);
        while part > 0 {
            let mut start = 0;
            loop {
                let stones = stones(self.board());
                if start >= stones.len() {
                    break;
                }
                let mut board = self.board().clone();
                for &(stone, _) in stones.iter().skip(start).take(part) {
                    board.lift(stone);
                }
                if self.accepts(board, None) {
                    has_changed = true;
                } else {
                    start += part;
                }
            }
            part /= 2;
        }
        has_changed
    }

    /// Moves stones a step towards the point in question, as far as that goes.
    fn move_together(&mut self) -> bool {
        let Some(middle) = self.difference.point else {
            return false;
        };
        let mut has_changed = false;
        for (stone, color) in stones(self.board()) {
            let mut steps = steps_towards(stone, middle).into_iter();
            has_changed |= steps.any(|to| {
                let mut board = self.board().clone();
                if !board.is_empty(to) || to == middle {
                    return false;
                }
                board.lift(stone);
                board.place(to, color);
                self.accepts(board, Some(middle))
            });
        }
        has_changed
    }

    /// Moves all stones so that the point in question is in the middle of the board, or as near to it as
    /// it can be.
    fn move_to_the_middle(&mut self) {
        let Some(point) = self.difference.point else {
            return;
        };
        let middle = (self.board().size().get() / 2) as i8;
        let [across, along] = [point.column(), point.row()].map(|place| middle - place as i8);
        let mut shifts = [(across, along), (across, 0), (0, along)].into_iter();
        shifts.any(|(across, along)| {
            let shifted = shifted(self.board(), across, along);
            shifted.is_some_and(|board| self.accepts(board, None))
        });
    }
}

fn stones(board: &Board) -> Vec<(Point, Color)> {
    let of = |color: Color| board.stones(color).iter().map(move |point| (point, color));
    of(Color::White).chain(of(Color::Black)).collect()
}

/// The points next to `stone` that are nearer to `middle`: diagonally, along the row, along the column.
fn steps_towards(stone: Point, middle: Point) -> Vec<Point> {
    let towards = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum() as i8;
    let across = towards(stone.column(), middle.column());
    let along = towards(stone.row(), middle.row());
    let steps = [(across, along), (across, 0), (0, along)].into_iter();
    let steps = steps.filter(|&step| step != (0, 0));
    steps
        .filter_map(|(across, along)| moved(stone, across, along))
        .collect()
}

fn moved(point: Point, across: i8, along: i8) -> Option<Point> {
    let point = point.step(Direction::Horizontal, across)?;
    point.step(Direction::Vertical, along)
}

/// The board with all stones moved; `None` if one would leave it.
fn shifted(board: &Board, across: i8, along: i8) -> Option<Board> {
    let mut shifted = Board::empty(board.size());
    for (stone, color) in stones(board) {
        let to = moved(stone, across, along).filter(|&to| shifted.is_empty(to))?;
        shifted.place(to, color);
    }
    Some(shifted)
}
