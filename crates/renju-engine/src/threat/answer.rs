//! What a solver answers.

use std::time::Duration;

use serde::Serialize;

use renju_core::board::Color;
use renju_core::limits::{Control, Limits, Progress, StopReason};
use renju_core::named_enum::named_enum;
use renju_core::position::Position;

use super::{ProofTree, VerifyError, verify};

/// The answer of a solver, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Whether there is a win.
    pub answer: Answer,
    /// Nodes visited; for a VCT also the last proof and disproof number of the root.
    pub progress: Progress,
    /// Whether a win is known to be a shortest one.
    pub is_shortest: bool,
}

/// Whether there is a win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a win: the tree answers every reply and was checked by the rules.
    Proven(ProofTree),
    /// There is no win within that scope.
    Disproven(Scope),
    /// A limit was reached first.
    Unknown(StopReason),
}

named_enum! {
    /// Whether there is a win.
    pub enum ThreatOutcome: "outcome" {
        /// There is.
        Win = "win",
        /// There is none within the scope.
        None = "none",
        /// A limit was reached first.
        Unknown = "unknown",
    }
}

impl Answer {
    /// The answer without its proof.
    pub const fn outcome(&self) -> ThreatOutcome {
        match self {
            Answer::Proven(_) => ThreatOutcome::Win,
            Answer::Disproven(_) => ThreatOutcome::None,
            Answer::Unknown(_) => ThreatOutcome::Unknown,
        }
    }
}

/// Which attacks a disproof covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The game is over, and the attacker has not won it.
    GameOver,
    /// Every continuous four of any length.
    Fours,
    /// Every continuous threat: fours, and all moves after which, if the defender passed, the
    /// attacker would have a VCF of at most three fours.
    Threats,
}

/// The answer, a win only if the rules confirm it within `time` and it is no longer than asked for.
pub(super) fn checked(
    position: &Position,
    attacker: Color,
    max_plies: Option<u16>,
    answer: Answer,
    time: Option<Duration>,
) -> Answer {
    let Answer::Proven(tree) = &answer else {
        return answer;
    };
    let limits = Limits { nodes: None, time };
    match verify(position, attacker, tree, &Control::new(limits)) {
        Ok(checked) if max_plies.is_some_and(|max| checked.plies > u32::from(max)) => {
            Answer::Unknown(StopReason::Plies)
        }
        Ok(_) => answer,
        Err(VerifyError::Stopped(stop)) => Answer::Unknown(stop),
        Err(VerifyError::Wrong(_)) => Answer::Unknown(StopReason::Unverified),
    }
}
