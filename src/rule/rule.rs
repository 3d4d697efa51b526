use crate::board::{Board, Color};
use crate::geometry::{Direction, Point, Size};
use crate::named_enum::named_enum;

use super::row_length_through;

named_enum! {
    /// Which row wins, and whether Black is restricted.
    pub enum Rule: "rule" {
        /// Five or more in a row win for both sides.
        Freestyle = "freestyle",
        /// Exactly five in a row win for both sides.
        Standard = "standard",
        /// Black wins by exactly five and may make no overline, double-four or double-three; White
        /// wins by five or more (RIF 9).
        Renju = "renju",
    }
}

impl Rule {
    /// The rule of a board about which nothing else is said: renju on 15x15, freestyle elsewhere.
    pub fn default_on(size: Size) -> Rule {
        if size == Size::RENJU {
            Rule::Renju
        } else {
            Rule::Freestyle
        }
    }

    /// Which rows win for `color`. Under renju the length is exact for Black only (RIF 9.1).
    #[inline]
    pub const fn five_length(self, color: Color) -> FiveLength {
        match (self, color) {
            (Rule::Freestyle, _) | (Rule::Renju, Color::White) => FiveLength::OrMore,
            (Rule::Standard, _) | (Rule::Renju, Color::Black) => FiveLength::Exact,
        }
    }

    /// Whether some points may be forbidden to `color`: only to Black, and only under renju.
    #[inline]
    pub const fn restricts(self, color: Color) -> bool {
        matches!((self, color), (Rule::Renju, Color::Black))
    }

    /// Whether a stone of `color` on the empty `point` makes a row that wins.
    pub fn makes_five(self, board: &Board, point: Point, color: Color) -> bool {
        Direction::ALL
            .into_iter()
            .any(|direction| self.makes_five_along(board, point, direction, color))
    }

    /// As [`makes_five`](Self::makes_five), on a single line.
    pub fn makes_five_along(
        self,
        board: &Board,
        point: Point,
        direction: Direction,
        color: Color,
    ) -> bool {
        let length = row_length_through(board, point, direction, color);
        self.five_length(color).wins(length)
    }
}

/// Which unbroken rows win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FiveLength {
    /// Rows of exactly five; longer ones are overlines.
    Exact,
    /// Rows of five and longer ones.
    OrMore,
}

impl FiveLength {
    /// Whether an unbroken row of that many stones wins.
    pub const fn wins(self, stones: usize) -> bool {
        match self {
            FiveLength::Exact => stones == 5,
            FiveLength::OrMore => stones >= 5,
        }
    }
}
