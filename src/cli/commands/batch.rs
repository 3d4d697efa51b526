//! Command `batch`: one study for many positions, a line each, with runs that can be resumed.

use std::io;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::{Args, Subcommand};
use serde::Serialize;

use super::compare::CompareOptionArgs;
use super::forbidden::ForbiddenOptionArgs;
use super::forced_win::ForcedWinStudyArgs;
use super::game::GameOptionArgs;
use super::patterns::PatternOptionArgs;
use super::score::ScoreOptionArgs;
use super::search::SearchOptionArgs;
use super::show;
use super::threats::ThreatsOptionArgs;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{ReportLine, Study};
use crate::cli::run_bar::RunBar;
use crate::cli::run_settings::{Existing, settings, tell_cut_off, tell_how_to_go_on};
use crate::cli::warnings::{FirstErrors, RunWarnings};
use crate::cli::{Exit, GlobalArgs, InputArgs};
use renju::batch::{
    self, Consumed, Entry, EntryResult, Folders, Naming, OutputOrder, Outputs, ReadOptions, Record,
    RecordError, RunOptions, RunSummary, Settings, Shard, WorkResult,
};
use renju::engines;
use renju::notation::io_words;
use renju::render::FlatStudy;
use renju::threat::Attack;

mod files;
mod format;
mod summary;

use files::RunFiles;
use format::{AnswerWriter, LineFormat};
pub(super) use summary::SummaryLine;
use summary::{SeenInput, SummaryFormat, print_summary};

/// Answer a question for many positions, one JSON line each
#[derive(Args, Clone, Debug)]
pub(crate) struct BatchArgs {
    #[command(subcommand)]
    study: StudyArgs,
}

#[derive(Subcommand, Serialize, Clone, Debug)]
#[serde(tag = "study", rename_all = "lowercase")]
enum StudyArgs {
    /// Show how the positions are read
    Show(Job<()>),
    /// List the forbidden points, and why they are
    Forbidden(Job<ForbiddenOptionArgs>),
    /// Count and list the shapes on the board
    Patterns(Job<PatternOptionArgs>),
    /// Score the board and every empty point with an evaluator
    Score(Job<ScoreOptionArgs>),
    /// Show where evaluators differ
    Compare(Job<CompareOptionArgs>),
    /// Find best play, or the move of a published program; a limit is needed
    Search(Job<SearchOptionArgs>),
    /// Find wins by continuous fours
    Vcf(Job<ForcedWinStudyArgs>),
    /// Find wins by continuous fours, threes and other threats of a VCF; a limit is needed
    Vct(Job<ForcedWinStudyArgs>),
    /// Show which moves of games mattered: a line for each move and one for the game; a limit is needed
    Game(Job<GameOptionArgs>),
    /// Show what is threatened and which moves stop it; a limit is needed
    Threats(Job<ThreatsOptionArgs>),
}

/// One study: its input, its own arguments, and how the run goes.
#[derive(Args, Serialize, Clone, Debug)]
struct Job<S: Args> {
    #[command(flatten)]
    #[serde(flatten)]
    input: InputArgs,
    #[command(flatten)]
    #[serde(flatten)]
    study: S,
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
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    out: Option<PathBuf>,

    /// Continue an interrupted run; its arguments must be the same
    #[arg(long, requires = "out", conflicts_with = "unordered")]
    #[serde(skip)]
    resume: bool,

    /// Overwrite the files of --out and --tree if they are there
    #[arg(long, conflicts_with = "resume")]
    #[serde(skip)]
    force: bool,

    /// Form of the answers: JSON lines, or a table of forbidden, patterns, score, search, vcf and vct
    #[arg(long, value_enum, default_value_t = LineFormat::Jsonl, value_name = "FORM")]
    format: LineFormat,

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

    /// Take a record without an id for an error
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

pub(crate) fn run(args: &BatchArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let setting = RunSetting {
        journal: journal_settings(&args.study, global)?,
        lines: args.study.lines(global)?,
        has_engines: args.study.has_engines(),
        global,
    };
    // No proof is built that a table has no place for.
    let depth = setting.lines.is_table().then_some(0);
    match &args.study {
        StudyArgs::Show(job) => job.run(|()| Ok(show::study()), setting),
        StudyArgs::Forbidden(job) => job.run(|args| Ok(args.study(None, depth)), setting),
        StudyArgs::Patterns(job) => job.run(|args| Ok(args.study()), setting),
        StudyArgs::Score(job) => job.run(|args| args.study(global), setting),
        StudyArgs::Compare(job) => job.run(|args| args.study(global), setting),
        StudyArgs::Search(job) => job.run(|args| args.study(global), setting),
        StudyArgs::Vcf(job) => job.run(|args| args.study(Attack::Vcf, global), setting),
        StudyArgs::Vct(job) => job.run(|args| args.study(Attack::Vct, global), setting),
        StudyArgs::Game(job) => job.run(|args| args.study(global), setting),
        StudyArgs::Threats(job) => job.run(|args| args.study(global), setting),
    }
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

impl StudyArgs {
    fn run_args(&self) -> &RunArgs {
        match self {
            StudyArgs::Show(job) => &job.run,
            StudyArgs::Forbidden(job) => &job.run,
            StudyArgs::Patterns(job) => &job.run,
            StudyArgs::Score(job) => &job.run,
            StudyArgs::Compare(job) => &job.run,
            StudyArgs::Search(job) => &job.run,
            StudyArgs::Vcf(job) | StudyArgs::Vct(job) => &job.run,
            StudyArgs::Game(job) => &job.run,
            StudyArgs::Threats(job) => &job.run,
        }
    }

    /// The rows that answers have in a table, or what has no place there.
    fn rows(&self) -> Result<FlatStudy, &'static str> {
        match self {
            StudyArgs::Show(_) => Err("the answer of show"),
            StudyArgs::Forbidden(job) => job.study.rows(),
            StudyArgs::Patterns(job) => job.study.rows(),
            StudyArgs::Score(job) => job.study.rows(),
            StudyArgs::Compare(_) => Err("the answer of compare"),
            StudyArgs::Threats(_) => Err("the answer of threats"),
            StudyArgs::Game(_) => Err("the answer of game"),
            StudyArgs::Search(_) => Ok(FlatStudy::Search),
            StudyArgs::Vcf(_) | StudyArgs::Vct(_) => Ok(FlatStudy::Threats),
        }
    }

    /// The form of the lines; refused where the study, or the name of the output, does not fit it.
    fn lines(&self, global: &GlobalArgs) -> Result<AnswerWriter, CliError> {
        let run = self.run_args();
        if let Some(out) = &run.out {
            run.format.check_name(out)?;
        }
        let added = [
            (global.output.timing, "seconds"),
            (run.keep_fields, "input"),
        ];
        let added = added.into_iter().filter(|(is_added, _)| *is_added);
        let names = added.map(|(_, name)| name);
        run.format.lines(self.rows(), names, run.spreadsheet)
    }

    fn has_engines(&self) -> bool {
        match self {
            StudyArgs::Score(job) => job.study.has_engines(),
            StudyArgs::Compare(job) => job.study.has_engines(),
            _ => false,
        }
    }
}

/// The settings of a run. What its files say is held against the journal, not their names.
fn journal_settings(study: &StudyArgs, global: &GlobalArgs) -> Result<Settings, CliError> {
    let mut settings = settings(study, global)?;
    settings.remove("positions");
    Ok(settings)
}

impl<S: Args> Job<S> {
    fn run<'a>(
        &'a self,
        study: impl FnOnce(&'a S) -> Result<Study<'a>, CliError>,
        setting: RunSetting<'_>,
    ) -> Result<Exit, CliError> {
        let since = Instant::now();
        let global = setting.global;
        self.run.refuse_watch()?;
        self.input.refuse_missing()?;
        let interrupt = setting.interrupt()?;
        let study = study(&self.study)?;
        let mut files = RunFiles::open(
            self.run.out.as_deref(),
            study.trees,
            self.run.existing(),
            &self.input,
            &setting.journal,
        )?;
        let work = Work::new(study, &self.run, setting, files.have_journal());
        let mut input = self.input.records(global, Folders::Walked)?;
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
            answer_all(input.records, &work, &mut files, options, &bar)
        });
        work.first_errors.print(global);
        let mut summary = ended.map_err(|error| unwritten(error, is_resumable))?;
        summary.read += earlier.records;
        summary.skipped += earlier.records;
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
        match summary.errors() + earlier.failed {
            0 => Ok(Exit::Done),
            _ => Ok(Exit::SomeFailed),
        }
    }
}

/// That an output cannot be written to its end.
fn unwritten(error: io::Error, is_resumable: bool) -> CliError {
    if !is_resumable {
        return CliError::from(error);
    }
    let error = CliError::usage(io_words(&error));
    error.hint("what is answered is kept; the same command with --resume goes on")
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

    const fn existing(&self) -> Existing {
        Existing::of(self.resume, self.force)
    }

    fn options(&self) -> RunOptions<'static> {
        let first = self.fail_fast.then_some(1);
        RunOptions {
            order: if self.unordered {
                OutputOrder::Finished
            } else {
                OutputOrder::Input
            },
            max_errors: first.or(self.max_errors.map(NonZeroU64::get)),
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
    use renju::limits::NoObserver;
    use renju::notation::TextLine;

    #[test]
    fn an_answer_whose_tree_is_left_out_is_answered_and_not_failed() {
        let study = Study::new(|entry, _| {
            let answer = (show::study().answer)(entry, &NoObserver)?;
            Ok(StudyAnswer {
                tree: None,
                ..answer
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
        });
        assert_eq!((result.done, result.failed), (1, 0));
        assert_eq!(result.trees_left_out, 1);
        assert!(result.text.starts_with(br#"{"v":1,"id":"test""#));
    }
}
