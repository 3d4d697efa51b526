//! Reader of binary formats: little-endian numbers and byte strings, with byte offsets in errors.

use std::io::{BufRead, Read};

use super::budget::too_many_bytes;
use super::parsed::ByteStream;
use super::{ErrorCode, ParseError};
use renju_core::counted::counted;

/// The bytes of a binary format, with the place of each.
///
/// Numbers are little-endian. Nothing is reserved before it is read, whatever a length says.
pub(super) struct ByteReader<'a> {
    input: ByteStream<'a>,
    offset: u64,
    /// The most bytes that are read.
    most: u64,
}

impl<'a> ByteReader<'a> {
    pub(super) fn new(input: ByteStream<'a>) -> ByteReader<'a> {
        ByteReader {
            input,
            offset: 0,
            most: u64::MAX,
        }
    }

    /// Reads no more bytes than that: the next one is an error.
    pub(super) fn limited_to(self, most: u64) -> ByteReader<'a> {
        ByteReader { most, ..self }
    }

    /// The place of the next byte, from 0.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// The next byte, which stays to be read; `None` at the end.
    pub(super) fn peek(&mut self) -> Result<Option<u8>, ParseError> {
        let found = self.input.fill_buf().map(|bytes| bytes.first().copied());
        let found = found.map_err(|error| self.failed(&error))?;
        if found.is_some() && self.offset >= self.most {
            return Err(too_many_bytes(self.most).at_byte(self.offset));
        }
        Ok(found)
    }

    /// Whether all bytes are read.
    pub(super) fn is_at_end(&mut self) -> Result<bool, ParseError> {
        Ok(self.peek()?.is_none())
    }

    /// The next byte; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<u8>, ParseError> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.input.consume(1);
            self.offset += 1;
        }
        Ok(byte)
    }

    /// The next bytes, as many as are there of `count`.
    pub(super) fn up_to(&mut self, count: usize) -> Result<Vec<u8>, ParseError> {
        let mut bytes = Vec::new();
        let mut limited = self.input.by_ref().take(count as u64);
        let read = limited.read_to_end(&mut bytes);
        self.offset += bytes.len() as u64;
        read.map_err(|error| self.failed(&error))?;
        Ok(bytes)
    }

    /// Exactly `count` bytes.
    ///
    /// # Errors
    ///
    /// If the input ends before, at the place of its end.
    pub(super) fn exactly(&mut self, count: usize) -> Result<Vec<u8>, ParseError> {
        let bytes = self.up_to(count)?;
        if bytes.len() == count {
            return Ok(bytes);
        }
        let missing = count - bytes.len();
        let missing = counted(missing, "more byte belongs", "more bytes belong");
        let message = format!("the file ends here: {missing} to it");
        Err(self.error(ErrorCode::BadFile, message))
    }

    /// A number of two bytes.
    pub(super) fn u16(&mut self) -> Result<u16, ParseError> {
        self.array().map(u16::from_le_bytes)
    }

    /// A number of four bytes.
    pub(super) fn u32(&mut self) -> Result<u32, ParseError> {
        self.array().map(u32::from_le_bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ParseError> {
        let bytes = self.exactly(N)?;
        Ok(std::array::from_fn(|at| bytes[at]))
    }

    /// An error at the next byte.
    pub(super) fn error(&self, code: ErrorCode, message: impl Into<String>) -> ParseError {
        ParseError::new(code, message).at_byte(self.offset)
    }

    fn failed(&self, error: &std::io::Error) -> ParseError {
        ParseError::io(error).at_byte(self.offset)
    }
}

impl ParseError {
    /// Places the error at a byte, counted from 0.
    #[must_use]
    pub(super) fn at_byte(mut self, offset: u64) -> ParseError {
        self.offset = Some(offset);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_with_their_places_and_an_end_is_an_error() {
        let mut bytes = ByteReader::new(Box::new(&b"\x01\x02\x03\x04\x05\x06\x07"[..]));
        assert_eq!(bytes.next(), Ok(Some(1)));
        assert_eq!(bytes.u16(), Ok(0x0302));
        assert_eq!((bytes.peek(), bytes.offset()), (Ok(Some(4)), 3));
        assert_eq!(bytes.u32(), Ok(0x0706_0504));
        assert_eq!(bytes.next(), Ok(None));
        let error = bytes.exactly(usize::MAX).unwrap_err();
        assert_eq!((error.code, error.offset), (ErrorCode::BadFile, Some(7)));
    }
}
