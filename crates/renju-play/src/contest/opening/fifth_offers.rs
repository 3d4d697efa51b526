//! Symmetry of fifth-move offers: finds those that a turn or reflection makes the same.

use renju_core::board::{Board, Color};
use renju_core::geometry::{Point, PointSet, Symmetry};

/// The fifth move among `offers` of which a turned or mirrored board makes `point`, the stones
/// staying the same, each in its colour; `None` if there is none.
///
/// Two such moves lead to the same game, so that offering both would leave White less to choose
/// from.
pub(super) fn symmetrical_to(board: &Board, offers: &[Point], point: Point) -> Option<Point> {
    let size = board.size();
    let mut images = Symmetry::ALL
        .into_iter()
        .filter(|&symmetry| keeps(board, symmetry))
        .filter_map(|symmetry| symmetry.apply(point, size));
    images.find(|image| offers.contains(image))
}

/// The empty points of a board without those that are symmetrical to an earlier one: all fifth
/// moves that can be offered together.
pub(super) fn distinct_moves(board: &Board) -> PointSet {
    let kept: Vec<Symmetry> = Symmetry::ALL
        .into_iter()
        .filter(|&symmetry| keeps(board, symmetry))
        .collect();
    let is_first = |&point: &Point| {
        let images = kept
            .iter()
            .map(|symmetry| symmetry.apply(point, board.size()));
        images.min() == Some(Some(point))
    };
    board.empties().iter().filter(is_first).collect()
}

/// Whether each stone lies where a stone of its colour is laid.
fn keeps(board: &Board, symmetry: Symmetry) -> bool {
    Color::BOTH.into_iter().all(|color| {
        let stones = board.stones(color);
        let stays = |stone| {
            let image = symmetry.apply(stone, board.size());
            image.is_some_and(|image| stones.contains(image))
        };
        stones.iter().all(stays)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use renju_core::geometry::Size;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn is_symmetrical(black: &str, white: &str, offer: &str, point: &str) -> bool {
        let board = Board::with_stones(Size::RENJU, &points(black), &points(white));
        symmetrical_to(&board, &points(offer), points(point)[0]).is_some()
    }

    #[test]
    fn of_symmetrical_points_one_is_left() {
        let board = Board::with_stones(Size::RENJU, &points("H8"), &[]);
        // The points of one eighth of the board, its axes included, but for the centre.
        assert_eq!(distinct_moves(&board).len(), 35);
        let plain = Board::with_stones(Size::RENJU, &points("H8"), &points("H9 A1"));
        assert_eq!(distinct_moves(&plain), plain.empties());
    }

    #[test]
    fn a_symmetry_has_to_keep_each_stone_in_its_colour() {
        // All stones on the H column: left and right can change places.
        assert!(is_symmetrical("H8 H10", "H9 H7", "G8", "I8"));
        assert!(!is_symmetrical("H8 H10", "H9 H7", "G8", "I9"));
        // A half turn keeps the points, but it lays white stones on black ones.
        assert!(!is_symmetrical("H8 G7", "I9 B3", "G9", "I7"));
        // Whites on both sides of the H column.
        assert!(is_symmetrical("H8 H10", "G9 I9", "G8", "I8"));
        assert!(!is_symmetrical("H8 H10", "G9 I8", "G8", "I8"));
    }
}
