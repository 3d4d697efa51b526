//! Feeds an XML document to the parser as UTF-8, tracks line and column, and limits the size of a
//! tag or text.

use std::io::{self, BufRead, Read};

use crate::lines::LineSource;
use crate::parsed::ByteStream;
use crate::{Encoding, ErrorCode, ParseError};

/// Most bytes of a tag, or of a text between tags.
pub(super) const TEXT_LIMIT: usize = 1 << 24;

/// The bytes of a document as UTF-8, with the place of the next one.
pub(super) struct XmlSource<'a> {
    bytes: LineSource<ByteStream<'a>>,
    place: XmlPlace,
    /// Bytes since the last tag began.
    since: usize,
}

/// Where a byte stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct XmlPlace {
    /// The line, from 1.
    pub(super) line: u64,
    /// Characters before it on that line.
    pub(super) before: u32,
}

impl XmlPlace {
    /// An error on this line.
    pub(super) fn error(self, code: ErrorCode, message: impl Into<String>) -> ParseError {
        ParseError {
            line: Some(self.line),
            ..ParseError::new(code, message)
        }
    }
}

impl<'a> XmlSource<'a> {
    /// The bytes of `input`: in the encoding that was asked for, else in that which its mark or its
    /// first line names.
    ///
    /// # Errors
    ///
    /// If the first bytes cannot be read.
    pub(super) fn new(
        mut input: ByteStream<'a>,
        asked: Option<Encoding>,
    ) -> io::Result<(XmlSource<'a>, Encoding)> {
        let first = input.fill_buf()?;
        let marked = Encoding::of_mark(first);
        let named = || declared(&first[..first.len().min(256)]);
        let encoding = asked
            .or(marked.map(|(encoding, _)| encoding))
            .or_else(named);
        let encoding = encoding.unwrap_or(Encoding::UTF_8);
        if let Some((_, length)) = marked {
            input.consume(length);
        }
        let other = Some(encoding).filter(|encoding| *encoding != Encoding::UTF_8);
        let source = XmlSource {
            bytes: LineSource::new(input, other),
            place: XmlPlace { line: 1, before: 0 },
            since: 0,
        };
        Ok((source, encoding))
    }

    /// The place of the next byte.
    pub(super) fn place(&self) -> XmlPlace {
        self.place
    }

    /// Begins to count the bytes of a tag or a text.
    pub(super) fn begin(&mut self) {
        self.since = 0;
    }
}

/// The encoding that the first line of a document names: `<?xml version="1.0" encoding="GBK"?>`.
fn declared(first: &[u8]) -> Option<Encoding> {
    let text = String::from_utf8_lossy(first);
    let declaration = text.strip_prefix("<?xml")?.split_once("?>")?.0;
    let (_, behind) = declaration.split_once("encoding")?;
    let name = behind.trim_start().strip_prefix('=')?.trim_start();
    name.trim_matches(['"', '\''])
        .split(['"', '\''])
        .next()?
        .parse()
        .ok()
}

impl BufRead for XmlSource<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.since > TEXT_LIMIT {
            return Err(io::Error::other("a tag or a text of more than 16 MiB"));
        }
        self.bytes.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        // The bytes are at hand: they were shown before.
        if let Ok(bytes) = self.bytes.fill_buf() {
            let bytes = &bytes[..count.min(bytes.len())];
            let on_line = match bytes.iter().rposition(|&byte| byte == b'\n') {
                None => bytes,
                Some(last) => {
                    let ends = bytes.iter().map(|&byte| u64::from(byte == b'\n'));
                    self.place.line += ends.sum::<u64>();
                    self.place.before = 0;
                    &bytes[last + 1..]
                }
            };
            let characters = on_line.iter().filter(|&&byte| byte & 0xc0 != 0x80);
            self.place.before = self.place.before.saturating_add(characters.count() as u32);
        }
        self.since += count;
        self.bytes.consume(count);
    }
}

impl Read for XmlSource<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(bytes)?;
        self.consume(count);
        Ok(count)
    }
}
