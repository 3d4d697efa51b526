use crate::board::{Around, Board, ByColor, Color, WINDOW_REACH};
use crate::geometry::{Direction, Point};

use super::table::weight_at;
use super::{Entry, ShapeTable, Tally};

/// Slots for points: a power of two, so that an index needs no check.
const SLOTS: usize = 1024;
const DIRECTIONS: usize = 4;
const LINES: usize = SLOTS * DIRECTIONS;

/// What a [`ShapeBoard`](super::ShapeBoard) keeps of each empty point.
///
/// A point with a stone keeps all as it was when the stone came, which is right again when the
/// stone goes: stones leave in the order opposite to that in which they came.
#[derive(Clone)]
pub(super) struct Cells {
    /// By point and direction: the number of the window as Black sees it, and in the upper half
    /// as White does. A stone adds its weight to the windows that hold it.
    windows: [u32; LINES],
    /// What these numbers stand for.
    entries: [Pair; LINES],
    /// By point: what the four lines come to.
    tallies: [ByColor<Tally>; SLOTS],
    /// Of the last stone added.
    changes: [Change; MOST_CHANGES],
}

/// Both sides' entries of one line.
type Pair = ByColor<Entry>;

/// An entry that has changed, as it was before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change {
    line: u16,
    entries: Pair,
    /// The tallies of its point before.
    pub(super) tallies: ByColor<Tally>,
}

/// A power of two, and more than the forty cells around a stone.
const MOST_CHANGES: usize = 64;

impl Change {
    /// Whose entry it is.
    pub(super) fn point(self) -> Point {
        Point::from_slot(usize::from(self.line) / DIRECTIONS)
    }
}

/// By bit of [`Around`]: how far away the line of the cell there lies, and what a stone adds to
/// its window.
struct Neighbor {
    away: isize,
    added: [u32; 2],
}

static NEIGHBORS: [Neighbor; 64] = {
    let mut all = [const {
        Neighbor {
            away: 0,
            added: [0; 2],
        }
    }; 64];
    let mut bit = 0;
    while bit < DIRECTIONS * Around::CELLS {
        let direction = bit / Around::CELLS;
        let cell = bit % Around::CELLS;
        let steps = cell as isize - WINDOW_REACH as isize;
        let weight = weight_at(2 * WINDOW_REACH as usize - cell);
        all[bit] = Neighbor {
            away: steps * Point::slots_away(Direction::ALL[direction]) * DIRECTIONS as isize
                + direction as isize,
            added: [weight | weight << 17, weight << 1 | weight << 16],
        };
        bit += 1;
    }
    all
};

impl Cells {
    /// Everything found anew.
    pub(super) fn of(board: &Board, tables: ByColor<&ShapeTable>) -> Cells {
        let mut cells = Cells {
            windows: [0; LINES],
            entries: [Pair::default(); LINES],
            tallies: [ByColor::default(); SLOTS],
            changes: [Change::default(); MOST_CHANGES],
        };
        for point in board.empties().iter() {
            for direction in Direction::ALL {
                let views = board.window(point, direction).views();
                let number = |color| u32::from(ShapeTable::number(views[color]));
                let line = line_of(point, direction);
                cells.windows[line] = number(Color::Black) | number(Color::White) << 16;
                cells.entries[line] = look_up(cells.windows[line], tables);
            }
            cells.tallies[point.slot()] = ByColor::from_fn(|color| {
                let entry = |direction| cells.entry(point, direction, color);
                Tally::of(Direction::ALL.map(|direction| entry(direction).shape()))
            });
        }
        cells
    }

    pub(super) fn entry(&self, point: Point, direction: Direction, color: Color) -> Entry {
        self.entries[line_of(point, direction)][color]
    }

    pub(super) fn tallies(&self, point: Point) -> ByColor<Tally> {
        self.tallies[point.slot() % SLOTS]
    }

    /// Adds a stone to the windows of the empty cells around it; gives the entries that change.
    ///
    /// Every entry is written down and only the changed ones are counted, so that no branch has
    /// to be guessed.
    pub(super) fn add(
        &mut self,
        point: Point,
        color: Color,
        around: Around,
        tables: ByColor<&ShapeTable>,
    ) -> usize {
        let here = point.slot() * DIRECTIONS;
        let mut count = 0;
        for bit in around.bits() {
            let neighbor = &NEIGHBORS[bit % NEIGHBORS.len()];
            let line = here.wrapping_add_signed(neighbor.away) % LINES;
            self.windows[line] += neighbor.added[color as usize];
            let now = look_up(self.windows[line], tables);
            let before = std::mem::replace(&mut self.entries[line], now);
            self.changes[count % MOST_CHANGES] = Change {
                line: line as u16,
                entries: before,
                tallies: self.tallies[line / DIRECTIONS],
            };
            count += usize::from(before != now);
        }
        count
    }

    /// One of the changes that the last stone added has made.
    pub(super) fn change(&self, number: usize) -> Change {
        self.changes[number % MOST_CHANGES]
    }

    /// Takes a stone out of those windows; the entries are restored one by one.
    pub(super) fn subtract(&mut self, point: Point, color: Color, around: Around) {
        let here = point.slot() * DIRECTIONS;
        for bit in around.bits() {
            let neighbor = &NEIGHBORS[bit];
            let line = here.wrapping_add_signed(neighbor.away) % LINES;
            self.windows[line] -= neighbor.added[color as usize];
        }
    }

    /// Brings the tallies of a point in step with an entry that has changed, and gives them.
    #[inline]
    pub(super) fn recount(&mut self, change: Change) -> ByColor<Tally> {
        let line = usize::from(change.line) % LINES;
        let (from, to) = (change.entries, self.entries[line]);
        let now = ByColor {
            black: change.tallies.black.changed(from.black, to.black),
            white: change.tallies.white.changed(from.white, to.white),
        };
        self.tallies[line / DIRECTIONS] = now;
        now
    }

    /// Puts back what was before a change; gives the tallies that were put away.
    #[inline]
    pub(super) fn restore(&mut self, change: Change) -> ByColor<Tally> {
        let line = usize::from(change.line) % LINES;
        self.entries[line] = change.entries;
        std::mem::replace(&mut self.tallies[line / DIRECTIONS], change.tallies)
    }
}

fn line_of(point: Point, direction: Direction) -> usize {
    (point.slot() * DIRECTIONS + direction as usize) % LINES
}

fn look_up(windows: u32, tables: ByColor<&ShapeTable>) -> Pair {
    ByColor {
        black: tables.black.numbered(windows as u16),
        white: tables.white.numbered((windows >> 16) as u16),
    }
}
