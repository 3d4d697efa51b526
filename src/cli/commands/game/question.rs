//! The question about a game, its arguments checked.

use clap::Args;
use serde::{Serialize, Serializer};

use crate::cli::arguments::{DEFAULT_HASH, LimitArgs, hash_bytes};
use crate::cli::commands::evaluators::EvaluatorName;
use crate::cli::error::CliError;
use crate::cli::numbers::number_in;
use renju::batch::Entry;
use renju::board::Color;
use renju::engines::EngineSpec;
use renju::limits::{Limits, Observer};
use renju::questions::game::{
    GameLine, GameReport, GameTelling, LeastLoss, PositionReview, ReviewOptions, Reviewer,
    game_report,
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

    /// What a move has to lose to be a mistake: points, or a part of the chance to win such as 20%
    #[arg(long, value_name = "LOSS", default_value = "300", value_parser = parse_loss)]
    #[serde(serialize_with = "as_loss")]
    blunders: LeastLoss,

    /// Only every Nth move: N, 2N, ..
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_in(1u32..=u32::MAX))]
    every: u32,

    /// Only the moves of this side, black or white
    #[arg(long, value_name = "COLOR")]
    only_side: Option<Color>,

    /// Size of the hash table of each thread in MiB [default: 16]
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

impl Default for GameOptionArgs {
    fn default() -> GameOptionArgs {
        GameOptionArgs {
            evaluator: None,
            depth: None,
            limits: LimitArgs::default(),
            attack: Attack::Vct,
            blunders: LeastLoss::Points(300),
            every: 1,
            only_side: None,
            hash: None,
        }
    }
}

impl GameOptionArgs {
    /// Refuses to look at some moves alone.
    pub(super) fn require_all_moves(&self) -> Result<(), CliError> {
        if self.every == 1 && self.only_side.is_none() {
            return Ok(());
        }
        let message = "--autopsy looks at every move: it has no use for --every and --only-side";
        Err(CliError::usage(message))
    }

    pub(super) fn is_without_limit(&self) -> bool {
        self.limits.limits().is_none() && self.depth.is_none()
    }

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
        let info = evaluator.info();
        if matches!(self.blunders, LeastLoss::Chance(_)) && info.odds_scale.is_none() {
            let message = format!("{} gives points and no chances to win", info.name);
            return Err(CliError::usage(message).hint("--blunders 300 is a loss of 300 points"));
        }
        let limits = if self.is_without_limit() {
            Limits::nodes(DEFAULT_NODES)
        } else {
            self.limits.limits()
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

    /// The game as it is told; what was played in place of a mistake that the search would have made as
    /// well is looked for first.
    pub(super) fn report(
        &self,
        entry: &Entry,
        game: &GameLine,
        mut reviews: Vec<Option<PositionReview>>,
        observer: &dyn Observer,
    ) -> GameReport {
        let telling = self.telling();
        let told = game_report(&entry.id, game, reviews.clone(), &telling);
        let found = (self.reviewer()).find_better(game, &told.moves, &mut reviews, observer);
        if found {
            game_report(&entry.id, game, reviews, &telling)
        } else {
            told
        }
    }
}

/// `300`, `20%`
fn parse_loss(text: &str) -> Result<LeastLoss, String> {
    let loss = match text.strip_suffix('%') {
        None => (text.parse().ok())
            .filter(|points| (1..=i64::MAX).contains(points))
            .map(LeastLoss::Points),
        Some(percent) => (percent.trim().parse().ok())
            .filter(|percent| (0.1..=100.0).contains(percent))
            .map(|percent: f64| LeastLoss::Chance((percent * 10.0).round() as u16)),
    };
    loss.ok_or_else(|| {
        "a loss is needed: points from 1 on, or per cent of the chance to win".to_owned()
    })
}

fn as_loss<S: Serializer>(loss: &LeastLoss, serializer: S) -> Result<S::Ok, S::Error> {
    match loss {
        LeastLoss::Points(points) => serializer.serialize_i64(*points),
        LeastLoss::Chance(thousandths) => {
            serializer.collect_str(&format_args!("{} %", f64::from(*thousandths) / 10.0))
        }
    }
}
