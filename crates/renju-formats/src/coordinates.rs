//! Coordinates in texts: points from letters and numbers, pairs, or the notation of Gomocup.

use std::fmt;

use renju_core::geometry::{Point, Size};

use super::{ErrorCode, Letters, Origin, PairOrder, ParseError, ParseOptions};

/// How a text names points: on which board, from which corner, with which letters.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoordinateSystem {
    pub(super) size: Size,
    /// Whether the input says the size: no flag can name another one.
    is_size_said: bool,
    pub(super) origin: Origin,
    pub(super) letters: Letters,
    pub(super) pairs: Option<PairOrder>,
}

impl CoordinateSystem {
    /// The names on a board of `size`, if the input says one. Where nothing is said: 15x15, bottom left, all letters.
    pub(super) fn new(size: Option<Size>, options: ParseOptions) -> CoordinateSystem {
        CoordinateSystem {
            size: size.or(options.size).unwrap_or(Size::RENJU),
            is_size_said: size.is_some(),
            origin: options.origin.unwrap_or_default(),
            letters: options.letters.unwrap_or_default(),
            pairs: options.pairs,
        }
    }

    /// Whether points are named as everywhere else in this crate.
    pub(super) fn are_ours(self) -> bool {
        self.origin == Origin::BottomLeft && self.letters == Letters::All
    }

    /// The point in the column `letter` and the row of these digits, both as written.
    ///
    /// # Errors
    ///
    /// `bad_point` if `letter` is no letter of these columns, `off_board` if the board lacks the point.
    pub(super) fn point(
        self,
        letter: char,
        digits: impl Iterator<Item = char> + Clone,
    ) -> Result<Point, ParseError> {
        let upper = letter.to_ascii_uppercase();
        let column = self
            .letters
            .column(upper)
            .ok_or_else(|| no_letter(letter))?;
        let with = |number: u8, digit: char| {
            let digit = digit.to_digit(10)? as u8;
            number.checked_mul(10)?.checked_add(digit)
        };
        let row = digits.clone().try_fold(0, with);
        let place = row.map(|row| (column.saturating_add(1), row));
        let name = || format!("{upper}{}", shortened(&digits.collect::<String>()));
        self.at(place).ok_or_else(|| self.off_board(&name(), place))
    }

    /// The point that two numbers name, both as written.
    ///
    /// # Errors
    ///
    /// `bad_point` if it was not said which is which, `off_board` if the board lacks the point.
    pub(super) fn pair(self, [first, second]: [&str; 2]) -> Result<Point, ParseError> {
        let written = format!("{},{}", shortened(first), shortened(second));
        let Some(order) = self.pairs else {
            let message = format!("{written} is a pair of numbers, and either could be the column");
            return Err(ParseError::new(ErrorCode::BadPoint, message).hint(
                "--pairs xy reads the column first, --pairs yx the row, both from 1; --pairs xy0 \
                 and yx0 count from 0; --origin top-left counts rows from the top",
            ));
        };
        let number = |text: &str| text.parse::<u8>().ok();
        let named = number(first).zip(number(second));
        let place = named.map(|pair| order.column_and_row(pair));
        self.at(place)
            .ok_or_else(|| self.off_board(&written, place))
    }

    /// The point of a column and a row that are named as such; `pairs` says from where they count.
    ///
    /// # Errors
    ///
    /// As for [`CoordinateSystem::pair`].
    pub(super) fn column_and_row(self, column_and_row: [&str; 2]) -> Result<Point, ParseError> {
        let pairs = self.pairs.map(|order| match order {
            PairOrder::ColumnRow | PairOrder::RowColumn => PairOrder::ColumnRow,
            PairOrder::ColumnRowFrom0 | PairOrder::RowColumnFrom0 => PairOrder::ColumnRowFrom0,
        });
        CoordinateSystem { pairs, ..self }.pair(column_and_row)
    }

    /// The point of a column and a row, both from 1, if the board has it.
    fn at(self, place: Option<(u8, u8)>) -> Option<Point> {
        let (column, row) = place?;
        let lines = 1..=self.size.get();
        let is_there = lines.contains(&column) && lines.contains(&row);
        is_there.then(|| Point::new(column - 1, self.row(row)))?
    }

    /// The point that `name`, a letter and a number and nothing else, stands for.
    ///
    /// # Errors
    ///
    /// As for [`CoordinateSystem::point`], and `bad_point` for any other text.
    pub(super) fn parse(self, name: &str) -> Result<Point, ParseError> {
        let letter = name.chars().next().unwrap_or_default();
        let number = &name[letter.len_utf8().min(name.len())..];
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        if !letter.is_ascii_alphabetic() || !is_number {
            let message = format!("{:?} is not a point", shortened(name));
            return Err(ParseError::new(ErrorCode::BadPoint, message)
                .hint("a point is a letter and a number, such as H8"));
        }
        self.point(letter, number.chars())
    }

    /// The row from 0 at the bottom of the row `number`, from 1 at the origin.
    pub(super) fn row(self, number: u8) -> u8 {
        match self.origin {
            Origin::BottomLeft => number - 1,
            Origin::TopLeft => self.size.get() - number,
        }
    }

    /// That the board lacks a point; `place` is its column and row, both from 1.
    fn off_board(self, name: &str, place: Option<(u8, u8)>) -> ParseError {
        let message = format!("{name} is off the {} board", self.size);
        let error = ParseError::new(ErrorCode::OffBoard, message);
        let least = place.map(|(column, row)| i64::from(column.min(row)));
        let most = place.map(|(column, row)| i64::from(column.max(row)));
        error.hint(match least.zip(most) {
            _ if self.is_size_said => format!("the input says that its board is {}", self.size),
            Some((1.., most)) if has_board(most) => "--size names a larger board".to_owned(),
            _ => format!("rows count from 1, and the largest board is {}", Size::MAX),
        })
    }
}

/// The point that a letter and a number name on a board of `size`, by these letters.
///
/// ```
/// use renju_core::geometry::Size;
/// use renju_formats::{Letters, parse_point};
///
/// assert_eq!(parse_point("J9", Size::RENJU, Letters::SkipI)?.to_string(), "I9");
/// # Ok::<(), renju_formats::ParseError>(())
/// ```
///
/// # Errors
///
/// `bad_point` or `off_board`.
pub fn parse_point(name: &str, size: Size, letters: Letters) -> Result<Point, ParseError> {
    let options = ParseOptions {
        letters: Some(letters),
        ..ParseOptions::default()
    };
    CoordinateSystem::new(Some(size), options).parse(name)
}

impl ParseOptions {
    /// These options for a format whose rows count from the top, unless the user says otherwise.
    pub(super) fn rows_from_top(self) -> ParseOptions {
        ParseOptions {
            origin: self.origin.or(Some(Origin::TopLeft)),
            ..self
        }
    }
}

/// Whether there are boards of this many lines.
pub(super) fn has_board(lines: i64) -> bool {
    lines <= Size::MAX.get().into()
}

fn no_letter(letter: char) -> ParseError {
    if letter.eq_ignore_ascii_case(&'i') {
        ParseError::new(ErrorCode::BadPoint, "the columns leave out the letter I")
            .hint("--letters all reads columns that have it")
    } else {
        ParseError::new(ErrorCode::BadPoint, format!("{letter:?} is not a column"))
    }
}

/// A text for a message: its first characters.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 24;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST).collect();
    format!("{start}...")
}

/// A point as the Gomocup protocol writes it: columns from the left and rows from the top, both
/// from 0. It need not be on any board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GomocupPoint {
    /// The column, from the left.
    pub x: i64,
    /// The row, from the top.
    pub y: i64,
}

impl GomocupPoint {
    /// A point of a board.
    pub fn of(point: Point, size: Size) -> GomocupPoint {
        GomocupPoint {
            x: point.column().into(),
            y: (size.get() - 1 - point.row()).into(),
        }
    }

    /// Reads a point such as `7,7`; `None` if the text is none.
    pub fn parse(text: &str) -> Option<GomocupPoint> {
        let (x, y) = text.split_once(',')?;
        Some(GomocupPoint {
            x: x.trim().parse().ok()?,
            y: y.trim().parse().ok()?,
        })
    }

    /// The point on a board of this size, if it is one.
    pub fn point(self, size: Size) -> Option<Point> {
        let row = i64::from(size.get()).checked_sub(1)?.checked_sub(self.y)?;
        let point = Point::new(self.x.try_into().ok()?, row.try_into().ok()?);
        point.filter(|point| point.is_on(size))
    }
}

impl fmt::Display for GomocupPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(size: u8, origin: Origin, letters: Letters) -> CoordinateSystem {
        CoordinateSystem {
            size: Size::new(size).unwrap(),
            is_size_said: false,
            origin,
            letters,
            pairs: None,
        }
    }

    #[test]
    fn a_pair_means_what_the_user_says() {
        let plain = names(15, Origin::BottomLeft, Letters::All);
        let point = |pairs, origin, pair| {
            let names = CoordinateSystem {
                pairs: Some(pairs),
                origin,
                ..plain
            };
            names.pair(pair).map(|point| point.to_string())
        };
        let bottom = Origin::BottomLeft;
        assert_eq!(
            point(PairOrder::ColumnRow, bottom, ["8", "2"]).unwrap(),
            "H2"
        );
        assert_eq!(
            point(PairOrder::RowColumn, bottom, ["8", "2"]).unwrap(),
            "B8"
        );
        assert_eq!(
            point(PairOrder::ColumnRowFrom0, bottom, ["7", "0"]).unwrap(),
            "H1"
        );
        assert_eq!(
            point(PairOrder::RowColumnFrom0, Origin::TopLeft, ["0", "7"]).unwrap(),
            "H15"
        );
        for off in [["0", "1"], ["16", "1"], ["1", "999"]] {
            let error = point(PairOrder::ColumnRow, bottom, off).unwrap_err();
            assert_eq!(error.code, ErrorCode::OffBoard, "{off:?}");
        }
        assert_eq!(
            plain.pair(["8", "8"]).unwrap_err().code,
            ErrorCode::BadPoint
        );
    }

    #[test]
    fn a_name_means_what_the_settings_say() {
        let plain = names(15, Origin::BottomLeft, Letters::All);
        assert_eq!(plain.parse("f10").unwrap().to_string(), "F10");
        let top = names(15, Origin::TopLeft, Letters::All);
        assert_eq!(top.parse("f10").unwrap().to_string(), "F6");
        let skip = names(15, Origin::BottomLeft, Letters::SkipI);
        assert_eq!(skip.parse("J10").unwrap().to_string(), "I10");
        assert_eq!(skip.parse("P1").unwrap().to_string(), "O1");
    }

    #[test]
    fn every_way_to_name_no_point_is_told_apart() {
        let plain = names(15, Origin::BottomLeft, Letters::All);
        let skip = names(15, Origin::BottomLeft, Letters::SkipI);
        for bad in ["", "H", "8H", "H8x", "H-1", "é8", "H 8", "H+8"] {
            assert_eq!(
                plain.parse(bad).unwrap_err().code,
                ErrorCode::BadPoint,
                "{bad}"
            );
        }
        for off in ["P1", "H16", "H0", "Z99", "H99999999999999999999"] {
            assert_eq!(
                plain.parse(off).unwrap_err().code,
                ErrorCode::OffBoard,
                "{off}"
            );
        }
        assert_eq!(skip.parse("I1").unwrap_err().code, ErrorCode::BadPoint);
    }
}
