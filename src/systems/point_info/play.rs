//! `point-info`: alpha-beta over the cells beside stones, with a look at every reply at its leaves.

use std::cmp::Reverse;

use crate::board::Color;
use crate::eval::Edition;
use crate::geometry::{Point, Size};
use crate::position::Position;
use crate::systems::point_info::{Candidates, CellAddress, PointInfo, Reader, sort_moves};

use crate::systems::published::{How, Limits, PublishedMove};

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
/// always looks an even number of moves ahead, and once more for its own side at the leaves: an
/// odd depth is taken for the next even one. Depth 8 without a width has the widths of the
/// program's deeper setting.
pub(in crate::systems) fn choose(
    variant: &str,
    position: &Position,
    limits: Limits,
) -> PublishedMove {
    let program = PointInfo::variant(variant);
    let board = position.board();
    if board.empties().len() == board.size().area() {
        return first_move(position);
    }
    let depth = limits.depth.unwrap_or(DEPTH);
    let depth = depth.max(2).next_multiple_of(2);
    let widths = match limits.width {
        Some(width) => vec![width.max(1); depth],
        None if depth == DEEP.len() => DEEP.to_vec(),
        None => vec![WIDTH; depth],
    };
    let found = alpha_beta(program, position, &widths);
    PublishedMove {
        value: found.point.map(|_| found.value),
        moves: found.point.into_iter().collect(),
        how: found.how,
        depth,
        nodes: found.nodes,
    }
}

fn first_move(position: &Position) -> PublishedMove {
    let size = position.board().size();
    let middle = size.get() / 2;
    let is_listed = size == Size::RENJU;
    PublishedMove {
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
    /// How the move was found: a five is played without a search.
    pub how: How,
    /// Positions entered.
    pub nodes: u64,
}

/// The search of the program for the side to move, as deep as there are widths, an even number.
pub fn alpha_beta(program: &PointInfo, position: &Position, widths: &[usize]) -> Found {
    let (edition, side) = (program.edition(), position.to_move());
    let (bound, floor) = match edition {
        Edition::Published => (BOUND, FLOOR),
        Edition::Corrected => (i64::MAX, i64::MIN),
    };
    let mut search = Search {
        program,
        root: side,
        reader: program.reader(position.board()),
        floor,
        best: None,
        is_won: false,
        nodes: 0,
    };
    let value = search.node(widths, side, (-bound, bound), true);
    let point = search.best.and_then(|best| search.reader.point(best));
    Found {
        value,
        point,
        how: if search.is_won {
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
    /// What a leaf is worth at least.
    floor: i64,
    best: Option<CellAddress>,
    /// Whether the side that searches has a five to play.
    is_won: bool,
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
                    self.is_won = true;
                }
                return if is_own { WIN } else { -WIN };
            }
            Candidates::Open { moves, block } => (moves, block),
        };
        if moves.is_empty() && self.program.edition() == Edition::Corrected {
            return self.value();
        }
        let Some((&width, widths)) = widths.split_first() else {
            return self.leaf(moves, block, beta);
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

    /// The value of a node where the side that searches makes the last move: the best of all
    /// moves, or any that reaches `beta`, which is as good.
    fn leaf(
        &mut self,
        mut moves: Vec<(CellAddress, i64)>,
        block: Option<CellAddress>,
        beta: i64,
    ) -> i64 {
        if let Some(block) = block {
            return self.value_after(block);
        }
        moves.sort_by_key(|&(_, value)| Reverse(value));
        let mut greatest = self.floor;
        for (spot, _) in moves {
            greatest = greatest.max(self.value_after(spot));
            if greatest >= beta {
                break;
            }
        }
        greatest
    }

    fn value_after(&mut self, spot: CellAddress) -> i64 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{PositionOverrides, Setup};

    fn position(black: &str, white: &str, to_move: Color) -> Position {
        let points = |names: &str| {
            let names = names.split_whitespace();
            names.map(|name| name.parse().unwrap()).collect()
        };
        let setup = Setup {
            size: Some(Size::RENJU),
            to_move: Some(to_move),
            black: points(black),
            white: points(white),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }

    fn value(edition: Edition, position: &Position) -> i64 {
        let program = PointInfo::of_edition(edition);
        alpha_beta(program, position, &[WIDTH; 2]).value
    }

    #[test]
    fn e7_a_lost_leaf_has_its_own_value_in_the_corrected_edition() {
        let position = position(
            "G7 F7 E7 J9 F3 C7 B7 I6 D3 I8 H6",
            "G6 F6 H7 F5 J5 E6 E4 H9 A7 C8 C3",
            Color::Black,
        );
        assert_eq!(value(Edition::Published, &position), FLOOR);
        assert!(value(Edition::Corrected, &position) < FLOOR);
    }

    #[test]
    fn a_five_is_played_without_a_search() {
        let position = position("E8 F8 G8 H8", "D8 E9 F9", Color::Black);
        let choice = choose("", &position, Limits::default());
        assert_eq!((choice.how, choice.value), (How::Forced, Some(WIN)));
        assert_eq!(choice.moves, ["I8".parse().unwrap()]);
    }

    #[test]
    fn the_first_stone_is_in_the_middle() {
        let empty = position("", "", Color::Black);
        let choice = choose("", &empty, Limits::default());
        assert_eq!(choice.how, How::Opening);
        assert_eq!(choice.moves, ["H8".parse().unwrap()]);
    }

    #[test]
    fn without_a_legal_candidate_nothing_is_played() {
        let mut setup = Setup {
            size: Size::new(5),
            to_move: Some(Color::White),
            ..Setup::default()
        };
        for (number, point) in Size::MIN.points().enumerate() {
            if number / 2 % 2 == 0 {
                setup.black.push(point);
            } else {
                setup.white.push(point);
            }
        }
        let full = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
        for variant in ["", "corrected"] {
            let choice = choose(variant, &full, Limits::default());
            assert_eq!((choice.moves, choice.value), (Vec::new(), None));
        }
    }
}
