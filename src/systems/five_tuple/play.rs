//! `five-tuple`: forced moves and the greedy choice, or the min-max that its document outlines.

use std::cmp::Reverse;

use super::{FiveTuple, forced};
use crate::board::{Board, Color};
use crate::eval::{Edition, How, PlayOptions, PublishedMove};
use crate::geometry::Point;
use crate::limits::Control;
use crate::position::Position;
use crate::systems::alpha_beta::{AlphaBeta, Expansion, GameTree, TreeNode};
use crate::systems::random_choice::RandomChoice;

/// The move of the program: greedy without a depth, else by its search.
pub(super) fn choose(
    program: &FiveTuple,
    position: &Position,
    options: &PlayOptions,
    control: &Control<'_>,
) -> PublishedMove {
    let settings = program.weights.search;
    match options.depth.unwrap_or(settings.depth) {
        0 => play(program, position, options.seed),
        depth => {
            let width = options.width.unwrap_or(settings.width);
            let side = position.to_move();
            min_max(program, position.board(), side, (depth, width), control)
        }
    }
}

/// Whether forced moves respect the program's forbidden points: the published program does not.
pub(super) fn has_bans(program: &FiveTuple, position: &Position) -> bool {
    program.edition() == Edition::Corrected && position.rule().restricts(Color::Black)
}

/// As the program plays: a forced move if there is one, else the greatest value; of several
/// points with that value the first. The program draws a random number: half of the time it plays
/// the second best point if that is nearly as good.
fn play(program: &FiveTuple, position: &Position, seed: Option<u64>) -> PublishedMove {
    let (board, side) = (position.board(), position.to_move());
    if let Some(forced) = forced(program, board, side, has_bans(program, position)) {
        let found = PublishedMove::unsearched(How::Forced, Some(forced.point));
        return PublishedMove { depth: 1, ..found };
    }
    let values = program.point_values(board, side);
    let mut points: Vec<Point> = board.empties().iter().collect();
    points.sort_by_key(|&point| Reverse(values[point]));
    let mut best = points.first().copied();
    // The program does not fill its list when one or two points remain.
    if let (Some(seed), [first, second, _, ..]) = (seed, &*points) {
        let is_near = values[*first]
            .zip(values[*second])
            .is_some_and(|(first, second)| first - second <= program.weights.search.margin);
        if is_near && RandomChoice::new(seed, board).is_one_in(2) {
            best = Some(*second);
        }
    }
    PublishedMove {
        value: best.and_then(|point| values[point]),
        depth: 1,
        nodes: points.len() as u64,
        ..PublishedMove::unsearched(How::Greedy, best)
    }
}

/// Min-max over the `width` best children of each node, `depth` plies deep. Leaves are worth the
/// board to `side`; a finished game is not noticed.
pub(super) fn min_max(
    program: &FiveTuple,
    board: &Board,
    side: Color,
    (depth, width): (usize, usize),
    control: &Control<'_>,
) -> PublishedMove {
    let tree = WindowTree {
        program,
        board: board.clone(),
        root: side,
        width,
    };
    let mut search = AlphaBeta::new(tree, side, i64::MAX, control);
    let (value, mut line) = search.node(search.root(depth));
    line.reverse();
    PublishedMove {
        value: Some(value),
        moves: line,
        how: How::Searched,
        depth,
        nodes: search.nodes,
        stop: search.stop,
    }
}

struct WindowTree<'a> {
    program: &'a FiveTuple,
    board: Board,
    root: Color,
    width: usize,
}

impl GameTree for WindowTree<'_> {
    type Move = Point;

    /// The points with the highest value to the side to move, bonus included; ties in scan order.
    fn expand(&mut self, node: TreeNode) -> Expansion<Point> {
        if node.depth == 0 || self.width == 0 || self.board.empties().is_empty() {
            return Expansion::Leaf(self.program.board_value(&self.board, self.root));
        }
        let mut points: Vec<Point> = self.board.empties().iter().collect();
        let values = self.program.point_values(&self.board, node.mover);
        points.sort_by_key(|&point| Reverse(values[point]));
        points.truncate(self.width);
        Expansion::Moves(points)
    }

    fn play(&mut self, at: Point, mover: Color) {
        self.board.place(at, mover);
    }

    fn undo(&mut self, at: Point) {
        self.board.lift(at);
    }
}
