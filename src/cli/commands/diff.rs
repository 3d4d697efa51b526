//! `diff`: two outputs of `batch` side by side.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value};

use crate::cli::answer_lines::json_line;
use crate::cli::arguments::WidthArg;
use crate::cli::error::CliError;
use crate::cli::input::{is_same_file, with_close_name};
use crate::cli::output::Output;
use crate::cli::{Exit, GlobalArgs, diagnostics};
use renju::batch::{Folders, Record, RecordBody, RecordError, RecordId, Sources};
use renju::notation::{ErrorCode, Format, ParseError, ParseOptions, json_error};
use renju::questions::diff::{
    AnswerDiff, AnswerLine, AnswerLineError, AnswerPairs, DiffOptions, DiffSide, DiffSummary,
    NumberedLine, answer_diff,
};
use renju::render::text;

/// Bytes of a line, at most.
const LINE_LIMIT: usize = 1 << 26;

/// Lines that cannot be read and are reported one by one.
const TOLD: usize = 3;

/// Names that `--field` takes beside the fields of the answers.
const OF_DIFF: [&str; 3] = ["best", "error", "line"];

/// Compare two outputs of batch: which answers changed, and how
///
/// Answers are matched by their id, whatever their order. Exit code 0: nothing changed; 1: something
/// did; 2: a line could not be read.
#[derive(Args, Clone, Debug)]
pub(crate) struct DiffArgs {
    /// The output before, or `-` for standard input; compressed or not
    old: PathBuf,

    /// The output after, or `-` for standard input; compressed or not
    new: PathBuf,

    /// How far two values of an evaluator may differ and still count as the same
    #[arg(long, value_name = "N", default_value_t = 0.0, value_parser = parse_tolerance)]
    tolerance: f64,

    /// Only changes of this field, such as best, board or outcome; may be repeated
    #[arg(long, value_name = "FIELD")]
    field: Vec<String>,

    /// Compare also nodes, seconds, names of evaluators and units, and the lines of errors
    #[arg(long)]
    all_fields: bool,

    #[command(flatten)]
    width: WidthArg,
}

fn parse_tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "a number of 0 or more is needed".to_owned())
}

pub(crate) fn run(args: &DiffArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &global.with_width(args.width);
    let files = [&args.old, &args.new];
    refuse_stream(args)?;
    let mut comparison = FileComparison::new(args, global);
    let mut lines = files.map(|file| lines_of(file));
    let sides = [DiffSide::Old, DiffSide::New];
    while let [old, new] = [lines[0].next(), lines[1].next()]
        && (old.is_some() || new.is_some())
    {
        for (side, record) in sides.into_iter().zip([old, new]) {
            if let Some(record) = record {
                comparison.take(side, record)?;
            }
        }
    }
    comparison.end()
}

/// Refuses standard input and a pipe as both outputs: they are read once. A file is compared with
/// itself, and nothing differs.
fn refuse_stream(args: &DiffArgs) -> Result<(), CliError> {
    let DiffArgs { old, new, .. } = args;
    let is_stream = |path: &Path| path.as_os_str() == "-" || !path.is_file();
    let are_one = old == new || is_same_file(old, new);
    if are_one && is_stream(old) && (old.as_os_str() == "-" || old.exists()) {
        let message = format!(
            "both outputs are {}, which can be read once only",
            old.display()
        );
        return Err(CliError::usage(message));
    }
    Ok(())
}

/// The lines of an output.
fn lines_of(path: &Path) -> Sources {
    let reading = ParseOptions::default();
    let file = [path.to_owned()];
    Sources::new(&file, Folders::Refused, Some(Format::Jsonl), reading).with_line_limit(LINE_LIMIT)
}

/// Two files as far as they are read.
struct FileComparison<'a> {
    args: &'a DiffArgs,
    global: &'a GlobalArgs,
    options: DiffOptions,
    pairs: AnswerPairs,
    summary: DiffSummary,
    output: Output,
    /// The question that each file answers.
    studies: [Option<String>; 2],
    /// The fields of the first answer of each file.
    fields: BTreeSet<String>,
}

impl FileComparison<'_> {
    fn new<'a>(args: &'a DiffArgs, global: &'a GlobalArgs) -> FileComparison<'a> {
        FileComparison {
            args,
            global,
            options: DiffOptions {
                tolerance: args.tolerance,
                all_fields: args.all_fields,
                only: args.field.clone(),
            },
            pairs: AnswerPairs::default(),
            summary: DiffSummary::new(),
            output: Output::new(global),
            studies: [None, None],
            fields: BTreeSet::new(),
        }
    }

    /// Takes a line of one file, and compares it if the other file had its id before.
    fn take(&mut self, side: DiffSide, record: Record) -> Result<(), CliError> {
        let place = record.place;
        let line = match record.body {
            Ok(RecordBody::Line(line)) => NumberedLine {
                number: line.number,
                text: line.text.to_string(),
            },
            Ok(RecordBody::Setup(..) | RecordBody::Game(..)) => {
                unreachable!("only JSON lines are read")
            }
            Err(error) if error.code == ErrorCode::Io => {
                let file = RecordId::file(place.source);
                return Err(CliError::Input(with_close_name(unread(file, error))));
            }
            Err(error) => return self.not_read(place, error),
        };
        let answer = match AnswerLine::read(&line.text) {
            Ok(Some(answer)) => answer,
            Ok(None) => return Ok(()),
            Err(error) => return self.not_read(place, parse_error(&error, &line)),
        };
        if let Some(other) = self.other_question(side, &answer, &line)? {
            let error = ParseError::new(ErrorCode::Unsupported, other);
            return self.not_read(place, at_line(error, &line));
        }
        match self.pairs.take(side, &answer, &line) {
            Ok(None) => Ok(()),
            Ok(Some(other)) => self.compare(side, &answer, [&line, &other]),
            Err(repeated) => {
                let first = repeated.first;
                let message = format!("the id {:?} is that of line {first}, too", &*answer.id);
                let error = ParseError::new(ErrorCode::Unsupported, message);
                self.not_read(place, at_line(error, &line))
            }
        }
    }

    /// Why a line is no answer to the question of its file, if it is none. The first answer of a file
    /// tells its question.
    fn other_question(
        &mut self,
        side: DiffSide,
        answer: &AnswerLine,
        line: &NumberedLine,
    ) -> Result<Option<String>, CliError> {
        let Some(study) = &answer.study else {
            return Ok(None);
        };
        let [own, other] = match side {
            DiffSide::Old => [0, 1],
            DiffSide::New => [1, 0],
        };
        if let Some(known) = &self.studies[own] {
            let message = || format!("an answer of {study} stands among those of {known}");
            return Ok((known != study).then(message));
        }
        self.studies[own] = Some(study.clone());
        if let Ok(fields) = serde_json::from_str::<Map<String, Value>>(&line.text) {
            let evaluator = fields.get("evaluator").and_then(Value::as_str);
            *match side {
                DiffSide::Old => &mut self.summary.old_evaluator,
                DiffSide::New => &mut self.summary.new_evaluator,
            } = evaluator.map(str::to_owned);
            self.fields.extend(fields.into_iter().map(|(name, _)| name));
        }
        if let [Some(old), Some(new)] = &self.studies
            && self.studies[own] != self.studies[other]
        {
            let [before, after] = [&self.args.old, &self.args.new].map(|path| path.display());
            let message =
                format!("{before} has answers of {old}, {after} of {new}: nothing to compare");
            return Err(CliError::usage(message));
        }
        Ok(None)
    }

    /// Compares the two lines of an id.
    fn compare(
        &mut self,
        side: DiffSide,
        answer: &AnswerLine,
        [this, other]: [&NumberedLine; 2],
    ) -> Result<(), CliError> {
        let texts = match side {
            DiffSide::Old => [&*this.text, &*other.text],
            DiffSide::New => [&*other.text, &*this.text],
        };
        if texts[0] == texts[1] {
            self.summary.compared += 1;
            return Ok(());
        }
        match answer_diff(&answer.id, texts, &self.options) {
            Ok(diff) => self.write(&diff),
            Err(error) => {
                let file = match side {
                    DiffSide::Old => &self.args.old,
                    DiffSide::New => &self.args.new,
                };
                let place = RecordId {
                    number: Some(this.number),
                    ..RecordId::file(file.display().to_string())
                };
                self.not_read(place, at_line(json_error(&error, &this.text), this))
            }
        }
    }

    /// Counts what was found about an id, and tells it if it is a change.
    fn write(&mut self, diff: &AnswerDiff) -> Result<(), CliError> {
        self.summary.add(diff);
        if !diff.is_change() {
            return Ok(());
        }
        let line = if self.output.is_json {
            json_line(diff)
        } else {
            text(diff, self.output.style).into_bytes()
        };
        Ok(self.output.out.write_all(&line)?)
    }

    /// Tells of a line that cannot be read; many are only counted.
    fn not_read(&mut self, place: RecordId, error: ParseError) -> Result<(), CliError> {
        self.summary.not_read += 1;
        if self.summary.not_read <= TOLD as u64 {
            self.output.out.flush()?;
            diagnostics::print_record(&unread(place, error), self.global);
        }
        Ok(())
    }

    /// Tells which ids one file alone has, and what it all comes to.
    fn end(mut self) -> Result<Exit, CliError> {
        for lonely in std::mem::take(&mut self.pairs).lonely() {
            if let Ok(Some(answer)) = AnswerLine::read(&lonely.line.text) {
                self.write(&AnswerDiff::lonely(answer, lonely.side, lonely.line.number))?;
            }
        }
        let [old, new] = &mut self.studies;
        self.summary.of = old.take().or_else(|| new.take());
        let summary = std::mem::take(&mut self.summary).finished();
        self.refuse_unknown(&summary)?;
        let last = if self.output.is_json {
            json_line(&summary)
        } else {
            text(&summary, self.output.style).into_bytes()
        };
        self.output.out.write_all(&last)?;
        self.output.out.flush()?;
        Ok(if summary.not_read > 0 {
            Exit::Usage
        } else if summary.is_change() {
            Exit::No
        } else {
            Exit::Done
        })
    }

    /// Refuses a field to look at that no answer has: without a change that would look like a good
    /// answer.
    fn refuse_unknown(&self, summary: &DiffSummary) -> Result<(), CliError> {
        if self.fields.is_empty() {
            return Ok(());
        }
        let known = || self.fields.iter().map(String::as_str).chain(OF_DIFF);
        for name in &self.args.field {
            let first = name.split('.').next().unwrap_or_default();
            let is_changed = |field: &str| field.split('.').next() == Some(first);
            let changed = summary.fields.iter().any(|field| is_changed(&field.field));
            if changed || known().any(|known| known == first) {
                continue;
            }
            let error = CliError::usage(format!("the answers have no field {name}"));
            let closest = known().min_by_key(|known| strsim::osa_distance(known, first));
            let closest = closest.filter(|known| strsim::osa_distance(known, first) <= 2);
            return Err(match closest {
                Some(meant) => error.hint(format!("did you mean {meant}?")),
                None => error,
            });
        }
        Ok(())
    }
}

fn unread(place: RecordId, error: ParseError) -> Box<RecordError> {
    Box::new(RecordError {
        id: place.to_string().into(),
        place,
        error,
    })
}

fn at_line(error: ParseError, line: &NumberedLine) -> ParseError {
    ParseError {
        line: Some(line.number),
        ..error
    }
}

fn parse_error(error: &AnswerLineError, line: &NumberedLine) -> ParseError {
    let hint = "`renju batch` writes such lines, and any command with --json";
    let error = match error {
        AnswerLineError::Json(error) => json_error(error, &line.text),
        AnswerLineError::Missing(_) | AnswerLineError::Version(_) => {
            ParseError::new(ErrorCode::Unsupported, error.to_string())
        }
    };
    at_line(error, line).hint(hint)
}
