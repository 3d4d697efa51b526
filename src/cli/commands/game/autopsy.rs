//! `game --autopsy` and `match --autopsy`: what each player lost its games by.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::question::GameQuestion;
use super::reviews::reviews;
use crate::cli::answer_lines::json_line;
use crate::cli::arguments::threads;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::named_file::NamedFile;
use crate::cli::output::{MultipleOutput, answer_each};
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::batch::Entry;
use renju::contest::{FaultKind, finish_of_record};
use renju::files::{Overwrite, stdout};
use renju::questions::game::{AutopsyReport, GameLine, LossCause, LossExample, lost_by};
use renju::render::text;

/// Whether and how lost games are looked into.
#[derive(Args, Clone, Debug)]
pub(crate) struct AutopsyArgs {
    /// Show why each player lost its games, instead of their moves: time, a forbidden point, a win
    /// that it missed or allowed, a chance that drifted away
    #[arg(long)]
    pub(crate) autopsy: bool,

    /// Write the clearest three positions of each group of lost games to this file, as position lines
    /// with what check is to find there
    #[arg(long, value_name = "FILE", requires = "autopsy")]
    pub(crate) suite: Option<PathBuf>,
}

/// Looks into the games of the input, each position as `question` says.
pub(super) fn run(
    suite: Option<&Path>,
    input: &InputArgs,
    question: &GameQuestion<'_>,
    overwrite: Overwrite,
    global: &GlobalArgs,
) -> Result<Exit, CliError> {
    let create = |path: &Path| {
        input.refuse_as_output(path)?;
        NamedFile::create(path, overwrite)
    };
    let suite = suite.map(create).transpose()?;
    let interrupt = Interrupt::install()?;
    let mut report = AutopsyReport::default();
    let exit = answer_each(input, global, MultipleOutput::Lines, |entry, _| {
        let game = GameLine::new(&entry.setup, &entry.position)?;
        let Some(loser) = report.count(&entry.setup, &game) else {
            return Ok(Exit::Done);
        };
        let lost = if let Some(cause) = fault(entry) {
            Some((cause, LossExample::of_fault(&entry.id, &game, cause)))
        } else {
            let (told, was_interrupted) = interrupt.during(|stop| {
                let found = reviews(&game, question, stop, global)?;
                Ok::<_, CliError>(question.report(entry, &game, found, stop))
            });
            if was_interrupted {
                return Ok(Exit::Interrupted);
            }
            lost_by(&entry.id, &game, &told?, loser)
        };
        if let Some(lost) = lost {
            report.add(&game, loser, lost);
        }
        Ok(Exit::Done)
    })?;
    report.complete = exit != Exit::Interrupted;
    let told = if global.output.json {
        json_line(&report)
    } else {
        text(&report, global.style()).into_bytes()
    };
    stdout().write_all(&told)?;
    if let Some(mut suite) = suite.filter(|_| report.complete) {
        for position in report.suite() {
            suite.write_all(&json_line(position))?;
        }
        suite.finish()?;
    }
    if !report.complete {
        let message = "interrupted: the game in progress and those after it are left out";
        diagnostics::note(message, global);
    }
    Ok(exit)
}

/// Looks into the games that a match has written, by the limits that `game` has where none is given.
pub(crate) fn of_match(
    args: &AutopsyArgs,
    games: &Path,
    overwrite: Overwrite,
    global: &GlobalArgs,
) -> Result<Exit, CliError> {
    let input = InputArgs {
        positions: vec![games.to_owned()],
        moves: None,
    };
    let options = super::GameOptionArgs::default();
    let question = options.question(threads(global.output.threads))?;
    if !global.output.json {
        stdout().write_all(b"\n")?;
    }
    let message = "each position of a lost game is searched for 20k nodes; game FILE --autopsy takes other limits";
    diagnostics::note(message, global);
    run(args.suite.as_deref(), &input, &question, overwrite, global)
}

/// What a game of a match was lost by, where that was no move of the game.
fn fault(entry: &Entry) -> Option<LossCause> {
    let finish = finish_of_record(entry.setup.info.as_deref()?)?;
    Some(match finish.fault()? {
        FaultKind::Late => LossCause::Time,
        FaultKind::Forbidden => LossCause::Forbidden,
        FaultKind::Illegal | FaultKind::Crash | FaultKind::Error | FaultKind::TooMuchOutput => {
            LossCause::Failure
        }
    })
}
