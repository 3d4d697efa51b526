use crate::named_enum::named_enum;
use crate::rule::Run;

use super::{ForbiddenKind, Proof};

/// What becomes of a black stone on a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Black may play here; the proof shows what was found and why it does not matter.
    Allowed(Proof),
    /// The stone makes a five.
    Wins(Win),
    /// The stone loses the game.
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

named_enum! {
    /// Whether a three is a three when the stone that would make it a straight four makes a five at
    /// the same time. The choice matters only where Black could also just play that five.
    #[derive(Default)]
    pub enum ThreeReading: "reading of a three" {
        /// It is not: the terms of the International Rules say "without at the same time a five being
        /// made" (RIF section 3, "three").
        #[default]
        Literal = "literal",
        /// It is: such a stone is legal, and wins (argued from RIF 9.2).
        FiveCounts = "five-counts",
    }
}
