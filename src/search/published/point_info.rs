//! `point-info`: alpha-beta over the cells beside stones, with a look at every reply at its leaves.

use crate::board::Color;
use crate::eval::Edition;
use crate::eval::point_info::{Candidates, PointInfo, Reader, Spot, sort_moves};
use crate::geometry::Point;
use crate::position::Position;

use super::{Choice, How, Limits};

/// Depth of the program's quicker setting.
pub const DEPTH: usize = 6;

/// Children of a node in that setting.
pub const WIDTH: usize = 15;

/// Children of a node in the program's deeper setting, from the root down; their number is its
/// depth.
pub const DEEP: [usize; 8] = [12, 10, 10, 7, 7, 7, 7, 7];

/// What a five is worth.
const WIN: i64 = 200_000;

/// Between which values the published program searches.
const BOUND: i64 = 10_000_000;

/// What a leaf is worth at least, as published.
const FLOOR: i64 = -100_000;

/// What the program plays: H8 on an empty board of 15 lines, else the result of its search. It
/// always looks an even number of moves ahead, and at the replies to those.
pub(super) fn choose(
    edition: Edition,
    variant: &str,
    position: &Position,
    limits: Limits,
) -> Choice {
    let program = match variant {
        "tutorial" => PointInfo::tutorial(),
        _ => PointInfo::edition(edition),
    };
    let board = position.board();
    if board.empties().len() == board.size().area() {
        return first_move(position);
    }
    let depth = limits.depth.unwrap_or(DEPTH);
    let depth = depth.max(2).next_multiple_of(2);
    let widths = match limits.width {
        Some(width) => vec![width; depth],
        None if depth == DEEP.len() => DEEP.to_vec(),
        None => vec![WIDTH; depth],
    };
    let found = alpha_beta(program, position, &widths);
    Choice {
        value: Some(found.value),
        moves: found.point.into_iter().collect(),
        how: found.how,
        depth,
        nodes: found.nodes,
    }
}

fn first_move(position: &Position) -> Choice {
    let size = position.board().size();
    let middle = size.get() / 2;
    let is_listed = size == crate::geometry::Size::RENJU;
    Choice {
        value: None,
        moves: Point::new(middle, middle).into_iter().collect(),
        how: if is_listed {
            How::Opening
        } else {
            How::Fallback
        },
        depth: 0,
        nodes: 0,
    }
}

/// What a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value, seen by the side that searches.
    pub value: i64,
    /// The move; `None` if none is better than the worst.
    pub point: Option<Point>,
    /// A five is played without a search.
    pub how: How,
    /// Positions entered.
    pub nodes: u64,
}

/// The search of the program for the side to move, as deep as there are widths, an even number.
pub fn alpha_beta(program: &PointInfo, position: &Position, widths: &[usize]) -> Found {
    let (edition, side) = (program.its_edition(), position.to_move());
    let bound = match edition {
        Edition::Published => BOUND,
        Edition::Corrected => i64::MAX,
    };
    let mut search = Search {
        program,
        root: side,
        reader: program.reader(position.board()),
        best: None,
        nodes: 0,
    };
    let value = search.node(widths, side, (-bound, bound), true);
    let point = search.best.and_then(|best| search.reader.point(best));
    Found {
        value,
        point,
        how: if search.nodes == 0 {
            How::Forced
        } else {
            How::Searched
        },
        nodes: search.nodes,
    }
}

struct Search<'a> {
    program: &'a PointInfo,
    root: Color,
    reader: Reader,
    best: Option<Spot>,
    nodes: u64,
}

impl Search<'_> {
    /// The value of a node within the bounds; there is a width for each move still to be made.
    fn node(
        &mut self,
        widths: &[usize],
        side: Color,
        (mut alpha, mut beta): (i64, i64),
        is_root: bool,
    ) -> i64 {
        let candidates = self.program.candidates(&mut self.reader, side);
        let is_own = side == self.root;
        let (mut moves, block) = match candidates {
            Candidates::Win(spot) => {
                if is_root {
                    self.best = Some(spot);
                }
                return if is_own { WIN } else { -WIN };
            }
            Candidates::Open { moves, block } => (moves, block),
        };
        let Some((&width, widths)) = widths.split_first() else {
            return self.leaf(&moves, block);
        };
        sort_moves(&mut moves);
        for &(spot, _) in moves.iter().rev().take(width) {
            self.nodes += 1;
            self.reader.put(spot, side);
            let value = self.node(widths, !side, (alpha, beta), false);
            self.reader.lift(spot);
            if is_own && value > alpha {
                alpha = value;
                if is_root {
                    self.best = Some(spot);
                }
            } else if !is_own && value < beta {
                beta = value;
            }
            if alpha >= beta {
                break;
            }
        }
        if is_own { alpha } else { beta }
    }

    /// The value of a node where the side that searches makes the last move.
    fn leaf(&mut self, moves: &[(Spot, i64)], block: Option<Spot>) -> i64 {
        if let Some(block) = block {
            return self.value_after(block);
        }
        let values = moves.iter().map(|&(spot, _)| self.value_after(spot));
        let greatest = values.max();
        match self.program.its_edition() {
            Edition::Published => greatest.map_or(FLOOR, |value| value.max(FLOOR)),
            Edition::Corrected => greatest.unwrap_or_else(|| self.value()),
        }
    }

    fn value_after(&mut self, spot: Spot) -> i64 {
        self.reader.put(spot, self.root);
        let value = self.value();
        self.reader.lift(spot);
        value
    }

    fn value(&mut self) -> i64 {
        let totals = self.program.totals(&mut self.reader);
        self.program.board_value_of(&totals, self.root)
    }
}
