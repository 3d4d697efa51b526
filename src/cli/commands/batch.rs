use std::io::{self, IsTerminal, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Subcommand, ValueEnum};
use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::json;

use super::compare::CompareOptionArgs;
use super::forbidden::ForbiddenOptionArgs;
use super::patterns::PatternOptionArgs;
use super::score::ScoreOptionArgs;
use super::search::SearchOptionArgs;
use super::show;
use super::threats::{ThreatStudyArgs, TreeWriter};
use crate::batch::{
    self, Entry, EntryResult, Folders, Journal, OutputOrder, Outputs, ReadOptions, Record,
    RecordError, RunOptions, RunSummary, Settings, Shard, WorkResult,
};
use crate::cli::diagnostics;
use crate::cli::error::CliError;
use crate::cli::input::{InputRecords, is_same_file};
use crate::cli::observer::spinner;
use crate::cli::output::{ReportLine, Study, error_line, json_line};
use crate::cli::warnings::RunWarnings;
use crate::cli::{Exit, GlobalArgs, InputArgs};
use crate::threat::Attack;

/// Answer a question for many positions, one JSON line each
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct BatchArgs {
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
    Vcf(Job<ThreatStudyArgs>),
    /// Find wins by continuous fours, threes and other threats of a VCF; a limit is needed
    Vct(Job<ThreatStudyArgs>),
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

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
enum SummaryFormat {
    Text,
    Json,
}

pub(in crate::cli) fn run(args: &BatchArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let settings = settings(&args.study, global)?;
    match &args.study {
        StudyArgs::Show(job) => job.run(|()| Ok(show::study()), &settings, global),
        StudyArgs::Forbidden(job) => job.run(|args| Ok(args.study(None, None)), &settings, global),
        StudyArgs::Patterns(job) => job.run(|args| Ok(args.study()), &settings, global),
        StudyArgs::Score(job) => job.run(|args| args.study(global), &settings, global),
        StudyArgs::Compare(job) => job.run(|args| args.study(global), &settings, global),
        StudyArgs::Search(job) => job.run(SearchOptionArgs::study, &settings, global),
        StudyArgs::Vcf(job) => job.run(|args| args.study(Attack::Vcf), &settings, global),
        StudyArgs::Vct(job) => job.run(|args| args.study(Attack::Vct), &settings, global),
    }
}

/// Every argument that decides what the lines of a run are: all that `#[serde(skip)]` does not
/// leave out, so that a new one cannot be forgotten.
fn settings(study: &StudyArgs, global: &GlobalArgs) -> Result<Settings, CliError> {
    #[derive(Serialize)]
    struct RunSettings<'a> {
        program: &'static str,
        #[serde(flatten)]
        global: &'a GlobalArgs,
        #[serde(flatten)]
        study: &'a StudyArgs,
    }

    let settings = RunSettings {
        program: concat!("renju ", env!("CARGO_PKG_VERSION")),
        global,
        study,
    };
    let value =
        serde_json::to_value(settings).map_err(|error| CliError::usage(error.to_string()))?;
    Ok(value.as_object().cloned().unwrap_or_default())
}

impl<S: Args> Job<S> {
    fn run<'a>(
        &'a self,
        study: impl FnOnce(&'a S) -> Result<Study<'a>, CliError>,
        settings: &Settings,
        global: &GlobalArgs,
    ) -> Result<Exit, CliError> {
        let since = Instant::now();
        if self.run.watch {
            let error = CliError::usage("--watch is not for batch, which answers once");
            return Err(error.hint("score, compare and search have it"));
        }
        let study = study(&self.study)?;
        let work = Work {
            read_options: study.arguments(global).read_options(),
            study,
            args: &self.run,
            timing: global.output.timing,
            warnings: RunWarnings::default(),
        };
        let mut trees = self.create_tree_file(work.study.trees)?;
        let InputRecords {
            mut records,
            files_not_read,
        } = self.input.records(global, Folders::Walked)?;
        let (mut out, skipped) = self.open(&work, &mut records, settings)?;
        let outputs = Outputs {
            lines: &mut *out,
            trees: &mut *trees,
        };
        let bar = progress_bar(global);
        let options = self.run.options();
        let mut summary = on_threads(global, || {
            let answer = |record| work.answer(record);
            let show = |summary: &RunSummary| {
                bar.set_position(summary.read);
                if summary.errors() > 0 {
                    bar.set_message(format!(", {} failed", summary.errors()));
                }
            };
            batch::run(records, answer, options, outputs, show)
        })?;
        bar.finish_and_clear();
        let warnings = work.warnings.print(global);
        summary.read += skipped;
        summary.skipped += skipped;
        if !global.output.quiet {
            let seen = SeenInput {
                files_not_read,
                warnings,
            };
            print_summary(&summary, seen, since, self.run.summary);
        }
        Ok(if summary.errors() > 0 {
            Exit::SomeFailed
        } else {
            Exit::Done
        })
    }

    fn create_tree_file(&self, path: Option<&Path>) -> Result<Box<dyn Write + Send>, CliError> {
        let Some(path) = path else {
            return Ok(Box::new(io::sink()));
        };
        if let Some(out) = &self.run.out
            && (path == out || is_same_file(path, out))
        {
            let message = "--out and --tree name the same file";
            return Err(CliError::usage(message));
        }
        Ok(Box::new(TreeWriter::create(path, &self.input)?))
    }

    /// Opens the output and skips the records that an earlier run has answered; returns their
    /// number.
    fn open(
        &self,
        work: &Work<'_>,
        records: &mut dyn Iterator<Item = Record>,
        settings: &Settings,
    ) -> Result<(Box<dyn Write + Send>, u64), CliError> {
        let Some(path) = &self.run.out else {
            return Ok((Box::new(io::stdout()), 0));
        };
        if path.as_os_str() == "-" {
            let error = CliError::usage("--out takes the name of a file");
            return Err(error.hint("without --out the answers are written to stdout"));
        }
        self.input.refuse_as_output(path)?;
        let journal = if self.run.resume {
            Journal::resume(path, settings)?
        } else {
            Journal::start(path, settings)?
        };
        let skipped = journal.skip_answered(records.map(|record| work.ids(record)))?;
        Ok((Box::new(journal.file), skipped))
    }
}

impl RunArgs {
    fn options(&self) -> RunOptions {
        let first = self.fail_fast.then_some(1);
        RunOptions {
            order: if self.unordered {
                OutputOrder::Finished
            } else {
                OutputOrder::Input
            },
            max_errors: first.or(self.max_errors.map(NonZeroU64::get)),
            flush: self.flush,
        }
    }
}

/// Runs on as many threads as `-j` says.
fn on_threads<T: Send>(
    global: &GlobalArgs,
    run: impl FnOnce() -> io::Result<T> + Send,
) -> Result<T, CliError> {
    #[cfg(feature = "parallel")]
    {
        let threads = global.output.threads.map_or(0, std::num::NonZeroUsize::get);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| CliError::usage(format!("cannot start the threads: {error}")))?;
        Ok(pool.install(run)?)
    }
    #[cfg(not(feature = "parallel"))]
    {
        let _ = global;
        Ok(run()?)
    }
}

/// Shows on stderr how far the run is, while that is a terminal.
fn progress_bar(global: &GlobalArgs) -> ProgressBar {
    if global.output.quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    spinner("{spinner} {human_pos} records, {per_sec}, {elapsed}{msg}")
}

/// What was seen of the input but its records.
#[derive(Clone, Copy)]
struct SeenInput {
    files_not_read: usize,
    warnings: u64,
}

fn print_summary(summary: &RunSummary, seen: SeenInput, since: Instant, format: SummaryFormat) {
    let seconds = since.elapsed().as_secs_f64();
    let trees = match summary.trees_left_out {
        0 => String::new(),
        1 => "1 tree not written, ".to_owned(),
        count => format!("{count} trees not written, "),
    };
    match format {
        SummaryFormat::Text => diagnostics::say(format_args!(
            "{} read, {} answered, {} failed, {} skipped, {trees}{seconds:.2} s",
            counted_records(summary.read),
            summary.done,
            summary.failed,
            summary.skipped
        )),
        SummaryFormat::Json => {
            let mut line = json!(summary);
            line["warnings"] = json!(seen.warnings);
            line["files_not_read"] = json!(seen.files_not_read);
            line["seconds"] = json!(seconds);
            diagnostics::say(line);
        }
    }
}

fn counted_records(number: u64) -> String {
    match number {
        1 => "1 record".to_owned(),
        other => format!("{other} records"),
    }
}

/// What is done with each record.
struct Work<'a> {
    study: Study<'a>,
    read_options: ReadOptions,
    args: &'a RunArgs,
    timing: bool,
    warnings: RunWarnings,
}

impl Work<'_> {
    /// The positions of a record that belong to this shard.
    fn entries(&self, record: Record) -> Vec<EntryResult> {
        let mut entries = record.entries(&self.read_options);
        if let Some(shard) = self.args.shard {
            entries.retain(|entry| shard.has_entry(entry));
        }
        entries
    }

    /// The ids of the lines for a record.
    fn ids(&self, record: Record) -> Vec<String> {
        let id = |entry: EntryResult| entry.map_or_else(|error| error.id, |entry| entry.id);
        self.entries(record).into_iter().map(id).collect()
    }

    fn answer(&self, record: Record) -> WorkResult {
        let mut result = WorkResult::default();
        for entry in self.entries(record) {
            if let Ok(entry) = &entry {
                self.warnings.add(&entry.warnings);
            }
            match entry.and_then(|entry| self.add(&entry, &mut result)) {
                Ok(()) => result.done += 1,
                Err(error) => {
                    result.failed += 1;
                    result.text.extend(error_line(&error));
                }
            }
        }
        result
    }

    fn add(&self, entry: &Entry, result: &mut WorkResult) -> Result<(), Box<RecordError>> {
        let since = Instant::now();
        let answer = (self.study.answer)(entry).map_err(|error| error.record_error(entry))?;
        result.text.extend(json_line(&ReportLine {
            report: &answer.report,
            seconds: self.timing.then(|| since.elapsed().as_secs_f64()),
            input: self.args.keep_fields.then_some(&entry.unknown),
        }));
        match answer.tree {
            Some(tree) => result.trees.extend(tree.into_bytes()),
            None => result.trees_left_out += 1,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::{Command, FromArgMatches};

    use super::*;
    use crate::batch::{RecordBody, RecordId};
    use crate::cli::output::StudyAnswer;
    use crate::notation::TextLine;

    #[test]
    fn an_answer_whose_tree_is_left_out_is_answered_and_not_failed() {
        let study = Study::new(|entry| {
            let answer = (show::study().answer)(entry)?;
            Ok(StudyAnswer {
                tree: None,
                ..answer
            })
        });
        let matches = RunArgs::augment_args(Command::new("batch")).get_matches_from(["batch"]);
        let work = Work {
            study,
            read_options: ReadOptions::default(),
            args: &RunArgs::from_arg_matches(&matches).unwrap(),
            timing: false,
            warnings: RunWarnings::default(),
        };
        let result = work.answer(Record {
            place: RecordId::file("test"),
            line: Some(1),
            body: Ok(RecordBody::Line(TextLine::utf8(1, r#"{"black":["H8"]}"#))),
        });
        assert_eq!((result.done, result.failed), (1, 0));
        assert_eq!(result.trees_left_out, 1);
        assert!(result.text.starts_with(br#"{"v":1,"id":"test""#));
    }
}
