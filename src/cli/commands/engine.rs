use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};

use super::evaluators::EvaluatorName;
use crate::cli::arguments::{hash_bytes, parse_nodes};
use crate::cli::error::CliError;
use crate::cli::{Exit, GlobalArgs, diagnostics};
use crate::gomocup::{EngineOptions, serve};
use crate::rule::Rule;

/// Play as an engine, by a protocol on standard input and output
///
/// The manager sets size, rule and time; `docs/engine.md` lists the commands. Until it does,
/// the rule is freestyle or that of --rule, and a move takes 5 s. One thread searches unless the
/// manager or -j says otherwise.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct EngineArgs {
    /// The protocol
    #[arg(long, value_enum, default_value_t = Protocol::Gomocup, value_name = "NAME")]
    protocol: Protocol,

    /// Evaluator to use, or a .toml file with the weights of one
    #[arg(short, long, value_name = "NAME", default_value = "shapes")]
    evaluator: EvaluatorName,

    /// Nodes to visit for each move, such as 20k; time is a limit then only if the manager sends one
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    nodes: Option<u64>,

    /// Search depth in plies for each move; time is a limit then only if the manager sends one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=400))]
    depth: Option<u16>,

    /// Size of the hash table; less if the manager grants less memory
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
enum Protocol {
    /// That of the Gomocup tournament, also called Piskvork protocol
    Gomocup,
}

pub(in crate::cli) fn run(args: &EngineArgs, global: &GlobalArgs) -> Result<Exit, CliError> {
    let Protocol::Gomocup = args.protocol;
    let evaluator = args.evaluator.find_valued()?;
    let table_bytes = hash_bytes(args.hash, 1)?;
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
    serve(io::stdin(), io::stdout(), &*evaluator, options)?;
    Ok(Exit::Done)
}
