//! `count-block-empty`: fixed first moves, forced moves, and a negamax over the neighbours of the
//! stones.

use std::cmp::Reverse;

use super::{CountBlockEmpty, FixedOpenings, StoneValues, forced, neighbours};
use crate::board::{Board, Color};
use crate::eval::{Edition, How, PlayOptions, PublishedMove};
use crate::geometry::{Direction, Point};
use crate::limits::Control;
use crate::position::Position;
use crate::rule::row_length_through;
use crate::systems::alpha_beta::{AlphaBeta, Expansion, GameTree, TreeNode};

/// The move of the program; where a depth is asked for, the search alone.
pub(super) fn choose(
    program: &CountBlockEmpty,
    position: &Position,
    options: &PlayOptions,
    control: &Control<'_>,
) -> PublishedMove {
    let weights = program.weights();
    let (board, side) = (position.board(), position.to_move());
    if options.depth.is_none() {
        if let Some(point) = opening(&weights.openings, board, side) {
            return PublishedMove::unsearched(How::Opening, Some(point));
        }
        if let Some(forced) = forced(board, side) {
            return PublishedMove::unsearched(How::Forced, Some(forced.point));
        }
    }
    let depth = options.depth.unwrap_or(weights.search.depth);
    let width = options.width.unwrap_or(weights.search.width);
    let found = negamax(program, board, side, (depth, width), control);
    let (chosen, how) = match found.best.first() {
        Some(&point) => (Some(point), How::Searched),
        None => (board.empties().iter().next(), How::Fallback),
    };
    PublishedMove {
        value: (how == How::Searched).then_some(found.value),
        depth,
        nodes: found.nodes,
        stop: found.stop,
        ..PublishedMove::unsearched(how, chosen)
    }
}

/// The first move or the answer to it, on a board that a game of the program starts from.
fn opening(openings: &FixedOpenings, board: &Board, side: Color) -> Option<Point> {
    if board.size() != openings.side {
        return None;
    }
    let start = Board::with_stones(openings.side, &openings.black, &openings.white);
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

/// A search with all its best moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NegamaxResult {
    /// The value of the best move.
    pub(super) value: i64,
    /// Every move that has it, those first that are tried first; empty if no move is better than
    /// the bound of the search, or if there is none.
    pub(super) best: Vec<Point>,
    /// Nodes that were visited.
    pub(super) nodes: u64,
    /// Why the search ended early, if it did.
    pub(super) stop: Option<crate::limits::StopReason>,
}

/// Alpha-beta over the neighbours of the stones, or over the `width` most promising of them (0 for
/// all).
///
/// As published, a leaf is worth minus the board to the side that searches, negated with every ply
/// as if it were the mover's; no five ends a line; and moves are tried in the order of their value
/// to the side to move. The corrected edition sees a leaf through the eyes of the side to move,
/// ends lines with a five, and orders moves by their value to both. The program also keeps the
/// values of leaves in a table, which changes none of them.
///
/// The lower bound at the root stays one below the best value, so that equal moves are told from
/// worse ones.
pub(super) fn negamax(
    program: &CountBlockEmpty,
    board: &Board,
    side: Color,
    (depth, width): (usize, usize),
    control: &Control<'_>,
) -> NegamaxResult {
    let bound = match program.edition() {
        Edition::Published => program.weights().search.bound,
        Edition::Corrected => i64::MAX,
    };
    let tree = NeighbourTree {
        program,
        values: StoneValues::new(program, board),
        root: side,
        width,
    };
    let mut search = AlphaBeta::new(tree, side, bound, control);
    let mut node = search.root(depth);
    let moves = match search.tree.expand(node) {
        Expansion::Leaf(value) => {
            return NegamaxResult {
                value,
                best: Vec::new(),
                nodes: 0,
                stop: None,
            };
        }
        Expansion::Moves(moves) => moves,
    };
    let (mut value, mut best) = (-bound, Vec::new());
    for point in moves {
        node.alpha = (value - 1).max(-bound);
        let (found, _) = search.child(point, node);
        if found > value {
            value = found;
            best.clear();
        }
        if found == value && found > -bound {
            best.push(point);
        }
        if found >= bound || search.is_stopped() {
            break;
        }
    }
    NegamaxResult {
        value: value.min(bound),
        best,
        nodes: search.nodes,
        stop: search.stop,
    }
}

struct NeighbourTree<'a> {
    program: &'a CountBlockEmpty,
    values: StoneValues<'a>,
    root: Color,
    width: usize,
}

impl NeighbourTree<'_> {
    /// The moves of a node, the most promising first; ties in reading order.
    fn moves(&self, side: Color) -> Vec<Point> {
        let (program, board) = (self.program, self.values.board());
        let promise = |point: Point| match program.edition() {
            Edition::Published => program.value(board, point, side),
            Edition::Corrected => {
                program.value(board, point, side) + program.value(board, point, !side)
            }
        };
        let mut moves: Vec<Point> = neighbours(board).iter().collect();
        moves.sort_by_cached_key(|&point| Reverse(promise(point)));
        if self.width > 0 {
            moves.truncate(self.width);
        }
        moves
    }
}

impl GameTree for NeighbourTree<'_> {
    type Move = Point;

    fn expand(&mut self, node: TreeNode) -> Expansion<Point> {
        if node.depth > 0 {
            return Expansion::Moves(self.moves(node.mover));
        }
        let value = self.values.board_value(self.root);
        let is_negated = self.program.edition() == Edition::Published && node.mover == self.root;
        Expansion::Leaf(if is_negated { -value } else { value })
    }

    fn decided(&self, at: Point, node: TreeNode) -> Option<i64> {
        let is_seen = self.program.edition() == Edition::Corrected;
        if !is_seen || !makes_five(self.values.board(), at, node.mover) {
            return None;
        }
        let value = self.program.weights().search.win - node.ply as i64 - 1;
        Some(if node.mover == self.root {
            value
        } else {
            -value
        })
    }

    fn play(&mut self, at: Point, mover: Color) {
        self.values.play(at, mover);
    }

    fn undo(&mut self, _: Point) {
        self.values.undo();
    }
}

fn makes_five(board: &Board, point: Point, side: Color) -> bool {
    let row = |direction| row_length_through(board, point, direction, side);
    Direction::ALL
        .into_iter()
        .any(|direction| row(direction) >= 5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::of_edition;
    use crate::geometry::Size;
    use crate::position::{PositionOverrides, Setup};

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn found(edition: Edition, black: &str, white: &str, depth: usize) -> NegamaxResult {
        let board = Board::with_stones(Size::RENJU, &points(black), &points(white));
        let program = of_edition::<CountBlockEmpty>(edition);
        negamax(
            program,
            &board,
            Color::Black,
            (depth, 0),
            &Control::unlimited(),
        )
    }

    /// The best of all lines, without cut-offs.
    fn plain(program: &CountBlockEmpty, board: &Board, side: Color, depth: usize, ply: i64) -> i64 {
        if depth == 0 {
            return program.board_value(board, side);
        }
        let value = |point| {
            if makes_five(board, point, side) {
                return program.weights().search.win - ply;
            }
            let mut after = board.clone();
            after.place(point, side);
            -plain(program, &after, !side, depth - 1, ply + 1)
        };
        neighbours(board)
            .iter()
            .map(value)
            .max()
            .unwrap_or(i64::MIN)
    }

    #[test]
    fn at_even_depth_the_corrected_leaf_is_seen_by_the_side_to_move() {
        let program = of_edition::<CountBlockEmpty>(Edition::Corrected);
        let (black, white) = (points("F6 G6"), points("F7 H7"));
        let board = Board::with_stones(Size::RENJU, &black, &white);
        let found = negamax(program, &board, Color::Black, (2, 0), &Control::unlimited());
        assert_eq!(found.value, plain(program, &board, Color::Black, 2, 1));
        let published = of_edition::<CountBlockEmpty>(Edition::Published);
        let published = negamax(
            published,
            &board,
            Color::Black,
            (2, 0),
            &Control::unlimited(),
        );
        assert!(published.value < found.value); // It assumes that White helps, and fears it.
    }

    #[test]
    fn the_corrected_search_ends_with_a_five() {
        let four = "F8 G8 H8 I8";
        let corrected = found(Edition::Corrected, four, "E8 F9", 3);
        assert_eq!(
            (corrected.value, corrected.best),
            (999_999_999_999, points("J8"))
        );
        let published = found(Edition::Published, four, "E8 F9", 3);
        assert!(published.value < 1_000_000_000);
        // A live three: four, any answer, five.
        let three = found(Edition::Corrected, "G8 H8 I8", "G9 H9", 3);
        assert_eq!((three.value, three.best.len()), (999_999_999_997, 2));
    }

    #[test]
    fn the_corrected_search_tries_blocks_early() {
        let board = Board::with_stones(Size::RENJU, &points("A1 B3"), &points("G8 H8 I8"));
        let first = |edition| {
            let program = of_edition::<CountBlockEmpty>(edition);
            let search = NeighbourTree {
                program,
                values: StoneValues::new(program, &board),
                root: Color::Black,
                width: 1,
            };
            search.moves(Color::Black)
        };
        assert_eq!(first(Edition::Corrected), points("F8"));
        assert_eq!(first(Edition::Published), points("B2"));
    }

    #[test]
    fn games_start_with_fixed_moves_on_their_own_board_only() {
        let play = |side, black: &str, white: &str| {
            let setup = Setup {
                size: Size::new(side),
                black: points(black),
                white: points(white),
                to_move: Some(if black.len() > 5 {
                    Color::White
                } else {
                    Color::Black
                }),
                ..Setup::default()
            };
            let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
            let choice = choose(
                of_edition(Edition::Published),
                &position,
                &PlayOptions::default(),
                &Control::unlimited(),
            );
            (choice.how, choice.moves)
        };
        assert_eq!(play(12, "G6 F7", "F6 G7"), (How::Opening, points("E5")));
        assert_eq!(play(12, "G6 F7 H6", "F6 G7"), (How::Opening, points("E5")));
        assert_eq!(play(15, "G6 F7", "F6 G7").0, How::Searched);
        assert_eq!(play(12, "", ""), (How::Fallback, points("A1")));
    }
}
