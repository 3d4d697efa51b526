//! Openings as JSON objects: pairs of numbers that count from the centre, in `coordinates`.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::coordinates::CoordinateSystem;
use crate::jsonl::{begins_json, placed};
use crate::lines::without_mark;
use crate::loss::Impossible;
use crate::parsed::{ByteStream, ParsedSetup, ParsedSetups, failed};
use crate::setup_text::{BESIDE_MOVES, SetupText};
use crate::{
    ErrorCode, Format, LINE_LIMIT, ParseError, ParseOptions, ResolvedOptions, TextLine, json_error,
    json_records,
};
use renju_core::geometry::Point;
use renju_core::position::Setup;

use super::offset::{not_again, offset_of, point_of};

/// The field that holds the points.
const COORDINATES: &str = "coordinates";

/// Reads `{"coordinates": [[0,0],[1,-2]]}`, on a line each or in an array.
pub(crate) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let options = options.rows_from_top();
    match json_records(input, options.encoding, LINE_LIMIT) {
        Ok(records) => Box::new(records.map(move |record| {
            let record = record?;
            opening(&record, options).map_err(|error| error.in_file_of(&record))
        })),
        Err(error) => failed(ParseError::io(&error)),
    }
}

/// Whether a text begins with an object whose first field holds the points, or an array of them.
pub(crate) fn begins_opening(bytes: &[u8]) -> bool {
    let first = without_mark(bytes).trim_ascii_start();
    let first = first.strip_prefix(b"[").unwrap_or(first).trim_ascii_start();
    let Some(object) = first.strip_prefix(b"{") else {
        return false;
    };
    let field = object.trim_ascii_start().strip_prefix(b"\"");
    begins_json(bytes) && field.is_some_and(|field| field.starts_with(COORDINATES.as_bytes()))
}

/// The opening of a record; places of errors are those in its text.
fn opening(record: &TextLine, options: ParseOptions) -> Result<ParsedSetup, ParseError> {
    let text = &*record.text;
    let fields: BTreeMap<String, &RawValue> =
        serde_json::from_str(text).map_err(|error| json_error(&error, text))?;
    let Some(list) = fields.get(COORDINATES) else {
        let message = format!("an opening is an object with the field {COORDINATES}");
        let error = ParseError::new(ErrorCode::MissingField, message);
        return Err(placed(error, text, 0, text.trim_end().len()));
    };
    let names = CoordinateSystem::new(None, options);
    let unknown = fields.keys().filter(|name| *name != COORDINATES);
    let warning = |name: &String| {
        let message = format!("the field {name:?} is not read");
        let error = ParseError::new(ErrorCode::UnknownField, message);
        error
            .on(&TextLine::utf8(1, record.text.clone()))
            .in_file_of(record)
    };
    let setup = Setup {
        moves: points(list, text, names)?,
        size: options.size,
        ..Setup::default()
    };
    let assumed = ResolvedOptions::new(Format::OpeningsJson, options, record.encoding);
    Ok(ParsedSetup {
        warnings: unknown.map(warning).collect(),
        ..ParsedSetup::new(setup, assumed, Some(record.number))
    })
}

/// The points of a list of pairs, no point twice.
fn points(
    list: &RawValue,
    text: &str,
    names: CoordinateSystem,
) -> Result<Vec<Option<Point>>, ParseError> {
    let wrong = |value: &RawValue, error: ParseError| {
        // A raw value is a part of the text it was read from.
        let start = value.get().as_ptr() as usize - text.as_ptr() as usize;
        placed(error, text, start, start + value.get().len())
    };
    let bad = |message: &str| ParseError::new(ErrorCode::BadJson, message);
    let pairs: Vec<&RawValue> = serde_json::from_str(list.get())
        .map_err(|_| wrong(list, bad("the coordinates should be a list of pairs")))?;
    let mut points = Vec::new();
    for pair in pairs {
        let numbers: (i64, i64) = serde_json::from_str(pair.get())
            .map_err(|_| wrong(pair, bad("a pair should be two whole numbers: [0,-2]")))?;
        let point = point_of(numbers, names).and_then(|point| not_again(&points, point));
        points.push(point.map_err(|error| wrong(pair, error))?);
    }
    Ok(points.into_iter().map(Some).collect())
}

/// Writes a game as `{"coordinates": [[0,0],[1,-2]]}` with a line end.
pub(crate) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    let points = text.points_in_order()?;
    let size = text.size;
    let pair = |&point: &Point| {
        let (dx, dy) = offset_of(point, size);
        format!("[{dx},{dy}]")
    };
    let pairs: Vec<String> = points.iter().map(pair).collect();
    text.body = format!("{{\"{COORDINATES}\": [{}]}}\n", pairs.join(",")).into_bytes();
    text.leave_out(&BESIDE_MOVES);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{detect, parse_moves, stream, write as write_all};
    use renju_core::geometry::Size;

    fn items(text: &str) -> Vec<Result<ParsedSetup, ParseError>> {
        let options = ParseOptions::default();
        assert_eq!(detect(text.as_bytes(), &options), Ok(Format::OpeningsJson));
        stream(text.as_bytes(), Format::OpeningsJson, &options).collect()
    }

    #[test]
    fn lines_and_arrays_are_read() {
        let game = parse_moves("h8 i10", &ParseOptions::default()).unwrap();
        for text in [
            "{\"coordinates\": [[0,0],[1,-2]]}\n{\"coordinates\":[]}\n",
            "\u{feff}[ {\"coordinates\": [[0,0],[1,-2]]},\n {\"coordinates\":[]}]",
            "{\n\"coordinates\":\n[[0,0],[1,-2]]\n}\n{\"coordinates\":[]}\n",
        ] {
            let found: Vec<_> = items(text).into_iter().map(Result::unwrap).collect();
            assert_eq!(found.len(), 2);
            assert_eq!(found[0].setup, game);
            assert!(found[1].setup.moves.is_empty());
        }
        let options = ParseOptions::default();
        assert_eq!(detect(b"{\"moves\":[]}", &options), Ok(Format::Jsonl));
        assert_eq!(detect(b"[{\"moves\":[]}]", &options), Ok(Format::Jsonl));
    }

    #[test]
    fn a_mistake_is_shown_at_its_pair_and_does_not_end_the_list() {
        let text = "{\"coordinates\":[[0,0],[9,0]]}\n{\"coordinates\":[[0,0],[0,0]]}\n\
                    {\"coordinates\":[[0.5,1]]}\n{\"coordinates\":3}\n{\"coordinate\n{}\n\
                    {\"coordinates\":[],\"name\":1}\n";
        let found = items(text);
        let place = |at: usize| {
            let error = found[at].as_ref().unwrap_err();
            (error.code, error.line, error.column)
        };
        assert_eq!(place(0), (ErrorCode::OffBoard, Some(1), Some(23)));
        assert_eq!(place(1), (ErrorCode::PointTaken, Some(2), Some(23)));
        assert_eq!(place(2), (ErrorCode::BadJson, Some(3), Some(17)));
        assert_eq!(place(3), (ErrorCode::BadJson, Some(4), Some(16)));
        assert_eq!(place(4).0, ErrorCode::BadJson);
        assert_eq!(place(5).0, ErrorCode::MissingField);
        let last = found[6].as_ref().unwrap();
        assert!(last.warnings[0].message.contains("\"name\""));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let setup = Setup {
            moves: Size::RENJU.points().map(Some).collect(),
            ..Setup::default()
        };
        for setup in [setup, Setup::default()] {
            let bytes = write_all(&setup, Format::OpeningsJson).unwrap();
            let text = String::from_utf8(bytes).unwrap();
            assert_eq!(items(&text)[0].as_ref().unwrap().setup, setup);
        }
    }
}
