use serde::Serialize;

use crate::board::Color;
use crate::limits::{Progress, StopReason};
use crate::position::Position;

use super::ProofTree;

/// What a win may be made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Attack {
    /// Fours only: victory by continuous fours.
    Vcf,
    /// Fours, threes and every other move that threatens a VCF: victory by continuous threats.
    Vct,
}

/// What to prove, and for whom. Nodes and time are limits of the [`Control`](crate::limits::Control).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SolveOptions {
    /// What the win may be made of.
    pub attack: Attack,
    /// Whose win to prove; `None` is the side to move.
    pub attacker: Option<Color>,
    /// Whether the win has to be a shortest one. This is proved of a VCF; a VCT ignores it.
    pub shortest: bool,
    /// The longest line to look at, in moves of both sides, the five included.
    pub max_plies: Option<u16>,
    /// The size of all transposition tables together, in bytes.
    pub table_bytes: usize,
}

impl SolveOptions {
    /// Any win of the side to move, with tables of 64 MiB.
    pub const fn new(attack: Attack) -> SolveOptions {
        SolveOptions {
            attack,
            attacker: None,
            shortest: false,
            max_plies: None,
            table_bytes: 64 << 20,
        }
    }

    /// The side whose win is to be proved in this position.
    pub fn attacker_in(&self, position: &Position) -> Color {
        self.attacker.unwrap_or(position.to_move())
    }
}

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

/// Which attacks a disproof covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
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
