//! Forced wins: continuous fours (VCF) and continuous threats (VCT), proved.
//!
//! [`solve`] looks for a win of one side and gives it as a [`ProofTree`] that answers every reply;
//! [`verify`] checks such a tree by the rules alone and shares no code with the solvers. Fours
//! are searched depth first, threats by df-pn, a depth-first proof-number search.

mod answer;
mod budget;
mod dfpn;
mod dfpn_table;
mod move_generator;
#[cfg(test)]
mod oracle_tests;
mod relevance;
mod solve;
mod tree;
mod tree_builder;
mod vcf;
mod vcf_table;
mod vct;
mod verify;

pub use answer::{Answer, Scope, Solution, ThreatOutcome};
pub(crate) use dfpn::Advisor;
pub use relevance::relevant_points;
pub(crate) use solve::Beside;
pub use solve::{Attack, SolveOptions, Solver, solve};
pub use tree::{Node, NodeId, NodeOrderError, ProofTree};
pub(crate) use vct::IncrementalVct;
pub use verify::{Checked, TreeError, TreeErrorKind, VerifyError, verify};
