//! Splits an input into JSON texts: elements of an array, lines, or objects over several lines.

use std::io::{self, BufRead, Cursor, Read};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::fnv::{fnv1a, fnv1a_with};
use crate::lines::without_mark;
use crate::{Encoding, ErrorCode, LINE_LIMIT, ParseError, TextLine, TextLines};

use super::array::{ArrayElements, Nesting, TOO_LONG, begins_array};
use super::fields::range_of;

/// The JSON texts of an input, not yet read: the elements of an array, or one per line as
/// [`JsonRecords`] finds them, lines of up to `limit` bytes.
///
/// # Errors
///
/// If the input cannot be read at all.
pub fn json_records<'a>(
    input: impl BufRead + Send + 'a,
    encoding: Option<Encoding>,
    limit: usize,
) -> io::Result<Box<dyn Iterator<Item = Result<TextLine, ParseError>> + Send + 'a>> {
    let (first, rest) = beginning(input)?;
    let is_array = begins_array(without_mark(&first));
    let input = Cursor::new(first).chain(rest);
    Ok(
        if is_array && encoding.is_none_or(|asked| asked == Encoding::UTF_8) {
            Box::new(ArrayElements::new(input))
        } else {
            let records = JsonRecords::new(TextLines::new(input, encoding).limited_to(limit));
            Box::new(records.flat_map(|record| {
                let puzzles = record.as_ref().ok().and_then(puzzles);
                let record = puzzles.is_none().then_some(record);
                let puzzles = puzzles.unwrap_or_default().into_iter().map(Ok);
                record.into_iter().chain(puzzles)
            }))
        },
    )
}

/// The puzzles of a collection, if an object is one, each with its place.
fn puzzles(collection: &TextLine) -> Option<Vec<TextLine>> {
    #[derive(Deserialize)]
    struct Collection<'a> {
        #[serde(borrow)]
        puzzles: Vec<&'a RawValue>,
        // Of these a puzzle would have to know.
        moves: Option<IgnoredAny>,
        board: Option<IgnoredAny>,
        black: Option<IgnoredAny>,
        size: Option<IgnoredAny>,
        rule: Option<IgnoredAny>,
    }
    let whole: &str = &collection.text;
    if !whole.contains("\"puzzles\"") {
        return None;
    }
    let found: Collection<'_> = serde_json::from_str(whole).ok()?;
    let others = [
        found.moves,
        found.board,
        found.black,
        found.size,
        found.rule,
    ];
    if found.puzzles.is_empty() || others.iter().any(Option::is_some) {
        return None;
    }
    let (mut number, mut before, mut read) = (collection.number, collection.before, 0);
    let puzzle = |puzzle: &RawValue| {
        let start = range_of(puzzle, whole).start;
        let passed = &whole[std::mem::replace(&mut read, start)..start];
        number += passed.matches('\n').count() as u64;
        before = match passed.rsplit_once('\n') {
            Some((_, line)) => line.chars().count() as u32,
            None => before + passed.chars().count() as u32,
        };
        TextLine {
            before,
            encoding: collection.encoding,
            ..TextLine::utf8(number, puzzle.get())
        }
    };
    Some(found.puzzles.into_iter().map(puzzle).collect())
}

/// Reads until two characters have come that are no white space, or the end, or 64 KiB of white space.
fn beginning<R: BufRead>(mut input: R) -> io::Result<(Vec<u8>, R)> {
    const MOST: usize = 1 << 16;
    let mut first = Vec::new();
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        let length = chunk.len();
        first.extend_from_slice(chunk);
        input.consume(length);
        let characters = without_mark(&first).iter();
        let visible = characters.filter(|byte| !byte.is_ascii_whitespace());
        if length == 0 || first.len() > MOST || visible.take(2).count() == 2 {
            return Ok((first, input));
        }
    }
}

/// The JSON texts of an input, not yet read: one per line.
///
/// A text that begins with a line of nothing but `{` goes on to the brace that closes it, as
/// programs write an object for people to read. Blank lines are passed over.
pub struct JsonRecords<I> {
    lines: I,
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> JsonRecords<I> {
    /// The texts that `lines` hold.
    pub fn new(lines: I) -> JsonRecords<I> {
        JsonRecords { lines }
    }

    /// The whole text that begins with `first`.
    fn whole(&mut self, mut first: TextLine) -> Result<TextLine, ParseError> {
        let mut nesting = Nesting::default();
        let mut is_too_large = false;
        let mut hash = fnv1a(first.text.as_bytes());
        first.text.bytes().for_each(|byte| nesting.read(byte));
        nesting.end_line();
        let mut text = String::from(&*first.text);
        while !nesting.is_outside() {
            let Some(line) = self.lines.next() else { break };
            let line = line?;
            line.text.bytes().for_each(|byte| nesting.read(byte));
            nesting.end_line();
            hash = fnv1a_with(fnv1a_with(hash, b"\n"), line.text.as_bytes());
            if text.len() + line.text.len() < LINE_LIMIT {
                text.push('\n');
                text.push_str(&line.text);
            } else {
                is_too_large = true;
            }
        }
        if is_too_large {
            return Err(ParseError {
                line: Some(first.number),
                content: Some(hash),
                ..ParseError::new(ErrorCode::TooLarge, TOO_LONG)
            });
        }
        first.text = text.into();
        Ok(first)
    }
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> Iterator for JsonRecords<I> {
    type Item = Result<TextLine, ParseError>;

    fn next(&mut self) -> Option<Result<TextLine, ParseError>> {
        loop {
            match self.lines.next()? {
                Ok(line) if line.text.trim().is_empty() => {}
                Ok(line) if line.text.trim() == "{" => return Some(self.whole(line)),
                line => return Some(line),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn records(text: &[u8]) -> Vec<Result<TextLine, ParseError>> {
        let input = BufReader::with_capacity(3, text);
        json_records(input, None, LINE_LIMIT).unwrap().collect()
    }

    fn places(text: &str) -> Vec<(u64, u32, String)> {
        let records = records(text.as_bytes()).into_iter().map(Result::unwrap);
        records
            .map(|record| (record.number, record.before, record.text.to_string()))
            .collect()
    }

    #[test]
    fn the_elements_of_an_array_are_records_with_their_places() {
        let found = places("\u{feff}\n [{\"a\":\"],}\"} , {\"四\": [1, 2]}\n,\n\t{ }\n]\n");
        let expected = [
            (2, 2, "{\"a\":\"],}\"}"),
            (2, 16, "{\"四\": [1, 2]}"),
            (4, 1, "{ }"),
        ];
        assert_eq!(found.len(), 3);
        for (found, (number, before, text)) in found.iter().zip(expected) {
            assert_eq!((found.0, found.1, found.2.as_str()), (number, before, text));
        }
    }

    #[test]
    fn anything_else_is_read_by_lines() {
        assert_eq!(places("{\"a\":1}\n[{\n").len(), 2);
        assert_eq!(places("[0, 1]\n").len(), 1);
        assert!(records(b"").is_empty() && records(b" \n").is_empty());
    }

    #[test]
    fn an_array_that_does_not_end_or_goes_on_is_an_error_at_its_end() {
        for (text, line) in [("[{}\n", 2), ("[{},\n", 2), ("[{}]\n{}\n", 2)] {
            let mut found = records(text.as_bytes());
            let error = found.pop().unwrap().unwrap_err();
            assert_eq!(
                (error.code, error.line),
                (ErrorCode::BadJson, Some(line)),
                "{text}"
            );
            assert_eq!(found.len(), 1, "{text}");
        }
        let error = records(b"[{\"a\":\"\xff\"}]").remove(0).unwrap_err();
        assert_eq!(error.code, ErrorCode::BadEncoding);
    }

    fn texts(text: &str) -> Vec<String> {
        let records = JsonRecords::new(TextLines::new(text.as_bytes(), None));
        records
            .map(|record| record.unwrap().text.to_string())
            .collect()
    }

    #[test]
    fn a_line_is_a_record_even_if_it_is_broken() {
        assert_eq!(
            texts("{\"a\":1}\n\n{\"a\":\n{}\n"),
            ["{\"a\":1}", "{\"a\":", "{}"]
        );
    }

    #[test]
    fn an_object_written_for_people_is_a_record() {
        let records = texts("{\n \"a\": \"}\\\"}\",\n \"b\": {}\n}\n{}\n");
        assert_eq!(records, ["{\n \"a\": \"}\\\"}\",\n \"b\": {}\n}", "{}"]);
        assert_eq!(texts("{\n\"a\""), ["{\n\"a\""]);
    }
}
