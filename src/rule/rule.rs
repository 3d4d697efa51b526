use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Color;
use crate::geometry::Size;

/// Which row wins, and whether Black is restricted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Five or more in a row win for both sides.
    Freestyle,
    /// Exactly five in a row win for both sides.
    Standard,
    /// Black wins by exactly five and may make no overline, double-four or double-three; White
    /// wins by five or more (RIF 9).
    Renju,
}

impl Rule {
    /// All three.
    pub const ALL: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

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

    /// The name in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
        }
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

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text is no [`Rule`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("rule {0:?} is none of renju, standard, freestyle")]
pub struct ParseRuleError(pub String);

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Rule, ParseRuleError> {
        Rule::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseRuleError(text.to_owned()))
    }
}
