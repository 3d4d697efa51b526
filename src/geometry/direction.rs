use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// One of the four lines through a point.
///
/// Steps forward go to the right; on a vertical line they go up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Along a row, A8 to O8.
    Horizontal,
    /// Along a column, H1 to H15.
    Vertical,
    /// Up to the right, A1 to O15.
    Rising,
    /// Down to the right, A15 to O1.
    Falling,
}

impl Direction {
    /// All four, in the order used everywhere.
    pub const ALL: [Direction; 4] = [
        Direction::Horizontal,
        Direction::Vertical,
        Direction::Rising,
        Direction::Falling,
    ];

    /// Columns and rows that one step forward adds.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        }
    }

    /// The name in JSON: `"horizontal"`, `"vertical"`, `"rising"`, `"falling"`.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Horizontal => "horizontal",
            Direction::Vertical => "vertical",
            Direction::Rising => "rising",
            Direction::Falling => "falling",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
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
