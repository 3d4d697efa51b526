use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;

use crate::batch::Entry;
use crate::cli::error::CliError;
use crate::cli::evaluators::EvaluatorName;
use crate::cli::limits::parse_time;
use crate::cli::output::{MultipleOutput, answer_each, write_summary};
use crate::cli::settings::as_time;
use crate::cli::study::{BatchStudy, Study};
use crate::cli::{Exit, GlobalArgs, InputArgs};
use crate::eval::Evaluator;
use crate::study::{self, ComparisonOptions, ComparisonReport, ComparisonSummary, Report};
use crate::systems::{self, EvaluatorHandle};

/// Show where evaluators differ: scores, ranks, agreement, forbidden points
///
/// Several positions are followed by a summary.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct CompareArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    options: CompareOptionArgs,
}

/// Which evaluators to compare and how, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli) struct CompareOptionArgs {
    /// Evaluator, or `file:PATH` for one with the weights of a TOML file; may be repeated
    /// [default: shapes and the five published programs]
    #[arg(short, long, value_name = "NAME")]
    evaluator: Vec<EvaluatorName>,

    /// Compare all evaluators
    #[arg(long)]
    all: bool,

    /// A program that speaks one JSON line each way, or `gomocup:CMD` for a Gomocup engine; may
    /// be repeated
    #[arg(long, value_name = "CMD")]
    engine: Vec<String>,

    /// Time limit of an engine for each answer [default: 5s]
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "engine")]
    #[serde(serialize_with = "as_time")]
    engine_time: Option<Duration>,

    /// Number of points to report, and of points that make a top
    #[arg(long, value_name = "N", default_value = "10")]
    top: NonZeroUsize,

    /// Exit with 0 if no evaluator ranks one of the reference's top points more than N places
    /// off, with 1 if one does, with 4 if one gave no answer
    #[arg(long, value_name = "N")]
    max_rank_gap: Option<usize>,

    /// Evaluator to compare the others with [default: the first]
    #[arg(long, value_name = "NAME")]
    reference: Option<String>,
}

/// Evaluators and the way to compare them.
struct Comparison {
    evaluators: Vec<EvaluatorHandle>,
    options: ComparisonOptions,
}

impl CompareOptionArgs {
    /// The evaluators that were named, and the options of the study.
    fn comparison(&self) -> Result<Comparison, CliError> {
        let evaluators = self.evaluators()?;
        let mut names: Vec<&str> = Vec::new();
        for evaluator in &evaluators {
            let name = &*evaluator.info().name;
            if names.contains(&name) {
                return Err(CliError::usage(format!("{name} is named twice")));
            }
            names.push(name);
        }
        let reference = match &self.reference {
            None => 0,
            Some(wanted) => names
                .iter()
                .position(|name| name == wanted)
                .ok_or_else(|| {
                    let names = names.join(", ");
                    CliError::usage(format!("the reference {wanted} is none of {names}"))
                })?,
        };
        Ok(Comparison {
            options: ComparisonOptions {
                top: self.top.get(),
                reference,
                max_rank_gap: self.max_rank_gap,
            },
            evaluators,
        })
    }

    fn evaluators(&self) -> Result<Vec<EvaluatorHandle>, CliError> {
        let mut chosen = Vec::new();
        let is_new = |name: &str| !self.evaluator.contains(&EvaluatorName::from(name));
        for name in &self.evaluator {
            chosen.push(name.find()?);
        }
        if self.all {
            let rest = systems::all().filter(|evaluator| is_new(&evaluator.info().name));
            chosen.extend(rest);
        } else if self.evaluator.is_empty() {
            chosen.extend(systems::defaults());
        }
        if !self.engine.is_empty() {
            // Ctrl-C must not leave an engine behind.
            crate::engines::kill_all_on_signals()?;
        }
        let time = self.engine_time.unwrap_or(crate::engines::DEFAULT_TIMEOUT);
        for command in &self.engine {
            let engine = crate::engines::engine(command, time)
                .map_err(|error| CliError::usage(error.to_string()))?;
            chosen.push(engine.into());
        }
        Ok(chosen)
    }
}

impl Comparison {
    /// The study of one position.
    fn answer(&self, entry: &Entry) -> ComparisonReport {
        let evaluators: Vec<&dyn Evaluator> =
            self.evaluators.iter().map(|chosen| &**chosen).collect();
        study::compare(&entry.id, &entry.position, &evaluators, &self.options)
    }

    const fn exit(&self, report: &ComparisonReport) -> Exit {
        match (self.options.max_rank_gap, report.within_gap) {
            (None, _) | (_, Some(true)) => Exit::Done,
            (_, Some(false)) => Exit::No,
            (_, None) => Exit::Undecided,
        }
    }
}

impl BatchStudy for CompareOptionArgs {
    fn prepare(&self) -> Result<Study<'_>, CliError> {
        let comparison = self.comparison()?;
        Ok(Box::new(move |entry| {
            let report = comparison.answer(entry);
            Ok(Report::Comparison(Box::new(report)).into())
        }))
    }
}

pub(in crate::cli) fn run(args: &CompareArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let comparison = args.options.comparison()?;
    let mut summary = ComparisonSummary::default();
    let exit = answer_each(
        &args.input,
        global,
        MultipleOutput::Separated,
        |entry, output| {
            let since = Instant::now();
            let report = comparison.answer(entry);
            summary.add(&report);
            let exit = comparison.exit(&report);
            output.report(&Report::Comparison(Box::new(report)), since)?;
            Ok(exit)
        },
    )?;
    if summary.positions > 1 {
        write_summary(&summary, global)?;
    }
    Ok(exit)
}
