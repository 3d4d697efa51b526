//! Where the nodes of a search go: into a file as lines, or into memory.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use super::node::{TraceEnd, TraceHead, TraceNode, TraceTotals};
use crate::geometry::Point;
use crate::limits::{Iteration, Observer, Progress};
use crate::trace::{TraceSink, TracedNode};

/// By how much more rarely a node is written each time the lines are used up.
const RARER: u64 = 16;

/// Which nodes of a search have a line in its trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceExtent {
    /// Lines before nodes are sampled: after them one in 16 has a line, after as many again one in 256,
    /// and so on. The moves of the root always have one.
    pub lines: u64,
    /// The greatest ply from the root.
    pub plies: usize,
    /// Only the nodes on the way to these moves and below them; all nodes if it is empty.
    pub below: Vec<Option<Point>>,
}

impl TraceExtent {
    fn holds(&self, path: &[Option<Point>]) -> bool {
        let shared = path.len().min(self.below.len());
        path.len() <= self.plies && path[..shared] == self.below[..shared]
    }
}

/// Writes the nodes of a search as they end.
#[derive(Debug)]
pub struct TraceWriter<W> {
    extent: TraceExtent,
    state: Mutex<WriterState<W>>,
}

#[derive(Debug)]
struct WriterState<W> {
    out: W,
    failure: Option<io::Error>,
    written: u64,
    seen: u64,
    totals: TraceTotals,
}

impl<W: Write> WriterState<W> {
    fn line(&mut self, line: &impl Serialize) {
        if self.failure.is_some() {
            return;
        }
        let text = serde_json::to_string(line).map_err(io::Error::from);
        let written = text.and_then(|text| writeln!(self.out, "{text}"));
        self.failure = written.err();
    }
}

impl<W: Write> TraceWriter<W> {
    /// Writes the head of a trace.
    pub fn new(out: W, head: &TraceHead, extent: TraceExtent) -> TraceWriter<W> {
        let mut state = WriterState {
            out,
            failure: None,
            written: 0,
            seen: 0,
            totals: TraceTotals::default(),
        };
        state.line(head);
        let state = Mutex::new(state);
        TraceWriter { extent, state }
    }

    /// Writes the end of a trace, with the answer and the chosen move; gives back where it was written.
    ///
    /// # Errors
    ///
    /// If a line could not be written.
    pub fn finish(self, answer: Option<i64>, best: Option<Point>) -> io::Result<(W, TraceEnd)> {
        let state = self.state.into_inner();
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let end = TraceEnd {
            answer,
            best,
            left_out: state.seen - state.written,
            totals: std::mem::take(&mut state.totals),
        };
        state.line(&end);
        match state.failure {
            Some(failure) => Err(failure),
            None => Ok((state.out, end)),
        }
    }
}

impl<W: Write + Send> TraceSink for TraceWriter<W> {
    fn node(&self, node: &TracedNode<'_>) {
        let node = TraceNode::of(node);
        let mut state = locked(&self.state);
        state.totals.add(&node);
        state.seen += 1;
        let level = (state.written / self.extent.lines.max(1)).min(15) as u32;
        let is_sampled = state.seen.is_multiple_of(RARER.pow(level));
        if self.extent.holds(&node.path) && (is_sampled || node.path.len() <= 1) {
            state.written += 1;
            state.line(&node);
        }
    }

    fn is_full(&self) -> bool {
        locked(&self.state).failure.is_some()
    }
}

/// Keeps the nodes of a search, up to a number.
#[derive(Debug)]
pub struct TraceRecorder {
    most: usize,
    nodes: Mutex<Vec<TraceNode>>,
}

impl TraceRecorder {
    /// A recorder that is full after `most` nodes.
    pub const fn new(most: usize) -> TraceRecorder {
        TraceRecorder {
            most,
            nodes: Mutex::new(Vec::new()),
        }
    }

    /// The nodes in the order in which they ended.
    pub fn into_nodes(self) -> Vec<TraceNode> {
        let nodes = self.nodes.into_inner();
        nodes.unwrap_or_else(PoisonError::into_inner)
    }
}

impl TraceSink for TraceRecorder {
    fn node(&self, node: &TracedNode<'_>) {
        let mut nodes = locked(&self.nodes);
        if nodes.len() < self.most {
            nodes.push(TraceNode::of(node));
        }
    }

    fn is_full(&self) -> bool {
        locked(&self.nodes).len() >= self.most
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An observer whose search is traced too. It ends the search once the sink is full.
#[derive(Clone, Copy)]
pub struct TracingObserver<'a> {
    /// Who watches the search.
    pub observer: &'a dyn Observer,
    /// Who takes its nodes.
    pub sink: &'a dyn TraceSink,
}

impl std::fmt::Debug for TracingObserver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TracingObserver").finish_non_exhaustive()
    }
}

impl Observer for TracingObserver<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        if self.sink.is_full() {
            return ControlFlow::Break(());
        }
        self.observer.progress(progress)
    }

    fn iteration(&self, iteration: &Iteration) {
        self.observer.iteration(iteration);
    }

    fn trace_sink(&self) -> Option<&dyn TraceSink> {
        Some(self.sink)
    }
}
