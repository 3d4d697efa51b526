//! `threats`: what the other side threatens and which moves stop it, alone and in a batch.

use clap::Args;
use serde::Serialize;

use crate::cli::arguments::{
    DEFAULT_HASH, DEFAULT_TIME, LimitArgs, WidthArg, hash_bytes, number_in, threads,
};
use crate::cli::drawing::DrawArgs;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::observer::TerminalObserver;
use crate::cli::output::{MultipleOutput, Study, StudyAnswer, answer_each};
use crate::cli::question::Question;
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::batch::{Entry, Pool};
use renju::limits::{Limits, Observer, StopReason};
use renju::questions::{self, DefenceReport, Report, ThreatOutcome, WinFinder};
use renju::threat::Attack;

/// Show what the other side threatens, and which moves stop it
///
/// The forced win that the other side would have if the side to move passed, and for every legal
/// move whether it holds: tried against every continuous four and every other threat. Exit code 0:
/// something is threatened; 1: nothing; 4: a limit was reached first. Without --nodes and --time it
/// stops after 10 s.
#[derive(Args, Clone, Debug)]
pub(crate) struct ThreatsArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    draw: DrawArgs,

    #[command(flatten)]
    width: WidthArg,

    #[command(flatten)]
    options: ThreatsOptionArgs,
}

/// What counts as a threat, and how far to look, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct ThreatsOptionArgs {
    /// What a forced win may be made of: vcf, fours alone, or vct, other threats as well
    #[arg(long, value_name = "ATTACK", default_value = "vct")]
    attack: Attack,

    /// --nodes is for the threat and again for each move, --time for the whole answer.
    #[command(flatten)]
    #[serde(flatten)]
    limits: LimitArgs,

    /// Size of the hash tables [default: 64, in a batch 16 for each thread]
    #[arg(long, value_name = "MIB", value_parser = number_in(1u32..=1_048_576))]
    hash: Option<u32>,
}

impl Question for ThreatsOptionArgs {
    /// The study of `batch threats`. Answers that depend on the machine have to be asked for.
    fn study<'a>(&'a self, global: &GlobalArgs, _: bool) -> Result<Study<'a>, CliError> {
        let limits = self.limits.limits();
        if limits.is_none() {
            return Err(CliError::usage(
                "batch threats needs a limit: --nodes N (the same answers everywhere) or --time TIME",
            ));
        }
        let threads = threads(global.output.threads);
        let bytes = hash_bytes(self.hash.unwrap_or(DEFAULT_HASH[1]), threads)?;
        let attack = self.attack;
        let finders = Pool::of(threads, || WinFinder::new(attack, bytes));
        Ok(Study::new(move |entry, observer| {
            let mut finder = finders.take_or(|| WinFinder::new(attack, bytes));
            let report = answer(entry, &mut finder, limits, observer);
            finders.give_back(finder);
            let stop = report.stop;
            Ok(StudyAnswer::from(Report::Defences(Box::new(report))).stopped(stop))
        }))
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        Err("the answer of threats")
    }
}

pub(crate) fn run(args: &ThreatsArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &global.with_width(args.width);
    let asked = args.options.limits.limits();
    let limits = if asked.is_none() {
        Limits::time(DEFAULT_TIME)
    } else {
        asked
    };
    let bytes = hash_bytes(args.options.hash.unwrap_or(DEFAULT_HASH[0]), 1)?;
    let mut finder = WinFinder::new(args.options.attack, bytes);
    let interrupt = Interrupt::install()?;
    let multiple = MultipleOutput::Named.with_picture(&args.draw, &args.input)?;
    answer_each(&args.input, global, multiple, |entry, output| {
        let (report, was_interrupted) = interrupt.during(|stop| {
            let observer = TerminalObserver::drawing(stop, global);
            let report = answer(entry, &mut finder, limits, &observer);
            observer.finish().map(|()| report)
        });
        let report = report?;
        if asked.is_none() && report.stop == Some(StopReason::Time) {
            let message =
                "without a limit threats stops after 10 s; --time or --nodes sets another";
            diagnostics::note(message, global);
        }
        let exit = exit_of(&report, was_interrupted);
        output.drawn_report(&Report::Defences(Box::new(report)), &args.draw, entry)?;
        Ok(exit)
    })
}

fn answer(
    entry: &Entry,
    finder: &mut WinFinder,
    limits: Limits,
    observer: &dyn Observer,
) -> DefenceReport {
    questions::defences(&entry.id, &entry.position, finder, limits, observer)
}

const fn exit_of(report: &DefenceReport, was_interrupted: bool) -> Exit {
    match report.outcome {
        _ if was_interrupted => Exit::Interrupted,
        ThreatOutcome::Win => Exit::Done,
        ThreatOutcome::None => Exit::No,
        ThreatOutcome::Unknown => Exit::Undecided,
    }
}
