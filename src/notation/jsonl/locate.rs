use std::ops::Range;

/// Where the value of a field of the outermost object stands in a JSON text, or an element of it:
/// `path` has a number for each list on the way.
///
/// The text has been parsed before, so no mistake is looked for.
pub(super) fn locate(text: &str, key: &str, path: &[usize]) -> Option<Range<usize>> {
    let mut scan = Scan { text, at: 0 };
    scan.expect(b'{')?;
    loop {
        scan.skip_blanks();
        let name = scan.value()?;
        scan.expect(b':')?;
        scan.skip_blanks();
        if serde_json::from_str::<String>(&text[name]).ok()? == key {
            break;
        }
        scan.value()?;
        scan.expect(b',')?;
    }
    for &index in path {
        scan.expect(b'[')?;
        for _ in 0..index {
            scan.skip_blanks();
            scan.value()?;
            scan.expect(b',')?;
        }
        scan.skip_blanks();
    }
    scan.value()
}

/// A place in a JSON text.
struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl Scan<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.byte().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.skip_blanks();
        (self.byte()? == byte).then(|| self.at += 1)
    }

    /// The value that begins here; afterwards the place is behind it.
    fn value(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let mut depth = 0u32;
        loop {
            match self.byte()? {
                b'"' => self.string()?,
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' | b',' | b':' if depth == 0 => {
                    return Some(start..self.trimmed_end(start));
                }
                b'}' | b']' => {
                    depth -= 1;
                    self.at += 1;
                }
                _ => self.at += 1,
            }
        }
    }

    fn trimmed_end(&self, start: usize) -> usize {
        start + self.text[start..self.at].trim_end().len()
    }

    fn string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            match self.byte()? {
                b'\\' => self.at += 2,
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                _ => self.at += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_elements_are_found() {
        let text = r#"{ "a" : {"b":[1,"]"]}, "b\"": "x,}", "c":[["B", "H8"],["W","I9"] ], "d":15}"#;
        let found = |key, path: &[usize]| locate(text, key, path).map(|range| &text[range]);
        assert_eq!(found("a", &[]), Some(r#"{"b":[1,"]"]}"#));
        assert_eq!(found("b\"", &[]), Some(r#""x,}""#));
        assert_eq!(found("c", &[1, 1]), Some("\"I9\""));
        assert_eq!(found("c", &[0]), Some(r#"["B", "H8"]"#));
        assert_eq!(found("d", &[]), Some("15"));
        assert_eq!(found("e", &[]), None);
        assert_eq!(found("c", &[2]), None);
    }
}
