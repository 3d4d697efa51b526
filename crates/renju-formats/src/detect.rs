//! Format detection by content: weighs the evidence for each format at the beginning of an input.

use super::codec::Detect;
use super::csv;
use super::jsonl::begins_json;
use super::lz4::{self, LZ4_FRAME};
use super::parsed::{ByteSample, DETECTION_BYTES, Evidence, TextSample, is_binary};
use super::{Encoding, ErrorCode, Format, ParseError, ParseOptions, TextLines, openings, read};

/// The format that the beginning of an input has, by its content alone.
///
/// [`DETECTION_BYTES`] are enough; of a shorter input all of them are needed.
///
/// ```
/// use renju_formats::{Format, ParseOptions, detect};
///
/// let options = ParseOptions::default();
/// assert_eq!(detect(b"h8 i9 g7\n", &options)?, Format::Moves);
/// let error = detect(b"hello world\n", &options).unwrap_err();
/// assert!(error.message.contains("of no known format"));
/// # Ok::<(), renju_formats::ParseError>(())
/// ```
///
/// # Errors
///
/// `unknown_format` if none fits, `ambiguous_format` if two fit equally well, `unsupported` for a
/// format that is known and not read.
pub fn detect(bytes: &[u8], options: &ParseOptions) -> Result<Format, ParseError> {
    detect_named(bytes, "", options)
}

/// The format that the beginning of an input has; where two fit equally well, that of files named
/// like this one.
///
/// # Errors
///
/// As those of [`detect`].
pub fn detect_named(
    bytes: &[u8],
    name: &str,
    options: &ParseOptions,
) -> Result<Format, ParseError> {
    let is_whole = bytes.len() < DETECTION_BYTES;
    let bytes = &bytes[..bytes.len().min(DETECTION_BYTES)];
    detect_sample(&ByteSample { bytes, is_whole }, name, options)
}

fn detect_sample(
    sample: &ByteSample<'_>,
    name: &str,
    options: &ParseOptions,
) -> Result<Format, ParseError> {
    let bytes = sample.bytes;
    if bytes.is_empty() {
        return Err(unknown("the input is empty"));
    }
    if bytes.starts_with(&LZ4_FRAME) {
        return detect_framed(sample, name, options);
    }
    if is_palm(bytes) {
        let message = "the input is a Palm database (pdb), which is not read";
        return Err(ParseError::new(ErrorCode::Unsupported, message));
    }
    if let Some(packed) = packed(bytes) {
        return Err(packed);
    }
    let is_utf16 = options.encoding.is_some_and(Encoding::is_utf16);
    let mut fitting = Format::ALL.to_vec();
    fitting.retain(|format| match format.codec().detect {
        Detect::Bytes(fits) => fits(sample),
        Detect::Lines(_) | Detect::Never => false,
    });
    if is_binary(bytes) && !is_utf16 {
        return chosen(&fitting, name).unwrap_or_else(|| {
            let error = unknown("the input is binary, and of no known format");
            Err(match named(&Format::ALL, name).next() {
                None => error,
                Some(format) => error.hint(format!(
                    "files with such a name are {format}: --from {format} reads what is left of a damaged one"
                )),
            })
        });
    }
    let as_text = detect_text(sample, name, options);
    // Few bytes may be a text as well, which they are unless the file is called otherwise.
    match named(&fitting, name).next() {
        Some(format) => Ok(format),
        // A line of text with its end is no bytes.
        None if fitting.is_empty() || sample.bytes.ends_with(b"\n") => as_text,
        None => as_text.or_else(|error| chosen(&fitting, "").unwrap_or(Err(error))),
    }
}

/// The format of what a frame of LZ4 holds.
fn detect_framed(
    sample: &ByteSample<'_>,
    name: &str,
    options: &ParseOptions,
) -> Result<Format, ParseError> {
    let content = lz4::beginning(sample.bytes);
    if content.is_empty() || content.starts_with(&LZ4_FRAME) {
        let message = "the input is an LZ4 frame whose beginning cannot be unpacked";
        return Err(unknown(message));
    }
    let content = ByteSample {
        bytes: &content,
        is_whole: sample.is_whole && content.len() < DETECTION_BYTES,
    };
    let name = name.strip_suffix(".lz4").unwrap_or(name);
    detect_sample(&content, name, options)
}

/// The one format of a list, or the one that files of this name have.
fn chosen(fitting: &[Format], name: &str) -> Option<Result<Format, ParseError>> {
    let mut named = named(fitting, name);
    match (fitting, named.next(), named.next()) {
        ([], _, _) => None,
        ([format], _, _) => Some(Ok(*format)),
        (_, Some(format), None) => Some(Ok(format)),
        ([one, other, ..], _, _) => Some(Err(ambiguous(one.name(), other.name()))),
    }
}

/// Those of some formats that files of this name have.
fn named(formats: &[Format], name: &str) -> impl Iterator<Item = Format> {
    let (_, ending) = name.rsplit_once('.').unwrap_or_default();
    let is_usual = move |usual: &&str| usual.eq_ignore_ascii_case(ending);
    let is_named = move |format: &Format| format.codec().endings.iter().any(is_usual);
    formats.iter().copied().filter(is_named)
}

/// The format of a text.
fn detect_text(
    sample: &ByteSample<'_>,
    name: &str,
    options: &ParseOptions,
) -> Result<Format, ParseError> {
    let bytes = sample.whole_lines();
    if begins_json(bytes) {
        return Ok(if openings::begins_opening(bytes) {
            Format::OpeningsJson
        } else {
            Format::Jsonl
        });
    }
    let mut lines = Vec::new();
    let mut undecoded = None;
    for line in TextLines::new(bytes, options.encoding) {
        match line {
            Ok(line) if line.text.trim().is_empty() => {}
            Ok(line) => lines.push(line.text.to_string()),
            Err(error) if sample.is_whole || error.code != ErrorCode::BadEncoding => {
                undecoded.get_or_insert(error);
            }
            Err(_) => {} // The last character may be cut off.
        }
    }
    let found = detect_in(lines, bytes, name, options);
    match (found, undecoded) {
        (Err(error), Some(undecoded)) if error.code == ErrorCode::UnknownFormat => Err(undecoded),
        (found, _) => found,
    }
}

/// The format of a text by its lines, blank ones left out.
fn detect_in(
    lines: Vec<String>,
    bytes: &[u8],
    name: &str,
    options: &ParseOptions,
) -> Result<Format, ParseError> {
    if lines.is_empty() {
        return Err(unknown("the input has nothing but white space"));
    }
    let sample = TextSample { lines, options };
    let evidence = Format::ALL.map(|format| match format.codec().detect {
        Detect::Lines(detect) => (format, detect(&sample)),
        Detect::Bytes(_) | Detect::Never => (format, Evidence::Nothing),
    });
    if let Some((format, _)) = evidence.iter().find(|(_, fit)| *fit == Evidence::Certain) {
        return Ok(*format);
    }
    let mut best = best_of(&evidence);
    if best.len() > 1 {
        let mut are_read = best.clone();
        are_read.retain(|&format| read(bytes, format, options).is_ok());
        if !are_read.is_empty() {
            best = are_read;
        }
    }
    chosen(&best, name).unwrap_or_else(|| {
        Err(match csv::advice_for_table(&sample.lines) {
            Some(advice) => {
                unknown("the text is a table without a column named moves").hint(advice)
            }
            None if bytes.len() + 4096 > DETECTION_BYTES => no_text().hint(
                "only the first 64 KiB were looked at, and they are neither; --from diagram or --from moves reads all of it",
            ),
            None => no_text(),
        })
    })
}

/// The formats that most lines fit, if they are enough for one of them.
fn best_of(evidence: &[(Format, Evidence)]) -> Vec<Format> {
    let lines = evidence.iter().map(|(_, fit)| fit.lines());
    let most = lines.max().unwrap_or(0);
    let fits = |fit: &Evidence| match *fit {
        Evidence::Lines {
            fitting,
            are_enough,
        } => fitting == most && most > 0 && are_enough,
        Evidence::Nothing | Evidence::Certain => false,
    };
    let best = evidence.iter().filter(|(_, fit)| fits(fit));
    best.map(|(format, _)| *format).collect()
}

fn no_text() -> ParseError {
    unknown("the text is of no known format: neither a diagram, nor moves, nor JSON").hint(
        "a diagram has 5 to 20 rows of as many cells, a game looks like h8 i9 g7, JSON is one object per line, \
         and a table names its column of moves",
    )
}

fn unknown(message: &str) -> ParseError {
    ParseError::new(ErrorCode::UnknownFormat, message)
}

fn ambiguous(one: &str, other: &str) -> ParseError {
    let message = format!("the input may be {one} or {other}");
    ParseError::new(ErrorCode::AmbiguousFormat, message)
        .hint(format!("--from {one} or --from {other} decides"))
}

/// Whether bytes are a database of a Palm, of its program for renju.
fn is_palm(bytes: &[u8]) -> bool {
    let has = |at: usize| {
        bytes
            .get(at..)
            .is_some_and(|rest| rest.starts_with(b"5Ren"))
    };
    has(60) || has(64)
}

/// That an input is compressed in a way that is not read through, by its first bytes.
fn packed(bytes: &[u8]) -> Option<ParseError> {
    const PACKED: [(&[u8], &str, &str); 4] = [
        (b"\xfd7zXZ\0", "is compressed with xz", "xz -dc"),
        (b"BZh", "is compressed with bzip2", "bzip2 -dc"),
        (b"PK\x03\x04", "is a zip archive", "unzip -p"),
        (b"7z\xbc\xaf\x27\x1c", "is a 7z archive", "7z x -so"),
    ];
    let (_, what, unpack) = PACKED
        .into_iter()
        .find(|(first, _, _)| bytes.starts_with(first))
        .filter(|_| is_binary(bytes))?;
    let error = unknown(&format!("the input {what}, which is not unpacked here"));
    Some(error.hint(format!(
        "unpack it into a pipe, `{unpack} FILE | renju COMMAND -`; .gz, .zst and .lz4 are read as they are"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(bytes: &[u8]) -> ErrorCode {
        detect(bytes, &ParseOptions::default()).unwrap_err().code
    }

    fn format(text: &str) -> Format {
        detect(text.as_bytes(), &ParseOptions::default()).unwrap()
    }

    #[test]
    fn what_is_packed_is_told_with_the_way_to_unpack_it() {
        for (first, program) in [
            (&b"\xfd7zXZ\0\0\x04"[..], "xz -dc"),
            (b"BZh91AY&SY\0", "bzip2 -dc"),
            (b"PK\x03\x04\x14\0", "unzip -p"),
        ] {
            let error = detect(first, &ParseOptions::default()).unwrap_err();
            assert!(
                error.hint.unwrap_or_default().contains(program),
                "{program}"
            );
        }
        assert_eq!(code(b"BZh no archive\n"), ErrorCode::UnknownFormat);
    }

    #[test]
    fn formats_are_told_by_their_content() {
        let board = ". . . . .\n".repeat(5);
        assert_eq!(format(&board), Format::Diagram);
        assert_eq!(
            format(&format!("> A question, h8 or not?\n> {board}")),
            Format::Diagram
        );
        assert_eq!(format("h8i9\n"), Format::Moves);
        assert_eq!(format("# a game\n8H 9I\nRun time: 1\n"), Format::Moves);
        assert_eq!(format("https://x.org/#g:h8i9,c:1"), Format::Moves);
        assert_eq!(format("8,8 7,6\n9,9 7,7\n9,6 6,9\n"), Format::Moves);
        assert_eq!(format("\n{\"moves\":[]}\n"), Format::Jsonl);
        assert_eq!(format("[\n {\"moves\":[]}]\n"), Format::Jsonl);
        assert_eq!(format("\u{feff}{\"moves\":[]}\n"), Format::Jsonl);
    }

    #[test]
    fn a_mistake_does_not_hide_the_format() {
        assert_eq!(format("h8 i99\n"), Format::Moves);
        assert_eq!(format("{broken"), Format::Jsonl);
        assert_eq!(
            format(". . ? . .\n. . . .\n. . . . .\n. . . . .\n"),
            Format::Diagram
        );
    }

    #[test]
    fn bytes_that_are_not_in_the_encoding_asked_for_are_said_to_be_so() {
        let utf8 = ParseOptions {
            encoding: Some(Encoding::UTF_8),
            ..ParseOptions::default()
        };
        let error = detect(b"caf\xe9\n", &utf8).unwrap_err();
        assert_eq!(
            (error.code, error.line, error.column),
            (ErrorCode::BadEncoding, Some(1), Some(4))
        );
        assert_eq!(
            detect(b"caf\xe9: one\nh8i9\ng7\n", &utf8),
            Ok(Format::Moves)
        );
        assert_eq!(
            detect(b"caf\n", &utf8).unwrap_err().code,
            ErrorCode::UnknownFormat
        );
    }

    #[test]
    fn what_fits_nothing_is_unknown() {
        for bytes in [
            &b""[..],
            b"  \n",
            b"hello world\n",
            b"\0\0\0\0",
            b"\x01\xff\xfe\0",
        ] {
            assert_eq!(code(bytes), ErrorCode::UnknownFormat, "{bytes:?}");
        }
        let error = detect(b"", &ParseOptions::default()).unwrap_err();
        assert_eq!(error.message, "the input is empty");
    }

    #[test]
    fn two_formats_that_fit_equally_well_are_both_named() {
        let text = b"h8i9\nh8i9\nh8i9\n.....\n.....\n.....\n";
        let error = detect(text, &ParseOptions::default()).unwrap_err();
        assert_eq!(error.code, ErrorCode::AmbiguousFormat);
        assert_eq!(error.message, "the input may be diagram or moves");
    }
}
