use std::time::Instant;

use clap::{Args, ValueEnum};

use crate::board::Color;
use crate::cli::error::CliError;
use crate::cli::output::{MultipleOutput, answer_each};
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

/// What to tell of shapes, alone and in a batch.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct PatternOptionArgs {
    /// Whose shapes
    #[arg(long, value_enum, default_value_t = Side::Both, value_name = "SIDE")]
    of: Side,

    /// What a stone on this empty point would make, in each direction
    #[arg(long, value_name = "POINT")]
    at: Option<Point>,

    /// List each shape with its points
    #[arg(long)]
    list: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
pub(in crate::cli) enum Side {
    Black,
    White,
    Both,
}

impl Side {
    /// The one side, or `None` for both.
    pub(in crate::cli) const fn color(self) -> Option<Color> {
        match self {
            Side::Black => Some(Color::Black),
            Side::White => Some(Color::White),
            Side::Both => None,
        }
    }
}

impl PatternOptionArgs {
    /// The options of the study.
    pub(in crate::cli) fn options(&self) -> PatternOptions {
        PatternOptions {
            of: self.of.color(),
            list: self.list,
            at: self.at,
        }
    }
}

pub(in crate::cli) fn run(args: &PatternsArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let options = args.options.options();
    answer_each(
        &args.input,
        global,
        MultipleOutput::Separated,
        |entry, output| {
            let since = Instant::now();
            if let Some(point) = options.at {
                super::require_empty(point, entry)?;
            }
            let report = study::patterns(&entry.id, &entry.position, &options);
            output.report(&Report::Patterns(report), since)?;
            Ok(Exit::Done)
        },
    )
}
