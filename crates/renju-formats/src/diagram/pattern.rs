//! Pattern diagrams: rectangles of points in which `?` stands for any point.

use crate::characters::{Character, trimmed};
use crate::header::{HeaderLine, header_line};
use crate::{ErrorCode, ParseError, ParseOptions, StoneMarks, TextLine};
use renju_core::board::Color;
use renju_core::counted::counted;
use renju_core::geometry::{Point, Size};
use renju_core::position::Setup;

use super::signs::{ColumnHeader, RowToken, Sign, tokens};
use super::unquoted::unquoted;

/// A diagram whose points may be left open, of any width and height up to 20.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternDiagram {
    /// The side of the board that a header above the rows names.
    pub size: Option<Size>,
    /// Points of a row, 1 to 20.
    pub width: u8,
    /// Rows, 1 to 20.
    pub height: u8,
    /// Points with a black stone; A1 is the first point of the lowest row.
    pub black: Vec<Point>,
    /// Points with a white stone.
    pub white: Vec<Point>,
    /// Points without a stone.
    pub empty: Vec<Point>,
}

/// What a point of a pattern holds; `None` for anything.
type PatternPoint = Option<Option<Color>>;

/// Reads a diagram in which `?` stands for any point. The first row is the highest; numbers at the
/// ends of rows, the letters of columns, headers and comments may stand around them.
///
/// ```
/// use renju_formats::{ParseOptions, read_pattern};
///
/// let pattern = read_pattern("? X X\nO . ?", ParseOptions::default())?;
/// assert_eq!((pattern.width, pattern.height), (3, 2));
/// assert_eq!(pattern.black, ["B2".parse()?, "C2".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a row has a character that is none of a board, if rows differ in their length, or if there are
/// none, or more than 20 of them.
pub fn read_pattern(text: &str, options: ParseOptions) -> Result<PatternDiagram, ParseError> {
    let mut about = Setup::default();
    let mut rows: Vec<(TextLine, Vec<PatternPoint>)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = TextLine::utf8(number, line);
        let characters = unquoted(&line.text);
        let characters = trimmed(&characters);
        if characters.is_empty() || ColumnHeader::read(&tokens(characters, None)).is_some() {
            continue;
        }
        match header_line(characters) {
            Some(HeaderLine::Header(header)) => {
                header
                    .put_into(&mut about)
                    .map_err(|error| error.on(&line))?;
            }
            Some(HeaderLine::Comment) => {}
            None => {
                let row = row(characters, options.marks).map_err(|error| error.on(&line))?;
                rows.push((line, row));
            }
        }
    }
    let width = same_width(&rows)?;
    let mut pattern = PatternDiagram {
        size: about.size,
        width: width as u8,
        height: rows.len() as u8,
        black: Vec::new(),
        white: Vec::new(),
        empty: Vec::new(),
    };
    for (row, (_, points)) in (0..).zip(rows.iter().rev()) {
        for (column, held) in (0..).zip(points) {
            let list = match held {
                None => continue,
                Some(Some(Color::Black)) => &mut pattern.black,
                Some(Some(Color::White)) => &mut pattern.white,
                Some(None) => &mut pattern.empty,
            };
            list.extend(Point::new(column, row));
        }
    }
    Ok(pattern)
}

/// The width of all rows.
fn same_width(rows: &[(TextLine, Vec<PatternPoint>)]) -> Result<usize, ParseError> {
    let most = usize::from(Size::MAX.get());
    let Some((first, points)) = rows.first() else {
        let error = ParseError::new(ErrorCode::BadBoard, "there is no row in this pattern");
        return Err(error.hint("a pattern is rows of X, O, . and ? for any point"));
    };
    let width = points.len();
    if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != width) {
        let message = format!(
            "a row of {}, where row {} has {width}",
            counted(row.len(), "point", "points"),
            first.number
        );
        return Err(ParseError::new(ErrorCode::BadBoard, message).on(line));
    }
    if width > most || rows.len() > most {
        let message = format!(
            "a pattern of {width} by {}; {most} fit on a board",
            counted(rows.len(), "point", "points")
        );
        return Err(ParseError::new(ErrorCode::TooLarge, message).on(first));
    }
    Ok(width)
}

/// The points of a row.
fn row(line: &[Character], marks: Option<StoneMarks>) -> Result<Vec<PatternPoint>, ParseError> {
    let all = tokens(line, marks);
    let tokens: &[RowToken] = without_numbers(&all);
    let mut points = Vec::new();
    for token in tokens {
        let held = match token.sign {
            _ if token.char == '?' => None,
            Sign::Stone(color) | Sign::Triangle(color) => Some(Some(color)),
            Sign::Empty | Sign::Dash | Sign::Forbidden | Sign::Mark => Some(None),
            Sign::Number(_) | Sign::Other => {
                let message = format!("{:?} is none of X, O, . and ?", token.char);
                let error = ParseError::new(ErrorCode::BadBoard, message);
                return Err(error.at(token.column, 1));
            }
            _ => continue,
        };
        points.push(held);
    }
    Ok(points)
}

/// A row without the numbers at its ends.
fn without_numbers(row: &[RowToken]) -> &[RowToken] {
    let first = row.iter().position(|token| !token.is_digit());
    let last = row.iter().rposition(|token| !token.is_digit());
    match (first, last) {
        (Some(first), Some(last)) => &row[first..=last],
        _ => row,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<PatternDiagram, ParseError> {
        read_pattern(text, ParseOptions::default())
    }

    fn names(points: &[Point]) -> String {
        let names: Vec<String> = points.iter().map(ToString::to_string).collect();
        names.join(" ")
    }

    #[test]
    fn rows_and_labels_give_the_same_points() {
        let plain = read("?X.\nO??\n").unwrap();
        assert_eq!(
            (names(&plain.black), names(&plain.white)),
            ("B2".into(), "A1".into())
        );
        assert_eq!(names(&plain.empty), "C2");
        assert_eq!((plain.width, plain.height, plain.size), (3, 2, None));
        let around = "# size: 9\n# a shape of mine\n 2 ? ● . 2\n 1 ○ ? ? 1\n";
        let labelled = read(around).unwrap();
        assert_eq!(labelled.size.map(Size::get), Some(9));
        let size = labelled.size;
        assert_eq!(labelled, PatternDiagram { size, ..plain });
    }

    #[test]
    fn letters_of_columns_are_passed_over() {
        let text = "   A B C D E\n 2 ? ? ? ? X\n 1 ? ? ? ? ?\n   A B C D E\n";
        let pattern = read(text).unwrap();
        assert_eq!((pattern.width, pattern.height), (5, 2));
        assert_eq!(names(&pattern.black), "E2");
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let wrong = |text: &str| {
            let error = read(text).unwrap_err();
            (error.message, error.line, error.column)
        };
        let (message, line, column) = wrong("?X\n?Z");
        assert_eq!(
            (&*message, line, column),
            ("'Z' is none of X, O, . and ?", Some(2), Some(2))
        );
        let (message, line, _) = wrong("?X\n\n?");
        assert_eq!(
            (&*message, line),
            ("a row of 1 point, where row 1 has 2", Some(3))
        );
        assert!(wrong("\n# words\n").0.contains("no row"));
        assert!(wrong(&"?".repeat(21)).0.contains("21 by 1"));
    }
}
