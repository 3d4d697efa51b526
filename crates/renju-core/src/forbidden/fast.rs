//! The answer without the reasons: yes or no, from the shape table.

use crate::board::{Board, Color, View, WINDOW_REACH};
use crate::geometry::{ByDirection, Direction, Point, PointSet};
use crate::pattern::{Shape, ShapeBoard, ShapeEntry, ShapeTable};
use crate::rule::FiveLength;

use super::memory::{Memory, lines_in_reach};
use super::{ForbiddenKind, ThreeReading, suspects};

/// Whether Black may not play the empty `point`, judged by the literal reading; never under
/// rules that do not restrict Black.
///
/// Of a point with a stone this says nothing.
///
/// ```
/// use renju_core::board::Board;
/// use renju_core::forbidden::is_forbidden;
/// use renju_core::geometry::Size;
/// use renju_core::pattern::ShapeBoard;
/// use renju_core::rule::Rule;
///
/// let black = ["F8", "G8", "H6", "H7"].map(|name| name.parse().unwrap());
/// let board = Board::with_stones(Size::RENJU, &black, &[]);
/// let shapes = ShapeBoard::new(board, Rule::Renju);
/// assert!(is_forbidden(&shapes, "H8".parse()?));
/// assert!(!is_forbidden(&shapes, "H9".parse()?));
/// # Ok::<(), renju_core::geometry::ParsePointError>(())
/// ```
pub fn is_forbidden(shapes: &ShapeBoard, point: Point) -> bool {
    let is_double_three = || {
        let mut judge = FastJudge::new(shapes.board(), ThreeReading::Literal);
        let lines = judge.lines(point, None);
        judge.is_double_three(point, None, &lines)
    };
    shapes.suspects().contains(point)
        && (shapes.counts(point, Color::Black).is_surely_forbidden() || decided(is_double_three()))
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
/// use renju_core::board::Board;
/// use renju_core::forbidden::{ThreeReading, forbidden_points};
/// use renju_core::geometry::{Point, Size};
///
/// let black: [Point; 4] = ["F8", "G8", "H6", "H7"].map(|name| name.parse().unwrap());
/// let board = Board::with_stones(Size::RENJU, &black, &[]);
/// let forbidden = forbidden_points(&board, ThreeReading::Literal);
/// assert_eq!(forbidden.iter().collect::<Vec<_>>(), ["H8".parse::<Point>()?]);
/// # Ok::<(), renju_core::geometry::ParsePointError>(())
/// ```
pub fn forbidden_points(board: &Board, reading: ThreeReading) -> PointSet {
    let mut judge = FastJudge::new(board, reading);
    let suspects = suspects(board).iter();
    let is_forbidden = |&point: &Point| decided(judge.is_forbidden(point));
    suspects.filter(is_forbidden).collect()
}

/// The kinds that hold at an empty point, as [`Verdict::kinds`](super::Verdict::kinds) lists them.
pub fn forbidden_kinds(board: &Board, point: Point, reading: ThreeReading) -> Vec<ForbiddenKind> {
    decided(FastJudge::new(board, reading).kinds(point, None))
}

/// On which lines a black stone on the empty `point` would make a real three (RIF 9.3), by the
/// literal reading; whether Black may play there is another question.
///
/// ```
/// use renju_core::board::Board;
/// use renju_core::forbidden::real_threes;
/// use renju_core::geometry::{Direction, Size};
///
/// let black = ["F8", "G8"].map(|name| name.parse().unwrap());
/// let board = Board::with_stones(Size::RENJU, &black, &[]);
/// let real = real_threes(&board, "H8".parse()?);
/// assert!(real[Direction::Horizontal] && !real[Direction::Vertical]);
/// # Ok::<(), renju_core::geometry::ParsePointError>(())
/// ```
pub fn real_threes(board: &Board, point: Point) -> ByDirection<bool> {
    let mut judge = FastJudge::new(board, ThreeReading::Literal);
    let lines = judge.lines(point, None);
    let stone = Overlay {
        at: point,
        under: None,
    };
    ByDirection::from_fn(|direction| {
        lines.entries[direction].shape() == Shape::OpenThree
            && decided(judge.or_remembering(|judge| judge.is_real(direction, &lines, &stone)))
    })
}

/// The answer of a judge that may take as long as it needs.
fn decided<T>(answer: Option<T>) -> T {
    answer.expect("a judge without a limit decides")
}

/// What becomes of a black stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Legality {
    Wins,
    Forbidden,
    Allowed,
}

/// Stones tried on top of the board, the last one first. The board itself is not touched.
#[derive(Clone, Copy)]
pub(super) struct Overlay<'a> {
    pub at: Point,
    pub under: Option<&'a Overlay<'a>>,
}

impl Overlay<'_> {
    /// The stones, the last one first.
    pub(super) fn stones(trial: Option<&Overlay<'_>>) -> impl Iterator<Item = Point> {
        std::iter::successors(trial, |trial| trial.under).map(|trial| trial.at)
    }
}

/// What a stone would meet and make on each of the four lines through a point.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    pub views: ByDirection<View>,
    pub entries: ByDirection<ShapeEntry>,
}

impl Lines {
    fn count(&self, shape: Shape) -> usize {
        let made = self.entries.0.iter().filter(|entry| entry.shape() == shape);
        made.count()
    }

    fn fours(&self) -> usize {
        self.entries
            .0
            .iter()
            .map(|entry| entry.shape().fours())
            .sum()
    }

    /// RIF 9.2, as far as the lines alone tell; `None` if threes have to be looked into.
    fn legality(&self) -> Option<Legality> {
        if self.count(Shape::Five) > 0 {
            Some(Legality::Wins)
        } else if self.count(Shape::Overline) > 0 || self.fours() >= 2 {
            Some(Legality::Forbidden)
        } else {
            (self.count(Shape::OpenThree) < 2).then_some(Legality::Allowed)
        }
    }
}

/// Judgements of one board that are made without remembering any: more than all but the most
/// hostile boards take, and too few to be felt on those.
const UNREMEMBERED: u64 = 64;

/// Judges the points of one board.
///
/// Judging a double-three asks about further points with more and more trial stones, and comes to
/// the same question on many ways. Most boards ask so few that to remember the answers would cost
/// more than it saves; after some judgements ([`UNREMEMBERED`]) it begins to pay, and from then on
/// nothing is judged twice.
pub(super) struct FastJudge<'a> {
    board: &'a Board,
    table: &'static ShapeTable,
    reading: ThreeReading,
    memory: Option<Box<Memory<Legality>>>,
    /// Looks into threes before the judge begins to remember or, once it does, gives up.
    left: u64,
    limit: u64,
}

impl<'a> FastJudge<'a> {
    pub(super) fn new(board: &'a Board, reading: ThreeReading) -> FastJudge<'a> {
        FastJudge::limited(board, reading, u64::MAX)
    }

    /// A judge that gives up after this many judgements.
    pub(super) fn limited(board: &'a Board, reading: ThreeReading, limit: u64) -> FastJudge<'a> {
        FastJudge {
            board,
            table: ShapeTable::of(FiveLength::Exact),
            reading,
            memory: None,
            left: UNREMEMBERED.min(limit),
            limit,
        }
    }

    pub(super) const fn reading(&self) -> ThreeReading {
        self.reading
    }

    /// Begins to remember, if it has not begun.
    pub(super) fn remember(&mut self) {
        if self.memory.is_none() {
            self.memory = Some(Box::default());
            self.left = self.limit;
        }
    }

    /// Looks into threes so far.
    #[cfg(test)]
    pub(super) const fn judgements(&self) -> u64 {
        match self.memory {
            None => UNREMEMBERED - self.left,
            Some(_) => self.limit - self.left,
        }
    }

    /// Takes one from what is left of the limit, if anything is.
    #[inline]
    pub(super) fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    /// What the verdicts since the last call rest on.
    pub(super) fn take_read(&mut self) -> PointSet {
        let memory = self.memory.as_mut();
        memory.map_or(PointSet::EMPTY, |memory| memory.take_read())
    }

    pub(super) fn is_forbidden(&mut self, point: Point) -> Option<bool> {
        let lines = self.lines(point, None);
        match lines.legality() {
            Some(legality) => Some(legality == Legality::Forbidden),
            None => self.is_double_three(point, None, &lines),
        }
    }

    /// All kinds that hold for a stone on `point` after trial stones.
    pub(super) fn kinds(
        &mut self,
        point: Point,
        trial: Option<&Overlay<'_>>,
    ) -> Option<Vec<ForbiddenKind>> {
        let lines = self.lines(point, trial);
        if lines.count(Shape::Five) > 0 {
            return Some(Vec::new());
        }
        let has_overline = lines.count(Shape::Overline) > 0;
        let is_double_three =
            lines.count(Shape::OpenThree) >= 2 && self.is_double_three(point, trial, &lines)?;
        let holds = [is_double_three, lines.fours() >= 2, has_overline];
        Some(ForbiddenKind::that_hold(holds))
    }

    fn is_double_three(
        &mut self,
        point: Point,
        trial: Option<&Overlay<'_>>,
        lines: &Lines,
    ) -> Option<bool> {
        self.or_remembering(|judge| judge.has_two_real(point, trial, lines))
    }

    /// What `ask` finds; if it takes many judgements, asked again by a judge that remembers them.
    fn or_remembering<T>(&mut self, mut ask: impl FnMut(&mut Self) -> Option<T>) -> Option<T> {
        if self.memory.is_none() {
            let decided = ask(self);
            if decided.is_some() {
                return decided;
            }
            self.remember();
        }
        ask(self)
    }

    /// What becomes of a stone on `point` after trial stones; `None` if the judge gave up.
    pub(super) fn legality(
        &mut self,
        point: Point,
        trial: Option<&Overlay<'_>>,
    ) -> Option<Legality> {
        let lines = self.lines(point, trial);
        if let Some(legality) = lines.legality() {
            if let Some(memory) = &mut self.memory {
                memory.read(lines_in_reach(point, &lines.views));
            }
            return Some(legality);
        }
        let Some(memory) = &mut self.memory else {
            return self.by_threes(point, trial, &lines);
        };
        let stones: PointSet = Overlay::stones(trial).collect();
        if let Some(legality) = memory.recall(point, stones, |_| true) {
            return Some(legality);
        }
        let outer = memory.begin(lines_in_reach(point, &lines.views));
        let legality = self.by_threes(point, trial, &lines)?;
        if let Some(memory) = &mut self.memory {
            memory.end(outer, point, stones, legality);
        }
        Some(legality)
    }

    /// The verdict on a stone that makes neither five nor overline and at most one four.
    fn by_threes(
        &mut self,
        point: Point,
        trial: Option<&Overlay<'_>>,
        lines: &Lines,
    ) -> Option<Legality> {
        let has_two_real = self.has_two_real(point, trial, lines)?;
        Some(if has_two_real {
            Legality::Forbidden
        } else {
            Legality::Allowed
        })
    }

    /// RIF 9.3: whether of two threes some point that makes a straight four may be played.
    fn has_two_real(
        &mut self,
        point: Point,
        trial: Option<&Overlay<'_>>,
        lines: &Lines,
    ) -> Option<bool> {
        self.spend()?;
        let stone = Overlay {
            at: point,
            under: trial,
        };
        let (mut real, mut left) = (0, lines.count(Shape::OpenThree));
        for (direction, &entry) in lines.entries.iter() {
            if entry.shape() != Shape::OpenThree {
                continue;
            }
            left -= 1;
            real += usize::from(self.is_real(direction, lines, &stone)?);
            if real == 2 || real + left < 2 {
                break;
            }
        }
        Some(real == 2)
    }

    /// Whether some point that makes a straight four of the three on this line may be played.
    fn is_real(
        &mut self,
        direction: Direction,
        lines: &Lines,
        stone: &Overlay<'_>,
    ) -> Option<bool> {
        let fourths = extensions(lines.views[direction], lines.entries[direction]);
        for fourth in fourths.filter_map(|count| stone.at.step(direction, count)) {
            if self.may_extend(fourth, stone)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn may_extend(&mut self, fourth: Point, stone: &Overlay<'_>) -> Option<bool> {
        Some(match self.legality(fourth, Some(stone))? {
            Legality::Allowed => true,
            Legality::Wins => self.reading == ThreeReading::FiveCounts,
            Legality::Forbidden => false,
        })
    }

    /// Black's lines through `point`, trial stones included.
    pub(super) fn lines(&self, point: Point, trial: Option<&Overlay<'_>>) -> Lines {
        let mut views = ByDirection::from_fn(|direction| {
            self.board.window(point, direction).seen_by(Color::Black)
        });
        for stone in Overlay::stones(trial) {
            for direction in Direction::ALL {
                if let Some(count) = stone.distance(point, direction)
                    && u32::from(count.unsigned_abs()) <= WINDOW_REACH
                {
                    views[direction].own |= 1 << (WINDOW_REACH as i8 + count);
                }
            }
        }
        let entries = ByDirection(views.0.map(|view| self.table.look_up(view)));
        Lines { views, entries }
    }
}

/// Where the fourth stones of an open three go, in steps from the point judged; nowhere for
/// another shape.
pub(super) fn extensions(view: View, entry: ShapeEntry) -> impl Iterator<Item = i8> {
    let (behind, ahead) = beside(view);
    [
        (entry.extends_backward(), behind),
        (entry.extends_forward(), ahead),
    ]
    .into_iter()
    .filter_map(|(extends, count)| extends.then_some(count))
}

/// The cells before and behind the unbroken row that a stone in the middle makes, in steps from it.
fn beside(view: View) -> (i8, i8) {
    let ahead = (view.own >> (WINDOW_REACH + 1)).trailing_ones() as i8 + 1;
    let behind = (view.own << (u16::BITS - WINDOW_REACH)).leading_ones() as i8 + 1;
    (-behind, ahead)
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
        let lines = judge.lines("H8".parse().unwrap(), None);
        let steps = |direction: Direction| -> Vec<i8> {
            extensions(lines.views[direction], lines.entries[direction]).collect()
        };
        assert_eq!(lines.entries[Direction::Horizontal].shape(), Shape::Four);
        assert!(steps(Direction::Horizontal).is_empty());
        assert_eq!(steps(Direction::Vertical), [-3, 1]);
    }
}
