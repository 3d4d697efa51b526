use std::marker::PhantomData;

use crate::board::{Board, ByColor, Color, WINDOW_REACH};
use crate::geometry::{ByDirection, Direction, Point, PointMap};
use crate::rules::RuleSet;

use super::{Entry, ShapeTable};

/// A board with the shapes that a stone of either side would make on every empty point, kept up
/// to date under play and undo.
///
/// ```
/// use renju::board::{Board, Color};
/// use renju::geometry::{Direction, Size};
/// use renju::pattern::{Shape, ShapeBoard};
/// use renju::rules::Renju;
///
/// let mut shapes = ShapeBoard::<Renju>::new(Board::empty(Size::RENJU));
/// for name in ["F8", "G8"] {
///     shapes.play(name.parse()?, Color::Black);
/// }
/// let made = shapes.shapes("H8".parse()?, Color::Black);
/// assert_eq!(made[Direction::Horizontal].shape(), Shape::OpenThree);
/// # Ok::<(), renju::geometry::ParsePointError>(())
/// ```
#[derive(Clone)]
pub struct ShapeBoard<R: RuleSet> {
    board: Board,
    /// Entries of points that have a stone are left as they were.
    entries: PointMap<ByColor<ByDirection<Entry>>>,
    tables: ByColor<&'static ShapeTable>,
    played: Vec<Point>,
    rule: PhantomData<R>,
}

impl<R: RuleSet> ShapeBoard<R> {
    /// Takes a board and finds the shapes of all its empty points.
    pub fn new(board: Board) -> ShapeBoard<R> {
        let mut shapes = ShapeBoard {
            entries: PointMap::filled(ByColor::default()),
            tables: ByColor::from_fn(|color| ShapeTable::of(R::five_length(color))),
            played: Vec::new(),
            rule: PhantomData,
            board,
        };
        for point in shapes.board.empties().iter() {
            shapes.refresh_point(point);
        }
        shapes
    }

    /// The stones.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// What a stone of `color` on the empty `point` would make in each direction. Of a point
    /// with a stone this says nothing.
    pub fn shapes(&self, point: Point, color: Color) -> ByDirection<Entry> {
        self.entries[point][color]
    }

    /// Puts a stone on an empty point.
    ///
    /// # Panics
    ///
    /// Panics if `point` is off the board or has a stone.
    pub fn play(&mut self, point: Point, color: Color) {
        self.board.place(point, color);
        self.played.push(point);
        self.refresh_around(point);
    }

    /// Takes back the last stone played, and tells where it was; `None` if none was played since
    /// the board was handed over.
    pub fn undo(&mut self) -> Option<Point> {
        let point = self.played.pop()?;
        self.board.lift(point);
        self.refresh_point(point);
        self.refresh_around(point);
        Some(point)
    }

    /// The stone that [`undo`](Self::undo) would take back.
    pub fn last_played(&self) -> Option<Point> {
        self.played.last().copied()
    }

    fn refresh_point(&mut self, point: Point) {
        for direction in Direction::ALL {
            self.refresh(point, direction);
        }
    }

    /// The points whose windows hold `point`.
    fn refresh_around(&mut self, point: Point) {
        let reach = WINDOW_REACH as i8;
        for direction in Direction::ALL {
            for count in (-reach..=reach).filter(|&count| count != 0) {
                match point.step(direction, count) {
                    Some(at) if self.board.is_empty(at) => self.refresh(at, direction),
                    _ => {}
                }
            }
        }
    }

    fn refresh(&mut self, point: Point, direction: Direction) {
        let window = self.board.window(point, direction);
        for color in Color::BOTH {
            self.entries[point][color][direction] =
                self.tables[color].look_up(window.seen_by(color));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::Size;
    use crate::rules::{Freestyle, Renju, Standard};

    fn check<R: RuleSet>(size: Size, plays: &[(u16, bool)]) {
        let mut shapes = ShapeBoard::<R>::new(Board::empty(size));
        for &(choice, undo) in plays {
            let empties: Vec<Point> = shapes.board().empties().iter().collect();
            if undo || empties.is_empty() {
                shapes.undo();
            } else {
                let color = if choice % 2 == 0 {
                    Color::Black
                } else {
                    Color::White
                };
                shapes.play(empties[usize::from(choice) % empties.len()], color);
            }
        }
        let fresh = ShapeBoard::<R>::new(shapes.board().clone());
        for point in fresh.board().empties().iter() {
            assert_eq!(shapes.entries[point], fresh.entries[point], "{point}");
        }
    }

    proptest! {
        #[test]
        fn kept_shapes_equal_recomputed_ones(
            side in 5u8..=20,
            plays in prop::collection::vec((any::<u16>(), prop::bool::weighted(0.3)), 0..120),
        ) {
            let size = Size::new(side).unwrap();
            check::<Renju>(size, &plays);
            check::<Freestyle>(size, &plays);
            check::<Standard>(size, &plays);
        }
    }
}
