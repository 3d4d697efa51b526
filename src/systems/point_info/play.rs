//! `point-info`: alpha-beta over the cells beside stones, with a look at every reply at its leaves.

use std::cmp::Reverse;

use super::{BoardReader, Candidates, CellAddress, PointInfo, sort_moves};
use crate::board::Color;
use crate::eval::{Edition, How, PlayOptions, PublishedMove};
use crate::geometry::Point;
use crate::limits::Control;
use crate::position::Position;
use crate::systems::alpha_beta::{AlphaBeta, Expansion, GameTree, TreeNode};

/// The move of the program: H8 on an empty board of 15 lines, else the result of its search. It
/// always looks an even number of plies ahead, and once more for its own side at the leaves: an
/// odd depth is taken for the next even one. Depth 8 without a width has the widths of the
/// program's deeper setting.
pub(super) fn choose(
    program: &PointInfo,
    position: &Position,
    options: &PlayOptions,
    control: &Control<'_>,
) -> PublishedMove {
    let board = position.board();
    if board.empties().len() == board.size().area() {
        return first_move(program, position);
    }
    let settings = &program.weights.search;
    let depth = options.depth.unwrap_or(settings.depth);
    let depth = depth.max(2).next_multiple_of(2);
    let widths = match options.width {
        Some(width) => vec![width.max(1); depth],
        None if depth == settings.deep_widths.len() => settings.deep_widths.clone(),
        None => vec![settings.width; depth],
    };
    let found = search(program, position, &widths, control);
    PublishedMove {
        value: found.value.filter(|_| !found.moves.is_empty()),
        ..found
    }
}

fn first_move(program: &PointInfo, position: &Position) -> PublishedMove {
    let openings = &program.weights.openings;
    let size = position.board().size();
    if size == openings.side && openings.first.is_on(size) {
        return PublishedMove::unsearched(How::Opening, Some(openings.first));
    }
    let middle = size.get() / 2;
    PublishedMove::unsearched(How::Fallback, Point::new(middle, middle))
}

/// The search of the program for the side to move, as deep as there are widths, an even number. A
/// five is played without a search. Without a move it has the worst value.
pub(super) fn search(
    program: &PointInfo,
    position: &Position,
    widths: &[usize],
    control: &Control<'_>,
) -> PublishedMove {
    let side = position.to_move();
    let settings = &program.weights.search;
    let (bound, floor) = match program.edition() {
        Edition::Published => (settings.bound, settings.floor),
        Edition::Corrected => (i64::MAX, i64::MIN),
    };
    let tree = CounterTree {
        program,
        root: side,
        reader: program.reader(position.board()),
        widths,
        floor,
        win: None,
    };
    let mut search = AlphaBeta::new(tree, side, bound, control);
    let (value, line) = search.node(search.root(widths.len()));
    let best = search.tree.win.or(line.last().copied());
    let point = best.and_then(|best| search.tree.reader.point(best));
    PublishedMove {
        value: Some(value),
        moves: point.into_iter().collect(),
        how: if search.tree.win.is_some() {
            How::Forced
        } else {
            How::Searched
        },
        depth: widths.len(),
        nodes: search.nodes,
        stop: search.stop,
    }
}

struct CounterTree<'a> {
    program: &'a PointInfo,
    root: Color,
    reader: BoardReader,
    widths: &'a [usize],
    /// The least value of a leaf.
    floor: i64,
    /// The five that the side that searches has at the root.
    win: Option<CellAddress>,
}

impl CounterTree<'_> {
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

impl GameTree for CounterTree<'_> {
    type Move = CellAddress;

    fn expand(&mut self, node: TreeNode) -> Expansion<CellAddress> {
        let (mut moves, block) = match self.program.candidates(&mut self.reader, node.mover) {
            Candidates::Win(spot) => {
                if node.ply == 0 {
                    self.win = Some(spot);
                }
                let win = self.program.weights.search.win;
                return Expansion::Leaf(if node.mover == self.root { win } else { -win });
            }
            Candidates::Open { moves, block } => (moves, block),
        };
        if moves.is_empty() && self.program.edition() == Edition::Corrected {
            return Expansion::Leaf(self.value());
        }
        let Some(&width) = self.widths.get(node.ply) else {
            return Expansion::Leaf(self.leaf(moves, block, node.beta));
        };
        sort_moves(&mut moves);
        let tried = moves.iter().rev().take(width);
        Expansion::Moves(tried.map(|&(spot, _)| spot).collect())
    }

    fn play(&mut self, at: CellAddress, mover: Color) {
        self.reader.put(at, mover);
    }

    fn undo(&mut self, at: CellAddress) {
        self.reader.lift(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::of_edition;
    use crate::geometry::Size;

    const WIN: i64 = 200_000;
    const FLOOR: i64 = -100_000;
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
        let program = of_edition::<PointInfo>(edition);
        let found = search(program, position, &[15; 2], &Control::unlimited());
        found.value.unwrap()
    }

    fn chosen(edition: Edition, position: &Position) -> PublishedMove {
        let options = PlayOptions::default();
        let program = of_edition::<PointInfo>(edition);
        choose(program, position, &options, &Control::unlimited())
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
        let choice = chosen(Edition::Published, &position);
        assert_eq!((choice.how, choice.value), (How::Forced, Some(WIN)));
        assert_eq!(choice.moves, ["I8".parse().unwrap()]);
    }

    #[test]
    fn the_first_stone_is_in_the_middle() {
        let empty = position("", "", Color::Black);
        let choice = chosen(Edition::Published, &empty);
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
        for edition in Edition::ALL {
            let choice = chosen(edition, &full);
            assert_eq!((choice.moves, choice.value), (Vec::new(), None));
        }
    }
}
