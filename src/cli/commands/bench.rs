use std::io;

use clap::Args;

use crate::cli::{Exit, GlobalArgs, Trouble};
use crate::render::{Format, render_bench};
use crate::study::{self, BenchExtent};

/// Measure how fast it is here, and check that the search is unchanged
///
/// The signature is the number of positions that the solvers enter: the same on every machine,
/// until the search changes. That of --quick is another.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct BenchArgs {
    /// Do a fraction of the work
    #[arg(long)]
    quick: bool,
}

pub(in crate::cli) fn run(args: &BenchArgs, global: &GlobalArgs) -> Result<Exit, Trouble> {
    let extent = if args.quick {
        BenchExtent::QUICK
    } else {
        BenchExtent::WHOLE
    };
    let report = study::bench(extent);
    let format = if global.json {
        Format::Json
    } else {
        Format::Text
    };
    render_bench(&report, format, global.style(), &mut io::stdout().lock())?;
    Ok(Exit::Done)
}
