//! The program: its commands, and what each of them calls.

use std::io::Write;
use std::sync::LazyLock;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

#[cfg(feature = "board")]
use super::commands::board;
use super::commands::{
    batch, check, compare, convert, diff, engine, evaluators, examine, find, fit, forbidden,
    forced_win, game, hunt, matches, overview, patterns, play, report, schema, score, search, show,
    threats, trace, why,
};
use super::config::Arguments;
use super::error::CliError;
use super::interrupt::Interrupt;
use super::{
    Exit, GlobalArgs, completion, diagnostics, examples, help, manual, old_names, short_help,
    usage, words,
};
use renju::files::stdout;
use renju::questions::{self, BenchExtent, QUICK_SIGNATURE};
use renju::render::{Lang, render};
use renju::threat::Attack;
use renju_system::memory;

/// Study Renju and Gomoku positions
///
/// Points are a letter from the left and a number from the bottom, such as H8, the centre of a
/// 15x15 board.
#[derive(Parser, Clone, Debug)]
#[command(name = "renju", version, long_version = long_version(), max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 done, or yes; 1 no; 2 wrong usage or input; 3 some records of a batch, or answers of an evaluator, are missing; 4 not known; 130 interrupted."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    Overview(overview::OverviewArgs),
    Show(show::ShowArgs),
    Forbidden(forbidden::ForbiddenArgs),
    Patterns(patterns::PatternsArgs),
    Score(score::ScoreArgs),
    Why(why::WhyArgs),
    Compare(compare::CompareArgs),
    Fit(fit::FitArgs),
    Evaluators(evaluators::EvaluatorsArgs),
    Convert(convert::ConvertArgs),
    Search(search::SearchArgs),
    Trace(trace::TraceArgs),
    Engine(engine::EngineArgs),
    Examine(examine::ExamineArgs),
    Hunt(hunt::HuntArgs),
    Play(play::PlayArgs),
    Match(matches::MatchArgs),
    /// Find a win by continuous fours
    ///
    /// Exit code 0: there is one; 1: there is none; 4: a limit was reached first.
    Vcf(forced_win::ForcedWinArgs),
    /// Find a win by continuous fours, threes and other threats of a VCF
    ///
    /// Exit code 0: there is one; 1: there is none; 4: a limit was reached first. Without --nodes
    /// and --time it stops after 10 s.
    Vct(forced_win::ForcedWinArgs),
    Threats(threats::ThreatsArgs),
    Game(game::GameArgs),
    Report(report::ReportArgs),
    #[cfg(feature = "board")]
    Board(board::BoardArgs),
    Check(check::CheckArgs),
    /// Measure the speed on this machine, and check that the search is unchanged
    ///
    /// The signature is the number of positions that the solvers and the search visit: the same on
    /// every machine until the code changes; --quick has its own. One thread does the search, then
    /// --threads threads do it again, by default all cores; with --quick only if --threads is
    /// given.
    Bench {
        /// Do a fraction of the work
        #[arg(long)]
        quick: bool,
    },
    Batch(batch::BatchArgs),
    Diff(diff::DiffArgs),
    Find(find::FindArgs),
    Schema(schema::SchemaArgs),
    /// Print a completion script for a shell
    ///
    /// The script asks the program itself for what fits, so it need not be printed anew: names of
    /// evaluators, formats, rules, marks, schemas, and files.
    ///
    /// bash: `renju completions bash > ~/.local/share/bash-completion/completions/renju`; zsh: into a
    /// file _renju of a folder in $fpath; fish: ~/.config/fish/completions/renju.fish.
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print the manual page, of the program or of one command
    Man {
        /// The command, such as vcf or batch vcf
        command: Vec<String>,
    },
}

/// What a report of a bug needs to know of a program.
fn long_version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("RENJU_COMMIT").unwrap_or("not known");
        let board = if cfg!(feature = "board") {
            ", board"
        } else {
            ""
        };
        format!(
            "{}\ncommit: {commit}\nfeatures: cli{board}\nsignature of bench --quick: {QUICK_SIGNATURE}",
            env!("CARGO_PKG_VERSION")
        )
    });
    &TEXT
}

/// Runs the program on the arguments of the process.
pub(crate) fn main() -> Exit {
    diagnostics::report_bugs();
    completion::answer(Cli::command);
    match run() {
        Ok(exit) => exit,
        Err(error) => {
            // Where it went wrong before the arguments were read.
            diagnostics::speak(help::lang_of(&std::env::args_os().collect::<Vec<_>>()));
            diagnostics::print(&error);
            error.exit()
        }
    }
}

/// What every command needs for itself, in bytes.
const MEMORY: usize = 8 << 20;

fn run() -> Result<Exit, CliError> {
    if !memory::is_there(MEMORY) {
        return Err(CliError::usage("there is not enough memory to begin"));
    }
    let program = usage::taking_negative_numbers(Cli::command());
    let typed = words::with_values_joined(std::env::args_os().collect());
    let typed = words::with_command(typed, &program);
    let (typed, notes) = old_names::with_new_names(typed, &program);
    let arguments = Arguments::new(typed, &program)?;
    let lang = help::lang_of(&arguments.words);
    diagnostics::speak(lang);
    let program = help::translated(program, lang);
    if let Some(text) = short_help::asked(&arguments.words, &program, lang) {
        stdout().write_all(text.as_bytes())?;
        return Ok(Exit::Done);
    }
    let parsed = help::explained_if_asked(program, &arguments.words, lang)
        .try_get_matches_from(&arguments.words)
        .and_then(|mut matches| Cli::of(&mut matches));
    match parsed {
        Ok(cli) => {
            for note in notes {
                diagnostics::note(&note, &cli.global);
            }
            cli.run()
        }
        Err(error) => {
            if let Some(error) = arguments.blamed(&error, &Cli::command()) {
                return Err(error);
            }
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
    fn of(matches: &mut ArgMatches) -> Result<Cli, clap::Error> {
        let command = matches.subcommand();
        let takes_point = command.is_some_and(|(_, args)| args.try_contains_id("at").is_ok());
        let names_point = takes_point && command.is_some_and(|(_, args)| args.contains_id("at"));
        let mut cli = Cli::from_arg_matches_mut(matches)?;
        cli.global.position.takes_point = takes_point;
        cli.global.position.names_point = names_point;
        Ok(cli)
    }

    fn run(&self) -> Result<Exit, CliError> {
        let global = &self.global;
        match &self.command {
            Command::Overview(args) => overview::run(args, global),
            Command::Show(args) => show::run(args, global),
            Command::Forbidden(args) => forbidden::run(args, global),
            Command::Patterns(args) => patterns::run(args, global),
            Command::Score(args) => score::run(args, global),
            Command::Why(args) => why::run(args, global),
            Command::Compare(args) => compare::run(args, global),
            Command::Fit(args) => fit::run(args, global),
            Command::Convert(args) => convert::run(args, global),
            Command::Match(args) => matches::run(args, global),
            Command::Play(args) => play::run(args, global),
            Command::Evaluators(args) => evaluators::run(args, global),
            Command::Search(args) => search::run(args, global),
            Command::Trace(args) => trace::run(args, global),
            Command::Engine(args) => engine::run(args, global),
            Command::Examine(args) => examine::run(args, global),
            Command::Hunt(args) => hunt::run(args, global),
            Command::Vcf(args) => forced_win::run(Attack::Vcf, args, global),
            Command::Vct(args) => forced_win::run(Attack::Vct, args, global),
            Command::Game(args) => game::run(args, global),
            Command::Report(args) => report::run(args, global),
            #[cfg(feature = "board")]
            Command::Board(args) => board::run(args, global),
            Command::Check(args) => check::run(args, global),
            Command::Threats(args) => threats::run(args, global),
            Command::Bench { quick } => bench(*quick, global),
            Command::Batch(args) => batch::run(args, global),
            Command::Diff(args) => diff::run(args, global),
            Command::Find(args) => find::run(args, global),
            Command::Schema(args) => schema::run(args, global),
            Command::Completions { shell } => {
                completion::print_script(*shell)?;
                Ok(Exit::Done)
            }
            Command::Man { command } => print_manual(command, global.style().lang),
        }
    }
}

fn bench(is_quick: bool, global: &GlobalArgs) -> Result<Exit, CliError> {
    let (extent, threads) = match (is_quick, global.output.threads) {
        (true, None) => (BenchExtent::QUICK, 1),
        (true, Some(_)) => (BenchExtent::QUICK, search::search_threads(global)),
        (false, _) => (BenchExtent::WHOLE, search::search_threads(global)),
    };
    let interrupt = Interrupt::install()?;
    interrupt.exit_of(|stop| {
        let report = questions::bench(extent, threads, stop);
        let mut out = stdout();
        render(&report, global.format(), global.style(), &mut out)?;
        Ok(Exit::Done)
    })
}

fn print_manual(names: &[String], lang: Lang) -> Result<Exit, CliError> {
    let mut program = examples::with_examples(help::translated(Cli::command(), lang), lang);
    for name in names {
        let command = program.find_subcommand(name).cloned();
        program = command.ok_or_else(|| usage::no_command(name, &program))?;
    }
    stdout().write_all(&manual::page(&program, &names.join(" "), lang)?)?;
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// A word that is a point gets the hint that leads on.
    #[test]
    fn every_command_with_a_point_knows_that_it_has_one() {
        let parsed = |name: &str| {
            let mut matches = Cli::command().try_get_matches_from(["renju", name, "a"])?;
            Cli::of(&mut matches)
        };
        let mut with_point = Vec::new();
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let has_point = command
                .get_arguments()
                .any(|arg| arg.get_long() == Some("at"));
            if has_point {
                with_point.push(name.to_owned());
            }
            if let Ok(cli) = parsed(name) {
                assert_eq!(cli.global.position.takes_point, has_point, "{name}");
            }
        }
        assert_eq!(
            with_point,
            ["forbidden", "patterns", "score", "why", "compare"]
        );
    }
}
