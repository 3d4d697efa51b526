//! A visit as a trace has it: seen by the side that searches.

use renju_core::geometry::Point;
use renju_core::trace::{NodeEnd, TracedNode};

use super::node_trace::BegunVisit;
use super::score::{INFINITE, PLY, Score};
use super::static_eval::StaticEvaluator;
use super::worker::Worker;

impl<E: StaticEvaluator> Worker<'_, E> {
    /// Hands on a visit that has ended with `value`, to the side to move there, as
    /// `NodeTrace::last` has it.
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
            depth: f32::from(depth as i16) / f32::from(PLY as i16),
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
