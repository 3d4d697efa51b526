//! `examine`: a test bench for an engine.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;

use crate::cli::answer_lines::json_line;
use crate::cli::drawing::OverwriteArg;
use crate::cli::error::CliError;
use crate::cli::input::with_close_name;
use crate::cli::interrupt::Interrupt;
use crate::cli::named_file::{refuse_existing, write_file};
use crate::cli::numbers::parse_time;
use crate::cli::observer::spinner;
use crate::cli::output::Output;
use crate::cli::page_file::ToldPage;
use crate::cli::player_spec::{PlayerSpec, ReadyPlayer};
use crate::cli::{Exit, GlobalArgs, InputArgs};
use renju::batch::check::JunitReport;
use renju::contest::EnginePlayer;
use renju::engines::{DEFAULT_START, EngineProtocol, EngineSpec};
use renju::examine::{
    CaseStatus, EarlierCase, ExamineChange, ExamineGroup, ExamineLine, ExamineOptions,
    ExamineSummary, ExaminedEngine, PositionCase, SpokenProtocol, built_in_cases, cases_of,
    examine,
};
use renju::limits::stop_if;
use renju::page::GameRecord;
use renju::render::text;

/// How long an engine may go on after the first Ctrl-C.
const GRACE: Duration = Duration::from_millis(500);
/// Bytes of the table of a search of ours.
const TABLE_BYTES: usize = 16 << 20;
/// The word before the command of an engine that speaks the protocol for 12x12.
const BRAIN: &str = "brain:";

/// Examine an engine: small cases by group, each with a proof of the right answer
///
/// An ENGINE is CMD, a program (gomocup:CMD, json:CMD or brain:CMD says its protocol); NAME, our
/// search with that evaluator; published:NAME; or random. LABEL= in front names it. The cases test
/// its protocol, clock, rules, moves that must be played, wins, traps, symmetry, determinism and
/// memory. Each position is asked in two orientations, chosen by --seed. Exit code 0: all cases
/// passed; 1: one failed; 2: the engine cannot be started.
#[derive(Args, Clone, Debug)]
pub(crate) struct ExamineArgs {
    /// The engine
    #[arg(value_name = "ENGINE")]
    engine: String,

    /// More cases: files or folders of positions with expectations, as for check
    #[arg(long, value_name = "FILE")]
    cases: Vec<PathBuf>,

    /// Run only one group of cases, such as rules or must-moves
    #[arg(long, value_name = "GROUP")]
    only: Option<ExamineGroup>,

    /// Time for a move, unless the case sets its own
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "300ms")]
    time: Duration,

    /// Time for an engine to start, added to the limit of its first answer [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    engine_start: Option<Duration>,

    /// Seed for choosing the orientations of positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Compare with another engine, or with a file that --json has printed: show what is better and
    /// what is worse
    #[arg(long, value_name = "ENGINE|FILE")]
    against: Option<String>,

    /// Write the results to this file, in the XML that build servers read
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Write the cases and what the engine did to this file, a page, .html
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    overwrite: OverwriteArg,
}

pub(crate) fn run(args: &ExamineArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let overwrite = args.overwrite.overwrite();
    if let Some(path) = &args.junit {
        refuse_existing(path, overwrite)?;
    }
    let page = args.output.as_deref();
    let page = page.map(|path| ToldPage::open(path, overwrite, global));
    let page = page.transpose()?;
    let interrupt = Interrupt::install_with_engines(GRACE)?;
    let cases = args.all_cases(global)?;
    let options = args.options();
    let earlier = args
        .against
        .as_deref()
        .map(|text| Against::of(text, options, global));
    let earlier = earlier.transpose()?;
    let engine = examined(&args.engine, options, global)?;
    interrupt.exit_of(|stop| {
        let mut run = ExamineWriter::new(global, stop);
        let before = match earlier {
            None => None,
            Some(Against::File(cases)) => Some(cases),
            Some(Against::Engine(other)) => {
                let (lines, _) = run.examine(&other, &cases, &options)?;
                Some(lines.iter().map(ExamineLine::as_earlier).collect())
            }
        };
        let (lines, summary) = run.examine(&engine, &cases, &options)?;
        if let Some(before) = before {
            run.compare(&before, &lines)?;
        }
        if !stop.load(Ordering::Relaxed) {
            if let Some(path) = &args.junit {
                write_file(path, junit(&lines).xml().as_bytes(), overwrite)?;
            }
            if let Some(page) = page {
                write_page(page, &lines, &summary)?;
            }
        }
        run.output.out.flush()?;
        let is_passed = summary.failed() == 0 && summary.stopped.is_none();
        Ok(if is_passed { Exit::Done } else { Exit::No })
    })
}

impl ExamineArgs {
    fn options(&self) -> ExamineOptions {
        ExamineOptions {
            seed: self.seed,
            time: self.time,
            start: self.engine_start.unwrap_or(DEFAULT_START),
            only: self.only,
        }
    }

    /// The cases that come with the program, and those of the user.
    fn all_cases(&self, global: &GlobalArgs) -> Result<Vec<PositionCase>, CliError> {
        let mut cases = built_in_cases().map_err(CliError::Input)?;
        if !self.cases.is_empty() {
            let input = InputArgs {
                positions: self.cases.clone(),
                moves: None,
            };
            let records = input.games(global)?.records;
            let own = cases_of(ExamineGroup::Own, records, &global.read_options());
            let own = own.map_err(|error| CliError::Input(with_close_name(error)))?;
            if own.is_empty() {
                let error = CliError::usage("the files of --cases expect nothing");
                return Err(error.hint("such as `# expect: best H8` above a diagram"));
            }
            cases.extend(own);
        }
        Ok(cases)
    }
}

/// What an examination is held against.
enum Against {
    File(Vec<EarlierCase>),
    Engine(ExaminedEngine),
}

impl Against {
    fn of(text: &str, options: ExamineOptions, global: &GlobalArgs) -> Result<Against, CliError> {
        let path = Path::new(text);
        let is_lines = path
            .extension()
            .is_some_and(|end| end == "json" || end == "jsonl");
        if !is_lines {
            return Ok(Against::Engine(examined(text, options, global)?));
        }
        let content = std::fs::read_to_string(path).map_err(CliError::in_file(path))?;
        let lines = content
            .lines()
            .filter(|line| line.contains("\"examine_case\""));
        let cases = lines.map(serde_json::from_str::<EarlierCase>);
        let cases = cases.collect::<Result<Vec<_>, _>>().map_err(|error| {
            CliError::usage(format!("{text} is no output of examine --json: {error}"))
        })?;
        if cases.is_empty() {
            let error = CliError::usage(format!("{text} holds no case of examine"));
            return Err(error.hint("renju examine ENGINE --json > FILE.json writes one"));
        }
        Ok(Against::File(cases))
    }
}

/// An engine as the user names it, started once.
fn examined(
    text: &str,
    options: ExamineOptions,
    global: &GlobalArgs,
) -> Result<ExaminedEngine, CliError> {
    let (label, bare) = EngineSpec::split_name(text);
    if let Some(command) = bare.strip_prefix(BRAIN) {
        let spec: EngineSpec = command.parse().map_err(not_named)?;
        let name = label.unwrap_or(text);
        return Ok(ExaminedEngine {
            name: name.to_owned(),
            protocol: SpokenProtocol::Brain(spec.called(name)),
            player: None,
        });
    }
    let spec: PlayerSpec = text.parse().map_err(not_named)?;
    let Some(ready) = spec.find(global)? else {
        return Err(CliError::usage("a person is no engine to examine"));
    };
    let protocol = match &ready {
        ReadyPlayer::Engine(spec, _) => match spec.protocol() {
            Some(EngineProtocol::Json) => SpokenProtocol::Json,
            _ => SpokenProtocol::Gomocup(spec.clone()),
        },
        _ => SpokenProtocol::None,
    };
    Ok(ExaminedEngine {
        name: spec.to_string(),
        protocol,
        player: Some(match ready {
            ReadyPlayer::Engine(spec, settings) => Box::new(move || {
                let settings = renju::engines::EngineSettings {
                    start: options.start,
                    ..settings
                };
                let player = EnginePlayer::new(&spec, settings);
                Box::new(player.expect("its protocol is known"))
            }),
            ready => Box::new(move || ready.make(TABLE_BYTES)),
        }),
    })
}

/// That a text names no engine.
fn not_named(error: impl Display) -> CliError {
    CliError::usage(error.to_string())
}

/// Examinations and what is written of them.
struct ExamineWriter<'a> {
    output: Output,
    bar: ProgressBar,
    stop: &'a AtomicBool,
}

impl<'a> ExamineWriter<'a> {
    fn new(global: &GlobalArgs, stop: &'a AtomicBool) -> ExamineWriter<'a> {
        let is_drawn = std::io::stderr().is_terminal() && !global.output.quiet;
        let bar = if is_drawn {
            spinner("{spinner} {msg}, {elapsed}")
        } else {
            ProgressBar::hidden()
        };
        ExamineWriter {
            output: Output::new(global),
            bar,
            stop,
        }
    }

    /// Examines an engine and writes its table and what it fails.
    fn examine(
        &mut self,
        engine: &ExaminedEngine,
        cases: &[PositionCase],
        options: &ExamineOptions,
    ) -> Result<(Vec<ExamineLine>, ExamineSummary), CliError> {
        let mut lines = Vec::new();
        let mut written = Ok(());
        let summary = examine(engine, cases, options, &mut |line| {
            let (group, id) = (line.group, &line.id);
            self.bar
                .set_message(format!("{}: {group} {id}", engine.name));
            self.bar.tick();
            if self.output.is_json {
                written = self.output.out.write_all(&json_line(&line));
            }
            lines.push(line);
            stop_if(self.stop.load(Ordering::Relaxed) || written.is_err())
        });
        self.bar.finish_and_clear();
        written?;
        if self.output.is_json {
            self.output.out.write_all(&json_line(&summary))?;
        } else {
            let style = self.output.style;
            let mut said = text(&summary, style) + "\n";
            said.extend(lines.iter().map(|line| text(line, style)));
            self.output.out.write_all(said.as_bytes())?;
        }
        self.output.out.flush()?;
        Ok((lines, summary))
    }

    fn compare(&mut self, before: &[EarlierCase], now: &[ExamineLine]) -> Result<(), CliError> {
        let changes = ExamineChange::between(before, now);
        let written = if self.output.is_json {
            changes.iter().flat_map(json_line).collect()
        } else {
            text(&changes, self.output.style).into_bytes()
        };
        Ok(self.output.out.write_all(&written)?)
    }
}

/// The cases that were asked, for a build server; one that our solver left open is no failure.
fn junit(lines: &[ExamineLine]) -> JunitReport {
    let mut report = JunitReport::named("renju examine");
    for line in lines {
        let result = match line.status {
            CaseStatus::NotApplicable => continue,
            CaseStatus::Failed => Err(format!("{}; right: {}", line.why, line.expect.join("; "))),
            CaseStatus::Passed | CaseStatus::Undecided => Ok(()),
        };
        report.add_case(line.group.name(), line.id.to_string(), result);
    }
    report
}

/// The cases with their positions; what became of a conversation stands below the table of all.
fn write_page(
    mut page: ToldPage,
    lines: &[ExamineLine],
    summary: &ExamineSummary,
) -> Result<(), CliError> {
    let mut told = text(summary, page.style);
    for line in lines {
        let Some(position) = &line.position else {
            told += &text(line, page.style);
            continue;
        };
        let played = line.played.first().copied();
        page.begin(GameRecord {
            id: format!("{}: {}", line.group, line.id),
            ..GameRecord::of_case(position, played, &line.proof)
        });
        // The page has the board.
        let bare = ExamineLine {
            position: None,
            ..line.clone()
        };
        let said = match &*text(&bare, page.style) {
            // Of one that is passed a terminal says nothing.
            "" => format!("{}\n", page.style.lang.word(line.status)),
            said => said.to_owned(),
        };
        page.tell(&said, line.status == CaseStatus::Failed);
    }
    page.write(&summary.engine, told.trim_end())
}
