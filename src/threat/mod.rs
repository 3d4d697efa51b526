//! Forced wins: continuous fours (VCF) and continuous threats (VCT), proved.
//!
//! [`solve`] looks for a win of one side and gives it as a [`ProofTree`] that answers every reply;
//! [`verify`] checks such a tree by the rules alone and shares no code with the solvers. Fours
//! are searched depth first, threats by df-pn, a depth-first proof-number search.

mod dfpn;
mod dfpn_table;
mod move_generator;
#[cfg(test)]
mod oracle_tests;
mod solve;
mod tree;
mod tree_builder;
mod vcf;
mod vcf_table;
mod verify;

pub(crate) use solve::IncrementalVct;
pub use solve::{Answer, Attack, Scope, Solution, SolveOptions, Solver, ThreatOutcome, solve};
pub use tree::{Node, NodeId, NodeOrderError, ProofTree};
pub use verify::{Checked, TreeError, TreeErrorKind, VerifyError, verify};
