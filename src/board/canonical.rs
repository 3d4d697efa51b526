use crate::geometry::{Point, Symmetry};

use super::{Board, ByColor, Color};

/// The smallest of the eight images of a board, and the symmetry that leads to it.
///
/// Two boards that differ by a turn or a mirror have the same canonical image. Images are
/// compared by Black's points in reading order, then White's.
///
/// ```
/// use renju::board::{Board, canonical};
/// use renju::geometry::Size;
///
/// let one = Board::with_stones(Size::RENJU, &["H8".parse()?], &["I9".parse()?]);
/// let other = Board::with_stones(Size::RENJU, &["H8".parse()?], &["G7".parse()?]);
/// assert_eq!(canonical(&one).0, canonical(&other).0);
/// # Ok::<(), renju::geometry::ParsePointError>(())
/// ```
pub fn canonical(board: &Board) -> (Board, Symmetry) {
    let mut smallest = (image(board, Symmetry::Identity), Symmetry::Identity);
    for symmetry in Symmetry::ALL {
        let stones = image(board, symmetry);
        if (&stones.black, &stones.white) < (&smallest.0.black, &smallest.0.white) {
            smallest = (stones, symmetry);
        }
    }
    let (stones, symmetry) = smallest;
    (
        Board::with_stones(board.size(), &stones.black, &stones.white),
        symmetry,
    )
}

fn image(board: &Board, symmetry: Symmetry) -> ByColor<Vec<Point>> {
    ByColor::from_fn(|color: Color| {
        let mut points: Vec<Point> = board
            .stones(color)
            .iter()
            .filter_map(|point| symmetry.apply(point, board.size()))
            .collect();
        points.sort_unstable();
        points
    })
}
