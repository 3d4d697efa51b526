//! `vcf` and `vct`: forced wins.

mod options;
mod run;
mod trees;
mod verify;

pub(in crate::cli) use options::{VcfStudyArgs, VctStudyArgs};
pub(in crate::cli) use run::{ThreatArgs, run};
pub(in crate::cli) use trees::TreeWriter;
