//! The answer without the reasons: yes or no, from the shape table.

use crate::board::{Board, Color, View, WINDOW_REACH};
use crate::geometry::{ByDirection, Direction, Point, PointSet, Size};
use crate::pattern::{Shape, ShapeBoard, ShapeEntry, ShapeTable};
use crate::rule::FiveLength;

use super::{ForbiddenKind, ThreeReading};

/// Whether Black may not play the empty `point`, judged by the literal reading; never under
/// rules that do not restrict Black.
///
/// Of a point with a stone this says nothing.
///
/// ```
/// use renju::board::Board;
/// use renju::forbidden::is_forbidden;
/// use renju::geometry::Size;
/// use renju::pattern::ShapeBoard;
/// use renju::rule::Rule;
///
/// let black = ["F8", "G8", "H6", "H7"].map(|name| name.parse().unwrap());
/// let board = Board::with_stones(Size::RENJU, &black, &[]);
/// let shapes = ShapeBoard::new(board, Rule::Renju);
/// assert!(is_forbidden(&shapes, "H8".parse()?));
/// assert!(!is_forbidden(&shapes, "H9".parse()?));
/// # Ok::<(), renju::geometry::ParsePointError>(())
/// ```
pub fn is_forbidden(shapes: &ShapeBoard, point: Point) -> bool {
    let is_double_three = || {
        let judge = FastJudge::new(shapes.board(), ThreeReading::Literal);
        judge.real_threes(point, None) >= 2
    };
    shapes.suspects().contains(point)
        && (shapes.counts(point, Color::Black).is_surely_forbidden() || is_double_three())
}

impl ShapeBoard {
    /// Whether `color` may play the empty `point`, from the shape table: for inner loops.
    #[inline]
    pub fn is_legal(&self, point: Point, color: Color) -> bool {
        color == Color::White || !is_forbidden(self, point)
    }
}

/// Every point of the board that is forbidden to Black.
///
/// ```
/// use renju::board::Board;
/// use renju::forbidden::{ThreeReading, forbidden_points};
/// use renju::geometry::{Point, Size};
///
/// let black: [Point; 4] = ["F8", "G8", "H6", "H7"].map(|name| name.parse().unwrap());
/// let board = Board::with_stones(Size::RENJU, &black, &[]);
/// let forbidden = forbidden_points(&board, ThreeReading::Literal);
/// assert_eq!(forbidden.iter().collect::<Vec<_>>(), ["H8".parse::<Point>()?]);
/// # Ok::<(), renju::geometry::ParsePointError>(())
/// ```
pub fn forbidden_points(board: &Board, reading: ThreeReading) -> PointSet {
    let judge = FastJudge::new(board, reading);
    let is_forbidden = |point: &Point| judge.legality(*point, None) == Legality::Forbidden;
    suspects(board).iter().filter(is_forbidden).collect()
}

/// The kinds that hold at an empty point, as [`Verdict::kinds`](super::Verdict::kinds) lists them.
pub fn forbidden_kinds(board: &Board, point: Point, reading: ThreeReading) -> Vec<ForbiddenKind> {
    let judge = FastJudge::new(board, reading);
    let views = judge.views(point, None);
    let entries = judge.entries(views);
    let shapes = entries.0.map(ShapeEntry::shape);
    if shapes.contains(&Shape::Five) {
        return Vec::new();
    }
    let fours: usize = shapes.iter().map(|shape| shape.fours()).sum();
    let real_threes = judge.count_real(point, None, views, entries);
    let has_overline = shapes.contains(&Shape::Overline);
    ForbiddenKind::that_hold([real_threes >= 2, fours >= 2, has_overline])
}

/// What becomes of a black stone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Legality {
    Wins,
    Forbidden,
    Allowed,
}

/// Stones tried on top of the board, the last one first. The board itself is not touched.
#[derive(Clone, Copy)]
struct Overlay<'a> {
    at: Point,
    under: Option<&'a Overlay<'a>>,
}

struct FastJudge<'a> {
    board: &'a Board,
    table: &'static ShapeTable,
    reading: ThreeReading,
}

impl<'a> FastJudge<'a> {
    fn new(board: &'a Board, reading: ThreeReading) -> FastJudge<'a> {
        FastJudge {
            board,
            table: ShapeTable::of(FiveLength::Exact),
            reading,
        }
    }

    fn legality(&self, point: Point, overlay: Option<&Overlay<'_>>) -> Legality {
        let views = self.views(point, overlay);
        let entries = self.entries(views);
        legality_of(entries, || self.count_real(point, overlay, views, entries))
    }

    fn real_threes(&self, point: Point, overlay: Option<&Overlay<'_>>) -> usize {
        let views = self.views(point, overlay);
        let entries = self.entries(views);
        self.count_real(point, overlay, views, entries)
    }

    /// RIF 9.3: threes of which some point that makes a straight four may be played.
    fn count_real(
        &self,
        point: Point,
        overlay: Option<&Overlay<'_>>,
        views: ByDirection<View>,
        entries: ByDirection<ShapeEntry>,
    ) -> usize {
        let stone = Overlay {
            at: point,
            under: overlay,
        };
        let is_real = |direction: &Direction| {
            extensions(views[*direction], entries[*direction])
                .filter_map(|count| point.step(*direction, count))
                .any(|fourth| self.may_extend(fourth, &stone))
        };
        Direction::ALL
            .iter()
            .filter(|direction| is_real(direction))
            .count()
    }

    fn may_extend(&self, fourth: Point, stone: &Overlay<'_>) -> bool {
        match self.legality(fourth, Some(stone)) {
            Legality::Allowed => true,
            Legality::Wins => self.reading == ThreeReading::FiveCounts,
            Legality::Forbidden => false,
        }
    }

    fn entries(&self, views: ByDirection<View>) -> ByDirection<ShapeEntry> {
        ByDirection(views.0.map(|view| self.table.look_up(view)))
    }

    /// Black's views of the four lines through `point`, overlay stones included.
    fn views(&self, point: Point, overlay: Option<&Overlay<'_>>) -> ByDirection<View> {
        let mut views = ByDirection::from_fn(|direction| {
            self.board.window(point, direction).seen_by(Color::Black)
        });
        let stones = std::iter::successors(overlay, |overlay| overlay.under);
        for stone in stones {
            for direction in Direction::ALL {
                if let Some(count) = stone.at.distance(point, direction)
                    && u32::from(count.unsigned_abs()) <= WINDOW_REACH
                {
                    views[direction].own |= 1 << (WINDOW_REACH as i8 + count);
                }
            }
        }
        views
    }
}

/// RIF 9.2, on what the stone makes on each line; `real_threes` is asked only if it matters.
fn legality_of(entries: ByDirection<ShapeEntry>, real_threes: impl FnOnce() -> usize) -> Legality {
    let shapes = entries.0.map(ShapeEntry::shape);
    let count = |shape: Shape| shapes.iter().filter(|&&made| made == shape).count();
    let fours: usize = shapes.iter().map(|shape| shape.fours()).sum();
    if count(Shape::Five) > 0 {
        Legality::Wins
    } else if count(Shape::Overline) > 0
        || fours >= 2
        || count(Shape::OpenThree) >= 2 && real_threes() >= 2
    {
        Legality::Forbidden
    } else {
        Legality::Allowed
    }
}

/// Where the fourth stones of an open three go, in steps from the point judged; nowhere for
/// another shape.
fn extensions(view: View, entry: ShapeEntry) -> impl Iterator<Item = i8> {
    let ahead = (view.own >> (WINDOW_REACH + 1)).trailing_ones() as i8 + 1;
    let behind = (view.own << (u16::BITS - WINDOW_REACH)).leading_ones() as i8 + 1;
    [
        (entry.extends_backward(), -behind),
        (entry.extends_forward(), ahead),
    ]
    .into_iter()
    .filter_map(|(extends, count)| extends.then_some(count))
}

const ROWS: usize = Size::MAX.get() as usize;
/// Rows of padding below and above, so that five steps never leave the array.
const PAD: usize = 4;

/// A word for each row of the board, with empty rows around it.
type Padded = [u32; ROWS + 2 * PAD];

/// The empty points worth a closer look: all forbidden ones are among them, and few others.
///
/// Whatever forbids a point lies in windows of five cells that hold the point and no white stone.
/// A three needs two more black stones in such a window, a four three more, so a forbidden point
/// has two lines with a window of two, or one with a window of three (a double-four or an
/// overline on a single line). All points are tested at once, a row at a time.
pub fn suspects(board: &Board) -> PointSet {
    let black = padded(board.stones(Color::Black));
    let free = padded(PointSet::all(board.size()) - board.stones(Color::White));
    let (mut one_line, mut enough) = ([0; ROWS], [0; ROWS]);
    for direction in Direction::ALL {
        let (two, three) = windows(&black, &free, direction);
        let (two, three) = (covered(&two, direction), covered(&three, direction));
        for row in 0..ROWS {
            enough[row] |= three[row] | one_line[row] & two[row];
            one_line[row] |= two[row];
        }
    }
    PointSet::from_words(enough) & board.empties()
}

fn padded(set: PointSet) -> Padded {
    let mut rows = [0; ROWS + 2 * PAD];
    rows[PAD..PAD + ROWS].copy_from_slice(&set.to_words());
    rows
}

/// The points where a window of five free cells begins that holds two, and three, black stones.
fn windows(black: &Padded, free: &Padded, direction: Direction) -> (Padded, Padded) {
    let (mut two, mut three) = ([0; ROWS + 2 * PAD], [0; ROWS + 2 * PAD]);
    let (black, free) = (steps_on(black, direction), steps_on(free, direction));
    for row in 0..ROWS {
        let (mut all_free, mut at_least) = (u32::MAX, [0; 3]);
        for cell in 0..5 {
            let stone = black[cell][row];
            all_free &= free[cell][row];
            at_least[2] |= at_least[1] & stone;
            at_least[1] |= at_least[0] & stone;
            at_least[0] |= stone;
        }
        two[PAD + row] = all_free & at_least[1];
        three[PAD + row] = all_free & at_least[2];
    }
    (two, three)
}

/// For 0 to 4 steps along a direction: the rows with every point's bit moved back by that many.
fn steps_on(rows: &Padded, direction: Direction) -> [[u32; ROWS]; 5] {
    let (right, up) = direction.step();
    std::array::from_fn(|steps| {
        let first = (PAD as isize + isize::from(up) * steps as isize) as usize;
        std::array::from_fn(|row| rows[first + row] >> (usize::from(right.unsigned_abs()) * steps))
    })
}

/// The points of the windows that begin at the points given.
fn covered(starts: &Padded, direction: Direction) -> [u32; ROWS] {
    let (right, up) = direction.step();
    let mut points = [0; ROWS];
    for steps in 0..5 {
        let first = (PAD as isize - isize::from(up) * steps as isize) as usize;
        for (row, points) in points.iter_mut().enumerate() {
            *points |= starts[first + row] << (usize::from(right.unsigned_abs()) * steps);
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use crate::geometry::{Direction, Size};

    use super::*;

    #[test]
    fn only_a_three_has_fourth_stones() {
        let black = ["E8", "F8", "G8", "H6", "H7"].map(|name| name.parse().unwrap());
        let board = Board::with_stones(Size::RENJU, &black, &["D8".parse().unwrap()]);
        let judge = FastJudge::new(&board, ThreeReading::Literal);
        let views = judge.views("H8".parse().unwrap(), None);
        let entries = judge.entries(views);
        let steps = |direction: Direction| -> Vec<i8> {
            extensions(views[direction], entries[direction]).collect()
        };
        assert_eq!(entries[Direction::Horizontal].shape(), Shape::Four);
        assert!(steps(Direction::Horizontal).is_empty());
        assert_eq!(steps(Direction::Vertical), [-3, 1]);
    }
}
