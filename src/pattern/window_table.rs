use std::collections::HashMap;
use std::hash::Hash;
use std::sync::LazyLock;

use crate::board::{ByColor, View, WINDOW_REACH};
use crate::rule::Rule;

use super::ShapeTable;
use super::entry_pair::EntryPair;

/// Cells on either side of a window's centre.
const HALF_CELLS: usize = WINDOW_REACH as usize;
/// Halves there are: two bits for each cell.
const HALVES: usize = 1 << (2 * HALF_CELLS);
/// Room for 64 classes of halves; under every rule there are 60 at most.
const CLASS_BITS: usize = 6;
const ENTRIES: usize = 1 << (2 * CLASS_BITS);

/// A cell of a half that is off the board: the bits of a black and of a white stone.
const WALL: usize = 0b11;

/// What a stone of either side makes on the centre of a window, from a look-up.
///
/// A window is read as its two halves, two bits for each cell: the lower one for a black stone,
/// the upper one for a white stone, both off the board. Few halves differ in what they mean: what
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
        let ahead = (cells >> (2 * (HALF_CELLS + 1))) as usize % HALVES;
        let place = self.behind[behind] | self.ahead[ahead];
        self.entries[usize::from(place) % ENTRIES]
    }

    fn build(rule: Rule) -> Box<WindowTable> {
        let shapes = ByColor::from_fn(|color| ShapeTable::of(rule.five_length(color)));
        let aheads: Vec<usize> = (0..HALVES).filter(|&half| can_be_ahead(half)).collect();
        let behinds: Vec<usize> = aheads.iter().map(|&half| mirrored(half)).collect();
        let pairs = |behind: usize, ahead: usize| EntryPair::seen(shapes, window(behind, ahead));
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
    (0..HALF_CELLS).map(move |cell| half >> (2 * cell) & WALL)
}

/// Whether a half after a centre has no cell of the board beyond its edge.
fn can_be_ahead(half: usize) -> bool {
    cells_of(half).is_sorted_by_key(|cell| cell == WALL)
}

fn mirrored(half: usize) -> usize {
    cells_of(half).fold(0, |mirrored, cell| mirrored << 2 | cell)
}

/// The window of two halves as each side sees it.
fn window(behind: usize, ahead: usize) -> ByColor<View> {
    let cells = behind | ahead << (2 * (HALF_CELLS + 1));
    let side = |bit: usize| -> u16 {
        let cells = (0..=2 * HALF_CELLS).map(|cell| (cells >> (2 * cell + bit) & 1) << cell);
        cells.sum::<usize>() as u16
    };
    let (black, white) = (side(0), side(1));
    ByColor {
        black: View {
            own: black & !white,
            blocked: white,
        },
        white: View {
            own: white & !black,
            blocked: black,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    #[test]
    fn every_window_has_the_entries_of_its_views() {
        for rule in Rule::ALL {
            let shapes = ByColor::from_fn(|color| ShapeTable::of(rule.five_length(color)));
            for ahead in (0..HALVES).filter(|&half| can_be_ahead(half)) {
                for behind in (0..HALVES).filter(|&half| can_be_ahead(mirrored(half))) {
                    let cells = (behind | ahead << (2 * (HALF_CELLS + 1))) as u64;
                    let found = WindowTable::of(rule).look_up(cells);
                    for color in Color::BOTH {
                        let expected = shapes[color].look_up(window(behind, ahead)[color]);
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
