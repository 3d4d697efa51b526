//! Openings of Gomocup: pairs of numbers that count from the centre, one opening on a line.

use std::collections::HashSet;

use crate::characters::{Character, characters, text};
use crate::coordinates::{CoordinateSystem, shortened};
use crate::header::{header_line, in_our_names, same_size};
use crate::loss::Impossible;
use crate::move_records::one_a_line;
use crate::parsed::{ByteStream, Evidence, ParsedSetups, TextSample};
use crate::setup_text::SetupText;
use crate::{ErrorCode, Format, ParseError, ParseOptions};
use renju_core::geometry::{Point, Size};
use renju_core::position::Setup;

use super::points;

/// Reads `-7,-8, -6,-9`: columns and rows from the centre, rows downward (Gomocup).
pub(crate) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let options = options.rows_from_top();
    one_a_line(input, Format::OpeningsOffset, options, game)
}

/// Pairs of numbers near 0 on every line; a negative one is in no other format.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    let says_something = |line: &&String| header_line(&characters(line)).is_none();
    let lines: Vec<&String> = sample.lines.iter().filter(says_something).collect();
    let are_offsets = !lines.is_empty() && lines.iter().all(|line| is_offsets(line));
    if !are_offsets || sample.options.pairs.is_some() {
        return Evidence::Nothing;
    }
    if lines.iter().any(|line| line.contains('-')) {
        return Evidence::Certain;
    }
    Evidence::Lines {
        fitting: lines.len(),
        are_enough: true,
    }
}

/// Pairs of numbers near 0, no pair twice.
fn is_offsets(line: &str) -> bool {
    let numbers: Result<Vec<i8>, _> = line
        .trim()
        .trim_end_matches(',')
        .split(',')
        .map(|number| number.trim().parse::<i8>())
        .collect();
    let mut seen = HashSet::new();
    numbers.is_ok_and(|numbers| {
        numbers.len() % 2 == 0
            && numbers.iter().all(|number| number.abs() <= 10)
            && numbers
                .chunks(2)
                .all(|pair| seen.insert((pair[0], pair[1])))
    })
}

/// The game of a line, with what headers say `about` it.
fn game(line: &[Character], about: Setup, options: ParseOptions) -> Result<Setup, ParseError> {
    if let Some(size) = about.size {
        same_size(size, options)?;
    }
    let names = CoordinateSystem::new(about.size, options);
    let expect = about.expect.iter().map(|words| in_our_names(words, names));
    Ok(Setup {
        moves: offsets(line, names)?.into_iter().map(Some).collect(),
        expect: expect.collect(),
        size: about.size.or(options.size),
        ..about
    })
}

/// The points of a line, no point twice.
fn offsets(line: &[Character], names: CoordinateSystem) -> Result<Vec<Point>, ParseError> {
    let is_separator = |character: &Character| matches!(character.char, ' ' | ',');
    let tokens = line.split(is_separator).filter(|token| !token.is_empty());
    let mut points = Vec::new();
    let mut column = None;
    for token in tokens {
        let number = number(token)?;
        let Some((dx, first)) = column.take() else {
            column = Some((number, token));
            continue;
        };
        // The pair as it stands on the line, with what separates its numbers.
        let column: u32 = first.first().map_or(1, |first: &Character| first.column);
        let end = token.last().map_or(column, |last| last.column);
        let width = (end + 1 - column) as usize;
        let point = point_of((dx, number), names).and_then(|point| not_again(&points, point));
        points.push(point.map_err(|error| error.at(column, width))?);
    }
    match column {
        None => Ok(points),
        Some((_, token)) => {
            let message = format!("{} has no second number: the row", text(token));
            Err(ParseError::new(ErrorCode::BadPoint, message).over(token))
        }
    }
}

fn number(token: &[Character]) -> Result<i64, ParseError> {
    let written = text(token);
    written.parse().map_err(|_| {
        let message = format!("{:?} is no offset", shortened(&written));
        let hint = "an opening is pairs of numbers that count from the centre: -7,-8, -6,-9";
        let error = ParseError::new(ErrorCode::BadPoint, message);
        error.hint(hint).over(token)
    })
}

/// The point, unless it is among those before it.
pub(super) fn not_again(before: &[Point], point: Point) -> Result<Point, ParseError> {
    match before.iter().position(|&other| other == point) {
        None => Ok(point),
        Some(at) => {
            let message = format!("{point} is taken by move {}", at + 1);
            Err(ParseError::new(ErrorCode::PointTaken, message))
        }
    }
}

/// The point that lies so far from the centre; on boards of even sides the centre is that right
/// below the middle.
pub(super) fn point_of((dx, dy): (i64, i64), names: CoordinateSystem) -> Result<Point, ParseError> {
    let half = i64::from(names.size.get() / 2);
    let on_board = |offset: i64| {
        let place = u8::try_from(offset.checked_add(half)?).ok()?;
        (place < names.size.get()).then_some(place)
    };
    let place = on_board(dx).zip(on_board(dy));
    let point = place.and_then(|(column, row)| Point::new(column, names.row(row + 1)));
    point.ok_or_else(|| {
        let message = format!("{dx},{dy} is off the {} board", names.size);
        let error = ParseError::new(ErrorCode::OffBoard, message);
        let largest = -10..=9;
        if largest.contains(&dx) && largest.contains(&dy) {
            error.hint("--size names a larger board")
        } else {
            error.hint("numbers count from the centre, and the largest board is 20x20")
        }
    })
}

/// How far from the centre a point lies, rows downward.
pub(super) fn offset_of(point: Point, size: Size) -> (i8, i8) {
    let half = (size.get() / 2) as i8;
    let from_top = size.get().saturating_sub(1 + point.row());
    (point.column() as i8 - half, from_top as i8 - half)
}

/// Writes a game as `-7,-8, -6,-9` with a line end.
pub(crate) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    points::write(setup, ", ", |point, size| {
        let (dx, dy) = offset_of(point, size);
        format!("{dx},{dy}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Origin, detect as detect_format, parse_moves};
    use crate::{WriteError, read as read_all, write as write_all};

    fn moves_of(text: &str, options: ParseOptions) -> Vec<Option<Point>> {
        let read = read_all(text.as_bytes(), Format::OpeningsOffset, &options).unwrap();
        read[0].setup.moves.clone()
    }

    fn error(line: &str) -> ParseError {
        let bytes = line.as_bytes();
        read_all(bytes, Format::OpeningsOffset, &ParseOptions::default()).unwrap_err()
    }

    fn on(size: u8) -> ParseOptions {
        ParseOptions {
            size: Size::new(size),
            ..ParseOptions::default()
        }
    }

    #[test]
    fn numbers_count_from_the_centre_and_rows_downward() {
        let game = |moves: &str| parse_moves(moves, &on(20)).unwrap().moves;
        assert_eq!(moves_of("0,0, 1,-2,-7,7\n", on(15)), game("h8 i10 a1"));
        assert_eq!(moves_of("0,0, -10,-10, 9,9", on(20)), game("k10 a20 t1"));
        let upward = ParseOptions {
            origin: Some(Origin::BottomLeft),
            ..on(15)
        };
        assert_eq!(moves_of("0,0, 1,-2", upward), game("h8 i6"));
    }

    #[test]
    fn mistakes_are_shown_at_their_place() {
        let place = |line: &str| {
            let error = error(line);
            (error.code, error.column, error.width)
        };
        assert_eq!(place("0,0, 8,0"), (ErrorCode::OffBoard, Some(6), 3));
        assert_eq!(place("0,0, 1,1, 0,0"), (ErrorCode::PointTaken, Some(11), 3));
        assert_eq!(place("0,0, 1"), (ErrorCode::BadPoint, Some(6), 1));
        assert_eq!(place("0,0, x,1"), (ErrorCode::BadPoint, Some(6), 1));
        let far = error("99999999999999999999,9223372036854775807");
        assert_eq!(far.code, ErrorCode::BadPoint);
        let far = error("9223372036854775807,-9223372036854775808");
        assert_eq!(far.code, ErrorCode::OffBoard);
        assert!(error("8,0").hint.unwrap().contains("--size"));
    }

    #[test]
    fn it_is_detected_by_its_numbers() {
        let detected = |text: &str, options| detect_format(text.as_bytes(), &options);
        let openings = Ok(Format::OpeningsOffset);
        assert_eq!(detected("0,0, 1,1\n", on(15)), openings);
        assert_eq!(detected("8,-3, 6,-4\n1,1, 2,2\n", on(15)), openings);
        let long = "-1,-2, 3,4, 5,6\n".repeat(10_000);
        assert_eq!(detected(&long, on(15)), openings);
    }

    #[test]
    fn what_is_written_is_read_back() {
        for side in 5..=20 {
            let size = Size::new(side).unwrap();
            let setup = Setup {
                size: Some(size),
                moves: size.points().map(Some).collect(),
                ..Setup::default()
            };
            let bytes = match write_all(&setup, Format::OpeningsOffset) {
                Ok(bytes) | Err(WriteError::Lossy(crate::Lossy { bytes, .. })) => bytes,
                Err(error) => panic!("{error}"),
            };
            let read = read_all(&bytes, Format::OpeningsOffset, &on(side)).unwrap();
            assert_eq!(read[0].setup, setup);
        }
    }
}
