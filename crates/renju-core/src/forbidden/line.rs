//! The rows on one line through a stone, told as the terms of the rules tell them.

use crate::board::{Board, Color, View, WINDOW_REACH};
use crate::geometry::{Direction, Point};
use crate::rule::Run;

use super::{Four, Obstacle, ObstacleKind};

/// One of the four lines through a black stone, as far as it matters for that stone. Cells are
/// counted from the stone: -5 to 5.
pub(super) struct StoneLine {
    at: Point,
    direction: Direction,
    view: View,
}

/// A row without gaps: its first and its last cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    first: i8,
    last: i8,
}

impl Row {
    const fn length(self) -> i8 {
        self.last - self.first + 1
    }

    const fn holds_the_stone(self) -> bool {
        self.first <= 0 && 0 <= self.last
    }
}

const REACH: i8 = WINDOW_REACH as i8;

impl StoneLine {
    /// The line through a stone on `at`, where it has the view that the point had before.
    pub(super) const fn new(at: Point, direction: Direction, before: View) -> StoneLine {
        let view = View {
            own: before.own | 1 << WINDOW_REACH,
            blocked: before.blocked,
        };
        StoneLine {
            at,
            direction,
            view,
        }
    }

    /// The row of exactly five that the stone makes.
    pub(super) fn five(&self) -> Option<Run> {
        let row = self.row_with(0);
        (row.length() == 5).then(|| self.run(row, None))
    }

    /// Sets of four stones, this one among them, that one more makes a row of exactly five.
    pub(super) fn fours(&self) -> Vec<Four> {
        let mut fours: Vec<Four> = Vec::new();
        for empty in (-4..=4).filter(|&cell| self.is_empty(cell)) {
            let row = self.row_with(empty);
            if row.length() != 5 || !row.holds_the_stone() {
                continue;
            }
            let five_at = self.point(empty);
            let run = self.run(row, Some(empty));
            match fours.iter_mut().find(|four| four.run == run) {
                Some(straight) => straight.fives_at.push(five_at),
                None => fours.push(Four {
                    run,
                    fives_at: vec![five_at],
                }),
            }
        }
        for four in &mut fours {
            four.fives_at.sort_unstable();
        }
        fours
    }

    /// The three stones that a fourth on a cell makes a straight four.
    pub(super) fn three(&self, fourth: i8) -> Run {
        self.run(self.row_with(fourth), Some(fourth))
    }

    /// The four in a row that a stone on an empty cell makes of these three stones, if it does.
    pub(super) fn four_in_a_row(&self, fourth: i8, three: &Run) -> Option<Row> {
        let row = self.row_with(fourth);
        let is_it = self.is_empty(fourth) && row.length() == 4 && row.holds_the_stone();
        (is_it && self.run(row, Some(fourth)) == *three).then_some(row)
    }

    /// What keeps four in a row from becoming a five at either end.
    pub(super) fn obstacles(&self, row: Row, board: &Board) -> Vec<Obstacle> {
        let ends = [(row.first, -1), (row.last, 1)];
        let obstacles = ends.into_iter().filter_map(|(last, outwards)| {
            let (end, beyond) = (last + outwards, last + 2 * outwards);
            let (end, what) = match self.at.step(self.direction, end) {
                Some(at) if at.is_on(board.size()) => match board.stone(at) {
                    Some(Color::White) => (Some(at), ObstacleKind::White),
                    _ if self.is_own(beyond) => (Some(at), ObstacleKind::Six),
                    _ => return None,
                },
                _ => (None, ObstacleKind::Edge),
            };
            Some(Obstacle { end, what })
        });
        obstacles.collect()
    }

    /// The cells before and behind the row that the stone makes.
    pub(super) const fn beside(&self) -> (i8, i8) {
        let row = self.row_with(0);
        (row.first - 1, row.last + 1)
    }

    pub(super) fn point(&self, cell: i8) -> Point {
        let point = self.at.step(self.direction, cell);
        point.expect("a cell without a wall is on the board")
    }

    const fn is_own(&self, cell: i8) -> bool {
        self.view.own >> (REACH + cell) & 1 == 1
    }

    const fn is_empty(&self, cell: i8) -> bool {
        (self.view.own | self.view.blocked) >> (REACH + cell) & 1 == 0
    }

    /// The row through a cell if it held a black stone.
    const fn row_with(&self, cell: i8) -> Row {
        let place = (REACH + cell) as u32;
        let ahead = (self.view.own >> (place + 1)).trailing_ones() as i8;
        let behind = match place {
            0 => 0,
            place => (self.view.own << (u16::BITS - place)).leading_ones() as i8,
        };
        Row {
            first: cell - behind,
            last: cell + ahead,
        }
    }

    /// The stones of a row, without one that is not there yet.
    fn run(&self, row: Row, missing: Option<i8>) -> Run {
        let cells = (row.first..=row.last).filter(|&cell| Some(cell) != missing);
        Run::new(self.direction, cells.map(|cell| self.point(cell)).collect())
    }
}
