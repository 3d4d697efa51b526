use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use crate::notation::{self, ErrorCode, Format, LINE_LIMIT, ParseError, ParseOptions};

use super::compression::{Bytes, decompressed};
use super::{Record, RecordBody, RecordId};

/// Bytes looked at to recognise the format.
const FIRST_BYTES: usize = notation::DETECTION_BYTES;

/// Endings of the files that a walk through a folder takes, compressed or not.
const KNOWN: [&str; 2] = ["jsonl", "txt"];

/// The records of one input.
type Records = Box<dyn Iterator<Item = Record> + Send>;

/// One stream of records from files, folders and standard input, in the order named.
///
/// `-` is standard input. Folders are walked in the order of names. Input compressed with gzip or
/// zstd is recognised by its first bytes and decompressed. A file that cannot be read is one
/// record with an `io` error; the others are still read.
pub struct Sources {
    files: std::vec::IntoIter<InputFile>,
    current: Records,
    format: Option<Format>,
    reading: ParseOptions,
    line_limit: usize,
}

enum InputFile {
    Stdin,
    File(PathBuf),
    Failed(PathBuf, io::Error),
}

/// Whether folders among the inputs are walked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Folders {
    /// All their files of known formats are read.
    Walked,
    /// A folder is an error.
    Refused,
}

impl Sources {
    /// The records of these inputs, in `format` or in the one each of them is found to have.
    pub fn new(
        inputs: &[PathBuf],
        folders: Folders,
        format: Option<Format>,
        reading: ParseOptions,
    ) -> Sources {
        let mut files = Vec::new();
        for input in inputs {
            if input.as_os_str() == "-" {
                files.push(InputFile::Stdin);
            } else if folders == Folders::Walked && input.is_dir() {
                walk(input, &mut files);
            } else {
                files.push(InputFile::File(input.clone()));
            }
        }
        Sources {
            files: files.into_iter(),
            current: Box::new(std::iter::empty()),
            format,
            reading,
            line_limit: LINE_LIMIT,
        }
    }

    /// Reads JSON lines of up to `line_limit` bytes, where [`LINE_LIMIT`] is usual.
    #[must_use]
    pub fn with_line_limit(self, line_limit: usize) -> Sources {
        Sources { line_limit, ..self }
    }

    fn open(&self, source: InputFile) -> Records {
        let (name, bytes) = match source {
            InputFile::Stdin => ("-".to_owned(), Ok(stdin())),
            InputFile::File(path) => (path.display().to_string(), open(&path)),
            InputFile::Failed(path, error) => (path.display().to_string(), Err(error)),
        };
        let opened = bytes
            .and_then(decompressed)
            .and_then(first_bytes)
            .map_err(|error| ParseError::new(ErrorCode::Io, error.to_string()))
            .and_then(|(first, rest)| self.records(&name, first, rest));
        opened
            .unwrap_or_else(|error| Box::new(std::iter::once(failed(RecordId::file(name), error))))
    }

    /// The records of one input.
    fn records(&self, source: &str, first: Vec<u8>, rest: Bytes) -> Result<Records, ParseError> {
        let reading = &self.reading;
        let format = match self.format {
            Some(format) => format,
            None => notation::detect(&first, reading)?,
        };
        let input = BufReader::new(Cursor::new(first).chain(rest));
        if format == Format::Jsonl {
            let lines = notation::json_records(input, reading.encoding, self.line_limit)
                .map_err(|error| ParseError::new(ErrorCode::Io, error.to_string()))?;
            let bodies = lines.map(|line| line.map(|line| (line.number, RecordBody::Line(line))));
            return Ok(numbered(source, bodies, true));
        }
        let bodies = notation::stream(input, format, reading).map(|item| {
            let item = item?;
            Ok((item.line, RecordBody::Setup(Box::new(item))))
        });
        Ok(numbered(source, bodies, format == Format::Csv))
    }
}

impl Iterator for Sources {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        loop {
            if let Some(record) = self.current.next() {
                return Some(record);
            }
            let source = self.files.next()?;
            self.current = self.open(source);
        }
    }
}

/// The files below a folder, folders and files in the order of their names. Links to folders are
/// not followed.
fn walk(folder: &Path, files: &mut Vec<InputFile>) {
    let entries = std::fs::read_dir(folder);
    let paths = entries.and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut paths: Vec<PathBuf> = match paths {
        Ok(paths) => paths,
        Err(error) => return files.push(InputFile::Failed(folder.to_owned(), error)),
    };
    paths.sort();
    for path in paths {
        if !path.is_dir() {
            files.extend(is_known_file(&path).then_some(InputFile::File(path)));
        } else if !path.is_symlink() {
            walk(&path, files); // A link may lead back to where it is.
        }
    }
}

/// Whether a walk through a folder takes this file, going by its ending.
pub fn is_known_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_ascii_lowercase();
    let plain = name.strip_suffix(".gz").or(name.strip_suffix(".zst"));
    let ending = plain.unwrap_or(&name).rsplit_once('.');
    ending.is_some_and(|(_, ending)| KNOWN.contains(&ending))
}

fn stdin() -> Bytes {
    Box::new(BufReader::new(io::stdin()))
}

fn open(path: &Path) -> io::Result<Bytes> {
    if path.is_dir() {
        let message = "this is a folder; `renju batch` reads folders, other commands read files";
        return Err(io::Error::new(io::ErrorKind::IsADirectory, message));
    }
    Ok(Box::new(BufReader::with_capacity(
        FIRST_BYTES,
        File::open(path)?,
    )))
}

/// Gives bodies with their lines the ids of records: with numbers in a file of lines, and where
/// there is more than one.
fn numbered(
    source: &str,
    bodies: impl Iterator<Item = Result<(u64, RecordBody), ParseError>> + Send + 'static,
    is_by_lines: bool,
) -> Records {
    let source = source.to_owned();
    let mut bodies = bodies.peekable();
    Box::new((1..).map_while(move |number| {
        let body = bodies.next()?;
        // Looking ahead in a file of lines would wait for the second line of a slow pipe.
        let is_only = !is_by_lines && number == 1 && bodies.peek().is_none();
        let place = RecordId {
            source: source.clone(),
            number: (!is_only).then_some(number),
        };
        let (line, body) = match body {
            Ok((line, body)) => (Some(line), Ok(body)),
            Err(error) => return Some(failed(place, error)),
        };
        Some(Record { place, line, body })
    }))
}

fn failed(place: RecordId, error: ParseError) -> Record {
    Record {
        place,
        line: error.line,
        body: Err(error),
    }
}

/// Reads until the format can be recognised: a whole line that begins a JSON object, or enough.
/// Returns what was read, and the rest.
fn first_bytes(mut bytes: Bytes) -> io::Result<(Vec<u8>, Bytes)> {
    let mut first = Vec::new();
    loop {
        let chunk = bytes.fill_buf()?;
        let length = chunk.len();
        first.extend_from_slice(chunk);
        bytes.consume(length);
        let is_json = first.trim_ascii_start().starts_with(b"{") && first.contains(&b'\n');
        if length == 0 || first.len() >= FIRST_BYTES || is_json {
            return Ok((first, bytes));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_give_the_files_whose_format_is_known() {
        for known in ["a.jsonl", "b.TXT", "c.jsonl.gz", "d.txt.zst"] {
            assert!(is_known_file(Path::new(known)), "{known}");
        }
        for unknown in ["README.md", "a.jsonl.run", "jsonl", "x.gz"] {
            assert!(!is_known_file(Path::new(unknown)), "{unknown}");
        }
    }
}
