//! `game`: which moves of a game mattered.

pub(crate) mod autopsy;
mod files;
mod question;
mod reviews;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;

use self::autopsy::AutopsyArgs;
use self::files::{GameFiles, PuzzleFile};
pub(crate) use self::question::GameOptionArgs;
use self::question::GameQuestion;
use self::reviews::{reviews, reviews_in_turn};
use super::asked_engine::{self, AskedEngine};
use crate::cli::arguments::threads;
use crate::cli::drawing::OverwriteArg;
use crate::cli::engine_args::{parse_engine, require_engine};
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::named_file::refuse_same;
use crate::cli::numbers::parse_time;
use crate::cli::output::{MultipleOutput, Output, Study, StudyAnswer, answer_each};
use crate::cli::picture_args::{ScaleArg, ThemeArg};
use crate::cli::question::Question;
use crate::cli::table_arg::TableArg;
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::engines::{DEFAULT_START, EngineSpec};
use renju::limits::{Progress, StopReason};
use renju::questions::Report;
use renju::questions::game::{GAME_COLUMNS, GameLine, GameReport};
use renju::render::text;

/// How long an engine may go on after the first Ctrl-C.
const GRACE: Duration = Duration::from_millis(500);
/// How long an engine has for a move where nothing is limited.
const ENGINE_TIME: Duration = Duration::from_secs(1);

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

    /// Also ask an engine for its move before each one, within --time, --nodes or --depth [default:
    /// 1s]; gomocup:CMD or json:CMD says its protocol, NAME=CMD names it; may be repeated
    #[arg(long, value_name = "CMD", value_parser = parse_engine, conflicts_with = "autopsy")]
    engine: Vec<EngineSpec>,

    /// Time for an engine to start, added to the limit of its first answer [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    engine_start: Option<Duration>,

    /// Write the game to this file: a page (.html), the chance of black as a picture (.svg or
    /// .png), the game with comments and better lines (.sgf), or a row for each move (.csv); to a
    /// folder (name ends in /), a picture for each game
    #[arg(short, long, value_name = "FILE", conflicts_with = "autopsy")]
    output: Option<PathBuf>,

    /// Write the positions where only one first move wins by force to this file, as position lines
    /// with what is expected of them and how hard they are
    #[arg(long, value_name = "FILE", conflicts_with = "autopsy")]
    puzzles: Option<PathBuf>,

    #[command(flatten)]
    autopsy: AutopsyArgs,

    #[command(flatten)]
    theme: ThemeArg,

    #[command(flatten)]
    scale: ScaleArg,

    #[command(flatten)]
    overwrite: OverwriteArg,

    #[command(flatten)]
    table: TableArg,
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
            let mut lines = Report::of_game(report).into_iter();
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

impl GameArgs {
    /// These arguments where an engine that `-e` names is one that `--engine` names.
    fn with_engine_of_e(&self) -> Result<GameArgs, CliError> {
        let mut args = self.clone();
        if let Some(spec) = args.options.take_engine()? {
            args.engine.push(spec);
        }
        let start = ("--engine-start", args.engine_start);
        require_engine(&[start], !args.engine.is_empty())?;
        Ok(args)
    }

    /// Answers by groups of lost games, in place of their moves.
    fn look_into_losses(
        &self,
        question: &GameQuestion<'_>,
        global: &GlobalArgs,
    ) -> Result<Exit, CliError> {
        self.options.require_all_moves()?;
        if !self.engine.is_empty() {
            let message = "--autopsy asks no engine: -e takes an evaluator there";
            return Err(CliError::usage(message));
        }
        let (suite, overwrite) = (self.autopsy.suite.as_deref(), self.overwrite.overwrite());
        let exit = autopsy::run(suite, &self.input, question, overwrite, global)?;
        self.note_default_limit(exit, global);
        Ok(exit)
    }

    /// Says how long positions are searched where that was not asked for.
    fn note_default_limit(&self, exit: Exit, global: &GlobalArgs) {
        if exit == Exit::Done && self.options.is_without_limit() {
            let message = "without a limit each position is searched for 20k nodes; --nodes, --time or --depth sets another";
            diagnostics::note(message, global);
        }
    }

    /// The engines that are asked beside our search, and what ends them with it.
    fn start_engines(
        &self,
        global: &GlobalArgs,
    ) -> Result<(Interrupt, Vec<AskedEngine>), CliError> {
        if self.engine.is_empty() {
            return Ok((Interrupt::install()?, Vec::new()));
        }
        let interrupt = Interrupt::install_with_engines(GRACE)?;
        let (limits, depth) = (self.options.limits.limits(), self.options.depth);
        let start = self.engine_start.unwrap_or(DEFAULT_START);
        let settings = asked_engine::settings(limits, depth, ENGINE_TIME, start, global);
        let specs = self.engine.iter();
        let engines = specs.map(|spec| AskedEngine::start(spec, settings, global));
        Ok((interrupt, engines.collect::<Result<_, _>>()?))
    }
}

/// Adds to each move what the engines would have played.
fn ask_engines(
    engines: &[AskedEngine],
    game: &GameLine,
    report: &mut GameReport,
    stop: &AtomicBool,
) -> Result<(), CliError> {
    for row in &mut report.moves {
        for engine in engines {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let position = &game.positions()[row.number - 1];
            let said = engine.report(&row.header.id, position, stop)?;
            let line = said.lines.into_iter().next();
            row.engines
                .0
                .extend(line.map(|line| (engine.name().to_owned(), line)));
        }
    }
    Ok(())
}

pub(crate) fn run(args: &GameArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let columns = if args.autopsy.autopsy {
        Err("the answer of --autopsy")
    } else {
        args.options.columns()
    };
    let global = &args.table.apply(global, columns)?;
    let args = &args.with_engine_of_e()?;
    // Under a limit of time one table is kept from the last move to the first.
    let threads = match args.options.limits.limits().time {
        Some(_) => 1,
        None => threads(global.output.threads),
    };
    let question = args.options.question(threads)?;
    let overwrite = args.overwrite.overwrite();
    if args.autopsy.autopsy {
        return args.look_into_losses(&question, global);
    }
    let how = (args.theme.theme, args.scale.scale, overwrite);
    let mut files = GameFiles::open(args.output.as_deref(), how, &args.input, global)?;
    let multiple = if files.take_one() {
        MultipleOutput::Refused
    } else {
        MultipleOutput::Named
    };
    let (file, puzzles) = (args.output.as_deref(), args.puzzles.as_deref());
    refuse_same((file, "--output"), (puzzles, "--puzzles"))?;
    let mut puzzles = puzzles
        .map(|path| PuzzleFile::create(path, &question, (&args.input, overwrite)))
        .transpose()?;
    let (interrupt, engines) = args.start_engines(global)?;
    let exit = answer_each(&args.input, global, multiple, |entry, output| {
        let game = GameLine::new(&entry.setup, &entry.position)?;
        let (report, was_interrupted) = interrupt.during(|stop| {
            let found = reviews(&game, &question, stop, global)?;
            let mut report = question.report(entry, &game, found, stop);
            ask_engines(&engines, &game, &mut report, stop)?;
            Ok::<_, CliError>(report)
        });
        let report = report?;
        if was_interrupted {
            write_begun(report, output, global)?;
            return Ok(Exit::Interrupted);
        }
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
    args.note_default_limit(exit, global);
    Ok(exit)
}

/// What is known of a game that was interrupted; JSON does not say how far it came, so it has none of it.
fn write_begun(report: GameReport, output: &mut Output, global: &GlobalArgs) -> io::Result<()> {
    if output.is_json {
        return Ok(());
    }
    write_report(report, output)?;
    output.out.flush()?;
    let message = "interrupted: positions that were not looked at have no value";
    diagnostics::note(message, global);
    Ok(())
}

/// The lines of a game, or its text.
fn write_report(report: GameReport, output: &mut Output) -> io::Result<()> {
    if !output.is_json {
        return output.out.write_all(text(&report, output.style).as_bytes());
    }
    Report::of_game(report)
        .iter()
        .try_for_each(|line| output.report(line))
}
