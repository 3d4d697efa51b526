//! The command line: what users type, turned into calls of the layers below.
//!
//! Each command has its file in `commands`. Flags that all commands share are in
//! [`GlobalArgs`], exit numbers in [`Exit`].

mod commands;
mod config;
mod diagnostics;

mod evaluators;
mod exit;
mod global;
mod input;
mod interrupt;
mod limits;
mod output;
mod progress;

use std::io;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use commands::{
    batch, bench, compare, completions, engine, evaluators as list, forbidden, man, patterns,
    score, search, show, threats,
};

use crate::threat::Attack;

pub use exit::Exit;
pub use global::GlobalArgs;
pub use input::InputArgs;

/// Study Renju and Gomoku positions
///
/// Points are a letter from the left and a number from the bottom, such as H8, the centre of a
/// 15x15 board.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "renju",
    version,
    max_term_width = 100,
    args_override_self = true
)]
#[command(
    after_help = "Exit codes: 0 done, or yes; 1 no; 2 wrong usage or input; 3 some records of a batch failed; 4 not known; 130 interrupted."
)]
pub struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    Show(show::ShowArgs),
    Forbidden(forbidden::ForbiddenArgs),
    Patterns(patterns::PatternsArgs),
    Score(score::ScoreArgs),
    Compare(compare::CompareArgs),
    Evaluators(list::EvaluatorsArgs),
    Search(search::SearchArgs),
    Engine(engine::EngineArgs),
    /// Find a win by continuous fours
    ///
    /// Exit code 0: there is one; 1: there is none; 4: a limit was reached first.
    Vcf(threats::ThreatArgs),
    /// Find a win by continuous fours, threes and other threats of a VCF
    ///
    /// Exit code 0: there is one; 1: there is none; 4: a limit was reached first. Without --nodes
    /// and --time it stops after 10 s.
    Vct(threats::ThreatArgs),
    Bench(bench::BenchArgs),
    Batch(batch::BatchArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// What ends a command before its time.
#[derive(Debug)]
enum Trouble {
    /// The user asked for something that cannot be.
    Usage(String),
    /// A file that the user named is wrong; the text shows where.
    Snippet(String),
    /// The output does not take what is written.
    Output(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Output(error)
    }
}

/// Runs the program.
pub fn main() -> Exit {
    let arguments = match config::with_defaults(std::env::args_os().collect()) {
        Ok(arguments) => arguments,
        Err(message) => return diagnostics::usage(&message),
    };
    let cli = match Cli::command()
        .try_get_matches_from(arguments)
        .and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches))
    {
        Ok(cli) => cli,
        Err(error) => {
            let is_error = error.use_stderr();
            // What cannot be shown on a closed pipe is not missed.
            let _ = error.print();
            return if is_error { Exit::Usage } else { Exit::Done };
        }
    };
    match cli.run() {
        Ok(exit) => exit,
        Err(Trouble::Usage(message)) => diagnostics::usage(&message),
        Err(Trouble::Snippet(text)) => {
            eprintln!("{text}");
            Exit::Usage
        }
        Err(Trouble::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
        Err(Trouble::Output(error)) => diagnostics::usage(&format!("the output: {error}")),
    }
}

impl Cli {
    fn run(&self) -> Result<Exit, Trouble> {
        let global = &self.global;
        match &self.command {
            Command::Show(args) => show::run(args, global),
            Command::Forbidden(args) => forbidden::run(args, global),
            Command::Patterns(args) => patterns::run(args, global),
            Command::Score(args) => score::run(args, global),
            Command::Compare(args) => compare::run(args, global),
            Command::Evaluators(args) => list::run(args, global),
            Command::Search(args) => search::run(args, global),
            Command::Engine(args) => engine::run(args, global),
            Command::Vcf(args) => threats::run(Attack::Vcf, args, global),
            Command::Vct(args) => threats::run(Attack::Vct, args, global),
            Command::Bench(args) => bench::run(args, global),
            Command::Batch(args) => batch::run(args, global),
            Command::Completions(args) => completions::run(args),
            Command::Man(args) => man::run(args),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
