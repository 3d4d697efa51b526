//! `renju why`: what makes the difference of two points, or of two evaluators at one.

use std::cell::RefCell;
use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::evaluators::EvaluatorName;
use super::score::no_answer;
use crate::cli::arguments::SideArg;
use crate::cli::drawing::DrawArgs;
use crate::cli::engine_args::{EngineTimeArgs, parse_engine};
use crate::cli::error::CliError;
use crate::cli::output::{MultipleOutput, Study, StudyAnswer, answer_drawn};
use crate::cli::points::{PointsArg, all_points, require_empty, split_points};
use crate::cli::question::Question;
use crate::cli::table_arg::TableArg;
use crate::cli::{Exit, GlobalArgs, InputArgs};
use renju::batch::Entry;
use renju::engines::EngineSpec;
use renju::files::stdout;
use renju::geometry::{Point, Size};
use renju::questions::{self, Report, WHY_COLUMNS, WeightSummary, WeightTrials, WhyOptions};
use renju::render::render;
use renju::systems::EvaluatorHandle;

/// Show why an evaluator prefers one point to another: the terms of the difference
///
/// Points follow the position: two of them; one, which is compared with the best other one; or
/// none, for the two best. With two evaluators, it shows what each counts at one point. An engine
/// has no terms: it is asked again with one stone left out at a time.
#[derive(Args, Clone, Debug)]
pub(crate) struct WhyArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    options: WhyOptionArgs,

    #[command(flatten)]
    draw: DrawArgs,

    #[command(flatten)]
    table: TableArg,
}

/// What is compared, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
pub(crate) struct WhyOptionArgs {
    /// Evaluator, or a .toml file with the weights of one; two of them are compared at one point
    /// [default: shapes]
    #[arg(short, long, value_name = "NAME")]
    evaluator: Vec<EvaluatorName>,

    /// The points, such as H8,G7; they can also follow the position
    #[arg(long, value_name = "POINTS")]
    at: Vec<PointsArg>,

    /// Compare the best point, or the one that is named, with every other
    #[arg(long)]
    all: bool,

    /// Show which change of a single weight makes the worse of two points better, or another point
    /// better than the best
    #[arg(long, conflicts_with_all = ["all", "engine"])]
    weights: bool,

    /// Side to compare for [default: the side to move]
    #[arg(long, value_enum, value_name = "SIDE")]
    of: Option<SideArg>,

    /// Ask an engine instead, a program with its arguments; gomocup:CMD or json:CMD says its
    /// protocol, NAME=CMD names it
    #[arg(long, value_name = "CMD", conflicts_with = "evaluator", value_parser = parse_engine)]
    engine: Option<EngineSpec>,

    #[command(flatten)]
    #[serde(flatten)]
    engines: EngineTimeArgs,
}

/// The question with everything looked up.
struct WhyQuestion {
    evaluators: Vec<EvaluatorHandle>,
    points: Vec<Point>,
    trials: Option<WeightTrials>,
}

impl WhyQuestion {
    /// The evaluators, one of which gave no answer.
    fn names(&self) -> String {
        let names = self.evaluators.iter().map(|one| &*one.info().name);
        names.collect::<Vec<_>>().join(" or ")
    }
}

impl WhyOptionArgs {
    fn question(&self, global: &GlobalArgs) -> Result<WhyQuestion, CliError> {
        self.engines.require(self.has_engines())?;
        // Of an engine the value of every point is needed.
        let start = |spec: &EngineSpec| self.engines.start(spec, Size::MAX.area(), global);
        let named = self.evaluator.iter().map(|name| match name.engine()? {
            Some(spec) => start(&spec),
            None => name.find_valued(),
        });
        let mut evaluators = named.collect::<Result<Vec<_>, _>>()?;
        evaluators.extend(self.engine.as_ref().map(start).transpose()?);
        if evaluators.is_empty() {
            evaluators.push(EvaluatorName::from("shapes").find_valued()?);
        }
        let points = all_points(&self.at)?;
        let most = if self.all || evaluators.len() > 1 {
            1
        } else {
            2
        };
        let error = match (evaluators.len(), points.len()) {
            _ if self.of.is_some_and(|of| of.color().is_none()) => {
                "points are compared for one side"
            }
            (3.., _) => "at most two evaluators can be compared",
            (2, _) if self.weights => "--weights changes the weights of one evaluator",
            (2, _) if self.all => "--all compares the points of one evaluator",
            (2, 2..) => "two evaluators are compared at one point, but several are named",
            (_, count) if count > most && self.all => {
                "--all compares one point with every other, but several are named"
            }
            (_, 3..) => "at most two points can be compared",
            _ => {
                let trials = self.weights.then(|| WeightTrials::new(&evaluators[0]));
                return Ok(WhyQuestion {
                    trials: trials.transpose()?,
                    evaluators,
                    points,
                });
            }
        };
        let error = CliError::usage(error);
        Err(match (evaluators.len(), points.len()) {
            (1, 3..) => error.hint("put moves in quotes: -m \"h8 i9 g7\""),
            _ => error,
        })
    }
}

impl WhyOptionArgs {
    fn answer(&self, question: &WhyQuestion, entry: &Entry) -> Result<StudyAnswer, CliError> {
        let mut points = question.points.iter().copied();
        let mut named = points.clone();
        named.try_for_each(|point| require_empty(point, entry))?;
        let evaluator = &*question.evaluators[0];
        let options = WhyOptions {
            of: self.of.and_then(SideArg::color),
            points: [points.next(), points.next()],
            all: self.all,
            weights: question.trials.as_ref(),
            other: question.evaluators.get(1).map(|other| &**other),
        };
        let report = questions::why(&entry.id, &entry.position, evaluator, &options);
        let report = report.map_err(|failure| no_answer(&question.names(), failure))?;
        Ok(Report::Why(Box::new(report)).into())
    }
}

impl Question for WhyOptionArgs {
    fn study<'a>(&'a self, global: &GlobalArgs, _: bool) -> Result<Study<'a>, CliError> {
        let question = self.question(global)?;
        Ok(Study::new(move |entry, _| self.answer(&question, entry)))
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        if self.weights {
            return Err("what --weights adds");
        }
        Ok(WHY_COLUMNS)
    }

    fn has_engines(&self) -> bool {
        self.engine.is_some() || self.evaluator.iter().any(EvaluatorName::is_program)
    }
}

pub(crate) fn run(args: &WhyArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &args.table.apply(global, args.options.columns())?;
    let (mut input, mut options) = (args.input.clone(), args.options.clone());
    options.at.extend(split_points(&mut input));
    let question = options.question(global)?;
    let study = Study::new(|entry, _| options.answer(&question, entry));
    let (multiple, summary) = (
        MultipleOutput::Separated,
        RefCell::new(WeightSummary::default()),
    );
    let exit = answer_drawn(&study, &input, global, &args.draw, multiple, |report| {
        if let Report::Why(why) = &report {
            summary.borrow_mut().add(why);
        }
        report
    })?;
    let mut summary = summary.into_inner();
    if let Some(trials) = question.trials.as_ref().filter(|_| summary.positions > 1) {
        summary.finish(trials);
        let mut out = stdout();
        if !global.output.json {
            writeln!(out)?;
        }
        render(&summary, global.format(), global.style(), &mut out)?;
    }
    Ok(exit)
}
