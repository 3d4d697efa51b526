//! `renju search`: best play by our own search, a published program's, or an external engine.

mod arguments;
mod published;
mod trace_file;

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use self::arguments::{Algorithm, refuse};
pub(crate) use self::arguments::{SearchArgs, SearchOptionArgs};
use super::asked_engine::{self, AskedEngine};
use super::evaluators::EvaluatorName;
use crate::cli::arguments::{DEFAULT_HASH, DEFAULT_TIME, cores, hash_bytes, threads};
use crate::cli::engine_args::require_engine;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::observer::{Iterations, TerminalObserver};
use crate::cli::output::{MultipleOutput, Output, Study, StudyAnswer, answer_each};
use crate::cli::points::all_points;
use crate::cli::question::Question;
use crate::cli::watch::WatchedFiles;
use crate::cli::{Exit, GlobalArgs, diagnostics};
use renju::batch::{Entry, Pool};
use renju::engines::{DEFAULT_START, EngineSettings};
use renju::eval::{Evaluator, System};
use renju::geometry::Point;
use renju::limits::{Iteration, Limits, Observer, StopReason};
use renju::position::Position;
use renju::questions::trace::{TraceAlgorithm, TraceHead};
use renju::questions::{
    self, FirstMoves, Report, SEARCH_COLUMNS, SearchQuestion, SearchReport, explain_move,
};
use renju::search::{SearchOptions, TranspositionTable};
use renju::systems::EvaluatorHandle;
use renju_core::counted::counted;

/// How long an engine may go on after the first Ctrl-C.
const GRACE: Duration = Duration::from_millis(500);

pub(crate) fn run(args: &SearchArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let columns = if args.iterations {
        Err("what --iterations tells")
    } else {
        args.options.columns()
    };
    let global = &args.table.apply(global, columns)?;
    let args = &args.with_engine_of_e()?;
    let evaluators: Vec<EvaluatorName> = args.options.evaluator.iter().cloned().collect();
    let (watch, watched) = (args.watch, (&args.input, &evaluators[..]));
    match args.options.algorithm {
        Algorithm::Published => {
            let why = "is not for --algorithm published: `renju match` has them play";
            refuse(&[("--engine", args.engine.is_some())], why)?;
            let interrupt = Interrupt::install()?;
            watch.repeat(watched, global, |watch| {
                published::run(args, global, &interrupt, watch)
            })
        }
        Algorithm::Pvs => {
            let interrupt = match args.engine {
                Some(_) => Interrupt::install_with_engines(GRACE)?,
                None => Interrupt::install()?,
            };
            let engine = args.start_engine(global)?;
            watch.repeat(watched, global, |watch| {
                run_pvs(args, engine.as_ref(), global, &interrupt, watch)
            })
        }
    }
}

impl SearchArgs {
    /// The moves that are to be explained, if they may be played.
    fn explained(&self, position: &Position) -> Result<Vec<Point>, CliError> {
        let points = all_points(&self.explain)?;
        for point in &points {
            questions::first_moves(position, &[*point], &[])?;
        }
        Ok(points)
    }

    /// How the answers to several positions stand: a trace takes one.
    fn multiple(&self) -> Result<MultipleOutput, CliError> {
        if self.trace.is_asked() {
            return Ok(MultipleOutput::Refused);
        }
        MultipleOutput::Separated.with_picture(&self.draw, &self.input)
    }

    /// These arguments where an engine that `-e` names is one that `--engine` names.
    fn with_engine_of_e(&self) -> Result<SearchArgs, CliError> {
        let mut args = self.clone();
        if let Some(name) = &self.options.evaluator
            && let Some(spec) = name.engine()?
        {
            refuse(
                &[("--engine", self.engine.is_some())],
                "is one too many: -e names an engine as well",
            )?;
            args.engine = Some(spec);
            args.options.evaluator = None;
        }
        let start = ("--engine-start", args.engine_start);
        require_engine(&[start], args.engine.is_some())?;
        Ok(args)
    }

    /// The engine that is asked, if one is.
    fn start_engine(&self, global: &GlobalArgs) -> Result<Option<AskedEngine>, CliError> {
        let Some(spec) = &self.engine else {
            return Ok(None);
        };
        let options = &self.options;
        let flags = [
            ("--only", !options.only.is_empty()),
            ("--avoid", !options.avoid.is_empty()),
        ];
        let flags_of_ours = [
            ("--trace", self.trace.is_asked()),
            ("--explain", !self.explain.is_empty()),
        ];
        refuse(&flags_of_ours, "is for our own search, without --engine")?;
        refuse(&flags, "is not for --engine: it chooses among all moves")?;
        let is_ours = options.evaluator.is_some();
        let flags = [
            ("--iterations", self.iterations && !is_ours),
            ("--hash", options.hash.is_some() && !is_ours),
        ];
        refuse(&flags, "is for our own search, which -e NAME adds")?;
        let limits = options.limits.limits();
        let start = self.engine_start.unwrap_or(DEFAULT_START);
        let settings = asked_engine::settings(limits, options.depth, DEFAULT_TIME, start, global);
        let settings = EngineSettings {
            points: options.lines.map_or(1, NonZeroUsize::get),
            ..settings
        };
        AskedEngine::start(spec, settings, global).map(Some)
    }
}

/// As [`threads`], for one search, in which threads that take turns would only be in each other's
/// way: no more than there are cores.
pub(crate) fn search_threads(global: &GlobalArgs) -> usize {
    let asked = threads(global.output.threads);
    let most = cores();
    if asked > most {
        let cores = counted(most, "core", "cores");
        let threads = counted(most, "thread searches", "threads search");
        let message = format!("this machine has {cores}, so {threads} instead of {asked}");
        diagnostics::note(&message, global);
    }
    asked.min(most)
}

fn run_pvs(
    args: &SearchArgs,
    engine: Option<&AskedEngine>,
    global: &GlobalArgs,
    interrupt: &Interrupt,
    watch: Option<&WatchedFiles<'_>>,
) -> Result<Exit, CliError> {
    let options = &args.options;
    let own = if engine.is_none() || options.evaluator.is_some() {
        Some(OwnSearch {
            args,
            evaluator: options.find_evaluator()?,
            threads: search_threads(global),
            global,
            interrupt,
            watch,
        })
    } else {
        None
    };
    let multiple = args.multiple()?;
    answer_each(&args.input, global, multiple, |entry, output| {
        let exit = match &own {
            Some(own) => own.answer(entry, output)?,
            None => Exit::Done,
        };
        let Some(engine) = engine.filter(|_| exit == Exit::Done) else {
            return Ok(exit);
        };
        let (report, was_interrupted) = interrupt.during(|stop| {
            let report = engine.report(&entry.id, &entry.position, stop)?;
            Ok::<_, CliError>(report.with_purpose(&entry.position))
        });
        if was_interrupted {
            return Ok(Exit::Interrupted);
        }
        let report = Report::Search(Box::new(report?));
        if own.is_none() {
            output.drawn_report(&report, &args.draw, entry)?;
            return Ok(exit);
        }
        // The picture of the position is there.
        if !output.is_json {
            writeln!(output.out)?;
        }
        output.report(&report)?;
        Ok(exit)
    })
}

/// Our own search, ready for one position after the other.
struct OwnSearch<'a> {
    args: &'a SearchArgs,
    evaluator: EvaluatorHandle,
    threads: usize,
    global: &'a GlobalArgs,
    interrupt: &'a Interrupt,
    watch: Option<&'a WatchedFiles<'a>>,
}

impl OwnSearch<'_> {
    /// The answer of a search, which is traced if that is asked for.
    fn searched(
        &self,
        question: &SearchQuestion<'_>,
        observer: &dyn Observer,
        table: &mut TranspositionTable,
    ) -> Result<SearchReport, CliError> {
        let head = || {
            TraceHead::new(
                TraceAlgorithm::Pvs,
                &self.evaluator.info().name,
                question.position,
            )
        };
        let overwrite = self.args.draw.overwrite();
        let Some(trace) = self.args.trace.begin(head, overwrite)? else {
            return Ok(questions::search(question, observer, table)?);
        };
        let report = questions::search(question, &trace.observer(observer), table)?;
        trace.finish(&report, self.global)?;
        Ok(report)
    }

    fn answer(&self, entry: &Entry, output: &mut Output) -> Result<Exit, CliError> {
        let OwnSearch {
            args,
            global,
            watch,
            ..
        } = *self;
        let options = &args.options;
        let limits = options.limits_alone();
        let explained = args.explained(&entry.position)?;
        let since = Instant::now();
        let (mut question, first) =
            options.question(entry, &*self.evaluator, limits, self.threads)?;
        for point in &first.forbidden {
            let message = format!("{point} of --only is forbidden to black and left out");
            diagnostics::note(&message, global);
        }
        // Empty for each position: no answer depends on the positions before.
        let mut table = options.empty_table()?;
        question.limits.time = limits.time.map(|time| time.saturating_sub(since.elapsed()));
        let (report, was_interrupted) = self.interrupt.during(|stop| {
            let report_of = |iteration: &Iteration| SearchReport {
                is_final: Some(false),
                ..question.report(iteration, None)
            };
            let iterations = Iterations::new(&report_of, output, args.iterations)?;
            let is_mixed_in = args.iterations && io::stdout().is_terminal();
            let observer = if is_mixed_in {
                TerminalObserver::hidden(stop)
            } else {
                TerminalObserver::drawing(stop, global)
            };
            let observer = observer.with_iterations(iterations).ended_by(watch);
            let report = self.searched(&question, &observer, &mut table);
            observer.finish()?;
            let mut report = report?;
            for point in explained {
                let observer = TerminalObserver::drawing(stop, global);
                let found = explain_move(&question, &report, point, &observer, &mut table)?;
                report.explained.extend(found);
                observer.finish()?;
            }
            Ok::<_, CliError>(report)
        });
        let report = report?;
        if !was_interrupted && watch.is_some_and(WatchedFiles::has_changed) {
            return Ok(Exit::Done); // It is asked again.
        }
        let mut report = report.with_purpose(&entry.position);
        report.is_final = args.iterations.then_some(true);
        let is_default = !options.is_limited() && report.stop == Some(StopReason::Time);
        let report = Report::Search(Box::new(report));
        output.drawn_report(&report, &args.draw, entry)?;
        output.tell_default_time(is_default, global)?;
        Ok(if was_interrupted {
            Exit::Interrupted
        } else {
            Exit::Done
        })
    }
}

/// The line of a search, which may have been ended before its time.
fn answer_of(report: SearchReport) -> StudyAnswer {
    let stop = report.stop;
    StudyAnswer::from(Report::Search(Box::new(report))).stopped(stop)
}

impl Question for SearchOptionArgs {
    fn study<'a>(&'a self, global: &GlobalArgs, _: bool) -> Result<Study<'a>, CliError> {
        if self.algorithm == Algorithm::Published {
            let program = self.program()?;
            if !self.is_limited() && program.as_system().is_some_and(System::searches) {
                return Err(no_limit());
            }
            return Ok(Study::new(move |entry, observer| {
                if self.check_minimax {
                    return Ok(published::checked_answer(
                        self.check(&program, entry, observer),
                    ));
                }
                let report = self.answer_published(&program, entry, observer);
                Ok(answer_of(report))
            }));
        }
        let evaluator = self.find_evaluator()?;
        if !self.is_limited() {
            return Err(no_limit());
        }
        let threads = threads(global.output.threads);
        let bytes = hash_bytes(self.hash.unwrap_or(DEFAULT_HASH[1]), threads)?;
        let tables = Pool::of(threads, || TranspositionTable::new(bytes));
        Ok(Study::new(move |entry, observer| {
            let (question, _) = self.question(entry, &*evaluator, self.limits.limits(), 1)?;
            let mut table = tables.take_or(|| TranspositionTable::new(bytes));
            table.clear();
            let report = questions::search(&question, observer, &mut table)?;
            tables.give_back(table);
            Ok(answer_of(report))
        }))
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        if self.check_minimax {
            return Err("what --check-minimax tells");
        }
        Ok(SEARCH_COLUMNS)
    }
}

impl SearchOptionArgs {
    /// The table of a search that is asked alone.
    fn empty_table(&self) -> Result<TranspositionTable, CliError> {
        let bytes = hash_bytes(self.hash.unwrap_or(DEFAULT_HASH[0]), 1)?;
        Ok(TranspositionTable::new(bytes))
    }

    fn is_limited(&self) -> bool {
        self.depth.is_some() || !self.limits.limits().is_none()
    }

    /// The limits of a search that is asked alone: a time where none was given.
    fn limits_alone(&self) -> Limits {
        if self.is_limited() {
            self.limits.limits()
        } else {
            Limits::time(DEFAULT_TIME)
        }
    }

    /// The evaluator of our own search.
    fn find_evaluator(&self) -> Result<EvaluatorHandle, CliError> {
        let flags = [
            ("--breadth", self.breadth.is_some()),
            ("--seed", self.seed.is_some()),
            ("--check-minimax", self.check_minimax),
            ("--plain", self.plain),
        ];
        refuse(&flags, "is for --algorithm published")?;
        match &self.evaluator {
            Some(name) => name.find_valued(),
            None => EvaluatorName::of_search().find(),
        }
    }

    /// The question to our own search about a position, and what `--only` and `--avoid` come to.
    fn question<'a>(
        &self,
        entry: &'a Entry,
        evaluator: &'a dyn Evaluator,
        limits: Limits,
        threads: usize,
    ) -> Result<(SearchQuestion<'a>, FirstMoves), CliError> {
        let (only, avoid) = (all_points(&self.only)?, all_points(&self.avoid)?);
        let first = questions::first_moves(&entry.position, &only, &avoid)?;
        let question = SearchQuestion {
            id: &entry.id,
            position: &entry.position,
            evaluator,
            options: SearchOptions {
                depth: self.depth,
                threads,
                lines: self.lines.map_or(1, NonZeroUsize::get),
                only: first.only,
                avoid: first.avoid,
                params: None,
            },
            limits,
        };
        Ok((question, first))
    }
}

/// That a batch would go on for as long as each search likes to.
fn no_limit() -> CliError {
    CliError::usage(
        "batch search needs a limit: --depth N or --nodes N (the same answers everywhere) or --time TIME",
    )
}
