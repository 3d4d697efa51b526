//! What a thread notes of its visits, where they are traced.

use renju_core::geometry::Point;
use renju_core::trace::{NodeEnd, TraceSink};

use super::score::{Depth, Score};

/// Who takes the nodes of a thread, and what its last visit came to.
pub(super) struct NodeTrace<'a> {
    pub(super) sink: Option<&'a dyn TraceSink>,
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
