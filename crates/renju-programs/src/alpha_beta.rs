//! Alpha-beta search shared by published programs, each with its own moves, leaves and ends.

use renju_core::board::Color;
use renju_core::geometry::Point;
use renju_core::limits::{Control, StopReason};
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
    control: &'a Control<'a>,
}

impl<'a, T: GameTree> AlphaBeta<'a, T> {
    /// A search for `root`, of values between `-bound` and `bound`.
    pub(super) const fn new(
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
            control,
        }
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
    pub(super) fn node(&mut self, mut node: TreeNode) -> (i64, Vec<T::Move>) {
        let moves = match self.tree.expand(node) {
            Expansion::Leaf(value) => {
                self.has_value |= node.ply == 0;
                return (value, Vec::new());
            }
            Expansion::Moves(moves) => moves,
        };
        let is_own = node.mover == self.root;
        let mut best = (if is_own { -self.bound } else { self.bound }, Vec::new());
        for at in moves {
            let (value, line) = self.child(at, node);
            if self.is_cut_off() {
                break;
            }
            if if is_own {
                value > best.0
            } else {
                value < best.0
            } {
                best = (value, line);
            }
            if is_own {
                node.alpha = node.alpha.max(value);
            } else {
                node.beta = node.beta.min(value);
            }
            if node.beta <= node.alpha || self.stop.is_some() {
                break;
            }
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
        if let Some(value) = self.tree.decided(at, node) {
            self.has_value |= is_at_root;
            return (value, vec![at]);
        }
        self.tree.play(at, node.mover);
        let (value, mut line) = self.node(TreeNode {
            mover: !node.mover,
            ply: node.ply + 1,
            depth: node.depth - 1,
            ..node
        });
        self.tree.undo(at);
        if self.stop.is_some() {
            line.clear(); // It is not known what follows.
        }
        self.has_value |= is_at_root && self.stop.is_none();
        line.push(at);
        (value, line)
    }
}
