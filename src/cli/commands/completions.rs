use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::{Cli, Exit, Trouble};

/// Print a completion script for a shell
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(in crate::cli) fn run(args: &CompletionsArgs) -> Result<Exit, Trouble> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "renju", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(Exit::Done)
}
