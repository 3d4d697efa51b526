use crate::board::Color;

use super::Rule;

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

/// A rule known at compile time.
pub trait RuleSet: Copy + Send + Sync + 'static {
    /// The same rule as a value.
    const RULE: Rule;
    /// Whether Black may make no overline, double-four or double-three.
    const RESTRICTS_BLACK: bool;

    /// Which rows win for `color`.
    fn five_length(color: Color) -> FiveLength;
}

/// Five or more in a row win for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Freestyle;

/// Exactly five in a row win for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standard;

/// Exactly five wins for Black, who is restricted; five or more for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renju;

impl RuleSet for Freestyle {
    const RULE: Rule = Rule::Freestyle;
    const RESTRICTS_BLACK: bool = false;

    fn five_length(_: Color) -> FiveLength {
        FiveLength::OrMore
    }
}

impl RuleSet for Standard {
    const RULE: Rule = Rule::Standard;
    const RESTRICTS_BLACK: bool = false;

    fn five_length(_: Color) -> FiveLength {
        FiveLength::Exact
    }
}

impl RuleSet for Renju {
    const RULE: Rule = Rule::Renju;
    const RESTRICTS_BLACK: bool = true;

    fn five_length(color: Color) -> FiveLength {
        match color {
            Color::Black => FiveLength::Exact,
            Color::White => FiveLength::OrMore,
        }
    }
}
