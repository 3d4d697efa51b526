//! Alpha-beta search shared by published programs, each with its own moves, leaves and ends.

use renju_core::board::Color;
use renju_core::geometry::Point;
use renju_core::limits::{Control, StopReason};
use renju_core::trace::{NodeEnd, TraceSink, TracedNode};
use renju_engine::eval::{How, PublishedMove};

/// The game tree of a published program: its moves, its leaves, and what ends a line.
///
/// All values are seen by the side that searches.
pub(super) trait GameTree {
    /// A move, as the program keeps it.
    type Move: Copy;

    /// The moves of a node in the order they are tried, or its value if it is a leaf.
    fn expand(&mut self, node: TreeNode) -> Expansion<Self::Move>;

    /// The value of a move that ends its line without being played, such as a five.
    fn decided(&self, _: Self::Move, _: TreeNode) -> Option<i64> {
        None
    }

    /// Puts the mover's stone down.
    fn play(&mut self, at: Self::Move, mover: Color);

    /// Takes the stone up again that was put down last.
    fn undo(&mut self, at: Self::Move);

    /// Where a move puts its stone.
    fn point(&self, at: Self::Move) -> Option<Point>;
}

/// How much of a tree is searched, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeExtent {
    /// Plies to look ahead.
    pub(super) depth: usize,
    /// Moves to try at each node.
    pub(super) width: usize,
    /// Whether nothing is cut off.
    pub(super) is_plain: bool,
}

impl TreeExtent {
    /// This deep and this wide, with cuts.
    pub(super) const fn new(depth: usize, width: usize) -> TreeExtent {
        TreeExtent {
            depth,
            width,
            is_plain: false,
        }
    }
}

/// A node before its moves are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TreeNode {
    /// The side to move.
    pub(super) mover: Color,
    /// The side that searches.
    pub(super) root: Color,
    /// Moves made since the root.
    pub(super) ply: usize,
    /// Moves still to be made.
    pub(super) depth: usize,
    /// The value that the side that searches already has.
    pub(super) alpha: i64,
    /// The value that its opponent already has.
    pub(super) beta: i64,
}

impl TreeNode {
    /// What is worth so much to the side to move, as the side that searches sees it.
    pub(super) fn seen_from_root(self, value: i64) -> i64 {
        if self.mover == self.root {
            value
        } else {
            -value
        }
    }
}

/// What a node holds.
pub(super) enum Expansion<M> {
    /// A leaf with its value.
    Leaf(i64),
    /// Moves to try, best first.
    Moves(Vec<M>),
}

/// What came of a visit to a node.
struct NodeVisit<M> {
    value: i64,
    /// The moves that lead to it, the last one first.
    line: Vec<M>,
    end: NodeEnd,
    tried: u32,
}

/// Alpha-beta as all these programs have it: fail-soft, full windows, no extension.
pub(super) struct AlphaBeta<'a, T> {
    /// The program's side of the search.
    pub(super) tree: T,
    /// Nodes visited so far.
    pub(super) nodes: u64,
    /// Why the search ended early, if it did.
    pub(super) stop: Option<StopReason>,
    /// Whether the root, or a move of it, was searched to its end.
    has_value: bool,
    root: Color,
    bound: i64,
    is_plain: bool,
    control: &'a Control<'a>,
    sink: Option<&'a dyn TraceSink>,
    /// The moves from the root, where they are traced.
    path: Vec<Option<Point>>,
    /// Moves of the root that were searched.
    tried_at_root: u32,
}

impl<'a, T: GameTree> AlphaBeta<'a, T> {
    /// A search for `root`, of values between `-bound` and `bound`.
    pub(super) fn new(
        tree: T,
        root: Color,
        bound: i64,
        control: &'a Control<'a>,
    ) -> AlphaBeta<'a, T> {
        AlphaBeta {
            tree,
            nodes: 0,
            stop: None,
            has_value: false,
            root,
            bound,
            is_plain: false,
            control,
            sink: control.observer().trace_sink(),
            path: Vec::new(),
            tried_at_root: 0,
        }
    }

    /// If `is_plain`, a min-max: no move cuts a node off, and no window is narrowed.
    pub(super) fn plain(mut self, is_plain: bool) -> AlphaBeta<'a, T> {
        self.is_plain = is_plain;
        self
    }

    /// The root with this many plies to search.
    pub(super) const fn root(&self, depth: usize) -> TreeNode {
        TreeNode {
            mover: self.root,
            root: self.root,
            ply: 0,
            depth,
            alpha: -self.bound,
            beta: self.bound,
        }
    }

    /// Whether a limit is reached. What a search returns after that is worth nothing: only moves of
    /// the root that were searched to their end count.
    fn is_over(&mut self) -> bool {
        if self.stop.is_none() {
            // A node of these programs takes far longer than a look at the clock.
            self.stop = self.control.stop_reason(self.nodes);
        }
        self.stop.is_some()
    }

    /// Whether the search is over and the last move of the root was not searched to its end, though
    /// others were.
    pub(super) const fn is_cut_off(&self) -> bool {
        self.stop.is_some() && self.has_value
    }

    /// What was found, as the move of a program; without a value if no move was searched to its end.
    pub(super) fn result(&self, value: i64, moves: Vec<Point>, depth: usize) -> PublishedMove {
        let end = match self.tried_at_root {
            _ if self.stop.is_some() => NodeEnd::Stopped,
            0 => NodeEnd::Leaf,
            _ if value >= self.bound => NodeEnd::Cut,
            _ => NodeEnd::All,
        };
        let visit = NodeVisit::<T::Move> {
            value,
            line: Vec::new(),
            end,
            tried: self.tried_at_root,
        };
        self.trace(self.root(depth), &visit, moves.first().copied(), self.nodes);
        PublishedMove {
            value: self.has_value.then_some(value),
            moves,
            how: How::Searched,
            depth,
            nodes: self.nodes,
            stop: self.stop,
        }
    }

    /// The value of a node and the moves that lead to it, the last one first.
    pub(super) fn node(&mut self, node: TreeNode) -> (i64, Vec<T::Move>) {
        let before = self.nodes;
        let visit = self.visit(node);
        if self.sink.is_some() && node.ply > 0 {
            let best = visit.line.last().and_then(|&at| self.tree.point(at));
            self.trace(node, &visit, best, self.nodes - before + 1);
        }
        (visit.value, visit.line)
    }

    fn visit(&mut self, mut node: TreeNode) -> NodeVisit<T::Move> {
        let moves = match self.tree.expand(node) {
            Expansion::Leaf(value) => {
                self.has_value |= node.ply == 0;
                return NodeVisit {
                    value,
                    line: Vec::new(),
                    end: NodeEnd::Leaf,
                    tried: 0,
                };
            }
            Expansion::Moves(moves) => moves,
        };
        let is_own = node.mover == self.root;
        let mut best = NodeVisit {
            value: if is_own { -self.bound } else { self.bound },
            line: Vec::new(),
            end: NodeEnd::All,
            tried: 0,
        };
        for at in moves {
            let (value, line) = self.child(at, node);
            if self.is_cut_off() {
                break;
            }
            best.tried += 1;
            if if is_own {
                value > best.value
            } else {
                value < best.value
            } {
                (best.value, best.line) = (value, line);
            }
            if is_own {
                node.alpha = node.alpha.max(value);
            } else {
                node.beta = node.beta.min(value);
            }
            if node.beta <= node.alpha && !self.is_plain {
                best.end = NodeEnd::Cut;
                break;
            }
            if self.stop.is_some() {
                break;
            }
        }
        if self.stop.is_some() {
            best.end = NodeEnd::Stopped;
        }
        best
    }

    /// The value of a move of `node` and the moves from it on, the last one first.
    pub(super) fn child(&mut self, at: T::Move, node: TreeNode) -> (i64, Vec<T::Move>) {
        self.nodes += 1;
        if self.is_over() {
            return (0, vec![at]);
        }
        let is_at_root = node.ply == 0;
        self.tried_at_root += u32::from(is_at_root);
        let open = self.root(node.depth);
        let window = if self.is_plain { open } else { node };
        let next = TreeNode {
            mover: !node.mover,
            ply: node.ply + 1,
            depth: node.depth - 1,
            alpha: window.alpha,
            beta: window.beta,
            ..node
        };
        if self.sink.is_some() {
            self.path.push(self.tree.point(at));
        }
        let (value, line) = match self.tree.decided(at, node) {
            Some(value) => {
                self.has_value |= is_at_root;
                let visit = NodeVisit {
                    value,
                    line: Vec::new(),
                    end: NodeEnd::Decided,
                    tried: 0,
                };
                self.trace(next, &visit, None, 1);
                (value, vec![at])
            }
            None => self.played(at, next),
        };
        self.path.pop();
        (value, line)
    }

    /// The value of the node after a move, and the moves from that on.
    fn played(&mut self, at: T::Move, next: TreeNode) -> (i64, Vec<T::Move>) {
        self.tree.play(at, !next.mover);
        let (value, mut line) = self.node(next);
        self.tree.undo(at);
        if self.stop.is_some() {
            line.clear(); // It is not known what follows.
        }
        self.has_value |= next.ply == 1 && self.stop.is_none();
        line.push(at);
        (value, line)
    }

    /// Hands a visit on, where that is wanted.
    fn trace(&self, node: TreeNode, visit: &NodeVisit<T::Move>, best: Option<Point>, nodes: u64) {
        let Some(sink) = self.sink else { return };
        let bound = |value: i64| (value.unsigned_abs() < i64::MAX as u64).then_some(value);
        sink.node(&TracedNode {
            path: &self.path,
            thread: 0,
            depth: f32::from(node.depth as u16),
            window: [bound(node.alpha), bound(node.beta)],
            value: visit.value,
            end: visit.end,
            best,
            tried: visit.tried,
            nodes,
            excluded: None,
        });
    }
}
