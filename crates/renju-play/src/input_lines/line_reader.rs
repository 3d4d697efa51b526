//! Reads lines of bounded length that end with LF, CR or both, and may have any bytes.

use std::io::{self, BufRead, BufReader, Read};

/// Lines that end with LF, CR, or both, of which a long one is cut.
pub struct LineReader<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    most: usize,
}

impl<R: Read> LineReader<R> {
    /// Lines of at most `most` bytes.
    pub fn new(input: R, most: usize) -> LineReader<R> {
        LineReader {
            input: BufReader::new(input),
            line: Vec::new(),
            most,
        }
    }

    /// The next line without its end: an empty one stands between CR and LF, which does no harm. Of
    /// a line that is too long there is one byte more than it may have. `None` behind the last, and
    /// where nothing can be read any more.
    pub fn next_line(&mut self) -> Option<&[u8]> {
        self.line.clear();
        let mut is_open = false;
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return None,
            };
            if bytes.is_empty() {
                return is_open.then_some(&self.line);
            }
            is_open = true;
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let length = end.unwrap_or(bytes.len());
            let room = self.most + 1 - self.line.len();
            self.line.extend_from_slice(&bytes[..length.min(room)]);
            self.input.consume(length + usize::from(end.is_some()));
            if end.is_some() {
                return Some(&self.line);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = LineReader::new(bytes, 100);
        std::iter::from_fn(|| lines.next_line().map(<[u8]>::to_vec)).collect()
    }

    #[test]
    fn lines_end_with_either_sign_or_with_the_input() {
        assert_eq!(all(b"A\r\nB\rC\nD"), [&b"A"[..], b"", b"B", b"C", b"D"]);
        assert_eq!(all(b"\r"), [b""]);
        assert!(all(b"").is_empty());
    }

    #[test]
    fn a_long_line_is_one_line_and_shows_that_it_is_too_long() {
        let text = [&vec![b'x'; 10 << 20], &b"\nEND\n"[..], &[b'y'; 100]].concat();
        let read = all(&text);
        assert_eq!(read.len(), 3);
        assert_eq!(read[0], [b'x'; 101]);
        assert_eq!(read[1], b"END");
        assert_eq!(read[2], [b'y'; 100]);
    }

    #[test]
    fn any_byte_may_be_part_of_a_line() {
        let read = all(&[&b"\0\0\n"[..], &[0xff; 3]].concat());
        assert_eq!(read, [&b"\0\0"[..], &[0xff; 3]]);
    }
}
