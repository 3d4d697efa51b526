//! Exact shapes of a new stone, found on whole lines rather than in windows of eleven cells.

use crate::board::{Board, Color};
use crate::geometry::{ByDirection, Point};
use crate::rule::{FiveLength, Rule};

use super::Shape;
use super::line_shapes::LineBits;

/// The shape that a stone of `color` on the empty `point` makes on each line: of all that stand
/// on the line once the stone does, as the [`census`](super::census) finds them, the strongest
/// that the stone belongs to. [`Shape::TwoFours`] if those are two fours.
///
/// Where longer rows win, this can be less than a [`ShapeTable`](super::ShapeTable) says, which
/// does not see that a stronger shape lies within the one through the stone.
///
/// ```
/// use renju_core::board::{Board, Color};
/// use renju_core::geometry::{Direction, Size};
/// use renju_core::pattern::{Shape, made_shapes};
/// use renju_core::rule::Rule;
///
/// // An open three stands without J8, and J8 makes no other shape with its stones.
/// let black = ["E8", "F8", "G8"].map(|name| name.parse().unwrap());
/// let board = Board::with_stones(Size::RENJU, &black, &[]);
/// let made = made_shapes(&board, Rule::Freestyle, "J8".parse()?, Color::Black);
/// assert_eq!(made[Direction::Horizontal], Shape::Dead);
/// # Ok::<(), renju_core::geometry::ParsePointError>(())
/// ```
///
/// # Panics
///
/// Panics if `point` is off the board.
pub fn made_shapes(board: &Board, rule: Rule, point: Point, color: Color) -> ByDirection<Shape> {
    assert!(point.is_on(board.size()), "{point} is off the board");
    let length = rule.five_length(color);
    ByDirection::from_fn(|direction| {
        let (line, stone) = board.line_through(point, direction, color);
        let line = LineBits {
            own: line.own | stone,
            empty: line.empty & !stone,
        };
        made_by(line, stone, length)
    })
}

/// What a stone that stands on a line makes of it.
fn made_by(line: LineBits, stone: u32, length: FiveLength) -> Shape {
    let mut found = Vec::new();
    line.shapes(length, &mut found);
    let mut shapes = found
        .iter()
        .filter(|standing| standing.stones & stone != 0)
        .map(|standing| standing.shape);
    match (shapes.next(), shapes.next()) {
        (Some(Shape::Four), Some(Shape::Four)) => Shape::TwoFours,
        (strongest, _) => strongest.unwrap_or_default(),
    }
}
