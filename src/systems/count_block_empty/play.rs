//! `count-block-empty`: fixed first moves, forced moves, and a negamax over the neighbours of the
//! stones.

use std::cmp::Reverse;

use crate::board::{Board, Color};
use crate::eval::Edition;
use crate::geometry::{Direction, Point};
use crate::position::Position;
use crate::rule::row_length_through;
use crate::systems::count_block_empty::{
    CountBlockEmpty, FixedOpenings, StoneValues, forced, neighbours,
};

use crate::systems::published::{How, Limits, PublishedMove};

/// As the program plays where no depth is asked for; else the search alone.
pub(in crate::systems) fn choose(
    edition: Edition,
    position: &Position,
    limits: Limits,
) -> PublishedMove {
    let program = CountBlockEmpty::of_edition(edition);
    let weights = program.weights();
    let (board, side) = (position.board(), position.to_move());
    let unsearched = |point, how| PublishedMove {
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
    PublishedMove {
        value: (how == How::Searched).then_some(found.value),
        moves,
        how,
        depth,
        nodes: found.nodes,
    }
}

/// The first move or the answer to it, on a board that a game of the program starts from.
fn opening(openings: &FixedOpenings, board: &Board, side: Color) -> Option<Point> {
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
    let bound = match program.edition() {
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
        if self.program.edition() == Edition::Corrected
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
        match self.program.edition() {
            Edition::Published => -self.values.board_value(self.root),
            Edition::Corrected => self.values.board_value(side),
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::position::{PositionOverrides, Setup};

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn found(edition: Edition, black: &str, white: &str, depth: usize) -> Found {
        let board = Board::with_stones(Size::RENJU, &points(black), &points(white));
        let program = CountBlockEmpty::of_edition(edition);
        negamax(program, &board, Color::Black, depth, None)
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
        let program = CountBlockEmpty::of_edition(Edition::Corrected);
        let (black, white) = (points("F6 G6"), points("F7 H7"));
        let board = Board::with_stones(Size::RENJU, &black, &white);
        let found = negamax(program, &board, Color::Black, 2, None);
        assert_eq!(found.value, plain(program, &board, Color::Black, 2, 1));
        let published = CountBlockEmpty::of_edition(Edition::Published);
        let published = negamax(published, &board, Color::Black, 2, None);
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
            let program = CountBlockEmpty::of_edition(edition);
            let search = Search {
                program,
                values: StoneValues::new(program, &board),
                root: Color::Black,
                width: Some(1),
                nodes: 0,
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
            let choice = choose(Edition::Published, &position, Limits::default());
            (choice.how, choice.moves)
        };
        assert_eq!(play(12, "G6 F7", "F6 G7"), (How::Opening, points("E5")));
        assert_eq!(play(12, "G6 F7 H6", "F6 G7"), (How::Opening, points("E5")));
        assert_eq!(play(15, "G6 F7", "F6 G7").0, How::Searched);
        assert_eq!(play(12, "", ""), (How::Fallback, points("A1")));
    }
}
