//! The nodes of a search as its trace has them: seen by the side that searches.

use renju_core::geometry::Point;
use renju_core::trace::{NodeEnd, TraceSink, TracedNode};

use super::score::{Depth, INFINITE, PLY, Score};
use super::static_eval::StaticEvaluator;
use super::worker::Worker;

/// Who takes the nodes of a thread, and what its last visit came to.
pub(super) struct NodeTrace<'a> {
    sink: Option<&'a dyn TraceSink>,
    /// The number of the thread, from 0.
    pub(super) thread: usize,
    /// The visit that ended last; a visit sets it as the last thing before it ends.
    pub(super) last: LastVisit,
}

/// Why a visit ended, and by which move.
#[derive(Clone, Copy)]
pub(super) struct LastVisit {
    pub(super) end: NodeEnd,
    pub(super) best: Option<Point>,
    pub(super) tried: usize,
}

impl LastVisit {
    /// A visit in which no move was searched.
    pub(super) const fn without_moves(end: NodeEnd) -> LastVisit {
        LastVisit {
            end,
            best: None,
            tried: 0,
        }
    }
}

/// A visit that has begun.
#[derive(Clone, Copy)]
pub(super) struct BegunVisit {
    pub(super) window: [Score; 2],
    pub(super) depth: Depth,
    pub(super) ply: usize,
    pub(super) nodes_before: u64,
}

impl<'a> NodeTrace<'a> {
    pub(super) const fn new(sink: Option<&'a dyn TraceSink>) -> NodeTrace<'a> {
        NodeTrace {
            sink,
            thread: 0,
            last: LastVisit::without_moves(NodeEnd::Leaf),
        }
    }

    /// Whether nodes are wanted.
    #[inline]
    pub(super) const fn is_on(&self) -> bool {
        self.sink.is_some()
    }
}

impl<E: StaticEvaluator> Worker<'_, E> {
    /// Hands on a visit that has ended with `value`, to the side to move there, as
    /// [`NodeTrace::last`] has it.
    pub(super) fn trace_visit(&self, begun: BegunVisit, value: Score, excluded: Option<Point>) {
        let Some(sink) = self.trace.sink else { return };
        let BegunVisit {
            window: [alpha, beta],
            depth,
            ply,
            nodes_before,
        } = begun;
        let path: Vec<Option<Point>> = self.stack[1..=ply].iter().map(|entry| entry.last).collect();
        let is_own = ply.is_multiple_of(2);
        let sign = |score: Score| i64::from(if is_own { score } else { -score });
        let bound = |score: Score| (score.abs() < INFINITE).then(|| sign(score));
        let [low, high] = if is_own { [alpha, beta] } else { [beta, alpha] };
        let last = self.trace.last;
        let is_stopped = self.counter.is_stopped();
        sink.node(&TracedNode {
            path: &path,
            thread: self.trace.thread,
            depth: depth as f32 / PLY as f32,
            window: [bound(low), bound(high)],
            value: sign(value),
            end: if is_stopped {
                NodeEnd::Stopped
            } else {
                last.end
            },
            best: last.best,
            tried: last.tried as u32,
            nodes: self.counter.nodes() - nodes_before + u64::from(ply > 0),
            excluded,
        });
    }
}
