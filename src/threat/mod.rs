//! Forced wins: continuous fours (VCF) and continuous threats (VCT), proved.
//!
//! [`solve`] looks for a win of one side and gives it as a [`WinTree`] that answers every reply;
//! [`verify`] checks such a tree by the rules alone and shares no code with the solvers.

mod dead;
mod definition;
mod meter;
mod proof;
mod proof_table;
mod quest;
mod replies;
mod solve;
mod solver;
mod threats;
mod tree;
mod vcf;
mod vcf_line;
mod vct;

pub use quest::{Answer, Attack, Never, Quest, Scope, Solution, Spent, Stop, Watch};
pub use tree::{Node, NodeId, Replies, Reply, WinTree};

pub use solve::solve;
