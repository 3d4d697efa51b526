//! Command `batch`: one question for many positions, a line each.

use clap::Args;

use crate::cli::error::CliError;
use crate::cli::questions::QuestionArgs;
use crate::cli::run_settings::settings;
use crate::cli::{Exit, GlobalArgs};
use renju::batch::Settings;

mod files;
mod format;
pub(in crate::cli) mod job;
mod summary;

#[cfg(all(test, feature = "schema"))]
pub(super) use summary::SummaryLine;

/// Answer a question for many positions, one JSON line each
#[derive(Args, Clone, Debug)]
pub(crate) struct BatchArgs {
    #[command(subcommand)]
    study: QuestionArgs,
}

pub(crate) fn run(args: &BatchArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    args.study
        .job()
        .run(journal_settings(&args.study, global)?, global)
}

/// The settings of a run. What its files say is held against the journal, not their names.
fn journal_settings(study: &QuestionArgs, global: &GlobalArgs) -> Result<Settings, CliError> {
    let mut settings = settings(study, global)?;
    settings.remove("positions");
    Ok(settings)
}
