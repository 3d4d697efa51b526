//! The pattern to look for: a whole position, or a shape that may lie anywhere.

use thiserror::Error;

use crate::board::{Board, Color};
use crate::geometry::{Point, PointSet, Size};

/// What some points of a board hold; any other point may hold anything, or not be there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StonePattern {
    /// The board on which its points lie; `None` for a shape that may lie anywhere on any board.
    pub board: Option<Size>,
    /// Points with a black stone.
    pub black: PointSet,
    /// Points with a white stone.
    pub white: PointSet,
    /// Points without a stone.
    pub empty: PointSet,
    /// Points that the board has, whatever they hold. Where all lie on it, so does the whole pattern:
    /// of a diagram its `?`, which keep what lies within them away from the edge.
    pub any: PointSet,
}

/// Why a pattern is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoPattern {
    /// Nothing to look for.
    #[error("the pattern has no stone, so it is in every game")]
    Empty,
    /// Every point of a board is said to hold something.
    #[error("a whole position lies in one place only")]
    Whole,
}

impl StonePattern {
    /// A whole position: every point of its board holds what it holds there.
    pub fn position(board: &Board) -> StonePattern {
        let [black, white] = Color::BOTH.map(|color| board.stones(color));
        StonePattern {
            board: Some(board.size()),
            black,
            white,
            empty: board.empties(),
            any: PointSet::default(),
        }
    }

    /// The shape that may lie anywhere, without the place that the pattern had, and without the
    /// points around it that may hold anything.
    ///
    /// # Errors
    ///
    /// If the pattern is a whole position.
    pub fn anywhere(self) -> Result<StonePattern, NoPattern> {
        if let Some(size) = self.board
            && self.said() == PointSet::all(size)
        {
            return Err(NoPattern::Whole);
        }
        Ok(StonePattern {
            board: None,
            any: PointSet::default(),
            ..self
        })
    }

    /// The points of which the pattern says something.
    fn said(&self) -> PointSet {
        self.black | self.white | self.empty
    }

    /// The first and the last column, then the first and the last row, from 0, of the smallest
    /// rectangle that has all points of which it says something, or of its whole board.
    ///
    /// # Errors
    ///
    /// If it has no stone.
    pub(super) fn frame(&self) -> Result<[[i16; 2]; 2], NoPattern> {
        if (self.black | self.white).is_empty() {
            return Err(NoPattern::Empty);
        }
        Ok(self.rectangle(self.said()))
    }

    /// The first and the last column and row, as of a frame, of all points that the board has to have.
    pub(super) fn extent(&self) -> [[i16; 2]; 2] {
        self.rectangle(self.said() | self.any)
    }

    fn rectangle(&self, points: PointSet) -> [[i16; 2]; 2] {
        if let Some(size) = self.board {
            return [[0, i16::from(size.get()) - 1]; 2];
        }
        let of = |place: fn(Point) -> u8| {
            let places = points.iter().map(move |point| i16::from(place(point)));
            let (first, last) = places.fold((i16::MAX, 0), |(first, last), at| {
                (first.min(at), last.max(at))
            });
            [first, last]
        };
        [of(Point::column), of(Point::row)]
    }
}
