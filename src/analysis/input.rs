use std::io::{self, BufRead, BufReader, Read};

use super::request::LINE_BYTES;

/// The lines of a client, of which a long one is cut.
pub(super) struct QueryLines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> QueryLines<R> {
    pub(super) fn new(input: R) -> QueryLines<R> {
        QueryLines {
            input: BufReader::new(input),
            line: Vec::new(),
        }
    }

    /// The next line with its end; of one that is too long so much that this can be seen. `None`
    /// behind the last.
    pub(super) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        let most = LINE_BYTES as u64 + 2;
        let mut limited = self.input.by_ref().take(most);
        if limited.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        if self.line.len() as u64 == most && !self.line.ends_with(b"\n") {
            self.skip_line()?;
            // Not blanks alone, which would be no line.
            self.line.fill(b'?');
        }
        Ok(Some(&self.line))
    }

    /// Passes over the rest of a line.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(length);
            if end.is_some() || length == 0 {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_one_line() {
        let long = vec![b' '; 3 * LINE_BYTES];
        let text = [b"a\r\n".as_slice(), &long, b"\nb\n\nc"].concat();
        let mut lines = QueryLines::new(&text[..]);
        let mut next = || lines.next().unwrap().map(<[u8]>::to_vec);
        assert_eq!(next().as_deref(), Some(&b"a\r\n"[..]));
        assert!(next().is_some_and(|line| line.len() > LINE_BYTES));
        assert_eq!(next().as_deref(), Some(&b"b\n"[..]));
        assert_eq!(next().as_deref(), Some(&b"\n"[..]));
        assert_eq!(next().as_deref(), Some(&b"c"[..]));
        assert_eq!(next(), None);
    }
}
