use std::time::Instant;

use clap::Args;
use serde::Serialize;

use crate::batch::Entry;
use crate::cli::error::CliError;
use crate::cli::input::require_empty;
use crate::cli::output::{MultipleOutput, answer_each};
use crate::cli::study::{BatchStudy, SideArg, Study};
use crate::cli::{Exit, GlobalArgs, InputArgs};
use crate::geometry::Point;
use crate::study::{self, PatternOptions, Report};

/// Count and list the shapes on the board
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct PatternsArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    options: PatternOptionArgs,
}

/// What to report of shapes, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
pub(in crate::cli) struct PatternOptionArgs {
    /// Side whose shapes to report
    #[arg(long, value_enum, default_value_t = SideArg::Both, value_name = "SIDE")]
    of: SideArg,

    /// What a stone on this empty point would make, in each direction
    #[arg(long, value_name = "POINT")]
    at: Option<Point>,

    /// List each shape with its points
    #[arg(long)]
    list: bool,
}

impl PatternOptionArgs {
    /// The options of the study.
    fn options(&self) -> PatternOptions {
        PatternOptions {
            of: self.of.color(),
            list: self.list,
            at: self.at,
        }
    }
}

impl BatchStudy for PatternOptionArgs {
    fn prepare(&self) -> Result<Study<'_>, CliError> {
        let options = self.options();
        Ok(Box::new(move |entry| Ok(answer(entry, options)?.into())))
    }
}

pub(in crate::cli) fn run(args: &PatternsArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let options = args.options.options();
    let multiple = MultipleOutput::Separated;
    answer_each(&args.input, global, multiple, |entry, output| {
        let since = Instant::now();
        output.report(&answer(entry, options)?, since)?;
        Ok(Exit::Done)
    })
}

fn answer(entry: &Entry, options: PatternOptions) -> Result<Report, CliError> {
    if let Some(point) = options.at {
        require_empty(point, entry)?;
    }
    let report = study::patterns(&entry.id, &entry.position, &options);
    Ok(Report::Patterns(report))
}
