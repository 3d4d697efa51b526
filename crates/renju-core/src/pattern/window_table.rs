//! Compressed lookup table for both sides at once, small enough for the first-level cache.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::LazyLock;

use crate::board::{ByColor, Color, View, WINDOW_REACH, Window};
use crate::rule::Rule;

use super::ShapeTable;
use super::entry_pair::EntryPair;

/// Bits of a cell: one for each side's stone.
pub(super) const CELL_BITS: u32 = 2;
/// A cell off the board: both bits.
pub(super) const WALL: u64 = 0b11;

/// The bit of a stone in its cell.
#[inline]
pub(super) const fn stone_bit(color: Color) -> u64 {
    match color {
        Color::Black => 0b01,
        Color::White => 0b10,
    }
}

/// Cells on either side of a window's centre.
const HALF_CELLS: u32 = WINDOW_REACH;
/// How many bits the half after the centre lies above the one before it.
const AHEAD_AT: u32 = CELL_BITS * (HALF_CELLS + 1);
/// Halves there are.
const HALVES: usize = 1 << (CELL_BITS * HALF_CELLS);
/// Room for 64 classes of halves; under every rule there are 60 at most.
const CLASS_BITS: usize = 6;
const ENTRIES: usize = 1 << (2 * CLASS_BITS);

/// What a stone of either side makes on the centre of a window, from a look-up.
///
/// A window is read as its two halves, [`CELL_BITS`] for each cell. Few halves differ in what they mean: what
/// stands behind stones of both sides, say, is of no account. So each half has a class, and the two
/// classes of a window lead to its entries; all three tables together are small enough for a
/// processor's first cache.
pub(super) struct WindowTable {
    /// The class of the half before the centre, in the upper half of a place in `entries`.
    behind: [u16; HALVES],
    /// The class of the half after the centre.
    ahead: [u16; HALVES],
    entries: [EntryPair; ENTRIES],
}

static RENJU: LazyLock<Box<WindowTable>> = LazyLock::new(|| WindowTable::build(Rule::Renju));
static STANDARD: LazyLock<Box<WindowTable>> = LazyLock::new(|| WindowTable::build(Rule::Standard));
static FREESTYLE: LazyLock<Box<WindowTable>> =
    LazyLock::new(|| WindowTable::build(Rule::Freestyle));

impl WindowTable {
    /// The table of a rule; built on first use, in about a millisecond.
    pub(super) fn of(rule: Rule) -> &'static WindowTable {
        match rule {
            Rule::Renju => &RENJU,
            Rule::Standard => &STANDARD,
            Rule::Freestyle => &FREESTYLE,
        }
    }

    /// What stones make on the centre of a window of eleven cells, the lowest bits of `cells`.
    #[inline]
    pub(super) fn look_up(&self, cells: u64) -> EntryPair {
        let behind = cells as usize % HALVES;
        let ahead = (cells >> AHEAD_AT) as usize % HALVES;
        let place = self.behind[behind] | self.ahead[ahead];
        self.entries[usize::from(place) % ENTRIES]
    }

    fn build(rule: Rule) -> Box<WindowTable> {
        let shapes = ByColor::from_fn(|color| ShapeTable::of(rule.five_length(color)));
        let aheads: Vec<usize> = (0..HALVES).filter(|&half| can_be_ahead(half)).collect();
        let behinds: Vec<usize> = aheads.iter().map(|&half| mirrored(half)).collect();
        let pairs = |behind: usize, ahead: usize| EntryPair::seen(shapes, views(behind, ahead));
        let rows = classes(&behinds, |&behind| {
            aheads.iter().map(|&ahead| pairs(behind, ahead)).collect()
        });
        let columns = classes(&aheads, |&ahead| {
            behinds.iter().map(|&behind| pairs(behind, ahead)).collect()
        });
        let mut table = Box::new(WindowTable {
            behind: [0; HALVES],
            ahead: [0; HALVES],
            entries: [EntryPair::default(); ENTRIES],
        });
        for (&behind, row) in behinds.iter().zip(&rows) {
            table.behind[behind] = (row << CLASS_BITS) as u16;
            for (&ahead, column) in aheads.iter().zip(&columns) {
                table.ahead[ahead] = *column as u16;
                table.entries[row << CLASS_BITS | column] = pairs(behind, ahead);
            }
        }
        table
    }
}

/// Numbers the classes of items: equal where `meaning` is.
fn classes<M: Eq + Hash>(items: &[usize], meaning: impl Fn(&usize) -> Vec<M>) -> Vec<usize> {
    let mut known = HashMap::new();
    let class = |item| {
        let next = known.len();
        *known.entry(meaning(item)).or_insert(next)
    };
    let classes: Vec<usize> = items.iter().map(class).collect();
    assert!(known.len() <= 1 << CLASS_BITS, "there is room for them");
    classes
}

fn cells_of(half: usize) -> impl DoubleEndedIterator<Item = usize> {
    (0..HALF_CELLS).map(move |cell| half >> (CELL_BITS * cell) & WALL as usize)
}

/// Whether a half after a centre has no cell of the board beyond its edge.
fn can_be_ahead(half: usize) -> bool {
    cells_of(half).is_sorted_by_key(|cell| cell == WALL as usize)
}

fn mirrored(half: usize) -> usize {
    cells_of(half).fold(0, |mirrored, cell| mirrored << CELL_BITS | cell)
}

/// The window of two halves as each side sees it.
fn views(behind: usize, ahead: usize) -> ByColor<View> {
    let cells = behind as u64 | (ahead as u64) << AHEAD_AT;
    let side = |color| {
        let has_bit = |cell| cells >> (CELL_BITS * cell) & stone_bit(color) != 0;
        (0..=2 * HALF_CELLS).fold(0, |side, cell| side | u16::from(has_bit(cell)) << cell)
    };
    Window::new(side(Color::Black), side(Color::White)).views()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_window_has_the_entries_of_its_views() {
        for rule in Rule::ALL {
            let shapes = ByColor::from_fn(|color| ShapeTable::of(rule.five_length(color)));
            for ahead in (0..HALVES).filter(|&half| can_be_ahead(half)) {
                for behind in (0..HALVES).filter(|&half| can_be_ahead(mirrored(half))) {
                    let cells = (behind | ahead << AHEAD_AT) as u64;
                    let found = WindowTable::of(rule).look_up(cells);
                    for color in Color::BOTH {
                        let expected = shapes[color].look_up(views(behind, ahead)[color]);
                        assert_eq!(found.of(color), expected, "{rule} {cells:b}");
                    }
                }
            }
        }
    }

    #[test]
    fn halves_end_at_the_edge_of_the_board() {
        assert_eq!((0..HALVES).filter(|&half| can_be_ahead(half)).count(), 364);
        assert_eq!(mirrored(0b11_00_01_10_00), 0b00_10_01_00_11);
    }
}
