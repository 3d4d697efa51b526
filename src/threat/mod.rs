//! Forced wins: continuous fours (VCF) and continuous threats (VCT), proved.
//!
//! [`solve`] looks for a win of one side and gives it as a [`ProofTree`] that answers every reply;
//! [`verify`] checks such a tree by the rules alone and shares no code with the solvers.

mod dead;
#[cfg(test)]
mod definition;
mod four_finder;
mod hunter;
mod meter;
#[cfg(test)]
mod oracle_tests;
mod proof;
mod proof_table;
mod quest;
mod replies;
mod solve;
mod solver;
mod threats;
mod tree;
mod tree_error;
mod vcf;
mod vcf_line;
mod vct;
mod verify;

pub(crate) use four_finder::FourFinder;
pub(crate) use hunter::Hunter;
pub use quest::{Answer, Attack, Never, Quest, Scope, Solution, Spent, Stop, Watch};
pub use tree::{NoSuchNode, Node, NodeId, ProofTree, Replies, Reply};
pub use tree_error::{TreeError, TreeErrorKind};
pub use verify::{Checked, verify};

pub use solve::solve;
