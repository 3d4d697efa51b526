use std::io::Write;
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use crate::batch::Entry;
use crate::cli::error::CliError;
use crate::cli::input::require_empty;
use crate::cli::output::{MultipleOutput, Output, answer_each};
use crate::cli::study::{BatchStudy, Study};
use crate::cli::{Exit, GlobalArgs, InputArgs};
use crate::forbidden::ThreeReading;
use crate::geometry::Point;
use crate::study::{self, ForbiddenOptions, Report, VerdictName};

/// List the points that black may not play, and why
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ForbiddenArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Judge this point alone, with the whole proof, allowed or not; exit code 0 if it is
    /// forbidden, 1 if not
    #[arg(long, value_name = "POINT", conflicts_with_all = ["near_misses", "count"])]
    at: Option<Point>,

    #[command(flatten)]
    options: ForbiddenOptionArgs,
}

/// What to report of forbidden points, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli) struct ForbiddenOptionArgs {
    /// Also list look-alikes that are allowed, and why they are
    #[arg(long)]
    near_misses: bool,

    /// Levels of nested reasons to show; 0 for none [default: 1 in text, all in JSON]
    #[arg(long, value_name = "N")]
    depth: Option<usize>,

    /// The number of forbidden points only
    #[arg(long)]
    count: bool,

    /// What a three is when the stone that would make it a straight four makes a five as well:
    /// no three (literal), or one (five-counts)
    #[arg(long, value_name = "READING", default_value = "literal", value_parser = ["literal", "five-counts"])]
    three_reading: String,
}

impl ForbiddenOptionArgs {
    /// The options of the study; `depth` where the user named none.
    fn options(&self, depth: Option<usize>) -> ForbiddenOptions {
        ForbiddenOptions {
            reading: self.three_reading.parse().unwrap_or(ThreeReading::Literal),
            near_misses: self.near_misses,
            depth: self.depth.or(depth),
            count: self.count,
        }
    }
}

impl BatchStudy for ForbiddenOptionArgs {
    fn prepare(&self) -> Result<Study<'_>, CliError> {
        let options = self.options(None);
        Ok(Box::new(move |entry| {
            let report = study::forbidden(&entry.id, &entry.position, &options);
            Ok(Report::Forbidden(report).into())
        }))
    }
}

pub(in crate::cli) fn run(args: &ForbiddenArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let depth = if global.output.json { None } else { Some(1) };
    let options = args.options.options(depth);
    let is_brief = args.at.is_some() || args.options.count;
    let multiple = if is_brief {
        MultipleOutput::Named
    } else {
        MultipleOutput::Separated
    };
    answer_each(&args.input, global, multiple, |entry, output| {
        match args.at {
            Some(point) => judge(point, entry, &options, output),
            None => list(entry, &options, output),
        }
    })
}

fn list(entry: &Entry, options: &ForbiddenOptions, output: &mut Output) -> Result<Exit, CliError> {
    let since = Instant::now();
    let report = study::forbidden(&entry.id, &entry.position, options);
    output.report(&Report::Forbidden(report), since)?;
    Ok(Exit::Done)
}

fn judge(
    point: Point,
    entry: &Entry,
    options: &ForbiddenOptions,
    output: &mut Output,
) -> Result<Exit, CliError> {
    let since = Instant::now();
    require_empty(point, entry)?;
    let report = study::verdict(&entry.id, &entry.position, point, options);
    let exit = match report.verdict {
        VerdictName::Forbidden => Exit::Done,
        VerdictName::Allowed | VerdictName::Wins => Exit::No,
    };
    output.report(&Report::Verdict(report), since)?;
    output.out.flush()?;
    Ok(exit)
}
