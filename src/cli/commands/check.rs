//! `check`: does the program still answer what files expect?

mod suite_players;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use self::suite_players::{AnsweredExpectation, SuitePlayers};
use super::evaluators::EvaluatorName;
use crate::cli::answer_lines::json_line;
use crate::cli::arguments::{DEFAULT_HASH, LimitArgs, hash_bytes};
use crate::cli::drawing::OverwriteArg;
use crate::cli::engine_args::{parse_engine, require_engine};
use crate::cli::error::CliError;
use crate::cli::input::with_close_name;
use crate::cli::interrupt::Interrupt;
use crate::cli::named_file::{not_written, refuse_existing, write_file};
use crate::cli::numbers::{number_in, parse_time};
use crate::cli::observer::TerminalObserver;
use crate::cli::output::Output;
use crate::cli::page_file::{ToldPage, record_of};
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::batch::RecordError;
use renju::batch::check::{
    FileUpdates, JunitReport, KnownPositions, TestPosition, UpdateError, UpdatedFile, breaches_of,
    test_positions,
};
use renju::board::Color;
use renju::engines::EngineSpec;
use renju::limits::{Limits, NoObserver};
use renju::notation::ErrorCode;
use renju::position::Position;
use renju::questions::suite::SuiteLine;
use renju::questions::{
    CheckLine, CheckOptions, CheckSummary, CheckedExpectation, Expectation, ExpectationChecker,
    unnamed,
};
use renju::render::text;
use renju::systems::EvaluatorHandle;

/// How long an engine may go on after the first Ctrl-C.
const GRACE: Duration = Duration::from_millis(500);
/// What engines, and ourselves beside them, may take for an answer where there is no limit.
const ENGINE_TIME: Limits = Limits::time(Duration::from_secs(1));

/// Check that files still get the answers they expect
///
/// Expectations stand above diagrams and games (# expect: vcf win 9), in the field expect of
/// position lines, in the column expect of tables and in lines of comments in trees (expect: best
/// G7). Folders are read with all their files. Exit code 0: all are met; 1: one is not; 2:
/// something cannot be read; 4: a limit was reached first. Without a limit a vct or a best move is
/// searched for with 100,000 nodes, with --engine for a second.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Evaluator of the search, or a .toml file with the weights of one [default: network]
    #[arg(short, long, value_name = "NAME")]
    evaluator: Option<EvaluatorName>,

    /// Depth of the search for best moves in plies
    #[arg(long, value_name = "N", value_parser = number_in(1u16..=400))]
    depth: Option<u16>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH[0], value_parser = number_in(1u32..=1_048_576))]
    hash: u32,

    /// Where a position expects a forbidden point, report every other one that is forbidden; where
    /// it expects a shape, every other shape
    #[arg(long)]
    complete: bool,

    /// Report forbidden moves of games, each with its proof, and moves after the end of a game
    #[arg(long)]
    rules: bool,

    /// Report records with the same position, even turned or mirrored, and the symmetry between
    /// them
    #[arg(long)]
    dedupe: bool,

    /// Also ask an engine, and our search, for a move where a best move or a win is expected: a
    /// table shows what each has solved, and how soon; gomocup:CMD or json:CMD says its protocol,
    /// NAME=CMD names it
    #[arg(long, value_name = "CMD", value_parser = parse_engine)]
    engine: Vec<EngineSpec>,

    /// Time for an engine to start, added to the limit of its first answer [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    engine_start: Option<Duration>,

    /// Write the results to this file, in the XML that build servers read
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Write what is found into the files in place of expectations that are not met, and add what
    /// --complete reports; a renju position that expects nothing gets its forbidden points. The
    /// difference is shown first; no other byte is touched
    #[arg(long)]
    update: bool,

    /// Write the positions, and whether each expectation is met, to this file, a page, .html
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    overwrite: OverwriteArg,
}

pub(crate) fn run(args: &CheckArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &as_one_tree(&args.input.going_on(global)?);
    let args = &args.with_engine_of_e()?;
    let evaluator = args.find_evaluator()?;
    let limits = args.limits.limits();
    let takes_time = !args.engine.is_empty() && limits.is_none() && args.depth.is_none();
    let options = CheckOptions {
        limits: if takes_time { ENGINE_TIME } else { limits },
        depth: args.depth,
        table_bytes: hash_bytes(args.hash, 1)?,
    };
    let default = takes_time.then_some("1 s; --time for more");
    let settings = suite_players::settings(args.engine_start, global.output.verbose);
    let settings = (settings, global);
    let own = &evaluator.info().name;
    let interrupt = if args.engine.is_empty() {
        Interrupt::install()?
    } else {
        Interrupt::install_with_engines(GRACE)?
    };
    let players = SuitePlayers::start(&args.engine, own, options.limits, options.depth, settings)?;
    let mut run = CheckRun {
        args,
        global,
        options,
        checker: ExpectationChecker::new(&*evaluator, options),
        interrupt,
        players,
        output: Output::new(global),
        summary: CheckSummary::default(),
        updates: FileUpdates::default(),
        known: KnownPositions::default(),
        junit: args.junit_report()?,
        page: args.page(global)?,
        default,
        exit: Exit::Done,
    };
    let read_options = global.read_options();
    for record in args.input.games(global)?.records {
        for asked in test_positions(record, &read_options) {
            match asked {
                Ok(asked) => run.check(&asked)?,
                Err(error) => run.report(&with_close_name(error))?,
            }
            run.output.out.flush()?;
            if run.exit == Exit::Interrupted {
                run.write_totals()?;
                return Ok(run.exit);
            }
        }
    }
    run.finish()
}

/// The arguments for trees read as one, whose comments expect something anywhere, and for positions
/// that need no side to move.
fn as_one_tree(global: &GlobalArgs) -> GlobalArgs {
    let mut global = global.with_side_open();
    global.reading.variations = false;
    global
}

impl CheckArgs {
    /// These arguments where an engine that `-e` names is one that `--engine` names.
    fn with_engine_of_e(&self) -> Result<CheckArgs, CliError> {
        let mut args = self.clone();
        if let Some(name) = &self.evaluator
            && let Some(spec) = name.engine()?
        {
            args.engine.push(spec);
            args.evaluator = None;
        }
        let start = ("--engine-start", args.engine_start);
        require_engine(&[start], !args.engine.is_empty())?;
        Ok(args)
    }

    /// Results for a file that is none of the input, if one is asked for.
    fn junit_report(&self) -> Result<Option<JunitReport>, CliError> {
        let Some(path) = &self.junit else {
            return Ok(None);
        };
        self.input.refuse_as_output(path)?;
        refuse_existing(path, self.overwrite.overwrite())?;
        Ok(Some(JunitReport::default()))
    }

    /// A page for a file that is none of the input, if one is asked for.
    fn page(&self, global: &GlobalArgs) -> Result<Option<ToldPage>, CliError> {
        let Some(path) = &self.output else {
            return Ok(None);
        };
        self.input.refuse_as_output(path)?;
        ToldPage::open(path, self.overwrite.overwrite(), global).map(Some)
    }

    fn find_evaluator(&self) -> Result<EvaluatorHandle, CliError> {
        match &self.evaluator {
            Some(name) => name.find_valued(),
            None => EvaluatorName::of_search().find(),
        }
    }
}

/// One expectation after the other, and what became of them.
struct CheckRun<'a> {
    args: &'a CheckArgs,
    global: &'a GlobalArgs,
    options: CheckOptions,
    checker: ExpectationChecker<'a>,
    interrupt: Interrupt,
    players: Option<SuitePlayers>,
    output: Output,
    summary: CheckSummary,
    updates: FileUpdates,
    known: KnownPositions,
    junit: Option<JunitReport>,
    page: Option<ToldPage>,
    /// What an answer may take, where it took the limit that holds without another.
    default: Option<&'static str>,
    exit: Exit,
}

impl CheckRun<'_> {
    /// Answers all expectations of a position; those that cannot be asked are reported.
    fn check(&mut self, asked: &TestPosition) -> Result<(), CliError> {
        self.summary.positions += 1;
        if let Some(page) = &mut self.page {
            page.begin(record_of(&asked.entry));
        }
        for warning in &asked.entry.warnings {
            diagnostics::warn(warning, self.global);
        }
        if self.args.rules {
            for line in breaches_of(asked) {
                self.write(&line, false)?;
            }
        }
        if self.args.dedupe
            && let Some(line) = self.known.find(asked)
        {
            self.write(&line, false)?;
        }
        let (expectations, errors) = asked.expectations();
        for error in &errors {
            if let Some(page) = &mut self.page {
                page.tell(&format!("{error}\n"), true);
            }
            self.report(error)?;
        }
        let answered = self.answer_all(asked, expectations)?;
        if self.exit == Exit::Interrupted {
            return Ok(());
        }
        let mut changed = Vec::new();
        let mut held = Vec::new();
        for one in answered {
            if self.is_put_right(&one.answer) {
                held.extend(one.answer.found.iter().cloned());
                changed.push((one.number, one.answer.found));
            } else {
                held.push(one.expectation);
            }
        }
        let new = self.find_unnamed(asked, &held, errors.is_empty())?;
        if let Err(why) = self.updates.add(asked, &changed, &new) {
            let message = format!("{} is not updated: {why}", asked.entry.id);
            diagnostics::tell_as(diagnostics::Severity::Error, &message);
            self.exit = self.exit.max(Exit::Usage);
        }
        Ok(())
    }

    /// Answers expectations and writes a line for each, until Ctrl-C.
    fn answer_all(
        &mut self,
        asked: &TestPosition,
        expectations: Vec<(usize, Expectation)>,
    ) -> Result<Vec<AnsweredExpectation>, CliError> {
        if let Some(players) = &mut self.players {
            players.turn_page();
        }
        let mut answered = Vec::new();
        for (number, expectation) in expectations {
            let started = Instant::now();
            let answer = self.answer(asked, &expectation)?;
            let time = started.elapsed();
            let words = asked.words(number).to_owned();
            let line = asked.line(Some(number)).answered(words, &answer);
            self.write(&line, self.is_put_right(&answer))?;
            if self.exit == Exit::Interrupted {
                break;
            }
            let one = AnsweredExpectation {
                number,
                expectation,
                answer,
                time,
                line,
            };
            self.ask_players(&asked.entry.position, &one)?;
            answered.push(one);
            if self.exit == Exit::Interrupted {
                break;
            }
        }
        Ok(answered)
    }

    /// Whether an answer takes the place of what the file expects.
    const fn is_put_right(&self, answer: &CheckedExpectation) -> bool {
        self.args.update && matches!(answer.met, Some(false)) && !answer.found.is_empty()
    }

    /// Has the players of a suite answer to an expectation, if there are any.
    fn ask_players(
        &mut self,
        position: &Position,
        answered: &AnsweredExpectation,
    ) -> Result<(), CliError> {
        let Some(players) = &mut self.players else {
            return Ok(());
        };
        let (checker, global) = (&mut self.checker, self.global);
        let (lines, was_interrupted) = self.interrupt.during(|stop| {
            let observer = TerminalObserver::drawing(stop, global);
            let lines = players.answers(position, answered, checker, &observer);
            observer.finish().map(|()| lines)
        });
        if was_interrupted {
            self.exit = Exit::Interrupted;
            return Ok(());
        }
        let lines = lines??;
        let is_unanswered = |line: &SuiteLine| line.answer.error.is_some();
        if lines.iter().any(is_unanswered) {
            self.exit = self.exit.max(Exit::SomeFailed);
        }
        let written = if self.output.is_json {
            lines.iter().flat_map(json_line).collect()
        } else {
            text(&lines, self.output.style).into_bytes()
        };
        Ok(self.output.out.write_all(&written)?)
    }

    /// Reports what a position does not name, where that is asked for; returns what is to be written.
    fn find_unnamed(
        &mut self,
        asked: &TestPosition,
        held: &[Expectation],
        are_all_read: bool,
    ) -> io::Result<Vec<Expectation>> {
        let (args, position) = (self.args, &asked.entry.position);
        if !args.complete && !args.update {
            return Ok(Vec::new());
        }
        let mut found = unnamed(position, held);
        for found in &found {
            let line = asked.line(None).finding(found);
            self.write(&line, args.update)?;
        }
        let is_empty = held.is_empty() && are_all_read;
        if args.update && is_empty && position.rule().restricts(Color::Black) {
            let nothing = Expectation::NothingForbidden;
            found = self
                .checker
                .check(position, &nothing, &NoObserver)
                .map_or_else(|_| Vec::new(), |answer| answer.found);
        }
        if !args.update {
            found.clear();
        }
        Ok(found)
    }

    fn answer(
        &mut self,
        asked: &TestPosition,
        expectation: &Expectation,
    ) -> Result<CheckedExpectation, CliError> {
        if self.options.take_default(expectation) {
            self.default = Some("100,000 nodes; --nodes or --time for more");
        }
        let (checker, global) = (&mut self.checker, self.global);
        let position = &asked.entry.position;
        let (answer, was_interrupted) = self.interrupt.during(|stop| {
            let observer = TerminalObserver::drawing(stop, global);
            let answer = checker.check(position, expectation, &observer);
            observer.finish().map(|()| answer)
        });
        if was_interrupted {
            self.exit = Exit::Interrupted;
        }
        Ok(answer??)
    }

    /// Writes an answer or a finding and counts it; one that is put right in the file is no failure.
    fn write(&mut self, line: &CheckLine, is_put_right: bool) -> io::Result<()> {
        self.summary.add(line);
        if let Some(page) = &mut self.page {
            page.tell(&text(line, page.style), line.met == Some(false));
        }
        if let Some(junit) = &mut self.junit {
            junit.add(line);
        }
        self.exit = self.exit.max(match line.met {
            _ if is_put_right => Exit::Done,
            Some(true) => Exit::Done,
            Some(false) => Exit::No,
            None => Exit::Undecided,
        });
        if self.output.is_json {
            return self.output.out.write_all(&json_line(line));
        }
        let text = text(line, self.output.style);
        self.output.out.write_all(text.as_bytes())
    }

    /// Reports what could not be read.
    fn report(&mut self, error: &RecordError) -> io::Result<()> {
        self.summary.errors += 1;
        if let Some(junit) = &mut self.junit {
            junit.add_error(error);
        }
        if error.error.code == ErrorCode::Io {
            // A page without the file would be taken for the whole.
            self.page = None;
        }
        let exit = self.output.report_error(error, self.global)?;
        self.exit = self.exit.max(exit);
        Ok(())
    }

    /// Writes the summary. Files that expect nothing are not said to hold.
    fn finish(mut self) -> Result<Exit, CliError> {
        let summary = self.summary;
        let updates = std::mem::take(&mut self.updates)
            .files()
            .map_err(not_updated)?;
        let asks_more = self.args.rules || self.args.dedupe;
        if summary.expectations + summary.errors == 0 && updates.is_empty() && !asks_more {
            let error = CliError::usage("the input expects nothing");
            return Err(error.hint(
                "such as `# expect: forbidden none` above a diagram, or \"expect\":[\"vcf win\"] in a position line",
            ));
        }
        self.write_totals()?;
        if let (Some(path), Some(results)) = (&self.args.junit, &self.junit) {
            let overwrite = self.args.overwrite.overwrite();
            write_file(path, results.xml().as_bytes(), overwrite)?;
        }
        if let Some(page) = self.page.take() {
            let totals = text(&summary, page.style);
            page.write("renju check", &totals)?;
        }
        for file in updates {
            self.update(file)?;
        }
        self.output.out.flush()?;
        Ok(self.exit)
    }

    /// Writes what the players have solved so far, and the counts.
    fn write_totals(&mut self) -> io::Result<()> {
        let (is_json, style) = (self.output.is_json, self.output.style);
        let mut written = Vec::new();
        if let Some(players) = self.players.take() {
            let table = players.table();
            written = if is_json {
                json_line(&table)
            } else {
                text(&table, style).into_bytes()
            };
        }
        written.extend(if is_json {
            json_line(&self.summary)
        } else {
            text(&self.summary, style).into_bytes()
        });
        self.output.out.write_all(&written)?;
        self.output.out.flush()?;
        if let Some(default) = self.default {
            let note = format!("an answer may take {default}");
            diagnostics::note(&note, self.global);
        }
        Ok(())
    }

    /// Shows what becomes of a file, and writes it.
    fn update(&mut self, file: UpdatedFile) -> Result<(), CliError> {
        let difference = file.difference();
        if self.output.is_json {
            diagnostics::say(difference.trim_end());
        } else {
            self.output.out.write_all(difference.as_bytes())?;
            self.output.out.flush()?;
        }
        if let Err(error) = file.write().map_err(not_updated) {
            diagnostics::print(&error);
            self.exit = self.exit.max(error.exit());
        }
        Ok(())
    }
}

fn not_updated(error: UpdateError) -> CliError {
    match error {
        UpdateError::Unread(path, error) => CliError::in_file(&path)(error),
        UpdateError::Unwritten(path, error) => not_written(&path)(error),
        error @ UpdateError::Changed(_) => CliError::usage(error.to_string()),
    }
}
