use std::collections::HashSet;

use crate::geometry::{Point, Size};
use crate::position::Position;
use crate::rule::Rule;

/// Openings of stones put by turns on random points near the centre: a field of seven by seven, or the
/// whole board where that is smaller. No two have the same stones, and in none is the game over; so
/// there may be fewer than were asked for.
///
/// ```
/// use renju::contest::random_openings;
/// use renju::geometry::Size;
/// use renju::rule::Rule;
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
    let mut numbers = RandomNumbers(seed);
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
    numbers: &mut RandomNumbers,
) -> Option<Position> {
    let mut left = field.to_vec();
    let mut position = start;
    for _ in 0..stones {
        let index = numbers.below(left.len())?;
        position = position.play(left.swap_remove(index)).ok()?;
    }
    position.outcome().is_none().then_some(position)
}

/// The numbers of `SplitMix64` (after Steele, Lea and Flood, 2014).
struct RandomNumbers(u64);

impl RandomNumbers {
    /// A number below `count`; `None` if that is 0.
    fn below(&mut self, count: usize) -> Option<usize> {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let number = mixed ^ (mixed >> 31);
        (count > 0).then(|| (number % count as u64) as usize)
    }
}
