//! Black and White, and `ByColor`: a pair of values indexed by side.

use std::ops::{Index, IndexMut, Not};

use serde::{Deserialize, Serialize};

use crate::named_enum::named_enum;

named_enum! {
    /// A side. Black moves first, and alone is restricted in renju.
    #[derive(PartialOrd, Ord)]
    pub enum Color: "color" {
        /// Moves first.
        Black = "black" | "b",
        /// Moves second.
        White = "white" | "w",
    }
}

impl Color {
    /// Both, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];
}

impl Not for Color {
    type Output = Color;

    /// The other side.
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

/// A value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct ByColor<T> {
    /// The value of Black.
    pub black: T,
    /// The value of White.
    pub white: T,
}

impl<T> ByColor<T> {
    /// The values that `value` gives, Black first.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor {
            black: value(Color::Black),
            white: value(Color::White),
        }
    }

    /// What belongs to one color.
    pub fn into_of(self, color: Color) -> T {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for color in Color::BOTH {
            assert_eq!(color.name().parse(), Ok(color));
            assert_eq!(!!color, color);
        }
        let error = "green".parse::<Color>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "color \"green\" is neither black nor white"
        );
    }
}
