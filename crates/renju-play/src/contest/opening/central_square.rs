//! Centred square of a board, the area to which opening rules confine the first stones.

use std::fmt;

use renju_core::geometry::{Point, Size};

/// The points of a square in the middle of a board, on which a stone of an opening has to be put.
///
/// ```
/// use renju_play::contest::CentralSquare;
/// use renju_core::geometry::Size;
///
/// let square = CentralSquare::new(Size::RENJU, 5).expect("15 lines have such a square");
/// assert!(square.contains("F10".parse()?) && !square.contains("E8".parse()?));
/// assert_eq!(square.to_string(), "the 5x5 square in the middle (F6 to J10)");
/// # Ok::<(), renju_core::geometry::ParsePointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CentralSquare {
    corners: [Point; 2],
    side: u8,
}

impl CentralSquare {
    /// The square with `side` lines, at least 1; `None` if the board is smaller, or if as many lines
    /// cannot be left on both sides, which needs an odd square on an odd board and an even one on an
    /// even board.
    pub fn new(board: Size, side: u8) -> Option<CentralSquare> {
        let left = board.get().checked_sub(side)?;
        if side == 0 || !left.is_multiple_of(2) {
            return None;
        }
        let (first, last) = (left / 2, left / 2 + side - 1);
        let corners = [Point::new(first, first)?, Point::new(last, last)?];
        Some(CentralSquare { corners, side })
    }

    /// The lines of the square, at least 1.
    pub const fn side(self) -> u8 {
        self.side
    }

    /// Its corners at the bottom left and at the top right, the same point where it has one line.
    pub const fn corners(self) -> [Point; 2] {
        self.corners
    }

    /// Whether the point is one of the square.
    pub fn contains(self, point: Point) -> bool {
        let [low, high] = self.corners;
        (low.column()..=high.column()).contains(&point.column())
            && (low.row()..=high.row()).contains(&point.row())
    }
}

impl fmt::Display for CentralSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([low, high], side) = (self.corners, self.side);
        if side == 1 {
            write!(f, "the centre ({low})")
        } else {
            write!(
                f,
                "the {side}x{side} square in the middle ({low} to {high})"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_board_has_even_squares_only() {
        let even = Size::new(16).unwrap();
        assert_eq!(CentralSquare::new(even, 3), None);
        assert_eq!(CentralSquare::new(Size::RENJU, 2), None);
        let four = CentralSquare::new(even, 2).unwrap();
        assert_eq!(four.to_string(), "the 2x2 square in the middle (H8 to I9)");
        let inside = even.points().filter(|&point| four.contains(point));
        assert_eq!(inside.count(), 4);
    }

    #[test]
    fn a_square_is_not_larger_than_its_board() {
        assert!(CentralSquare::new(Size::MIN, 5).is_some());
        assert_eq!(CentralSquare::new(Size::MIN, 7), None);
        assert_eq!(CentralSquare::new(Size::MIN, 0), None);
    }
}
