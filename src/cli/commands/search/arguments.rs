//! The arguments of `search`: how to search and how far.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::trace_file::TraceFileArgs;
use crate::cli::InputArgs;
use crate::cli::arguments::LimitArgs;
use crate::cli::commands::evaluators::EvaluatorName;
use crate::cli::drawing::DrawArgs;
use crate::cli::engine_args::parse_engine;
use crate::cli::error::CliError;
use crate::cli::numbers::{FROM_ONE, number_in, parse_time};
use crate::cli::points::PointsArg;
use crate::cli::table_arg::TableArg;
use crate::cli::watch::WatchArgs;
use renju::engines::EngineSpec;

/// Find best play
///
/// Without --depth, --nodes and --time it stops after 10 s. Ctrl-C gives the best so far.
#[derive(Args, Clone, Debug)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    #[command(flatten)]
    pub(super) draw: DrawArgs,

    #[command(flatten)]
    pub(super) table: TableArg,

    #[command(flatten)]
    pub(super) options: SearchOptionArgs,

    /// Report after each iteration, not only at the end
    #[arg(long)]
    pub(super) iterations: bool,

    /// Ask an engine, a program with its arguments, and check its claims; our own search runs too
    /// only with -e NAME; gomocup:CMD or json:CMD says its protocol, NAME=CMD names it
    #[arg(long, value_name = "CMD", value_parser = parse_engine)]
    pub(super) engine: Option<EngineSpec>,

    /// Time for the engine to start, added to the limit of its first answer [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) engine_start: Option<Duration>,

    /// Explain why not these moves, such as G7,H9: each is searched as deep as the answer, to show
    /// the line that refutes it and what it loses
    #[arg(long, value_name = "POINTS")]
    pub(super) explain: Vec<PointsArg>,

    #[command(flatten)]
    pub(super) trace: TraceFileArgs,

    #[command(flatten)]
    pub(super) watch: WatchArgs,
}

/// How to search and how far, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
pub(crate) struct SearchOptionArgs {
    /// Search algorithm: ours, or that of a published program with its known bugs
    #[arg(long, value_enum, value_name = "NAME", default_value_t = Algorithm::Pvs)]
    pub(super) algorithm: Algorithm,

    /// Evaluator to use, or a .toml file with the weights of one [default: network], or
    /// the published program
    #[arg(short, long, value_name = "NAME")]
    pub(super) evaluator: Option<EvaluatorName>,

    /// Search depth in plies [default for published: as the program plays; the 11 of lianzhu can
    /// take a minute]
    #[arg(long, value_name = "N", value_parser = number_in(1u16..=400))]
    pub(super) depth: Option<u16>,

    #[command(flatten)]
    #[serde(flatten)]
    pub(super) limits: LimitArgs,

    /// Number of best moves to report (multi-PV) [default: 1]
    #[arg(long, value_name = "N", value_parser = number_in(FROM_ONE))]
    pub(super) lines: Option<NonZeroUsize>,

    /// Choose among these first moves, such as H8,I9
    #[arg(long, value_name = "POINTS")]
    pub(super) only: Vec<PointsArg>,

    /// Exclude these first moves
    #[arg(long, value_name = "POINTS")]
    pub(super) avoid: Vec<PointsArg>,

    /// Size of the hash table in MiB [default: 64; in a batch 16 for each thread]
    #[arg(long, value_name = "MIB", value_parser = number_in(1u32..=1_048_576))]
    pub(super) hash: Option<u32>,

    /// Moves that a published program tries at each node [default: as the program plays]
    #[arg(long, value_name = "N", value_parser = number_in(1u16..=400))]
    pub(super) breadth: Option<u16>,

    /// Seed for the random choices of a published program [default: none, the first of equal moves]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    /// Check a published program's alpha-beta against plain min-max of the same tree, node by node,
    /// and show the smallest node where they differ (exit code 1)
    #[arg(long)]
    #[serde(rename = "check-minimax")]
    pub(super) check_minimax: bool,

    /// Search the tree of a published program without cut-offs (min-max)
    #[arg(long, conflicts_with = "check_minimax")]
    pub(super) plain: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Algorithm {
    /// Our own principal variation search
    Pvs,
    /// The search of the published program that `-e` names
    Published,
}

/// Refuses the first flag that is given.
pub(super) fn refuse(flags: &[(&str, bool)], why: &str) -> Result<(), CliError> {
    match flags.iter().find(|(_, is_given)| *is_given) {
        Some((flag, _)) => Err(CliError::usage(format!("{flag} {why}"))),
        None => Ok(()),
    }
}
