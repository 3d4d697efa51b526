//! `vcf` and `vct`: forced wins, alone and in a batch, and their proof trees in files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::verify;
use crate::cli::arguments::{DEFAULT_HASH, DEFAULT_TIME, LimitArgs, hash_bytes, threads};
use crate::cli::drawing::DrawArgs;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::named_file::{NamedFile, refuse_same};
use crate::cli::numbers::number_in;
use crate::cli::observer::TerminalObserver;
use crate::cli::output::{MultipleOutput, Output, Study, StudyAnswer, answer_each};
use crate::cli::points::{PointsArg, all_points, require_empty};
use crate::cli::question::Question;
use crate::cli::table_arg::TableArg;
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::batch::{Entry, Pool};
use renju::board::Color;
use renju::files::NewFile;
use renju::geometry::Point;
use renju::limits::{Control, Limits, Observer, StopReason};
use renju::notation::{Format, WriteOptions, write_game};
use renju::questions::{
    self, FORCED_WIN_COLUMNS, ForcedWinReport, Report, ThreatOutcome, TreeLine, WinningMovesReport,
    win_steps_text,
};
use renju::search::WinSolver;
use renju::threat::{Attack, SolveOptions};

/// The arguments of `vcf` and `vct`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ForcedWinArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    draw: DrawArgs,

    #[command(flatten)]
    table: TableArg,

    #[command(flatten)]
    options: ForcedWinOptionArgs,

    #[command(flatten)]
    tree: TreeArgs,
}

/// What to do with the proof tree of a win.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Tree")]
struct TreeArgs {
    /// Print the win with the answer to every reply, and what each move threatens
    #[arg(long)]
    show_tree: bool,

    /// Print the tree down to N moves of the attacker
    #[arg(long, value_name = "N", requires = "show_tree", value_parser = number_in(1u32..=u32::MAX))]
    tree_depth: Option<u32>,

    /// Write each answer with its proof tree to this file: a JSON line for each position, or a game
    /// of SGF if the name ends in .sgf
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,

    /// Check the proof trees of a file of JSON lines, `-` for standard input, by the rules alone,
    /// each within --nodes and --time; no position is needed. Exit code 0: all hold; 1: one does
    /// not; 2: one cannot be read; 4: a limit was reached
    #[arg(long, value_name = "FILE", conflicts_with_all = ["positions", "moves", "tree", "show_tree", "output"])]
    verify: Option<PathBuf>,
}

/// Whose win to look for, and how far, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct ForcedWinOptionArgs {
    /// Side whose win to find, black or white; the other side passes if it is to move [default:
    /// the side to move]
    #[arg(long, value_name = "COLOR")]
    attacker: Option<Color>,

    /// Look at lines of at most N plies; an answer of "none" still means no win of any length
    #[arg(long, value_name = "N", value_parser = number_in(1u16..=u16::MAX))]
    max_plies: Option<u16>,

    #[command(flatten)]
    #[serde(flatten)]
    limits: LimitArgs,

    /// Find a shortest win; for a VCF this is proved, for a VCT it is not
    #[arg(long)]
    shortest: bool,

    /// Find every first move that wins; the limits apply to each of them
    #[arg(long)]
    all: bool,

    /// Check whether these first moves win, such as K10 or K10,H8; the limits apply to each of them
    #[arg(long, value_name = "POINTS", conflicts_with = "all")]
    only: Vec<PointsArg>,

    /// Size of the hash table in MiB [default: 64, in a batch 16 for each thread]
    #[arg(long, value_name = "MIB", value_parser = number_in(1u32..=1_048_576))]
    hash: Option<u32>,
}

/// The arguments of `batch vcf` and `batch vct`.
#[derive(Args, Serialize, Clone, Debug)]
pub(super) struct ForcedWinStudyArgs {
    #[command(flatten)]
    #[serde(flatten)]
    options: ForcedWinOptionArgs,

    /// Write each answer with its proof tree to this file: a JSON line for each position, or a game
    /// of SGF if the name ends in .sgf
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
}

impl ForcedWinOptionArgs {
    /// The options of the solvers, with tables of `table_bytes`.
    fn options(&self, attack: Attack, table_bytes: usize) -> SolveOptions {
        SolveOptions {
            attack,
            attacker: self.attacker,
            shortest: self.shortest,
            max_plies: self.max_plies,
            table_bytes,
        }
    }

    /// The limits of a single solve, and whether they are the default: a VCT without a limit gets
    /// one.
    fn limits(&self, attack: Attack) -> (Limits, bool) {
        let limits = self.limits.limits();
        if attack == Attack::Vct && limits.is_none() {
            return (Limits::time(DEFAULT_TIME), true);
        }
        (limits, false)
    }
}

/// What `batch vcf` is asked.
#[derive(Args, Serialize, Clone, Debug)]
pub(crate) struct VcfQuestion {
    #[command(flatten)]
    #[serde(flatten)]
    args: ForcedWinStudyArgs,
}

impl Question for VcfQuestion {
    fn study<'a>(&'a self, global: &GlobalArgs, _: bool) -> Result<Study<'a>, CliError> {
        self.args.study(Attack::Vcf, global)
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        self.args.options.columns()
    }
}

/// What `batch vct` is asked.
#[derive(Args, Serialize, Clone, Debug)]
pub(crate) struct VctQuestion {
    #[command(flatten)]
    #[serde(flatten)]
    args: ForcedWinStudyArgs,
}

impl Question for VctQuestion {
    fn study<'a>(&'a self, global: &GlobalArgs, _: bool) -> Result<Study<'a>, CliError> {
        self.args.study(Attack::Vct, global)
    }

    fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        self.args.options.columns()
    }
}

impl ForcedWinOptionArgs {
    const fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        if self.all || !self.only.is_empty() {
            return Err("what --all and --only tell");
        }
        Ok(FORCED_WIN_COLUMNS)
    }
}

impl ForcedWinStudyArgs {
    /// Answers that depend on the machine have to be asked for.
    fn study(&self, attack: Attack, global: &GlobalArgs) -> Result<Study<'_>, CliError> {
        let (limits, is_default) = self.options.limits(attack);
        if is_default {
            return Err(CliError::usage(
                "batch vct needs a limit: --nodes N (the same answers everywhere) or --time TIME",
            ));
        }
        let mib = self.options.hash.unwrap_or(DEFAULT_HASH[1]);
        let threads = threads(global.output.threads);
        let table_bytes = hash_bytes(mib, threads)?;
        let options = self.options.options(attack, table_bytes);
        let trees = self.tree.as_deref();
        let solvers = Pool::of(threads, || WinSolver::new(options));
        let only = all_points(&self.options.only)?;
        let all = self.options.all || !only.is_empty();
        if all && trees.is_some() {
            return Err(CliError::usage(NO_TREES));
        }
        let study = Study::new(move |entry, observer| {
            if all {
                let mut solver = solvers.take_or(|| WinSolver::new(options));
                let report = winning_moves(entry, &only, &mut solver, limits, observer)?;
                solvers.give_back(solver);
                let stop = report.stop;
                return Ok(StudyAnswer::from(Report::WinningMoves(Box::new(report))).stopped(stop));
            }
            let control = Control::observed(limits, observer);
            let mut solver = solvers.take_or(|| WinSolver::new(options));
            let report = questions::forced_win(&entry.id, &entry.position, &mut solver, &control);
            solvers.give_back(solver);
            let tree = trees.map_or(Some(Vec::new()), |path| tree_text(path, entry, &report));
            let stop = report.stop;
            let answer = StudyAnswer {
                tree,
                ..Report::ForcedWin(Box::new(report)).into()
            };
            Ok(answer.stopped(stop))
        });
        Ok(Study { trees, ..study })
    }
}

impl ForcedWinArgs {
    const fn columns(&self) -> Result<&'static [&'static str], &'static str> {
        match self.tree.verify {
            Some(_) => Err("what --verify tells"),
            None => self.options.columns(),
        }
    }
}

pub(crate) fn run(
    attack: Attack,
    args: &ForcedWinArgs,
    global: &GlobalArgs,
) -> Result<Exit, CliError> {
    let global = &args.table.apply(global, args.columns())?;
    if let Some(path) = &args.tree.verify {
        return verify::verify(path, args.options.limits.limits(), global);
    }
    if args.tree.show_tree && global.output.json {
        return Err(CliError::usage(NO_JSON));
    }
    if args.options.all || !args.options.only.is_empty() {
        return run_all(attack, args, global);
    }
    let table_bytes = hash_bytes(args.options.hash.unwrap_or(DEFAULT_HASH[0]), 1)?;
    let options = args.options.options(attack, table_bytes);
    let (limits, is_default) = args.options.limits(attack);
    let trees = args.tree.tree.as_deref();
    let mut trees = trees
        .map(|path| TreeWriter::create(path, &args.input, &args.draw))
        .transpose()?;
    let mut solver = WinSolver::new(options).on_threads(threads(global.output.threads));
    let interrupt = Interrupt::install()?;
    let multiple = MultipleOutput::Named.with_picture(&args.draw, &args.input)?;
    let answered = answer_each(&args.input, global, multiple, |entry, output| {
        let ((report, is_kept), was_interrupted) = interrupt.during(|stop| {
            let observer = TerminalObserver::drawing(stop, global);
            let control = Control::observed(limits, &observer);
            let report = questions::forced_win(&entry.id, &entry.position, &mut solver, &control);
            // Written before Ctrl-C ends the program again, so that no tree is cut in half.
            let is_kept = observer.finish().and_then(|()| match &mut trees {
                Some(trees) => trees.add(entry, &report),
                None => Ok(true),
            });
            (report, is_kept)
        });
        let is_default = is_default && report.stop == Some(StopReason::Time);
        let exit = match is_kept? {
            _ if was_interrupted => Exit::Interrupted,
            true => exit_of(report.outcome),
            false => Exit::Usage,
        };
        let report = if args.draw.has_picture() {
            report.with_steps(&entry.position)
        } else {
            report
        };
        write(report, args, entry, output)?;
        output.tell_default_time(is_default, global)?;
        Ok(exit)
    });
    // The trees that were found are kept, whatever became of the rest.
    trees.map_or(Ok(()), TreeWriter::finish)?;
    answered
}

const NO_JSON: &str = "--show-tree is for reading; --tree FILE writes the same as JSON";
const NO_TREES: &str =
    "--all and --only tell the line of each win; --tree and --show-tree are for one win";

/// Nodes for each first move of a VCT, where there is no limit.
const NODES_OF_A_MOVE: u64 = 100_000;

/// Every first move that wins.
fn run_all(attack: Attack, args: &ForcedWinArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    if args.tree.show_tree || args.tree.tree.is_some() {
        return Err(CliError::usage(NO_TREES));
    }
    let table_bytes = hash_bytes(args.options.hash.unwrap_or(DEFAULT_HASH[0]), 1)?;
    let mut solver = WinSolver::new(args.options.options(attack, table_bytes));
    let only = all_points(&args.options.only)?;
    let limits = match args.options.limits(attack) {
        (limits, true) if !only.is_empty() => limits,
        (_, true) => Limits::nodes(NODES_OF_A_MOVE),
        (limits, false) => limits,
    };
    let interrupt = Interrupt::install()?;
    let multiple = MultipleOutput::Named.with_picture(&args.draw, &args.input)?;
    answer_each(&args.input, global, multiple, |entry, output| {
        let (report, was_interrupted) = interrupt.during(|stop| {
            let observer = TerminalObserver::drawing(stop, global);
            let report = winning_moves(entry, &only, &mut solver, limits, &observer);
            observer.finish().map(|()| report)
        });
        let report = report??;
        let exit = match report.outcome {
            _ if was_interrupted => Exit::Interrupted,
            outcome => exit_of(outcome),
        };
        output.drawn_report(&Report::WinningMoves(Box::new(report)), &args.draw, entry)?;
        Ok(exit)
    })
}

fn winning_moves(
    entry: &Entry,
    only: &[Point],
    solver: &mut WinSolver,
    limits: Limits,
    observer: &dyn Observer,
) -> Result<WinningMovesReport, CliError> {
    only.iter()
        .try_for_each(|&point| require_empty(point, entry))?;
    let (id, position) = (&entry.id, &entry.position);
    Ok(questions::winning_moves(
        id, position, only, solver, limits, observer,
    ))
}

/// Writes an answer, and the tree if it is to be shown.
fn write(
    report: ForcedWinReport,
    args: &ForcedWinArgs,
    entry: &Entry,
    output: &mut Output,
) -> Result<(), CliError> {
    let tree = report.tree.clone().filter(|_| args.tree.show_tree);
    let attacker = report.attacker;
    let report = Report::ForcedWin(Box::new(report));
    output.drawn_report(&report, &args.draw, entry)?;
    let Some(tree) = tree else { return Ok(()) };
    let depth = args
        .tree
        .tree_depth
        .map_or(usize::MAX, |depth| depth as usize);
    let steps = questions::win_steps(&tree, &entry.position, attacker, depth);
    let steps = win_steps_text(&steps, output.style);
    output.legend.add_tree();
    output.out.write_all(steps.as_bytes())?;
    Ok(())
}

const fn exit_of(outcome: ThreatOutcome) -> Exit {
    match outcome {
        ThreatOutcome::Win => Exit::Done,
        ThreatOutcome::None => Exit::No,
        ThreatOutcome::Unknown => Exit::Undecided,
    }
}

/// An answer with its tree, if there is one: a game of SGF or a line of JSON, by the ending of the
/// file's name. `None` if it is too large for that, which is reported.
fn tree_text(path: &Path, entry: &Entry, report: &ForcedWinReport) -> Option<Vec<u8>> {
    let ending = path.extension().unwrap_or_default();
    if !ending.eq_ignore_ascii_case("sgf") {
        let line = TreeLine::new(&entry.position, report).to_json() + "\n";
        return Some(line.into_bytes());
    }
    let game = questions::win_game(&entry.position, report).map_err(|why| why.to_string());
    let text = game.and_then(|game| {
        let written = write_game(&game, Format::Sgf, &WriteOptions::default());
        written.map_err(|why| why.to_string())
    });
    let refused = |why| format!("the tree of {} is not written: {why}", entry.id);
    let tell = |why| diagnostics::tell_as(diagnostics::Severity::Error, &refused(why));
    text.map_err(tell).ok()
}

/// A file that takes proof trees.
pub(super) struct TreeWriter {
    file: NamedFile<NewFile>,
    /// Whether there is an answer, and all that was to be written was.
    is_whole: bool,
}

impl TreeWriter {
    /// Begins the file, unless it is part of the input, or that of the pictures.
    fn create(path: &Path, input: &InputArgs, draw: &DrawArgs) -> Result<TreeWriter, CliError> {
        TreeWriter::check(path, input)?;
        refuse_same((draw.output(), "--output"), (Some(path), "--tree"))?;
        Ok(TreeWriter {
            file: NamedFile::create(path, draw.overwrite())?,
            is_whole: false,
        })
    }

    /// Refuses a path that trees cannot be written to.
    pub(super) fn check(path: &Path, input: &InputArgs) -> Result<(), CliError> {
        if path.as_os_str() == "-" {
            return Err(CliError::usage(
                "--tree needs a file, for the answers go to stdout",
            ));
        }
        input.refuse_as_output(path)
    }

    /// Gives the file its name, unless it is only a part or has no answer.
    fn finish(self) -> Result<(), CliError> {
        if self.is_whole {
            self.file.finish()?;
        }
        Ok(())
    }

    /// Adds an answer; false if its tree is too large.
    fn add(&mut self, entry: &Entry, report: &ForcedWinReport) -> io::Result<bool> {
        let text = tree_text(self.file.path(), entry, report);
        self.is_whole = false;
        self.file.write_all(text.as_deref().unwrap_or_default())?;
        self.is_whole = true;
        Ok(text.is_some())
    }
}
