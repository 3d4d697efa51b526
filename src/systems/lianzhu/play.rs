//! `lianzhu`: alpha-beta over the points with the highest totals, on a table that remembers
//! which lines were touched. Also the players of the first generation, who do not look ahead.

use crate::board::{Board, Color};
use crate::geometry::{Direction, Point, Size};
use crate::position::Position;
use crate::rule::row_length_through;
use crate::systems::lianzhu::{LeafMode, Lianzhu, LianzhuTable};
use crate::systems::lianzhu_gen1::LianzhuGen1;

use crate::systems::published::{How, Limits, PublishedMove};

/// Children of a node where nobody says how many, as long as the program has time.
pub const WIDTH: usize = 12;

/// Moves that the program looks ahead.
pub const DEPTH: usize = 11;

/// A game that is won.
const WIN: i64 = 1_000_000_000;

/// What the program plays. As nothing is known of earlier searches, Black is always charging, and
/// no part of an earlier tree is kept; where the program draws a random number the first point is
/// taken. The width does not shrink with time.
pub(in crate::systems) fn choose(
    variant: &str,
    position: &Position,
    limits: Limits,
) -> PublishedMove {
    let program = Lianzhu::variant(variant);
    if limits.depth.is_none()
        && let Some(point) = opening(position)
    {
        return without_search(How::Opening, Some(point));
    }
    let mut table = program.table(position);
    let side = position.to_move();
    let depth = limits.depth.unwrap_or(DEPTH).max(1);
    let width = limits.width.unwrap_or(WIDTH);
    let fallback = fallback(&table, side);
    match search(&mut table, side, LeafMode::at_first(side), depth, width) {
        Some(found) => PublishedMove {
            value: Some(found.value),
            moves: found.line,
            how: How::Searched,
            depth,
            nodes: found.nodes,
        },
        None => without_search(How::Fallback, fallback),
    }
}

/// What a player of the first generation plays: a five of its own, else where the enemy would
/// make one, of several the last in reading order, else the greatest value. Forbidden points are
/// not heeded.
pub(in crate::systems) fn choose_gen1(variant: &str, position: &Position) -> PublishedMove {
    let program = match variant {
        "pow23" => LianzhuGen1::pow23(),
        _ => LianzhuGen1::published(),
    };
    let (board, side) = (position.board(), position.to_move());
    let fives = [side, !side].map(|color| last_five(board, color));
    if let Some(point) = fives.into_iter().flatten().next() {
        return without_search(How::Forced, Some(point));
    }
    let values = program.values(board);
    let best = first_greatest(board.empties().iter(), |point| values[point].unwrap_or(0));
    PublishedMove {
        value: best.and_then(|point| values[point]),
        moves: best.into_iter().collect(),
        how: How::Greedy,
        depth: 1,
        nodes: board.empties().len() as u64,
    }
}

fn without_search(how: How, point: Option<Point>) -> PublishedMove {
    PublishedMove {
        value: None,
        moves: point.into_iter().collect(),
        how,
        depth: 0,
        nodes: 0,
    }
}

/// The last empty point where a stone makes five or more in a row.
fn last_five(board: &Board, color: Color) -> Option<Point> {
    let is_five = |&point: &Point| {
        let length = |direction| row_length_through(board, point, direction, color);
        Direction::ALL.into_iter().any(|line| length(line) >= 5)
    };
    board.empties().iter().filter(is_five).last()
}

/// The legal point with the highest total, for when no point has a total above 0.
fn fallback(table: &LianzhuTable, side: Color) -> Option<Point> {
    let is_legal = |&point: &Point| table.is_legal(point, side);
    let legal = table.board().empties().iter().filter(is_legal);
    first_greatest(legal, |point| table.total(point))
}

fn first_greatest(
    points: impl Iterator<Item = Point>,
    value: impl Fn(Point) -> i64,
) -> Option<Point> {
    points
        .map(|point| (value(point), point))
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, point)| point)
}

/// The first two moves, which the program knows by heart, on the board that they are meant for.
fn opening(position: &Position) -> Option<Point> {
    let board = position.board();
    if board.size() != Size::RENJU {
        return None;
    }
    let [first, second] = [Point::new(7, 7)?, Point::new(6, 7)?];
    let (black, white) = (board.stones(Color::Black), board.stones(Color::White));
    match (position.to_move(), black.len(), white.len()) {
        (Color::Black, 0, 0) => Some(first),
        (Color::White, 1, 0) if black.contains(first) => Some(second),
        _ => None,
    }
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value of the best child, seen by the side that searches.
    pub value: i64,
    /// The best child, and what follows it as far as it was seen.
    pub line: Vec<Point>,
    /// The children in the order tried, with what came back; all but the best are bounds.
    pub root: Vec<(Point, i64)>,
    /// Positions entered.
    pub nodes: u64,
}

/// Alpha-beta over the `width` best candidates of each node, `depth` moves deep, for the side to
/// move; `None` if it has no candidate. The table is left with every line touched that the search
/// has touched.
pub fn search(
    table: &mut LianzhuTable,
    side: Color,
    mode: LeafMode,
    depth: usize,
    width: usize,
) -> Option<Found> {
    let candidates = table.candidates(side, width);
    let mut search = Search {
        table,
        root: side,
        mode,
        width,
        nodes: 0,
    };
    let mut best: Option<(i64, Vec<Point>)> = None;
    let mut root = Vec::with_capacity(candidates.len());
    for child in candidates {
        let so_far = best.as_ref().map_or(-WIN, |(value, _)| *value);
        let (value, line) = search.child(child, side, depth, (so_far, WIN));
        root.push((child, value));
        if best.is_none() || value > so_far {
            best = Some((value, line));
        }
    }
    let (value, mut line) = best?;
    line.reverse();
    Some(Found {
        value,
        line,
        root,
        nodes: search.nodes,
    })
}

struct Search<'a, 'b> {
    table: &'a mut LianzhuTable<'b>,
    root: Color,
    mode: LeafMode,
    width: usize,
    nodes: u64,
}

/// A value and the moves that lead to it, last one first.
type Line = (i64, Vec<Point>);

impl Search<'_, '_> {
    /// The value of a move of `mover`, with at least one move to go.
    fn child(&mut self, point: Point, mover: Color, depth: usize, window: (i64, i64)) -> Line {
        self.nodes += 1;
        if self.table.makes_five(mover, point) {
            let value = if mover == self.root { WIN } else { -WIN };
            return (value, vec![point]);
        }
        self.table.place(point, mover);
        let (value, mut line) = if depth <= 1 {
            (self.table.leaf(self.root, self.mode), Vec::new())
        } else {
            self.node(!mover, depth - 1, window)
        };
        self.table.lift(point);
        line.push(point);
        (value, line)
    }

    fn node(&mut self, mover: Color, depth: usize, (mut alpha, mut beta): (i64, i64)) -> Line {
        let is_own = mover == self.root;
        let mut best = (if is_own { -WIN } else { WIN }, Vec::new());
        for child in self.table.candidates(mover, self.width) {
            let (value, line) = self.child(child, mover, depth, (alpha, beta));
            if is_own {
                if value > best.0 {
                    best = (value, line);
                }
                alpha = alpha.max(best.0);
            } else {
                if value < best.0 {
                    best = (value, line);
                }
                beta = beta.min(best.0);
            }
            if beta <= alpha {
                break;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ByColor;
    use crate::eval::Edition;
    use crate::position::{PositionOverrides, Setup};
    use crate::rule::Rule;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn position(size: u8, moves: &str) -> Position {
        let setup = Setup {
            size: Size::new(size),
            moves: points(moves).into_iter().map(Some).collect(),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }

    fn chosen(name: &str, position: &Position, depth: Option<usize>) -> PublishedMove {
        let limits = Limits { depth, width: None };
        crate::systems::published::choose(name, position, limits).unwrap()
    }

    #[test]
    fn the_first_two_moves_are_known_by_heart() {
        let first = chosen("lianzhu", &position(15, ""), None);
        assert_eq!((first.how, first.moves), (How::Opening, points("H8")));
        let second = chosen("lianzhu", &position(15, "H8"), None);
        assert_eq!((second.how, second.moves), (How::Opening, points("G8")));
        let searched = chosen("lianzhu", &position(15, "H8"), Some(2));
        assert_eq!(searched.how, How::Searched);
    }

    #[test]
    fn an_empty_board_without_known_moves_is_played_from_its_corner() {
        let first = chosen("lianzhu:corrected", &position(19, ""), None);
        assert_eq!((first.how, first.moves), (How::Fallback, points("A1")));
    }

    #[test]
    fn every_side_of_the_board_is_served() {
        for size in 5..=20 {
            let position = position(size, "C3 D4 C4 D3 B2");
            for name in ["lianzhu", "lianzhu:corrected", "lianzhu:ban-blocks"] {
                assert!(!chosen(name, &position, Some(3)).moves.is_empty());
            }
            assert!(!chosen("lianzhu-gen1", &position, None).moves.is_empty());
        }
    }

    #[test]
    fn black_does_not_try_forbidden_points_and_white_does() {
        let double_three = position(15, "F8 F1 G8 H1 H6 J1 H7 L1");
        let at = points("H8")[0];
        for (edition, rule, is_tried) in [
            (Edition::Published, Rule::Freestyle, false),
            (Edition::Corrected, Rule::Renju, false),
            (Edition::Corrected, Rule::Freestyle, true),
        ] {
            let program = Lianzhu::of_edition(edition);
            let table = LianzhuTable::new(program, double_three.board(), rule);
            let tried = ByColor::from_fn(|side| table.candidates(side, 12).contains(&at));
            assert_eq!((tried.black, tried.white), (is_tried, true));
        }
    }

    /// The same without cut-offs.
    fn min_max(
        table: &mut LianzhuTable,
        root: Color,
        mover: Color,
        depth: usize,
        width: usize,
    ) -> i64 {
        let is_own = mover == root;
        let mut best = if is_own { -WIN } else { WIN };
        for child in table.candidates(mover, width) {
            let value = if table.makes_five(mover, child) {
                if is_own { WIN } else { -WIN }
            } else {
                table.place(child, mover);
                let value = if depth == 1 {
                    table.leaf(root, LeafMode::at_first(root))
                } else {
                    min_max(table, root, !mover, depth - 1, width)
                };
                table.lift(child);
                value
            };
            best = if is_own {
                best.max(value)
            } else {
                best.min(value)
            };
        }
        best
    }

    #[test]
    fn cut_offs_do_not_change_the_value_where_nothing_is_remembered() {
        for moves in ["H8 I9 G7 F6 I7 G9", "H8 G8 I9 G7 G10 H10 I11"] {
            let position = position(15, moves);
            let side = position.to_move();
            let mut table = Lianzhu::of_edition(Edition::Corrected).table(&position);
            let expected = min_max(&mut table, side, side, 3, 6);
            let found = search(&mut table, side, LeafMode::at_first(side), 3, 6).unwrap();
            assert_eq!(found.value, expected, "{moves}");
            assert_eq!(found.line.len(), 3);
        }
    }

    #[test]
    fn the_first_generation_makes_a_five_before_it_stops_one() {
        let both = position(15, "C8 C2 D8 D2 E8 E2 F8 F2");
        let white = position(15, "C8 C2 D8 D2 E8 E2 H12 F2");
        let choice = |position| chosen("lianzhu-gen1", position, None);
        assert_eq!(
            (choice(&both).how, choice(&both).moves),
            (How::Forced, points("G8"))
        );
        assert_eq!(choice(&white).moves, points("G2"));
        let quiet = chosen("lianzhu-gen1:pow23", &position(15, "H8 I9"), None);
        assert!(quiet.how == How::Greedy && quiet.value > Some(0));
    }
}
