//! Translated help: picks the language before parsing and replaces clap's texts from its table.

use std::ffi::OsString;

use clap::{Arg, Command};

use super::arguments::lang_of_environment;
use super::examples;
use renju::render::Lang;

/// The language that the arguments ask for, before they are parsed: help is in it, too.
pub(super) fn lang_of(arguments: &[OsString]) -> Lang {
    let arguments: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let behind = |place: usize| arguments.get(place + 1).copied();
    let named = (0..arguments.len()).rev().find_map(|place| {
        let word = arguments[place];
        let value = word.strip_prefix("--lang=");
        value.or_else(|| behind(place).filter(|_| word == "--lang"))
    });
    let asked = named.and_then(|name| name.parse().ok());
    asked.unwrap_or_else(lang_of_environment)
}

/// The command with its help in a language, as far as its table has it: `help.renju.about`,
/// `help.COMMAND.about`, `help.COMMAND.ARGUMENT`, and `help.global.FLAG` for flags of all commands.
pub(super) fn translated(command: Command, lang: Lang) -> Command {
    if lang == Lang::ENGLISH {
        return command; // as the sources have it
    }
    let name = command.get_name().to_owned();
    let command = match lang.find(&format!("help.{name}.about")) {
        Some(about) => command.about(about).long_about(about),
        None => command,
    };
    command
        .mut_args(|arg| translated_arg(arg, &name, lang))
        .mut_subcommands(|command| translated(command, lang))
}

/// The command with what only help shows of it, where help is asked for.
pub(super) fn explained_if_asked(command: Command, arguments: &[OsString]) -> Command {
    let asks = |word: &OsString| word == "--help" || word == "-h" || word == "help";
    if arguments.iter().any(asks) {
        examples::with_examples(command)
    } else {
        command
    }
}

fn translated_arg(arg: Arg, command: &str, lang: Lang) -> Arg {
    match lang.find(&key_of(&arg, command)) {
        Some(help) => arg.help(help).long_help(help),
        None => arg,
    }
}

/// The key of the help of an argument.
fn key_of(arg: &Arg, command: &str) -> String {
    let table = if arg.is_global_set() {
        "global"
    } else {
        command
    };
    format!("help.{table}.{}", arg.get_id())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::cli::program::Cli;

    fn keys_of(command: &Command, keys: &mut BTreeSet<String>) {
        let name = command.get_name();
        keys.insert(format!("help.{name}.about"));
        keys.extend(command.get_arguments().map(|arg| key_of(arg, name)));
        for command in command.get_subcommands() {
            keys_of(command, keys);
        }
    }

    #[test]
    fn every_help_text_of_a_table_belongs_to_a_command_or_an_argument() {
        let mut known = BTreeSet::new();
        keys_of(&Cli::command(), &mut known);
        for lang in Lang::all() {
            for key in lang.keys().filter(|key| key.starts_with("help.")) {
                assert!(known.contains(key), "{}: {key}", lang.name());
            }
        }
    }

    #[test]
    fn every_command_has_a_line_of_help_in_every_language() {
        for lang in Lang::all().filter(|&lang| lang != Lang::ENGLISH) {
            for command in Cli::command().get_subcommands() {
                let key = format!("help.{}.about", command.get_name());
                assert!(lang.find(&key).is_some(), "{}: {key}", lang.name());
            }
        }
    }

    #[test]
    fn help_is_in_the_language_that_is_asked_for() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let chinese = lang_of(&words("renju --lang en --help --lang=zh"));
        assert_eq!(chinese.name(), "zh");
        assert_eq!(lang_of(&words("renju --lang en show")).name(), "en");
        let command = translated(Cli::command(), chinese);
        let show = command.find_subcommand("show").unwrap();
        assert_eq!(
            show.get_about().unwrap().to_string(),
            "显示程序所读到的局面"
        );
    }
}
