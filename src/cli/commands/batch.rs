use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};

use super::compare::{CompareOptionArgs, Comparison};
use super::forbidden::ForbiddenOptionArgs;
use super::patterns::PatternOptionArgs;
use super::score::ScoreOptionArgs;
use super::search::{SearchOptionArgs, SearchPlan};
use super::threats::{Plan, ThreatOptionArgs, TreeFile, TreeForm, tell_too_large};
use crate::batch::{
    self, Entry, Folders, Journal, Order, Outputs, ReadOptions, Record, RecordError, RunOptions,
    Shard, Tally, WorkResult,
};
use crate::cli::error::CliError;
use crate::cli::input::is_same_file;
use crate::cli::output::{Extras, error_line, json_line};
use crate::cli::progress::Progress;
use crate::cli::{Exit, GlobalArgs, InputArgs};
use crate::study::{self, ForbiddenOptions, PatternOptions, Report, ScoreOptions};
use crate::systems::EvaluatorHandle;
use crate::threat::Attack;

/// Answer a question for many positions, one JSON line each
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct BatchArgs {
    #[command(subcommand)]
    study: StudyArgs,
}

#[derive(Subcommand, Clone, Debug)]
enum StudyArgs {
    /// Show what is read
    Show(Job<NoOptions>),
    /// List the points that black may not play, and why
    Forbidden(Job<ForbiddenOptionArgs>),
    /// Count and list the shapes on the board
    Patterns(Job<PatternOptionArgs>),
    /// Tell what an evaluator says of the board and of every empty point
    Score(Job<ScoreOptionArgs>),
    /// Show where evaluators differ
    Compare(Job<CompareOptionArgs>),
    /// Find best play, or the move of a published program; a limit is needed
    Search(Job<SearchOptionArgs>),
    /// Find wins by continuous fours
    Vcf(Job<ThreatJobArgs>),
    /// Find wins by continuous fours, threes and other threats of a VCF; a limit is needed
    Vct(Job<ThreatJobArgs>),
}

#[derive(Args, Clone, Debug)]
struct NoOptions {}

#[derive(Args, Clone, Debug)]
struct ThreatJobArgs {
    #[command(flatten)]
    options: ThreatOptionArgs,

    /// Write each win with the answer to every reply to this file: a JSON line, or a game tree if
    /// the name ends in .sgf
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    tree: Option<PathBuf>,
}

/// Input, the flags of a study, and how the run goes.
#[derive(Args, Clone, Debug)]
struct Job<O: Args> {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    options: O,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Run")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
struct RunArgs {
    /// Write to this file instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Go on where a former run with the same settings stopped
    #[arg(long, requires = "out", conflicts_with = "unordered")]
    resume: bool,

    /// Write lines as they are finished, not in the order of the input
    #[arg(long)]
    unordered: bool,

    /// Write each line at once
    #[arg(long)]
    flush: bool,

    /// Only the records whose name hashes to I modulo N, I from 0
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Stop at the first error
    #[arg(long, conflicts_with = "max_errors")]
    fail_fast: bool,

    /// Stop when there are this many errors
    #[arg(long, value_name = "N")]
    max_errors: Option<NonZeroU64>,

    /// Return unknown fields of JSON lines as "input"
    #[arg(long)]
    keep_fields: bool,

    /// Form of the last line on stderr
    #[arg(long, value_enum, default_value_t = Summary::Text, value_name = "FORM")]
    summary: Summary,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
enum Summary {
    Text,
    Json,
}

/// A question with its options.
enum Study {
    Show,
    Forbidden(ForbiddenOptions),
    Patterns(PatternOptions),
    Score(EvaluatorHandle, ScoreOptions),
    Compare(Comparison),
    Search(SearchPlan),
    Threats(Plan),
}

impl Study {
    fn report(&self, entry: &Entry) -> Result<Report, CliError> {
        let (id, position) = (&entry.id, &entry.position);
        Ok(match self {
            Study::Show => Report::Board(study::board(
                id,
                position,
                &entry.setup,
                Some(entry.read.clone()),
            )),
            Study::Forbidden(options) => Report::Forbidden(study::forbidden(id, position, options)),
            Study::Patterns(options) => {
                if let Some(point) = options.at {
                    super::require_empty(point, entry)?;
                }
                Report::Patterns(study::patterns(id, position, options))
            }
            Study::Score(evaluator, options) => {
                Report::Score(Box::new(super::score::answer(entry, evaluator, options)?))
            }
            Study::Compare(comparison) => Report::Comparison(Box::new(comparison.answer(entry))),
            Study::Search(plan) => Report::Search(Box::new(plan.answer_in_batch(entry)?)),
            Study::Threats(plan) => Report::Threats(Box::new(plan.answer_in_batch(entry))),
        })
    }
}

pub(in crate::cli) fn run(args: &BatchArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    match &args.study {
        StudyArgs::Show(job) => run_study(Study::Show, job, global),
        StudyArgs::Forbidden(job) => {
            run_study(Study::Forbidden(job.options.options(None)), job, global)
        }
        StudyArgs::Patterns(job) => run_study(Study::Patterns(job.options.options()), job, global),
        StudyArgs::Score(job) => {
            let study = Study::Score(job.options.chosen()?, job.options.options());
            run_study(study, job, global)
        }
        StudyArgs::Compare(job) => {
            run_study(Study::Compare(job.options.comparison()?), job, global)
        }
        StudyArgs::Search(job) => {
            run_study(Study::Search(job.options.plan_of_batch()?), job, global)
        }
        StudyArgs::Vcf(job) => run_threats(Attack::Vcf, job, global),
        StudyArgs::Vct(job) => run_threats(Attack::Vct, job, global),
    }
}

fn run_threats(
    attack: Attack,
    job: &Job<ThreatJobArgs>,
    global: &GlobalArgs,
) -> Result<Exit, CliError> {
    let plan = job.options.options.plan_of_batch(attack)?;
    if let (Some(path), Some(out)) = (&job.options.tree, &job.run.out)
        && (path == out || is_same_file(path, out))
    {
        return Err(CliError::usage("--out and --tree name the same file"));
    }
    let trees = match &job.options.tree {
        Some(path) => Some(TreeFile::create(path, &job.input)?),
        None => None,
    };
    run_with_trees(Study::Threats(plan), trees, job, global)
}

fn run_study<O: Args>(study: Study, job: &Job<O>, global: &GlobalArgs) -> Result<Exit, CliError> {
    run_with_trees(study, None, job, global)
}

fn run_with_trees<O: Args>(
    study: Study,
    trees: Option<TreeFile>,
    job: &Job<O>,
    global: &GlobalArgs,
) -> Result<Exit, CliError> {
    let Job { input, run, .. } = job;
    let since = Instant::now();
    let work = Work {
        study,
        trees: trees.as_ref().map(|file| file.form),
        read_options: global.read_options(),
        shard: run.shard,
        keep_fields: run.keep_fields,
        timing: global.timing,
    };
    let mut records = input.records(global, Folders::Walked)?;
    let (mut out, skipped) = open(&work, &mut records, input, run, global)?;
    let mut trees: Box<dyn Write + Send> = match trees {
        Some(file) => Box::new(file),
        None => Box::new(io::sink()),
    };
    let progress = Progress::new(global.quiet);
    let tally = on_threads(global, || {
        let order = if run.unordered {
            Order::Finished
        } else {
            Order::Input
        };
        let errors = if run.fail_fast {
            NonZeroU64::new(1)
        } else {
            run.max_errors
        };
        let limits = RunOptions {
            errors: errors.map(NonZeroU64::get),
            at_once: run.flush,
        };
        let job = |record: Record| work.answer(record);
        let outputs = Outputs {
            lines: &mut *out,
            trees: &mut *trees,
        };
        batch::run(records, job, order, limits, outputs, |tally| {
            progress.show(tally);
        })
    })?;
    progress.end();
    let tally = Tally {
        read: tally.read + skipped,
        skipped: tally.skipped + skipped,
        ..tally
    };
    if !global.quiet {
        summarise(&tally, since.elapsed().as_secs_f64(), run.summary);
    }
    Ok(if tally.failed > 0 {
        Exit::SomeFailed
    } else {
        Exit::Done
    })
}

/// Runs on as many threads as were asked for.
fn on_threads<T: Send>(
    global: &GlobalArgs,
    run: impl FnOnce() -> io::Result<T> + Send,
) -> Result<T, CliError> {
    #[cfg(feature = "parallel")]
    {
        let threads = global.threads.map_or(0, std::num::NonZeroUsize::get);
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

/// Where lines go, and the number of records that a former run has answered.
fn open(
    work: &Work,
    records: &mut dyn Iterator<Item = Record>,
    input: &InputArgs,
    run: &RunArgs,
    global: &GlobalArgs,
) -> Result<(Box<dyn Write + Send>, u64), CliError> {
    let Some(path) = &run.out else {
        return Ok((Box::new(io::stdout()), 0));
    };
    input.refuse_as_output(path)?;
    let settings = settings(&work.study, input, run, global);
    let journal = if run.resume {
        Journal::resume(path, &settings)
    } else {
        Journal::start(path, &settings)
    };
    let journal = journal?;
    let answered = work.skip(records, &journal)?;
    let file: File = journal.file;
    Ok((Box::new(file), answered))
}

/// Everything that decides what the lines of a run are.
fn settings(study: &Study, input: &InputArgs, run: &RunArgs, global: &GlobalArgs) -> Value {
    let (name, options) = match study {
        Study::Show => ("show", json!({})),
        Study::Forbidden(options) => ("forbidden", json!(options)),
        Study::Patterns(options) => ("patterns", json!(options)),
        Study::Score(evaluator, options) => {
            let mut settings = json!(options);
            settings["evaluators"] = json!([described_evaluator(evaluator)]);
            ("score", settings)
        }
        Study::Compare(comparison) => {
            let evaluators = comparison.evaluators.iter().map(described_evaluator);
            let mut settings = json!(comparison.options);
            settings["evaluators"] = evaluators.collect();
            ("compare", settings)
        }
        Study::Search(plan) => ("search", plan.settings()),
        Study::Threats(plan) => (plan.study(), plan.settings()),
    };
    let mut settings = json!({
        "program": concat!("renju ", env!("CARGO_PKG_VERSION")),
        "study": name,
        "positions": input.positions,
        "moves": input.moves,
        "rule": global.rule,
        "size": global.size,
        "to_move": global.to_move,
        "move": global.pick.map(|pick| pick.to_string()),
        "from": global.from,
        "origin": global.origin,
        "letters": global.letters,
        "stones": global.stones,
        "encoding": global.encoding.map(|encoding| encoding.to_string()),
        "timing": global.timing,
        "shard": run.shard,
        "keep_fields": run.keep_fields,
    });
    if let (Value::Object(settings), Value::Object(options)) = (&mut settings, options) {
        settings.extend(options);
    }
    settings
}

/// The name of an evaluator and the weights that a user gave it.
pub(super) fn described_evaluator(evaluator: &EvaluatorHandle) -> Value {
    let weights = evaluator.weights();
    let hash = weights.map(|text| format!("{:016x}", batch::fnv1a(text.as_bytes())));
    json!({"name": evaluator.info().name, "weights_hash": hash})
}

fn summarise(tally: &Tally, seconds: f64, form: Summary) {
    let Tally {
        read,
        done,
        failed,
        skipped,
    } = tally;
    match form {
        Summary::Text => eprintln!(
            "{read} records read, {done} answered, {failed} failed, {skipped} left out, {seconds:.2} s"
        ),
        Summary::Json => eprintln!(
            "{}",
            json!({"read": read, "done": done, "failed": failed, "skipped": skipped, "seconds": seconds})
        ),
    }
}

/// What is done with each record.
struct Work {
    study: Study,
    /// How wins are written, if they are.
    trees: Option<TreeForm>,
    read_options: ReadOptions,
    shard: Option<Shard>,
    keep_fields: bool,
    timing: bool,
}

impl Work {
    /// The positions of a record that belong to this shard.
    fn entries(&self, record: Record) -> Vec<Result<Box<Entry>, Box<RecordError>>> {
        let mut entries = record.entries(&self.read_options);
        if let Some(shard) = self.shard {
            entries.retain(|entry| shard.has(&shard_name(entry)));
        }
        entries
    }

    fn answer(&self, record: Record) -> WorkResult {
        let mut done = WorkResult::default();
        for entry in self.entries(record) {
            match entry.and_then(|entry| self.add(&entry, &mut done)) {
                Ok(()) => done.done += 1,
                Err(error) => {
                    done.failed += 1;
                    done.text.extend(error_line(&error));
                }
            }
        }
        done
    }

    /// Adds the line of a position, and its win where wins are kept.
    fn add(&self, entry: &Entry, done: &mut WorkResult) -> Result<(), Box<RecordError>> {
        let since = Instant::now();
        let report = self
            .study
            .report(entry)
            .map_err(|error| error.record_error(entry))?;
        let extras = Extras {
            seconds: self.timing.then(|| since.elapsed().as_secs_f64()),
            input: self.keep_fields.then(|| entry.unknown.clone()),
        };
        done.text.extend(json_line(&report, extras));
        if let (Some(form), Report::Threats(report)) = (self.trees, &report) {
            match form.text(entry, report) {
                Ok(text) => done.trees.extend(text.unwrap_or_default().bytes()),
                Err(too_large) => {
                    tell_too_large(entry, too_large);
                    done.failed += 1;
                }
            }
        }
        Ok(())
    }

    /// Drops the records that the lines of a former run answer; how many they are.
    fn skip(
        &self,
        records: &mut dyn Iterator<Item = Record>,
        journal: &Journal,
    ) -> Result<u64, CliError> {
        let mut answered = 0;
        let mut ids = (1..).zip(journal.ids()?);
        let mut left = journal.lines;
        while left > 0 {
            let Some(record) = records.next() else { break };
            answered += 1;
            for entry in self.entries(record) {
                let here = entry.map_or_else(|error| error.id, |entry| entry.id);
                let Some((line, there)) = ids.next() else {
                    break;
                };
                if there.as_deref() != Some(&here) {
                    return Err(not_the_same(line, there.as_deref(), &here));
                }
                left -= 1;
            }
        }
        match ids.next() {
            Some((line, there)) => Err(not_the_same(line, there.as_deref(), "nothing")),
            None => Ok(answered),
        }
    }
}

fn not_the_same(line: u64, there: Option<&str>, here: &str) -> CliError {
    CliError::usage(format!(
        "line {line} of the output answers {}, but the input has {here} there; start anew without --resume",
        there.unwrap_or("nothing")
    ))
}

/// What decides the shard: the record's own name, or without one its position.
fn shard_name(entry: &Result<Box<Entry>, Box<RecordError>>) -> String {
    match entry {
        Err(error) => error.id.clone(),
        Ok(entry) => match &entry.setup.id {
            Some(id) => id.clone(),
            None => described(entry),
        },
    }
}

/// A position in words: size, rule, side to move, black and white stones in reading order.
fn described(entry: &Entry) -> String {
    use crate::board::Color;

    let position = &entry.position;
    let board = position.board();
    let stones = |color: Color| {
        board
            .stones(color)
            .iter()
            .map(|point| point.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    format!(
        "{} {} {} {} / {}",
        board.size().get(),
        position.rule(),
        position.to_move(),
        stones(Color::Black),
        stones(Color::White)
    )
}
