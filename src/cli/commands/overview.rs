//! `renju overview`, and a file without a command: what a position or game is, in a few lines.

use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::evaluators::EvaluatorName;
use super::search::search_threads;
use crate::cli::arguments::{DEFAULT_HASH, LimitArgs, hash_bytes, threads};
use crate::cli::drawing::DrawArgs;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::observer::TerminalObserver;
use crate::cli::output::{MultipleOutput, Study, StudyAnswer, answer_each};
use crate::cli::question::Question;
use crate::cli::{Exit, GlobalArgs, InputArgs};
use renju::batch::{Entry, Pool};
use renju::eval::Evaluator;
use renju::limits::{Limits, Observer};
use renju::questions::{self, OverviewReport, Report, SearchQuestion, WinFinder};
use renju::search::{SearchOptions, TranspositionTable};
use renju::threat::Attack;

/// The time of the search for the best move without another limit.
const QUICK: Duration = Duration::from_secs(1);

/// The tables of the solver for a quick look.
const SOLVER_BYTES: usize = 4 << 20;

/// Show what a position is: opening, end, forbidden points, threats, best move
///
/// `renju FILE` without a command does this. Without --nodes and --time the search for the best
/// move stops after 1 s.
#[derive(Args, Clone, Debug)]
pub(crate) struct OverviewArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    draw: DrawArgs,

    #[command(flatten)]
    options: OverviewOptionArgs,
}

/// How long to look, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
pub(crate) struct OverviewOptionArgs {
    #[command(flatten)]
    #[serde(flatten)]
    limits: LimitArgs,
}

/// What is kept from one position to the next.
struct Finders {
    wins: WinFinder,
    table: TranspositionTable,
}

impl Finders {
    fn new(table_bytes: usize) -> Finders {
        Finders {
            wins: WinFinder::new(Attack::Vct, SOLVER_BYTES),
            table: TranspositionTable::new(table_bytes),
        }
    }

    /// The answer for a position, which does not depend on those before.
    fn answer(
        &mut self,
        entry: &Entry,
        evaluator: &dyn Evaluator,
        (limits, threads): (Limits, usize),
        observer: &dyn Observer,
    ) -> Result<OverviewReport, CliError> {
        let question = SearchQuestion {
            id: &entry.id,
            position: &entry.position,
            evaluator,
            options: SearchOptions {
                threads,
                ..SearchOptions::default()
            },
            limits,
        };
        self.table.clear();
        let (wins, table) = (&mut self.wins, &mut self.table);
        Ok(questions::overview(
            &question,
            &entry.setup,
            wins,
            observer,
            table,
        )?)
    }
}

impl Question for OverviewOptionArgs {
    fn study<'a>(&'a self, global: &GlobalArgs, _: bool) -> Result<Study<'a>, CliError> {
        let limits = self.limits.limits();
        if limits.is_none() {
            return Err(CliError::usage(
                "batch overview needs a limit: --nodes N (the same answers everywhere) or --time TIME",
            ));
        }
        let evaluator = EvaluatorName::of_search().find()?;
        let threads = threads(global.output.threads);
        let bytes = hash_bytes(DEFAULT_HASH[1], threads)?;
        let pool = Pool::of(threads, || Finders::new(bytes));
        Ok(Study::new(move |entry, observer| {
            let mut finders = pool.take_or(|| Finders::new(bytes));
            let report = finders.answer(entry, &*evaluator, (limits, 1), observer)?;
            pool.give_back(finders);
            let stop = report.stop;
            Ok(StudyAnswer::from(Report::Overview(Box::new(report))).stopped(stop))
        })
        .of_any_side())
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        Err("the answer of overview")
    }
}

pub(crate) fn run(args: &OverviewArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let asked = args.options.limits.limits();
    let limits = if asked.is_none() {
        Limits::time(QUICK)
    } else {
        asked
    };
    let evaluator = EvaluatorName::of_search().find()?;
    let mut finders = Finders::new(hash_bytes(DEFAULT_HASH[0], 1)?);
    let threads = search_threads(global);
    let interrupt = Interrupt::install()?;
    let multiple = MultipleOutput::Separated.with_picture(&args.draw, &args.input)?;
    answer_each(
        &args.input,
        &global.with_side_open(),
        multiple,
        |entry, output| {
            let (report, was_interrupted) = interrupt.during(|stop| {
                let observer = TerminalObserver::drawing(stop, global);
                let report = finders.answer(entry, &*evaluator, (limits, threads), &observer);
                observer.finish()?;
                report
            });
            output.drawn_report(&Report::Overview(Box::new(report?)), &args.draw, entry)?;
            Ok(if was_interrupted {
                Exit::Interrupted
            } else {
                Exit::Done
            })
        },
    )
}
