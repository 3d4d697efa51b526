//! Random openings near the centre of the board, all different, to begin the games of a match.

use std::collections::HashSet;

use renju_core::geometry::{Point, Size};
use renju_core::position::Position;
use renju_core::rule::Rule;
use renju_core::split_mix::SplitMix64;

/// Openings of stones put by turns on random points near the centre: a field of seven by seven, or the
/// whole board where that is smaller. No two have the same stones, and in none is the game over; so
/// there may be fewer than were asked for.
///
/// ```
/// use renju_play::contest::random_openings;
/// use renju_core::geometry::Size;
/// use renju_core::rule::Rule;
///
/// let openings = random_openings(Size::RENJU, Rule::Renju, 4, 10, 1);
/// assert_eq!(openings.len(), 10);
/// assert!(openings.iter().all(|opening| opening.moves().map(<[_]>::len) == Some(4)));
/// ```
pub fn random_openings(
    size: Size,
    rule: Rule,
    stones: usize,
    count: usize,
    seed: u64,
) -> Vec<Position> {
    const REACH: u8 = 3;
    let middle = size.get() / 2;
    let near = |point: &Point| {
        let is_near = |index: u8| index.abs_diff(middle) <= REACH;
        is_near(point.column()) && is_near(point.row())
    };
    let field: Vec<Point> = size.points().filter(near).collect();
    let mut numbers = SplitMix64::new(seed);
    let mut taken = HashSet::new();
    let mut found = Vec::new();
    // Short openings run out, and forbidden moves are drawn again.
    for _ in 0..count.saturating_mul(20).saturating_add(100) {
        if found.len() == count {
            break;
        }
        let opening = drawn(Position::new(size, rule), &field, stones, &mut numbers);
        if let Some(opening) = opening
            && taken.insert(opening.board().key())
        {
            found.push(opening);
        }
    }
    found
}

/// Stones on points of a field; `None` if one of them ends the game or cannot be played.
fn drawn(
    start: Position,
    field: &[Point],
    stones: usize,
    numbers: &mut SplitMix64,
) -> Option<Position> {
    let mut left = field.to_vec();
    let mut position = start;
    for _ in 0..stones {
        let index = numbers.below(left.len())?;
        position = position.play(left.swap_remove(index)).ok()?;
    }
    position.outcome().is_none().then_some(position)
}
