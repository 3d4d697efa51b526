//! The nodes of a search tree as they end, for a sink that writes or compares them.

use crate::geometry::Point;
use crate::named_enum::named_enum;

/// Takes the nodes of a search, each when it ends: children come before their parent.
///
/// A search asks its [`Observer`](crate::limits::Observer) for one before it begins. Methods are called
/// from the threads that search.
pub trait TraceSink: Sync {
    /// A node that has just ended.
    fn node(&self, node: &TracedNode<'_>);

    /// Whether it takes no more, so that the search may as well end.
    fn is_full(&self) -> bool {
        false
    }
}

/// A visit to a node. A search may visit a node again, deeper or with another window.
///
/// All values are seen by the side that searches, in the unit of the evaluator: at even plies the
/// greatest value is looked for, at odd ones the least.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TracedNode<'a> {
    /// The moves from the root; `None` is a pass.
    pub path: &'a [Option<Point>],
    /// The thread that searched it, from 0.
    pub thread: usize,
    /// Plies that were still to be searched; a search that reduces and extends counts in eighths.
    pub depth: f32,
    /// The window, alpha and beta; `None` is no bound.
    pub window: [Option<i64>; 2],
    /// Its value. At or below alpha it is only an upper bound, at or above beta only a lower one.
    pub value: i64,
    /// Why the search left it.
    pub end: NodeEnd,
    /// The move that gave the value, or that cut the node off.
    pub best: Option<Point>,
    /// Moves that were searched.
    pub tried: u32,
    /// Nodes of its tree, itself included.
    pub nodes: u64,
    /// The move that was left out, where the other moves were looked at alone (singular extension).
    pub excluded: Option<Point>,
}

named_enum! {
    /// Why a search left a node.
    pub enum NodeEnd: "end" {
        /// No ply was left: its value is the evaluation.
        Leaf = "leaf",
        /// No ply was left: its value comes from fours alone (quiescence).
        Quiescence = "quiescence",
        /// The game is over here, or a row of fours decides it.
        Decided = "decided",
        /// A move was too good: the side that moved before would not let it come to that.
        Cut = "cut",
        /// All moves were searched.
        All = "all",
        /// The moves that were left were not searched (late move pruning).
        LateMoves = "late_moves",
        /// The transposition table knew it.
        Table = "table",
        /// Too far below the window to be searched (razoring).
        Razoring = "razoring",
        /// Too far above the window to be searched (reverse futility pruning).
        ReverseFutility = "reverse_futility",
        /// Two moves were too good in a search that was less deep (multi-cut).
        MultiCut = "multi_cut",
        /// A limit ended the search.
        Stopped = "stopped",
    }
}
