//! Census of a board: every shape that stands on it, with its stones and the points to extend it.

use serde::Serialize;

use crate::board::{Board, ByColor, Color, SidedLine};
use crate::geometry::{ByDirection, Direction, Point};
use crate::rule::{FiveLength, Rule, Run};

use super::Shape;
use super::line_shapes::{BitShape, LineBits, LineCell, LineShape, cells};

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

/// Takes the census of a board.
///
/// ```
/// use renju_core::board::{Board, Color};
/// use renju_core::geometry::Size;
/// use renju_core::pattern::{Shape, census};
/// use renju_core::rule::Rule;
///
/// let black = ["F8", "G8", "H8"].map(|name| name.parse().unwrap());
/// let board = Board::with_stones(Size::RENJU, &black, &[]);
/// let threes = census(&board, Rule::Renju).count(Color::Black, Shape::OpenThree);
/// assert_eq!(threes.0, [1, 0, 0, 0]);
/// ```
pub fn census(board: &Board, rule: Rule) -> Census {
    let mut shapes = Vec::new();
    each_line(board, rule, |color, line, found| {
        let points = |bits: u32| cells(bits).map(|cell| line.point(cell)).collect::<Vec<_>>();
        shapes.extend(found.iter().map(|found| {
            let mut next = points(found.next);
            next.sort_unstable();
            StandingShape {
                color,
                shape: found.shape,
                run: Run::new(line.direction(), points(found.stones)),
                next,
            }
        }));
    });
    Census { shapes }
}

/// How many shapes of each kind each side has, in the order of [`Shape::STANDING`]: the census
/// without its points.
pub fn standing_counts(board: &Board, rule: Rule) -> ByColor<[usize; Shape::STANDING.len()]> {
    let mut counts = ByColor::from_fn(|_| [0; Shape::STANDING.len()]);
    each_line(board, rule, |color, _, found| {
        for found in found {
            for (count, shape) in counts[color].iter_mut().zip(Shape::STANDING) {
                *count += usize::from(found.shape == shape);
            }
        }
    });
    counts
}

/// Looks at every line of the board as each side sees it: Black first, by direction, by line.
fn each_line(board: &Board, rule: Rule, mut look: impl FnMut(Color, SidedLine, &[BitShape])) {
    let mut found = Vec::new();
    for color in Color::BOTH {
        for line in board.lines(color) {
            let bits = LineBits {
                own: line.own,
                empty: line.empty,
            };
            bits.shapes(rule.five_length(color), &mut found);
            look(color, line, &found);
        }
    }
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
