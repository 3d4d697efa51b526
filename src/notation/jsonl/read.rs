use serde_json::{Map, Value};

use crate::notation::evidence::{Evidence, TextSample};
use crate::notation::header::same_size;
use crate::notation::parsed::{ByteStream, ParsedSetup, ParsedSetups};
use crate::notation::{
    Encoding, ErrorCode, Format, Letters, ParseError, ParseOptions, ResolvedOptions, TextLine,
    TextLines,
};

use super::fields::Fields;
use super::locate::{json_error, line, placed};
use super::{JsonLine, JsonRecords, board_string, katago_query, position_line};

/// Reads a JSON object of any of the dialects.
///
/// Line and column of an error are those in `text`.
///
/// # Errors
///
/// `bad_json`, `missing_field`, or the code of the field that is wrong.
pub fn parse_line(text: &str, options: &ParseOptions) -> Result<JsonLine, ParseError> {
    parse(text, Format::Jsonl, Encoding::UTF_8, options)
}

/// The set-ups of a file, one after the other.
pub(in crate::notation) fn read(
    input: ByteStream<'_>,
    format: Format,
    options: ParseOptions,
) -> ParsedSetups<'_> {
    let lines = TextLines::new(input, options.encoding);
    Box::new(JsonRecords::new(lines).flat_map(move |record| {
        match record.and_then(|record| items(&record, format, &options)) {
            Ok(items) => items.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        }
    }))
}

/// An object on the first line makes it JSON; its mistakes are found by options it.
pub(in crate::notation) fn detect(sample: &TextSample<'_>) -> Evidence {
    let is_object = |line: &String| line.trim_start_matches(['\u{feff}', ' ']).starts_with('{');
    match sample.lines.first().filter(|line| is_object(line)) {
        Some(_) => Evidence::Certain,
        None => Evidence::Nothing,
    }
}

fn parse(
    text: &str,
    format: Format,
    encoding: Encoding,
    options: &ParseOptions,
) -> Result<JsonLine, ParseError> {
    let object: Map<String, Value> = match serde_json::from_str(text) {
        Ok(Value::Object(object)) => object,
        Ok(_) => {
            let error = ParseError::new(
                ErrorCode::BadJson,
                "a position is an object: {\"moves\": ..}",
            );
            return Err(placed(error, text, 0, text.trim_end().len()));
        }
        Err(error) => return Err(json_error(&error, text)),
    };
    let mut fields = Fields::new(object, text);
    let is_katago = format == Format::Katago || katago_query::is_query(&fields);
    let (setup, turns, options) = if is_katago {
        // Letters leave out I in this dialect.
        let options = ParseOptions {
            letters: Some(options.letters.unwrap_or(Letters::SkipI)),
            ..options.clone()
        };
        let (setup, turns) = katago_query::read(&mut fields, &options)?;
        (setup, turns, options)
    } else if board_string::is_board(&fields) {
        let setup = board_string::read(&mut fields, options)?;
        (setup, Vec::new(), options.clone())
    } else {
        let setup = position_line::read(&mut fields, options)?;
        (setup, Vec::new(), options.clone())
    };
    if let Some(size) = setup.size {
        same_size(size, &options).map_err(|error| error.on(&line(text, 1)))?;
    }
    let format = if is_katago {
        Format::Katago
    } else {
        Format::Jsonl
    };
    Ok(JsonLine {
        setup,
        unknown: fields.rest(),
        turns,
        assumed: ResolvedOptions::new(format, &options, encoding),
    })
}

fn items(
    record: &TextLine,
    format: Format,
    options: &ParseOptions,
) -> Result<Vec<ParsedSetup>, ParseError> {
    let json = parse(&record.text, format, record.encoding, options)
        .map_err(|error| error.further_down(record.number - 1))?;
    let item = |(turn, setup)| ParsedSetup {
        setup,
        assumed: json.assumed.clone(),
        line: record.number,
        turn,
    };
    Ok(json.setups().into_iter().map(item).collect())
}
