//! What is wrong with arguments: what the parser says, and what it cannot know.

use std::ffi::OsString;
use std::path::Path;

use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use super::error::CliError;
use super::input::{close_name, is_weights};
use super::numbers::parse_time;
use super::words;

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

/// What the parser says is wrong, with what we know about it; `None` where it prints help.
pub(super) fn error_of(error: &clap::Error, typed: Typed<'_>) -> Option<CliError> {
    let text = error.render().to_string();
    let (said, _) = text.strip_prefix("error: ")?.split_once("\n\n")?;
    let words: Vec<&str> = said.split_whitespace().collect();
    let wrong = CliError::usage(match missing_file(error) {
        Some(name) => format!("there is no file {name}"),
        None => words.join(" "),
    });
    Some(match typed.hint(error) {
        Some(hint) => wrong.hint(hint),
        None => wrong,
    })
}

/// The name of a file that is not there, in the place of a command.
fn missing_file(error: &clap::Error) -> Option<String> {
    let name = said(error, ContextKind::InvalidSubcommand)?;
    let is_file_name = name.contains(['.', '/']) && !Path::new(&name).exists();
    is_file_name.then_some(name)
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

    /// The way out of a mistake.
    fn hint(self, error: &clap::Error) -> Option<String> {
        let said = |kind| said(error, kind);
        let meant = |kind| Some(format!("did you mean {}?", said(kind)?));
        match error.kind() {
            ErrorKind::UnknownArgument => {
                let flag = said(ContextKind::InvalidArg)?;
                let by_meaning = || {
                    let flag = words::meant_flag(&flag, self.command(), self.program)?;
                    Some(format!("did you mean {flag}?"))
                };
                let found = self.meant_in_batch(&flag).or_else(by_meaning);
                let close = said(ContextKind::SuggestedArg);
                let is_beginning = |close: &String| close.starts_with(flag.as_str());
                let is_of_others = flag.starts_with('-') && !self.commands_with(&flag).is_empty();
                let close = close.filter(|close| is_beginning(close) || !is_of_others);
                let found = found.or_else(|| Some(format!("did you mean {}?", close?)));
                found.or_else(|| self.meant_by(&flag))
            }
            ErrorKind::InvalidSubcommand => {
                let name = said(ContextKind::InvalidSubcommand)?;
                let found = self.meant_file(&name).or_else(|| {
                    words::meant_command(&name).map(|command| format!("did you mean {command}?"))
                });
                let found = found.or_else(|| meant(ContextKind::SuggestedSubcommand));
                Some(found.unwrap_or_else(|| "--help lists the commands".to_owned()))
            }
            ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
                let of = said(ContextKind::InvalidArg).unwrap_or_default();
                let value = said(ContextKind::InvalidValue).unwrap_or_default();
                let is_time = of.contains("--to-move") && parse_time(&value).is_ok();
                let time = is_time.then(|| format!("-t is --to-move; a time is --time {value}"));
                time.or_else(|| meant(ContextKind::SuggestedValue))
            }
            ErrorKind::MissingRequiredArgument => {
                self.possible_values(&said(ContextKind::InvalidArg)?)
            }
            ErrorKind::ArgumentConflict => {
                let (flag, prior) = (said(ContextKind::InvalidArg)?, said(ContextKind::PriorArg)?);
                self.way_out(&flag, &prior)
            }
            _ => None,
        }
    }

    /// What to do about two arguments that do not go together.
    fn way_out(self, one: &str, other: &str) -> Option<String> {
        let both = [one, other];
        let is = |start: &str| both.iter().any(|argument| argument.starts_with(start));
        let wants_several = one == other && is("--evaluator") && self.command_name() == "score";
        let several = "`renju compare` compares several evaluators: -e NAME -e NAME";
        wants_several.then(|| several.to_owned())
    }

    /// What to do with a file or a folder in the place of a command.
    fn meant_file(self, name: &str) -> Option<String> {
        let above = self.command();
        let path = Path::new(name);
        if is_weights(name) {
            let weights =
                format!("weights are for -e, such as `renju score -e {name} -m \"h8 i9\"`");
            return Some(weights);
        }
        if !path.exists() && name.contains(['.', '/']) {
            let known = "--help lists the commands; `renju FILE` shows what a file holds";
            return Some(close_name(path).unwrap_or_else(|| known.to_owned()));
        }
        if name == "-" || path.is_file() {
            let takes_files = |command: &&Command| {
                let mut arguments = command.get_arguments();
                arguments.any(|arg| arg.get_id() == "positions")
            };
            let commands = above.get_subcommands().filter(takes_files);
            let names: Vec<&str> = commands.map(Command::get_name).collect();
            let batch = if above.get_name() == "batch" {
                "batch "
            } else {
                ""
            };
            return Some(format!(
                "put the file after a command, such as `renju {batch}forbidden {name}`; positions are read by {}",
                names.join(", ")
            ));
        }
        path.is_dir()
            .then(|| format!("`renju batch forbidden {name}` reads a folder"))
    }

    /// The values of an argument such as `<SHELL>`, if there are few.
    fn possible_values(self, argument: &str) -> Option<String> {
        let name = argument.trim_matches(['<', '>']);
        let mut arguments = self.command().get_arguments();
        let found = arguments.find(|arg| {
            let mut names = arg.get_value_names().into_iter().flatten();
            names.any(|known| known == name)
        })?;
        let values = found.get_possible_values();
        let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        (!names.is_empty()).then(|| format!("one of {}", names.join(", ")))
    }

    /// What was meant in a batch by a flag that its question has alone.
    fn meant_in_batch(self, flag: &str) -> Option<String> {
        let question = self.command().get_name();
        if self.command_name() != "batch" || !self.commands_with(flag).contains(&question) {
            return None;
        }
        Some(match flag {
            "-o" | "--output" => "did you mean --out?".to_owned(),
            _ => format!("it is a flag of `renju {question}`, which answers for single positions"),
        })
    }

    /// What was meant by an argument that the command does not have.
    fn meant_by(self, argument: &str) -> Option<String> {
        if !argument.starts_with('-') {
            let is_card = self.command_name() == "evaluators";
            return is_card.then(|| format!("did you mean --card {argument}?"));
        }
        let others = self.commands_with(argument);
        Some(if others.is_empty() {
            "--help lists the flags of a command".to_owned()
        } else {
            format!("it is a flag of {}", others.join(", "))
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

/// The flag that the error is about, without dashes.
pub(super) fn flag_at_fault(error: &clap::Error) -> Option<String> {
    let flag = said(error, ContextKind::InvalidArg)?;
    let name = flag.split(' ').next()?;
    Some(name.trim_start_matches('-').to_owned())
}

/// What an error says of its circumstances; several values with commas between them.
fn said(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) if !texts.is_empty() => Some(texts.join(", ")),
        _ => None,
    }
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

    const MISTAKES: &[(&str, &str)] = &[
        (
            "renju score --top x",
            "invalid value 'x' for '--top <N>': a number from 1 to 1000000 is needed",
        ),
        (
            "renju show --size 9 -s 13",
            "the argument '--size <N>' cannot be used multiple times",
        ),
        (
            "renju shwo",
            "unrecognized subcommand 'shwo'; did you mean show?",
        ),
        (
            "renju show --size",
            "a value is required for '--size <N>' but none was supplied",
        ),
        (
            "renju bench --quick=3",
            "unexpected value '3' for '--quick' found; no more were expected",
        ),
        (
            "renju score --top -1",
            "invalid value '-1' for '--top <N>': a number from 1 to 1000000 is needed",
        ),
        (
            "renju evaluators --toml",
            "the following required arguments were not provided: --card <NAME>",
        ),
        (
            "renju show --frobnicate",
            "unexpected argument '--frobnicate' found; --help lists the flags of a command",
        ),
        (
            "renju batch forbidden x --at H8",
            "unexpected argument '--at' found; it is a flag of `renju forbidden`, which answers for single positions",
        ),
        (
            "renju judge",
            "unrecognized subcommand 'judge'; did you mean forbidden?",
        ),
        (
            "renju win",
            "unrecognized subcommand 'win'; did you mean vcf or vct?",
        ),
        (
            "renju xyzzy",
            "unrecognized subcommand 'xyzzy'; --help lists the commands",
        ),
        (
            "renju gmae.txt",
            "there is no file gmae.txt; --help lists the commands; `renju FILE` shows what a file holds",
        ),
        (
            "renju search --multipv 3",
            "unexpected argument '--multipv' found; did you mean --lines?",
        ),
        (
            "renju vcf --depth 3",
            "unexpected argument '--depth' found; did you mean --max-plies?",
        ),
        (
            "renju show -j 0",
            "invalid value '0' for '--threads <N>': a number from 1 to 256 is needed",
        ),
        (
            "renju show -q -v",
            "the argument '--quiet' cannot be used with '--verbose'",
        ),
        (
            "renju show --lagn zh",
            "unexpected argument '--lagn' found; did you mean --lang?",
        ),
        (
            "renju vcf --max-plies -1",
            "invalid value '-1' for '--max-plies <N>': a number from 1 to 65535 is needed",
        ),
        (
            "renju score -e a -e b",
            "the argument '--evaluator <NAME>' cannot be used multiple times; `renju compare` compares several evaluators: -e NAME -e NAME",
        ),
        (
            "renju completions",
            "the following required arguments were not provided: <SHELL>; one of bash, elvish, fish, powershell, zsh",
        ),
        (
            "renju completions bahs",
            "invalid value 'bahs' for '<SHELL>' [possible values: bash, elvish, fish, powershell, zsh]; did you mean bash?",
        ),
        (
            "renju match shapes random --sprt x 5",
            "invalid value 'x' for '--sprt <ELO0> <ELO1>': invalid float literal",
        ),
        (
            "renju batch Cargo.lock",
            "unrecognized subcommand 'Cargo.lock'; put the file after a command, such as `renju batch forbidden Cargo.lock`; positions are read by overview, show, forbidden, patterns, score, why, compare, search, vcf, vct, game, threats",
        ),
        (
            "renju evaluators shapes",
            "unexpected argument 'shapes' found; did you mean --card shapes?",
        ),
        (
            "renju src/cli",
            "unrecognized subcommand 'src/cli'; `renju batch forbidden src/cli` reads a folder",
        ),
        (
            "renju vcf --grid",
            "unexpected argument '--grid' found; it is a flag of score",
        ),
        (
            "renju show --color red",
            "invalid value 'red' for '--color <WHEN>' [possible values: auto, always, never]",
        ),
    ];

    #[test]
    fn mistakes_are_told_with_the_way_out() {
        for &(line, expected) in MISTAKES {
            assert_eq!(message(line), expected);
        }
    }
}
