//! What wins: the three rules, rows, fives and overlines.
//!
//! [`Rule`] is what users and files say. Inner loops ask it once, before they begin.

use serde::{Deserialize, Serialize};

use crate::board::{Board, Color, SidedLine};
use crate::geometry::{Direction, Point, Size};
use crate::named_enum::named_enum;

named_enum! {
    /// Which row wins, and whether Black is restricted.
    pub enum Rule: "rule" {
        /// Five or more in a row win for both sides.
        Freestyle = "freestyle",
        /// Exactly five in a row win for both sides.
        Standard = "standard",
        /// Black wins by exactly five and may make no overline, double-four or double-three; White
        /// wins by five or more (RIF 9).
        Renju = "renju",
    }
}

impl Rule {
    /// The rule of a board about which nothing else is said: renju on 15x15, freestyle elsewhere.
    pub fn default_on(size: Size) -> Rule {
        if size == Size::RENJU {
            Rule::Renju
        } else {
            Rule::Freestyle
        }
    }

    /// Which rows win for `color`. Under renju the length is exact for Black only (RIF 9.1).
    #[inline]
    pub const fn five_length(self, color: Color) -> FiveLength {
        match (self, color) {
            (Rule::Freestyle, _) | (Rule::Renju, Color::White) => FiveLength::OrMore,
            (Rule::Standard, _) | (Rule::Renju, Color::Black) => FiveLength::Exact,
        }
    }

    /// Whether some points may be forbidden to `color`: only to Black, and only under renju.
    #[inline]
    pub const fn restricts(self, color: Color) -> bool {
        matches!((self, color), (Rule::Renju, Color::Black))
    }
}

/// Something for every kind of side: what wins and what is forbidden differs between them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(deny_unknown_fields)]
pub struct ByKind<T> {
    /// For Black under renju.
    pub renju_black: T,
    /// For White under renju.
    pub renju_white: T,
    /// Both sides in standard gomoku.
    pub standard: T,
    /// Both sides in freestyle gomoku.
    pub freestyle: T,
}

impl<T> ByKind<T> {
    /// What is meant for a side under a rule.
    pub const fn of(&self, rule: Rule, color: Color) -> &T {
        match (rule, color) {
            (Rule::Renju, Color::Black) => &self.renju_black,
            (Rule::Renju, Color::White) => &self.renju_white,
            (Rule::Standard, _) => &self.standard,
            (Rule::Freestyle, _) => &self.freestyle,
        }
    }
}

/// Which unbroken rows win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FiveLength {
    /// Rows of exactly five; longer ones are overlines.
    Exact,
    /// Rows of five and longer ones.
    OrMore,
}

impl FiveLength {
    /// Whether an unbroken row of that many stones wins.
    pub const fn wins(self, stones: usize) -> bool {
        match self {
            FiveLength::Exact => stones == 5,
            FiveLength::OrMore => stones >= 5,
        }
    }
}

/// Stones of one side on one line, in reading order (A1, B1, ..., A2, ...).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Run {
    /// The direction of their line.
    pub direction: Direction,
    /// The points they stand on, in reading order.
    pub stones: Vec<Point>,
}

impl Run {
    /// A run of these stones, put into reading order.
    pub fn new(direction: Direction, mut stones: Vec<Point>) -> Run {
        stones.sort_unstable();
        Run { direction, stones }
    }
}

/// The unbroken row of `color` through `point`, which counts as one of its stones.
///
/// Points come in the order of the direction, not in reading order.
pub fn row_through(board: &Board, point: Point, direction: Direction, color: Color) -> Vec<Point> {
    let own = |count: i8| {
        point
            .step(direction, count)
            .filter(|&at| board.stone(at) == Some(color))
    };
    let mut row: Vec<Point> = (1..).map_while(|count| own(-count)).collect();
    row.reverse();
    row.push(point);
    row.extend((1..).map_while(own));
    row
}

/// The length of that row, at least 1.
#[inline]
pub fn row_length_through(
    board: &Board,
    point: Point,
    direction: Direction,
    color: Color,
) -> usize {
    let own = |count: i8| {
        point
            .step(direction, count)
            .is_some_and(|at| board.stone(at) == Some(color))
    };
    let ahead = (1..20).take_while(|&count| own(count)).count();
    let behind = (1..20).take_while(|&count| own(-count)).count();
    behind + 1 + ahead
}

impl Rule {
    /// Whether a stone of `color` on the empty `point` makes a row that wins.
    pub fn makes_five(self, board: &Board, point: Point, color: Color) -> bool {
        Direction::ALL
            .into_iter()
            .any(|direction| self.makes_five_along(board, point, direction, color))
    }

    /// As [`makes_five`](Self::makes_five), on a single line.
    #[inline]
    pub fn makes_five_along(
        self,
        board: &Board,
        point: Point,
        direction: Direction,
        color: Color,
    ) -> bool {
        let length = row_length_through(board, point, direction, color);
        self.five_length(color).wins(length)
    }
}

/// Every unbroken row of `color` that wins under `rule`.
pub fn winning_rows(board: &Board, rule: Rule, color: Color) -> Vec<Run> {
    let length = rule.five_length(color);
    rows(board, color, |stones| length.wins(stones))
}

/// The row through a stone of `color` that wins under `rule`, if there is one.
pub fn winning_row(board: &Board, rule: Rule, point: Point, color: Color) -> Option<Run> {
    let length = rule.five_length(color);
    let mut rows = Direction::ALL
        .into_iter()
        .map(|direction| Run::new(direction, row_through(board, point, direction, color)));
    rows.find(|row| length.wins(row.stones.len()))
}

/// Every unbroken row of six or more stones of `color` that does not win under `rule`.
pub fn overlines(board: &Board, rule: Rule, color: Color) -> Vec<Run> {
    let length = rule.five_length(color);
    rows(board, color, |stones| stones > 5 && !length.wins(stones))
}

/// The rows of five or more stones that count.
fn rows(board: &Board, color: Color, counts: impl Fn(usize) -> bool) -> Vec<Run> {
    let mut found = Vec::new();
    if !board.lines(color).any(SidedLine::has_five_in_a_row) {
        return found;
    }
    let stones = board.stones(color);
    let is_own = |at: Option<Point>| at.is_some_and(|at| stones.contains(at));
    for direction in Direction::ALL {
        for start in stones.iter() {
            if !is_own(start.step(direction, 4)) {
                continue; // No five stones from here on.
            }
            if is_own(start.step(direction, -1)) {
                continue; // The row starts earlier.
            }
            let row = row_through(board, start, direction, color);
            if counts(row.len()) {
                found.push(Run::new(direction, row));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::geometry::Size;

    use super::*;

    #[test]
    fn a_row_ends_at_the_edge_and_at_a_gap() {
        let points: Vec<Point> = (0..5).filter_map(|column| Point::new(column, 3)).collect();
        let board = Board::with_stones(Size::RENJU, &points, &[]);
        let row = row_through(
            &board,
            Point::new(2, 3).unwrap(),
            Direction::Horizontal,
            Color::Black,
        );
        assert_eq!(row.len(), 5);
        let alone = row_through(
            &board,
            Point::new(2, 3).unwrap(),
            Direction::Vertical,
            Color::Black,
        );
        assert_eq!(alone.len(), 1);
    }

    fn row_of(stones: u8, color: Color) -> Board {
        let points: Vec<Point> = (0..stones)
            .filter_map(|column| Point::new(column, 3))
            .collect();
        match color {
            Color::Black => Board::with_stones(Size::RENJU, &points, &[]),
            Color::White => Board::with_stones(Size::RENJU, &[], &points),
        }
    }

    #[test]
    fn six_in_a_row_win_where_the_rule_lets_them() {
        let wins = |rule, color| !winning_rows(&row_of(6, color), rule, color).is_empty();
        assert!(wins(Rule::Freestyle, Color::Black) && wins(Rule::Freestyle, Color::White));
        assert!(!wins(Rule::Standard, Color::Black) && !wins(Rule::Standard, Color::White));
        assert!(!wins(Rule::Renju, Color::Black) && wins(Rule::Renju, Color::White));
    }

    #[test]
    fn six_in_a_row_are_an_overline_where_they_do_not_win() {
        let board = row_of(6, Color::Black);
        assert_eq!(overlines(&board, Rule::Renju, Color::Black).len(), 1);
        assert_eq!(overlines(&board, Rule::Freestyle, Color::Black), []);
    }

    #[test]
    fn a_row_is_counted_from_each_of_its_points() {
        let middle = Point::new(7, 7).unwrap();
        for (direction, stones) in Direction::ALL
            .into_iter()
            .flat_map(|d| (1..=7).map(move |n| (d, n)))
        {
            let along = |count: i8| middle.step(direction, count - 3);
            let row: Vec<Point> = (0..stones).filter_map(along).collect();
            let ends: Vec<Point> = [-1, stones].into_iter().filter_map(along).collect();
            for &point in &row {
                let others: Vec<Point> = row.iter().copied().filter(|&at| at != point).collect();
                let board = Board::with_stones(Size::RENJU, &others, &ends);
                assert_eq!(row_through(&board, point, direction, Color::Black), row);
                let length = row_length_through(&board, point, direction, Color::Black);
                assert_eq!(length, row.len());
                let [standard, freestyle] = [Rule::Standard, Rule::Freestyle]
                    .map(|rule| rule.makes_five(&board, point, Color::Black));
                assert_eq!((standard, freestyle), (stones == 5, stones >= 5));
                let across = Direction::ALL.into_iter().filter(|&other| {
                    Rule::Freestyle.makes_five_along(&board, point, other, Color::Black)
                });
                let expected: &[Direction] = if stones >= 5 { &[direction] } else { &[] };
                assert_eq!(across.collect::<Vec<_>>(), expected);
            }
        }
    }

    #[test]
    fn the_rule_of_a_board_and_of_a_side() {
        assert_eq!(Rule::default_on(Size::RENJU), Rule::Renju);
        assert_eq!(Rule::default_on(Size::new(14).unwrap()), Rule::Freestyle);
        let each = ByKind {
            renju_black: (true, FiveLength::Exact),
            renju_white: (false, FiveLength::OrMore),
            standard: (false, FiveLength::Exact),
            freestyle: (false, FiveLength::OrMore),
        };
        for rule in [Rule::Renju, Rule::Standard, Rule::Freestyle] {
            for color in Color::BOTH {
                let said = (rule.restricts(color), rule.five_length(color));
                assert_eq!(said, *each.of(rule, color));
            }
        }
    }

    #[test]
    fn the_row_that_wins_is_the_one_through_the_stone() {
        let (five, six) = (row_of(5, Color::Black), row_of(6, Color::Black));
        let [first, off] = [0, 8].map(|column| Point::new(column, 3).unwrap());
        let won = winning_row(&five, Rule::Renju, first, Color::Black).unwrap();
        assert_eq!(
            (won.direction, won.stones.len()),
            (Direction::Horizontal, 5)
        );
        assert_eq!(winning_rows(&five, Rule::Renju, Color::Black), [won]);
        assert_eq!(winning_row(&five, Rule::Renju, off, Color::Black), None);
        assert_eq!(winning_row(&six, Rule::Renju, first, Color::Black), None);
        assert_eq!(overlines(&five, Rule::Renju, Color::Black), []);
    }
}
