//! Incremental shape detection for search: shapes of every empty point follow play and undo.

use crate::board::{Board, ByColor, Color};
use crate::geometry::{ByDirection, Point, PointSet};
use crate::rule::Rule;

use super::shape_index::{ShapeIndex, UndoEntry};
use super::window_table::WindowTable;
use super::{LineChange, LinePair, Shape, ShapeCounts, ShapeEntry};

/// A board with the shapes that a stone of either side would make on every empty point, kept up
/// to date under play and undo.
///
/// For search and solvers: besides the shapes of each point in each direction it keeps, for both
/// sides, how many of each kind a stone would make ([`ShapeCounts`]), the points by their strongest
/// shape, and the points that could be forbidden to Black.
///
/// ```
/// use renju_core::board::{Board, Color};
/// use renju_core::geometry::{Direction, Point, Size};
/// use renju_core::pattern::{Shape, ShapeBoard};
/// use renju_core::rule::Rule;
///
/// let mut shapes = ShapeBoard::new(Board::empty(Size::RENJU), Rule::Renju);
/// for name in ["F8", "G8"] {
///     shapes.play(name.parse()?, Color::Black);
/// }
/// let h8: Point = "H8".parse()?;
/// let made = shapes.shapes(h8, Color::Black);
/// assert_eq!(made[Direction::Horizontal].shape(), Shape::OpenThree);
/// assert!(shapes.strongest(Color::Black, Shape::OpenThree).contains(h8));
/// # Ok::<(), renju_core::geometry::ParsePointError>(())
/// ```
#[derive(Clone)]
pub struct ShapeBoard {
    board: Board,
    index: Box<ShapeIndex>,
    table: &'static WindowTable,
    /// The sets before the first stone played, and after each: never empty.
    sets: Vec<KeptSets>,
    played: Vec<PlayedStone>,
    /// What the stones played have changed, oldest first.
    changes: Vec<UndoEntry>,
    rule: Rule,
}

/// The points that a search asks for at every node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct KeptSets {
    /// The empty points by their strongest shape: first those below [`Shape::OpenThree`], then one
    /// set for each shape up to [`Shape::Five`].
    by_shape: ByColor<[PointSet; 5]>,
    suspects: PointSet,
}

#[derive(Clone, Copy)]
struct PlayedStone {
    point: Point,
    color: Color,
    /// How many changes there had been before.
    changes: usize,
}

impl ShapeBoard {
    /// Takes a board and finds the shapes of all its empty points under `rule`.
    pub fn new(board: Board, rule: Rule) -> ShapeBoard {
        let table = WindowTable::of(rule);
        let mut shapes = ShapeBoard {
            index: Box::new(ShapeIndex::of(&board, table)),
            table,
            sets: vec![KeptSets::default()],
            played: Vec::new(),
            changes: Vec::new(),
            rule,
            board,
        };
        for point in shapes.board.empties().iter() {
            let counts = shapes.both_counts(point);
            shapes.sets[0].toggle(point, counts, rule);
        }
        shapes
    }

    /// The stones on the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rule by which rows count as fives and points are forbidden.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The hash of the stones and of a side, by which tables find this position.
    #[inline]
    pub fn key(&self, side: Color) -> u64 {
        self.board.key().for_side(side)
    }

    /// What a stone of `color` on the empty `point` would make in each direction. Of a point
    /// with a stone this says nothing.
    pub fn shapes(&self, point: Point, color: Color) -> ByDirection<ShapeEntry> {
        ByDirection::from_fn(|direction| self.index.entry(point, direction, color))
    }

    /// What a stone of either side would make on each line of the empty `point`.
    pub fn line_pairs(&self, point: Point) -> ByDirection<LinePair> {
        ByDirection::from_fn(|direction| self.index.line_pair(point, direction))
    }

    /// How many of each shape a stone of either side would make on the empty `point`.
    #[inline]
    pub fn both_counts(&self, point: Point) -> ByColor<ShapeCounts> {
        self.index.both_counts(point)
    }

    /// How many of each shape a stone of `color` would make on the empty `point`.
    #[inline]
    pub fn counts(&self, point: Point, color: Color) -> ShapeCounts {
        self.index.both_counts(point)[color]
    }

    /// The empty points where the strongest shape that a stone of `color` would make is `shape`:
    /// from a closed two to a five; overlines and two fours on a line are not shapes of their
    /// own here. From open threes upwards the sets are kept, weaker ones are looked for.
    #[inline]
    pub fn strongest(&self, color: Color, shape: Shape) -> PointSet {
        let set = kept_set(shape);
        if set > 0 {
            return self.sets().by_shape[color][set];
        }
        let is_it = |point: &Point| self.counts(*point, color).strongest() == shape;
        self.board.empties().iter().filter(is_it).collect()
    }

    /// Where a stone of `color` makes a five.
    #[inline]
    pub fn fives(&self, color: Color) -> PointSet {
        self.strongest(color, Shape::Five)
    }

    /// Whether a stone of `color` on the empty `point` takes away every five that the other side could
    /// make; so it does if there is none.
    #[inline]
    pub fn stops_fives(&self, point: Point, color: Color) -> bool {
        let fives = self.fives(!color);
        fives.len() == usize::from(fives.contains(point))
    }

    /// Where a stone of `color` makes a four or a straight four, and no five.
    #[inline]
    pub fn fours(&self, color: Color) -> PointSet {
        self.strongest(color, Shape::Four) | self.strongest(color, Shape::StraightFour)
    }

    /// The empty points that could be forbidden to Black; none under other rules than renju.
    pub fn suspects(&self) -> PointSet {
        self.sets().suspects
    }

    #[inline]
    fn sets(&self) -> &KeptSets {
        &self.sets[self.sets.len() - 1]
    }

    /// Puts a stone on an empty point.
    ///
    /// # Panics
    ///
    /// Panics if `point` is off the board or has a stone.
    pub fn play(&mut self, point: Point, color: Color) {
        self.play_with(point, color, |_| {});
    }

    /// Puts a stone on an empty point, and tells `tell` of each line of an empty point where it
    /// changes what stones would make.
    #[inline]
    pub fn play_with(&mut self, point: Point, color: Color, mut tell: impl FnMut(LineChange)) {
        self.board.place(point, color);
        self.played.push(PlayedStone {
            point,
            color,
            changes: self.changes.len(),
        });
        let before = self.sets.len() - 1;
        self.sets.extend_from_within(before..);
        let sets = &mut self.sets[before + 1];
        sets.toggle(point, self.index.both_counts(point), self.rule);
        let around = self.board.neighborhood(point);
        let count = self.index.add(point, color, around, self.table);
        for number in 0..count {
            let (change, now) = self.index.recount(number);
            tell(LineChange {
                point: change.point(),
                pairs: [change.shapes(), self.index.shapes_now(change)],
                counts: [change.counts, now],
            });
            if differ_strongly(change.counts, now) {
                sets.move_point(change.point(), change.counts, now, self.rule);
            }
        }
        self.changes.extend_from_slice(self.index.changes(count));
    }

    /// Takes back the last stone played, and tells where it was; `None` if none was played since
    /// the board was handed over.
    pub fn undo(&mut self) -> Option<Point> {
        let last = self.played.pop()?;
        for change in &self.changes[last.changes..] {
            self.index.restore(*change);
        }
        self.changes.truncate(last.changes);
        self.index.remove(last.point, last.color);
        self.board.lift(last.point);
        self.sets.pop();
        Some(last.point)
    }
}

impl KeptSets {
    /// Puts an empty point with these counts into the sets where it belongs, or takes it out.
    fn toggle(&mut self, point: Point, counts: ByColor<ShapeCounts>, rule: Rule) {
        for color in Color::BOTH {
            self.by_shape[color][kept_set(counts[color].strongest())].toggle(point);
        }
        if rule.restricts(Color::Black) && counts.black.is_suspect() {
            self.suspects.toggle(point);
        }
    }

    /// Puts an empty point from the sets where it was into those where it belongs now. Few changes
    /// need it, so it is kept out of the loop over all of them.
    #[inline(never)]
    fn move_point(
        &mut self,
        point: Point,
        before: ByColor<ShapeCounts>,
        now: ByColor<ShapeCounts>,
        rule: Rule,
    ) {
        for color in Color::BOTH {
            if before[color].differs_strongly(now[color]) {
                self.by_shape[color][kept_set(before[color].strongest())].toggle(point);
                self.by_shape[color][kept_set(now[color].strongest())].toggle(point);
            }
        }
        let is_suspect = now.black.is_suspect();
        if rule.restricts(Color::Black) && before.black.is_suspect() != is_suspect {
            self.suspects.toggle(point);
        }
    }
}

/// Whether a point can have to move from one set to another.
#[inline]
fn differ_strongly(before: ByColor<ShapeCounts>, now: ByColor<ShapeCounts>) -> bool {
    before.black.differs_strongly(now.black) | before.white.differs_strongly(now.white)
}

/// Which of the sets holds the points of that strongest shape.
const fn kept_set(strongest: Shape) -> usize {
    match strongest {
        Shape::OpenThree => 1,
        Shape::Four => 2,
        Shape::StraightFour => 3,
        Shape::Five => 4,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::Size;

    fn check(rule: Rule, size: Size, plays: &[(u16, bool)]) {
        let mut shapes = ShapeBoard::new(Board::empty(size), rule);
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
        same(&shapes, &ShapeBoard::new(shapes.board().clone(), rule));
    }

    fn same(kept: &ShapeBoard, fresh: &ShapeBoard) {
        for point in fresh.board().empties().iter() {
            for color in Color::BOTH {
                let (one, other) = (kept.shapes(point, color), fresh.shapes(point, color));
                assert_eq!(one, other, "{point}");
                let (one, other) = (kept.counts(point, color), fresh.counts(point, color));
                assert_eq!(one, other, "{point}");
            }
        }
        assert_eq!(kept.sets(), fresh.sets());
    }

    /// A walk of random plays and undos; after each the board is compared with one made anew.
    fn walk(rule: Rule, size: Size, steps: u32) {
        let mut shapes = ShapeBoard::new(Board::empty(size), rule);
        let mut random = 1u64;
        for _ in 0..steps {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let empties: Vec<Point> = shapes.board().empties().iter().collect();
            let choice = (random >> 33) as usize;
            if empties.is_empty() || choice.is_multiple_of(5) {
                shapes.undo();
            } else {
                let color = Color::BOTH[choice / 5 % 2];
                shapes.play(empties[choice / 10 % empties.len()], color);
            }
            same(&shapes, &ShapeBoard::new(shapes.board().clone(), rule));
            if shapes.board().empties().len() < 40 {
                while shapes.undo().is_some() {}
            }
        }
    }

    #[test]
    fn a_point_moves_if_either_side_has_another_strong_shape() {
        let counts = |black: bool, white: bool| {
            let of = |has_three: bool| ShapeCounts::of(has_three.then_some(Shape::OpenThree));
            ByColor {
                black: of(black),
                white: of(white),
            }
        };
        for (black, white) in [(false, false), (false, true), (true, false), (true, true)] {
            let moves = differ_strongly(counts(false, false), counts(black, white));
            assert_eq!(moves, black || white);
        }
    }

    #[test]
    #[ignore = "takes some seconds"]
    fn kept_shapes_equal_recomputed_ones_over_a_million_steps() {
        walk(Rule::Renju, Size::RENJU, 700_000);
        walk(Rule::Freestyle, Size::MAX, 150_000);
        walk(Rule::Standard, Size::new(12).unwrap(), 150_000);
    }

    proptest! {
        #[test]
        fn kept_shapes_equal_recomputed_ones(
            side in 5u8..=20,
            plays in prop::collection::vec((any::<u16>(), prop::bool::weighted(0.3)), 0..120),
        ) {
            let size = Size::new(side).unwrap();
            check(Rule::Renju, size, &plays);
            check(Rule::Freestyle, size, &plays);
            check(Rule::Standard, size, &plays);
        }
    }
}
