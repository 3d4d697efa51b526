//! What an evaluator without terms says when a stone is taken away.

use crate::board::Color;
use crate::eval::{ByPoint, Evaluator, Worth};
use crate::geometry::{Direction, Point};
use crate::position::Position;
use crate::questions::score::answer::preferences_of;

/// How far a stone is from a point that it may matter to.
const NEAR: i8 = 5;
/// Stones that are taken away, at most: each is a question to an engine.
const STONES: usize = 60;

/// By how much the difference of two values changes when one stone is taken away, for each stone near
/// one of the points, in reading order. A board that the evaluator has no values of is left out.
pub(super) fn changes(
    position: &Position,
    evaluator: &dyn Evaluator,
    side: Color,
    [first, second]: [Point; 2],
    difference: Worth,
) -> ByPoint<Worth> {
    let changed = |stone: Point| {
        let mut board = position.board().clone();
        board.lift(stone);
        let without = Position::of_board(board, position.rule(), position.to_move());
        let values = preferences_of(&without, evaluator, side).ok()?.values;
        let difference_now = values[first]? + -values[second]?;
        Some((stone, difference_now + -difference))
    };
    near_stones(position, [first, second])
        .filter_map(changed)
        .collect()
}

/// The stones on a line with one of the points and not far from it, in reading order; the nearest ones
/// if they are too many.
fn near_stones(position: &Position, points: [Point; 2]) -> impl Iterator<Item = Point> {
    let distance = |stone: Point| {
        let lines = points.iter().flat_map(|point| {
            let along = Direction::ALL.into_iter();
            along.filter_map(|direction| point.distance(stone, direction))
        });
        lines.map(i8::abs).filter(|&far| far <= NEAR).min()
    };
    let stones = Color::BOTH.into_iter();
    let stones = stones.flat_map(|color| position.board().stones(color).iter());
    let mut near: Vec<(i8, Point)> = stones
        .filter_map(|stone| Some((distance(stone)?, stone)))
        .collect();
    near.sort_unstable();
    near.truncate(STONES);
    near.sort_unstable_by_key(|&(_, stone)| stone);
    near.into_iter().map(|(_, stone)| stone)
}
