//! Forced wins: continuous fours (VCF) and continuous threats (VCT), proved.
//!
//! [`solve`] looks for a win of one side and gives it as a [`ProofTree`] that answers every reply;
//! [`verify`] checks such a tree by the rules alone and shares no code with the solvers.

mod attacks;
mod defences;
#[cfg(test)]
mod definition;
mod dfpn;
mod dfpn_table;
mod incremental_vct;
mod node_budget;
mod options;
#[cfg(test)]
mod oracle_tests;
mod solve;
mod solver;
mod tree;
mod tree_builder;
mod tree_error;
mod vcf;
mod vcf_line;
mod vcf_probe;
mod vcf_table;
mod verify;

pub(crate) use incremental_vct::IncrementalVct;
pub use options::{Answer, Attack, Never, Scope, Solution, SolveOptions, Spent, Stop, Watch};
pub use tree::{NoSuchNode, Node, NodeId, ProofTree, Replies, Reply};
pub use tree_error::{TreeError, TreeErrorKind};
pub(crate) use vcf_probe::VcfProbe;
pub use verify::{Checked, verify};

pub use solve::solve;
