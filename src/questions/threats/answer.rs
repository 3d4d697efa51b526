//! What is said of a threat: the wins of both sides, and a verdict on each reply.

use serde::Serialize;

use crate::board::Color;
use crate::geometry::Point;
use crate::limits::{Limits, StopReason};
use crate::named_enum::named_enum;
use crate::questions::{ForcedLine, ReportHeader};
use crate::threat::{Attack, Scope, ThreatOutcome};

/// What the other side threatens, and which moves stop it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DefenceReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// The side to move, which defends.
    pub defender: Color,
    /// What was looked for: fours alone, or other threats as well.
    pub attack: Attack,
    /// Whether the other side would have a forced win if the defender passed.
    pub outcome: ThreatOutcome,
    /// The win that is threatened, with its line.
    pub threat: Option<ForcedLine>,
    /// A forced win of the defender, which needs no defence.
    pub own_win: Option<ForcedLine>,
    /// Whether there is one; `null` if it was not looked for.
    pub own_outcome: Option<ThreatOutcome>,
    /// Whether every move that was asked about has an answer; `false` where there is no threat to stop and nothing
    /// was tried only if that itself is not known.
    pub complete: bool,
    /// The legal moves, or those that were asked about, with what comes of each: those that hold first, then the undecided ones, then
    /// those that lose; each kind in reading order. Empty if there is no threat.
    pub moves: Vec<DefenceMove>,
    /// Which attacks were all refuted where a move holds, or where there is no threat.
    pub scope: Option<Scope>,
    /// Nodes visited by the solvers.
    pub nodes: u64,
    /// Whether the same question is always answered alike.
    pub deterministic: bool,
    /// The limit that left something open.
    pub stop: Option<StopReason>,
    /// Nodes for the threat and again for each move, and time for the whole answer.
    #[serde(skip)]
    pub limits: Limits,
}

/// A move of the defender.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DefenceMove {
    /// Where it is played.
    pub point: Point,
    /// Whether it stops the threat.
    pub verdict: DefenceVerdict,
    /// How it holds; `None` unless it does.
    pub means: Option<DefenceMeans>,
    /// The forced win that the other side has after it; `None` unless it loses.
    pub win: Option<ForcedLine>,
}

named_enum! {
    /// Whether a move stops what is threatened.
    #[derive(PartialOrd, Ord)]
    pub enum DefenceVerdict: "verdict" {
        /// The other side has no forced win after it, within the scope that was searched.
        Holds = "holds",
        /// A limit was reached first.
        Undecided = "undecided",
        /// The other side has a forced win after it.
        Loses = "loses",
    }
}

named_enum! {
    /// How a move holds.
    #[derive(PartialOrd, Ord)]
    pub enum DefenceMeans: "means" {
        /// It makes a five, or begins a forced win of the defender.
        Win = "win",
        /// It takes the threat away.
        Defence = "defence",
        /// It makes a four, and after the only reply the threat stands as before: time is gained,
        /// no more.
        Four = "four",
    }
}

impl DefenceReport {
    /// The moves that hold.
    pub fn holding(&self) -> impl Iterator<Item = &DefenceMove> {
        self.of(DefenceVerdict::Holds)
    }

    /// The moves of a verdict.
    pub fn of(&self, verdict: DefenceVerdict) -> impl Iterator<Item = &DefenceMove> {
        let moves = self.moves.iter();
        moves.filter(move |defence| defence.verdict == verdict)
    }
}
