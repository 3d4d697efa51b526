//! Reads a line from a stone as a triple: the stones, the blocked ends, and the place of a gap.

use crate::line_view::{LineView, SIDE, ViewedCell};
use renju_core::geometry::{Direction, Point};

/// How lines are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum LineCountReading {
    /// As published: on the falling diagonal the gap is counted wrongly.
    Slip,
    /// One rule in all four directions.
    Even,
    /// Also, only lines with room for a five count, a line with room for just one five counts as
    /// blocked at one end at least, and of two gaps the better one is seen.
    Roomy,
}

/// What a line shows from a point: own stones, blocked ends, and where the gap is.
///
/// The stones are the run through the point and, beyond at most one gap of one empty cell,
/// the run that follows.
///
/// ```text
/// . X X . X O       count 3, block 1, empty 2: two stones before the gap
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct LineCount {
    /// Own stones, the point included; at least 1.
    pub(super) count: u8,
    /// Ends that are blocked by the opponent or the edge: 0 to 2.
    pub(super) block: u8,
    /// Own stones before the gap, in the sense of the program's walk; -1 without a gap.
    pub(super) empty: i8,
}

impl LineCount {
    /// A lone stone, nothing around it looked at yet.
    const START: LineCount = LineCount {
        count: 1,
        block: 0,
        empty: -1,
    };

    /// Whether a gap was met.
    pub(super) const fn has_gap(self) -> bool {
        self.empty != -1
    }

    /// Own stones on the shorter side of the gap; 0 without one.
    pub(super) fn beside_gap(self) -> usize {
        if self.empty <= 0 {
            return 0;
        }
        let (before, count) = (self.empty as usize, self.count as usize);
        before.min(count - before)
    }
}

/// A walk from a point to both sides.
pub(super) struct LineWalk<'a> {
    sight: LineView<'a>,
    direction: Direction,
    slips: bool,
    /// Which half comes first: 1 if the positive one, else -1.
    first: i8,
    pub(super) triple: LineCount,
    /// The own stones met, the point itself left out.
    pub(super) stones: Vec<Point>,
}

impl<'a> LineWalk<'a> {
    /// Walks one half and then the other, in the order of the program.
    pub(super) fn from(
        sight: LineView<'a>,
        direction: Direction,
        reading: LineCountReading,
    ) -> LineWalk<'a> {
        let walk = LineWalk {
            sight,
            direction,
            slips: reading == LineCountReading::Slip && direction == Direction::Falling,
            // The program walks the falling diagonal to the left and up first.
            first: if direction == Direction::Falling {
                -1
            } else {
                1
            },
            triple: LineCount::START,
            stones: Vec::new(),
        };
        walk.walked()
    }

    /// The walk in the opposite order: of two gaps it sees the one that this walk did not.
    pub(super) fn other_half_first(&self) -> LineWalk<'a> {
        let walk = LineWalk {
            first: -self.first,
            triple: LineCount::START,
            stones: Vec::new(),
            ..*self
        };
        walk.walked()
    }

    fn walked(mut self) -> LineWalk<'a> {
        self.half(true);
        self.half(false);
        self
    }

    fn half(&mut self, is_first: bool) {
        let sign = if is_first { self.first } else { -self.first };
        let (sight, direction) = (self.sight, self.direction);
        let cell = |count: i8| sight.cell(sight.stone, direction, sign * count);
        for count in 1.. {
            match cell(count) {
                ViewedCell::Blocked => {
                    self.triple.block += 1;
                    break;
                }
                ViewedCell::Own => self.meet(sight.stone.step(direction, sign * count), is_first),
                ViewedCell::Empty
                    if !self.triple.has_gap() && cell(count + 1) == ViewedCell::Own =>
                {
                    self.triple.empty = if is_first { self.triple.count as i8 } else { 0 };
                }
                ViewedCell::Empty => break,
            }
        }
    }

    fn meet(&mut self, stone: Option<Point>, is_first: bool) {
        self.triple.count += 1;
        self.stones.extend(stone);
        let has_gap = self.triple.has_gap();
        if !is_first && has_gap != self.slips {
            self.triple.empty += 1;
        }
    }
}

/// Cells of the line through the point that the opponent has not taken, in one piece.
pub(super) fn room(sight: LineView<'_>, direction: Direction) -> usize {
    let is_free = |count: &i8| sight.cell(sight.stone, direction, *count) != ViewedCell::Blocked;
    let ahead = (1..SIDE).take_while(is_free).count();
    let behind = (1..SIDE).take_while(|count| is_free(&-count)).count();
    behind + 1 + ahead
}
