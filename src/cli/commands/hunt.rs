//! `hunt`: the smallest positions on which two answers differ.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;

use super::evaluators::EvaluatorName;
use super::forbidden::readings;
use crate::cli::answer_lines::json_line;
use crate::cli::arguments::{DEFAULT_TIME, WidthArg, threads};
use crate::cli::engine_args::{EngineTimeArgs, parse_engine, started};
use crate::cli::error::CliError;
use crate::cli::input::with_close_name;
use crate::cli::interrupt::Interrupt;
use crate::cli::named_file::{refuse_existing, write_file};
use crate::cli::numbers::{number_in, parse_nodes, parse_time};
use crate::cli::observer::spinner;
use crate::cli::output::Output;
use crate::cli::player_spec::PlayerSpec;
use crate::cli::{Exit, GlobalArgs, InputArgs};
use renju::board::Board;
use renju::engines::{self, Engine};
use renju::eval::{Failure, FailureKind, PlayOptions, forbidden_by};
use renju::examine::{PlayerAsker, PlayerMaker};
use renju::files::Overwrite;
use renju::forbidden::ThreeReading;
use renju::geometry::Size;
use renju::limits::Limits;
use renju::position::Position;
use renju::questions::hunt::{
    BoardManner, ForbiddenPair, HuntBoards, HuntOptions, HuntPair, HuntProgress, HuntReport,
    MinMaxPair, PlayerPair, ValuePair, hunt,
};
use renju::render::text;
use renju::rule::Rule;
use renju::systems::{self, EvaluatorHandle};

/// Bytes of the table of a search.
const TABLE_BYTES: usize = 16 << 20;
/// How long an engine may go on after the first Ctrl-C.
const GRACE: Duration = Duration::from_millis(500);

/// What is asked of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum HuntQuestion {
    /// Which points Black may not play: --engine or -e against the rules
    Forbidden,
    /// Which point is best: -e against --against
    Score,
    /// The move: --engine against proved wins by fours, or the published search of -e against its min-max
    Search,
}

/// Find the smallest positions on which two answers differ
///
/// Random boards are tried until the two differ; then stones are taken away and moved closer while
/// they still do. The smallest board of each kind is shown, with a proof of who is right where
/// there is one. Files are boards to begin from: every second board is one of them with a few
/// stones changed. Without --boards and --time it stops after 10 s. Exit code 0: no difference was
/// found; 1: one was.
#[derive(Args, Clone, Debug)]
pub(crate) struct HuntArgs {
    /// What to ask both
    #[arg(value_name = "QUESTION")]
    question: HuntQuestion,

    /// Files or folders of positions to begin from
    #[arg(value_name = "POSITION")]
    positions: Vec<PathBuf>,

    /// The engine: CMD, gomocup:CMD or json:CMD; for search also NAME, our search with that
    /// evaluator, published:NAME, or random. For forbidden, a JSON engine adds a list "forbidden"
    /// to its answer, and a Gomocup engine must know YXSHOWFORBID
    #[arg(long, value_name = "ENGINE", conflicts_with = "evaluator")]
    engine: Option<String>,

    /// Evaluator, a .toml file with weights, or for score an engine: its best point, its rule of
    /// forbidden points, or its published search
    #[arg(short, long, value_name = "NAME")]
    evaluator: Option<EvaluatorName>,

    /// Another evaluator or engine to compare the first with
    #[arg(long, value_name = "NAME")]
    against: Option<EvaluatorName>,

    /// For forbidden: whether it is a three if its fourth stone also makes a five
    #[arg(long, value_name = "READING", default_value = "literal", value_parser = readings())]
    three_reading: ThreeReading,

    /// For score: they differ if the best point of each is not among the first N of the other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_in(1u16..=400))]
    first: u16,

    /// For search: the longest win by fours to look for, in plies
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number_in(1u16..=31))]
    plies: u16,

    /// For search -e: plies that the published search looks ahead
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number_in(1u16..=12))]
    depth: u16,

    /// For search -e: moves that it tries at each node
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number_in(1u16..=400))]
    breadth: u16,

    /// For search: nodes for each proof, or each published search
    #[arg(long, value_name = "N", default_value = "20k", value_parser = parse_nodes)]
    nodes: u64,

    /// For search: time for each move of the engine
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "100ms")]
    move_time: Duration,

    /// Seed for the random boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Stop after this number of boards
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    boards: Option<u64>,

    /// Stop after this time, such as 30s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// Stop when this many cases have been made small
    #[arg(long, value_name = "N", default_value = "500", value_parser = parse_nodes)]
    cases: u64,

    /// Write the smallest positions to this file, each with what check expects of it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite the file of --output if it exists
    #[arg(long, requires = "output")]
    force: bool,

    #[command(flatten)]
    engine_times: EngineTimeArgs,

    #[command(flatten)]
    width: WidthArg,
}

pub(crate) fn run(args: &HuntArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let global = &global.with_width(args.width);
    let overwrite = Overwrite::if_forced(args.force);
    if let Some(path) = &args.output {
        args.input().refuse_as_output(path)?;
        refuse_existing(path, overwrite)?;
    }
    args.check_flags(global)?;
    let interrupt = Interrupt::install_with_engines(GRACE)?;
    let boards = args.boards(global)?;
    let (found, was_interrupted) = interrupt.during(|stop| args.hunted(&boards, stop, global));
    let report = match found {
        Err(_) if was_interrupted => return Ok(Exit::Interrupted),
        found => found?,
    };
    let mut output = Output::new(global);
    let said = if output.is_json {
        json_line(&report)
    } else {
        text(&report, output.style).into_bytes()
    };
    if let Some(path) = &args.output {
        let lines = report
            .cases
            .iter()
            .flat_map(|case| json_line(&case.position));
        write_file(path, &lines.collect::<Vec<u8>>(), overwrite)?;
    }
    output.out.write_all(&said)?;
    let is_default = report.stopped && !was_interrupted && args.has_no_limit();
    output.tell_default_time(is_default, global)?;
    output.out.flush()?;
    Ok(match report.cases.is_empty() {
        _ if was_interrupted => Exit::Interrupted,
        true if report.unanswered > 0 => Exit::SomeFailed,
        true => Exit::Done,
        false => Exit::No,
    })
}

impl HuntArgs {
    const fn has_no_limit(&self) -> bool {
        self.boards.is_none() && self.time.is_none()
    }

    fn input(&self) -> InputArgs {
        InputArgs {
            positions: self.positions.clone(),
            moves: None,
        }
    }

    /// Refuses flags that are for another question, and names what is missing.
    fn check_flags(&self, global: &GlobalArgs) -> Result<(), CliError> {
        let (has_one, usage) = match self.question {
            HuntQuestion::Forbidden => (
                self.engine.is_some() || self.evaluator.is_some(),
                "hunt forbidden needs an engine or evaluator to check: --engine CMD, or -e NAME",
            ),
            HuntQuestion::Score => (
                self.evaluator.is_some() && self.against.is_some(),
                "hunt score needs two evaluators: -e NAME --against NAME",
            ),
            HuntQuestion::Search => (
                self.engine.is_some() || self.evaluator.is_some(),
                "hunt search needs --engine ENGINE, or -e NAME for a published search",
            ),
        };
        if !has_one {
            return Err(CliError::usage(usage));
        }
        if self.question == HuntQuestion::Score && self.engine.is_some() {
            let error = CliError::usage("--engine is not for hunt score");
            return Err(error.hint("-e and --against take engines too, such as -e json:./mine"));
        }
        if self.question != HuntQuestion::Score && self.against.is_some() {
            return Err(CliError::usage("--against is for hunt score"));
        }
        if self.question == HuntQuestion::Forbidden && rule_of(global) != Rule::Renju {
            return Err(CliError::usage("only renju forbids points"));
        }
        Ok(())
    }

    /// What boards are drawn from. Those of the user tell the size.
    fn boards(&self, global: &GlobalArgs) -> Result<HuntBoards, CliError> {
        let mut size = global.position.size;
        let mut real: Vec<Board> = Vec::new();
        if !self.positions.is_empty() {
            let read_options = global.read_options();
            let records = self.input().records(global)?.records;
            for entry in records.flat_map(|record| record.entries(&read_options)) {
                let entry = entry.map_err(|error| CliError::Input(with_close_name(error)))?;
                let board = entry.position.board();
                let first = *size.get_or_insert(board.size());
                if board.size() != first {
                    let (id, other) = (&entry.id, board.size());
                    let message = format!("{id} is on a board of {other}, others on {first}");
                    return Err(CliError::usage(message).hint("all boards must have the same size"));
                }
                real.push(board.clone());
            }
        }
        Ok(HuntBoards {
            seed: self.seed,
            size: size.unwrap_or(Size::RENJU),
            rule: rule_of(global),
            manner: match self.question {
                HuntQuestion::Forbidden => BoardManner::Shapes,
                HuntQuestion::Score | HuntQuestion::Search => BoardManner::Games,
            },
            real,
        })
    }

    fn hunted(
        &self,
        boards: &HuntBoards,
        stop: &AtomicBool,
        global: &GlobalArgs,
    ) -> Result<HuntReport, CliError> {
        let run = HuntRun::new(self, boards, stop, global);
        match (self.question, &self.engine, &self.evaluator) {
            (HuntQuestion::Forbidden, Some(engine), _) => {
                let spec = parse_engine(engine).map_err(CliError::usage)?;
                engines::kill_all_on_signals()?;
                let judge = started(&spec, self.engine_times.settings(global), global)?;
                run.of(&ForbiddenPair {
                    name: spec.name().to_owned(),
                    judge: &|position| Engine::forbidden(&judge, position),
                    reading: self.three_reading,
                })
            }
            (HuntQuestion::Forbidden, None, Some(name)) => {
                let found = name.find()?;
                let Some(rule) = found.forbidden_rule() else {
                    let error = CliError::usage(format!("{name} has no rule of forbidden points"));
                    let with_rule = systems::defaults();
                    let with_rule = with_rule.filter(|other| other.forbidden_rule().is_some());
                    let names = with_rule.map(|other| other.info().name.clone());
                    let names: Vec<String> = names.collect();
                    return Err(error.hint(format!("these have one: {}", names.join(", "))));
                };
                run.of(&ForbiddenPair {
                    name: name.to_string(),
                    judge: &|position| {
                        Ok(forbidden_by(rule, position.board())
                            .into_iter()
                            .map(|(point, _)| point)
                            .collect())
                    },
                    reading: self.three_reading,
                })
            }
            (HuntQuestion::Score, _, Some(name)) => {
                let other = self.against.as_ref().unwrap_or(name);
                let [first, second] = [name, other].map(|name| self.evaluator(name, global));
                let (first, second) = (first?, second?);
                run.of(&ValuePair {
                    evaluators: [(name.to_string(), &*first), (other.to_string(), &*second)],
                    first: usize::from(self.first),
                })
            }
            (HuntQuestion::Search, Some(engine), _) => self.hunt_player(engine, &run, global),
            (_, _, Some(name)) => self.hunt_min_max(name, &run),
            (_, _, None) => unreachable!("it was checked that there is one"),
        }
    }

    fn evaluator(
        &self,
        name: &EvaluatorName,
        global: &GlobalArgs,
    ) -> Result<EvaluatorHandle, CliError> {
        match name.engine()? {
            Some(spec) => self
                .engine_times
                .start(&spec, usize::from(self.first), global),
            None => name.find_valued(),
        }
    }

    fn hunt_player(
        &self,
        engine: &str,
        run: &HuntRun<'_>,
        global: &GlobalArgs,
    ) -> Result<HuntReport, CliError> {
        let spec: PlayerSpec = engine
            .parse()
            .map_err(|error| CliError::usage(format!("{error}")))?;
        let Some(ready) = spec.find(global)? else {
            return Err(CliError::usage("a person is no engine"));
        };
        let start = self.engine_times.settings(global).start;
        let make: PlayerMaker = Box::new(move || ready.make(TABLE_BYTES));
        let player = Mutex::new(PlayerAsker::new(&make, self.move_time, start));
        let ask = |position: &Position| {
            let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
            let chosen = player.ask(position);
            chosen
                .map(|(point, _)| point)
                .map_err(|fault| Failure::new(FailureKind::InvalidAnswer, fault.why))
        };
        run.of(&PlayerPair {
            name: spec.to_string(),
            player: &ask,
            plies: self.plies,
            nodes: self.nodes,
        })
    }

    fn hunt_min_max(
        &self,
        name: &EvaluatorName,
        run: &HuntRun<'_>,
    ) -> Result<HuntReport, CliError> {
        let found = name.find()?;
        let program = found.as_system().filter(|program| program.is_alpha_beta());
        let Some(program) = program else {
            let error = CliError::usage(format!("{name} has no alpha-beta of its own"));
            return Err(error.hint(format!("--engine {name} is our search with its values")));
        };
        run.of(&MinMaxPair {
            program,
            options: PlayOptions {
                depth: Some(usize::from(self.depth)),
                width: Some(usize::from(self.breadth)),
                ..PlayOptions::default()
            },
            limits: Limits::nodes(self.nodes),
        })
    }
}

fn rule_of(global: &GlobalArgs) -> Rule {
    global.position.rule.unwrap_or(Rule::Renju)
}

/// A hunt on the terminal: its limits, and how far it is.
struct HuntRun<'a> {
    boards: &'a HuntBoards,
    options: HuntOptions,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    bar: ProgressBar,
}

impl<'a> HuntRun<'a> {
    fn new(
        args: &HuntArgs,
        boards: &'a HuntBoards,
        stop: &'a AtomicBool,
        global: &GlobalArgs,
    ) -> HuntRun<'a> {
        let time = args.time.or(args.has_no_limit().then_some(DEFAULT_TIME));
        let is_drawn = std::io::stderr().is_terminal() && !global.output.quiet;
        HuntRun {
            boards,
            options: HuntOptions {
                boards: args.boards.unwrap_or(u64::MAX),
                cases: args.cases as usize,
                threads: threads(global.output.threads),
            },
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            stop,
            bar: if is_drawn {
                spinner("{spinner} {msg}, {elapsed}")
            } else {
                ProgressBar::hidden()
            },
        }
    }

    fn of(&self, pair: &dyn HuntPair) -> Result<HuntReport, CliError> {
        let found = hunt(pair, self.boards, &self.options, &|progress| {
            self.show(progress);
            let is_over = self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
            !is_over && !self.stop.load(Ordering::Relaxed)
        });
        self.bar.finish_and_clear();
        Ok(found?)
    }

    fn show(&self, progress: &HuntProgress) {
        if self.bar.is_hidden() {
            return;
        }
        let HuntProgress {
            boards,
            differing,
            kinds,
        } = progress;
        self.bar.set_message(format!(
            "{boards} boards, {differing} differ, {kinds} kinds"
        ));
        self.bar.tick();
    }
}
