use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use crate::batch::Entry;
use crate::cli::error::CliError;
use crate::cli::evaluators::EvaluatorName;
use crate::cli::input::require_empty;
use crate::cli::output::{MultipleOutput, answer_each};
use crate::cli::study::{BatchStudy, SideArg, Study};
use crate::cli::{Exit, GlobalArgs, InputArgs};
use crate::eval::Evaluator;
use crate::geometry::Point;
use crate::render::{ScoreText, text};
use crate::study::{self, Report, ScoreOptions, ScoreReport};
use crate::systems::EvaluatorHandle;

/// Number of points in a list without `--top`.
const LISTED: usize = 10;

/// Score the board and every empty point with an evaluator
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ScoreArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    options: ScoreOptionArgs,

    /// Show the points as a board of numbers, warmer where they are higher
    #[arg(long)]
    grid: bool,
}

/// What to report of an evaluator's scores, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
pub(in crate::cli) struct ScoreOptionArgs {
    /// Evaluator, `file:PATH` for one with the weights of a TOML file; `renju evaluators` lists them
    #[arg(short, long, value_name = "NAME", default_value = "shapes")]
    evaluator: EvaluatorName,

    /// Point of view [default: the side to move in text, both in JSON]
    #[arg(long, value_enum, value_name = "SIDE")]
    of: Option<SideArg>,

    /// Only the best N points [default: 10 in text, all in JSON]
    #[arg(long, value_name = "N")]
    top: Option<NonZeroUsize>,

    /// Only this empty point
    #[arg(long, value_name = "POINT", conflicts_with = "top")]
    at: Option<Point>,

    /// Show the windows, shapes or codes that add up to each value
    #[arg(long)]
    terms: bool,

    /// With JSON, everything that a published program computes for the position
    #[arg(long)]
    details: bool,
}

impl ScoreOptionArgs {
    /// The evaluator that was named.
    fn find_evaluator(&self) -> Result<EvaluatorHandle, CliError> {
        let evaluator = self.evaluator.find()?;
        if self.details && evaluator.as_system().is_none() {
            return Err(CliError::usage(format!(
                "there are no details of {}: only the published programs have them",
                self.evaluator
            )));
        }
        Ok(evaluator)
    }

    /// The options of the study.
    fn options(&self) -> ScoreOptions {
        ScoreOptions {
            of: self.of.and_then(SideArg::color),
            top: self.top.map(NonZeroUsize::get),
            at: self.at,
            terms: self.terms,
            details: self.details,
        }
    }
}

impl BatchStudy for ScoreOptionArgs {
    fn prepare(&self) -> Result<Study<'_>, CliError> {
        let (evaluator, options) = (self.find_evaluator()?, self.options());
        Ok(Box::new(move |entry| {
            let report = answer(entry, &*evaluator, &options)?;
            Ok(Report::Score(Box::new(report)).into())
        }))
    }
}

pub(in crate::cli) fn run(args: &ScoreArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let evaluator = args.options.find_evaluator()?;
    let options = args.options.options();
    if options.details && !global.output.json {
        return Err(CliError::usage("--details are JSON only; add --json"));
    }
    answer_each(
        &args.input,
        global,
        MultipleOutput::Separated,
        |entry, output| {
            let since = Instant::now();
            let mut options = options;
            if !output.is_json() && args.options.of.is_none() {
                options.of = Some(entry.position.to_move());
            }
            let report = answer(entry, &*evaluator, &options)?;
            if output.is_json() {
                output.report(&Report::Score(Box::new(report)), since)?;
            } else {
                let shown = ScoreText {
                    report: &report,
                    of: options.of,
                    is_grid: args.grid,
                    limit: options.top.unwrap_or(LISTED),
                    explains_board: options.at.is_none(),
                    explained: options.top.unwrap_or(1),
                };
                output
                    .out
                    .write_all(text(&shown, output.style).as_bytes())?;
            }
            Ok(Exit::Done)
        },
    )
}

/// The study of one position.
fn answer(
    entry: &Entry,
    evaluator: &dyn Evaluator,
    options: &ScoreOptions,
) -> Result<ScoreReport, CliError> {
    if let Some(point) = options.at {
        require_empty(point, entry)?;
    }
    Ok(study::score(
        &entry.id,
        &entry.position,
        evaluator,
        options,
    )?)
}
