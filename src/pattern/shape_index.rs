use crate::board::{Board, ByColor, Color, Neighborhood, WINDOW_REACH};
use crate::geometry::{Direction, Point};

use super::shape_table::weight_at;
use super::{LinePair, ShapeCounts, ShapeEntry, ShapeTable};

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
    /// By point and direction: the number of the window as Black sees it, and in the upper half
    /// as White does. A stone adds its weight to the windows that hold it.
    windows: [u32; LINES],
    /// What these numbers stand for.
    entries: [EntryPair; LINES],
    /// By point: what the four lines come to.
    counts: [ByColor<ShapeCounts>; SLOTS],
    /// Entries that the last stone added has changed, as they were before.
    replaced: [ReplacedEntry; MOST_CHANGES],
}

/// Both sides' entries of one line: Black's in the lower half. One word, so that both are
/// compared and stored at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct EntryPair(u16);

impl EntryPair {
    #[inline]
    fn of(self, color: Color) -> ShapeEntry {
        match color {
            Color::Black => ShapeEntry::from_byte(self.0 as u8),
            Color::White => ShapeEntry::from_byte((self.0 >> 8) as u8),
        }
    }

    #[inline]
    const fn shapes(self) -> LinePair {
        LinePair::of_entries(self.0)
    }
}

#[derive(Clone, Copy, Default)]
struct ReplacedEntry {
    line: u16,
    entries: EntryPair,
}

/// A point of which an entry has changed, as it was before.
#[derive(Clone, Copy, Debug)]
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

/// How far away the line of a cell around a stone lies, and what the stone adds to its window.
#[derive(Clone, Copy)]
struct Neighbor {
    away: i32,
    added: u32,
}

/// Neighbors by bit of [`Neighborhood`].
type Neighbors = [Neighbor; 64];

/// By color of the stone.
static NEIGHBORS: ByColor<Neighbors> = ByColor {
    black: neighbors(Color::Black),
    white: neighbors(Color::White),
};

const fn neighbors(color: Color) -> Neighbors {
    let mut all = [Neighbor { away: 0, added: 0 }; 64];
    let mut bit = 0;
    while bit < DIRECTIONS * Neighborhood::CELLS {
        let (direction, cell) = (bit / Neighborhood::CELLS, bit % Neighborhood::CELLS);
        let steps = cell as isize - WINDOW_REACH as isize;
        let slots = steps * Point::slots_away(Direction::ALL[direction]);
        let weight = weight_at(2 * WINDOW_REACH as usize - cell);
        all[bit] = Neighbor {
            away: slots as i32 * DIRECTIONS as i32 + direction as i32,
            added: match color {
                Color::Black => weight | weight << 17,
                Color::White => weight << 1 | weight << 16,
            },
        };
        bit += 1;
    }
    all
}

impl ShapeIndex {
    /// Looks everything up for a board.
    pub(super) fn of(board: &Board, tables: ByColor<&ShapeTable>) -> ShapeIndex {
        let mut index = ShapeIndex {
            windows: [0; LINES],
            entries: [EntryPair::default(); LINES],
            counts: [ByColor::default(); SLOTS],
            replaced: [ReplacedEntry::default(); MOST_CHANGES],
        };
        for point in board.empties().iter() {
            for direction in Direction::ALL {
                let views = board.window(point, direction).views();
                let number = |color| u32::from(ShapeTable::number(views[color]));
                let line = line_of(point, direction);
                index.windows[line] = number(Color::Black) | number(Color::White) << 16;
                index.entries[line] = look_up(index.windows[line], tables);
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

    /// Adds a stone to the windows of the empty cells around it; gives how many entries change.
    ///
    /// Every entry is written down and only the changed ones are counted, so that no branch has
    /// to be guessed.
    pub(super) fn add(
        &mut self,
        point: Point,
        color: Color,
        around: Neighborhood,
        tables: ByColor<&ShapeTable>,
    ) -> usize {
        let here = (point.slot() * DIRECTIONS) as i32;
        let neighbors = &NEIGHBORS[color];
        let mut count = 0;
        for bit in around.bits() {
            let neighbor = neighbors[bit % neighbors.len()];
            let line = (here + neighbor.away) as usize % LINES;
            self.windows[line] += neighbor.added;
            let now = look_up(self.windows[line], tables);
            let entries = std::mem::replace(&mut self.entries[line], now);
            self.replaced[count % MOST_CHANGES] = ReplacedEntry {
                line: line as u16,
                entries,
            };
            count += usize::from(entries != now);
        }
        count
    }

    /// Takes a stone out of those windows; the entries are restored one by one.
    pub(super) fn subtract(&mut self, point: Point, color: Color, around: Neighborhood) {
        let here = (point.slot() * DIRECTIONS) as i32;
        let neighbors = &NEIGHBORS[color];
        for bit in around.bits() {
            let neighbor = neighbors[bit % neighbors.len()];
            let line = (here + neighbor.away) as usize % LINES;
            self.windows[line] -= neighbor.added;
        }
    }

    /// Brings the counts of a point in step with one of the entries that the last stone added has
    /// changed; gives what was before, and the counts now.
    #[inline]
    pub(super) fn recount(&mut self, number: usize) -> (UndoEntry, ByColor<ShapeCounts>) {
        let ReplacedEntry { line, entries } = self.replaced[number % MOST_CHANGES];
        let at = usize::from(line) % LINES;
        let to = self.entries[at];
        let counts = self.counts[at / DIRECTIONS];
        let change = |color| counts[color].changed(entries.of(color), to.of(color));
        let now = ByColor {
            black: change(Color::Black),
            white: change(Color::White),
        };
        self.counts[at / DIRECTIONS] = now;
        let before = UndoEntry {
            line,
            entries,
            counts,
        };
        (before, now)
    }

    /// Puts back what was before a change; gives the counts that were put away.
    #[inline]
    pub(super) fn restore(&mut self, change: UndoEntry) -> ByColor<ShapeCounts> {
        let line = usize::from(change.line) % LINES;
        self.entries[line] = change.entries;
        std::mem::replace(&mut self.counts[line / DIRECTIONS], change.counts)
    }
}

fn line_of(point: Point, direction: Direction) -> usize {
    (point.slot() * DIRECTIONS + direction as usize) % LINES
}

#[inline]
fn look_up(windows: u32, tables: ByColor<&ShapeTable>) -> EntryPair {
    let black = tables.black.numbered(windows as u16).to_byte();
    let white = tables.white.numbered((windows >> 16) as u16).to_byte();
    EntryPair(u16::from(black) | u16::from(white) << 8)
}
