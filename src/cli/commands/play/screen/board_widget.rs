//! Ratatui widget for the board: stones, grid, coordinates, cursor and marks in 256 colours.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color as Ink, Modifier, Style};
use ratatui::widgets::Widget;

use super::layout::LABEL;
use crate::cli::commands::play::view::BoardMarks;
use renju::board::{Board, Color};
use renju::geometry::Point;
use renju::render::joint;

/// The wood of the board, its lines, and what stands out on it, of the 256 colours that every
/// terminal of today has.
const WOOD: Ink = Ink::Indexed(179);
const LINES: Ink = Ink::Indexed(94);
const BLACK: Ink = Ink::Indexed(16);
const WHITE: Ink = Ink::Indexed(231);
const CURSOR: Ink = Ink::Indexed(117);
const WON: Ink = Ink::Indexed(120);
const BAD: Ink = Ink::Indexed(160);

/// A board with stones, lines, coordinates and marks.
pub(super) struct BoardWidget<'a> {
    pub(super) board: &'a Board,
    pub(super) marks: &'a BoardMarks,
    pub(super) cursor: Option<Point>,
    pub(super) is_colored: bool,
}

impl Widget for BoardWidget<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let side = u16::from(self.board.size().get());
        self.write_letters(area, area.y, buffer);
        self.write_letters(area, area.y + side + 1, buffer);
        for point in self.board.size().points() {
            let x = area.x + LABEL + 2 * u16::from(point.column());
            let y = area.y + side - u16::from(point.row());
            if point.column() == 0 {
                let number = format!("{:>2}", point.row() + 1);
                buffer.set_string(area.x, y, &number, faint());
                let right = area.x + LABEL + 2 * side;
                buffer.set_string(right, y, number.trim_start(), faint());
                buffer.set_string(x - 1, y, " ", self.wood());
            }
            buffer.set_string(x, y, self.glyph(point).to_string(), self.style(point));
            let is_last = u16::from(point.column()) + 1 == side;
            let join = if is_last { " " } else { "─" };
            buffer.set_string(x + 1, y, join, self.wood());
            if self.cursor == Some(point) {
                buffer.set_string(x - 1, y, "[", self.cursor_style());
                buffer.set_string(x + 1, y, "]", self.cursor_style());
            }
        }
        self.redraw_cursor(area, buffer);
    }
}

impl BoardWidget<'_> {
    fn write_letters(&self, area: Rect, y: u16, buffer: &mut Buffer) {
        let side = self.board.size().get();
        let letters = (0..side).filter_map(|column| Point::new(column, 0));
        for point in letters {
            let x = area.x + LABEL + 2 * u16::from(point.column());
            buffer.set_string(x, y, point.letter().to_string(), faint());
        }
    }

    /// The bracket behind the cursor, which the next point's line has covered.
    fn redraw_cursor(&self, area: Rect, buffer: &mut Buffer) {
        let Some(cursor) = self.cursor else { return };
        let side = u16::from(self.board.size().get());
        let x = area.x + LABEL + 2 * u16::from(cursor.column());
        let y = area.y + side - u16::from(cursor.row());
        buffer.set_string(x - 1, y, "[", self.cursor_style());
        buffer.set_string(x + 1, y, "]", self.cursor_style());
    }

    fn glyph(&self, point: Point) -> char {
        let is_last = self.marks.last == Some(point);
        match self.board.stone(point) {
            Some(color) if self.is_colored => match (color, is_last) {
                (_, true) => '▲',
                (_, false) => '●',
            },
            Some(Color::Black) => {
                if is_last {
                    '▲'
                } else {
                    '●'
                }
            }
            Some(Color::White) => {
                if is_last {
                    '△'
                } else {
                    '○'
                }
            }
            None if self.marks.forbidden.contains(&point) => '×',
            None if self.marks.offers.contains(&point) => '?',
            None => joint(point, self.board.size()),
        }
    }

    fn style(&self, point: Point) -> Style {
        let style = self.wood();
        let ink = match self.board.stone(point) {
            Some(Color::Black) => BLACK,
            Some(Color::White) => WHITE,
            None if self.marks.forbidden.contains(&point) => BAD,
            None if self.marks.offers.contains(&point) => BLACK,
            None => return self.on_row(style, point),
        };
        let style = style.add_modifier(Modifier::BOLD);
        let style = if self.is_colored {
            style.fg(ink)
        } else {
            style
        };
        self.on_row(style, point)
    }

    /// The style of a stone that is one of the winning row.
    fn on_row(&self, style: Style, point: Point) -> Style {
        if !self.marks.row.contains(&point) {
            return style;
        }
        if self.is_colored {
            style.bg(WON)
        } else {
            style.add_modifier(Modifier::REVERSED)
        }
    }

    fn wood(&self) -> Style {
        if self.is_colored {
            Style::new().fg(LINES).bg(WOOD)
        } else {
            Style::new()
        }
    }

    fn cursor_style(&self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.is_colored {
            style.fg(BLACK).bg(CURSOR)
        } else {
            style
        }
    }
}

fn faint() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}
