//! `five-tuple`: forced moves and the greedy choice, or the min-max that its document outlines.

use crate::board::{Board, Color};
use crate::eval::Edition;
use crate::geometry::Point;
use crate::position::Position;
use crate::systems::five_tuple::{FiveTuple, forced};

use crate::systems::published::{How, Limits, PublishedMove};

/// Children of a node where nobody says how many; the document's example.
pub const WIDTH: usize = 5;

pub(in crate::systems) fn choose(
    variant: &str,
    position: &Position,
    limits: Limits,
) -> PublishedMove {
    let program = FiveTuple::variant(variant);
    let (board, side) = (position.board(), position.to_move());
    match limits.depth {
        None => play(program, position),
        Some(depth) => {
            let width = limits.width.unwrap_or(WIDTH);
            let found = alpha_beta(program, board, side, depth, width);
            PublishedMove {
                value: Some(found.value),
                moves: found.line,
                how: How::Searched,
                depth,
                nodes: found.nodes,
            }
        }
    }
}

/// As the program plays: a forced move if there is one, else the greatest value; of several
/// points with that value the first, where the program draws a random number.
fn play(program: &FiveTuple, position: &Position) -> PublishedMove {
    let (board, side) = (position.board(), position.to_move());
    let bans = program.edition() == Edition::Corrected && position.rule().restricts(Color::Black);
    if let Some(forced) = forced(program, board, side, bans) {
        return PublishedMove {
            value: None,
            moves: vec![forced.point],
            how: How::Forced,
            depth: 1,
            nodes: 0,
        };
    }
    let greedy = program.greedy(board, side);
    PublishedMove {
        value: greedy.as_ref().map(|greedy| greedy.value),
        moves: greedy
            .iter()
            .filter_map(|greedy| greedy.points.first().copied())
            .collect(),
        how: How::Greedy,
        depth: 1,
        nodes: board.empties().len() as u64,
    }
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value of the best leaf, seen by the side that searches.
    pub value: i64,
    /// The moves to that leaf.
    pub line: Vec<Point>,
    /// Positions entered.
    pub nodes: u64,
}

/// Min-max over the `width` best children of each node, `depth` moves deep, with cut-offs that
/// change neither value nor move. Leaves are worth the board to `side`; a finished game is not
/// noticed.
pub fn alpha_beta(
    program: &FiveTuple,
    board: &Board,
    side: Color,
    depth: usize,
    width: usize,
) -> Found {
    let mut search = Search {
        program,
        root: side,
        width,
        nodes: 0,
    };
    let (value, mut line) = search.node(&mut board.clone(), side, depth, (i64::MIN, i64::MAX));
    line.reverse();
    Found {
        value,
        line,
        nodes: search.nodes,
    }
}

struct Search<'a> {
    program: &'a FiveTuple,
    root: Color,
    width: usize,
    nodes: u64,
}

impl Search<'_> {
    /// The value of a node and the moves to its best leaf, last one first.
    fn node(
        &mut self,
        board: &mut Board,
        side: Color,
        depth: usize,
        (mut alpha, mut beta): (i64, i64),
    ) -> (i64, Vec<Point>) {
        let children = if depth == 0 {
            Vec::new()
        } else {
            self.children(board, side)
        };
        if children.is_empty() {
            return (self.program.board_value(board, self.root), Vec::new());
        }
        let is_own = side == self.root;
        let mut best: Option<(i64, Vec<Point>)> = None;
        for child in children {
            self.nodes += 1;
            let (value, mut line) = board.with_stone(child, side, |board| {
                self.node(board, !side, depth - 1, (alpha, beta))
            });
            let is_better =
                best.as_ref().is_none_or(
                    |(best, _)| {
                        if is_own { value > *best } else { value < *best }
                    },
                );
            if is_better {
                line.push(child);
                best = Some((value, line));
            }
            if is_own {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if beta <= alpha {
                break;
            }
        }
        best.unwrap_or_default()
    }

    /// The points with the highest value to the side to move, bonus included; ties in scan order.
    fn children(&self, board: &Board, side: Color) -> Vec<Point> {
        let values = self.program.point_values(board, side);
        let mut points: Vec<Point> = board.empties().iter().collect();
        points.sort_by_key(|&point| std::cmp::Reverse(values[point]));
        points.truncate(self.width);
        points
    }
}
