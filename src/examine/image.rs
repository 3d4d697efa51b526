//! The images of a position in which a case is asked, so that the right move by luck is unlikely twice.

use renju_core::split_mix::SplitMix64;

use crate::board::Color;
use crate::geometry::{Point, Symmetry};
use crate::position::{Position, PositionOverrides, Setup};

/// A way to lay a board onto itself, and whether the colours change places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CaseImage {
    symmetry: Symmetry,
    swapped: bool,
}

impl CaseImage {
    /// The eight images with the colours as they are.
    pub(super) fn all() -> impl Iterator<Item = CaseImage> {
        let images = Symmetry::ALL.into_iter();
        images.map(|symmetry| CaseImage {
            symmetry,
            swapped: false,
        })
    }

    /// Two different images, drawn by a seed; where the rule knows no colours one of them has them
    /// swapped.
    pub(super) fn two(seed: u64, position: &Position) -> [CaseImage; 2] {
        let mut numbers = SplitMix64::new(seed);
        let mut drawn = |count| numbers.below(count).unwrap_or_default();
        let first = drawn(Symmetry::ALL.len());
        let second = (first + 1 + drawn(Symmetry::ALL.len() - 1)) % Symmetry::ALL.len();
        let swapped = !position.rule().restricts(Color::Black);
        [(first, false), (second, swapped)].map(|(symmetry, swapped)| CaseImage {
            symmetry: Symmetry::ALL[symmetry],
            swapped,
        })
    }

    /// The position in this image.
    pub(super) fn of(self, position: &Position) -> Position {
        let board = position.board();
        let size = board.size();
        let stones = |color: Color| {
            let stones = board.stones(color).iter();
            let color = stones.filter_map(|point| self.symmetry.apply(point, size));
            color.collect::<Vec<Point>>()
        };
        let (mut black, mut white) = (stones(Color::Black), stones(Color::White));
        let mut to_move = position.to_move();
        if self.swapped {
            std::mem::swap(&mut black, &mut white);
            to_move = !to_move;
        }
        let setup = Setup {
            size: Some(size),
            rule: Some(position.rule()),
            to_move: Some(to_move),
            black,
            white,
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default())
            .expect("an image of a position is one")
    }

    /// Where a point of this image is in the position itself; `None` if it is off the board.
    pub(super) fn back(self, point: Point, position: &Position) -> Option<Point> {
        self.symmetry
            .inverse()
            .apply(point, position.board().size())
    }
}
