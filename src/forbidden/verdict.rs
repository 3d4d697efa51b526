use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::rule::Run;

use super::Proof;

/// Why a point is forbidden to Black (RIF 9.2). The rules know no precedence among the three.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForbiddenKind {
    /// The stone makes two or more threes that meet in it.
    DoubleThree,
    /// The stone makes two or more fours that meet in it, on one line or on several.
    DoubleFour,
    /// The stone makes an unbroken row of six or more.
    Overline,
}

impl ForbiddenKind {
    /// The name in JSON, such as `"double_three"`.
    pub const fn name(self) -> &'static str {
        match self {
            ForbiddenKind::DoubleThree => "double_three",
            ForbiddenKind::DoubleFour => "double_four",
            ForbiddenKind::Overline => "overline",
        }
    }

    /// The mark in diagrams: `3`, `4` or `6`.
    pub const fn digit(self) -> char {
        match self {
            ForbiddenKind::DoubleThree => '3',
            ForbiddenKind::DoubleFour => '4',
            ForbiddenKind::Overline => '6',
        }
    }
}

impl fmt::Display for ForbiddenKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What becomes of a black stone on a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Black may play here; the proof shows what was found and why it does not matter.
    Allowed(Proof),
    /// The stone makes a five.
    Wins(Win),
    /// The stone loses.
    Forbidden(Forbidden),
}

impl Verdict {
    /// Whether Black may not play here.
    pub const fn is_forbidden(&self) -> bool {
        matches!(self, Verdict::Forbidden(_))
    }

    /// What the stone makes, whatever the verdict.
    pub const fn proof(&self) -> &Proof {
        match self {
            Verdict::Allowed(proof) => proof,
            Verdict::Wins(win) => &win.proof,
            Verdict::Forbidden(forbidden) => &forbidden.proof,
        }
    }

    /// The kinds of a forbidden point; none for an allowed one.
    pub fn kinds(&self) -> &[ForbiddenKind] {
        match self {
            Verdict::Forbidden(forbidden) => &forbidden.kinds,
            Verdict::Allowed(_) | Verdict::Wins(_) => &[],
        }
    }
}

/// The five, and what would forbid the point if the five did not come first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// The row of exactly five.
    pub five: Run,
    /// What else the stone makes.
    pub proof: Proof,
}

/// All kinds that hold, and what proves them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forbidden {
    /// In the order of [`ForbiddenKind`].
    pub kinds: Vec<ForbiddenKind>,
    /// What the stone makes.
    pub proof: Proof,
}

/// Whether a three is a three when the stone that would make it a straight four makes a five at
/// the same time. The choice matters only where Black could also just play that five.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThreeReading {
    /// It is not: the terms of the International Rules say "without at the same time a five being
    /// made" (RIF section 3, "three").
    #[default]
    Literal,
    /// It is: such a stone is legal, and wins (argued from RIF 9.2).
    FiveCounts,
}

/// Why a text is no [`ThreeReading`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("reading {0:?} of a three is neither literal nor five-counts")]
pub struct ParseThreeReadingError(pub String);

impl FromStr for ThreeReading {
    type Err = ParseThreeReadingError;

    fn from_str(text: &str) -> Result<ThreeReading, ParseThreeReadingError> {
        match text {
            "literal" => Ok(ThreeReading::Literal),
            "five-counts" => Ok(ThreeReading::FiveCounts),
            _ => Err(ParseThreeReadingError(text.to_owned())),
        }
    }
}
