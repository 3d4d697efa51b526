use crate::notation::lines::LINE_LIMIT;
use crate::notation::{ErrorCode, ParseError, TextLine};

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
        let mut open = OpenBrackets::default();
        open.read(&first.text);
        while open.depth > 0 {
            let Some(line) = self.lines.next() else { break };
            let line = line?;
            open.read(&line.text);
            if first.text.len() + line.text.len() < LINE_LIMIT {
                first.text.push('\n');
                first.text.push_str(&line.text);
            } else {
                open.is_too_large = true;
            }
        }
        if open.is_too_large {
            let message = format!("an object of more than {LINE_LIMIT} bytes");
            let error = ParseError::new(ErrorCode::TooLarge, message);
            return Err(ParseError {
                line: Some(first.number),
                ..error
            });
        }
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

/// Braces and brackets that are open at some place of a JSON text.
#[derive(Default)]
struct OpenBrackets {
    depth: u32,
    is_too_large: bool,
}

impl OpenBrackets {
    /// Counts those of a line; no string goes on over the end of a line.
    fn read(&mut self, line: &str) {
        let mut in_string = false;
        let mut is_escaped = false;
        for byte in line.bytes() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = in_string,
                b'"' => in_string = !in_string,
                b'{' | b'[' if !in_string => self.depth += 1,
                b'}' | b']' if !in_string => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::TextLines;

    fn texts(text: &str) -> Vec<String> {
        let records = JsonRecords::new(TextLines::new(text.as_bytes(), None));
        records.map(|record| record.unwrap().text).collect()
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
