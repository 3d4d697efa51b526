//! `--algorithm published`: the search of a published program, its trace, and its check against min-max.

use super::arguments::{SearchArgs, SearchOptionArgs, refuse};
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::observer::TerminalObserver;
use crate::cli::output::{Output, StudyAnswer, answer_each};
use crate::cli::watch::WatchedFiles;
use crate::cli::{Exit, GlobalArgs, diagnostics};
use renju::batch::Entry;
use renju::eval::{PlayOptions, System};
use renju::limits::{Control, Observer};
use renju::questions::trace::{
    MinMaxCheck, MinMaxOutcome, TraceAlgorithm, TraceHead, check_min_max,
};
use renju::questions::{self, Report, SearchReport};
use renju::systems::{self, EvaluatorHandle};

/// The greatest depth that a published program is asked for.
const PUBLISHED_DEPTH: u16 = 64;

pub(super) fn run(
    args: &SearchArgs,
    global: &GlobalArgs,
    interrupt: &Interrupt,
    watch: Option<&WatchedFiles<'_>>,
) -> Result<Exit, CliError> {
    const NO_ITERATIONS: &str = "is not for --algorithm published: the programs report none";
    refuse(&[("--iterations", args.iterations)], NO_ITERATIONS)?;
    let why = "is for our own search, without --algorithm published";
    refuse(&[("--explain", !args.explain.is_empty())], why)?;
    let options = &args.options;
    let program = options.program()?;
    if args.trace.is_asked() {
        let why = "--trace is for a search by alpha-beta; these have one";
        require_alpha_beta(&program, why)?;
        let why = "is not for --check-minimax, which shows where they differ";
        refuse(&[("--trace", options.check_minimax)], why)?;
    }
    let multiple = args.multiple()?;
    answer_each(&args.input, global, multiple, |entry, output| {
        if options.check_minimax {
            return check_one(args, &program, entry, output, (global, interrupt));
        }
        let (report, was_interrupted) = interrupt.during(|stop| {
            let observer = TerminalObserver::drawing(stop, global).ended_by(watch);
            let report = traced_answer(args, &program, entry, &observer, global);
            observer.finish()?;
            report
        });
        let report = report?;
        if !was_interrupted && watch.is_some_and(WatchedFiles::has_changed) {
            return Ok(Exit::Done); // It is asked again.
        }
        let (name, depth) = (&report.evaluator, report.depth);
        let is_other = |asked| usize::from(asked) != depth;
        if options.depth.is_some_and(is_other) && report.how.is_some() {
            let message = format!("{name} has no search of just that depth; it took {depth}");
            diagnostics::note(&message, global);
        }
        let report = Report::Search(Box::new(report));
        output.drawn_report(&report, &args.draw, entry)?;
        Ok(if was_interrupted {
            Exit::Interrupted
        } else {
            Exit::Done
        })
    })
}

/// The move of the program, whose search is traced if that is asked for.
fn traced_answer(
    args: &SearchArgs,
    program: &EvaluatorHandle,
    entry: &Entry,
    observer: &dyn Observer,
    global: &GlobalArgs,
) -> Result<SearchReport, CliError> {
    let options = &args.options;
    let algorithm = if options.plain {
        TraceAlgorithm::MinMax
    } else {
        TraceAlgorithm::AlphaBeta
    };
    let head = || TraceHead::new(algorithm, &program.info().name, &entry.position);
    let Some(trace) = args.trace.begin(head, args.draw.overwrite())? else {
        return Ok(options.answer_published(program, entry, observer));
    };
    let report = options.answer_published(program, entry, &trace.observer(observer));
    trace.finish(&report, global)?;
    Ok(report)
}

/// Checks the search of one position, as [`run`] answers one.
fn check_one(
    args: &SearchArgs,
    program: &EvaluatorHandle,
    entry: &Entry,
    output: &mut Output,
    (global, interrupt): (&GlobalArgs, &Interrupt),
) -> Result<Exit, CliError> {
    let (check, was_interrupted) = interrupt.during(|stop| {
        let observer = TerminalObserver::drawing(stop, global);
        let check = args.options.check(program, entry, &observer);
        observer.finish().map(|()| check)
    });
    let answer = checked_answer(check?);
    output.drawn_report(&answer.report, &args.draw, entry)?;
    Ok(if was_interrupted {
        Exit::Interrupted
    } else {
        answer.exit
    })
}

/// What a check means to a command that asks for one position.
pub(super) fn checked_answer(check: MinMaxCheck) -> StudyAnswer {
    let exit = match check.outcome {
        MinMaxOutcome::Equal | MinMaxOutcome::Unsearched => Exit::Done,
        MinMaxOutcome::Different => Exit::No,
        MinMaxOutcome::Unknown => Exit::Undecided,
    };
    StudyAnswer {
        exit,
        ..StudyAnswer::from(Report::MinMax(Box::new(check)))
    }
}

/// Refuses a program whose search is no alpha-beta.
fn require_alpha_beta(program: &EvaluatorHandle, why: &str) -> Result<(), CliError> {
    if program.as_system().is_some_and(System::is_alpha_beta) {
        return Ok(());
    }
    let players = systems::players();
    let players = players.filter(|player| player.as_system().is_some_and(System::is_alpha_beta));
    let names: Vec<String> = players.map(|player| player.info().name.clone()).collect();
    Err(CliError::usage(format!("{why}: {}", names.join(", "))))
}

impl SearchOptionArgs {
    /// The move of a published program.
    pub(super) fn answer_published(
        &self,
        program: &EvaluatorHandle,
        entry: &Entry,
        observer: &dyn Observer,
    ) -> SearchReport {
        let system = program.as_system().expect("it has a search of its own");
        let options = self.play_options();
        let control = Control::observed(self.limits.limits(), observer);
        questions::search_published(&entry.id, &entry.position, system, &options, &control)
    }

    fn play_options(&self) -> PlayOptions {
        PlayOptions {
            depth: self.depth.map(usize::from),
            width: self.breadth.map(usize::from),
            seed: self.seed,
            is_plain: self.plain,
        }
    }

    /// The search of a published program, held against its min-max.
    pub(super) fn check(
        &self,
        program: &EvaluatorHandle,
        entry: &Entry,
        observer: &dyn Observer,
    ) -> MinMaxCheck {
        let system = program.as_system().expect("it has a search of its own");
        let (options, limits) = (self.play_options(), self.limits.limits());
        check_min_max(
            &entry.id,
            &entry.position,
            system,
            &options,
            limits,
            observer,
        )
    }

    /// The published program that was named, once its flags are checked.
    pub(super) fn program(&self) -> Result<EvaluatorHandle, CliError> {
        let flags = [
            ("--lines", self.lines.is_some()),
            ("--only", !self.only.is_empty()),
            ("--avoid", !self.avoid.is_empty()),
            ("--hash", self.hash.is_some()),
        ];
        let why = "is not for --algorithm published: the programs have no such limit";
        refuse(&flags, why)?;
        if self.depth.is_some_and(|depth| depth > PUBLISHED_DEPTH) {
            return Err(CliError::usage(format!(
                "--depth of a published program is at most {PUBLISHED_DEPTH}"
            )));
        }
        let Some(name) = &self.evaluator else {
            return Err(with_players(
                "--algorithm published needs -e NAME; these have a search",
            ));
        };
        let program = name.find()?;
        let Some(system) = program.as_system() else {
            let why = format!("{name} has no search of its own; these have");
            return Err(with_players(&why));
        };
        let name = &program.info().name;
        let why = format!("is not for {name}: the program does not look ahead");
        let flags = [
            ("--nodes", self.limits.nodes.is_some()),
            ("--time", self.limits.time.is_some()),
        ];
        let refused = flags.map(|(flag, is_given)| (flag, is_given && !system.searches()));
        refuse(&refused, &why)?;
        let why = format!("is not for {name}: the program draws no random numbers");
        let has_seed = self.seed.is_some();
        refuse(&[("--seed", has_seed && !system.uses_seed())], &why)?;
        let flags = [
            ("--check-minimax", self.check_minimax),
            ("--plain", self.plain),
        ];
        if let Some((flag, _)) = flags.iter().find(|(_, is_given)| *is_given) {
            let why = format!("{flag} is for a search by alpha-beta; these have one");
            require_alpha_beta(&program, &why)?;
        }
        Ok(program)
    }
}

/// An error that lists the programs with a search of their own.
fn with_players(why: &str) -> CliError {
    let names: Vec<String> = systems::players()
        .map(|player| player.info().name.clone())
        .collect();
    CliError::usage(format!("{why}: {}", names.join(", ")))
}
