use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

use crate::cli::error::CliError;
use crate::cli::evaluators::EvaluatorName;
use crate::cli::{Exit, GlobalArgs};
use crate::eval::EvaluatorInfo;
use crate::render::{EvaluatorList, text};
use crate::study::VERSION;
use crate::systems::{self, EvaluatorHandle};

/// List the evaluators, or show the origin and the known bugs of one
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct EvaluatorsArgs {
    /// Show everything about this evaluator
    #[arg(long, value_name = "NAME")]
    card: Option<EvaluatorName>,

    /// Print its weights as a TOML file, to be changed and used with `-e file:PATH`
    #[arg(long, requires = "card")]
    toml: bool,
}

#[derive(Serialize)]
struct CardLine<'a> {
    v: u32,
    study: &'static str,
    #[serde(flatten)]
    card: &'a EvaluatorInfo,
}

pub(in crate::cli) fn run(args: &EvaluatorsArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let mut out = io::stdout().lock();
    match &args.card {
        Some(name) if args.toml => {
            let text = systems::toml_of(name.as_str()).ok_or_else(|| no_weights(name))?;
            out.write_all(text.as_bytes())?;
        }
        Some(name) => {
            let evaluator = name.find()?;
            if global.output.json {
                write_line(evaluator.info(), &mut out)?;
            } else {
                out.write_all(text(evaluator.info(), global.style()).as_bytes())?;
            }
        }
        None if global.output.json => {
            for evaluator in systems::all() {
                write_line(evaluator.info(), &mut out)?;
            }
        }
        None => {
            let evaluators: Vec<EvaluatorHandle> = systems::all().collect();
            let infos: Vec<&EvaluatorInfo> = evaluators
                .iter()
                .map(|evaluator| evaluator.info())
                .collect();
            out.write_all(text(&EvaluatorList(infos), global.style()).as_bytes())?;
        }
    }
    Ok(Exit::Done)
}

fn write_line(card: &EvaluatorInfo, out: &mut impl Write) -> io::Result<()> {
    let line = CardLine {
        v: VERSION,
        study: "evaluators",
        card,
    };
    serde_json::to_writer(&mut *out, &line)?;
    out.write_all(b"\n")
}

fn no_weights(name: &EvaluatorName) -> CliError {
    if let Err(unknown) = name.find() {
        return unknown;
    }
    let base = name.as_str().split(':').next().unwrap_or_default();
    CliError::usage(format!(
        "{name} has no weights of its own; those of {base} can be changed, see its keys"
    ))
}
