use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{Published, Pvs, SearchPlan};
use crate::cli::GlobalArgs;
use crate::cli::error::CliError;
use crate::cli::evaluators::evaluator;
use crate::cli::limits::{some_nodes, some_time, threads};
use crate::eval::{PlayOptions, System};
use crate::geometry::Point;
use crate::systems::{self, EvaluatorHandle};

/// How long a search goes on that nobody limits.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// MiB for what is remembered of a position, of one of a few and of one of many.
const DEFAULT_HASH: [u32; 2] = [64, 16];

/// The greatest depth that a published program is asked for.
const PUBLISHED_DEPTH: u16 = 64;

/// Who searches and how far, alone and in a batch.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct SearchOptionArgs {
    /// Whose manner of search: our own, or that of a published program, mistakes and all
    #[arg(long, value_enum, value_name = "NAME", default_value_t = Algorithm::Pvs)]
    algorithm: Algorithm,

    /// By whose values: an evaluator, `file:PATH` for one with the weights of a TOML file [default:
    /// shapes], or the published program
    #[arg(short, long, value_name = "NAME")]
    evaluator: Option<String>,

    /// Moves to look ahead [default for published: as the program plays; the 11 of lianzhu can take
    /// a minute]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=400))]
    depth: Option<u16>,

    /// Enter at most N positions, such as 500, 20k or 1M; with one thread the answer is then the
    /// same on every machine
    #[arg(long, value_name = "N", value_parser = some_nodes)]
    nodes: Option<u64>,

    /// Stop after a time, such as 500ms, 2s or 5m [default: 10s without --depth and --nodes]
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    time: Option<Duration>,

    /// How many of the best moves are told, each with its line [default: 1]
    #[arg(long, value_name = "N")]
    lines: Option<NonZeroUsize>,

    /// Choose among these first moves, such as H8,I9
    #[arg(long, value_name = "POINT,..", value_delimiter = ',')]
    only: Vec<Point>,

    /// Leave these first moves out
    #[arg(long, value_name = "POINT,..", value_delimiter = ',')]
    avoid: Vec<Point>,

    /// Memory for what is remembered of positions [default: 64; in a batch 16 for each thread]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: Option<u32>,

    /// Moves that a published program tries at each node [default: as the program plays]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=400))]
    width: Option<u16>,

    /// Let a published program draw random numbers where it does, from this seed [default: the first
    /// of equal moves]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
enum Algorithm {
    /// Principal variation search, our own
    Pvs,
    /// As the published program of `-e` plays
    Published,
}

impl SearchOptionArgs {
    /// For a few positions: a search without a limit gets one, and all cores.
    pub(super) fn plan(&self, global: &GlobalArgs) -> Result<SearchPlan, CliError> {
        let is_limited = self.depth.is_some() || self.nodes.is_some() || self.time.is_some();
        Ok(match self.algorithm {
            Algorithm::Published => SearchPlan::Published(self.published()?),
            Algorithm::Pvs => SearchPlan::Pvs(Box::new(Pvs {
                time: self.time.or((!is_limited).then_some(DEFAULT_TIME)),
                has_default_time: !is_limited,
                threads: threads(global.threads),
                ..self.pvs()?
            })),
        })
    }

    /// For many positions: one thread for each, and what answers would depend on the machine has
    /// to be asked for.
    pub(in crate::cli) fn plan_of_batch(&self) -> Result<SearchPlan, CliError> {
        Ok(match self.algorithm {
            Algorithm::Published => SearchPlan::Published(self.published()?),
            Algorithm::Pvs => {
                let pvs = self.pvs()?;
                if self.depth.is_none() && self.nodes.is_none() && self.time.is_none() {
                    return Err(CliError::usage(
                        "batch search needs a limit: --depth N or --nodes N (the same answers everywhere) or --time TIME",
                    ));
                }
                SearchPlan::Pvs(Box::new(Pvs {
                    hash: self.hash.unwrap_or(DEFAULT_HASH[1]),
                    ..pvs
                }))
            }
        })
    }

    /// Our own search with one thread and no limit but those that are asked for.
    fn pvs(&self) -> Result<Pvs, CliError> {
        for (flag, is_given) in [
            ("--width", self.width.is_some()),
            ("--seed", self.seed.is_some()),
        ] {
            if is_given {
                return Err(CliError::usage(format!(
                    "{flag} is for --algorithm published"
                )));
            }
        }
        Ok(Pvs {
            evaluator: self.heuristic()?,
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            has_default_time: false,
            threads: 1,
            lines: self.lines.map_or(1, NonZeroUsize::get),
            only: self.only.clone(),
            avoid: self.avoid.clone(),
            hash: self.hash.unwrap_or(DEFAULT_HASH[0]),
        })
    }

    /// The evaluator that was named, or the default one.
    fn heuristic(&self) -> Result<EvaluatorHandle, CliError> {
        match (&self.evaluator, systems::all().next()) {
            (None, Some(default)) => Ok(default),
            (name, _) => evaluator(name.as_deref().unwrap_or_default()),
        }
    }

    fn published(&self) -> Result<Published, CliError> {
        if let Some(flag) = self.flag_of_pvs() {
            return Err(CliError::usage(format!(
                "{flag} is not for --algorithm published: the programs know no such limit"
            )));
        }
        if self.depth.is_some_and(|depth| depth > PUBLISHED_DEPTH) {
            return Err(CliError::usage(format!(
                "--depth of a published program is at most {PUBLISHED_DEPTH}"
            )));
        }
        let program = self.program()?;
        let system = program.as_system();
        let name = &program.info().name;
        if self.time.is_some() && !system.is_some_and(System::uses_clock) {
            return Err(CliError::usage(format!(
                "--time is not for {name}: the program has no clock"
            )));
        }
        if self.seed.is_some() && !system.is_some_and(System::uses_seed) {
            return Err(CliError::usage(format!(
                "--seed is not for {name}: the program draws no random numbers"
            )));
        }
        Ok(Published {
            options: PlayOptions {
                depth: self.depth.map(usize::from),
                width: self.width.map(usize::from),
                seed: self.seed,
            },
            time: self.time,
            program,
        })
    }

    /// A flag that was given and that published programs do not have.
    fn flag_of_pvs(&self) -> Option<&'static str> {
        let flags = [
            ("--nodes", self.nodes.is_some()),
            ("--lines", self.lines.is_some()),
            ("--only", !self.only.is_empty()),
            ("--avoid", !self.avoid.is_empty()),
            ("--hash", self.hash.is_some()),
        ];
        let given = flags.into_iter().find(|(_, is_given)| *is_given);
        given.map(|(flag, _)| flag)
    }

    /// The program that was named.
    fn program(&self) -> Result<EvaluatorHandle, CliError> {
        let with_a_search = || {
            let names: Vec<String> = systems::players()
                .map(|player| player.info().name.clone())
                .collect();
            names.join(", ")
        };
        let Some(name) = &self.evaluator else {
            return Err(CliError::usage(format!(
                "--algorithm published needs -e NAME; these have a search: {}",
                with_a_search()
            )));
        };
        let program = evaluator(name)?;
        if program.as_system().is_none() {
            return Err(CliError::usage(format!(
                "{name} has no search of its own; these have: {}",
                with_a_search()
            )));
        }
        Ok(program)
    }
}
