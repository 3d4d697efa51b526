//! What shells complete: commands and flags as the parser has them, and behind them the values that the
//! program knows.

use std::collections::BTreeSet;
use std::io::Write;

use clap::{Arg, Command, ValueHint};
use clap_complete::env::{CompleteEnv, Shells};
use clap_complete::{ArgValueCandidates, CompletionCandidate, Shell};

use super::commands::{schema, show::BoardMark};
use super::error::CliError;
use renju::contest::OpeningRule;
use renju::files::stdout;
use renju::forbidden::ThreeReading;
use renju::named_enum::Named;
use renju::notation::{Format, Letters, Origin, PairOrder};
use renju::page::PageStudy;
use renju::questions::examine::ExamineGroup;
use renju::render::Lang;
use renju::rule::Rule;
use renju::systems;

/// The variable by which the script of a shell asks for candidates.
const VARIABLE: &str = "RENJU_COMPLETE";

/// Answers the script of a shell, if it asks, and ends the program then.
pub(super) fn answer(program: fn() -> Command) {
    CompleteEnv::with_factory(|| with_candidates(program()))
        .var(VARIABLE)
        .complete();
}

/// Prints the script with which a shell asks the program.
pub(super) fn print_script(shell: Shell) -> Result<(), CliError> {
    let shells = Shells::builtins();
    let shell = shells
        .completer(&shell.to_string())
        .expect("each shell is there");
    let mut script = Vec::new();
    shell.write_registration(VARIABLE, "renju", "renju", "renju", &mut script)?;
    if shell.is("bash") {
        script.extend_from_slice(include_bytes!("completions.bash"));
    }
    Ok(stdout().write_all(&script)?)
}

/// The program with what may stand behind its flags and in its places.
fn with_candidates(program: Command) -> Command {
    let commands = program
        .get_subcommands()
        .map(|command| command.get_name().to_owned());
    let commands: Vec<String> = commands.collect();
    let commands = move || commands.iter().map(CompletionCandidate::new).collect();
    let commands = ArgValueCandidates::new(commands);
    with_values_below(program)
        .mut_subcommand("man", |man| man.mut_arg("command", |arg| arg.add(commands)))
}

fn with_values_below(command: Command) -> Command {
    command
        .mut_args(with_values)
        .mut_subcommands(with_values_below)
}

fn with_values(arg: Arg) -> Arg {
    let place = arg.get_value_names().and_then(<[_]>::first);
    let place = place.map_or("", |name| name.as_str());
    let values: fn() -> Vec<String> = match arg.get_id().as_str() {
        "evaluator" | "card" | "reference" | "players" | "white" | "black" => evaluators,
        // Of other commands they take a file, or points.
        "against" if place == "NAME" => evaluators,
        "only" if place == "GROUP" => names::<ExamineGroup>,
        "rule" => names::<Rule>,
        "from" | "to" => names::<Format>,
        "origin" => names::<Origin>,
        "letters" => names::<Letters>,
        "pairs" => names::<PairOrder>,
        "encoding" => encodings,
        "opening" => names::<OpeningRule>,
        "three_reading" => names::<ThreeReading>,
        "with" => names::<PageStudy>,
        "mark" => names::<BoardMark>,
        "lang" => languages,
        "name" => schema::names,
        _ => return with_files(arg),
    };
    let candidates = move || values().into_iter().map(CompletionCandidate::new).collect();
    arg.add(ArgValueCandidates::new(candidates))
}

/// Files, where an argument takes one.
fn with_files(arg: Arg) -> Arg {
    let name = arg.get_value_names().and_then(<[_]>::first);
    let is_file = name.is_some_and(|name| {
        [
            "FILE", "POSITION", "FOLDER", "PATH", "GAMES", "OLD", "NEW", "TRACE",
        ]
        .contains(&name.as_str())
    });
    if is_file {
        arg.value_hint(ValueHint::AnyPath)
    } else {
        arg
    }
}

fn names<T: Named>() -> Vec<String> {
    T::SPELLINGS
        .iter()
        .map(|(value, _)| value.name().to_owned())
        .collect()
}

/// The evaluators, with their editions.
fn evaluators() -> Vec<String> {
    let names = systems::all().flat_map(|evaluator| {
        let info = evaluator.info();
        let base = info.name.split(':').next().unwrap_or_default();
        let editions = info.variants.iter().filter(|_| base == info.name);
        let editions = editions.map(|edition| format!("{base}:{}", edition.name));
        editions.chain([info.name.clone()]).collect::<Vec<_>>()
    });
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

fn languages() -> Vec<String> {
    Lang::all().map(|lang| lang.name().to_owned()).collect()
}

fn encodings() -> Vec<String> {
    let names = "utf-8 gbk gb18030 big5 shift_jis euc-kr windows-1251";
    names.split(' ').map(str::to_owned).collect()
}
