//! Help that fits a screen: the program in 24 lines, a command in 24 lines, the flags of all commands.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write;

use clap::{Arg, Command};
use console::{measure_text_width, truncate_str};

use super::arguments::{columns_of_environment, terminal_columns};
use super::{examples, usage};
use renju::render::{Lang, folded};

/// Lines and columns of the smallest terminal that is thought of.
const SCREEN: (usize, usize) = (24, 80);

/// Columns of the terminal, as far as they are used.
fn columns() -> usize {
    let columns = terminal_columns().or_else(columns_of_environment);
    columns.unwrap_or(SCREEN.1).clamp(SCREEN.1 / 2, SCREEN.1)
}

/// The help of a screen that these words ask for: none at all, `-h`, or `help flags`.
pub(super) fn asked(words: &[OsString], program: &Command, lang: Lang) -> Option<String> {
    let is_lang = |name: &str| name.parse::<Lang>().is_ok();
    let mut typed: Vec<&str> = words
        .iter()
        .skip(1)
        .filter_map(|word| word.to_str())
        .filter(|word| !word.strip_prefix("--lang=").is_some_and(is_lang))
        .collect();
    // A language asks for nothing by itself.
    let is_named = |two: &[&str]| two[0] == "--lang" && is_lang(two[1]);
    if let Some(place) = typed.windows(2).position(is_named) {
        typed.drain(place..place + 2);
    }
    let commands = usage::typed_commands(words, program);
    match typed[..] {
        [] | ["-h" | "-v" | "-q"] => Some(lang.text("first_screen.text").to_owned()),
        ["flags"] | ["help", "flags", ..] => Some(flags_of_all(program, lang)),
        _ if typed.contains(&"-h") => {
            let (_, command) = commands.last()?;
            let names: Vec<&str> = commands
                .iter()
                .map(|(_, command)| command.get_name())
                .collect();
            Some(of_command(command, &names.join(" "), lang, columns()))
        }
        _ => None,
    }
}

/// A command in as many lines as a screen has, of this many columns.
fn of_command(command: &Command, name: &str, lang: Lang, columns: usize) -> String {
    let about = command.get_about().map(ToString::to_string);
    let about = shortened(&about.unwrap_or_default(), columns - 1);
    let [usage, colon] = [lang.text("short_help.usage"), lang.text("list.colon")];
    let mut text = format!(
        "{about}\n\n{usage}{colon}renju {name} {}\n\n",
        places(command)
    );
    let examples = examples::examples_of(name);
    // About, usage, examples and the last line, with blank lines between them and one for the prompt.
    let room = SCREEN.0 - 9 - examples.len();
    let rows = rows_of(command);
    let shown = if rows.len() > room { room - 1 } else { room };
    let lefts = rows.iter().map(|(left, _)| measure_text_width(left));
    let width = lefts.max().unwrap_or(0).min(26);
    for (left, right) in rows.iter().take(shown) {
        let gap = " ".repeat(width.saturating_sub(measure_text_width(left)));
        let begin = format!("  {left}{gap}  ");
        let room = (columns - 1).saturating_sub(measure_text_width(&begin));
        let _ = writeln!(text, "{begin}{}", shortened(right, room));
    }
    if rows.len() > shown {
        let more = lang.format("short_help.rest", &[("count", &(rows.len() - shown))]);
        let _ = writeln!(text, "  {more}");
    }
    let _ = write!(
        text,
        "\n{}{}\n",
        lang.text("short_help.examples"),
        colon.trim_end()
    );
    for example in examples {
        let _ = writeln!(text, "  {example}");
    }
    let more = lang.format("short_help.more", &[("name", &name)]);
    let _ = writeln!(text, "\n{more}");
    text
}

/// What a command takes behind its name, in short.
fn places(command: &Command) -> String {
    if command.has_subcommands() {
        return "COMMAND".to_owned();
    }
    let flags = std::iter::once("[FLAGS]".to_owned());
    let places = flags.chain(command.get_positionals().map(place));
    places.collect::<Vec<_>>().join(" ")
}

/// The commands below a command and its flags, each with what it says; the most important ones come
/// first.
fn rows_of(command: &Command) -> Vec<(String, String)> {
    let below = command.get_subcommands().map(|below| {
        let about = below.get_about().map(ToString::to_string);
        (below.get_name().to_owned(), about.unwrap_or_default())
    });
    let own = command.get_arguments().filter(|arg| {
        let is_named = matches!(arg.get_id().as_str(), "help" | "version");
        !is_named && !arg.is_global_set() && !arg.is_hide_set()
    });
    let of_question = |arg: &&Arg| !SHARED.split(' ').any(|id| arg.get_id() == id);
    let (first, last): (Vec<&Arg>, Vec<&Arg>) = own.partition(of_question);
    let args = first.into_iter().chain(last);
    below
        .chain(args.map(|arg| (signature(arg), summary(arg))))
        .collect()
}

/// Flags that many commands have, which come last.
const SHARED: &str = "csv watch board output theme crop scale numbered labels force width \
    hash check_minimax plain trace trace_nodes trace_depth trace_path positions moves";

/// Where a file or word stands in the usage: `OLD`, `[POSITION]..`.
fn place(arg: &Arg) -> String {
    let name = arg.get_value_names().and_then(<[_]>::first);
    bracketed(arg, name.map_or("VALUE", |name| name.as_str()))
}

/// In brackets, unless it must be there; with dots where there may be many.
pub(super) fn bracketed(arg: &Arg, text: &str) -> String {
    let is_many = arg
        .get_num_args()
        .is_some_and(|count| count.max_values() > 1);
    let dots = if is_many { ".." } else { "" };
    if arg.is_required_set() {
        format!("{text}{dots}")
    } else {
        format!("[{text}]{dots}")
    }
}

/// How a flag is typed: `-e, --evaluator <NAME>`.
fn signature(arg: &Arg) -> String {
    let value = arg
        .get_value_names()
        .filter(|_| arg.get_action().takes_values());
    let value = value.and_then(<[_]>::first).map(|name| format!(" {name}"));
    let value = value.unwrap_or_default();
    match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(long)) => format!("-{short}, --{long}{value}"),
        (None, Some(long)) => format!("--{long}{value}"),
        (Some(short), None) => format!("-{short}{value}"),
        (None, None) => value.trim_start().to_owned(),
    }
}

/// The first sentence of its help.
fn summary(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let end = help
        .match_indices(['\n', ';', '；'])
        .map(|(end, _)| end)
        .find(|&end| is_whole(&help[..end]));
    help[..end.unwrap_or(help.len())].trim().to_owned()
}

/// As many clauses of a sentence as there is room for, or its beginning.
fn shortened(sentence: &str, room: usize) -> String {
    let fits = |text: &str| measure_text_width(text) <= room;
    let ends = sentence.rmatch_indices([',', ':', '(', '[', '，', '：', '（', '；']);
    let clauses = ends.map(|(end, _)| sentence[..end].trim_end());
    let mut whole = std::iter::once(sentence).chain(clauses);
    let found = whole.find(|text| fits(text) && is_whole(text));
    match found.filter(|found| 2 * measure_text_width(found) > room) {
        Some(clauses) => clauses.to_owned(),
        None => truncate_str(sentence, room, "..").into_owned(),
    }
}

/// Whether it ends outside of brackets.
fn is_whole(text: &str) -> bool {
    let count = |signs: [char; 3]| text.matches(signs).count();
    count(['(', '（', '[']) == count([')', '）', ']'])
}

/// The flags of every command, under their headings.
fn flags_of_all(program: &Command, lang: Lang) -> String {
    let mut headings: BTreeMap<&str, Vec<&Arg>> = BTreeMap::new();
    for arg in program.get_arguments().filter(|arg| arg.is_global_set()) {
        headings
            .entry(arg.get_help_heading().unwrap_or_default())
            .or_default()
            .push(arg);
    }
    let mut text = format!("{}\n", lang.text("short_help.flags_of_all"));
    for (heading, args) in headings {
        let _ = write!(text, "\n{heading}{}\n", lang.text("list.colon").trim_end());
        for arg in args {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let help = folded(&format!("      {help}"), columns(), 6).join("\n");
            let _ = writeln!(text, "  {}\n{help}", signature(arg));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::program::Cli;

    fn fits(text: &str, what: &str) {
        assert!(text.lines().count() < SCREEN.0, "{what}:\n{text}");
        for line in text.lines() {
            assert!(measure_text_width(line) < SCREEN.1, "{what}: {line}");
        }
    }

    #[test]
    fn every_short_help_fits_a_screen_in_every_language() {
        for lang in Lang::all() {
            let program = crate::cli::help::translated(Cli::command(), lang);
            let first = lang.text("first_screen.text");
            fits(first, lang.name());
            for command in program.get_subcommands() {
                let name = command.get_name();
                assert!(first.contains(name), "{name}");
                fits(&of_command(command, name, lang, SCREEN.1), name);
                for below in command.get_subcommands() {
                    let name = format!("{name} {}", below.get_name());
                    fits(&of_command(below, &name, lang, SCREEN.1), &name);
                }
            }
        }
    }

    #[test]
    fn help_of_a_screen_is_what_is_asked_for() {
        let program = Cli::command();
        let of = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            asked(&words, &program, Lang::ENGLISH)
        };
        assert!(of("renju").is_some() && of("renju -h").is_some());
        assert!(of("renju --lang zh").is_some() && of("renju --lang=ja -h").is_some());
        assert!(of("renju search -h").unwrap().contains("--lines"));
        assert!(
            of("renju batch vcf -h")
                .unwrap()
                .contains("renju batch vcf")
        );
        assert!(of("renju help flags").unwrap().contains("--letters"));
        assert!(of("renju search --help").is_none() && of("renju show x").is_none());
    }
}
