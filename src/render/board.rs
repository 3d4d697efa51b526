//! Text diagram of a board in ASCII or Unicode, with coordinates, marks and colours.

use unicode_width::UnicodeWidthStr;

use super::picture::{BoardPicture, Mark};
use super::{Label, Style};
use crate::board::Color;
use crate::forbidden::ForbiddenKind;
use crate::geometry::{Direction, Point, Size};

/// The characters a board is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Glyphs {
    /// `X`, `O` and `.`, which every reader of diagrams understands.
    Ascii,
    /// `●`, `○` and box lines, as Unicode has them.
    Unicode,
}

/// Something written on a point in place of what is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkedPoint {
    /// The point that is marked.
    pub point: Point,
    /// The mark, one or a few characters.
    pub text: String,
    /// What it stands for.
    pub label: Label,
}

/// A board as text: stones, marks, coordinates on all sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardText {
    /// Side of the board in points.
    pub size: Size,
    /// Stones with their points.
    pub stones: Vec<(Point, Color)>,
    /// What is written over them.
    pub marks: Vec<MarkedPoint>,
    /// The stone to point out as the last.
    pub last: Option<Point>,
    /// How it is drawn.
    pub glyphs: Glyphs,
}

impl BoardText {
    /// The board of a picture, as far as text can show it: without lines, dots and discs.
    pub fn of(picture: &BoardPicture, glyphs: Glyphs) -> BoardText {
        let stones = || picture.stones.iter().chain(&picture.ghosts);
        let number = |&(point, number): &(Point, u16)| MarkedPoint {
            point,
            text: number.to_string(),
            label: match stones().find(|(at, _)| *at == point) {
                Some((_, Color::White)) => Label::White,
                _ => Label::Black,
            },
        };
        let forbidden = |(point, kinds): &(Point, Vec<ForbiddenKind>)| {
            // Beside move numbers a digit would be taken for one of them.
            let kind = kinds.first().filter(|_| picture.numbers.is_empty());
            MarkedPoint {
                point: *point,
                text: kind.map_or('×', |kind| kind.digit()).to_string(),
                label: Label::Bad,
            }
        };
        let mark = |(point, mark): &(Point, Mark)| match mark {
            Mark::Label(text) => Some(MarkedPoint {
                point: *point,
                text: text.clone(),
                label: Label::Focus,
            }),
            Mark::Dot(_) | Mark::Reply(_) => None,
        };
        let numbers = picture.numbers.iter().map(number);
        let forbidden = picture.forbidden.iter().map(forbidden);
        let marks = picture.marks.iter().filter_map(mark);
        BoardText {
            size: picture.size,
            stones: picture.stones.clone(),
            marks: numbers.chain(forbidden).chain(marks).collect(),
            last: picture.last,
            glyphs,
        }
    }

    /// The lines of the drawing, each ended by a line break.
    pub fn draw(&self, style: Style) -> String {
        let width = self
            .marks
            .iter()
            .map(|mark| mark.text.chars().count())
            .max()
            .unwrap_or(1);
        let letters: Vec<String> = self
            .points_of_row(0)
            .map(|point| format!("{:>width$}", point.letter()))
            .collect();
        let header = style.paint(Label::Faint, &format!("   {}", letters.join(" ")));
        let rows = (0..self.size.get())
            .rev()
            .map(|row| self.row(row, width, style));
        format!("{header}\n{}{header}\n", rows.collect::<String>())
    }

    /// The columns of a terminal that the drawing takes.
    pub fn columns(&self) -> usize {
        let drawing = self.draw(Style::PLAIN);
        drawing.lines().map(str::width).max().unwrap_or(0)
    }

    fn points_of_row(&self, row: u8) -> impl Iterator<Item = Point> {
        (0..self.size.get()).filter_map(move |column| Point::new(column, row))
    }

    /// ` 8 . . X[O]. 8`: the last move stands in brackets.
    fn row(&self, row: u8, width: usize, style: Style) -> String {
        let mut text = style.paint(Label::Faint, &format!("{:>2}", row + 1));
        for point in self.points_of_row(row) {
            let before = self.before(point, width);
            text += &style.paint_on_board(None, before.encode_utf8(&mut [0; 4]));
            text += &self.cell(point, width, style);
        }
        let end = self.points_of_row(row).last();
        let is_last = end.is_some() && end == self.last;
        text += &style.paint_on_board(None, if is_last { "]" } else { " " });
        text += &style.paint(Label::Faint, &(row + 1).to_string());
        text.push('\n');
        text
    }

    /// What stands between a point and the one before it.
    fn before(&self, point: Point, width: usize) -> char {
        let previous = point.step(Direction::Horizontal, -1);
        if self.last == Some(point) {
            '['
        } else if previous.is_some() && previous == self.last {
            ']'
        } else if previous.is_some() && width == 1 && self.glyphs == Glyphs::Unicode {
            '─'
        } else {
            ' '
        }
    }

    fn cell(&self, point: Point, width: usize, style: Style) -> String {
        let (text, label) = match self.marks.iter().find(|mark| mark.point == point) {
            Some(mark) => (mark.text.clone(), Some(mark.label)),
            None => self.unmarked(point),
        };
        style.paint_on_board(label, &format!("{text:>width$}"))
    }

    fn unmarked(&self, point: Point) -> (String, Option<Label>) {
        let stone = self
            .stones
            .iter()
            .find(|(at, _)| *at == point)
            .map(|(_, color)| *color);
        let (ascii, unicode, label) = match stone {
            Some(Color::Black) => ('X', '●', Some(Label::Black)),
            Some(Color::White) => ('O', '○', Some(Label::White)),
            None => ('.', joint(point, self.size), None),
        };
        let glyph = match self.glyphs {
            Glyphs::Ascii => ascii,
            Glyphs::Unicode => unicode,
        };
        (glyph.to_string(), label)
    }
}

/// The crossings of lines, by row and column: first, inner, last.
const JOINTS: [[char; 3]; 3] = [['└', '┴', '┘'], ['├', '┼', '┤'], ['┌', '┬', '┐']];

/// The character of a crossing of lines.
pub fn joint(point: Point, size: Size) -> char {
    let last = size.get() - 1;
    let rank = |place: u8| usize::from(place != 0) + usize::from(place == last);
    JOINTS[rank(point.row())][rank(point.column())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_shows_stones_and_marks_where_they_are() {
        let point = |name: &str| name.parse::<Point>().unwrap();
        let mut board = BoardText {
            size: Size::MIN,
            stones: vec![(point("A1"), Color::Black), (point("E5"), Color::White)],
            marks: vec![MarkedPoint {
                point: point("C3"),
                text: "3".to_owned(),
                label: Label::Bad,
            }],
            last: Some(point("E5")),
            glyphs: Glyphs::Ascii,
        };
        let ascii = "   A B C D E\n 5 . . . .[O]5\n 4 . . . . . 4\n 3 . . 3 . . 3\n 2 . . . . . 2\n 1 X . . . . 1\n   A B C D E\n";
        assert_eq!(board.draw(Style::PLAIN), ascii);
        board.glyphs = Glyphs::Unicode;
        assert!(board.draw(Style::PLAIN).contains(" 5 ┌─┬─┬─┬[○]5\n"));
    }
}
