use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::trees::{TreeForm, tell_too_large};
use crate::board::Color;
use crate::cli::error::CliError;
use crate::cli::limits::{DEFAULT_TIME, LimitArgs};
use crate::cli::study::{BatchStudy, Study, StudyAnswer};
use crate::limits::{Control, Limits};
use crate::study::{self, Report};
use crate::threat::{Attack, SolveOptions};

/// Whose win to look for, and how far, alone and in a batch.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli) struct ThreatOptionArgs {
    /// Side whose win to find, black or white; the other side passes if it is to move [default:
    /// the side to move]
    #[arg(long, value_name = "COLOR")]
    attacker: Option<Color>,

    /// Longest line in plies; "none" still means none of any length
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    max_plies: Option<u16>,

    #[command(flatten)]
    #[serde(flatten)]
    limits: LimitArgs,

    /// Find a shortest win; this is proved of a VCF and not of a VCT
    #[arg(long)]
    shortest: bool,

    /// Size of the hash table; in a batch for each thread
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
}

impl ThreatOptionArgs {
    /// The options of the solvers.
    pub(super) fn options(&self, attack: Attack) -> SolveOptions {
        SolveOptions {
            attack,
            attacker: self.attacker,
            shortest: self.shortest,
            max_plies: self.max_plies,
            table_bytes: usize::try_from(u64::from(self.hash) << 20).unwrap_or(usize::MAX),
        }
    }

    /// The limits of `--verify` for each tree: none unless asked for.
    pub(super) fn verify_limits(&self) -> Limits {
        self.limits.limits()
    }

    /// The limits of a single solve, and whether they are the default: a VCT without a limit gets
    /// one.
    pub(super) fn limits(&self, attack: Attack) -> (Limits, bool) {
        let limits = self.limits.limits();
        if attack == Attack::Vct && limits.is_none() {
            return (Limits::time(DEFAULT_TIME), true);
        }
        (limits, false)
    }
}

/// The arguments of `batch vcf` and `batch vct`.
#[derive(Args, Serialize, Clone, Debug)]
struct ThreatStudyArgs {
    #[command(flatten)]
    #[serde(flatten)]
    options: ThreatOptionArgs,

    /// Write each answer with its proof tree to this file: a JSON line for each position, or a game
    /// of SGF if the name ends in .sgf
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    tree: Option<PathBuf>,
}

impl ThreatStudyArgs {
    /// Answers that depend on the machine have to be asked for.
    fn prepare(&self, attack: Attack) -> Result<Study<'_>, CliError> {
        let options = self.options.options(attack);
        let (limits, is_default) = self.options.limits(attack);
        if is_default {
            return Err(CliError::usage(
                "batch vct needs a limit: --nodes N (the same answers everywhere) or --time TIME",
            ));
        }
        let form = self.tree.as_deref().map(TreeForm::of);
        Ok(Box::new(move |entry| {
            let control = Control::new(limits);
            let report = study::threats(&entry.id, &entry.position, &options, &control);
            let tree = form.map_or(Ok(String::new()), |form| form.text(entry, &report));
            let tree = tree.map_err(|too_large| tell_too_large(entry, too_large));
            let tree = tree.ok();
            let report = Report::Threats(Box::new(report));
            Ok(StudyAnswer { report, tree })
        }))
    }
}

/// The arguments of `batch vcf`.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(transparent)]
pub(in crate::cli) struct VcfStudyArgs {
    #[command(flatten)]
    args: ThreatStudyArgs,
}

impl BatchStudy for VcfStudyArgs {
    fn prepare(&self) -> Result<Study<'_>, CliError> {
        self.args.prepare(Attack::Vcf)
    }

    fn tree_path(&self) -> Option<&Path> {
        self.args.tree.as_deref()
    }
}

/// The arguments of `batch vct`.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(transparent)]
pub(in crate::cli) struct VctStudyArgs {
    #[command(flatten)]
    args: ThreatStudyArgs,
}

impl BatchStudy for VctStudyArgs {
    fn prepare(&self) -> Result<Study<'_>, CliError> {
        self.args.prepare(Attack::Vct)
    }

    fn tree_path(&self) -> Option<&Path> {
        self.args.tree.as_deref()
    }
}
