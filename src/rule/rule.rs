use crate::board::Color;
use crate::geometry::Size;
use crate::named_enum::named_enum;

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
