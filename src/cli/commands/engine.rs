//! `renju engine`: serves a match manager or client by the Gomocup, JSON or brain protocol.

mod place_turn;

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};

use super::evaluators::EvaluatorName;
use crate::cli::arguments::{DEFAULT_HASH, hash_bytes, threads};
use crate::cli::error::CliError;
use crate::cli::numbers::{number_in, parse_nodes};
use crate::cli::{Exit, GlobalArgs, diagnostics};
use renju::analysis::{self, AnalysisOptions};
use renju::files::stdout;
use renju::gomocup::{EngineOptions, serve};
use renju::place_turn::PlaceTurnOptions;
use renju::rule::Rule;
use renju::systems::EvaluatorHandle;

/// Play or analyse as an engine by a protocol; brain games begin empty, or with --preset-stones
///
/// The manager of a match sets size, rule and time; `docs/engine.md` lists the commands. Until it
/// does, the rule is freestyle or that of --rule, and a move takes 5 s. One thread searches unless
/// the manager or -j says otherwise. --protocol json answers queries, -j of them at once.
/// --protocol brain plays games on 12x12, which begin on an empty board or, with --preset-stones,
/// with the four stones of the published program; -v shows each move on stderr.
#[derive(Args, Clone, Debug)]
pub(crate) struct EngineArgs {
    /// The protocol
    #[arg(long, value_enum, default_value_t = Protocol::Gomocup, value_name = "NAME")]
    protocol: Protocol,

    /// Evaluator to use, or a .toml file with the weights of one; for brain also published:NAME, a
    /// published program's own search [default: network; for brain published:count-block-empty]
    #[arg(short, long, value_name = "NAME")]
    evaluator: Option<EvaluatorName>,

    /// For brain: begin games with the four middle stones of the published program, not on an empty
    /// board
    #[arg(long)]
    preset_stones: bool,

    /// Nodes to search for each move, such as 20k; time is then a limit only if the manager sends
    /// one, or for brain. For json: the nodes of a query that names no number [default: 100k]
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    nodes: Option<u64>,

    /// Search depth in plies for each move; time is then a limit only if the manager sends one, or
    /// for brain
    #[arg(long, value_name = "N", value_parser = number_in(1u16..=400))]
    depth: Option<u16>,

    /// Size of the hash table in MiB; less if the manager grants less memory [default: 64; for json
    /// 16 for each thread]
    #[arg(long, value_name = "MIB", value_parser = number_in(1u32..=1 << 20))]
    hash: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
enum Protocol {
    /// That of the Gomocup tournament, also called Piskvork protocol
    Gomocup,
    /// JSON queries about positions, many in flight
    Json,
    /// START, PLACE, TURN and END on 12x12, of the published program count-block-empty
    Brain,
}

pub(crate) fn run(args: &EngineArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    if args.preset_stones && args.protocol != Protocol::Brain {
        let message =
            "--preset-stones is for --protocol brain: with the others the manager sets the stones";
        return Err(CliError::usage(message));
    }
    match args.protocol {
        Protocol::Gomocup => run_gomocup(args, global),
        Protocol::Json => run_json(args, global),
        Protocol::Brain => {
            let options = PlaceTurnOptions {
                preset_stones: args.preset_stones,
                nodes: args.nodes,
                depth: args.depth,
            };
            place_turn::run(args.evaluator.as_ref(), args.hash, options, global)
        }
    }
}

/// The evaluator that our own search follows.
fn evaluator(args: &EngineArgs) -> Result<EvaluatorHandle, CliError> {
    let asked = args.evaluator.clone();
    asked.unwrap_or_else(EvaluatorName::of_search).find_valued()
}

fn run_gomocup(args: &EngineArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let evaluator = evaluator(args)?;
    let table_bytes = hash_bytes(args.hash.unwrap_or(DEFAULT_HASH[0]), 1)?;
    if io::stdin().is_terminal() {
        let message = "this speaks the Gomocup protocol, as a tournament manager does: START 15 \
                       begins, ABOUT asks for the name, END or Ctrl-D leaves";
        diagnostics::note(message, global);
    }
    let options = EngineOptions {
        rule: global.position.rule.unwrap_or(Rule::Freestyle),
        table_bytes,
        nodes: args.nodes,
        depth: args.depth,
        threads: global.output.threads.map_or(1, Into::into),
    };
    serve(io::stdin(), stdout(), &*evaluator, options)?;
    Ok(Exit::Done)
}

fn run_json(args: &EngineArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let evaluator = evaluator(args)?;
    let threads = threads(global.output.threads);
    let table_bytes = hash_bytes(args.hash.unwrap_or(DEFAULT_HASH[1]), threads)?;
    if io::stdin().is_terminal() {
        let message = r#"this answers JSON queries, one on each line, such as {"id":"a","moves":[["B","H8"]]}; Ctrl-D leaves"#;
        diagnostics::note(message, global);
    }
    let options = AnalysisOptions {
        rule: global.position.rule,
        letters: global.reading.letters.unwrap_or_default(),
        table_bytes,
        nodes: args.nodes,
        depth: args.depth,
        threads,
    };
    analysis::serve(io::stdin(), stdout(), &evaluator.into(), options)?;
    Ok(Exit::Done)
}
