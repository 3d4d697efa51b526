//! Translated help: picks the language before parsing and replaces clap's texts from its table.

use std::ffi::OsString;
use std::fmt::Write;

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};

use super::arguments::{columns_of_environment, lang_of_environment, terminal_columns};
use super::examples;
use renju::render::{Lang, folded};

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

/// The command with its help in a language, as far as the sentences of the language have it.
pub(super) fn translated(command: Command, lang: Lang) -> Command {
    if lang == Lang::ENGLISH {
        return command; // as the sources have it
    }
    let say = |text: &StyledStr| StyledStr::from(said(&text.to_string(), lang, 0));
    let [about, long_about] =
        [command.get_about(), command.get_long_about()].map(|text| text.map(say));
    let about = about.unwrap_or_default();
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::Help);
    let help = help.help("Print help (see a summary with '-h')");
    let command = match command.get_version() {
        Some(_) => with_version(command),
        None => command,
    };
    let command = match command.get_after_help().map(say) {
        Some(after) => command.after_help(after),
        None => command,
    };
    command
        .about(about.clone())
        .long_about(long_about.unwrap_or(about))
        .disable_help_flag(true)
        .arg(help)
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{}{}{{usage}}\n\n{{all-args}}{{after-help}}",
            lang.text("heading.usage"),
            lang.text("list.colon")
        ))
        .subcommand_help_heading(lang.text("heading.commands"))
        .mut_args(|arg| translated_arg(arg, lang))
        .mut_subcommands(|command| translated(command, lang))
}

/// The command with the flag that prints its version, which is translated like others.
fn with_version(command: Command) -> Command {
    let version = Arg::new("version").short('V').long("version");
    let version = version.action(ArgAction::Version).help("Print version");
    command.disable_version_flag(true).arg(version)
}

/// The columns that help takes at most, and those before the help of an argument.
const COLUMNS: [usize; 2] = [100, 10];

/// An English text of the help in a language, in lines that fit: those of a script without blanks would
/// not be broken.
fn said(english: &str, lang: Lang, before: usize) -> String {
    let text = lang.translate(english);
    let columns = terminal_columns().or_else(columns_of_environment);
    let columns = columns
        .unwrap_or(COLUMNS[0])
        .clamp(COLUMNS[0] / 2, COLUMNS[0]);
    let lines = text
        .split('\n')
        .flat_map(|line| folded(line, columns - before, 0));
    lines.collect::<Vec<_>>().join("\n")
}

/// The command with what only help shows of it, where help is asked for.
pub(super) fn explained_if_asked(command: Command, arguments: &[OsString], lang: Lang) -> Command {
    let asks = |word: &OsString| word == "--help" || word == "-h" || word == "help";
    if arguments.iter().any(asks) {
        let about = "Print this message or the help of the given subcommand(s)";
        let about = lang.translate(about);
        let said = |help: Command| help.about(about.clone());
        examples::with_examples(command, lang)
            .mut_subcommand("help", said)
            .mut_subcommand("batch", |batch| batch.mut_subcommand("help", said))
    } else {
        command
    }
}

/// The headings of flags, each with its key.
const OF_FLAGS: [(&str, &str); 5] = [
    ("Position", "heading.position"),
    ("Reading", "heading.reading"),
    ("Output", "heading.output"),
    ("Run", "heading.run"),
    ("Tree", "heading.tree"),
];

fn translated_arg(arg: Arg, lang: Lang) -> Arg {
    let [help, long_help] = [arg.get_help(), arg.get_long_help()]
        .map(|text| text.map(ToString::to_string).unwrap_or_default());
    let whole = if long_help.is_empty() {
        &help
    } else {
        &long_help
    };
    let mut whole = said(whole, lang, COLUMNS[1]);
    whole += &values_of(&arg, lang);
    let heading = match arg.get_help_heading() {
        None if arg.is_positional() => "heading.arguments",
        None => "heading.options",
        Some(named) => {
            let of_flags = OF_FLAGS.iter().find(|(name, _)| *name == named);
            of_flags.expect("each heading is there").1
        }
    };
    let takes_values = arg.get_action().takes_values();
    arg.help(lang.translate(&help))
        .long_help(whole)
        .help_heading(lang.text(heading))
        .hide_possible_values(takes_values)
        .hide_default_value(takes_values)
}

/// What the parser would say of the values of an argument: those there are, and the one without it.
fn values_of(arg: &Arg, lang: Lang) -> String {
    let mut text = String::new();
    if !arg.get_action().takes_values() {
        return text;
    }
    let default = arg
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy());
    let default = default.collect::<Vec<_>>().join(" ");
    if !default.is_empty() && !arg.is_hide_default_value_set() {
        let default = lang.translate(&format!("[default: {default}]"));
        let _ = write!(text, " {default}");
    }
    let values = arg.get_possible_values();
    if arg.is_hide_possible_values_set() {
        return text;
    }
    for value in values.iter().filter(|value| !value.is_hide_set()) {
        let help = value
            .get_help()
            .map(|help| lang.translate(&help.to_string()));
        let help = help.map_or(String::new(), |help| {
            lang.text("list.colon").to_owned() + &help
        });
        let _ = write!(text, "\n- {}{help}", value.get_name());
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::cli::program::Cli;

    /// What the help of a command and of those below it says in English.
    fn said(command: &Command, all: &mut BTreeSet<String>) {
        let styled = |text: Option<&StyledStr>| text.map(ToString::to_string);
        all.extend(
            [command.get_about(), command.get_long_about()]
                .into_iter()
                .filter_map(styled),
        );
        for arg in command.get_arguments() {
            all.extend(
                [arg.get_help(), arg.get_long_help()]
                    .into_iter()
                    .filter_map(styled),
            );
            let values = arg.get_possible_values();
            all.extend(values.iter().filter_map(|value| styled(value.get_help())));
        }
        for command in command.get_subcommands() {
            said(command, all);
        }
    }

    #[test]
    fn every_line_of_help_is_there_in_every_language() {
        let mut all = BTreeSet::new();
        said(&Cli::command(), &mut all);
        for lang in Lang::all().filter(|&lang| lang != Lang::ENGLISH) {
            let english: Vec<&String> = all
                .iter()
                .filter(|text| lang.translate(text) == **text)
                .collect();
            assert!(english.is_empty(), "{}: {english:#?}", lang.name());
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
            "显示程序所看到的局面"
        );
    }
}
