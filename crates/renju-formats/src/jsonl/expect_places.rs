//! Locates the strings of the field `expect` in a position line, so that errors can point at them.

use std::ops::Range;

use crate::{ExpectationSpan, TextLine};

use super::fields::locate;

/// Where the expectations of a position line stand, without their quotes; none if the line has no field
/// `expect`, or is no JSON.
pub fn expectation_places(record: &TextLine) -> Vec<ExpectationSpan> {
    let text = &*record.text;
    let Some(whole) = locate(text, "expect", &[]) else {
        return Vec::new();
    };
    if text[whole.clone()].starts_with('"') {
        return vec![place(record, whole)];
    }
    let elements = (0..).map_while(|index| locate(text, "expect", &[index]));
    elements.map(|element| place(record, element)).collect()
}

/// The place of a string of JSON, given with its quotes.
fn place(record: &TextLine, string: Range<usize>) -> ExpectationSpan {
    let text = &*record.text;
    let before = &text[..string.start];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].split('\n').next().unwrap_or_default();
    ExpectationSpan {
        line: TextLine {
            number: record.number + before.matches('\n').count() as u64,
            text: line.into(),
            encoding: record.encoding,
            before: if start == 0 { record.before } else { 0 },
        },
        column: text[start..string.start].chars().count() as u32 + 2,
        width: text[string].chars().count().saturating_sub(2) as u32,
        unwritten: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_of_a_line_are_found_where_they_stand() {
        let found = |text: &str| -> Vec<(u64, u32, String)> {
            let places = expectation_places(&TextLine::utf8(3, text));
            let told = |place: &ExpectationSpan| (place.line.number, place.column, place.written());
            places.iter().map(told).collect()
        };
        assert_eq!(found(r#"{"id":"é""expect":1}"#), []);
        assert_eq!(
            found(r#"{"moves":[], "expect": "vcf win 9"}"#),
            [(3, 25, "vcf win 9".to_owned())]
        );
        let two = r#"{"moves":[],"expect":["a b",
 "c"]}"#;
        let expected = [(3, 24, "a b".to_owned()), (4, 3, "c".to_owned())];
        assert_eq!(found(two), expected);
        assert_eq!(found("{}"), []);
    }
}
