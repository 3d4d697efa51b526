//! Which points of a text of moves are taken, and by what.

use std::fmt;

use super::characters::Character;
use super::coordinates::CoordinateSystem;
use super::move_tokens::points;
use super::{ErrorCode, ParseError};
use renju_core::geometry::{Point, PointSet};

/// Stones that are on the board already, each with what put it there.
#[derive(Clone, Debug, Default)]
pub(super) struct OccupiedPoints {
    points: PointSet,
    stones: Vec<(Point, StoneBy)>,
}

/// What put a stone on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StoneBy {
    /// The move of this number, from 1.
    Move(usize),
    /// No move: it stands there from the beginning.
    SetUp,
}

impl fmt::Display for StoneBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoneBy::Move(number) => write!(f, "move {number}"),
            StoneBy::SetUp => f.write_str("another stone"),
        }
    }
}

impl OccupiedPoints {
    /// The points of these moves.
    pub(super) fn of(moves: &[Option<Point>]) -> OccupiedPoints {
        let stones = (1..)
            .zip(moves)
            .filter_map(|(number, &point)| Some((point?, StoneBy::Move(number))));
        let stones: Vec<(Point, StoneBy)> = stones.collect();
        let points = stones.iter().map(|&(point, _)| point).collect();
        OccupiedPoints { points, stones }
    }

    /// Puts a stone that no move has put.
    pub(super) fn place_one(&mut self, point: Point) -> Result<(), ParseError> {
        self.put(point, StoneBy::SetUp)
    }

    /// Puts the stone of a move, unless it is a pass.
    pub(super) fn play_next(
        &mut self,
        point: Option<Point>,
        number: usize,
    ) -> Result<(), ParseError> {
        point.map_or(Ok(()), |point| self.put(point, StoneBy::Move(number)))
    }

    /// Puts a stone that `by` put there; an error names who did so before.
    fn put(&mut self, point: Point, by: StoneBy) -> Result<(), ParseError> {
        if self.points.insert(point) {
            self.stones.push((point, by));
            return Ok(());
        }
        let before = self.stones.iter().find(|(other, _)| *other == point);
        let before = before.map_or(by, |&(_, before)| before);
        let message = format!("{point} is taken by {before}");
        Err(ParseError::new(ErrorCode::PointTaken, message))
    }

    /// The free stones of a text.
    pub(super) fn place(
        &mut self,
        line: &[Character],
        names: CoordinateSystem,
    ) -> Result<Vec<Point>, ParseError> {
        let points = points(line, names, |point| match point {
            Some(point) => self.put(point, StoneBy::SetUp),
            None => Err(ParseError::new(ErrorCode::BadPoint, "a pass is no stone")),
        })?;
        Ok(points.into_iter().flatten().collect())
    }
}

/// The moves of a text that holds nothing else, `None` for a pass.
pub(super) fn play(
    line: &[Character],
    names: CoordinateSystem,
) -> Result<Vec<Option<Point>>, ParseError> {
    let (mut stones, mut count) = (OccupiedPoints::default(), 0);
    points(line, names, |point| {
        count += 1;
        stones.play_next(point, count)
    })
}
