//! `threats`: what the other side threatens and which moves stop it, alone and in a batch.

use clap::Args;
use serde::Serialize;

use crate::cli::arguments::{DEFAULT_HASH, DEFAULT_TIME, LimitArgs, hash_bytes, threads};
use crate::cli::drawing::DrawArgs;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::numbers::number_in;
use crate::cli::observer::TerminalObserver;
use crate::cli::output::{MultipleOutput, Study, StudyAnswer, answer_each};
use crate::cli::points::{PointsArg, all_points};
use crate::cli::question::Question;
use crate::cli::table_arg::TableArg;
use crate::cli::{Exit, GlobalArgs, InputArgs};
use renju::batch::{Entry, Pool};
use renju::limits::{Limits, Observer, StopReason};
use renju::questions::{self, DefenceReport, Report, THREATS_COLUMNS, ThreatOutcome, WinFinder};
use renju::threat::Attack;

/// Show who wins by force, what the other side threatens, and which moves stop it
///
/// First a forced win of the side to move; then the one that the other side would have after a
/// pass, and whether each legal move stops it: it is tested against every continuous four and every
/// other threat. Exit code 0: one of the sides has a win; 1: nothing is threatened; 4: a limit was
/// reached first. Without --nodes and --time it stops after 10 s.
#[derive(Args, Clone, Debug)]
pub(crate) struct ThreatsArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    draw: DrawArgs,

    #[command(flatten)]
    table: TableArg,

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

    /// --nodes is for the own win, the threat and each move, --time for the whole answer.
    #[command(flatten)]
    #[serde(flatten)]
    limits: LimitArgs,

    /// Try these moves alone, such as H8,I9: do they hold?
    #[arg(long, value_name = "POINTS")]
    only: Vec<PointsArg>,

    /// Size of the hash tables in MiB [default: 64, in a batch 16 for each thread]
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
            let report = self.answer(entry, &mut finder, limits, observer);
            finders.give_back(finder);
            let report = report?;
            let stop = report.stop;
            Ok(StudyAnswer::from(Report::Defences(Box::new(report))).stopped(stop))
        }))
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        Ok(THREATS_COLUMNS)
    }
}

pub(crate) fn run(args: &ThreatsArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &args.table.apply(global, args.options.columns())?;
    let asked = args.options.limits.limits();
    let limits = if asked.is_none() {
        Limits::time(DEFAULT_TIME)
    } else {
        asked
    };
    let bytes = hash_bytes(args.options.hash.unwrap_or(DEFAULT_HASH[0]), 1)?;
    let finder = WinFinder::new(args.options.attack, bytes);
    let mut finder = finder.on_threads(threads(global.output.threads));
    let interrupt = Interrupt::install()?;
    let multiple = MultipleOutput::Named.with_picture(&args.draw, &args.input)?;
    answer_each(&args.input, global, multiple, |entry, output| {
        let (report, was_interrupted) = interrupt.during(|stop| {
            let observer = TerminalObserver::drawing(stop, global);
            let report = args.options.answer(entry, &mut finder, limits, &observer);
            observer.finish().map(|()| report)
        });
        let report = report??;
        let is_default = asked.is_none() && report.stop == Some(StopReason::Time);
        let exit = exit_of(&report, was_interrupted);
        output.drawn_report(&Report::Defences(Box::new(report)), &args.draw, entry)?;
        output.tell_default_time(is_default, global)?;
        Ok(exit)
    })
}

impl ThreatsOptionArgs {
    fn answer(
        &self,
        entry: &Entry,
        finder: &mut WinFinder,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Result<DefenceReport, CliError> {
        let (id, position) = (&entry.id, &entry.position);
        let only = questions::first_moves(position, &all_points(&self.only)?, &[])?.only;
        Ok(questions::defences_among(
            id, position, only, finder, limits, observer,
        ))
    }
}

const fn exit_of(report: &DefenceReport, was_interrupted: bool) -> Exit {
    match report.outcome {
        _ if was_interrupted => Exit::Interrupted,
        _ if report.own_win.is_some() => Exit::Done,
        ThreatOutcome::Win => Exit::Done,
        ThreatOutcome::None => Exit::No,
        ThreatOutcome::Unknown => Exit::Undecided,
    }
}
