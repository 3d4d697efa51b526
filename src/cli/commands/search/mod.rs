//! `search`: best play, and the moves of the published programs.

mod display;
mod options;
mod watcher;

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};

use super::batch::described_evaluator;
use crate::batch::Entry;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{MultipleOutput, Output, answer_each};
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use crate::eval::PlayOptions;
use crate::geometry::Point;
use crate::limits::{Control, Limits, NoObserver, StopReason};
use crate::search::{SearchOptions, TranspositionTable};
use crate::study::{self, FirstMoves, Report, SearchQuestion, SearchReport};
use crate::systems::EvaluatorHandle;

use display::Display;
pub(in crate::cli) use options::SearchOptionArgs;
use watcher::Watcher;

/// Find best play
///
/// Without --depth, --nodes and --time it stops after 10 s. Ctrl-C gives the best so far.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct SearchArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    options: SearchOptionArgs,

    /// Tell what is known after each iteration, not only at the end
    #[arg(long)]
    iterations: bool,
}

/// What the flags of `search` mean.
pub(in crate::cli) enum SearchPlan {
    /// Our own search.
    Pvs(Box<Pvs>),
    /// A published program's.
    Published(Published),
}

/// Our own search: by whose values, what of, and how far.
pub(in crate::cli) struct Pvs {
    evaluator: EvaluatorHandle,
    depth: Option<u16>,
    nodes: Option<u64>,
    time: Option<Duration>,
    /// Whether the time is one that nobody asked for.
    has_default_time: bool,
    threads: usize,
    lines: usize,
    only: Vec<Point>,
    avoid: Vec<Point>,
    /// In MiB.
    hash: u32,
}

/// A published program, and how far it searches.
pub(in crate::cli) struct Published {
    program: EvaluatorHandle,
    options: PlayOptions,
    time: Option<Duration>,
}

pub(in crate::cli) fn run(args: &SearchArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    match args.options.plan(global)? {
        SearchPlan::Published(_) if args.iterations => Err(CliError::usage(
            "--iterations is not for --algorithm published: the programs tell of none",
        )),
        SearchPlan::Published(published) => run_published(&published, args, global),
        SearchPlan::Pvs(pvs) => run_pvs(&pvs, args, global),
    }
}

fn run_published(
    published: &Published,
    args: &SearchArgs,
    global: &GlobalArgs,
) -> Result<Exit, CliError> {
    answer_each(
        &args.input,
        global,
        MultipleOutput::Separated,
        |entry, output| {
            let since = Instant::now();
            let report = published.answer(entry)?;
            note_other_depth(&report, published.options, global);
            output.report(&Report::Search(Box::new(report)), since)?;
            Ok(Exit::Done)
        },
    )
}

fn run_pvs(pvs: &Pvs, args: &SearchArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let interrupt = Interrupt::heed()?;
    answer_each(
        &args.input,
        global,
        MultipleOutput::Separated,
        |entry, output| {
            let since = Instant::now();
            let first = pvs.first_moves(entry)?;
            note_forbidden(&first, global);
            let mut memory = pvs.memory()?;
            let question = pvs.question(entry, &first);
            let is_seen = !(args.iterations && io::stdout().is_terminal());
            let display = Display::new(!global.quiet && is_seen, output.style);
            let (report, was_interrupted) = interrupt.during(|flag| {
                let mut watcher = Watcher::new(&question, flag, &display);
                if args.iterations {
                    watcher = watcher.telling(output)?;
                }
                let mut question = question;
                if let Some(time) = &mut question.limits.time {
                    *time = time.saturating_sub(since.elapsed());
                }
                let report = study::search(&question, &watcher, &mut memory);
                display.end();
                watcher.end()?;
                report.map_err(CliError::from)
            });
            let mut report = report?;
            report.is_final = args.iterations.then_some(true);
            note_default_limit(pvs, &report, global);
            write(report, since, output)?;
            Ok(if was_interrupted {
                Exit::Interrupted
            } else {
                Exit::Done
            })
        },
    )
}

/// Writes an answer, and at once, so that a second Ctrl-C finds it written.
fn write(report: SearchReport, since: Instant, output: &mut Output) -> Result<(), CliError> {
    output.report(&Report::Search(Box::new(report)), since)?;
    Ok(output.out.flush()?)
}

/// Notes that a program searched to another depth than asked.
fn note_other_depth(report: &SearchReport, options: PlayOptions, global: &GlobalArgs) {
    let is_other = options.depth.is_some_and(|depth| depth != report.depth) && report.how.is_some();
    if is_other {
        let (program, depth) = (&report.evaluator, report.depth);
        let message = format!("{program} has no search of just that depth; it took {depth}");
        diagnostics::note(&message, global);
    }
}

/// Notes which moves of `--only` are forbidden.
fn note_forbidden(first: &FirstMoves, global: &GlobalArgs) {
    for point in &first.forbidden {
        let message = format!("{point} of --only is forbidden to black and left out");
        diagnostics::note(&message, global);
    }
}

/// Notes that the default limit ended the search.
fn note_default_limit(pvs: &Pvs, report: &SearchReport, global: &GlobalArgs) {
    if pvs.has_default_time && report.stop == Some(StopReason::Time) {
        let message =
            "without a limit search stops after 10 s; --time, --depth or --nodes sets another";
        diagnostics::note(message, global);
    }
}

impl SearchPlan {
    /// The study of one position of many.
    pub(in crate::cli) fn answer_in_batch(&self, entry: &Entry) -> Result<SearchReport, CliError> {
        match self {
            SearchPlan::Published(published) => published.answer(entry),
            SearchPlan::Pvs(pvs) => {
                let first = pvs.first_moves(entry)?;
                let question = pvs.question(entry, &first);
                study::search(&question, &NoObserver, &mut pvs.memory()?).map_err(CliError::from)
            }
        }
    }

    /// Everything here that decides what the answers are.
    pub(in crate::cli) fn settings(&self) -> Value {
        match self {
            SearchPlan::Published(Published {
                program,
                options,
                time,
            }) => {
                let mut settings = json!(options);
                settings["algorithm"] = json!("published");
                settings["evaluators"] = json!([described_evaluator(program)]);
                settings["time"] = json!(time.map(|time| time.as_secs_f64()));
                settings
            }
            SearchPlan::Pvs(pvs) => json!({
                "algorithm": "pvs",
                "evaluators": [described_evaluator(&pvs.evaluator)],
                "depth": pvs.depth,
                "nodes": pvs.nodes,
                "time": pvs.time.map(|time| time.as_secs_f64()),
                "lines": pvs.lines,
                "only": pvs.only,
                "avoid": pvs.avoid,
                "hash": pvs.hash,
            }),
        }
    }
}

impl Published {
    /// The study of one position.
    fn answer(&self, entry: &Entry) -> Result<SearchReport, CliError> {
        let system = self.program.as_system().ok_or_else(|| {
            let name = &self.program.info().name;
            CliError::usage(format!("{name} has no search of its own"))
        })?;
        let control = Control::new(Limits {
            nodes: None,
            time: self.time,
        });
        let (id, position) = (&entry.id, &entry.position);
        Ok(study::search_published(
            id,
            position,
            system,
            &self.options,
            &control,
        ))
    }
}

impl Pvs {
    fn first_moves(&self, entry: &Entry) -> Result<FirstMoves, CliError> {
        Ok(study::first_moves(
            &entry.position,
            &self.only,
            &self.avoid,
        )?)
    }

    fn question<'a>(&'a self, entry: &'a Entry, first: &FirstMoves) -> SearchQuestion<'a> {
        SearchQuestion {
            id: &entry.id,
            position: &entry.position,
            evaluator: &*self.evaluator,
            options: SearchOptions {
                depth: self.depth,
                threads: self.threads,
                lines: self.lines,
                only: first.only,
                avoid: first.avoid,
            },
            limits: Limits {
                nodes: self.nodes,
                time: self.time,
            },
        }
    }

    /// Nothing is remembered from one position to the next: answers do not depend on the others.
    fn memory(&self) -> Result<TranspositionTable, CliError> {
        let bytes = usize::try_from(u64::from(self.hash) << 20).unwrap_or(usize::MAX);
        if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
            let message = format!("there are no {} MiB of memory for --hash", self.hash);
            return Err(CliError::usage(message));
        }
        Ok(TranspositionTable::new(bytes))
    }
}
