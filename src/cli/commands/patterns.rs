//! `renju patterns`: counts and lists the shapes of each side, or those a new stone would make.

use clap::Args;
use serde::Serialize;

use crate::cli::arguments::SideArg;
use crate::cli::drawing::DrawArgs;
use crate::cli::error::CliError;
use crate::cli::output::{MultipleOutput, Study, StudyAnswer, answer_drawn};
use crate::cli::points::{PointsArg, all_points, position_of_point};
use crate::cli::question::Question;
use crate::cli::table_arg::TableArg;
use crate::cli::{Exit, GlobalArgs, InputArgs};
use renju::geometry::Point;
use renju::questions::{self, PATTERN_COLUMNS, PatternOptions, Report};

/// Count and list the shapes on the board
#[derive(Args, Clone, Debug)]
pub(crate) struct PatternsArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    draw: DrawArgs,

    #[command(flatten)]
    table: TableArg,

    #[command(flatten)]
    options: PatternOptionArgs,
}

/// What to report of shapes, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
pub(crate) struct PatternOptionArgs {
    /// Side whose shapes to report
    #[arg(long, value_enum, default_value_t = SideArg::Both, value_name = "SIDE")]
    of: SideArg,

    /// Show what a stone on these points would make in each direction, such as H8,J8; a stone
    /// already there counts as just played
    #[arg(long, value_name = "POINTS")]
    at: Vec<PointsArg>,

    /// List each shape with its points
    #[arg(long)]
    list: bool,

    /// Show what a stone on each empty point would make, all lines together, on a board for each
    /// side
    #[arg(long)]
    map: bool,
}

impl Question for PatternOptionArgs {
    fn study<'a>(&'a self, global: &GlobalArgs, _: bool) -> Result<Study<'a>, CliError> {
        self.listing(self.list, global)
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        match self {
            _ if !self.at.is_empty() => Err("what --at adds"),
            _ if self.list => Err("what --list adds"),
            _ if self.map => Err("what --map adds"),
            _ => Ok(PATTERN_COLUMNS),
        }
    }
}

impl PatternOptionArgs {
    /// The study of the options, with or without a list of the shapes.
    fn listing<'a>(&'a self, list: bool, global: &GlobalArgs) -> Result<Study<'a>, CliError> {
        let points = all_points(&self.at)?;
        let options = PatternOptions {
            of: self.of.color(),
            list,
            at: None,
            map: self.map,
        };
        let global = global.clone();
        let study = Study::new(move |entry, _| {
            let of_point = |&point: &Point| {
                let position = position_of_point(point, entry, &global)?;
                let at = Some(point);
                let options = PatternOptions { at, ..options };
                let report = questions::patterns(&entry.id, &position, &options);
                Ok(Report::Patterns(report))
            };
            let reports: Result<Vec<Report>, CliError> = points.iter().map(of_point).collect();
            let mut reports = reports?.into_iter();
            let Some(report) = reports.next() else {
                let report = questions::patterns(&entry.id, &entry.position, &options);
                return Ok(Report::Patterns(report).into());
            };
            Ok(StudyAnswer {
                more: reports.collect(),
                ..report.into()
            })
        });
        Ok(study.of_any_side())
    }
}

pub(crate) fn run(args: &PatternsArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &args.table.apply(global, args.options.columns())?;
    let is_listed = args.options.list;
    // The picture of a map has boards of its own.
    let is_drawn = args.draw.has_picture() && !args.options.map;
    let study = args.options.listing(is_listed || is_drawn, global)?;
    let shown = |mut report| {
        if let Report::Patterns(report) = &mut report
            && !is_listed
        {
            report.shapes = None;
        }
        report
    };
    let multiple = MultipleOutput::Separated;
    answer_drawn(&study, &args.input, global, &args.draw, multiple, shown)
}
