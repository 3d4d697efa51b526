use crate::board::Color;
use crate::geometry::{Point, Size};

use crate::study::BoardReport;

use super::{Label, Style};

/// The characters a board is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Glyphs {
    /// `X`, `O` and `.`, which every reader of diagrams understands.
    Ascii,
    /// `●`, `○` and lines.
    Unicode,
}

/// Something written on a point in place of what is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkedPoint {
    /// Where.
    pub point: Point,
    /// What, in one or a few characters.
    pub text: String,
    /// What it stands for.
    pub label: Label,
}

/// A board as text: stones, marks, coordinates on all sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardText {
    /// Its side.
    pub size: Size,
    /// Its stones.
    pub stones: Vec<(Point, Color)>,
    /// What is written over them.
    pub marks: Vec<MarkedPoint>,
    /// How it is drawn.
    pub glyphs: Glyphs,
}

impl BoardText {
    /// The board of a report.
    pub fn of(report: &BoardReport, glyphs: Glyphs, marks: Vec<MarkedPoint>) -> BoardText {
        let black = report.black.iter().map(|&point| (point, Color::Black));
        let white = report.white.iter().map(|&point| (point, Color::White));
        BoardText {
            size: report.head.size,
            stones: black.chain(white).collect(),
            marks,
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
        let columns = (0..self.size.get()).filter_map(|column| Point::new(column, 0));
        let letters: Vec<String> = columns
            .map(|point| format!("{:>width$}", point.letter()))
            .collect();
        let header = style.paint(Label::Faint, &format!("   {}", letters.join(" ")));
        let mut text = format!("{header}\n");
        for row in (0..self.size.get()).rev() {
            let label = style.paint(Label::Faint, &format!("{:>2}", row + 1));
            let points = (0..self.size.get()).filter_map(|column| Point::new(column, row));
            let cells: Vec<String> = points.map(|point| self.cell(point, width, style)).collect();
            let number = style.paint(Label::Faint, &format!("{}", row + 1));
            text.push_str(&format!(
                "{label} {} {number}\n",
                cells.join(self.between(width))
            ));
        }
        text + &header + "\n"
    }

    const fn between(&self, width: usize) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode if width == 1 => "─",
            Glyphs::Unicode | Glyphs::Ascii => " ",
        }
    }

    fn cell(&self, point: Point, width: usize, style: Style) -> String {
        let (text, label) = match self.marks.iter().find(|mark| mark.point == point) {
            Some(mark) => (mark.text.clone(), Some(mark.label)),
            None => self.unmarked(point),
        };
        let text = format!("{text:>width$}");
        label.map_or(text.clone(), |label| style.paint(label, &text))
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

/// The crossing of lines at a point: a corner, an edge, or a cross.
fn joint(point: Point, size: Size) -> char {
    let last = size.get() - 1;
    let rank = |place: u8| usize::from(place != 0) + usize::from(place == last);
    const JOINTS: [[char; 3]; 3] = [['└', '┴', '┘'], ['├', '┼', '┤'], ['┌', '┬', '┐']];
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
            glyphs: Glyphs::Ascii,
        };
        let ascii = "   A B C D E\n 5 . . . . O 5\n 4 . . . . . 4\n 3 . . 3 . . 3\n 2 . . . . . 2\n 1 X . . . . 1\n   A B C D E\n";
        assert_eq!(board.draw(Style::PLAIN), ascii);
        board.glyphs = Glyphs::Unicode;
        assert!(board.draw(Style::PLAIN).contains(" 5 ┌─┬─┬─┬─○ 5\n"));
    }
}
