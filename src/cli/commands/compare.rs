use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::evaluators::EvaluatorName;
use crate::batch::Entry;
use crate::cli::arguments::{as_time, parse_time};
use crate::cli::drawing::DrawArgs;
use crate::cli::error::CliError;
use crate::cli::output::{MultipleOutput, Study, answer_each};
use crate::cli::{Exit, GlobalArgs, InputArgs};
use crate::engines;
use crate::eval::Evaluator;
use crate::render::render;
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
    draw: DrawArgs,

    #[command(flatten)]
    options: CompareOptionArgs,
}

/// Which evaluators to compare and how, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli) struct CompareOptionArgs {
    /// Evaluator, or a .toml file with the weights of one, NAME=FILE to name its column; may be
    /// repeated
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
    pub(super) fn study(&self) -> Result<Study<'_>, CliError> {
        let comparison = self.comparison()?;
        Ok(Study::new(move |entry| {
            let report = comparison.answer(entry);
            Ok(Report::Comparison(Box::new(report)).into())
        }))
    }

    /// The evaluators that were named, and the options of the study.
    fn comparison(&self) -> Result<Comparison, CliError> {
        let evaluators = self.evaluators()?;
        let names: Vec<&str> = evaluators.iter().map(|one| &*one.info().name).collect();
        if let Some(twice) = (1..names.len()).find(|&place| names[..place].contains(&names[place]))
        {
            return Err(CliError::usage(format!("{} is named twice", names[twice])));
        }
        let place = |wanted: &String| {
            let place = names.iter().position(|name| name == wanted);
            place.ok_or_else(|| {
                let names = names.join(", ");
                CliError::usage(format!("the reference {wanted} is none of {names}"))
            })
        };
        let options = ComparisonOptions {
            top: self.top.get(),
            reference: self.reference.as_ref().map_or(Ok(0), place)?,
            max_rank_gap: self.max_rank_gap,
        };
        Ok(Comparison {
            evaluators,
            options,
        })
    }

    fn evaluators(&self) -> Result<Vec<EvaluatorHandle>, CliError> {
        let named = self.evaluator.iter().map(EvaluatorName::find);
        let mut chosen = named.collect::<Result<Vec<_>, _>>()?;
        if self.all {
            let is_new = |name: &str| self.evaluator.iter().all(|named| named.as_str() != name);
            chosen.extend(systems::all().filter(|other| is_new(&other.info().name)));
        } else if chosen.is_empty() {
            chosen.extend(systems::defaults());
        }
        if !self.engine.is_empty() {
            // Ctrl-C must not leave an engine behind.
            engines::kill_all_on_signals()?;
        }
        let time = self.engine_time.unwrap_or(engines::DEFAULT_TIMEOUT);
        for command in &self.engine {
            let engine = engines::engine(command, time)
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

pub(in crate::cli) fn run(args: &CompareArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let comparison = args.options.comparison()?;
    let mut summary = ComparisonSummary::default();
    let multiple = MultipleOutput::Separated.with_picture(&args.draw, &args.input)?;
    let exit = answer_each(&args.input, global, multiple, |entry, output| {
        let report = comparison.answer(entry);
        summary.add(&report);
        let exit = comparison.exit(&report);
        let report = Report::Comparison(Box::new(report));
        output.drawn_report(&report, &args.draw, entry)?;
        Ok(exit)
    })?;
    if summary.positions > 1 {
        let mut out = io::stdout().lock();
        if !global.output.json {
            writeln!(out)?;
        }
        render(&summary, global.format(), global.style(), &mut out)?;
    }
    Ok(exit)
}
