//! `--verify`: proof trees of a file, each checked by the rules alone.

use std::io::Write;
use std::path::Path;

use crate::cli::error::CliError;
use crate::cli::input::with_close_name;
use crate::cli::output::Output;
use crate::cli::{Exit, GlobalArgs};
use renju::batch::{
    Entry, Folders, Naming, Pick, ReadOptions, Record, RecordBody, RecordError, RecordId, Sources,
};
use renju::limits::{Control, Limits};
use renju::notation::{
    ErrorCode, Format, LineText, ParseError, ParseOptions, TextLine, json_error, line_id,
};
use renju::position::PositionId;
use renju::questions::{Report, TreeLine, TreeLineError, check_win};

/// Bytes of a line, at most.
const LINE_LIMIT: usize = 1 << 30;

/// Checks the trees of a file, or of standard input, each within the limits: 0 if all hold, 1 if
/// one does not, 2 if one cannot be read, 4 if a limit was reached. Each answer is written at
/// once, so that Ctrl-C, which ends the program, loses none.
pub(super) fn verify(path: &Path, limits: Limits, global: &GlobalArgs) -> Result<Exit, CliError> {
    let file = [path.to_owned()];
    let records = Sources::new(
        &file,
        Folders::Refused,
        Some(Format::Jsonl),
        ParseOptions::default(),
    );
    let mut output = Output::new(global);
    let mut exit = None;
    for record in records.with_line_limit(LINE_LIMIT) {
        let answered = match checked(record, limits, global) {
            Ok(report) => {
                output.report(&report)?;
                exit_of(&report)
            }
            Err(error) if exit.is_none() && error.error.code == ErrorCode::UnknownFormat => {
                return Err(CliError::Input(error));
            }
            Err(error) => output.report_error(&with_close_name(error), global)?,
        };
        output.out.flush()?;
        exit = exit.max(Some(answered));
    }
    exit.ok_or_else(|| CliError::usage(format!("{} holds no tree", path.display())))
}

const fn exit_of(report: &Report) -> Exit {
    match report {
        Report::WinCheck(report) if report.stop.is_some() => Exit::Undecided,
        Report::WinCheck(report) if report.flaw.is_some() => Exit::No,
        _ => Exit::Done,
    }
}

/// Checks the tree of a record.
fn checked(
    record: Record,
    limits: Limits,
    global: &GlobalArgs,
) -> Result<Report, Box<RecordError>> {
    let Record {
        place, line, body, ..
    } = record;
    let text = match body {
        Ok(RecordBody::Line(line)) => line.text,
        Ok(RecordBody::Setup(..) | RecordBody::Game(..)) => {
            unreachable!("only JSON lines are read")
        }
        Err(error) => {
            let id = place.to_string().into();
            return Err(Box::new(RecordError { id, place, error }));
        }
    };
    if !text.trim_start().starts_with('{') && line == Some(1) {
        let error = ParseError::new(ErrorCode::UnknownFormat, "the file holds no proof trees");
        let error = if text.trim_start().starts_with('(') {
            ParseError {
                message: "a tree in SGF is for viewing; --tree FILE.jsonl writes one to verify"
                    .to_owned(),
                ..error
            }
        } else {
            error.hint("--tree FILE of vcf and vct writes them, each on a line of JSON")
        };
        let place = RecordId::file(place.source);
        let id = place.to_string().into();
        return Err(Box::new(RecordError { id, place, error }));
    }
    let line = TreeFileLine {
        id: line_id(&text),
        place,
        number: line.unwrap_or(1),
        text,
    };
    let read = TreeLine::read(&line.text);
    let read = read.map_err(|error| line.error(parse_error(&error, &line.text)))?;
    let entry = line.entry(&read, global)?;
    let id = line.id.as_ref().unwrap_or(&entry.id);
    let (attacker, tree) = (read.attacker, read.tree.as_ref());
    let control = Control::new(limits);
    let report = check_win(id, &entry.position, attacker, tree, &control);
    Ok(Report::WinCheck(report))
}

/// A line of the file.
struct TreeFileLine {
    id: Option<PositionId>,
    place: RecordId,
    number: u64,
    text: LineText,
}

impl TreeFileLine {
    /// The position of a tree. How points are written does not depend on flags.
    fn entry(&self, read: &TreeLine, global: &GlobalArgs) -> Result<Box<Entry>, Box<RecordError>> {
        let read_options = ReadOptions {
            asked: global.read_options().asked,
            reading: ParseOptions::default(),
            pick: Pick::Last,
            naming: Naming::Place,
            going_on: Vec::new(),
        };
        let position = read.position.get();
        let before = self.text.find(position).unwrap_or(0);
        let line = TextLine {
            before: self.text[..before].chars().count() as u32,
            ..TextLine::utf8(self.number, position)
        };
        let record = Record {
            place: self.place.clone(),
            line: Some(self.number),
            body: Ok(RecordBody::Line(line)),
            is_by_lines: true,
            pick: None,
        };
        let mut entries = record.entries(&read_options);
        match entries.pop() {
            Some(entry) if entries.is_empty() => entry,
            _ => {
                let message = "a tree belongs to one position, but there are several here";
                Err(self.error(ParseError::new(ErrorCode::Unsupported, message)))
            }
        }
    }

    fn error(&self, error: ParseError) -> Box<RecordError> {
        let id = self.id.clone();
        Box::new(RecordError {
            id: id.unwrap_or_else(|| self.place.to_string().into()),
            place: self.place.clone(),
            error: ParseError {
                line: error
                    .line
                    .map_or(Some(self.number), |line| Some(line + self.number - 1)),
                ..error
            },
        })
    }
}

fn parse_error(error: &TreeLineError, text: &str) -> ParseError {
    match error {
        TreeLineError::Json(error) => json_error(error, text)
            .hint("--tree FILE writes such lines; each tree stands on one line"),
        TreeLineError::Version(_) => ParseError::new(ErrorCode::Unsupported, error.to_string())
            .hint("write the file anew: renju vcf or vct, with --tree FILE"),
        TreeLineError::Outcome(_) => ParseError::new(ErrorCode::BadJson, error.to_string()),
    }
}
