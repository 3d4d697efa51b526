use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::options::ThreatOptionArgs;
use super::trees::TreeWriter;
use super::verify;
use crate::batch::Entry;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::observer::TerminalObserver;
use crate::cli::output::{MultipleOutput, Output, answer_each};
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use crate::limits::{Control, StopReason};
use crate::render::win_steps;
use crate::study::{self, Report, ThreatOutcome, ThreatReport};
use crate::threat::Attack;

/// The arguments of `vcf` and `vct`.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ThreatArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    options: ThreatOptionArgs,

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

    /// Print at most N moves of the attacker in a row
    #[arg(long, value_name = "N", requires = "show_tree", value_parser = clap::value_parser!(u32).range(1..))]
    tree_depth: Option<u32>,

    /// Write each answer with its proof tree to this file: a JSON line for each position, or a game
    /// of SGF if the name ends in .sgf
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,

    /// Check the proof trees of such a file of JSON lines by the rules alone, `-` for standard input,
    /// each within --nodes and --time; no position is needed. Exit code 0: all hold; 1: one does
    /// not; 2: one cannot be read; 4: a limit was reached
    #[arg(long, value_name = "FILE", conflicts_with_all = ["positions", "moves", "tree", "show_tree"])]
    verify: Option<PathBuf>,
}

pub(in crate::cli) fn run(
    attack: Attack,
    args: &ThreatArgs,
    global: &GlobalArgs,
) -> Result<Exit, CliError> {
    if let Some(path) = &args.tree.verify {
        return verify::verify(path, args.options.verify_limits(), global);
    }
    if args.tree.show_tree && global.output.json {
        return Err(CliError::usage(
            "--show-tree is for reading; --tree FILE writes the same as JSON",
        ));
    }
    let options = args.options.options(attack);
    let (limits, is_default) = args.options.limits(attack);
    let mut file = match &args.tree.tree {
        Some(path) => Some(TreeWriter::create(path, &args.input)?),
        None => None,
    };
    let interrupt = Interrupt::install()?;
    let multiple = MultipleOutput::Named;
    answer_each(&args.input, global, multiple, |entry, output| {
        let since = Instant::now();
        let ((report, is_kept), was_interrupted) = interrupt.during(|stop| {
            let observer = TerminalObserver::new(stop, !global.output.quiet);
            let control = Control::observed(limits, &observer);
            let report = study::threats(&entry.id, &entry.position, &options, &control);
            // Written before Ctrl-C ends the program again, so that no tree is cut in half.
            let is_kept = observer.finish().and_then(|()| match &mut file {
                Some(file) => file.add(entry, &report),
                None => Ok(true),
            });
            (report, is_kept)
        });
        if is_default && report.stop == Some(StopReason::Time) {
            let message = "without a limit vct stops after 10 s; --time or --nodes sets another";
            diagnostics::note(message, global);
        }
        let exit = match is_kept? {
            _ if was_interrupted => Exit::Interrupted,
            true => exit_of(&report),
            false => Exit::Usage,
        };
        write(report, since, &args.tree, entry, output)?;
        Ok(exit)
    })
}

/// Writes an answer and flushes it, so that it is there before a second Ctrl-C.
fn write(
    report: ThreatReport,
    since: Instant,
    args: &TreeArgs,
    entry: &Entry,
    output: &mut Output,
) -> Result<(), CliError> {
    use std::io::Write;

    let tree = report.tree.clone().filter(|_| args.show_tree);
    let attacker = report.attacker;
    output.report(&Report::Threats(Box::new(report)), since)?;
    if let Some(tree) = tree {
        let depth = args.tree_depth.map_or(usize::MAX, |depth| depth as usize);
        let steps = study::win_steps(&tree, &entry.position, attacker, depth);
        let steps = win_steps(&steps, output.style);
        output.out.write_all(steps.as_bytes())?;
    }
    Ok(output.out.flush()?)
}

const fn exit_of(report: &ThreatReport) -> Exit {
    match report.outcome {
        ThreatOutcome::Win => Exit::Done,
        ThreatOutcome::None => Exit::No,
        ThreatOutcome::Unknown => Exit::Undecided,
    }
}
