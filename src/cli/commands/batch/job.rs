//! One question for many positions, a line each, with runs that can be resumed.

use std::io;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::files::RunFiles;
use super::format::LineFormat;
use super::summary::{SeenInput, SummaryFormat, print_summary};
use crate::cli::answer_lines::AnswerWriter;
use crate::cli::answer_lines::ReportLine;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::Study;
use crate::cli::question::Question;
use crate::cli::run_bar::RunBar;
use crate::cli::run_settings::{Existing, tell_cut_off, tell_how_to_go_on};
use crate::cli::warnings::{FirstErrors, RunWarnings};
use crate::cli::{Exit, GlobalArgs, InputArgs};
use renju::batch::{
    self, Consumed, Entry, EntryResult, Journal, Naming, OutputOrder, Outputs, ReadOptions, Record,
    RecordError, RunOptions, RunSummary, Settings, Shard, WorkResult,
};
use renju::engines;
use renju::notation::io_words;

/// A question: its input, its own arguments, and how the run goes.
#[derive(Args, Serialize, Clone, Debug)]
pub(crate) struct Job<Q: Question> {
    #[command(flatten)]
    #[serde(flatten)]
    input: InputArgs,
    #[command(flatten)]
    #[serde(flatten)]
    study: Q,
    #[command(flatten)]
    #[serde(flatten)]
    run: RunArgs,
}

#[derive(Args, Serialize, Clone, Debug)]
#[command(next_help_heading = "Run")]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
struct RunArgs {
    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE", alias = "output")]
    #[serde(skip)]
    out: Option<PathBuf>,

    /// Continue an interrupted run; its arguments must be the same
    #[arg(long, requires = "out", conflicts_with = "unordered")]
    #[serde(skip)]
    resume: bool,

    /// Keep the journal, FILE.run, after the run has ended, so that --resume can answer records
    /// added later
    #[arg(long, requires = "out")]
    #[serde(skip)]
    keep_run: bool,

    /// Overwrite the files of --out and --tree if they exist
    #[arg(long, conflicts_with = "resume")]
    #[serde(skip)]
    force: bool,

    /// Format of the answers: JSON lines, or a table, which show does not have
    #[arg(long, value_enum, default_value_t = LineFormat::Jsonl, value_name = "FORM")]
    format: LineFormat,

    /// The same as --format csv
    #[arg(long, conflicts_with = "format")]
    #[serde(skip)]
    csv: bool,

    /// Put ' before text in tables that a spreadsheet would run as a formula
    #[arg(long)]
    spreadsheet: bool,

    /// Write lines as they are finished, not in the order of the input
    #[arg(long)]
    unordered: bool,

    /// Write each line at once
    #[arg(long)]
    #[serde(skip)]
    flush: bool,

    /// Only the records whose id hashes to I modulo N, I from 0
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Stop at the first error
    #[arg(long, conflicts_with = "max_errors")]
    #[serde(skip)]
    fail_fast: bool,

    /// Stop after N errors
    #[arg(long, value_name = "N")]
    #[serde(skip)]
    max_errors: Option<NonZeroU64>,

    /// Treat a record without an id as an error
    #[arg(long)]
    require_id: bool,

    /// Return unknown fields of JSON lines as "input"
    #[arg(long)]
    keep_fields: bool,

    /// Refused: it is for single commands.
    #[arg(long, hide = true)]
    #[serde(skip)]
    watch: bool,

    /// Form of the last line on stderr
    #[arg(long, value_enum, default_value_t = SummaryFormat::Text, value_name = "FORM")]
    #[serde(skip)]
    summary: SummaryFormat,
}

/// What a run knows, its input and its question left aside.
struct RunSetting<'a> {
    /// What the journal holds against a run that resumes this one.
    journal: Settings,
    lines: AnswerWriter,
    /// Whether programs in other processes are asked.
    has_engines: bool,
    global: &'a GlobalArgs,
}

/// A question with its input and how its run goes, whichever it is.
pub(crate) trait BatchJob {
    /// Answers it for all records of the input.
    fn run(&self, journal: Settings, global: &GlobalArgs) -> Result<Exit, CliError>;
}

impl<Q: Question> BatchJob for Job<Q> {
    fn run(&self, journal: Settings, global: &GlobalArgs) -> Result<Exit, CliError> {
        let global = &self.input.going_on(global)?;
        let setting = self.setting(journal, global)?;
        let since = Instant::now();
        self.run.refuse_watch()?;
        self.input.refuse_missing()?;
        let interrupt = setting.interrupt()?;
        let study = self.study.study(global, setting.lines.is_table())?;
        let mut files = RunFiles::open(
            self.run.out.as_deref(),
            study.trees,
            self.run.existing(),
            &self.input,
            &setting.journal,
        )?;
        let work = Work::new(study, &self.run, setting, files.have_journal());
        let mut input = self.input.records(global)?;
        let earlier = files.pass_answered(&mut input.records)?;
        let is_resumable = files.have_journal();
        if let Some(out) = &self.run.out {
            tell_cut_off(out, files.cut_off(), global);
        }
        files.begin(&work.lines.header())?;
        let (ended, is_interrupted) = interrupt.during(|stop| {
            let options = RunOptions {
                threads: global.output.threads,
                consumed: earlier.input,
                stop: Some(stop),
                give_up: Some(&work.is_over),
                ..self.run.options()
            };
            let bar = RunBar::new(global, input.bytes, self.run.out.is_some());
            let bar = bar.behind(earlier.records);
            answer_all(input.records, &work, &mut files, options, &bar)
        });
        work.first_errors.print(global);
        let ended = ended.map_err(|error| unwritten(error, is_resumable))?;
        let summary = ended.behind(earlier.records);
        let seen = SeenInput {
            files_not_read: input.files_not_read,
            warnings: work.warnings.print(global),
            failed_before: earlier.failed,
        };
        if !global.output.quiet {
            print_summary(&summary, seen, since, self.run.summary);
        }
        if is_interrupted {
            tell_how_to_go_on(is_resumable, "--out", global);
            return Ok(Exit::Interrupted);
        }
        if is_resumable {
            self.run.end_journal(&summary)?;
        }
        Ok(exit_of(summary.errors() + earlier.failed))
    }
}

const fn exit_of(errors: u64) -> Exit {
    match errors {
        0 => Exit::Done,
        _ => Exit::SomeFailed,
    }
}

impl<Q: Question> Job<Q> {
    /// What a run is held to.
    fn setting<'a>(
        &self,
        mut journal: Settings,
        global: &'a GlobalArgs,
    ) -> Result<RunSetting<'a>, CliError> {
        journal.insert("format".to_owned(), json!(self.run.format()));
        Ok(RunSetting {
            journal,
            lines: self.lines(global)?,
            has_engines: self.study.has_engines(),
            global,
        })
    }

    /// The form of the lines; refused where the question, or the name of the output, does not fit it.
    fn lines(&self, global: &GlobalArgs) -> Result<AnswerWriter, CliError> {
        let run = &self.run;
        if let Some(out) = &run.out {
            run.format().check_name(out)?;
        }
        let added = [
            (global.output.timing, "seconds"),
            (run.keep_fields, "input"),
        ];
        let added = added.into_iter().filter(|(is_added, _)| *is_added);
        let names = added.map(|(_, name)| name);
        run.format()
            .lines(self.study.columns(), names, run.spreadsheet)
    }
}

/// That an output cannot be written to its end.
fn unwritten(error: io::Error, is_resumable: bool) -> CliError {
    if !is_resumable {
        return CliError::from(error);
    }
    let error = CliError::usage(io_words(&error));
    error.hint("the answers so far are kept; run the same command with --resume to continue")
}

/// Answers all records, and brings the journal up to date at the end.
fn answer_all(
    records: Box<dyn Iterator<Item = Record> + Send>,
    work: &Work<'_>,
    files: &mut RunFiles,
    options: RunOptions<'_>,
    bar: &RunBar,
) -> io::Result<RunSummary> {
    let mut journal = files.take_journal();
    let outputs = Outputs {
        lines: &mut *files.lines,
        trees: &mut *files.trees,
        written: &mut |summary| journal.note(summary, false),
    };
    let answer = |record| work.answer(record);
    let show = |summary: &RunSummary| bar.show(summary.read, summary.errors());
    let ended = batch::run(records, answer, options, outputs, show);
    bar.clear();
    let summary = ended?;
    journal.note(&summary, true)?;
    Ok(summary)
}

impl RunArgs {
    fn refuse_watch(&self) -> Result<(), CliError> {
        if !self.watch {
            return Ok(());
        }
        let error = CliError::usage("--watch is not for batch, which answers once");
        Err(error.hint("score, compare and search have it"))
    }

    const fn format(&self) -> LineFormat {
        if self.csv {
            LineFormat::Csv
        } else {
            self.format
        }
    }

    const fn existing(&self) -> Existing {
        Existing::of(self.resume, self.force)
    }

    /// The errors that end a run.
    fn most_errors(&self) -> Option<u64> {
        let first = self.fail_fast.then_some(1);
        first.or(self.max_errors.map(NonZeroU64::get))
    }

    /// Removes the journal of a run that has come to its end.
    fn end_journal(&self, summary: &RunSummary) -> Result<(), CliError> {
        let most = self.most_errors();
        let has_ended = most.is_none_or(|most| summary.errors() < most);
        match &self.out {
            Some(out) if has_ended && !self.keep_run => Ok(Journal::remove(out)?),
            _ => Ok(()),
        }
    }

    fn options(&self) -> RunOptions<'static> {
        RunOptions {
            order: if self.unordered {
                OutputOrder::Finished
            } else {
                OutputOrder::Input
            },
            max_errors: self.most_errors(),
            flush: self.flush,
            ..RunOptions::default()
        }
    }
}

impl RunSetting<'_> {
    /// Watches signals; engines have some time to answer after the first, and die with the last.
    fn interrupt(&self) -> io::Result<Interrupt> {
        if !self.has_engines {
            return Interrupt::install();
        }
        Interrupt::install_with_engines(batch::GRACE)
    }
}

/// What is done with each record.
struct Work<'a> {
    study: Study<'a>,
    lines: AnswerWriter,
    read_options: ReadOptions,
    args: &'a RunArgs,
    timing: bool,
    /// Whether the journal notes what the records say.
    is_noted: bool,
    /// Set once the work is to be given up.
    is_over: AtomicBool,
    first_errors: FirstErrors,
    warnings: RunWarnings,
}

impl<'a> Work<'a> {
    fn new(
        study: Study<'a>,
        args: &'a RunArgs,
        setting: RunSetting<'_>,
        is_noted: bool,
    ) -> Work<'a> {
        let RunSetting { lines, global, .. } = setting;
        let mut read_options = study.arguments(global).read_options();
        read_options.reading.keep_unknown = args.keep_fields;
        read_options.naming = if args.require_id {
            Naming::Refused
        } else {
            Naming::Content
        };
        Work {
            lines,
            read_options,
            study,
            args,
            timing: global.output.timing,
            is_noted,
            is_over: AtomicBool::new(false),
            first_errors: FirstErrors::default(),
            warnings: RunWarnings::default(),
        }
    }

    /// The positions of a record that belong to this shard.
    fn entries(&self, record: Record) -> Vec<EntryResult> {
        let mut entries = record.entries(&self.read_options);
        if let Some(shard) = self.args.shard {
            entries.retain(|entry| shard.has_entry(entry));
        }
        entries
    }

    fn answer(&self, record: Record) -> WorkResult {
        let mut result = WorkResult {
            consumed: if self.is_noted {
                record.content()
            } else {
                Consumed::default()
            },
            ..WorkResult::default()
        };
        for entry in self.entries(record) {
            if let Ok(entry) = &entry {
                self.warnings.add(&entry.warnings);
            }
            match entry.and_then(|entry| self.add(&entry, &mut result)) {
                Ok(()) => {}
                Err(error) => {
                    result.failed += 1;
                    result.text.extend(self.lines.error(&error));
                    self.first_errors.add(*error);
                }
            }
        }
        result
    }

    fn add(&self, entry: &Entry, result: &mut WorkResult) -> Result<(), Box<RecordError>> {
        let since = Instant::now();
        let answer = (self.study.answer)(entry, &self.is_over);
        // An engine that was stopped has no answer, and its record is answered by the next run.
        let exit = answer
            .as_ref()
            .map_or_else(CliError::exit, |answer| answer.exit);
        if exit == Exit::Interrupted || exit != Exit::Done && engines::are_stopped() {
            result.is_given_up = true;
            return Ok(());
        }
        let answer = answer.map_err(|error| error.record_error(entry))?;
        let seconds = self.timing.then(|| since.elapsed().as_secs_f64());
        for report in [&answer.report].into_iter().chain(&answer.more) {
            result.text.extend(self.lines.answer(&ReportLine {
                report,
                seconds,
                input: self.args.keep_fields.then_some(&entry.unknown),
            }));
            result.done += 1;
        }
        result.incomplete += u64::from(answer.exit == Exit::SomeFailed);
        match answer.tree {
            Some(tree) => result.trees.extend(tree),
            None => result.trees_left_out += 1,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::{Command, FromArgMatches};

    use super::*;
    use crate::cli::output::StudyAnswer;
    use renju::batch::{RecordBody, RecordId};
    use renju::notation::TextLine;
    use renju::questions::{self, Report};

    #[test]
    fn an_answer_whose_tree_is_left_out_is_answered_and_not_failed() {
        let study = Study::new(|entry, _| {
            let report = questions::board(&entry.id, &entry.position, &entry.setup, None);
            Ok(StudyAnswer {
                tree: None,
                ..Report::Board(Box::new(report)).into()
            })
        });
        let matches = RunArgs::augment_args(Command::new("batch")).get_matches_from(["batch"]);
        let work = Work {
            study,
            lines: AnswerWriter::json(),
            read_options: ReadOptions::default(),
            args: &RunArgs::from_arg_matches(&matches).unwrap(),
            timing: false,
            is_noted: false,
            is_over: AtomicBool::new(false),
            first_errors: FirstErrors::default(),
            warnings: RunWarnings::default(),
        };
        let result = work.answer(Record {
            place: RecordId::file("test"),
            line: Some(1),
            body: Ok(RecordBody::Line(TextLine::utf8(1, r#"{"black":["H8"]}"#))),
            is_by_lines: true,
            pick: None,
        });
        assert_eq!((result.done, result.failed), (1, 0));
        assert_eq!(result.trees_left_out, 1);
        assert!(result.text.starts_with(br#"{"v":1,"id":"test""#));
    }
}
