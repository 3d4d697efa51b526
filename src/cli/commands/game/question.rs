//! The question about a game, its arguments checked.

use clap::Args;
use serde::Serialize;

use crate::cli::arguments::{DEFAULT_HASH, LimitArgs, hash_bytes, number_in};
use crate::cli::commands::evaluators::EvaluatorName;
use crate::cli::error::CliError;
use renju::batch::Entry;
use renju::board::Color;
use renju::engines::EngineSpec;
use renju::limits::Limits;
use renju::questions::game::{
    GameLine, GameReport, GameTelling, PositionReview, ReviewOptions, Reviewer, game_report,
};
use renju::systems::EvaluatorHandle;
use renju::threat::Attack;

/// Nodes for each position where there is no limit.
const DEFAULT_NODES: u64 = 20_000;

/// How the positions of a game are looked at.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct GameOptionArgs {
    /// Evaluator to use, or a .toml file with the weights of one [default: network]
    #[arg(short, long, value_name = "NAME")]
    evaluator: Option<EvaluatorName>,

    /// Search depth in plies for each position
    #[arg(long, value_name = "N", value_parser = number_in(1u16..=400))]
    pub(super) depth: Option<u16>,

    #[command(flatten)]
    #[serde(flatten)]
    pub(super) limits: LimitArgs,

    /// What a forced win may be made of: vcf, fours alone, or vct, other threats as well
    #[arg(long, value_name = "ATTACK", default_value = "vct")]
    attack: Attack,

    /// Points that a move has to lose to be a mistake
    #[arg(long, value_name = "POINTS", default_value_t = 300, value_parser = number_in(1i64..=i64::MAX))]
    blunders: i64,

    /// Only every Nth move: N, 2N, ..
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_in(1u32..=u32::MAX))]
    every: u32,

    /// Only the moves of this side, black or white
    #[arg(long, value_name = "COLOR")]
    only_side: Option<Color>,

    /// Size of the hash table of each thread [default: 16]
    #[arg(long, value_name = "MIB", value_parser = number_in(1u32..=1_048_576))]
    hash: Option<u32>,
}

/// A question about games with its arguments checked.
pub(super) struct GameQuestion<'a> {
    evaluator: EvaluatorHandle,
    pub(super) options: ReviewOptions,
    args: &'a GameOptionArgs,
    pub(super) threads: usize,
    pub(super) table_bytes: usize,
}

impl GameOptionArgs {
    /// The engine that `-e` names, if it does not name an evaluator.
    pub(super) fn take_engine(&mut self) -> Result<Option<EngineSpec>, CliError> {
        let Some(name) = &self.evaluator else {
            return Ok(None);
        };
        let engine = name.engine()?;
        if engine.is_some() {
            self.evaluator = None;
        }
        Ok(engine)
    }

    /// The question for this many threads, each with its own tables.
    pub(super) fn question(&self, threads: usize) -> Result<GameQuestion<'_>, CliError> {
        let evaluator = match &self.evaluator {
            Some(name) => name.find_valued(),
            None => EvaluatorName::of_search().find(),
        }?;
        let asked = self.limits.limits();
        let limits = if asked.is_none() && self.depth.is_none() {
            Limits::nodes(DEFAULT_NODES)
        } else {
            asked
        };
        let mib = self.hash.unwrap_or(DEFAULT_HASH[1]);
        Ok(GameQuestion {
            evaluator,
            options: ReviewOptions {
                depth: self.depth,
                limits,
                attack: self.attack,
            },
            args: self,
            threads,
            table_bytes: hash_bytes(mib, threads)?,
        })
    }
}

impl GameQuestion<'_> {
    pub(super) fn telling(&self) -> GameTelling<'_> {
        GameTelling {
            evaluator: self.evaluator.info(),
            blunder: self.args.blunders,
            is_timed: self.options.limits.time.is_some(),
            every: self.args.every as usize,
            only_side: self.args.only_side,
        }
    }

    pub(super) fn reviewer(&self) -> Reviewer<'_> {
        Reviewer::new(&*self.evaluator, self.options, self.table_bytes)
    }

    pub(super) fn report(
        &self,
        entry: &Entry,
        game: &GameLine,
        reviews: Vec<Option<PositionReview>>,
    ) -> GameReport {
        game_report(&entry.id, game, reviews, &self.telling())
    }
}
