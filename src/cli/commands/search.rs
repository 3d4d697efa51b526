use std::time::Instant;

use clap::{Args, ValueEnum};

use crate::batch::Entry;
use crate::cli::evaluators::Chosen;
use crate::cli::output::{Refused, Several, answer_each};
use crate::cli::{Exit, GlobalArgs, InputArgs, Trouble};
use crate::search::published::{Limits, PROGRAMS};
use crate::study::{self, Report, SearchReport};

/// Find a move as one of the published programs does
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct SearchArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    options: SearchOptionArgs,
}

/// Who searches and how far, alone and in a batch.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct SearchOptionArgs {
    /// Whose manner of search; so far only that of the published programs
    #[arg(long, value_enum, value_name = "NAME")]
    algorithm: Algorithm,

    /// The program, such as five-tuple
    #[arg(short, long, value_name = "NAME")]
    evaluator: String,

    /// Moves to look ahead [default: as the program plays; the 11 of lianzhu can take a minute]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: Option<u8>,

    /// Moves to try at each node [default: as the program plays]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=400))]
    width: Option<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
enum Algorithm {
    Published,
}

impl SearchOptionArgs {
    /// The program that was named.
    pub(in crate::cli) fn program(&self) -> Result<&'static str, Trouble> {
        let found = PROGRAMS.into_iter().find(|name| *name == self.evaluator);
        found.ok_or_else(|| match Chosen::named(&self.evaluator) {
            Err(trouble) => trouble,
            Ok(_) => Trouble::Usage(format!(
                "{} has no search of its own; these have: {}",
                self.evaluator,
                PROGRAMS.join(", ")
            )),
        })
    }

    /// How far to search.
    pub(in crate::cli) fn limits(&self) -> Limits {
        Limits {
            depth: self.depth.map(usize::from),
            width: self.width.map(usize::from),
        }
    }
}

pub(in crate::cli) fn run(args: &SearchArgs, global: &GlobalArgs) -> Result<Exit, Trouble> {
    let program = args.options.program()?;
    let limits = args.options.limits();
    answer_each(&args.input, global, Several::Parted, |entry, output| {
        let since = Instant::now();
        let report = answer(entry, program, limits)?;
        tell_other_depth(&report, limits, global);
        output.report(&Report::Search(Box::new(report)), since)?;
        Ok(Exit::Done)
    })
}

/// Says that a program looked ahead otherwise than it was told.
fn tell_other_depth(report: &SearchReport, limits: Limits, global: &GlobalArgs) {
    let is_other = limits.depth.is_some_and(|depth| depth != report.depth) && report.how.is_some();
    if is_other && !global.quiet {
        let (program, depth) = (&report.evaluator, report.depth);
        eprintln!("note: {program} has no search of just that depth; it took {depth}");
    }
}

/// The study of one position.
pub(in crate::cli) fn answer(
    entry: &Entry,
    program: &str,
    limits: Limits,
) -> Result<SearchReport, Refused> {
    study::search_published(&entry.id, &entry.position, program, limits)
        .ok_or_else(|| Refused::Request(format!("{program} has no search of its own")))
}
