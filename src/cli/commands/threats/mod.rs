//! `vcf` and `vct`: forced wins.

mod lookout;
mod options;
mod trees;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use crate::batch::Entry;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{Output, Refused, Several, answer_each};
use crate::cli::progress::Thinking;
use crate::cli::{Exit, GlobalArgs, InputArgs, Trouble};
use crate::render::write_win_steps;
use crate::study::{self, Report, ThreatOutcome, ThreatReport};
use crate::threat::{Attack, Stop};

use lookout::Lookout;
pub(in crate::cli) use options::{Plan, ThreatOptionArgs};
use trees::TreeFile;

/// What `vcf` and `vct` are asked.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ThreatArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    options: ThreatOptionArgs,

    #[command(flatten)]
    tree: TreeArgs,
}

/// What becomes of the whole win.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Tree")]
struct TreeArgs {
    /// Print the win with the answer to every reply, and what each move threatens
    #[arg(long)]
    show_tree: bool,

    /// Print at most N moves of the attacker in a row
    #[arg(long, value_name = "N", requires = "show_tree", value_parser = clap::value_parser!(u32).range(1..))]
    tree_depth: Option<u32>,

    /// Write the wins with the answer to every reply to this file, a JSON line each
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,

    /// Check the wins of such a file by the rules alone; no position is needed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["positions", "moves", "tree", "show_tree"])]
    verify: Option<PathBuf>,
}

pub(in crate::cli) fn run(
    attack: Attack,
    args: &ThreatArgs,
    global: &GlobalArgs,
) -> Result<Exit, Trouble> {
    if let Some(path) = &args.tree.verify {
        return trees::verify(path, attack, global);
    }
    if args.tree.show_tree && global.json {
        return Err(Trouble::Usage(
            "--show-tree is for reading; --tree FILE writes the same as JSON".to_owned(),
        ));
    }
    let plan = args.options.plan(attack);
    let mut file = match &args.tree.tree {
        Some(path) => Some(TreeFile::create(path)?),
        None => None,
    };
    let interrupt = Interrupt::heed()?;
    answer_each(&args.input, global, Several::Named, |entry, output| {
        let since = Instant::now();
        let (report, was_interrupted) = interrupt.during(|flag| {
            let thinking = Thinking::new(global.quiet);
            let lookout = Lookout::new(plan.limits.time)
                .heeding(flag)
                .showing(&thinking);
            let report = plan.answer(entry, &lookout);
            thinking.end();
            report
        });
        tell_default_limit(&plan, &report, global);
        let exit = if was_interrupted {
            Exit::Interrupted
        } else {
            exit_of(&report)
        };
        if let Some(file) = &mut file {
            file.add(entry, &report)?;
        }
        write(report, since, &args.tree, entry, output)?;
        Ok(exit)
    })
}

/// Writes an answer, and at once, so that a second Ctrl-C finds it written.
fn write(
    report: ThreatReport,
    since: Instant,
    args: &TreeArgs,
    entry: &Entry,
    output: &mut Output,
) -> Result<(), Refused> {
    use std::io::Write;

    let tree = report.tree.clone().filter(|_| args.show_tree);
    let attacker = report.attacker;
    output.report(&Report::Threats(Box::new(report)), since)?;
    if let Some(tree) = tree {
        let depth = args.tree_depth.map_or(usize::MAX, |depth| depth as usize);
        let steps = study::win_steps(&tree, &entry.position, attacker, depth);
        write_win_steps(&steps, output.style, &mut output.out)?;
    }
    Ok(output.out.flush()?)
}

/// Says which limit there was if nobody set one and it was reached.
fn tell_default_limit(plan: &Plan, report: &ThreatReport, global: &GlobalArgs) {
    if plan.has_default_time && report.stop == Some(Stop::Time) && !global.quiet {
        eprintln!("note: without a limit vct stops after 10 s; --time or --nodes sets another");
    }
}

const fn exit_of(report: &ThreatReport) -> Exit {
    match report.outcome {
        ThreatOutcome::Win => Exit::Done,
        ThreatOutcome::None => Exit::No,
        ThreatOutcome::Unknown => Exit::Undecided,
    }
}
