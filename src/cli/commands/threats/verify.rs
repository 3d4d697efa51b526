//! `--verify`: wins of a file, each checked by the rules alone.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::time::Instant;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::batch::{Entry, Pick, ReadOptions, Record, RecordBody, RecordError, RecordId};
use crate::cli::error::CliError;
use crate::cli::output::Output;
use crate::cli::{Exit, GlobalArgs};
use crate::notation::{ErrorCode, ParseError, ParseOptions, line_id};
use crate::study::win_tree::{TreeLine, TreeLineError, TreeProblem};
use crate::study::{Report, check_win};

/// Bytes of a line, at most; ten million nodes take less.
const LONGEST_LINE: u64 = 2 << 30;

/// Checks every win of a file, or of standard input: 0 if all hold, 1 if one does not, 2 if one
/// cannot be read. Each is told at once, so that Ctrl-C, which ends the program, loses none.
pub(super) fn verify(path: &Path, global: &GlobalArgs) -> Result<Exit, CliError> {
    let lines = Lines::open(path)?;
    let mut output = Output::new(global);
    let mut exit = None;
    for line in lines {
        let since = Instant::now();
        let answered = match line.and_then(|line| line.checked(global)) {
            Ok(report) => {
                output.report(&report, since)?;
                exit_of(&report)
            }
            Err(error) => {
                output.report_error(&error, global)?;
                Exit::Usage
            }
        };
        output.out.flush()?;
        exit = Some(exit.map_or(answered, |exit: Exit| exit.and(answered)));
    }
    exit.ok_or_else(|| CliError::usage(format!("{} holds no tree", path.display())))
}

const fn exit_of(report: &Report) -> Exit {
    match report {
        Report::WinCheck(report) if report.holds => Exit::Done,
        _ => Exit::No,
    }
}

/// The lines of a file that are not blank.
struct Lines {
    source: String,
    bytes: Box<dyn BufRead>,
    number: u64,
}

impl Lines {
    fn open(path: &Path) -> Result<Lines, CliError> {
        let bytes: Box<dyn BufRead> = if path.as_os_str() == "-" {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(path).and_then(|file| {
                let is_folder = file.metadata()?.is_dir();
                let message = "this is a folder, not a file of trees";
                let refused = io::Error::new(io::ErrorKind::IsADirectory, message);
                if is_folder { Err(refused) } else { Ok(file) }
            });
            let file = file.map_err(CliError::in_file(path))?;
            Box::new(BufReader::new(file))
        };
        Ok(Lines {
            source: path.display().to_string(),
            bytes,
            number: 0,
        })
    }

    fn read(&mut self) -> Result<String, ParseError> {
        let mut line = Vec::new();
        let mut bytes = (&mut self.bytes).take(LONGEST_LINE);
        let length = bytes
            .read_until(b'\n', &mut line)
            .map_err(|error| ParseError::new(ErrorCode::Io, error.to_string()))?;
        self.number += 1;
        if length as u64 == LONGEST_LINE {
            self.bytes = Box::new(io::empty()); // The rest of the line is no line.
            let message = format!("the line is longer than {LONGEST_LINE} bytes");
            return Err(ParseError::new(ErrorCode::TooLarge, message));
        }
        String::from_utf8(line)
            .map_err(|_| ParseError::new(ErrorCode::BadEncoding, "the line is not UTF-8"))
    }
}

impl Iterator for Lines {
    type Item = Result<Line, Box<RecordError>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let read = self.read();
            if let Err(error) = &read
                && error.code == ErrorCode::Io
            {
                self.bytes = Box::new(io::empty());
            }
            let place = RecordId {
                source: self.source.clone(),
                number: Some(self.number),
            };
            match read {
                Ok(text) if text.is_empty() => return None,
                Ok(text) => {
                    let text = text.trim_start_matches('\u{feff}').trim();
                    if !text.is_empty() {
                        let text = text.to_owned();
                        return Some(Ok(Line { place, text }));
                    }
                }
                Err(error) => {
                    let id = place.to_string();
                    let line = Some(self.number);
                    return Some(Err(record_error(&place, id, ParseError { line, ..error })));
                }
            }
        }
    }
}

/// A line and its place.
struct Line {
    place: RecordId,
    text: String,
}

impl Line {
    fn checked(&self, global: &GlobalArgs) -> Result<Report, Box<RecordError>> {
        let line = TreeLine::read(&self.text).map_err(|error| {
            let id = position_text(&self.text).and_then(line_id);
            let id = id.unwrap_or_else(|| self.place.to_string());
            record_error(&self.place, id, self.unreadable(&error))
        })?;
        let entry = self.entry(&line, global)?;
        let (id, position) = (&entry.id, &entry.position);
        let report = check_win(id, position, line.attacker, &line.tree);
        Ok(Report::WinCheck(report))
    }

    /// The position of a tree. How points are written does not depend on flags.
    fn entry(
        &self,
        line: &TreeLine<'_>,
        global: &GlobalArgs,
    ) -> Result<Box<Entry>, Box<RecordError>> {
        let read_options = ReadOptions {
            asked: global.read_options().asked,
            reading: ParseOptions::default(),
            pick: Pick::Last,
        };
        let record = Record {
            place: self.place.clone(),
            line: self.place.number,
            body: Ok(RecordBody::Line(line.position.to_owned())),
        };
        let mut entries = record.entries(&read_options);
        if let (Some(entry), true) = (entries.pop(), entries.is_empty()) {
            return entry.map_err(|error| self.placed(*error, line));
        }
        let message = "a tree belongs to one position, and here are several";
        let error = self.on_this_line(ErrorCode::Unsupported, message);
        Err(record_error(&self.place, self.place.to_string(), error))
    }

    /// An error about the position with its column in the whole line.
    fn placed(&self, mut error: RecordError, line: &TreeLine<'_>) -> Box<RecordError> {
        let before = self.text.find(line.position).unwrap_or(0);
        let before = self.text[..before].chars().count() as u32;
        error.error.column = error.error.column.map(|column| column + before);
        Box::new(error)
    }

    fn unreadable(&self, error: &TreeLineError) -> ParseError {
        let code = match &error.problem {
            TreeProblem::Missing(_) => ErrorCode::MissingField,
            TreeProblem::BadPoint(_) => ErrorCode::BadPoint,
            TreeProblem::TooDeep => ErrorCode::TooLarge,
            TreeProblem::Version(_) => ErrorCode::Unsupported,
            _ => ErrorCode::BadJson,
        };
        let message = error.to_string();
        if !matches!(error.problem, TreeProblem::Json(_)) {
            return self.on_this_line(code, &message);
        }
        // Whoever read the line alone called it the first.
        let message = message.replace(" at line 1 column ", " at column ");
        let column = message.rsplit(" at column ").next();
        ParseError {
            column: column.and_then(|column| column.parse().ok()),
            ..self.on_this_line(code, &message)
        }
        .hint("--tree FILE writes such lines; each tree stands on one line")
    }

    fn on_this_line(&self, code: ErrorCode, message: &str) -> ParseError {
        ParseError {
            line: self.place.number,
            ..ParseError::new(code, message)
        }
    }
}

fn record_error(place: &RecordId, id: String, error: ParseError) -> Box<RecordError> {
    Box::new(RecordError {
        id,
        place: place.clone(),
        error,
    })
}

/// The position of a line whose tree cannot be read.
fn position_text(text: &str) -> Option<&str> {
    #[derive(Deserialize)]
    struct Positioned<'a> {
        #[serde(borrow)]
        position: &'a RawValue,
    }

    let line: Positioned<'_> = serde_json::from_str(text).ok()?;
    Some(line.position.get())
}
