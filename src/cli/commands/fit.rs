//! `fit`: the weights of an evaluator, fitted to positions of which it is known what is best.

mod labels;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;

use self::labels::{FitLabels, FitSide};
use super::evaluators::EvaluatorName;
use crate::cli::answer_lines::json_line;
use crate::cli::arguments::{WidthArg, threads};
use crate::cli::error::CliError;
use crate::cli::input::with_close_name;
use crate::cli::interrupt::Interrupt;
use crate::cli::named_file::{refuse_existing, write_file};
use crate::cli::numbers::{number_in, parse_nodes};
use crate::cli::run_bar::PositionsBar;
use crate::cli::{Exit, GlobalArgs, InputArgs, diagnostics};
use renju::batch::check::test_positions;
use renju::files::{Overwrite, stdout};
use renju::questions::fit::{FitError, FitOptions, FitReport, FitText, FittedEvaluator, fit};
use renju::render::text;

/// Fit the weights of an evaluator to positions whose best move is known
///
/// The best move is what a file expects (best G7; of vcf win the first move of the win), what the
/// winner of a game played, and with --answers the best move of each answer of batch search or
/// batch score. Whole games are held out: the fit does not see them and is judged by them. Weights
/// in which the values are not linear keep their numbers.
#[derive(Args, Clone, Debug)]
pub(crate) struct FitArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Evaluator, or a .toml file with the weights of one
    #[arg(short, long, value_name = "NAME", required = true)]
    evaluator: Option<EvaluatorName>,

    /// Write the new weights to this .toml file: base, and the numbers that are changed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite the file of --output if it exists
    #[arg(long, requires = "output")]
    force: bool,

    /// Answers of batch search, vcf, vct or score about the same positions, paired by id: their
    /// best moves are learned, and nothing else
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,

    /// Whose moves of a game are learned
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = FitSide::Winner)]
    side: FitSide,

    /// First move of a game to learn; those before it belong to the opening
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = number_in(1u16..=400))]
    from_move: u16,

    /// Share of the games that is held out to judge the fit
    #[arg(long, value_name = "SHARE", default_value = "20%", value_parser = parse_share)]
    held_out: f64,

    /// Seed that decides which games are held out
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How strongly to pull weights toward their old values
    #[arg(long, value_name = "X", default_value = "10", value_parser = parse_pull)]
    pull: f64,

    /// Maximum number of positions to use, drawn by the seed
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = number_in(20u32..=1_000_000))]
    most: u32,

    /// Node limit for proving a win that a file expects
    #[arg(long, value_name = "N", default_value = "100k", value_parser = parse_nodes)]
    nodes: u64,

    /// List all changed weights, not only the most changed
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    width: WidthArg,
}

fn parse_share(text: &str) -> Result<f64, String> {
    let (number, whole) = match text.strip_suffix('%') {
        Some(percent) => (percent.trim(), 100.0),
        None => (text, 1.0),
    };
    let share = number.parse::<f64>().ok().map(|number| number / whole);
    let share = share.filter(|share| (0.01..=0.9).contains(share));
    share.ok_or_else(|| "a share between 1% and 90% is needed".to_owned())
}

fn parse_pull(text: &str) -> Result<f64, String> {
    let pull = text
        .parse()
        .ok()
        .filter(|pull| (0.001..=1e9).contains(pull));
    pull.ok_or_else(|| "a number of 0.001 or more is needed".to_owned())
}

pub(crate) fn run(args: &FitArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let mut global = global.with_width(args.width).with_side_open();
    global.reading.variations = false;
    args.check_output()?;
    let interrupt = Interrupt::install()?;
    let (fitted, was_interrupted) = interrupt.during(|stop| args.fitted(&global, stop));
    let (fitted, labels) = fitted?;
    if labels.is_nothing_read() && !was_interrupted {
        return Ok(labels.exit());
    }
    let Some(fitted) = fitted.filter(|_| !was_interrupted) else {
        diagnostics::note("interrupted: nothing was fitted or written", &global);
        return Ok(Exit::Interrupted);
    };
    let report = &fitted.report;
    let out = if global.output.json {
        json_line(report)
    } else {
        let lists_all = args.all;
        text(&FitText { report, lists_all }, global.style()).into_bytes()
    };
    if let Some(path) = &args.output {
        let file = format!("{}{}", heading_of(report), fitted.weights);
        write_file(path, file.as_bytes(), Overwrite::if_forced(args.force))?;
    }
    stdout().write_all(&out)?;
    labels.tell(&global);
    Ok(labels.exit())
}

/// What the file says at its beginning.
fn heading_of(report: &FitReport) -> String {
    let (split, held_out) = (&report.split, &report.held_out);
    let percent = |part: f64| format!("{:.1} %", part * 100.0);
    format!(
        "# Fitted by `renju fit` to {} positions of {} games (seed {}, pull {}). In {} positions of games\n\
         # held out the best point is a best move in {} with the old weights, in {} with these.\n",
        split.training,
        split.training_games,
        report.seed,
        report.pull,
        split.held_out,
        percent(held_out.before.agreement),
        percent(held_out.after.agreement),
    )
}

impl FitArgs {
    /// Refuses a file that cannot be written, or is not read as weights, before anything is done.
    fn check_output(&self) -> Result<(), CliError> {
        let Some(path) = &self.output else {
            return Ok(());
        };
        if path.extension().is_none_or(|ending| ending != "toml") {
            let message = format!("the name of {} does not end in .toml", path.display());
            return Err(CliError::usage(message)
                .hint("a file of weights for -e has a name that ends in .toml"));
        }
        self.input.refuse_as_output(path)?;
        refuse_existing(path, Overwrite::if_forced(self.force))
    }

    /// The fit with what was learned from; none once it is to stop.
    fn fitted(
        &self,
        global: &GlobalArgs,
        stop: &AtomicBool,
    ) -> Result<(Option<FittedEvaluator>, FitLabels), CliError> {
        let name = self
            .evaluator
            .clone()
            .unwrap_or_else(EvaluatorName::of_search);
        let evaluator = name.find_valued()?;
        let answers = self.answers.as_deref();
        let mut labels = FitLabels::new(answers, self.side, self.from_move, self.nodes)?;
        let read_options = global.read_options();
        for record in self.input.games(global)?.records {
            for asked in test_positions(record, &read_options) {
                match asked {
                    Ok(asked) => labels.add(&asked, (global, stop)),
                    Err(error) => labels.failed(&with_close_name(error), global),
                }
            }
        }
        if labels.is_nothing_read() {
            return Ok((None, labels));
        }
        labels.finish()?;
        let labelled = std::mem::take(&mut labels.labelled);
        let most = self.most as usize;
        let options = FitOptions {
            held_out: self.held_out,
            seed: self.seed,
            pull: self.pull,
            most,
            threads: threads(global.output.threads),
        };
        let percent = 100 - (self.held_out * 100.0) as usize;
        let bar = PositionsBar::new(global, labelled.len().min(most) * percent / 100);
        let fitted = fit(&evaluator, labelled, options, (&|| bar.step(), stop));
        bar.clear();
        let error = match fitted {
            Ok(fitted) => return Ok((fitted, labels)),
            Err(error) => error,
        };
        let hint = match &error {
            FitError::TooFew { .. } | FitError::OneSided => {
                "games with a result, positions that expect `best G7`, and --answers have labels"
            }
            FitError::NotLinear(_) | FitError::NoWeights(_) => {
                "docs/fit.md says which evaluators can be fitted; `renju evaluators` lists them"
            }
            FitError::Refused(_) => "a greater --pull keeps weights nearer to what they were",
        };
        Err(CliError::usage(error.to_string()).hint(hint))
    }
}
