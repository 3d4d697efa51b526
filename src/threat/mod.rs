//! Forced wins: continuous fours (VCF) and continuous threats (VCT), proved.
//!
//! [`solve`] looks for a win of one side and gives it as a [`WinTree`] that answers every reply;
//! [`verify`] checks such a tree by the rules alone and shares no code with the solvers.

mod definition;
mod flaw;
mod quest;
mod referee;
mod tree;
mod verify;

pub use flaw::{Flaw, FlawKind};
pub use quest::{Answer, Attack, Never, Quest, Scope, Solution, Spent, Stop, Watch};
pub use tree::{NoSuchNode, Node, NodeId, Replies, Reply, WinTree};
pub use verify::{Checked, verify};

use crate::position::Position;

/// Looks for a forced win of `quest.attacker`. If the other side is to move, it is taken to pass.
pub fn solve(position: &Position, quest: &Quest<'_>) -> Solution {
    definition::solve(position, quest)
}
