//! Input of a batch run: files, folders and standard input as one stream of records, unpacked and
//! with formats detected.

use std::fmt;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::files::DiskFile;
use crate::notation::{self, ErrorCode, Format, LINE_LIMIT, ParseError, ParseOptions, io_words};

use super::compression::{Bytes, decompressed};
use super::{Pick, Record, RecordBody, RecordId};

/// Bytes looked at to recognise the format.
const FIRST_BYTES: usize = notation::DETECTION_BYTES;

/// Bytes that one game of a compressed file may have, and 16 more for each byte of the file: a tree
/// is read as a whole, and a few compressed bytes can stand for any number.
const UNPACKED_BASE: u64 = 4 << 20;

/// How long compressed standard input is taken to be.
const PACKED_STDIN: u64 = 4 << 20;

/// Endings of the files that a walk through a folder takes whatever they hold, compressed or not:
/// a mistake in one of them is to be seen. Of others it takes those that begin as a format does.
const KNOWN: [&str; 2] = ["jsonl", "txt"];

/// Fields that hold the stones of a position.
const STONES: [&str; 5] = [
    "\"moves\"",
    "\"black\"",
    "\"white\"",
    "\"board\"",
    "\"initialStones\"",
];

/// The records of one input.
type Records = Box<dyn Iterator<Item = Record> + Send>;

/// One stream of records from files, folders and standard input, in the order named.
///
/// `-` is standard input. Folders are walked in the order of names. Input compressed with gzip or
/// zstd is recognised by its first bytes and decompressed. A file that cannot be read is one
/// record with an `io` error; the others are still read. Files of a folder that are passed over
/// are in [`Sources::unread`], each with the reason.
pub struct Sources {
    bytes: BytesRead,
    files: std::vec::IntoIter<InputFile>,
    unread: Vec<UnreadFile>,
    current: Records,
    format: Option<Format>,
    reading: ParseOptions,
    line_limit: usize,
    are_games: bool,
}

/// A file of a folder that is not read.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UnreadFile {
    /// Its path, below the folder as that was named.
    pub path: PathBuf,
    /// Why it is passed over.
    pub reason: UnreadReason,
}

/// Why a walk through a folder passes over a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnreadReason {
    /// Its ending, or its beginning, is that of no format.
    UnknownFormat,
    /// A pipe with a name: reading would wait for a program that writes to it.
    Fifo,
    /// A socket, which is no file to read.
    Socket,
    /// A device, which may have no end.
    Device,
}

/// The path, and the reason where it does not show in the name.
impl fmt::Display for UnreadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.reason {
            UnreadReason::UnknownFormat => "",
            UnreadReason::Fifo => " (a named pipe)",
            UnreadReason::Socket => " (a socket)",
            UnreadReason::Device => " (a device)",
        };
        write!(f, "{}{reason}", self.path.display())
    }
}

impl UnreadReason {
    /// What keeps a path that leads to no file and no folder from being read.
    #[cfg(unix)]
    fn of_kind(path: &Path) -> Option<UnreadReason> {
        use std::os::unix::fs::FileTypeExt;

        let kind = path.metadata().ok()?.file_type();
        if kind.is_fifo() {
            Some(UnreadReason::Fifo)
        } else if kind.is_socket() {
            Some(UnreadReason::Socket)
        } else {
            let is_device = kind.is_block_device() || kind.is_char_device();
            is_device.then_some(UnreadReason::Device)
        }
    }

    /// What keeps a path that leads to no file and no folder from being read.
    #[cfg(not(unix))]
    fn of_kind(path: &Path) -> Option<UnreadReason> {
        let found = path.metadata().ok()?;
        (!found.is_file() && !found.is_dir()).then_some(UnreadReason::Device)
    }
}

/// How many bytes of files are read, compressed as they are, while a run goes on.
#[derive(Clone, Debug, Default)]
pub struct BytesRead {
    /// The length of all files.
    pub all: u64,
    read: Arc<AtomicU64>,
    records: Arc<AtomicU64>,
}

impl BytesRead {
    /// How many records there are, by the bytes that those which were read took.
    pub fn expected_records(&self) -> u64 {
        let read = self.read.load(Ordering::Relaxed).max(1);
        let records = self.records.load(Ordering::Relaxed);
        (u128::from(records) * u128::from(self.all) / u128::from(read)) as u64
    }
}

/// Counts what is read.
struct Counted<R> {
    input: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

enum InputFile {
    Stdin,
    /// A text that was typed, and what it is called.
    Text(String, Vec<u8>),
    File(PathBuf),
    /// These positions of a file: `FILE@8..10`.
    Picked(PathBuf, Pick),
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
        let mut found = FoundFiles {
            files: Vec::new(),
            unread: Vec::new(),
            format,
            reading,
        };
        for input in inputs {
            if input.as_os_str() == "-" {
                found.files.push(InputFile::Stdin);
            } else if folders == Folders::Walked && input.is_dir() {
                found.walk(input);
            } else {
                found.files.push(InputFile::named(input));
            }
        }
        Sources::of_files(found)
    }

    /// The records of a text that was typed or pasted, called `name`.
    pub fn of_text(
        name: &str,
        text: &str,
        format: Option<Format>,
        reading: ParseOptions,
    ) -> Sources {
        Sources::of_files(FoundFiles {
            files: vec![InputFile::Text(name.to_owned(), text.into())],
            unread: Vec::new(),
            format,
            reading,
        })
    }

    fn of_files(found: FoundFiles) -> Sources {
        let bytes = BytesRead {
            all: found.files.iter().filter_map(InputFile::length).sum(),
            ..BytesRead::default()
        };
        Sources {
            bytes,
            files: found.files.into_iter(),
            unread: found.unread,
            current: Box::new(std::iter::empty()),
            format: found.format,
            reading: found.reading,
            line_limit: LINE_LIMIT,
            are_games: false,
        }
    }

    /// Reads whole games with their variations, where a format has some.
    #[must_use]
    pub fn of_games(self) -> Sources {
        Sources {
            are_games: true,
            ..self
        }
    }

    /// How much of the input is read; `None` if not all of it is in files.
    pub fn bytes(&self) -> Option<BytesRead> {
        let lengths_are_known = self
            .files
            .as_slice()
            .iter()
            .all(|file| file.length().is_some());
        lengths_are_known.then(|| self.bytes.clone())
    }

    /// Files of the folders that are not read, in the order of the walk.
    pub fn unread(&self) -> &[UnreadFile] {
        &self.unread
    }

    /// Whether no file is left to read: before the first record, whether none was found.
    pub fn has_no_files(&self) -> bool {
        self.files.as_slice().is_empty()
    }

    /// Reads JSON lines of up to `line_limit` bytes, where [`LINE_LIMIT`] is usual.
    #[must_use]
    pub fn with_line_limit(self, line_limit: usize) -> Sources {
        Sources { line_limit, ..self }
    }

    fn open(&self, source: InputFile) -> Records {
        let length = source.length();
        let (name, bytes) = match source {
            InputFile::Picked(path, pick) => {
                let records = self.open(InputFile::File(path));
                return Box::new(records.map(move |record| Record {
                    pick: Some(pick.clone()),
                    ..record
                }));
            }
            InputFile::Stdin => ("-".to_owned(), Ok(stdin())),
            InputFile::Text(name, text) => (name, Ok(Box::new(Cursor::new(text)) as Bytes)),
            InputFile::File(path) => (path.display().to_string(), self.open_file(&path)),
            InputFile::Failed(path, error) => (path.display().to_string(), Err(error)),
        };
        let opened = bytes
            .and_then(decompressed)
            .and_then(|content| Ok((content.is_packed, first_bytes(content.bytes)?)))
            .map_err(|error| ParseError::new(ErrorCode::Io, io_words(&error)))
            .and_then(|(is_packed, (first, rest))| {
                let packed = is_packed.then_some(length.unwrap_or(PACKED_STDIN));
                self.records(&name, packed, first, rest)
            });
        opened
            .unwrap_or_else(|error| Box::new(std::iter::once(failed(RecordId::file(name), error))))
    }

    fn open_file(&self, path: &Path) -> io::Result<Bytes> {
        let counted = Counted {
            input: open_file(path)?,
            read: Arc::clone(&self.bytes.read),
        };
        Ok(Box::new(BufReader::with_capacity(FIRST_BYTES, counted)))
    }

    /// The records of one input; `packed` is its size in bytes where it is compressed.
    fn records(
        &self,
        source: &str,
        packed: Option<u64>,
        first: Vec<u8>,
        rest: Bytes,
    ) -> Result<Records, ParseError> {
        let reading = &ParseOptions {
            game_bytes: packed.map(|bytes| UNPACKED_BASE.saturating_add(bytes.saturating_mul(16))),
            ..self.reading
        };
        let format = match self.format {
            Some(format) => format,
            None => notation::detect_named(&first, plain_name(source), reading)?,
        };
        let input = BufReader::new(Cursor::new(first).chain(rest));
        if format == Format::Jsonl {
            let lines = notation::json_records(input, reading.encoding, self.line_limit)
                .map_err(|error| ParseError::new(ErrorCode::Io, io_words(&error)))?;
            let bodies =
                lines.map(|line| line.map(|line| (Some(line.number), RecordBody::Line(line))));
            return Ok(numbered(source, bodies, true));
        }
        if self.are_games && format.has_trees() && !reading.variations {
            let games = notation::games(input, format, reading).map(|game| {
                let game = game?;
                Ok((game.line, RecordBody::Game(Box::new(game))))
            });
            return Ok(numbered(source, games, false));
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
                self.bytes.records.fetch_add(1, Ordering::Relaxed);
                return Some(record);
            }
            let source = self.files.next()?;
            self.current = self.open(source);
        }
    }
}

/// Whether a name begins with a dot: programs keep what is their own under such names.
fn is_hidden(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// What the inputs are found to be.
struct FoundFiles {
    files: Vec<InputFile>,
    unread: Vec<UnreadFile>,
    format: Option<Format>,
    reading: ParseOptions,
}

impl FoundFiles {
    /// Takes the files below a folder, folders and files in the order of their names. Links to
    /// folders are not followed, and what is hidden by a dot before its name is passed over.
    fn walk(&mut self, folder: &Path) {
        let entries = std::fs::read_dir(folder);
        let paths = entries.and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
        let mut paths: Vec<PathBuf> = match paths {
            Ok(paths) => paths,
            Err(error) => {
                let failed = InputFile::Failed(folder.to_owned(), error);
                return self.files.push(failed);
            }
        };
        paths.sort();
        for path in paths.into_iter().filter(|path| !is_hidden(path)) {
            if !path.is_dir() {
                match self.reason_against(&path) {
                    None => self.files.push(InputFile::File(path)),
                    Some(reason) => self.unread.push(UnreadFile { path, reason }),
                }
            } else if !path.is_symlink() {
                self.walk(&path); // A link may lead back to where it is.
            }
        }
    }

    /// Why a file of a folder is not read, if it is not. What is no file is not opened.
    fn reason_against(&self, path: &Path) -> Option<UnreadReason> {
        UnreadReason::of_kind(path).or_else(|| {
            let is_taken = is_known_file(path) || !is_journal(path) && self.holds_positions(path);
            (!is_taken).then_some(UnreadReason::UnknownFormat)
        })
    }

    /// Whether the beginning of a file is that of a known format; an object has to have stones.
    fn holds_positions(&self, path: &Path) -> bool {
        let content = open(path).and_then(decompressed);
        let Ok((first, _)) = content.and_then(|content| first_bytes(content.bytes)) else {
            return false;
        };
        let has_stones = || {
            let text = String::from_utf8_lossy(&first);
            STONES.iter().any(|field| text.contains(field))
        };
        let name = path.to_string_lossy();
        let is_asked_for = || {
            let endings = self.format.map(Format::endings);
            endings.is_some_and(|endings| has_ending(path, endings))
        };
        match notation::detect_named(&first, plain_name(&name), &self.reading) {
            Ok(Format::Jsonl) => has_stones(),
            Ok(_) => true,
            // That it may be two things is to be seen.
            Err(error) => error.code == ErrorCode::AmbiguousFormat || is_asked_for(),
        }
    }
}

/// Whether a file is the journal of another that is there.
fn is_journal(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "run") && path.with_extension("").exists()
}

/// Whether a walk through a folder takes this file, going by its ending.
pub fn is_known_file(path: &Path) -> bool {
    has_ending(path, &KNOWN)
}

/// Whether a file has one of these endings, compressed or not.
fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.to_ascii_lowercase();
    let ending = plain_name(&name).rsplit_once('.');
    ending.is_some_and(|(_, ending)| endings.contains(&ending))
}

/// The name of a file without the ending that says that it is compressed.
fn plain_name(name: &str) -> &str {
    let plain = [".gz", ".zst", ".lz4"]
        .iter()
        .find_map(|ending| name.strip_suffix(ending));
    plain.unwrap_or(name)
}

fn stdin() -> Bytes {
    Box::new(BufReader::new(io::stdin()))
}

/// The file and the positions of it that a name such as `FILE@12` stands for; `None` if there is a file of
/// the whole name, or none of the part before the last `@`.
pub fn picked_file(name: &Path) -> Option<(PathBuf, Pick)> {
    if name.exists() {
        return None;
    }
    let (path, pick) = name.to_str()?.rsplit_once('@')?;
    let path = PathBuf::from(path);
    path.is_file().then_some((path, pick.parse().ok()?))
}

impl InputFile {
    /// The file of this name, or if there is none the positions of one that it names: `FILE@12`.
    fn named(input: &Path) -> InputFile {
        match picked_file(input) {
            Some((path, pick)) => InputFile::Picked(path, pick),
            None => InputFile::File(input.to_owned()),
        }
    }

    /// Its length, where that is known.
    fn length(&self) -> Option<u64> {
        match self {
            InputFile::Stdin | InputFile::Text(..) => None,
            InputFile::File(path) | InputFile::Picked(path, _) => {
                let found = path.metadata().ok()?;
                found.is_file().then_some(found.len())
            }
            InputFile::Failed(..) => Some(0),
        }
    }
}

fn open(path: &Path) -> io::Result<Bytes> {
    let file = open_file(path)?;
    Ok(Box::new(BufReader::with_capacity(FIRST_BYTES, file)))
}

fn open_file(path: &Path) -> io::Result<DiskFile> {
    if path.is_dir() {
        let message = "this is a folder, and one file is needed";
        return Err(io::Error::new(io::ErrorKind::IsADirectory, message));
    }
    DiskFile::open(path)
}

/// Gives bodies with their lines the ids of records: with numbers in a file of lines, and where
/// there is more than one.
fn numbered(
    source: &str,
    bodies: impl Iterator<Item = Result<(Option<u64>, RecordBody), ParseError>> + Send + 'static,
    is_by_lines: bool,
) -> Records {
    let source: Arc<str> = source.into();
    let mut bodies = bodies.peekable();
    Box::new((1..).map_while(move |number| {
        let body = bodies.next()?;
        // Looking ahead in a file of lines would wait for the second line of a slow pipe.
        let is_only = !is_by_lines && number == 1 && bodies.peek().is_none();
        let place = RecordId {
            source: Arc::clone(&source),
            number: (!is_only).then_some(number),
        };
        let (line, body) = match body {
            Ok((line, body)) => (line, Ok(body)),
            Err(error) => {
                let failed = failed(place, error);
                return Some(Record {
                    is_by_lines,
                    ..failed
                });
            }
        };
        Some(Record {
            place,
            line,
            body,
            is_by_lines,
            pick: None,
        })
    }))
}

fn failed(place: RecordId, error: ParseError) -> Record {
    Record {
        place,
        line: error.line,
        body: Err(error),
        is_by_lines: false,
        pick: None,
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
