//! The four line directions, their steps in columns and rows, and arrays indexed by them.

use std::ops::{Index, IndexMut};

use crate::named_enum::named_enum;

named_enum! {
    /// One of the four lines through a point.
    ///
    /// Steps forward go to the right; on a vertical line they go up.
    #[derive(PartialOrd, Ord)]
    pub enum Direction: "direction" {
        /// Along a row, A8 to O8.
        Horizontal = "horizontal",
        /// Along a column, H1 to H15.
        Vertical = "vertical",
        /// Up to the right, A1 to O15.
        Rising = "rising",
        /// Down to the right, A15 to O1.
        Falling = "falling",
    }
}

impl Direction {
    /// Columns and rows that one step forward adds.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        }
    }
}

/// A value for each of the four directions, in the order of [`Direction::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByDirection<T>(pub [T; 4]);

impl<T> ByDirection<T> {
    /// The values that `value` gives, direction by direction.
    pub fn from_fn(value: impl FnMut(Direction) -> T) -> ByDirection<T> {
        ByDirection(Direction::ALL.map(value))
    }

    /// Each direction with its value.
    pub fn iter(&self) -> impl Iterator<Item = (Direction, &T)> {
        Direction::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Direction> for ByDirection<T> {
    type Output = T;

    fn index(&self, direction: Direction) -> &T {
        &self.0[direction as usize]
    }
}

impl<T> IndexMut<Direction> for ByDirection<T> {
    fn index_mut(&mut self, direction: Direction) -> &mut T {
        &mut self.0[direction as usize]
    }
}
