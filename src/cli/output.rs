//! Positions answered one after the other, and how their answers are written.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use renju::batch::{Entry, RecordError};
use renju::files::{Stdout, stdout};
use renju::limits::{Observer, StopReason};
use renju::notation::Assumption;
use renju::questions::{FlatTable, Report};
use renju::render::{Format, Label, Legend, Style, printable, render};
use renju_core::counted::counted;

use super::answer_lines::{AnswerWriter, ReportLine};
use super::arguments::DEFAULT_TIME;
use super::drawing::{DrawArgs, PictureFiles};
use super::error::{CliError, Exit};
use super::input::with_close_name;
use super::interrupt::Interrupt;
use super::{GlobalArgs, InputArgs, diagnostics};

/// A question with its arguments checked, ready for any number of positions.
pub(super) struct Study<'a> {
    /// Answers for one position, on any thread; the observer may end the work.
    pub(super) answer: Box<AnswerFn<'a>>,
    /// The file for the proof trees of the answers, for studies that have them.
    pub(super) trees: Option<&'a Path>,
    /// Whether a position whose side to move is open is refused.
    pub(super) needs_side: bool,
}

type AnswerFn<'a> = dyn Fn(&Entry, &dyn Observer) -> Result<StudyAnswer, CliError> + Sync + 'a;

impl<'a> Study<'a> {
    /// A study without proof trees.
    pub(super) fn new(
        answer: impl Fn(&Entry, &dyn Observer) -> Result<StudyAnswer, CliError> + Sync + 'a,
    ) -> Study<'a> {
        Study {
            answer: Box::new(answer),
            trees: None,
            needs_side: true,
        }
    }

    /// The study as one that needs no side to move.
    pub(super) fn of_any_side(self) -> Study<'a> {
        Study {
            needs_side: false,
            ..self
        }
    }

    /// The arguments that its positions are read by.
    pub(super) fn arguments(&self, global: &GlobalArgs) -> GlobalArgs {
        if self.needs_side {
            global.clone()
        } else {
            global.with_side_open()
        }
    }
}

/// The answer for one position.
pub(super) struct StudyAnswer {
    /// The line of the answer.
    pub(super) report: Report,
    /// Further lines behind it, of studies that answer with several.
    pub(super) more: Vec<Report>,
    /// What it means to a command that asks for one position.
    pub(super) exit: Exit,
    /// The text for the file of proof trees; `None` if it could not be written, which is
    /// reported then.
    pub(super) tree: Option<Vec<u8>>,
}

impl StudyAnswer {
    /// The answer of work that has stopped for this reason.
    pub(super) fn stopped(self, reason: Option<StopReason>) -> StudyAnswer {
        match reason {
            Some(StopReason::Interrupted) => StudyAnswer {
                exit: Exit::Interrupted,
                ..self
            },
            _ => self,
        }
    }
}

impl From<Report> for StudyAnswer {
    fn from(report: Report) -> StudyAnswer {
        StudyAnswer {
            report,
            more: Vec::new(),
            exit: Exit::Done,
            tree: Some(Vec::new()),
        }
    }
}

/// Where answers go, and how they look.
pub(super) struct Output {
    pub(super) out: BufWriter<Stdout>,
    pub(super) style: Style,
    /// Whether programs read it: lines of JSON, or a table.
    pub(super) is_json: bool,
    lines: AnswerWriter,
    timing: bool,
    pub(super) pictures: PictureFiles,
    /// What is explained below the answers.
    pub(super) legend: Legend,
    /// When the work on the current answer began.
    since: Instant,
    /// Answers begun so far, where they are separated.
    answers: usize,
    /// Whether the input holds just the one position that is answered.
    pub(super) is_one: bool,
}

impl Output {
    pub(super) fn new(global: &GlobalArgs) -> Output {
        Output {
            out: BufWriter::new(stdout()),
            style: global.style(),
            is_json: global.output.json,
            lines: answer_writer(global),
            timing: global.output.timing,
            pictures: PictureFiles::default(),
            legend: Legend::default(),
            since: Instant::now(),
            answers: 0,
            is_one: false,
        }
    }

    /// Writes a report as text or as a JSON line.
    pub(super) fn report(&mut self, report: &Report) -> io::Result<()> {
        if !self.is_json {
            report.presentation().explain(&mut self.legend);
            return render(report, Format::Text, self.style, &mut self.out);
        }
        let seconds = self.timing.then(|| self.since.elapsed().as_secs_f64());
        self.out.write_all(&self.lines.answer(&ReportLine {
            report,
            seconds,
            input: None,
        }))
    }

    /// Says behind an answer, if so, that it was stopped by the time that is the limit without another.
    pub(super) fn tell_default_time(&mut self, is_so: bool, global: &GlobalArgs) -> io::Result<()> {
        if is_so {
            self.out.flush()?;
            let time = DEFAULT_TIME.as_secs();
            diagnostics::note(&format!("stopped after {time} s; --time for more"), global);
        }
        Ok(())
    }

    /// Draws the board of an answer where it is wanted, and writes its picture.
    pub(super) fn draw(
        &mut self,
        report: &Report,
        draw: &DrawArgs,
        entry: &Entry,
    ) -> Result<(), CliError> {
        // First, so that nothing is answered where no picture can be written.
        draw.write(report, entry, self.style.lang, &mut self.pictures)?;
        if !self.is_json
            && let Some(board) = draw.board(report, self.style, self.is_one)
        {
            report.presentation().explain_board(&mut self.legend);
            self.out.write_all(board.as_bytes())?;
        }
        Ok(())
    }

    /// Draws the board of an answer and writes the answer.
    pub(super) fn drawn_report(
        &mut self,
        report: &Report,
        draw: &DrawArgs,
        entry: &Entry,
    ) -> Result<(), CliError> {
        self.draw(report, draw, entry)?;
        Ok(self.report(report)?)
    }

    /// Begins an answer: separates it from the one before, and names its position where the answer
    /// does not itself.
    fn begin(&mut self, entry: &Entry, multiple: MultipleOutput, is_one: bool) -> io::Result<()> {
        self.since = Instant::now();
        self.is_one = is_one;
        if self.is_json || is_one {
            return Ok(());
        }
        if multiple == MultipleOutput::Separated && self.answers > 0 {
            writeln!(self.out)?;
        }
        if multiple == MultipleOutput::Named {
            let heading = format!("{}:", printable(&entry.id));
            writeln!(self.out, "{}", self.style.paint(Label::Heading, &heading))?;
        }
        self.answers += 1;
        Ok(())
    }

    /// Reports a record that could not be read: on stderr, and with `--json` as a line too.
    pub(super) fn report_error(
        &mut self,
        error: &RecordError,
        global: &GlobalArgs,
    ) -> io::Result<Exit> {
        self.out.flush()?;
        diagnostics::print_record(error, global);
        if self.is_json {
            self.out.write_all(&self.lines.error(error))?;
        }
        Ok(Exit::Usage)
    }
}

/// The form of the answers that programs read.
fn answer_writer(global: &GlobalArgs) -> AnswerWriter {
    let Some(columns) = global.output.columns else {
        return AnswerWriter::json();
    };
    let table = FlatTable::new(columns);
    AnswerWriter::rows(if global.output.timing {
        table.with_column("seconds")
    } else {
        table
    })
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

impl MultipleOutput {
    /// How several positions are answered where a picture is written: its file takes one.
    pub(super) fn with_picture(
        self,
        draw: &DrawArgs,
        input: &InputArgs,
    ) -> Result<MultipleOutput, CliError> {
        Ok(if draw.takes_one(input)? {
            MultipleOutput::Refused
        } else {
            self
        })
    }
}

/// Answers a study for each position of the input, as [`answer_each`] does.
pub(super) fn answer_study(
    study: &Study<'_>,
    input: &InputArgs,
    global: &GlobalArgs,
    draw: &DrawArgs,
    multiple: MultipleOutput,
) -> Result<Exit, CliError> {
    answer_drawn(study, input, global, draw, multiple, |report| report)
}

/// Answers a study for each position of the input; the picture shows the whole answer, the output
/// what `shown` leaves of it.
pub(super) fn answer_drawn(
    study: &Study<'_>,
    input: &InputArgs,
    global: &GlobalArgs,
    draw: &DrawArgs,
    multiple: MultipleOutput,
    shown: impl Fn(Report) -> Report,
) -> Result<Exit, CliError> {
    let multiple = multiple.with_picture(draw, input)?;
    let interrupt = Interrupt::install()?;
    answer_each(
        input,
        &study.arguments(global),
        multiple,
        |entry, output| {
            interrupt.exit_of(|stop| {
                let answer = (study.answer)(entry, stop)?;
                if draw.has_picture() && !answer.more.is_empty() {
                    let error =
                        CliError::usage("a picture shows one point, but several are asked about");
                    return Err(error.hint("name them one by one"));
                }
                output.draw(&answer.report, draw, entry)?;
                for report in [answer.report].into_iter().chain(answer.more) {
                    output.report(&shown(report))?;
                }
                output.out.flush()?;
                Ok(answer.exit)
            })
        },
    )
}

/// Answers a question for each position of the input; a position that cannot be read, or that
/// the question does not fit, is reported, and the others are still answered. Each answer is
/// written at once, before Ctrl-C can end the program.
pub(super) fn answer_each(
    input: &InputArgs,
    global: &GlobalArgs,
    multiple: MultipleOutput,
    mut answer: impl FnMut(&Entry, &mut Output) -> Result<Exit, CliError>,
) -> Result<Exit, CliError> {
    let global = &input.going_on(global)?;
    let mut output = Output::new(global);
    output.out.write_all(&output.lines.header())?;
    output.pictures = PictureFiles::beside(input, global);
    let read_options = global.read_options();
    let records = input.records(global)?.records;
    let entries = records.flat_map(|record| record.entries(&read_options));
    let mut entries = entries
        .inspect(|entry| match entry {
            Ok(entry) if global.output.verbose => diagnostics::tell(&how_read(entry)),
            _ => {}
        })
        .peekable();
    let mut exit = None;
    while let Some(entry) = entries.next() {
        let is_one = exit.is_none() && entries.peek().is_none();
        if multiple == MultipleOutput::Refused && !is_one {
            let error =
                CliError::usage("an output file takes one position, but the input holds more");
            return Err(error.hint("choose one with -n; -o FOLDER/ writes a picture of each"));
        }
        let answered = match entry {
            Err(error) => output.report_error(&with_close_name(error), global)?,
            Ok(entry) => {
                for warning in &entry.warnings {
                    diagnostics::warn(warning, global);
                }
                note_other_lines(&entry, global);
                output.begin(&entry, multiple, is_one)?;
                match answer(&entry, &mut output) {
                    Err(CliError::Output(error)) => return Err(error.into()),
                    Err(error) => {
                        let exit = error.exit();
                        output.report_error(&error.record_error(&entry), global)?;
                        exit
                    }
                    Ok(exit) => exit,
                }
            }
        };
        output.out.flush()?;
        exit = exit.max(Some(answered));
        if answered == Exit::Interrupted {
            break;
        }
    }
    if !global.output.quiet {
        let legend = output.legend.text(output.style);
        output.out.write_all(legend.as_bytes())?;
    }
    output.out.flush()?;
    exit.ok_or_else(|| CliError::usage("the input holds no position"))
}

/// Says that only the main line of a tree is read.
fn note_other_lines(entry: &Entry, global: &GlobalArgs) {
    let others = match entry.read.other_lines {
        0 => return,
        others => counted(others, "other line is", "other lines are"),
    };
    let note = format!(
        "{}: the main line is read; {others} left out (--variations takes each)",
        entry.read.source
    );
    diagnostics::note(&note, global);
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
    let made = read.assumed.iter().filter_map(|name| name.parse().ok());
    let sentences = made.map(|made: Assumption| format!("; {}", made.sentence()));
    format!(
        "{}: read as {}, {}{}",
        read.source,
        read.format,
        assumed.join(", "),
        sentences.collect::<String>()
    )
}
