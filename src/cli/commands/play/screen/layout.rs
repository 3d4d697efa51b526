//! Splits the terminal into board, panel, prompt and input line, and maps clicks to points.

use ratatui::layout::Rect;

use renju::geometry::{Point, Size};

/// The smallest terminal that has a screen of its own.
pub(super) const MIN_COLUMNS: u16 = 40;
pub(super) const MIN_ROWS: u16 = 20;
/// The columns that a panel beside the board needs at least.
const MIN_PANEL: u16 = 24;
/// Columns before the first point of a row: its number and a blank.
pub(super) const LABEL: u16 = 3;

/// Where things stand on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ScreenLayout {
    /// The board with its coordinates.
    pub(super) board: Rect,
    /// The players, the clocks, and what was told; beside the board or, where that is too narrow,
    /// below it.
    pub(super) panel: Rect,
    /// The line that says what is asked for.
    pub(super) prompt: Rect,
    /// The line that is typed.
    pub(super) typed: Rect,
}

impl ScreenLayout {
    /// The columns and rows that a board needs.
    pub(super) fn needed(size: Size) -> (u16, u16) {
        let (columns, rows) = board_extent(size);
        (columns.max(MIN_COLUMNS), (rows + 2).max(MIN_ROWS))
    }

    /// The layout for a board in an area; `None` if that is too small.
    pub(super) fn new(area: Rect, size: Size) -> Option<ScreenLayout> {
        let needed = ScreenLayout::needed(size);
        if area.width < needed.0 || area.height < needed.1 {
            return None;
        }
        let (columns, rows) = board_extent(size);
        let board = Rect::new(area.x, area.y, columns, rows);
        let lines = |from_end: u16| Rect::new(area.x, area.bottom() - from_end, area.width, 1);
        let is_beside = area.width >= columns + 1 + MIN_PANEL;
        let panel = if is_beside {
            let left = area.x + columns + 1;
            Rect::new(left, area.y, area.right() - left, area.height - 2)
        } else {
            let height = area.height - 2 - rows;
            Rect::new(area.x, area.y + rows, area.width, height)
        };
        Some(ScreenLayout {
            board,
            panel,
            prompt: lines(2),
            typed: lines(1),
        })
    }

    /// The point of the board at a column and a row of the terminal.
    pub(super) fn point_at(&self, column: u16, row: u16, size: Size) -> Option<Point> {
        let across = column.checked_sub(self.board.x + LABEL)?;
        let down = row.checked_sub(self.board.y + 1)?;
        let row = u16::from(size.get()).checked_sub(down + 1)?;
        let point = Point::new((across / 2) as u8, row as u8)?;
        (across.is_multiple_of(2) && point.is_on(size)).then_some(point)
    }
}

/// The columns and rows of a board with its coordinates.
fn board_extent(size: Size) -> (u16, u16) {
    let lines = u16::from(size.get());
    (LABEL + 2 * lines + 2, lines + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_found_where_it_is_drawn() {
        let area = Rect::new(0, 0, 80, 24);
        let layout = ScreenLayout::new(area, Size::RENJU).unwrap();
        let named = |name: &str| name.parse::<Point>().unwrap();
        assert_eq!(layout.point_at(3, 15, Size::RENJU), Some(named("A1")));
        assert_eq!(layout.point_at(31, 1, Size::RENJU), Some(named("O15")));
        assert_eq!(layout.point_at(4, 1, Size::RENJU), None);
        assert_eq!(layout.point_at(3, 0, Size::RENJU), None);
        assert_eq!(layout.point_at(33, 1, Size::RENJU), None);
        assert_eq!(layout.point_at(3, 16, Size::RENJU), None);
    }

    #[test]
    fn the_largest_board_has_room_on_a_terminal_of_24_rows() {
        let size = Size::new(20).unwrap();
        assert!(ScreenLayout::new(Rect::new(0, 0, 80, 24), size).is_some());
        assert!(ScreenLayout::new(Rect::new(0, 0, 80, 23), size).is_none());
        let narrow = ScreenLayout::new(Rect::new(0, 0, 40, 20), Size::RENJU).unwrap();
        assert_eq!(narrow.panel.height, 1);
        assert!(ScreenLayout::new(Rect::new(0, 0, 20, 5), Size::RENJU).is_none());
    }
}
