use clap::{Args, CommandFactory};

use crate::cli::{Cli, Exit, Trouble};

/// Print the manual page, of the program or of one command
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ManArgs {
    /// The command
    command: Option<String>,
}

pub(in crate::cli) fn run(args: &ManArgs) -> Result<Exit, Trouble> {
    let mut program = Cli::command();
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Trouble::Usage(format!("there is no command {name:?}")))?,
    };
    clap_mangen::Man::new(command).render(&mut std::io::stdout())?;
    Ok(Exit::Done)
}
