use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use crate::batch::Entry;
use crate::board::Color;
use crate::cli::error::CliError;
use crate::cli::limits::{some_nodes, some_time};
use crate::limits::{Control, Limits};
use crate::study::{self, ThreatReport};
use crate::threat::{Attack, SolveOptions};

/// How long a `vct` goes on that nobody limits.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Whose win is looked for, and how far, alone and in a batch.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ThreatOptionArgs {
    /// Whose win, black or white; if the other side is to move, it is taken to pass [default: the
    /// side to move]
    #[arg(long, value_name = "COLOR")]
    attacker: Option<Color>,

    /// Look at lines of at most N moves of both sides; "none" still means none of any length
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    max_plies: Option<u16>,

    /// Enter at most N positions, such as 500, 20k or 1M; the answer is then the same on every
    /// machine
    #[arg(long, value_name = "N", value_parser = some_nodes)]
    nodes: Option<u64>,

    /// Stop after a time, such as 500ms, 2s or 5m [default: 10s for vct without --nodes]
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    time: Option<Duration>,

    /// Find a shortest win; this is proved of a VCF and not of a VCT
    #[arg(long)]
    shortest: bool,

    /// Memory for what is remembered of positions; in a batch that of each thread
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
}

/// What the flags of `vcf` and `vct` mean.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Plan {
    options: SolveOptions,
    pub(super) limits: Limits,
    /// Whether the time limit is the default one.
    pub(super) has_default_time: bool,
}

impl ThreatOptionArgs {
    /// For a few positions: a `vct` without a limit gets one.
    pub(super) fn plan(&self, attack: Attack) -> Plan {
        let is_limited = self.nodes.is_some() || self.time.is_some();
        let has_default_time = attack == Attack::Vct && !is_limited;
        Plan {
            options: SolveOptions {
                attack,
                attacker: self.attacker,
                shortest: self.shortest,
                max_plies: self.max_plies,
                table_bytes: usize::try_from(u64::from(self.hash) << 20).unwrap_or(usize::MAX),
            },
            limits: Limits {
                nodes: self.nodes,
                time: self.time.or(has_default_time.then_some(DEFAULT_TIME)),
            },
            has_default_time,
        }
    }

    /// For many positions: what answers would depend on the machine has to be asked for.
    pub(in crate::cli) fn plan_of_batch(&self, attack: Attack) -> Result<Plan, CliError> {
        let plan = self.plan(attack);
        if plan.has_default_time {
            return Err(CliError::usage(
                "batch vct needs a limit: --nodes N (the same answers everywhere) or --time TIME",
            ));
        }
        Ok(plan)
    }
}

impl Plan {
    /// The study of one position.
    pub(super) fn answer(&self, entry: &Entry, control: &Control<'_>) -> ThreatReport {
        study::threats(&entry.id, &entry.position, &self.options, control)
    }

    /// The study of one position of many.
    pub(in crate::cli) fn answer_in_batch(&self, entry: &Entry) -> ThreatReport {
        self.answer(entry, &Control::new(self.limits))
    }

    /// The name of the study.
    pub(in crate::cli) const fn study(&self) -> &'static str {
        study::threat_study(self.options.attack)
    }

    /// Everything here that decides what the answers are.
    pub(in crate::cli) fn settings(&self) -> Value {
        let time = self.limits.time.map(|time| time.as_secs_f64());
        json!({
            "attacker": self.options.attacker,
            "max_plies": self.options.max_plies,
            "nodes": self.limits.nodes,
            "time": time,
            "shortest": self.options.shortest,
            "hash": self.options.table_bytes >> 20,
        })
    }
}
