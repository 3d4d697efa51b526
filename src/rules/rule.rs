use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Color;
use crate::geometry::Size;

use super::{FiveLength, Freestyle, Renju, RuleSet, Standard};

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

/// Work that can be done under any rule, each time compiled for that rule.
pub trait ForRule {
    /// What comes of it.
    type Output;

    /// Does the work under the rule `R`.
    fn run<R: RuleSet>(self) -> Self::Output;
}

impl Rule {
    /// All three.
    pub const ALL: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

    /// Runs `work` with the marker type of this rule.
    pub fn dispatch<W: ForRule>(self, work: W) -> W::Output {
        match self {
            Rule::Freestyle => work.run::<Freestyle>(),
            Rule::Standard => work.run::<Standard>(),
            Rule::Renju => work.run::<Renju>(),
        }
    }

    /// The rule of a board about which nothing else is said: renju on 15x15, freestyle elsewhere.
    pub fn default_on(size: Size) -> Rule {
        if size == Size::RENJU {
            Rule::Renju
        } else {
            Rule::Freestyle
        }
    }

    /// Which rows win for `color`.
    pub fn five_length(self, color: Color) -> FiveLength {
        struct Ask(Color);
        impl ForRule for Ask {
            type Output = FiveLength;

            fn run<R: RuleSet>(self) -> FiveLength {
                R::five_length(self.0)
            }
        }
        self.dispatch(Ask(color))
    }

    /// Whether some points may be forbidden to Black.
    pub fn restricts_black(self) -> bool {
        struct Ask;
        impl ForRule for Ask {
            type Output = bool;

            fn run<R: RuleSet>(self) -> bool {
                R::RESTRICTS_BLACK
            }
        }
        self.dispatch(Ask)
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
