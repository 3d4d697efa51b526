use std::io;

use clap::Args;

use crate::cli::error::CliError;
use crate::cli::limits::threads;
use crate::cli::{Exit, GlobalArgs};
use crate::render::{Format, render};
use crate::study::{self, BenchExtent};

/// Measure how fast it is here, and check that the search is unchanged
///
/// The signature is the number of positions that the solvers and the search enter: the same on
/// every machine, until these change. That of --quick is another. The search is done by one thread,
/// and once more by --threads, without --quick by all cores.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct BenchArgs {
    /// Do a fraction of the work
    #[arg(long)]
    quick: bool,
}

pub(in crate::cli) fn run(args: &BenchArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let extent = if args.quick {
        BenchExtent::QUICK
    } else {
        BenchExtent::WHOLE
    };
    let threads = match global.output.threads {
        None if args.quick => 1,
        asked => threads(asked),
    };
    let report = study::bench(extent, threads);
    let format = if global.output.json {
        Format::Json
    } else {
        Format::Text
    };
    render(&report, format, global.style(), &mut io::stdout().lock())?;
    Ok(Exit::Done)
}
