//! `count-block-empty`: fixed first moves, forced moves, and a negamax over the neighbours of the
//! stones.

use std::cmp::Reverse;

use crate::board::{Board, Color};
use crate::eval::Edition;
use crate::eval::count_block_empty::{CountBlockEmpty, Openings, StoneValues, forced, neighbours};
use crate::geometry::{Direction, Point};
use crate::position::Position;
use crate::rules::row_length_through;

use super::{Choice, How, Limits};

/// As the program plays where no depth is asked for; else the search alone.
pub(super) fn choose(edition: Edition, position: &Position, limits: Limits) -> Choice {
    let program = CountBlockEmpty::edition(edition);
    let weights = program.weights();
    let (board, side) = (position.board(), position.to_move());
    let unsearched = |point, how| Choice {
        value: None,
        moves: vec![point],
        how,
        depth: 0,
        nodes: 0,
    };
    if limits.depth.is_none() {
        if let Some(point) = opening(&weights.openings, board, side) {
            return unsearched(point, How::Opening);
        }
        if let Some(forced) = forced(board, side) {
            return unsearched(forced.point, How::Forced);
        }
    }
    let depth = limits.depth.unwrap_or(weights.search.depth);
    let found = negamax(program, board, side, depth, limits.width);
    let (moves, how) = match found.best.first() {
        Some(&point) => (vec![point], How::Searched),
        None => (board.empties().iter().take(1).collect(), How::Fallback),
    };
    Choice {
        value: (how == How::Searched).then_some(found.value),
        moves,
        how,
        depth,
        nodes: found.nodes,
    }
}

/// The first move or the answer to it, on a board that a game of the program starts from.
fn opening(openings: &Openings, board: &Board, side: Color) -> Option<Point> {
    let start = Board::with_stones(openings.side, &openings.black, &openings.white);
    if board.size() != openings.side {
        return None;
    }
    match side {
        Color::Black => (*board == start).then_some(openings.first),
        Color::White => {
            let is_played = |to| {
                let mut after = start.clone();
                after.place(to, Color::Black);
                after == *board
            };
            let mut replies = openings.replies.iter();
            let reply = replies.find(|reply| is_played(reply.to))?;
            Some(reply.play)
        }
    }
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value of the best move.
    pub value: i64,
    /// Every move that has it, those first that are tried first; empty if no move is better than
    /// the bound of the search, or if there is none.
    pub best: Vec<Point>,
    /// Positions entered.
    pub nodes: u64,
}

/// Negamax over the neighbours of the stones, or over the `width` most promising of them.
///
/// As published, a leaf is worth minus the board to the side that searches, whoever is to move;
/// no five ends a line; and moves are tried in the order of their value to the side to move. The
/// corrected edition sees a leaf through the eyes of the side to move, ends lines with a five,
/// and orders moves by their value to both. The program also keeps the values of leaves in a
/// table, which changes none of them.
pub fn negamax(
    program: &CountBlockEmpty,
    board: &Board,
    side: Color,
    depth: usize,
    width: Option<usize>,
) -> Found {
    let bound = match program.its_edition() {
        Edition::Published => program.weights().search.bound,
        Edition::Corrected => i64::MAX,
    };
    let mut search = Search {
        program,
        values: StoneValues::new(program, board),
        root: side,
        width,
        nodes: 0,
    };
    if depth == 0 {
        return Found {
            value: search.leaf(side),
            best: Vec::new(),
            nodes: 0,
        };
    }
    let (value, best) = search.root(side, depth, bound);
    Found {
        value,
        best,
        nodes: search.nodes,
    }
}

struct Search<'a> {
    program: &'a CountBlockEmpty,
    values: StoneValues<'a>,
    root: Color,
    width: Option<usize>,
    nodes: u64,
}

impl Search<'_> {
    /// The value of the root and every move that reaches it. The lower bound stays one below the
    /// best value, so that equal moves are told from worse ones.
    fn root(&mut self, side: Color, depth: usize, bound: i64) -> (i64, Vec<Point>) {
        let (mut value, mut best) = (-bound, Vec::new());
        for point in self.moves(side) {
            let alpha = (value - 1).max(-bound);
            let found = self.after(point, side, (depth, 1), (alpha, bound));
            if found > value {
                value = found;
                best.clear();
            }
            if found == value && found > -bound {
                best.push(point);
            }
            if found >= bound {
                return (bound, best);
            }
        }
        (value, best)
    }

    /// The value of a node to the side to move, cut off at `alpha` and `beta`. `ply` is the number
    /// of the next move.
    fn node(
        &mut self,
        side: Color,
        (depth, ply): (usize, usize),
        (mut alpha, beta): (i64, i64),
    ) -> i64 {
        if depth == 0 {
            return self.leaf(side);
        }
        for point in self.moves(side) {
            let value = self.after(point, side, (depth, ply), (alpha, beta));
            if value >= beta {
                return beta;
            }
            alpha = alpha.max(value);
        }
        alpha
    }

    /// The value of a move to its side.
    fn after(
        &mut self,
        point: Point,
        side: Color,
        (depth, ply): (usize, usize),
        (alpha, beta): (i64, i64),
    ) -> i64 {
        self.nodes += 1;
        if self.program.its_edition() == Edition::Corrected
            && makes_five(self.values.board(), point, side)
        {
            return self.program.weights().search.win - ply as i64;
        }
        self.values.play(point, side);
        let value = -self.node(!side, (depth - 1, ply + 1), (-beta, -alpha));
        self.values.undo();
        value
    }

    fn leaf(&self, side: Color) -> i64 {
        match self.program.its_edition() {
            Edition::Published => -self.values.board_value(self.root),
            Edition::Corrected => self.values.board_value(side),
        }
    }

    /// The moves of a node, the most promising first; ties in reading order.
    fn moves(&self, side: Color) -> Vec<Point> {
        let (program, board) = (self.program, self.values.board());
        let promise = |point: Point| match program.its_edition() {
            Edition::Published => program.value(board, point, side),
            Edition::Corrected => {
                program.value(board, point, side) + program.value(board, point, !side)
            }
        };
        let mut moves: Vec<Point> = neighbours(board).iter().collect();
        moves.sort_by_cached_key(|&point| Reverse(promise(point)));
        moves.truncate(self.width.unwrap_or(usize::MAX));
        moves
    }
}

fn makes_five(board: &Board, point: Point, side: Color) -> bool {
    let row = |direction| row_length_through(board, point, direction, side);
    Direction::ALL
        .into_iter()
        .any(|direction| row(direction) >= 5)
}
