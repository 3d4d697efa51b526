//! `--csv`: the answers of a single command as a table.

use clap::Args;

use super::GlobalArgs;
use super::arguments::WidthArg;
use super::error::CliError;

/// Whether a table is written, and how wide the text is.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct TableArg {
    /// Write a table for spreadsheets, CSV, with the columns of `batch --format csv`
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    #[command(flatten)]
    width: WidthArg,
}

impl TableArg {
    /// The arguments of all commands with the width, and the table that is wanted, of these columns;
    /// refused where something that was asked for has no place in it.
    pub(crate) fn apply(
        self,
        global: &GlobalArgs,
        columns: Result<&'static [&'static str], &str>,
    ) -> Result<GlobalArgs, CliError> {
        let mut global = global.with_width(self.width);
        if self.csv {
            global.output.columns = Some(columns.map_err(no_place)?);
            global.output.json = true; // What a person reads has no place in a table.
        }
        Ok(global)
    }
}

/// That a table has no place for what was asked.
pub(crate) fn no_place(what: &str) -> CliError {
    let message = format!("{what} has no place in the rows of a table");
    CliError::usage(message).hint("JSON lines have all of it: --json, in a batch the default")
}
