//! Table entries of Black and White for one line, packed into one 16-bit word.

use crate::board::{ByColor, Color, View};

use super::{LinePair, ShapeEntry, ShapeTable};

/// Both sides' entries of one line: Black's in the lower half. One word, so that both are
/// compared and stored at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct EntryPair(u16);

impl EntryPair {
    /// What a stone of either side makes on the centre of a window.
    pub(super) fn seen(tables: ByColor<&ShapeTable>, views: ByColor<View>) -> EntryPair {
        let byte = |color| u16::from(tables[color].look_up(views[color]).to_byte());
        EntryPair(byte(Color::Black) | byte(Color::White) << 8)
    }

    /// What a stone of `color` makes.
    #[inline]
    pub(super) fn of(self, color: Color) -> ShapeEntry {
        match color {
            Color::Black => ShapeEntry::from_byte(self.0 as u8),
            Color::White => ShapeEntry::from_byte((self.0 >> 8) as u8),
        }
    }

    /// The shapes alone, without the points that go with them.
    #[inline]
    pub(super) const fn shapes(self) -> LinePair {
        LinePair::of_entries(self.0)
    }
}
