//! Forced wins: continuous fours (VCF) and continuous threats (VCT), proved.
//!
//! [`solve`] looks for a win of one side and gives it as a [`ProofTree`] that answers every reply;
//! [`verify`] checks such a tree by the rules alone and shares no code with the solvers. Fours
//! are searched depth first, threats by df-pn, a depth-first proof-number search.

mod attacks;
mod budget;
mod defences;
#[cfg(test)]
mod definition;
mod dfpn;
mod dfpn_table;
mod options;
#[cfg(test)]
mod oracle_tests;
mod solve;
mod tree;
mod tree_builder;
mod tree_error;
mod vcf;
mod vcf_table;
mod verify;

pub use options::{Answer, Attack, Scope, Solution, SolveOptions};
pub(crate) use solve::IncrementalVct;
pub use solve::solve;
pub use tree::{Node, NodeId, NodeOrderError, ProofTree};
pub use tree_error::{TreeError, TreeErrorKind};
pub(crate) use vcf::VcfProbe;
pub use verify::{Checked, VerifyError, verify};
