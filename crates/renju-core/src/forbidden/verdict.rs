//! Results of the check for forbidden moves: allowed, winning or forbidden, each with its proof.

use serde::Serialize;

use crate::geometry::Point;
use crate::named_enum::named_enum;
use crate::rule::Run;

named_enum! {
    /// Why a point is forbidden to Black (RIF 9.2). The rules know no precedence among the three.
    #[derive(PartialOrd, Ord)]
    pub enum ForbiddenKind: "kind" {
        /// The stone makes two or more threes that meet in it.
        DoubleThree = "double_three",
        /// The stone makes two or more fours that meet in it, on one line or on several.
        DoubleFour = "double_four",
        /// The stone makes an unbroken row of six or more.
        Overline = "overline",
    }
}

impl ForbiddenKind {
    /// Kinds as the message of an error names them: `double-three, overline`.
    pub fn in_words(kinds: &[ForbiddenKind]) -> String {
        let names = kinds.iter().map(|kind| kind.name().replace('_', "-"));
        names.collect::<Vec<String>>().join(", ")
    }

    /// The kinds that hold: whether each does, in the order of [`ALL`](Self::ALL).
    pub(super) fn that_hold(holds: [bool; 3]) -> Vec<ForbiddenKind> {
        let kinds = ForbiddenKind::ALL.into_iter().zip(holds);
        kinds
            .filter_map(|(kind, holds)| holds.then_some(kind))
            .collect()
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

    /// What the stone makes, whatever the verdict.
    pub fn into_proof(self) -> Proof {
        match self {
            Verdict::Allowed(proof) => proof,
            Verdict::Wins(win) => win.proof,
            Verdict::Forbidden(forbidden) => forbidden.proof,
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

impl ThreeReading {
    /// The other one of both.
    #[must_use]
    pub const fn other(self) -> ThreeReading {
        match self {
            ThreeReading::Literal => ThreeReading::FiveCounts,
            ThreeReading::FiveCounts => ThreeReading::Literal,
        }
    }
}

/// Everything a black stone on a point makes that the rules of forbidden points speak of.
///
/// An allowed point has a proof too: it lists threes that turned out to be none, each with the
/// objection that makes it so.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proof {
    /// Unbroken rows of six or more through the point.
    pub overlines: Vec<Run>,
    /// Fours through the point, two on one line where they share it.
    pub fours: Vec<Four>,
    /// Look-alike threes through the point, real or not.
    pub threes: Vec<Three>,
}

/// Four stones to which one can be added so that a row of exactly five results (RIF section 3, "four").
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Four {
    /// Its line and stones, the judged point among them.
    #[serde(flatten)]
    pub run: Run,
    /// Where one more stone makes the five: one point, or both ends of a straight four.
    pub fives_at: Vec<Point>,
}

/// Three stones that one more, on an empty point of their line, would make a straight four.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Three {
    /// Its line and stones, the judged point among them.
    #[serde(flatten)]
    pub run: Run,
    /// Whether it counts: one of the extensions makes the straight four and may be played (RIF 9.3).
    pub real: bool,
    /// Every empty point that would make four in a row of it, and what comes of it.
    pub extensions: Vec<Extension>,
}

/// A point that would make four in a row of a three.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Extension {
    /// Where the fourth stone would go.
    pub at: Point,
    /// What becomes of it there.
    #[serde(flatten)]
    pub outcome: ExtensionResult,
}

/// What becomes of a fourth stone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum ExtensionResult {
    /// It makes a straight four and may be played.
    StraightFour,
    /// It would make a straight four, but is forbidden at that moment.
    Forbidden {
        /// The nested verdict.
        because: ForbiddenReason,
    },
    /// It would make a straight four, but makes a five at the same time.
    MakesFive {
        /// That five.
        five: Run,
    },
    /// It makes four in a row, but no straight four.
    NotStraight {
        /// What is wrong with its ends: one of them, or both.
        obstacles: Vec<Obstacle>,
    },
}

/// Why four in a row do not become a five at one of their ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Obstacle {
    /// The end; `None` if the board ends there.
    pub end: Option<Point>,
    /// What stands or ends there.
    pub what: ObstacleKind,
}

named_enum! {
    /// What keeps four in a row from becoming a five at an end.
    pub enum ObstacleKind: "obstacle" {
        /// A white stone.
        White = "white",
        /// The edge of the board.
        Edge = "edge",
        /// A black stone beyond the end: a stone there would make six or more.
        Six = "six",
    }
}

/// Why the stone that would make a straight four is itself refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForbiddenReason {
    /// All kinds that hold.
    pub kinds: Vec<ForbiddenKind>,
    /// What proves them; `None` where a limit of depth cut it off, or where it was given before.
    pub proof: Option<Proof>,
    /// Where the same verdict was proved before: the point that was judged there, then one fourth
    /// stone after the other down to this one. The proof there holds word for word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub see: Option<Vec<Point>>,
}

impl Proof {
    /// The fours and overlines and real threes make the kinds that hold.
    pub fn kinds(&self) -> Vec<ForbiddenKind> {
        let real_threes = self.threes.iter().filter(|three| three.real).count();
        ForbiddenKind::that_hold([
            real_threes >= 2,
            self.fours.len() >= 2,
            !self.overlines.is_empty(),
        ])
    }

    /// The fours and real threes that meet in the point, as players name them: `4-4-3-3` for two of
    /// each. Nothing for what the kinds say as well: two threes, two fours.
    pub fn combination(&self) -> Option<String> {
        let threes = self.threes.iter().filter(|three| three.real).count();
        let fours = self.fours.len();
        (fours + threes > 2).then(|| [vec!["4"; fours], vec!["3"; threes]].concat().join("-"))
    }

    /// Whether a fourth stone is refused by a verdict of its own.
    pub(super) fn has_nested(&self) -> bool {
        let mut extensions = self.threes.iter().flat_map(|three| &three.extensions);
        extensions.any(|made| matches!(made.outcome, ExtensionResult::Forbidden { .. }))
    }

    /// The proof of a nested verdict, one fourth stone after the other; the proof itself for none.
    /// With the points of a [`see`](ForbiddenReason::see) after the first, asked of the proof of
    /// that first point, it gives what is referred to.
    pub fn nested(&self, fourths: &[Point]) -> Option<&Proof> {
        let Some((first, rest)) = fourths.split_first() else {
            return Some(self);
        };
        let mut extensions = self.threes.iter().flat_map(|three| &three.extensions);
        let extension = extensions.find(|extension| extension.at == *first)?;
        match &extension.outcome {
            ExtensionResult::Forbidden { because } => because.proof.as_ref()?.nested(rest),
            _ => None,
        }
    }

    /// The proof down to `depth` levels of nested verdicts, itself the first; `None` for 0.
    /// What refers to a proof that is cut off refers to nothing then.
    #[must_use]
    pub fn pruned(self, depth: usize) -> Option<Proof> {
        self.cut(depth, depth)
    }

    fn cut(mut self, left: usize, depth: usize) -> Option<Proof> {
        let below = left.checked_sub(1)?;
        for extension in self
            .threes
            .iter_mut()
            .flat_map(|three| &mut three.extensions)
        {
            if let ExtensionResult::Forbidden { because } = &mut extension.outcome {
                because.proof = because
                    .proof
                    .take()
                    .and_then(|proof| proof.cut(below, depth));
                because.see = because.see.take().filter(|path| path.len() <= depth);
            }
        }
        Some(self)
    }

    /// Whether the stone looks forbidden by threes and is not: two or more of them, not all real.
    pub fn has_false_double_three(&self) -> bool {
        self.threes.len() >= 2 && self.threes.iter().any(|three| !three.real)
    }
}
