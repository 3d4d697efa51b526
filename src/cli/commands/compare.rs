//! Command `compare`: scores, ranks and forbidden points of several evaluators side by side.

use std::io::Write;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::evaluators::EvaluatorName;
use crate::cli::comparison_failures::ComparisonFailures;
use crate::cli::drawing::DrawArgs;
use crate::cli::engine_args::{EngineTimeArgs, parse_engine};
use crate::cli::error::CliError;
use crate::cli::numbers::{FROM_ONE, number_in};
use crate::cli::output::{MultipleOutput, Study, StudyAnswer, answer_each};
use crate::cli::points::{PointsArg, all_points, require_empty};
use crate::cli::question::Question;
use crate::cli::table_arg::TableArg;
use crate::cli::watch::WatchArgs;
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::batch::Entry;
use renju::engines::EngineSpec;
use renju::eval::Evaluator;
use renju::files::stdout;
use renju::questions::{
    self, COMPARE_COLUMNS, ComparisonOptions, ComparisonReport, ComparisonSummary, Report,
    RowChoice,
};
use renju::render::render;
use renju::systems::{self, EvaluatorHandle};

/// What `--only-changed` is where it names no evaluator.
const ANY: &str = "";

/// Show where evaluators differ: scores, ranks, agreement, forbidden points
///
/// Several positions are followed by a summary. Exit code 3: an evaluator gave no answer for some
/// position.
#[derive(Args, Clone, Debug)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    draw: DrawArgs,

    #[command(flatten)]
    table: TableArg,

    #[command(flatten)]
    options: CompareOptionArgs,

    /// Show only positions where the best move differs from the reference's: for any evaluator, or
    /// for NAME
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = ANY)]
    only_changed: Option<String>,

    #[command(flatten)]
    watch: WatchArgs,
}

/// Which evaluators to compare and how, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct CompareOptionArgs {
    /// Evaluator, or a .toml file with the weights of one, NAME=FILE to name its column; may be
    /// repeated
    /// [default: shapes and the five published programs]
    #[arg(short, long, value_name = "NAME")]
    evaluator: Vec<EvaluatorName>,

    /// Compare all evaluators
    #[arg(long)]
    all: bool,

    /// Compare an engine as well, a program with its arguments; gomocup:CMD or json:CMD says its
    /// protocol, NAME=CMD names its column; may be repeated
    #[arg(long, value_name = "CMD", value_parser = parse_engine)]
    engine: Vec<EngineSpec>,

    #[command(flatten)]
    #[serde(flatten)]
    engines: EngineTimeArgs,

    /// Number of best points of each evaluator (its top) to report and compare
    #[arg(long, value_name = "N", default_value = "10", value_parser = number_in(FROM_ONE))]
    top: NonZeroUsize,

    /// Points to show: the top of each, of the reference, or those whose ranks differ most
    #[arg(long, value_enum, value_name = "WHICH", default_value = "union")]
    rows: RowsArg,

    /// Show these empty points, such as H8,J8, in place of the best; may be repeated
    #[arg(long, value_name = "POINTS", conflicts_with = "rows")]
    at: Vec<PointsArg>,

    /// Exit with 0 if no evaluator ranks one of the reference's top points more than N places
    /// off, with 1 if one does, with 4 if one gave no answer
    #[arg(long, value_name = "N")]
    max_rank_gap: Option<usize>,

    /// Evaluator to compare the others with [default: the first]
    #[arg(long, value_name = "NAME")]
    reference: Option<String>,
}

/// Which points of a comparison are shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
enum RowsArg {
    /// The top of each
    Union,
    /// The top of the reference
    Reference,
    /// Those of any top whose ranks differ most
    Gap,
}

impl From<RowsArg> for RowChoice {
    fn from(rows: RowsArg) -> RowChoice {
        match rows {
            RowsArg::Union => RowChoice::Union,
            RowsArg::Reference => RowChoice::Reference,
            RowsArg::Gap => RowChoice::Gap,
        }
    }
}

/// Evaluators and the way to compare them.
struct Comparison {
    evaluators: Vec<EvaluatorHandle>,
    options: ComparisonOptions,
}

impl Question for CompareOptionArgs {
    fn study<'a>(&'a self, global: &GlobalArgs, _: bool) -> Result<Study<'a>, CliError> {
        let mut comparison = self.comparison(global)?;
        comparison.options.in_turn = true; // Several positions are worked on side by side.
        Ok(Study::new(move |entry, _| {
            let report = comparison.answer(entry)?;
            Ok(StudyAnswer {
                exit: comparison.exit(&report),
                ..Report::Comparison(Box::new(report)).into()
            })
        }))
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        Ok(COMPARE_COLUMNS)
    }

    fn has_engines(&self) -> bool {
        !self.engine.is_empty() || self.evaluator.iter().any(EvaluatorName::is_program)
    }
}

impl CompareOptionArgs {
    /// The evaluators that were named, and the options of the study.
    fn comparison(&self, global: &GlobalArgs) -> Result<Comparison, CliError> {
        let evaluators = self.evaluators(global)?;
        let names: Vec<&str> = evaluators.iter().map(|one| &*one.info().name).collect();
        if let Some(twice) = (1..names.len()).find(|&place| names[..place].contains(&names[place]))
        {
            return Err(CliError::usage(format!("{} is named twice", names[twice])));
        }
        let reference = self.reference.as_ref();
        let place = reference.map(|wanted| place_of(wanted, &names, "reference"));
        let options = ComparisonOptions {
            top: self.top.get(),
            rows: self.rows.into(),
            at: all_points(&self.at)?,
            reference: place.transpose()?.unwrap_or(0),
            max_rank_gap: self.max_rank_gap,
            in_turn: false,
        };
        Ok(Comparison {
            evaluators,
            options,
        })
    }

    fn evaluators(&self, global: &GlobalArgs) -> Result<Vec<EvaluatorHandle>, CliError> {
        self.engines.require(self.has_engines())?;
        let points = self.top.get();
        let named = self.evaluator.iter().map(|name| match name.engine()? {
            Some(spec) => self.engines.start(&spec, points, global),
            None => name.find_valued(),
        });
        let mut chosen = named.collect::<Result<Vec<_>, _>>()?;
        if self.all {
            let is_new = |name: &str| self.evaluator.iter().all(|named| named.as_str() != name);
            chosen.extend(systems::all().filter(|other| is_new(&other.info().name)));
        } else if chosen.is_empty() {
            chosen.extend(systems::defaults());
        }
        for spec in &self.engine {
            chosen.push(self.engines.start(spec, points, global)?);
        }
        Ok(chosen)
    }
}

/// The place of a name among others; `role` is what it is meant to be.
fn place_of(wanted: &str, names: &[&str], role: &str) -> Result<usize, CliError> {
    let place = names.iter().position(|name| *name == wanted);
    place.ok_or_else(|| {
        let close = names.iter().find(|name| name.contains(wanted));
        let names = names.join(", ");
        let error = CliError::usage(format!("the {role} {wanted} is none of {names}"));
        match close {
            Some(name) => error.hint(format!("did you mean {name}?")),
            None => error,
        }
    })
}

impl Comparison {
    fn names(&self) -> Vec<&str> {
        let evaluators = self.evaluators.iter();
        evaluators.map(|one| &*one.info().name).collect()
    }

    /// The study of one position.
    fn answer(&self, entry: &Entry) -> Result<ComparisonReport, CliError> {
        for &point in &self.options.at {
            require_empty(point, entry)?;
        }
        let evaluators: Vec<&dyn Evaluator> =
            self.evaluators.iter().map(|chosen| &**chosen).collect();
        let report = questions::compare(&entry.id, &entry.position, &evaluators, &self.options);
        Ok(report)
    }

    fn exit(&self, report: &ComparisonReport) -> Exit {
        match (self.options.max_rank_gap, report.within_gap) {
            (Some(_), Some(false)) => Exit::No,
            (Some(_), None) => Exit::Undecided,
            _ if report.failed.0.is_empty() => Exit::Done,
            _ => Exit::SomeFailed,
        }
    }
}

impl CompareArgs {
    /// Whether a position is one of those that are shown.
    fn shows(&self, report: &ComparisonReport) -> bool {
        match &self.only_changed {
            None => true,
            Some(name) if name == ANY => !report.changed.is_empty(),
            Some(name) => report.changed.contains(name),
        }
    }
}

pub(crate) fn run(args: &CompareArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let watched = (&args.input, &args.options.evaluator[..]);
    let watch = args.watch;
    watch.repeat_until_killed(watched, global, || run_once(args, global))
}

fn run_once(args: &CompareArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &args.table.apply(global, args.options.columns())?;
    let comparison = args.options.comparison(global)?;
    if let Some(name) = args.only_changed.as_deref().filter(|name| *name != ANY) {
        place_of(name, &comparison.names(), "evaluator")?;
    }
    let mut summary = ComparisonSummary::default();
    let mut comparison_failures = ComparisonFailures::default();
    let mut shown = 0;
    // Blank lines stand between those that are shown.
    let multiple = MultipleOutput::Lines.with_picture(&args.draw, &args.input)?;
    let exit = answer_each(&args.input, global, multiple, |entry, output| {
        let report = comparison.answer(entry)?;
        summary.add(&report);
        comparison_failures.add(&report);
        let exit = comparison.exit(&report);
        if args.shows(&report) {
            if shown > 0 && !output.is_json {
                writeln!(output.out)?;
            }
            shown += 1;
            let report = Report::Comparison(Box::new(report));
            output.drawn_report(&report, &args.draw, entry)?;
        }
        Ok(exit)
    })?;
    if summary.positions > 1 && global.output.columns.is_none() {
        let mut out = stdout();
        if shown > 0 && !global.output.json {
            writeln!(out)?;
        }
        render(&summary, global.format(), global.style(), &mut out)?;
    } else if shown == 0 && summary.positions == 1 && comparison_failures.are_all_answered() {
        diagnostics::note("the best move is the same with all", global);
    }
    // The text of one position says so itself.
    if global.output.json || shown != 1 || summary.positions > 1 {
        comparison_failures.tell_unanswered();
    }
    if let Some(gap) = comparison.options.max_rank_gap {
        comparison_failures.note_gaps(gap, global);
    }
    Ok(exit)
}
