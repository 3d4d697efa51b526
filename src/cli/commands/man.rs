use clap::{Args, Command};

use crate::cli::Exit;
use crate::cli::error::CliError;

/// Print the manual page, of the program or of one command
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ManArgs {
    /// The command
    command: Option<String>,
}

pub(in crate::cli) fn run(args: &ManArgs, mut program: Command) -> Result<Exit, CliError> {
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| CliError::usage(format!("there is no command {name:?}")))?,
    };
    clap_mangen::Man::new(command).render(&mut std::io::stdout())?;
    Ok(Exit::Done)
}
