//! The program: its commands, and what each of them calls.

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use super::commands::{
    batch, bench, compare, completions, engine, evaluators, forbidden, man, patterns, score,
    search, show, threats,
};
use super::error::CliError;
use super::{Exit, GlobalArgs, config, diagnostics, help};
use crate::threat::Attack;

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
    Evaluators(evaluators::EvaluatorsArgs),
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

/// Runs the program on the arguments of the process.
pub fn main() -> Exit {
    match run() {
        Ok(exit) => exit,
        Err(error) => {
            diagnostics::print(&error);
            error.exit()
        }
    }
}

fn run() -> Result<Exit, CliError> {
    let arguments = config::with_defaults(std::env::args_os().collect(), &Cli::command())?;
    let lang = help::lang_of(&arguments);
    let parsed = help::translated(Cli::command(), lang)
        .try_get_matches_from(arguments)
        .and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches));
    match parsed {
        Ok(cli) => cli.run(),
        Err(error) => {
            // A closed pipe misses no help text.
            let _ = error.print();
            Ok(if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Done
            })
        }
    }
}

impl Cli {
    fn run(&self) -> Result<Exit, CliError> {
        let global = &self.global;
        match &self.command {
            Command::Show(args) => show::run(args, global),
            Command::Forbidden(args) => forbidden::run(args, global),
            Command::Patterns(args) => patterns::run(args, global),
            Command::Score(args) => score::run(args, global),
            Command::Compare(args) => compare::run(args, global),
            Command::Evaluators(args) => evaluators::run(args, global),
            Command::Search(args) => search::run(args, global),
            Command::Engine(args) => engine::run(args, global),
            Command::Vcf(args) => threats::run(Attack::Vcf, args, global),
            Command::Vct(args) => threats::run(Attack::Vct, args, global),
            Command::Bench(args) => bench::run(args, global),
            Command::Batch(args) => batch::run(args, global),
            Command::Completions(args) => completions::run(args, Cli::command()),
            Command::Man(args) => man::run(args, Cli::command()),
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
