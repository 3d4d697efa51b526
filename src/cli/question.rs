//! What a question is to the command line: arguments that give a study, alone and in a batch.

use std::fmt::Debug;

use clap::Args;
use serde::Serialize;

use super::GlobalArgs;
use super::error::CliError;
use super::output::Study;

/// The arguments of a question that all its forms share. Their JSON is what a batch that is resumed
/// is held to.
pub(crate) trait Question: Args + Serialize + Clone + Debug + Sync {
    /// Checks the arguments once; the study answers for any number of positions. In a table, what has
    /// no place in its rows need not be found out.
    fn study<'a>(&'a self, global: &GlobalArgs, is_table: bool) -> Result<Study<'a>, CliError>;

    /// The columns that the answers have in a table, or what has no place there.
    fn columns(&self) -> Result<&'static [&'static str], &'static str>;

    /// Whether programs in other processes are asked.
    fn has_engines(&self) -> bool {
        false
    }
}
