use clap::{Args, Command};
use clap_complete::Shell;

use crate::cli::Exit;
use crate::cli::error::CliError;

/// Print a completion script for a shell
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(in crate::cli) fn run(args: &CompletionsArgs, mut program: Command) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "renju", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(Exit::Done)
}
