//! Arrival times of the stones of a game, to match a pattern against all its positions at once.

use super::pattern_image::{Offset, PatternImage};
use crate::board::Color;
use crate::geometry::{Point, Size};
use crate::position::{Setup, StoneSource};

/// Points of the largest board in a row.
const STRIDE: usize = Size::MAX.get() as usize;

/// For every point of a game after how many moves it has its stone, and which.
///
/// A stone stays where it was put, so this answers for all positions of the game at once: a pattern
/// stands from the last of its stones until the first stone on one of its empty points.
pub(super) struct GameStones {
    size: i16,
    /// The number of moves, doubled, and 1 more for a white stone; [`NEVER`] without a stone.
    arrivals: [u32; STRIDE * STRIDE],
}

/// More moves than a game has.
const NEVER: u32 = u32::MAX;

impl GameStones {
    /// The stones of a game that can be: each on a point of the board that has no other.
    pub(super) fn new(setup: &Setup, size: Size) -> GameStones {
        let mut arrivals = [NEVER; STRIDE * STRIDE];
        for (point, color, source) in setup.stones() {
            let moves = match source {
                StoneSource::Placed(_) => 0,
                StoneSource::Played(number) => number as u32,
            };
            arrivals[place_of(point)] = moves * 2 + u32::from(color == Color::White);
        }
        GameStones {
            size: size.get().into(),
            arrivals,
        }
    }

    fn arrival(&self, (left, bottom): Offset, (x, y): Offset) -> u32 {
        self.arrivals[(bottom + y) as usize * STRIDE + (left + x) as usize]
    }

    /// After how many moves an image stands with its corner in this place; `None` if it never does.
    fn standing(&self, image: &PatternImage, corner: Offset) -> Option<u32> {
        let mut begin = 0;
        for &(place, color) in &image.stones {
            let arrival = self.arrival(corner, place);
            if arrival == NEVER || (arrival & 1 == 1) != (color == Color::White) {
                return None;
            }
            begin = begin.max(arrival >> 1);
        }
        let is_empty = |&place: &Offset| self.arrival(corner, place) >> 1 > begin;
        image.empties.iter().all(is_empty).then_some(begin)
    }

    /// Every place in which an image stands at some time, by its corner at the left bottom, with the
    /// number of moves after which it does.
    pub(super) fn places(&self, image: &PatternImage) -> impl Iterator<Item = (Offset, u32)> {
        let (columns, rows) = (self.size - image.width, self.size - image.height);
        let corners = (0..=rows).flat_map(move |y| (0..=columns).map(move |x| (x, y)));
        corners.filter_map(|corner| Some((corner, self.standing(image, corner)?)))
    }
}

fn place_of(point: Point) -> usize {
    usize::from(point.row()) * STRIDE + usize::from(point.column())
}
