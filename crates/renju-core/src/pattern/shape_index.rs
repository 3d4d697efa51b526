//! Storage of `ShapeBoard`: entries and counts of each point, with the records that undo needs.

use crate::board::{self, Board, ByColor, Color, Neighborhood, WINDOW_REACH, number_and_place};
use crate::geometry::{ByDirection, Direction, Point};

use super::entry_pair::EntryPair;
use super::window_table::{CELL_BITS, WALL, WindowTable, stone_bit};
use super::{LinePair, ShapeCounts, ShapeEntry};

/// Slots for points: a power of two, so that an index needs no check.
const SLOTS: usize = 1024;
const DIRECTIONS: usize = 4;
const LINES: usize = SLOTS * DIRECTIONS;

/// What a [`ShapeBoard`](super::ShapeBoard) keeps of each empty point.
///
/// A point with a stone keeps all as it was when the stone came, which is right again when the
/// stone goes: stones leave in the order opposite to that in which they came.
#[derive(Clone)]
pub(super) struct ShapeIndex {
    /// Every line of the board, two bits for each cell: see [`WindowTable`]. The first cells, as
    /// many as a window reaches, lie before the board.
    cells: ByDirection<[u64; board::LINES]>,
    /// By point and direction: what stones of both sides make there.
    entries: [EntryPair; LINES],
    /// By point: what the four lines come to.
    counts: [ByColor<ShapeCounts>; SLOTS],
    /// Entries that the last stone added has changed, as they were before.
    replaced: [UndoEntry; MOST_CHANGES],
}

/// A point of which an entry has changed, as it was before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UndoEntry {
    line: u16,
    entries: EntryPair,
    /// The counts of its point before.
    pub(super) counts: ByColor<ShapeCounts>,
}

/// A power of two, and more than the forty cells around a stone.
const MOST_CHANGES: usize = 64;

impl UndoEntry {
    /// Whose entry it is.
    pub(super) fn point(self) -> Point {
        Point::from_slot(usize::from(self.line) / DIRECTIONS)
    }

    /// What both sides would make on that line before.
    #[inline]
    pub(super) const fn shapes(self) -> LinePair {
        self.entries.shapes()
    }
}

/// Where the line of a cell around a stone is kept, and how to find the window of that line.
#[derive(Clone, Copy)]
struct Neighbor {
    /// From the first line of the stone's point to that one.
    away: i16,
    direction: Direction,
    /// How far the cells of the stone's line are shifted, from ten cells before it on.
    shift: u8,
}

/// Neighbors by bit of [`Neighborhood`].
static NEIGHBORS: [Neighbor; 64] = neighbors();

const fn neighbors() -> [Neighbor; 64] {
    let mut all = [Neighbor {
        away: 0,
        direction: Direction::Horizontal,
        shift: 0,
    }; 64];
    let mut bit = 0;
    while bit < DIRECTIONS * Neighborhood::CELLS {
        let (direction, cell) = (bit / Neighborhood::CELLS, bit % Neighborhood::CELLS);
        let steps = cell as isize - WINDOW_REACH as isize;
        let slots = steps * Point::slots_away(Direction::ALL[direction]);
        all[bit] = Neighbor {
            away: slots as i16 * DIRECTIONS as i16 + direction as i16,
            direction: Direction::ALL[direction],
            shift: (CELL_BITS * cell as u32) as u8,
        };
        bit += 1;
    }
    all
}

/// How many bits before a stone the window of the first cell around it begins.
const BITS_BEFORE: u32 = 2 * WINDOW_REACH * CELL_BITS;

impl ShapeIndex {
    /// Looks everything up for a board.
    pub(super) fn of(board: &Board, table: &WindowTable) -> ShapeIndex {
        let mut index = ShapeIndex {
            cells: ByDirection([[u64::MAX; board::LINES]; DIRECTIONS]),
            entries: [EntryPair::default(); LINES],
            counts: [ByColor::default(); SLOTS],
            replaced: [UndoEntry::default(); MOST_CHANGES],
        };
        for point in board.size().points() {
            index.toggle(point, WALL ^ board.stone(point).map_or(0, stone_bit));
        }
        for point in board.empties().iter() {
            for direction in Direction::ALL {
                let (number, place) = number_and_place(point, direction);
                let window = index.cells[direction][number] >> (CELL_BITS * place);
                index.entries[line_of(point, direction)] = table.look_up(window);
            }
            index.counts[point.slot()] = ByColor::from_fn(|color| {
                let entry = |direction| index.entry(point, direction, color);
                ShapeCounts::of(Direction::ALL.map(|direction| entry(direction).shape()))
            });
        }
        index
    }

    pub(super) fn entry(&self, point: Point, direction: Direction, color: Color) -> ShapeEntry {
        self.entries[line_of(point, direction)].of(color)
    }

    /// What both sides would make on the line of a change as it is now.
    #[inline]
    pub(super) fn shapes_now(&self, change: UndoEntry) -> LinePair {
        self.entries[usize::from(change.line) % LINES].shapes()
    }

    /// What both sides would make on a line of the empty `point`.
    pub(super) fn line_pair(&self, point: Point, direction: Direction) -> LinePair {
        self.entries[line_of(point, direction)].shapes()
    }

    pub(super) fn both_counts(&self, point: Point) -> ByColor<ShapeCounts> {
        self.counts[point.slot() % SLOTS]
    }

    /// Changes the cell of a point on its four lines.
    #[inline]
    fn toggle(&mut self, point: Point, bits: u64) {
        for direction in Direction::ALL {
            let (number, place) = number_and_place(point, direction);
            self.cells[direction][number] ^= bits << (CELL_BITS * (place + WINDOW_REACH));
        }
    }

    /// Adds a stone and looks up the empty cells around it anew; gives how many entries change.
    ///
    /// Every entry is written down and only the changed ones are counted, so that no branch has
    /// to be guessed.
    pub(super) fn add(
        &mut self,
        point: Point,
        color: Color,
        around: Neighborhood,
        table: &WindowTable,
    ) -> usize {
        self.toggle(point, stone_bit(color));
        let here = (point.slot() * DIRECTIONS) as i32;
        // What is turned round to the other end is before the board and after it.
        let cells = ByDirection::from_fn(|direction| {
            let (number, place) = number_and_place(point, direction);
            let begins = CELL_BITS * (place + WINDOW_REACH) + u64::BITS - BITS_BEFORE;
            self.cells[direction][number].rotate_right(begins)
        });
        let mut count = 0;
        for bit in around.bits() {
            let neighbor = NEIGHBORS[bit % NEIGHBORS.len()];
            let line = (here + i32::from(neighbor.away)) as usize % LINES;
            let now = table.look_up(cells[neighbor.direction] >> neighbor.shift);
            let entries = std::mem::replace(&mut self.entries[line], now);
            let change = &mut self.replaced[count % MOST_CHANGES];
            (change.line, change.entries) = (line as u16, entries);
            count += usize::from(entries != now);
        }
        count
    }

    /// Takes a stone away; the entries are restored one by one.
    pub(super) fn remove(&mut self, point: Point, color: Color) {
        self.toggle(point, stone_bit(color));
    }

    /// Brings the counts of a point in step with one of the entries that the last stone added has
    /// changed; gives what was before, and the counts now.
    #[inline]
    pub(super) fn recount(&mut self, number: usize) -> (UndoEntry, ByColor<ShapeCounts>) {
        let UndoEntry { line, entries, .. } = self.replaced[number % MOST_CHANGES];
        let at = usize::from(line) % LINES;
        let to = self.entries[at];
        let counts = self.counts[at / DIRECTIONS];
        let before = UndoEntry {
            line,
            entries,
            counts,
        };
        self.replaced[number % MOST_CHANGES].counts = counts;
        let changed = |color| counts[color].changed(entries.of(color), to.of(color));
        let now = ByColor {
            black: changed(Color::Black),
            white: changed(Color::White),
        };
        self.counts[at / DIRECTIONS] = now;
        (before, now)
    }

    /// What the last stone added has changed, after each has been recounted.
    pub(super) fn changes(&self, count: usize) -> &[UndoEntry] {
        &self.replaced[..count]
    }

    /// Puts back what was before a change.
    #[inline]
    pub(super) fn restore(&mut self, change: UndoEntry) {
        let line = usize::from(change.line) % LINES;
        self.entries[line] = change.entries;
        self.counts[line / DIRECTIONS] = change.counts;
    }
}

fn line_of(point: Point, direction: Direction) -> usize {
    (point.slot() * DIRECTIONS + direction as usize) % LINES
}
