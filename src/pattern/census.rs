use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::{Board, Color};
use crate::geometry::{ByDirection, Direction, Point};
use crate::rule::{FiveLength, Rule, Run};

use super::Shape;

/// A shape that stands on a board.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandingShape {
    /// The side whose stones they are.
    pub color: Color,
    /// Which shape it is.
    pub shape: Shape,
    /// Its line and its stones.
    #[serde(flatten)]
    pub run: Run,
    /// The points where one more stone makes of it what its definition says, in reading order.
    pub next: Vec<Point>,
}

/// All shapes that stand on a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// Black's before White's; by direction, by line, strongest first.
    pub shapes: Vec<StandingShape>,
}

impl Census {
    /// How many shapes of that kind `color` has, on the lines of each direction.
    pub fn count(&self, color: Color, shape: Shape) -> ByDirection<usize> {
        ByDirection::from_fn(|direction| {
            let here = |standing: &&StandingShape| {
                (standing.color, standing.shape, standing.run.direction)
                    == (color, shape, direction)
            };
            self.shapes.iter().filter(here).count()
        })
    }
}

/// A point of a line as one side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineCell {
    /// A point without a stone.
    Empty,
    /// A stone of the side in question.
    Own,
    /// A stone of the other side.
    Opponent,
}

/// A shape that stands on a line; cells are counted from 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LineShape {
    /// Which shape it is.
    pub shape: Shape,
    /// The cells of its stones, ascending.
    pub stones: Vec<usize>,
    /// The cells where one more stone makes of it what its definition says, ascending.
    pub next: Vec<usize>,
}

/// Takes the census of a board.
///
/// ```
/// use renju::board::{Board, Color};
/// use renju::geometry::Size;
/// use renju::pattern::{Shape, census};
/// use renju::rule::Rule;
///
/// let black = ["F8", "G8", "H8"].map(|name| name.parse().unwrap());
/// let board = Board::with_stones(Size::RENJU, &black, &[]);
/// let threes = census(&board, Rule::Renju).count(Color::Black, Shape::OpenThree);
/// assert_eq!(threes.0, [1, 0, 0, 0]);
/// ```
pub fn census(board: &Board, rule: Rule) -> Census {
    census_by(board, rule, shapes_of_line)
}

/// The census that another way of reading a line gives, such as the definition in the tests.
pub fn census_by(
    board: &Board,
    rule: Rule,
    read: impl Fn(&[LineCell], FiveLength) -> Vec<LineShape>,
) -> Census {
    let mut shapes = Vec::new();
    for color in Color::BOTH {
        let lines = board.size().lines();
        // A five fits on no shorter one.
        for (direction, line) in lines.filter(|(_, line)| line.len() >= 5) {
            let cells: Vec<LineCell> = line.iter().map(|&at| cell(board, at, color)).collect();
            let found = read(&cells, rule.five_length(color));
            shapes.extend(
                found
                    .into_iter()
                    .map(|shape| on_board(color, direction, &line, shape)),
            );
        }
    }
    Census { shapes }
}

fn cell(board: &Board, point: Point, color: Color) -> LineCell {
    match board.stone(point) {
        None => LineCell::Empty,
        Some(stone) if stone == color => LineCell::Own,
        Some(_) => LineCell::Opponent,
    }
}

/// Every shape that stands on a line of cells, strongest first, and left to right among equals;
/// found in one pass over its rows-to-be.
///
/// A set that contains, or lies within, the stones of a stronger shape is left out.
///
/// # Panics
///
/// Panics if the line has more than 20 cells.
pub fn shapes_of_line(line: &[LineCell], length: FiveLength) -> Vec<LineShape> {
    assert!(
        line.len() <= 20,
        "no board has a line of {} points",
        line.len()
    );
    let bits = |kind: LineCell| {
        (0..line.len())
            .filter(|&cell| line[cell] == kind)
            .fold(0, |bits, cell| bits | 1 << cell)
    };
    LineBits {
        own: bits(LineCell::Own),
        empty: bits(LineCell::Empty),
        count: line.len(),
    }
    .shapes(length)
}

fn on_board(color: Color, direction: Direction, line: &[Point], found: LineShape) -> StandingShape {
    let points = |cells: Vec<usize>| cells.into_iter().map(|cell| line[cell]).collect::<Vec<_>>();
    let mut next = points(found.next);
    next.sort_unstable();
    let run = Run::new(direction, points(found.stones));
    StandingShape {
        color,
        shape: found.shape,
        run,
        next,
    }
}

/// A line as one side sees it, a bit for each cell.
struct LineBits {
    own: u32,
    empty: u32,
    count: usize,
}

/// Sets of stones as bits, each with the cells where one more stone makes the better shape.
type BitSets = BTreeMap<Vec<usize>, u32>;

impl LineBits {
    fn shapes(&self, length: FiveLength) -> Vec<LineShape> {
        if self.own.count_ones() < 2 {
            return Vec::new();
        }
        let mut sets: BTreeMap<std::cmp::Reverse<Shape>, BitSets> = BTreeMap::new();
        let mut add = |shape: Shape, stones: u32, next: u32| {
            *sets
                .entry(std::cmp::Reverse(shape))
                .or_default()
                .entry(cells(stones))
                .or_default() |= next;
        };
        self.rows_to_be(length, &mut add);
        self.straight_fours_to_be(length, &mut add);
        self.overlines(length, &mut add);
        let mut found = Vec::new();
        for (shape, sets) in sets {
            for (stones, next) in sets {
                let next = cells(next);
                keep_unless_covered(
                    &mut found,
                    LineShape {
                        shape: shape.0,
                        stones,
                        next,
                    },
                );
            }
        }
        found
    }

    /// Winning rows that up to three more stones would make: fives, fours, closed threes and twos.
    fn rows_to_be(&self, length: FiveLength, add: &mut impl FnMut(Shape, u32, u32)) {
        for start in 0..self.count {
            for end in start + 5..=self.count {
                let row = span(start, end);
                if row & !(self.own | self.empty) != 0 {
                    break;
                }
                let missing = row & self.empty;
                if !length.wins(end - start) || self.touches_own(start, end) {
                    continue;
                }
                match missing.count_ones() {
                    0 => add(Shape::Five, row, 0),
                    1 => add(Shape::Four, row & self.own, missing),
                    2 => add(Shape::ClosedThree, row & self.own, missing),
                    3 => add(Shape::ClosedTwo, row & self.own, missing),
                    _ => {}
                }
            }
        }
    }

    /// Straight fours, standing or to be made by one or two more stones.
    fn straight_fours_to_be(&self, length: FiveLength, add: &mut impl FnMut(Shape, u32, u32)) {
        for start in 1..self.count.saturating_sub(4) {
            let end = start + 4;
            let (row, ends) = (span(start, end), 1 << (start - 1) | 1 << end);
            let ends_are_empty = self.empty & ends == ends;
            if row & !(self.own | self.empty) != 0 || !ends_are_empty {
                continue;
            }
            if length == FiveLength::Exact && self.touches_own(start - 1, end + 1) {
                continue; // An end would make six.
            }
            let missing = row & self.empty;
            match missing.count_ones() {
                0 => add(Shape::StraightFour, row, ends),
                1 => add(Shape::OpenThree, row & self.own, missing),
                2 => add(Shape::OpenTwo, row & self.own, missing),
                _ => {}
            }
        }
    }

    fn overlines(&self, length: FiveLength, add: &mut impl FnMut(Shape, u32, u32)) {
        for start in 0..self.count {
            let stones = (self.own >> start).trailing_ones() as usize;
            let starts_here = stones > 0 && !self.touches_own(start, start + stones);
            if starts_here && stones > 5 && !length.wins(stones) {
                add(Shape::Overline, span(start, start + stones), 0);
            }
        }
    }

    /// Whether an own stone stands just outside the cells from `start` up to `end`.
    fn touches_own(&self, start: usize, end: usize) -> bool {
        let before = start.checked_sub(1).map_or(0, |cell| 1 << cell);
        self.own & (before | 1 << end) != 0
    }
}

/// Adds a shape to those found, unless a stronger one contains its stones or lies within them.
fn keep_unless_covered(found: &mut Vec<LineShape>, new: LineShape) {
    let covered = found.iter().any(|stronger| {
        stronger.shape > new.shape
            && (is_within(&new.stones, &stronger.stones)
                || is_within(&stronger.stones, &new.stones))
    });
    if !covered {
        found.push(new);
    }
}

fn is_within(inner: &[usize], outer: &[usize]) -> bool {
    inner.iter().all(|cell| outer.contains(cell))
}

const fn span(start: usize, end: usize) -> u32 {
    (1 << end) - (1 << start)
}

fn cells(bits: u32) -> Vec<usize> {
    (0..32).filter(|cell| bits >> cell & 1 == 1).collect()
}
