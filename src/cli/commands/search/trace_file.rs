//! `--trace`: the nodes of a search in a file, as lines of JSON.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::cli::error::CliError;
use crate::cli::named_file::NamedFile;
use crate::cli::numbers::{FROM_ONE, number_in, parse_nodes};
use crate::cli::points::{PointsArg, all_points};
use crate::cli::{GlobalArgs, diagnostics};
use renju::files::{NewFile, Overwrite};
use renju::limits::Observer;
use renju::questions::trace::{TraceExtent, TraceHead, TraceWriter, TracingObserver};
use renju::questions::{MoveOrPass, SearchReport};
use renju_core::counted::counted;

/// Lines before nodes are sampled, where no number is given.
const LINES: u64 = 1_000_000;

/// Which nodes of a search are written, and where.
#[derive(Args, Clone, Debug)]
pub(super) struct TraceFileArgs {
    /// Write each node of the search to this file, as lines of JSON for `renju trace FILE`. With
    /// one thread the file is the same each time
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,

    /// Trace this many nodes in full, then only 1 of 16, then 1 of 256, .. [default: 1M]
    #[arg(long, value_name = "N", requires = "trace", value_parser = parse_nodes)]
    trace_nodes: Option<u64>,

    /// Plies from the root that are traced [default: all]
    #[arg(long, value_name = "PLIES", requires = "trace", value_parser = number_in(FROM_ONE))]
    trace_depth: Option<NonZeroUsize>,

    /// Trace only the nodes on the way to these moves and below them, such as "h8 i9"
    #[arg(long, value_name = "MOVES", requires = "trace")]
    trace_path: Option<PointsArg>,
}

/// A trace that is being written.
pub(super) struct TraceFile {
    writer: TraceWriter<NamedFile<NewFile>>,
}

impl TraceFileArgs {
    /// Whether a trace is written.
    pub(super) const fn is_asked(&self) -> bool {
        self.trace.is_some()
    }

    /// Begins the trace of a position, if one is asked for.
    pub(super) fn begin(
        &self,
        head: impl FnOnce() -> TraceHead,
        overwrite: Overwrite,
    ) -> Result<Option<TraceFile>, CliError> {
        let Some(path) = &self.trace else {
            return Ok(None);
        };
        let below = all_points(self.trace_path.as_slice())?;
        let extent = TraceExtent {
            lines: self.trace_nodes.unwrap_or(LINES),
            plies: self.trace_depth.map_or(usize::MAX, NonZeroUsize::get),
            below: below.into_iter().map(Some).collect(),
        };
        let file = NamedFile::create(path, overwrite)?;
        let writer = TraceWriter::new(file, &head(), extent);
        Ok(Some(TraceFile { writer }))
    }
}

impl TraceFile {
    /// An observer whose search is traced.
    pub(super) fn observer<'a>(&'a self, observer: &'a dyn Observer) -> TracingObserver<'a> {
        TracingObserver {
            observer,
            sink: &self.writer,
        }
    }

    /// Ends the trace with the answer, and says what it holds.
    pub(super) fn finish(self, report: &SearchReport, global: &GlobalArgs) -> Result<(), CliError> {
        let best = report.lines.first();
        let answer = best.and_then(|line| Some(line.score?.value.as_whole()));
        let chosen = best.and_then(|line| line.moves.first());
        let chosen = chosen.and_then(|chosen| match chosen {
            MoveOrPass::At(point) => Some(*point),
            MoveOrPass::Pass => None,
        });
        let (file, end) = self.writer.finish(answer, chosen)?;
        if end.totals.visits == 0 {
            let message = "no node was searched: the move was found without a search";
            diagnostics::note(message, global);
        } else if end.left_out > 0 {
            let left = counted(end.left_out as usize, "visit has", "visits have");
            let message = format!("{left} no line in the trace; its totals count them");
            diagnostics::note(&message, global);
        }
        file.finish()
    }
}
