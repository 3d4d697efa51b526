//! `renju patterns`: counts and lists the shapes of each side, or those a new stone would make.

use clap::Args;
use serde::Serialize;

use crate::cli::arguments::{SideArg, WidthArg};
use crate::cli::drawing::DrawArgs;
use crate::cli::error::CliError;
use crate::cli::input::require_empty;
use crate::cli::output::{MultipleOutput, Study, answer_drawn};
use crate::cli::question::Question;
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
    width: WidthArg,

    #[command(flatten)]
    options: PatternOptionArgs,
}

/// What to report of shapes, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
pub(crate) struct PatternOptionArgs {
    /// Side whose shapes to report
    #[arg(long, value_enum, default_value_t = SideArg::Both, value_name = "SIDE")]
    of: SideArg,

    /// What a stone on this empty point would make, in each direction
    #[arg(long, value_name = "POINT")]
    at: Option<Point>,

    /// List each shape with its points
    #[arg(long)]
    list: bool,

    /// What a stone on each empty point would make, all lines together: a board for each side
    #[arg(long)]
    map: bool,
}

impl Question for PatternOptionArgs {
    fn study<'a>(&'a self, _: &GlobalArgs, _: bool) -> Result<Study<'a>, CliError> {
        Ok(self.listing(self.list))
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        match self {
            _ if self.at.is_some() => Err("what --at adds"),
            _ if self.list => Err("what --list adds"),
            _ if self.map => Err("what --map adds"),
            _ => Ok(PATTERN_COLUMNS),
        }
    }
}

impl PatternOptionArgs {
    /// The study of the options, with or without a list of the shapes.
    fn listing(&self, list: bool) -> Study<'_> {
        let options = PatternOptions {
            of: self.of.color(),
            list,
            at: self.at,
            map: self.map,
        };
        Study::new(move |entry, _| {
            if let Some(point) = options.at {
                require_empty(point, entry)?;
            }
            let report = questions::patterns(&entry.id, &entry.position, &options);
            Ok(Report::Patterns(report).into())
        })
        .of_any_side()
    }
}

pub(crate) fn run(args: &PatternsArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &global.with_width(args.width);
    let is_listed = args.options.list;
    // The picture of a map has boards of its own.
    let is_drawn = args.draw.has_picture() && !args.options.map;
    let study = args.options.listing(is_listed || is_drawn);
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
