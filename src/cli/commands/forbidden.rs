//! `renju forbidden`: black's forbidden points with their reasons, or the proof for one point.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use crate::cli::drawing::DrawArgs;
use crate::cli::error::CliError;
use crate::cli::numbers::number_in;
use crate::cli::output::{MultipleOutput, Study, StudyAnswer, answer_drawn};
use crate::cli::points::{PointsArg, all_points, require_no_white};
use crate::cli::question::Question;
use crate::cli::table_arg::TableArg;
use crate::cli::{Exit, GlobalArgs, InputArgs};
use renju::forbidden::ThreeReading;
use renju::geometry::Point;
use renju::questions::{
    self, FORBIDDEN_COLUMNS, ForbiddenOptions, Report, VerdictName, VerdictReport,
};

/// List the points that black may not play, and why
#[derive(Args, Clone, Debug)]
pub(crate) struct ForbiddenArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    draw: DrawArgs,

    #[command(flatten)]
    table: TableArg,

    /// Judge only these points, such as H8,J8, allowed or not, with the whole proof; a black stone
    /// counts as just played. Exit code 0 if all are forbidden, 1 if one is not
    #[arg(long, value_name = "POINTS", conflicts_with_all = ["near_misses", "count"])]
    at: Vec<PointsArg>,

    #[command(flatten)]
    options: ForbiddenOptionArgs,
}

/// What to report of forbidden points, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct ForbiddenOptionArgs {
    /// Also list look-alikes that are allowed, and why they are
    #[arg(long)]
    near_misses: bool,

    /// Levels of nested reasons to show; 0 for none [default: 1 in text, all in JSON]
    #[arg(long, value_name = "N", value_parser = number_in(0usize..=1_000_000))]
    nesting: Option<usize>,

    /// Print only the number of forbidden points
    #[arg(long)]
    count: bool,

    /// Whether it is a three if the stone that would make it a straight four also makes a five: no
    /// (literal) or yes (five-counts)
    #[arg(long, value_name = "READING", default_value = "literal", value_parser = readings())]
    three_reading: ThreeReading,
}

impl ForbiddenOptionArgs {
    /// The list of forbidden points, or the verdicts on these; `depth` where the user named none.
    fn judge(&self, at: Vec<Point>, depth: Option<usize>) -> Study<'_> {
        let options = ForbiddenOptions {
            reading: self.three_reading,
            near_misses: self.near_misses,
            depth: self.nesting.or(depth),
            count: self.count,
            ..ForbiddenOptions::default()
        };
        Study::new(move |entry, _| {
            let (id, position) = (&entry.id, &entry.position);
            at.iter()
                .try_for_each(|&point| require_no_white(point, entry))?;
            let verdict = |&point: &Point| questions::verdict(id, position, point, &options);
            let verdicts: Vec<VerdictReport> = at.iter().map(verdict).collect();
            let exit = verdicts.iter().map(exit_of).max();
            let mut reports = verdicts.into_iter().map(Report::Verdict);
            let Some(report) = reports.next() else {
                let report = questions::forbidden(id, position, &options);
                return Ok(Report::Forbidden(report).into());
            };
            Ok(StudyAnswer {
                exit: exit.unwrap_or(Exit::Done),
                more: reports.collect(),
                ..report.into()
            })
        })
        .of_any_side()
    }
}

const fn exit_of(report: &VerdictReport) -> Exit {
    match report.verdict {
        VerdictName::Forbidden => Exit::Done,
        VerdictName::Allowed | VerdictName::Wins => Exit::No,
        VerdictName::Unknown => Exit::Undecided,
    }
}

/// The readings by their names.
pub(super) fn readings() -> impl TypedValueParser<Value = ThreeReading> {
    let names = ThreeReading::ALL.map(ThreeReading::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<ThreeReading>())
}

impl Question for ForbiddenOptionArgs {
    /// No proof is built that a table has no place for.
    fn study<'a>(&'a self, _: &GlobalArgs, is_table: bool) -> Result<Study<'a>, CliError> {
        Ok(self.judge(Vec::new(), is_table.then_some(0)))
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        match self.nesting {
            _ if self.near_misses => Err("what --near-misses adds"),
            Some(1..) => Err("a proof of --nesting"),
            _ => Ok(FORBIDDEN_COLUMNS),
        }
    }
}

impl ForbiddenArgs {
    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        if self.at.is_empty() {
            self.options.columns()
        } else {
            Err("what --at tells")
        }
    }
}

pub(crate) fn run(args: &ForbiddenArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &args.table.apply(global, args.columns())?;
    let depth = if global.output.json { None } else { Some(1) };
    // A picture has room for all levels.
    let drawn = depth.filter(|_| !args.draw.has_picture());
    let at = all_points(&args.at)?;
    let is_brief = !at.is_empty() || args.options.count;
    let study = args.options.judge(at, drawn);
    let multiple = if is_brief {
        MultipleOutput::Named
    } else {
        MultipleOutput::Separated
    };
    let shown = |report| match report {
        _ if args.options.nesting.is_some() => report,
        Report::Forbidden(report) => Report::Forbidden(report.pruned(depth)),
        Report::Verdict(report) => Report::Verdict(report.pruned(depth)),
        other => other,
    };
    answer_drawn(&study, &args.input, global, &args.draw, multiple, shown)
}
