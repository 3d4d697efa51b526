//! Streams decoded lines from bytes, with numbers, detection of the encoding, and limits on length.

use std::io::{self, BufRead, Read};
use std::sync::Arc;

use crate::fnv::{fnv1a, fnv1a_with};

use super::line_text::LineText;
use super::{Encoding, ErrorCode, Excerpt, ParseError};

/// The longest line that is read, in bytes.
pub const LINE_LIMIT: usize = 1 << 20;

/// The longest line that is read whatever it holds, in bytes; see [`TextLines::limited_to`].
const OTHER_LINE: usize = 1 << 24;

/// Bytes of a line too long to be read after which its end is no longer looked for: a device may have
/// none.
pub(super) const SKIP_LIMIT: u64 = 1 << 29;

/// Most bytes of lines that are read together.
const BLOCK: usize = 1 << 14;

/// A line of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextLine {
    /// Its number, from 1.
    pub number: u64,
    /// Its characters without the line end.
    pub text: LineText,
    /// How they were decoded.
    pub encoding: Encoding,
    /// Characters that stand on the line before those of `text`.
    pub before: u32,
}

impl TextLine {
    /// A line that is text already.
    pub fn utf8(number: u64, text: impl Into<LineText>) -> TextLine {
        TextLine {
            number,
            text: text.into(),
            encoding: Encoding::UTF_8,
            before: 0,
        }
    }
}

impl ParseError {
    /// Places the error on a line, which can be shown with the message.
    #[must_use]
    pub(super) fn on(mut self, line: &TextLine) -> ParseError {
        self.line = Some(line.number);
        self.excerpt = Some(Box::new(Excerpt::around(&line.text, self.column)));
        self
    }

    /// The error of a text of its own as one of the file in which that text begins at `line`.
    #[must_use]
    pub fn in_file_of(mut self, line: &TextLine) -> ParseError {
        if self.line == Some(1) {
            self.column = self.column.map(|column| column + line.before);
        }
        self.line = self.line.map(|number| number + line.number - 1);
        self
    }
}

/// The lines of an input in memory that does not grow with it.
///
/// A line longer than the limit is skipped and becomes a `too_large` error; reading goes on after it,
/// as it does after a line that cannot be decoded, unless its end does not come within 512 MiB. An
/// input that cannot be read ends with an `io` error.
///
/// A byte-order mark decides how bytes are decoded. Without one every line is tried as UTF-8; one
/// that is not is decoded as the first chunk of the input suggests, GBK, Shift-JIS or Windows-1252. An
/// encoding that was asked for is used strictly.
pub struct TextLines<R> {
    source: LineSource<R>,
    asked: Option<Encoding>,
    /// What to try first on a line that is not UTF-8; known once the first chunk has come.
    fallback: Option<Encoding>,
    limit: usize,
    number: u64,
    is_done: bool,
    /// The beginning of a line whose end is not at hand.
    begun: Vec<u8>,
    /// Lines that were read together, and where the next of them begins.
    block: Arc<str>,
    next: usize,
}

impl<R: BufRead> TextLines<R> {
    /// The lines of `input`, in `encoding` or in the one that its bytes suggest.
    pub fn new(input: R, encoding: Option<Encoding>) -> TextLines<R> {
        TextLines {
            source: LineSource::new(input, None),
            asked: encoding,
            fallback: None,
            limit: LINE_LIMIT,
            number: 0,
            is_done: false,
            begun: Vec::new(),
            block: "".into(),
            next: 0,
        }
    }

    /// Reads lines of up to `limit` bytes; more than 16 MiB only of lines that begin as JSON does, as
    /// nothing else is that long.
    #[must_use]
    pub fn limited_to(self, limit: usize) -> TextLines<R> {
        TextLines { limit, ..self }
    }

    /// Leaves out blank lines.
    pub(super) fn not_blank(self) -> impl Iterator<Item = Result<TextLine, ParseError>> {
        self.filter(|line| !line.as_ref().is_ok_and(|line| line.text.trim().is_empty()))
    }

    /// Looks at the first chunk: drops its mark and settles how to decode.
    fn begin(&mut self) -> io::Result<Encoding> {
        let chunk = fill(&mut self.source)?;
        let mark = Encoding::of_mark(chunk)
            .filter(|(marked, _)| self.asked.is_none_or(|asked| asked == *marked));
        let fallback = Some(Encoding::guess(chunk))
            .filter(|&guess| guess != Encoding::UTF_8)
            .unwrap_or(Encoding::GBK);
        if let Some((marked, length)) = mark {
            self.source.consume(length);
            self.asked = self
                .asked
                .or(Some(marked).filter(|marked| marked.is_utf16()));
        }
        if let Some(utf16) = self.asked.filter(|asked| asked.is_utf16()) {
            self.source.transcoder = Some(Transcoder::new(utf16));
        }
        self.fallback = Some(fallback);
        Ok(fallback)
    }

    /// The bytes of the next line without its end; `None` if there is none, an error if it is too long.
    fn bytes(&mut self) -> io::Result<Option<Result<Vec<u8>, ParseError>>> {
        let mut line = std::mem::take(&mut self.begun);
        let mut limit = self.limit.min(OTHER_LINE);
        while !self.is_done {
            let most = (limit + 1).saturating_sub(line.len()) as u64;
            let mut limited = self.source.by_ref().take(most);
            limited.read_until(b'\n', &mut line)?;
            if line.len() <= limit || line.ends_with(b"\n") || limit == self.limit {
                break;
            }
            if !begins_json(&line) {
                break;
            }
            limit = self.limit;
        }
        if line.is_empty() {
            return Ok(None);
        }
        let has_end = line.pop_if(|byte| *byte == b'\n').is_some();
        if line.len() <= limit {
            return Ok(Some(Ok(line)));
        }
        let hash = fnv1a(&line);
        let content = if has_end {
            Some(hash)
        } else {
            hash_of_line(&mut self.source, hash)?
        };
        let mut error = ParseError::new(ErrorCode::TooLarge, too_long(limit));
        error.content = content;
        if content.is_none() {
            self.is_done = true;
            error = without_end(error);
        }
        Ok(Some(Err(error)))
    }

    fn decode(&self, bytes: &[u8], fallback: Encoding) -> Result<TextLine, ParseError> {
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let is_text = |encoding: &Encoding| encoding.decode(bytes).map(|text| (text, *encoding));
        let (text, encoding) = match self.asked {
            Some(utf16) if utf16.is_utf16() => is_text(&Encoding::UTF_8)
                .filter(|(text, _)| !text.contains(char::REPLACEMENT_CHARACTER))
                .map(|(text, _)| (text, utf16)),
            Some(asked) => is_text(&asked),
            None => [Encoding::UTF_8, fallback, Encoding::WINDOWS_1252]
                .iter()
                .find_map(is_text),
        }
        .ok_or_else(|| not_encoded(bytes, self.asked.unwrap_or(Encoding::UTF_8)).about(bytes))?;
        Ok(TextLine {
            number: self.number,
            text: text.into(),
            encoding,
            before: 0,
        })
    }

    /// Reads lines whose ends are at hand as one block, where they are UTF-8 and that may be; whether
    /// there are any.
    fn refill(&mut self) -> io::Result<bool> {
        if self.asked.is_some_and(|asked| asked != Encoding::UTF_8) {
            return Ok(false);
        }
        loop {
            let chunk = fill(&mut self.source)?;
            // A terminal could be read again after its end.
            self.is_done = chunk.is_empty();
            let chunk = &chunk[..chunk.len().min(BLOCK)];
            let end = chunk.iter().rposition(|&byte| byte == b'\n');
            let count = end.map_or(chunk.len(), |end| end + 1);
            let begun = self.begun.len();
            if count == 0 || begun + count > self.limit.min(OTHER_LINE) {
                return Ok(false);
            }
            self.begun.extend_from_slice(&chunk[..count]);
            if end.is_some() {
                let Ok(lines) = std::str::from_utf8(&self.begun) else {
                    self.begun.truncate(begun);
                    return Ok(false);
                };
                (self.block, self.next) = (lines.into(), 0);
                self.begun.clear();
            }
            self.source.consume(count);
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    /// The next line of a block.
    fn line_of_block(&mut self) -> io::Result<Option<TextLine>> {
        if self.next >= self.block.len() && !self.refill()? {
            return Ok(None);
        }
        let start = self.next;
        let rest = &self.block[start..];
        let line = rest.split_once('\n').map_or(rest, |(line, _)| line);
        self.next += line.len() + 1;
        self.number += 1;
        let line = line.strip_suffix('\r').unwrap_or(line);
        Ok(Some(TextLine {
            number: self.number,
            text: LineText::part_of(&self.block, start..start + line.len()),
            encoding: Encoding::UTF_8,
            before: 0,
        }))
    }

    /// The next line, unless the input fails.
    fn line(&mut self) -> io::Result<Option<Result<TextLine, ParseError>>> {
        let fallback = self.fallback.map_or_else(|| self.begin(), Ok)?;
        if let Some(line) = self.line_of_block()? {
            return Ok(Some(Ok(line)));
        }
        let Some(bytes) = self.bytes()? else {
            return Ok(None);
        };
        self.number += 1;
        let line = bytes.and_then(|bytes| self.decode(&bytes, fallback));
        Ok(Some(line.map_err(|error| ParseError {
            line: Some(self.number),
            ..error
        })))
    }
}

impl<R: BufRead> Iterator for TextLines<R> {
    type Item = Result<TextLine, ParseError>;

    fn next(&mut self) -> Option<Result<TextLine, ParseError>> {
        if self.is_done {
            return None;
        }
        let line = self.line().unwrap_or_else(|error| {
            self.is_done = true;
            Some(Err(ParseError::io(&error)))
        });
        self.is_done |= line.is_none();
        line
    }
}

/// Whether a line that begins so may be longer than [`OTHER_LINE`].
fn begins_json(line: &[u8]) -> bool {
    let first = without_mark(line).trim_ascii_start().first();
    first.is_some_and(|first| b"{[".contains(first))
}

fn too_long(limit: usize) -> String {
    match limit {
        limit if limit >= 1 << 20 && limit.is_multiple_of(1 << 20) => {
            format!("a line of more than {} MiB", limit >> 20)
        }
        limit => format!("a line of more than {limit} bytes"),
    }
}

/// Adds that the end of what is too large did not come, so that nothing behind it is read.
pub(super) fn without_end(mut error: ParseError) -> ParseError {
    let most = SKIP_LIMIT >> 20;
    error.message = format!("{}, and it does not end within {most} MiB", error.message);
    error.hint("nothing after it is read")
}

/// Skips the rest of a line whose beginning has this hash; the hash of all of it, `None` if its end
/// does not come.
fn hash_of_line(input: &mut impl BufRead, mut hash: u64) -> io::Result<Option<u64>> {
    let mut skipped = 0;
    while skipped < SKIP_LIMIT {
        let chunk = fill(input)?;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(chunk.len());
        hash = fnv1a_with(hash, &chunk[..length]);
        input.consume(length + usize::from(end.is_some()));
        if end.is_some() || length == 0 {
            return Ok(Some(hash));
        }
        skipped += length as u64;
    }
    Ok(None)
}

/// The bytes behind the mark of UTF-8, if they begin with it.
pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

fn not_encoded(bytes: &[u8], encoding: Encoding) -> ParseError {
    let error = ParseError::new(
        ErrorCode::BadEncoding,
        format!("the line is not {encoding} text"),
    )
    .hint("--encoding names another encoding");
    let column = if encoding.is_utf16() {
        // It was decoded before, with a mark for what could not be.
        let text = String::from_utf8_lossy(bytes);
        text.chars()
            .take_while(|&char| char != char::REPLACEMENT_CHARACTER)
            .count()
    } else {
        // The longest beginning that is text ends where the mistake begins.
        let mut start = String::with_capacity(bytes.len() * 3 + 16);
        let decoder = &mut encoding.decoder();
        let _ = decoder.decode_to_string_without_replacement(bytes, &mut start, true);
        start.chars().count()
    };
    error.at(column as u32 + 1, 1)
}

/// Bytes in which every line ends with a line feed: those of the input, or UTF-8 made of them.
pub(super) struct LineSource<R> {
    input: R,
    transcoder: Option<Transcoder>,
}

impl<R> LineSource<R> {
    /// The bytes of `input`; if it has an encoding, as UTF-8, with a mark for what is no text in it.
    pub(super) fn new(input: R, encoding: Option<Encoding>) -> LineSource<R> {
        LineSource {
            input,
            transcoder: encoding.map(Transcoder::new),
        }
    }
}

/// The piece of another encoding that is decoded at the moment.
struct Transcoder {
    decoder: encoding_rs::Decoder,
    piece: String,
    used: usize,
    is_over: bool,
}

impl<R: BufRead> BufRead for LineSource<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let Some(transcoder) = &mut self.transcoder else {
            return self.input.fill_buf();
        };
        while transcoder.used >= transcoder.piece.len() && !transcoder.is_over {
            transcoder.refill(&mut self.input)?;
        }
        Ok(&transcoder.piece.as_bytes()[transcoder.used..])
    }

    fn consume(&mut self, count: usize) {
        match &mut self.transcoder {
            None => self.input.consume(count),
            Some(transcoder) => transcoder.used += count,
        }
    }
}

impl<R: BufRead> Read for LineSource<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(bytes)?;
        self.consume(count);
        Ok(count)
    }
}

impl Transcoder {
    fn new(encoding: Encoding) -> Transcoder {
        Transcoder {
            decoder: encoding.decoder(),
            piece: String::new(),
            used: 0,
            is_over: false,
        }
    }

    fn refill(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        const PIECE: usize = 1 << 12;
        let bytes = input.fill_buf()?;
        self.is_over = bytes.is_empty();
        self.piece.clear();
        self.piece.reserve(4 * PIECE); // Three bytes for each pair, and a mark for a broken one.
        self.used = 0;
        let bytes = &bytes[..bytes.len().min(PIECE)];
        let piece = &mut self.piece;
        let (_, read, _) = self.decoder.decode_to_string(bytes, piece, self.is_over);
        input.consume(read);
        Ok(())
    }
}

/// The next bytes of `input`, however often the wait for them is interrupted.
fn fill(input: &mut impl BufRead) -> io::Result<&[u8]> {
    loop {
        match input.fill_buf() {
            Ok([]) => return Ok(&[]),
            Ok(_) => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    input.fill_buf()
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(bytes: &[u8], encoding: Option<Encoding>) -> Vec<Result<TextLine, ParseError>> {
        TextLines::new(BufReader::with_capacity(7, bytes), encoding).collect()
    }

    fn texts(bytes: &[u8]) -> Vec<String> {
        let texts = lines(bytes, None).into_iter();
        texts.map(|line| line.unwrap().text.to_string()).collect()
    }

    #[test]
    fn a_last_line_needs_no_end_and_an_end_makes_no_line() {
        assert_eq!(texts(b""), [""; 0]);
        assert_eq!(texts(b"\n"), [""]);
        assert_eq!(texts(b"a\r\n\nb"), ["a", "", "b"]);
        assert_eq!(
            texts(b"a line longer than a chunk\n"),
            ["a line longer than a chunk"]
        );
    }

    /// Lines that are at hand together are read together, with the same result.
    #[test]
    fn lines_are_the_same_however_they_come() {
        let bytes = b"a\r\n\n\xe9\xbb\x91\n\xc4\xe3\xba\xc3\nafter\r\nlong line\n\nend";
        for (limit, asked) in [
            (5, Encoding::UTF_8),
            (LINE_LIMIT, Encoding::UTF_8),
            (5, Encoding::GBK),
        ] {
            let lines = |capacity| {
                let input = BufReader::with_capacity(capacity, &bytes[..]);
                let lines = TextLines::new(input, Some(asked)).limited_to(limit);
                format!("{:?}", lines.collect::<Vec<_>>())
            };
            let in_pieces = lines(1);
            assert_eq!(in_pieces.contains("TooLarge"), limit == 5);
            for capacity in 2..=bytes.len() {
                assert_eq!(lines(capacity), in_pieces, "{capacity}");
            }
        }
    }

    /// A terminal: after its end it can be read on.
    #[test]
    fn the_first_end_is_the_end() {
        struct Terminal(Vec<&'static [u8]>);
        impl Read for Terminal {
            fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
                let typed = self.0.pop().unwrap_or_default();
                bytes[..typed.len()].copy_from_slice(typed);
                Ok(typed.len())
            }
        }
        for (asked, last) in [
            (None, &b"b\n"[..]),
            (None, b"b"),
            (Some(Encoding::GBK), b"b\n"),
        ] {
            let typed = Terminal(vec![b"more\n", b"", last, b"a\n"]);
            let lines = TextLines::new(BufReader::new(typed), asked);
            let texts: Vec<_> = lines.map(|line| line.unwrap().text.to_string()).collect();
            assert_eq!(texts, ["a", "b"]);
        }
    }

    #[test]
    fn a_mark_settles_the_encoding() {
        assert_eq!(texts(b"\xef\xbb\xbfa\n"), ["a"]);
        assert_eq!(texts(b"\xff\xfea\0\n\0\x0a\x0a"), ["a", "\u{a0a}"]);
        assert_eq!(texts(b"\xfe\xff\0a\0\n\0b"), ["a", "b"]);
        let line = lines(b"\xff\xfea\0", None).remove(0).unwrap();
        assert_eq!(line.encoding.name(), "utf-16le");
    }

    #[test]
    fn half_a_character_of_utf16_is_an_error_on_its_line() {
        let lines = lines(b"\xff\xfea\0\n\0a", None);
        assert_eq!(lines.len(), 2);
        let error = lines[1].as_ref().unwrap_err();
        assert_eq!((error.code, error.line), (ErrorCode::BadEncoding, Some(2)));
        assert_eq!(error.column, Some(1));
    }

    #[test]
    fn lines_that_are_not_utf8_are_gbk_or_else_windows_1252() {
        let gbk = lines(b"a\n\xa1\xf1\n", None).remove(1).unwrap();
        assert_eq!((&*gbk.text, gbk.encoding), ("●", Encoding::GBK));
        let western = lines(b"caf\xe9 \n", None).remove(0).unwrap();
        assert_eq!(&*western.text, "café ");
        assert_eq!(western.encoding, Encoding::WINDOWS_1252);
    }

    #[test]
    fn an_encoding_that_was_asked_for_is_used_strictly() {
        let error = lines(b"ab\xff", Some(Encoding::UTF_8))
            .remove(0)
            .unwrap_err();
        assert_eq!(
            (error.code, error.column),
            (ErrorCode::BadEncoding, Some(3))
        );
        let utf16 = "utf-16le".parse().unwrap();
        let utf16 = lines(b"a\0", Some(utf16));
        assert_eq!(&*utf16[0].as_ref().unwrap().text, "a");
    }

    #[test]
    fn a_line_beyond_the_limit_is_skipped_and_reading_goes_on() {
        let long = io::repeat(b'x').take(3 * LINE_LIMIT as u64);
        let input = BufReader::new(long.chain(&b"\nh8\n"[..]));
        let lines: Vec<_> = TextLines::new(input, None).collect();
        assert_eq!(lines.len(), 2);
        let error = lines[0].as_ref().unwrap_err();
        assert_eq!((error.code, error.line), (ErrorCode::TooLarge, Some(1)));
        let all = vec![b'x'; 3 * LINE_LIMIT];
        assert_eq!(
            error.content,
            Some(fnv1a(&all)),
            "the hash of the whole line"
        );
        let line = lines[1].as_ref().unwrap();
        assert_eq!((line.number, &*line.text), (2, "h8"));
    }

    #[test]
    fn an_input_that_fails_ends_with_an_error() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk is gone"))
            }
        }
        let lines: Vec<_> = TextLines::new(BufReader::new(Broken), None).collect();
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].as_ref().unwrap_err().code, ErrorCode::Io);
    }
}
