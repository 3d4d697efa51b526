//! What is wrong with arguments, in words of our own.

use std::error::Error;
use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use super::error::CliError;
use renju::notation::{self, ParseOptions};

/// What was typed, and the program that it was typed for.
#[derive(Clone, Copy)]
pub(super) struct Typed<'a> {
    pub(super) words: &'a [OsString],
    pub(super) program: &'a Command,
}

/// The commands that were typed, the innermost last, each with the place of its word.
pub(super) fn typed_commands<'a>(
    words: &[OsString],
    program: &'a Command,
) -> Vec<(usize, &'a Command)> {
    let mut commands: Vec<(usize, &Command)> = Vec::new();
    for (place, word) in words.iter().enumerate().skip(1) {
        let above = commands.last().map_or(program, |&(_, command)| command);
        let name = word.to_str().unwrap_or_default();
        commands.extend(above.find_subcommand(name).map(|command| (place, command)));
    }
    commands
}

/// The program as it is parsed: negative numbers are values, which the flags refuse in their own
/// words.
pub(super) fn taking_negative_numbers(command: Command) -> Command {
    let takes_any = |arg: Arg| {
        let is_flag = arg.get_long().is_some() && arg.get_action().takes_values();
        if is_flag {
            arg.allow_negative_numbers(true)
        } else {
            arg
        }
    };
    command
        .mut_args(takes_any)
        .mut_subcommands(taking_negative_numbers)
}

/// The error of the command line that an error of the parser is; `None` for what is none, such
/// as `--help`, and for what the parser says best itself.
pub(super) fn error_of(error: &clap::Error, typed: Typed<'_>) -> Option<CliError> {
    let said = |kind| said(error, kind);
    match error.kind() {
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => wrong_value(error, typed),
        ErrorKind::TooManyValues => {
            let flag = typed.flag(&said(ContextKind::InvalidArg)?);
            Some(CliError::usage(format!("{flag} takes no value")))
        }
        ErrorKind::UnknownArgument => {
            let meant = said(ContextKind::SuggestedArg);
            Some(typed.unknown(&said(ContextKind::InvalidArg)?, meant))
        }
        ErrorKind::InvalidSubcommand => {
            let name = said(ContextKind::InvalidSubcommand)?;
            let meant = said(ContextKind::SuggestedSubcommand);
            Some(typed.no_command(&name, meant))
        }
        ErrorKind::ArgumentConflict => {
            let (flag, prior) = (said(ContextKind::InvalidArg)?, said(ContextKind::PriorArg)?);
            let (flag, prior) = (typed.flag(&flag), typed.flag(&prior));
            Some(if flag == prior {
                typed.twice(&flag)
            } else {
                typed.excluded(&flag, &prior)
            })
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = said(ContextKind::InvalidArg)?;
            Some(typed.missing(&missing))
        }
        _ => None,
    }
}

impl<'a> Typed<'a> {
    /// The commands that were typed, the innermost last.
    fn commands(self) -> impl DoubleEndedIterator<Item = &'a Command> + Clone {
        let commands = typed_commands(self.words, self.program);
        commands.into_iter().map(|(_, command)| command)
    }

    /// The first command that was typed.
    fn command_name(self) -> &'a str {
        self.commands().next().map_or("", Command::get_name)
    }

    /// The innermost command that was typed.
    fn command(self) -> &'a Command {
        self.commands().next_back().unwrap_or(self.program)
    }

    /// The argument of the parser's name for it, such as `--size <N>` or `<SHELL>`.
    fn argument(self, text: &str) -> Option<&'a Arg> {
        let commands = self.commands().chain([self.program]);
        let mut arguments = commands.flat_map(Command::get_arguments);
        let (name, value) = (flag_of(text), name_of(text));
        arguments.find(|arg| match name.strip_prefix("--") {
            Some(long) => arg.get_long() == Some(long),
            None => arg
                .get_value_names()
                .is_some_and(|names| names.iter().any(|name| *name == value)),
        })
    }

    /// A flag by both its names, `-s/--size` for `--size <N>`; another argument by its value, such
    /// as `SHELL`.
    fn flag(self, text: &str) -> String {
        let short = self.argument(text).and_then(Arg::get_short);
        let flag = match flag_of(text) {
            flag if flag.starts_with('-') => flag,
            _ => name_of(text),
        };
        short.map_or(flag.to_owned(), |short| format!("-{short}/{flag}"))
    }

    fn missing(self, text: &str) -> CliError {
        let value = text.split_once(' ').map_or("", |(_, value)| name_of(value));
        let flag = self.flag(text);
        let error = CliError::usage(format!(
            "{} is missing",
            format!("{flag} {value}").trim_end()
        ));
        let values = self
            .argument(text)
            .filter(|arg| arg.get_action().takes_values())
            .map(Arg::get_possible_values)
            .unwrap_or_default();
        let names: Vec<&str> = values
            .iter()
            .map(clap::builder::PossibleValue::get_name)
            .collect();
        if names.is_empty() {
            return error;
        }
        error.hint(format!("one of {}", names.join(", ")))
    }

    /// That two arguments do not go together.
    fn excluded(self, one: &str, other: &str) -> CliError {
        let error = CliError::usage(format!("{one} and {other} exclude each other"));
        let quoted = "several moves stand in quotes: -m \"h8 i9 g7\"";
        match (one, other) {
            ("-m/--moves", "POSITION") | ("POSITION", "-m/--moves") => {
                let mut arguments = self.command().get_arguments();
                if arguments.any(|arg| arg.get_long() == Some("at")) {
                    error.hint(format!("{quoted}; a point to ask about is --at H8"))
                } else {
                    error.hint(quoted)
                }
            }
            _ => error,
        }
    }

    fn twice(self, flag: &str) -> CliError {
        let error = CliError::usage(format!("{flag} is given twice"));
        if flag == "-e/--evaluator" && self.command().get_name() == "score" {
            return error.hint("`renju compare` holds several side by side: -e NAME -e NAME");
        }
        error
    }

    /// That the first word is no command.
    fn no_command(self, name: &str, meant: Option<String>) -> CliError {
        let takes_files = |command: &&Command| {
            let mut arguments = command.get_arguments();
            arguments.any(|arg| arg.get_id() == "positions")
        };
        let path = Path::new(name);
        let above = self.command();
        if name == "-" || path.is_file() {
            let commands = above.get_subcommands().filter(takes_files);
            let names: Vec<&str> = commands.map(Command::get_name).collect();
            let message = format!("{name} is no command, but an input, which stands behind one");
            let batch = if above.get_name() == "batch" {
                "batch "
            } else {
                ""
            };
            return CliError::usage(message).hint(format!(
                "such as `renju {batch}forbidden {name}`; positions are read by {}",
                names.join(", ")
            ));
        }
        if path.is_dir() {
            let message = format!("{name} is no command, but a folder, which `renju batch` reads");
            return CliError::usage(message).hint(format!("`renju batch forbidden {name}`"));
        }
        if let Some(meant) = meant {
            return no_command(name, above).hint(format!("did you mean {meant}?"));
        }
        let error = no_command(name, above);
        if notation::parse_moves(name, &ParseOptions::default()).is_ok() {
            return error.hint(format!("did you mean `renju show -m {name:?}`?"));
        }
        error
    }

    /// That an argument is none of those that the command has.
    fn unknown(self, argument: &str, meant: Option<String>) -> CliError {
        if !argument.starts_with('-') {
            let error = CliError::usage(format!("{argument} is one argument too many"));
            return match self.command_name() {
                "evaluators" => error.hint(format!("did you mean --card {argument}?")),
                _ => error,
            };
        }
        let error = CliError::usage(format!("there is no flag {argument} here"));
        let others = self.commands_with(argument);
        error.hint(match meant {
            Some(meant) => format!("did you mean {meant}?"),
            None if others.is_empty() => "--help lists the flags of a command".to_owned(),
            None => format!("it is a flag of {}", others.join(", ")),
        })
    }

    /// The commands that have a flag, by its short or its long name.
    fn commands_with(self, flag: &str) -> Vec<&'a str> {
        let is_it = |arg: &Arg| match flag.strip_prefix("--") {
            Some(long) => arg.get_long() == Some(long),
            None => arg.get_short() == flag.chars().nth(1) && flag.len() == 2,
        };
        let has_it = |command: &&Command| command.get_arguments().any(is_it);
        let commands = self.program.get_subcommands().filter(has_it);
        commands.map(Command::get_name).collect()
    }
}

/// That a program has no command of this name.
pub(super) fn no_command(name: &str, program: &Command) -> CliError {
    let names = program.get_subcommands().map(Command::get_name);
    let closest = names.min_by_key(|known| strsim::osa_distance(known, name));
    let closest = closest.filter(|known| strsim::osa_distance(known, name) <= 2);
    let error = CliError::usage(format!("there is no command {name}"));
    error.hint(match closest {
        Some(meant) => format!("did you mean {meant}?"),
        None => "--help lists the commands".to_owned(),
    })
}

/// A value that is missing, none of those there are, or refused for a reason.
fn wrong_value(error: &clap::Error, typed: Typed<'_>) -> Option<CliError> {
    let text = said(error, ContextKind::InvalidArg)?;
    let flag = typed.flag(&text);
    let value = said(error, ContextKind::InvalidValue)?;
    if value.is_empty() {
        let names = typed.argument(&text).and_then(Arg::get_value_names);
        let name = names.and_then(<[_]>::first);
        let name = name.map_or(String::new(), |name| format!(" ({name})"));
        return Some(CliError::usage(format!("{flag} needs a value{name}")));
    }
    let reason = match said(error, ContextKind::ValidValue) {
        Some(values) if values.contains(", ") => format!("one of {values} is needed"),
        Some(value) => format!("{value} is needed"),
        None => reason(&error.source()?.to_string(), &value),
    };
    // Most reasons repeat the value.
    let is_named = reason.contains(&format!("{value:?}"));
    Some(CliError::usage(if is_named {
        format!("{flag}: {reason}")
    } else {
        format!("{flag} {value}: {reason}")
    }))
}

/// The flag that the error is about, without dashes.
pub(super) fn flag_at_fault(error: &clap::Error) -> Option<String> {
    let flag = said(error, ContextKind::InvalidArg)?;
    Some(flag_of(&flag).trim_start_matches('-').to_owned())
}

/// What an error says of its circumstances; several values with commas between them.
fn said(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) if !texts.is_empty() => Some(texts.join(", ")),
        _ => None,
    }
}

/// The name of a value: `SHELL` of `<SHELL>`, `POSITION` of `[POSITION]...`, the first of several.
fn name_of(text: &str) -> &str {
    let text = text.split_once(' ').map_or(text, |(first, _)| first);
    text.trim_start_matches(['<', '['])
        .trim_end_matches(['.', '>', ']'])
}

/// The name of a flag without its value: `--size` of `--size <N>`.
fn flag_of(text: &str) -> &str {
    match text.split_once(' ') {
        Some((flag, _)) if text.starts_with('-') => flag,
        _ => text,
    }
}

/// Why a value is refused: our own words for what the parsers of numbers say.
fn reason(said: &str, value: &str) -> String {
    if said.contains("is not in ") {
        return range(said).unwrap_or_else(|| said.to_owned());
    }
    match said {
        "number would be zero for non-zero type" => "at least 1 is needed",
        "invalid digit found in string" if value.starts_with('-') => "it must not be negative",
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "a whole number is needed"
        }
        "number too large to fit in target type" => "the number is too large",
        "invalid float literal" | "cannot parse float from empty string" => "a number is needed",
        other => other,
    }
    .to_owned()
}

/// `99 is not in 1..=64` as what is needed.
fn range(said: &str) -> Option<String> {
    let (_, range) = said.rsplit_once(" is not in ")?;
    let (least, most) = range.split_once("..")?;
    let most = match most.strip_prefix('=') {
        Some(most) => most.parse::<i64>().ok(),
        None => most.parse::<i64>().ok().map(|end| end - 1),
    };
    Some(match most {
        Some(most) if !least.is_empty() => format!("a number from {least} to {most} is needed"),
        Some(most) => format!("at most {most} is needed"),
        None => format!("at least {least} is needed"),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::program::Cli;

    fn message(line: &str) -> String {
        let program = taking_negative_numbers(Cli::command());
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let error = program.clone().try_get_matches_from(&words).unwrap_err();
        let typed = Typed {
            words: &words,
            program: &program,
        };
        match error_of(&error, typed) {
            Some(CliError::Usage(error)) => {
                let hint = error.hint.map(|hint| format!("; {hint}"));
                error.message + &hint.unwrap_or_default()
            }
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn mistakes_are_told_in_our_words() {
        for (line, expected) in [
            (
                "renju show -j 0",
                "-j/--threads 0: a number from 1 to 256 is needed",
            ),
            ("renju score --top x", "--top x: a whole number is needed"),
            ("renju show --size 9 -s 13", "-s/--size is given twice"),
            (
                "renju show -q -v",
                "-q/--quiet and -v/--verbose exclude each other",
            ),
            ("renju shwo", "there is no command shwo; did you mean show?"),
            (
                "renju show --lagn zh",
                "there is no flag --lagn here; did you mean --lang?",
            ),
            ("renju show --size", "-s/--size needs a value (N)"),
            ("renju bench --quick=3", "--quick takes no value"),
            (
                "renju vcf --max-plies -1",
                "--max-plies -1: a number from 1 to 65535 is needed",
            ),
            ("renju score --top -1", "--top -1: it must not be negative"),
            (
                "renju score -e a -e b",
                "-e/--evaluator is given twice; `renju compare` holds several side by side: -e NAME -e NAME",
            ),
            (
                "renju show -m h8 i9",
                "-m/--moves and POSITION exclude each other; several moves stand in quotes: -m \"h8 i9 g7\"",
            ),
            (
                "renju forbidden -m h8 H8",
                "-m/--moves and POSITION exclude each other; several moves stand in quotes: -m \"h8 i9 g7\"; a point to ask about is --at H8",
            ),
            (
                "renju completions",
                "SHELL is missing; one of bash, elvish, fish, powershell, zsh",
            ),
            (
                "renju completions bahs",
                "SHELL bahs: one of bash, elvish, fish, powershell, zsh is needed",
            ),
            (
                "renju match shapes random --sprt x 5",
                "--sprt x: a number is needed",
            ),
            ("renju evaluators --toml", "--card NAME is missing"),
            (
                "renju batch Cargo.toml",
                "Cargo.toml is no command, but an input, which stands behind one; such as `renju batch forbidden Cargo.toml`; positions are read by show, forbidden, patterns, score, compare, search, vcf, vct, game, threats",
            ),
            (
                "renju evaluators shapes",
                "shapes is one argument too many; did you mean --card shapes?",
            ),
            (
                "renju h8i9",
                "there is no command h8i9; did you mean `renju show -m \"h8i9\"`?",
            ),
            (
                "renju src/cli",
                "src/cli is no command, but a folder, which `renju batch` reads; `renju batch forbidden src/cli`",
            ),
            (
                "renju vcf --grid",
                "there is no flag --grid here; it is a flag of score",
            ),
            (
                "renju show --color red",
                "--color red: one of auto, always, never is needed",
            ),
        ] {
            assert_eq!(message(line), expected);
        }
    }

    #[test]
    fn ranges_are_told_by_their_ends() {
        assert_eq!(
            reason("99 is not in 1..=64", ""),
            "a number from 1 to 64 is needed"
        );
        assert_eq!(reason("0 is not in 1..", ""), "at least 1 is needed");
        assert_eq!(
            reason("8 is not in 1..8", ""),
            "a number from 1 to 7 is needed"
        );
        assert_eq!(reason("no such side", ""), "no such side");
    }
}
