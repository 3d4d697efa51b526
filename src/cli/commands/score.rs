//! `renju score`: values of the board and of empty points, by an evaluator or an external engine.

use std::io::Write;
use std::num::NonZeroUsize;

use clap::Args;
use serde::Serialize;

use super::evaluators::EvaluatorName;
use crate::cli::arguments::SideArg;
use crate::cli::drawing::DrawArgs;
use crate::cli::engine_args::{EngineTimeArgs, parse_engine};
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::numbers::{FROM_ONE, number_in};
use crate::cli::output::{MultipleOutput, Study, StudyAnswer, answer_each, answer_study};
use crate::cli::points::{PointsArg, all_points, position_of_point};
use crate::cli::question::Question;
use crate::cli::table_arg::TableArg;
use crate::cli::watch::WatchArgs;
use crate::cli::{Exit, GlobalArgs, InputArgs};
use renju::batch::Entry;
use renju::engines::EngineSpec;
use renju::eval::{Evaluator, Failure, FailureKind};
use renju::geometry::Point;
use renju::position::Position;
use renju::questions::{self, Report, SCORE_COLUMNS, ScoreOptions, ScoreReport, ScoreText};
use renju::render::text;
use renju::systems::EvaluatorHandle;

/// Number of points in a list without `--top`.
const LISTED: usize = 10;

/// Score the board and every empty point with an evaluator
#[derive(Args, Clone, Debug)]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    draw: DrawArgs,

    #[command(flatten)]
    table: TableArg,

    #[command(flatten)]
    options: ScoreOptionArgs,

    /// Show the points as a board of numbers, warmer where they are higher
    #[arg(long)]
    grid: bool,

    #[command(flatten)]
    watch: WatchArgs,
}

/// What to report of an evaluator's scores, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
pub(crate) struct ScoreOptionArgs {
    /// Evaluator, or a .toml file with the weights of one; `renju evaluators` lists them
    #[arg(short, long, value_name = "NAME", default_value = "shapes")]
    evaluator: EvaluatorName,

    /// Ask an engine instead, a program with its arguments; gomocup:CMD or json:CMD says its
    /// protocol, NAME=CMD names it
    #[arg(long, value_name = "CMD", conflicts_with = "evaluator", value_parser = parse_engine)]
    engine: Option<EngineSpec>,

    #[command(flatten)]
    #[serde(flatten)]
    engines: EngineTimeArgs,

    /// Point of view [default: both in JSON, the side to move in text and of an engine]
    #[arg(long, value_enum, value_name = "SIDE")]
    of: Option<SideArg>,

    /// Only the best N points [default: 10 in text, all in JSON]
    #[arg(long, value_name = "N", value_parser = number_in(FROM_ONE))]
    top: Option<NonZeroUsize>,

    /// Show only these points, such as H8,J8; a stone already there counts as just played
    #[arg(long, value_name = "POINTS", conflicts_with = "top")]
    at: Vec<PointsArg>,

    /// Show the windows, shapes or codes that add up to each value
    #[arg(long)]
    terms: bool,

    /// Add to the JSON everything that a published program computes for the position
    #[arg(long)]
    details: bool,
}

impl ScoreOptionArgs {
    /// The points that are asked about one by one, or `None` for all of them at once.
    fn points(&self) -> Result<Vec<Option<Point>>, CliError> {
        let points: Vec<Option<Point>> = all_points(&self.at)?.into_iter().map(Some).collect();
        Ok(if points.is_empty() {
            vec![None]
        } else {
            points
        })
    }

    /// The engine that is asked, under either flag.
    fn engine(&self) -> Result<Option<EngineSpec>, CliError> {
        match &self.engine {
            Some(spec) => Ok(Some(spec.clone())),
            None => self.evaluator.engine(),
        }
    }

    /// The evaluator that was named, and the options of the study.
    fn question(&self, global: &GlobalArgs) -> Result<(EvaluatorHandle, ScoreOptions), CliError> {
        self.engines.require(self.has_engines())?;
        let evaluator = match self.engine()? {
            Some(spec) => {
                let points = self.top.map_or(LISTED, NonZeroUsize::get);
                self.engines.start(&spec, points, global)?
            }
            None => self.evaluator.find_valued()?,
        };
        if self.details && evaluator.as_system().is_none() {
            return Err(CliError::usage(format!(
                "there are no details of {}: only the published programs have them",
                evaluator.info().name
            )));
        }
        let options = ScoreOptions {
            of: self.of.and_then(SideArg::color),
            top: self.top.map(NonZeroUsize::get),
            at: None,
            terms: self.terms,
            details: self.details,
        };
        Ok((evaluator, options))
    }
}

impl Question for ScoreOptionArgs {
    fn study<'a>(&'a self, global: &GlobalArgs, _: bool) -> Result<Study<'a>, CliError> {
        let (evaluator, options) = self.question(global)?;
        let points = self.points()?;
        let is_of_mover = self.has_engines() && self.of.is_none();
        let global = global.clone();
        Ok(Study::new(move |entry, _| {
            let of_point = |&at: &Option<Point>| {
                let mut options = ScoreOptions { at, ..options };
                let position = asked_position(at, entry, &global)?;
                if is_of_mover {
                    options.of = position.known_to_move();
                }
                let report = answer(entry, &position, &*evaluator, &options)?;
                Ok(Report::Score(Box::new(report)))
            };
            let reports: Result<Vec<Report>, CliError> = points.iter().map(of_point).collect();
            let mut reports = reports?.into_iter();
            let first = reports.next().expect("there is a report for each question");
            Ok(StudyAnswer {
                more: reports.collect(),
                ..first.into()
            })
        })
        .of_any_side())
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        match self {
            _ if self.terms => Err("what --terms adds"),
            _ if self.details => Err("what --details adds"),
            _ => Ok(SCORE_COLUMNS),
        }
    }

    fn has_engines(&self) -> bool {
        self.engine.is_some() || self.evaluator.is_program()
    }
}

pub(crate) fn run(args: &ScoreArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let evaluators = std::slice::from_ref(&args.options.evaluator);
    let watched = (&args.input, evaluators);
    let watch = args.watch;
    watch.repeat_until_killed(watched, global, || run_once(args, global))
}

fn run_once(args: &ScoreArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &args.table.apply(global, args.options.columns())?;
    let multiple = MultipleOutput::Separated;
    if global.output.json {
        return answer_study(
            &args.options.study(global, false)?,
            &args.input,
            global,
            &args.draw,
            multiple,
        );
    }
    let (evaluator, mut options) = args.options.question(global)?;
    if options.details {
        return Err(CliError::usage("--details are JSON only; add --json"));
    }
    let multiple = multiple.with_picture(&args.draw, &args.input)?;
    let points = args.options.points()?;
    let interrupt = Interrupt::install()?;
    answer_each(
        &args.input,
        &global.with_side_open(),
        multiple,
        |entry, output| {
            interrupt.exit_of(|_| {
                for &at in &points {
                    let position = asked_position(at, entry, global)?;
                    options.at = at;
                    if args.options.of.is_none() {
                        options.of = position.known_to_move();
                    }
                    let report = answer(entry, &position, &*evaluator, &options)?;
                    let shown = ScoreText {
                        report: &report,
                        of: options.of,
                        is_grid: args.grid,
                        limit: options.top.unwrap_or(LISTED),
                        explains_board: options.at.is_none(),
                        explained: options.top.unwrap_or(1),
                    };
                    let text = text(&shown, output.style);
                    let report = Report::Score(Box::new(report.clone()));
                    output.draw(&report, &args.draw, entry)?;
                    output.out.write_all(text.as_bytes())?;
                    output.out.flush()?;
                }
                Ok(Exit::Done)
            })
        },
    )
}

/// The position in which a point is asked about, or all of them.
fn asked_position(
    at: Option<Point>,
    entry: &Entry,
    global: &GlobalArgs,
) -> Result<Position, CliError> {
    at.map_or_else(
        || Ok(entry.position.clone()),
        |point| position_of_point(point, entry, global),
    )
}

/// The study of one position.
fn answer(
    entry: &Entry,
    position: &Position,
    evaluator: &dyn Evaluator,
    options: &ScoreOptions,
) -> Result<ScoreReport, CliError> {
    let report = questions::score(&entry.id, position, evaluator, options);
    report.map_err(|failure| no_answer(&evaluator.info().name, failure))
}

/// Why there are no scores: a question that does not fit the evaluator, or an engine that failed.
pub(super) fn no_answer(name: &str, failure: Failure) -> CliError {
    match failure.kind {
        FailureKind::Unsupported => CliError::from(failure),
        _ => CliError::no_answer(name, &failure),
    }
}
