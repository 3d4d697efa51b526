//! How the program plays, fixed first moves, forced moves and a negamax over the neighbours of the
//! stones, and every field of its answer key.

use std::cmp::Reverse;

use super::line_count::LineCountReading;
use super::stone_values::StoneValues;
use super::system::{CountBlockEmpty, FixedOpenings, neighbours};
use crate::alpha_beta::{AlphaBeta, Expansion, GameTree, TreeExtent, TreeNode};
use crate::line_view::{LineView, SIDE, ViewedCell};
use renju_core::board::{Board, ByColor, Color};
use renju_core::geometry::{Direction, Point};
use renju_core::limits::Control;
use renju_core::position::Position;
use renju_core::rule::row_length_through;
use renju_engine::eval::{ByPoint, Details, Edition, How, PlayOptions, PublishedMove, System};

impl System for CountBlockEmpty {
    /// Where a depth is asked for, the search alone.
    fn play(
        &self,
        position: &Position,
        options: &PlayOptions,
        control: &Control<'_>,
    ) -> PublishedMove {
        let settings = &self.weights.search;
        let (board, side) = (position.board(), position.to_move());
        if options.depth.is_none() {
            if let Some(point) = opening(&self.weights.openings, board, side) {
                return PublishedMove::unsearched(How::Opening, Some(point));
            }
            if let Some((_, point)) = forced(board, side) {
                return PublishedMove::unsearched(How::Forced, Some(point));
            }
        }
        let depth = options.depth.unwrap_or(settings.depth);
        let width = options.width.unwrap_or(settings.width);
        let (found, best) = negamax(
            self,
            board,
            side,
            TreeExtent {
                depth,
                width,
                is_plain: options.is_plain,
            },
            control,
        );
        if best.is_empty() {
            return PublishedMove {
                value: None,
                moves: board.empties().iter().next().into_iter().collect(),
                how: How::Fallback,
                ..found
            };
        }
        found
    }

    fn is_alpha_beta(&self) -> bool {
        true
    }

    /// The published edition also tells what changes when nothing but the slip on falling
    /// diagonals is repaired; in the corrected edition, which repairs more, these fields are
    /// absent.
    fn details(&self, position: &Position) -> Details {
        let board = position.board();
        let is_published = self.weights.edition == Edition::Published;
        let slipless = is_published.then(|| self.reading(LineCountReading::Even));
        let black_corrected = |even: &CountBlockEmpty| even.board_value(board, Color::Black);
        let values = |side| -> Vec<_> {
            let value = |point| point_value(self, board, point, side);
            board.size().points().map(value).collect()
        };
        let forced = |side| {
            let (stage, point) = forced(board, side)?;
            Some(Details::default().with("stage", stage).with("move", point))
        };
        let searched = || {
            Details::default()
                .with("me", position.to_move())
                .with("d1", searched(self, position, 1))
                .with("d3", searched(self, position, 3))
        };
        let boards = Details::default()
            .with("black", self.board_value(board, Color::Black))
            .with("white", self.board_value(board, Color::White))
            .with_some("black_corrected", slipless.as_ref().map(black_corrected));
        Details::default()
            .with("board", boards)
            .with("point", ByColor::from_fn(values))
            .with_some(
                "corrected",
                slipless.map(|even| changes(self, &even, board)),
            )
            .with("neighbours", neighbours(board).iter().collect::<Vec<_>>())
            .with("forced", ByColor::from_fn(forced))
            .with_some("search", (board.stone_count() > 0).then(searched))
    }
}

/// What a point is worth: an empty one to both sides, a stone to its own.
fn point_value(program: &CountBlockEmpty, board: &Board, point: Point, side: Color) -> Option<i64> {
    let has_value = board.stone(point) != Some(!side);
    has_value.then(|| program.value(board, point, side))
}

/// The points that are worth something else without the slip.
fn changes(
    program: &CountBlockEmpty,
    even: &CountBlockEmpty,
    board: &Board,
) -> ByPoint<ByColor<Option<i64>>> {
    let changed = |point: Point| {
        let values = |program| ByColor::from_fn(|side| point_value(program, board, point, side));
        let after = values(even);
        (values(program) != after).then_some((point, after))
    };
    board.size().points().filter_map(changed).collect()
}

fn searched(program: &CountBlockEmpty, position: &Position, depth: usize) -> Details {
    let (board, side) = (position.board(), position.to_move());
    let (found, mut best) = negamax(
        program,
        board,
        side,
        TreeExtent::new(depth, 0),
        &Control::unlimited(),
    );
    best.sort_unstable();
    Details::default()
        .with("value", found.value)
        .with("move", found.moves.first())
        .with("best", best)
}

/// The first move or the answer to it, on a board that a game of the program starts from. Black's
/// first move is always the same: on the empty board of its document, where its search has nothing to
/// choose from, as beside the stones that its games have.
fn opening(openings: &FixedOpenings, board: &Board, side: Color) -> Option<Point> {
    if board.size() != openings.side {
        return None;
    }
    let start = Board::with_stones(openings.side, &openings.black, &openings.white);
    match side {
        Color::Black => {
            let is_start = *board == start || board.stone_count() == 0;
            is_start.then_some(openings.first)
        }
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
/// worse ones. Beside the result stands every move that has its value, in the order tried; none if
/// no move is better than the bound of the search, or if there is none.
fn negamax(
    program: &CountBlockEmpty,
    board: &Board,
    side: Color,
    extent: TreeExtent,
    control: &Control<'_>,
) -> (PublishedMove, Vec<Point>) {
    let bound = match program.weights.edition {
        Edition::Published => program.weights.search.bound,
        Edition::Corrected => i64::MAX,
    };
    let tree = NeighbourTree {
        program,
        values: StoneValues::new(program, board),
        width: extent.width,
    };
    let search = AlphaBeta::new(tree, side, bound, control);
    let mut search = search.plain(extent.is_plain);
    let depth = extent.depth;
    let mut node = search.root(depth);
    let moves = match search.tree.expand(node) {
        Expansion::Leaf(value) => return (search.result(value, Vec::new(), depth), Vec::new()),
        Expansion::Moves(moves) => moves,
    };
    let (mut value, mut best) = (-bound, Vec::new());
    for point in moves {
        node.alpha = (value - 1).max(-bound);
        let (found, _) = search.child(point, node);
        if search.is_cut_off() {
            break;
        }
        if found > value {
            value = found;
            best.clear();
        }
        if found == value && found > -bound {
            best.push(point);
        }
        if found >= bound || search.stop.is_some() {
            break;
        }
    }
    let first = best.first().copied().into_iter().collect();
    (search.result(value.min(bound), first, depth), best)
}

struct NeighbourTree<'a> {
    program: &'a CountBlockEmpty,
    values: StoneValues<'a>,
    width: usize,
}

impl NeighbourTree<'_> {
    /// The moves of a node, the most promising first; ties in reading order.
    fn moves(&self, side: Color) -> Vec<Point> {
        let (program, board) = (self.program, self.values.board());
        let promise = |point: Point| match program.weights.edition {
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
        let value = self.values.board_value(node.root);
        Expansion::Leaf(match self.program.weights.edition {
            Edition::Published => -node.seen_from_root(value),
            Edition::Corrected => value,
        })
    }

    fn decided(&self, at: Point, node: TreeNode) -> Option<i64> {
        let is_seen = self.program.weights.edition == Edition::Corrected;
        if !is_seen || !makes_five(self.values.board(), at, node.mover) {
            return None;
        }
        let value = self.program.weights.search.win - node.ply as i64 - 1;
        Some(node.seen_from_root(value))
    }

    fn play(&mut self, at: Point, mover: Color) {
        self.values.play(at, mover);
    }

    fn undo(&mut self, _: Point) {
        self.values.undo();
    }

    fn point(&self, at: Point) -> Option<Point> {
        Some(at)
    }
}

fn makes_five(board: &Board, point: Point, side: Color) -> bool {
    let row = |direction| row_length_through(board, point, direction, side);
    Direction::ALL.into_iter().any(|line| row(line) >= 5)
}

/// The move that the program is forced to make for `side`, if any: the first point of the first
/// stage that has one, with the number of the stage: 1 a five to make, 2 a five to stop, 3 a four
/// with both ends empty, or a four together with a three, to make, 4 the same to stop. Runs are
/// unbroken here; an end is empty if the cell after the run is.
fn forced(board: &Board, side: Color) -> Option<(u8, Point)> {
    type Test = fn(&[UnbrokenRun; 4]) -> bool;
    let stages: [(u8, Color, Test); 4] = [
        (1, side, has_five),
        (2, !side, has_five),
        (3, side, win_next),
        (4, !side, win_next),
    ];
    stages.into_iter().find_map(|(stage, color, is_hit)| {
        let mut empties = board.empties().iter();
        let hit = empties.find(|&point| is_hit(&runs_through(board, point, color)));
        hit.map(|point| (stage, point))
    })
}

struct UnbrokenRun {
    length: usize,
    empty_ends: usize,
}

/// The unbroken runs through a point, one for each direction.
fn runs_through(board: &Board, stone: Point, color: Color) -> [UnbrokenRun; 4] {
    let sight = LineView::new(board, color, stone);
    let is_empty = |direction, sign| usize::from(ends_empty(sight, direction, sign));
    Direction::ALL.map(|direction| UnbrokenRun {
        length: row_length_through(board, stone, direction, color),
        empty_ends: is_empty(direction, 1) + is_empty(direction, -1),
    })
}

fn has_five(runs: &[UnbrokenRun; 4]) -> bool {
    runs.iter().any(|run| run.length >= 5)
}

fn win_next(runs: &[UnbrokenRun; 4]) -> bool {
    let has = |length, empty_ends| {
        let mut runs = runs.iter();
        runs.any(|run| run.length == length && run.empty_ends == empty_ends)
    };
    has(4, 2) || (has(4, 1) && has(3, 2))
}

/// Whether the first cell after the own stones on one side is empty.
fn ends_empty(sight: LineView<'_>, direction: Direction, sign: i8) -> bool {
    let cell = |count: i8| sight.cell(sight.stone, direction, sign * count);
    let end = (1..SIDE).map(cell).find(|&cell| cell != ViewedCell::Own);
    end == Some(ViewedCell::Empty)
}

#[cfg(test)]
mod tests {
    use super::super::CountBlockEmptyWeights;
    use super::*;
    use crate::program::of_edition;
    use renju_core::geometry::Size;
    use renju_core::position::{PositionOverrides, Setup};

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn found(edition: Edition, black: &str, white: &str, depth: usize) -> (i64, Vec<Point>) {
        let board = Board::with_stones(Size::RENJU, &points(black), &points(white));
        let program = of_edition::<CountBlockEmptyWeights>(edition);
        let control = Control::unlimited();
        let (found, best) = negamax(
            program,
            &board,
            Color::Black,
            TreeExtent::new(depth, 0),
            &control,
        );
        (found.value.unwrap(), best)
    }

    /// The best of all lines, without cut-offs.
    fn plain(program: &CountBlockEmpty, board: &Board, side: Color, depth: usize, ply: i64) -> i64 {
        if depth == 0 {
            return program.board_value(board, side);
        }
        let value = |point| {
            if makes_five(board, point, side) {
                return program.weights.search.win - ply;
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
        let program = of_edition::<CountBlockEmptyWeights>(Edition::Corrected);
        let (black, white) = (points("F6 G6"), points("F7 H7"));
        let board = Board::with_stones(Size::RENJU, &black, &white);
        let (value, _) = found(Edition::Corrected, "F6 G6", "F7 H7", 2);
        assert_eq!(value, plain(program, &board, Color::Black, 2, 1));
        let (published, _) = found(Edition::Published, "F6 G6", "F7 H7", 2);
        assert!(published < value); // It assumes that White helps, and fears it.
    }

    #[test]
    fn the_corrected_search_ends_with_a_five() {
        let four = "F8 G8 H8 I8";
        let corrected = found(Edition::Corrected, four, "E8 F9", 3);
        assert_eq!(corrected, (999_999_999_999, points("J8")));
        let (published, _) = found(Edition::Published, four, "E8 F9", 3);
        assert!(published < 1_000_000_000);
        // A live three: four, any answer, five.
        let (value, best) = found(Edition::Corrected, "G8 H8 I8", "G9 H9", 3);
        assert_eq!((value, best.len()), (999_999_999_997, 2));
    }

    #[test]
    fn the_corrected_search_tries_blocks_early() {
        let board = Board::with_stones(Size::RENJU, &points("A1 B3"), &points("G8 H8 I8"));
        let first = |edition| {
            let program = of_edition::<CountBlockEmptyWeights>(edition);
            let search = NeighbourTree {
                program,
                values: StoneValues::new(program, &board),
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
            let program = of_edition::<CountBlockEmptyWeights>(Edition::Published);
            let options = PlayOptions::default();
            let choice = program.play(&position, &options, &Control::unlimited());
            (choice.how, choice.moves)
        };
        assert_eq!(play(12, "G6 F7", "F6 G7"), (How::Opening, points("E5")));
        assert_eq!(play(12, "G6 F7 H6", "F6 G7"), (How::Opening, points("E5")));
        assert_eq!(play(15, "G6 F7", "F6 G7").0, How::Searched);
        assert_eq!(play(12, "", ""), (How::Opening, points("E5")));
        assert_eq!(play(11, "", ""), (How::Fallback, points("A1")));
    }
}
