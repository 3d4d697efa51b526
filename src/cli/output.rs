use std::io::{self, BufWriter, Write};
use std::time::Instant;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::batch::{Entry, Folders, ReadOptions, Record, RecordError};
use crate::notation::ParseError;
use crate::render::{Format, Label, Style, render};
use crate::study::{ComparisonSummary, Report, VERSION};

use super::error::CliError;
use super::{Exit, GlobalArgs, InputArgs, diagnostics};

/// Where answers go, and how they look.
pub(super) struct Output {
    pub(super) out: BufWriter<io::Stdout>,
    pub(super) style: Style,
    json: bool,
    timing: bool,
    has_answered: bool,
}

impl Output {
    pub(super) fn new(global: &GlobalArgs) -> Output {
        let (json, timing) = (global.output.json, global.output.timing);
        Output {
            out: BufWriter::new(io::stdout()),
            style: global.style(),
            json,
            timing,
            has_answered: false,
        }
    }

    /// Writes a report as text or as a JSON line.
    pub(super) fn report(&mut self, report: &Report, since: Instant) -> io::Result<()> {
        if self.json {
            let seconds = self.timing.then(|| since.elapsed().as_secs_f64());
            self.out.write_all(&json_line(
                report,
                Extras {
                    seconds,
                    input: None,
                },
            ))
        } else {
            render(report, Format::Text, self.style, &mut self.out)
        }
    }

    /// Separates an answer from the one before, and names its position where it does not itself.
    fn begin(&mut self, entry: &Entry, multiple: MultipleOutput, is_one: bool) -> io::Result<()> {
        if self.json || is_one {
            return Ok(());
        }
        if multiple == MultipleOutput::Separated && self.has_answered {
            writeln!(self.out)?;
        }
        if multiple == MultipleOutput::Named {
            writeln!(
                self.out,
                "{}",
                self.style.paint(Label::Heading, &format!("{}:", entry.id))
            )?;
        }
        self.has_answered = true;
        Ok(())
    }

    /// Reports a record that could not be read: on stderr, and with `--json` as a line too.
    pub(super) fn report_error(
        &mut self,
        error: &RecordError,
        global: &GlobalArgs,
    ) -> io::Result<()> {
        self.out.flush()?;
        diagnostics::print_record(error, global);
        if self.json {
            self.out.write_all(&error_line(error))?;
        }
        Ok(())
    }

    pub(super) const fn is_json(&self) -> bool {
        self.json
    }
}

/// Writes what a comparison of many positions comes to, behind its answers.
pub(super) fn write_summary(summary: &ComparisonSummary, global: &GlobalArgs) -> io::Result<()> {
    let mut output = Output::new(global);
    let format = if output.json {
        Format::Json
    } else {
        writeln!(output.out)?;
        Format::Text
    };
    render(summary, format, output.style, &mut output.out)?;
    output.out.flush()
}

/// Fields of a line in addition to its report.
#[derive(Serialize, Default)]
pub(super) struct Extras {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) input: Option<Map<String, Value>>,
}

#[derive(Serialize)]
struct ReportLine<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(flatten)]
    extras: Extras,
}

/// A report as a line of JSON, with its line break.
pub(super) fn json_line(report: &Report, extras: Extras) -> Vec<u8> {
    let has_extras = extras.seconds.is_some() || extras.input.is_some();
    let line = if has_extras {
        serde_json::to_vec(&ReportLine { report, extras })
    } else {
        serde_json::to_vec(report)
    };
    let mut line = line.expect("a report has only text for keys");
    line.push(b'\n');
    line
}

#[derive(Serialize)]
struct ErrorLine<'a> {
    v: u32,
    id: &'a str,
    error: &'a ParseError,
}

/// An error as a line of JSON, with its line break.
pub(super) fn error_line(error: &RecordError) -> Vec<u8> {
    let line = ErrorLine {
        v: VERSION,
        id: &error.id,
        error: &error.error,
    };
    let mut line = serde_json::to_vec(&line).expect("an error has only text for keys");
    line.push(b'\n');
    line
}

/// How text answers for several positions are separated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MultipleOutput {
    /// Answers with a heading of their own, separated by blank lines.
    Separated,
    /// Answers of a line or two, each below the name of its position.
    Named,
    /// One line each and nothing else.
    Lines,
    /// The output takes one position: a second one is refused before anything is written.
    Refused,
}

/// Answers a question for each position of the input; a position that cannot be read, or that
/// the question does not fit, is reported, and the others are still answered.
pub(super) fn answer_each(
    input: &InputArgs,
    global: &GlobalArgs,
    multiple: MultipleOutput,
    mut answer: impl FnMut(&Entry, &mut Output) -> Result<Exit, CliError>,
) -> Result<Exit, CliError> {
    let mut output = Output::new(global);
    let read_options = global.read_options();
    let records = input.records(global, Folders::Refused)?;
    let mut entries = records
        .flat_map(|record| entries(record, &read_options, global))
        .peekable();
    let mut exit = None;
    let mut is_one = true;
    while let Some(entry) = entries.next() {
        if multiple == MultipleOutput::Refused && entries.peek().is_some() {
            return Err(CliError::usage(
                "a picture or an output file takes one position, and the input holds more; split the input",
            ));
        }
        is_one = is_one && entries.peek().is_none();
        let answered = match entry {
            Err(error) => Err(error),
            Ok(entry) => {
                output.begin(&entry, multiple, is_one)?;
                match answer(&entry, &mut output) {
                    Err(CliError::Output(error)) => return Err(error.into()),
                    answered => answered.map_err(|error| error.record_error(&entry)),
                }
            }
        };
        let answered = match answered {
            Ok(exit) => exit,
            Err(error) => {
                output.report_error(&error, global)?;
                Exit::Usage
            }
        };
        exit = Some(exit.map_or(answered, |exit: Exit| exit.and(answered)));
        if answered == Exit::Interrupted {
            break;
        }
    }
    output.out.flush()?;
    exit.ok_or_else(|| CliError::usage("the input holds no position"))
}

fn entries(
    record: Record,
    read_options: &ReadOptions,
    global: &GlobalArgs,
) -> Vec<Result<Box<Entry>, Box<RecordError>>> {
    let entries = record.entries(read_options);
    if global.output.verbose {
        for entry in entries.iter().flatten() {
            eprintln!("{}", how_read(entry));
        }
    }
    entries
}

/// A line that says what was assumed while reading.
fn how_read(entry: &Entry) -> String {
    let read = &entry.read;
    let named = [
        ("origin", &read.origin),
        ("letters", &read.letters),
        ("encoding", &read.encoding),
        ("stones", &read.stones),
    ];
    let assumed: Vec<String> = named
        .into_iter()
        .filter_map(|(name, value)| Some(format!("{name} {}", value.as_ref()?)))
        .collect();
    format!(
        "{}: read as {}, {}",
        read.source,
        read.format,
        assumed.join(", ")
    )
}
