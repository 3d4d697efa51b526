//! `game`: which moves of a game mattered.

mod files;
mod question;
mod reviews;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use self::files::{GameFiles, PuzzleFile};
pub(crate) use self::question::GameOptionArgs;
use self::reviews::{reviews, reviews_in_turn};
use crate::cli::arguments::{WidthArg, threads};
use crate::cli::drawing::OverwriteArg;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::named_file::refuse_same;
use crate::cli::output::{MultipleOutput, Output, Study, StudyAnswer, answer_each};
use crate::cli::question::Question;
use crate::cli::table_arg::TableArg;
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::eval::Failure;
use renju::limits::{Progress, StopReason};
use renju::questions::Report;
use renju::questions::game::{GAME_COLUMNS, GameLine, GameReport};
use renju::render::picture::Theme;
use renju::render::text;

/// Show which moves of a game mattered
///
/// A row for each move: what the position was worth to the mover before and after it, the best move,
/// the forced win that was missed, the one that was allowed, whether a move was the only one that held;
/// then the chance of black over the game and a summary. Without --nodes, --time and --depth each
/// position is searched for 20000 nodes.
#[derive(Args, Clone, Debug)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    options: GameOptionArgs,

    /// Write the game to this file: the chance of black as a picture, .svg or .png, or the game with
    /// comments and better lines, .sgf, or a row for each move, .csv; to a folder, whose name ends in /, a picture for each game
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write the positions in which one first move alone wins by force to this file, as position lines
    /// with what is expected of them and how hard they are
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,

    /// Colours of the picture, light or dark
    #[arg(
        long,
        value_name = "THEME",
        default_value = "light",
        requires = "output"
    )]
    theme: Theme,

    #[command(flatten)]
    overwrite: OverwriteArg,

    #[command(flatten)]
    table: TableArg,

    #[command(flatten)]
    width: WidthArg,
}

impl Question for GameOptionArgs {
    /// The study of `batch game`: each game by one thread. Answers that depend on the machine have to
    /// be asked for.
    fn study<'a>(&'a self, global: &GlobalArgs, _: bool) -> Result<Study<'a>, CliError> {
        if self.is_without_limit() {
            return Err(CliError::usage(
                "batch game needs a limit: --depth N or --nodes N (the same answers everywhere) or --time TIME",
            ));
        }
        let threads = threads(global.output.threads);
        let question = self.question(threads)?;
        Ok(Study::new(move |entry, observer| {
            let game = GameLine::new(&entry.setup, &entry.position)?;
            let reviews = reviews_in_turn(&game, &question, observer)?;
            let is_over = observer.progress(&Progress::default()).is_break();
            let report = question.report(entry, &game, reviews, observer);
            let mut lines = lines(report).into_iter();
            let first = lines.next().expect("a game has a summary");
            Ok(StudyAnswer {
                more: lines.collect(),
                ..StudyAnswer::from(first)
            }
            .stopped(is_over.then_some(StopReason::Interrupted)))
        }))
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        Ok(GAME_COLUMNS)
    }
}

pub(crate) fn run(args: &GameArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &args
        .table
        .apply(&global.with_width(args.width), args.options.columns())?;
    // Under a limit of time one table is kept from the last move to the first.
    let threads = match args.options.limits.limits().time {
        Some(_) => 1,
        None => threads(global.output.threads),
    };
    let question = args.options.question(threads)?;
    let overwrite = args.overwrite.overwrite();
    let mut files = GameFiles::open(
        args.output.as_deref(),
        (args.theme, overwrite),
        &args.input,
        global,
    )?;
    let multiple = if files.take_one() {
        MultipleOutput::Refused
    } else {
        MultipleOutput::Named
    };
    let puzzles = args.puzzles.as_deref();
    refuse_same((args.output.as_deref(), "--output"), (puzzles, "--puzzles"))?;
    let mut puzzles = puzzles
        .map(|path| PuzzleFile::create(path, &question, (&args.input, overwrite)))
        .transpose()?;
    let interrupt = Interrupt::install()?;
    let exit = answer_each(&args.input, global, multiple, |entry, output| {
        let game = GameLine::new(&entry.setup, &entry.position)?;
        let (report, was_interrupted) = interrupt.during(|stop| {
            let found = reviews(&game, &question, stop, global)?;
            Ok::<_, Failure>(question.report(entry, &game, found, stop))
        });
        if was_interrupted {
            return Ok(Exit::Interrupted);
        }
        let report = report?;
        files.write(entry, &report)?;
        if let Some(puzzles) = &mut puzzles {
            let (added, was_interrupted) =
                interrupt.during(|stop| puzzles.add(entry, &game, &report, stop));
            added?;
            if was_interrupted {
                return Ok(Exit::Interrupted);
            }
        }
        write_report(report, output)?;
        Ok(Exit::Done)
    })?;
    puzzles.map_or(Ok(()), PuzzleFile::finish)?;
    if exit == Exit::Done && args.options.is_without_limit() {
        let message = "without a limit each position is searched for 20k nodes; --nodes, --time or --depth sets another";
        diagnostics::note(message, global);
    }
    Ok(exit)
}

/// The lines of a game, or its text.
fn write_report(report: GameReport, output: &mut Output) -> io::Result<()> {
    if !output.is_json {
        return output.out.write_all(text(&report, output.style).as_bytes());
    }
    lines(report)
        .iter()
        .try_for_each(|line| output.report(line))
}

/// A line for each move, and the summary.
fn lines(report: GameReport) -> Vec<Report> {
    let moves = report.moves.into_iter();
    let moves = moves.map(|row| Report::GameMove(Box::new(row)));
    let summary = Report::GameSummary(Box::new(report.summary));
    moves.chain([summary]).collect()
}
