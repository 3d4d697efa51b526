//! The images of a position in which a case is asked, so that the right move by luck is unlikely twice.

use renju_core::split_mix::SplitMix64;

use crate::board::{Board, Color};
use crate::geometry::{Point, Symmetry};
use crate::position::Position;

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
        let (board, size) = (position.board(), position.board().size());
        let image_of = |color: Color| if self.swapped { !color } else { color };
        let mut image = Board::empty(size);
        for color in Color::BOTH {
            let stones = board.stones(color).iter();
            for point in stones.filter_map(|point| self.symmetry.apply(point, size)) {
                image.place(point, image_of(color));
            }
        }
        Position::of_board(image, position.rule(), image_of(position.to_move()))
    }

    /// Where a point of this image is in the position itself; `None` if it is off the board.
    pub(super) fn back(self, point: Point, position: &Position) -> Option<Point> {
        self.symmetry
            .inverse()
            .apply(point, position.board().size())
    }
}
