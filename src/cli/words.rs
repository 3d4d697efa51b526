//! What newcomers call commands and flags, by meaning; and the command of a position without one.

use std::ffi::OsString;
use std::path::Path;

use clap::{Arg, Command};

use super::input::{is_pasted, is_there, is_weights};
use renju::geometry::Point;
use renju::notation::{ParseOptions, parse_moves};

/// Words for what a command does, which is no name of one.
const COMMANDS: &[(&str, &str)] = &[
    (
        "search",
        "analyze analyse analysis best bestmove hint suggest think go pv",
    ),
    (
        "overview",
        "info status who what opening openings summary describe",
    ),
    ("why", "explain reason because"),
    ("score", "eval evaluate evaluation value rate"),
    (
        "vcf or vct",
        "solve solver mate win wins prove puzzle tactics",
    ),
    (
        "game",
        "review annotate mistakes mistake blunders missed accuracy",
    ),
    (
        "show",
        "draw image picture png svg print view display render",
    ),
    ("forbidden", "fouls foul judge legal illegal allowed"),
    ("forbidden --at H8", "is may can"),
    ("threats", "threat defend defence defense danger"),
    ("patterns", "shapes shape pattern"),
    ("convert", "export save translate"),
    ("match", "tournament versus duel arena"),
    ("check", "test suite"),
    ("engine", "uci server serve gomocup protocol"),
    ("evaluators", "weights engines"),
];

/// Words for flags that are no names of them, by the flag that a command may have.
const FLAGS: &[(&str, &str)] = &[
    ("--lines", "multipv pv pvs top best variations"),
    ("--top", "lines multipv best"),
    ("--time", "movetime limit timeout seconds budget"),
    ("--nodes", "visits playouts"),
    ("--threads", "cores workers jobs cpus"),
    ("--move", "ply turn after number"),
    ("--max-plies", "depth length"),
    ("--output", "png svg image picture plot out"),
    ("--only", "searchmoves restrict at"),
    ("--at", "point points field square only"),
    ("--to-move", "side colour player"),
    ("--size", "boardsize board-size"),
    ("--evaluator", "eval evaluation weights"),
    ("--hash", "memory tt"),
    ("--json", "format jsonl"),
];

/// The entry of a table that a word stands in.
fn meant<'t>(table: &'t [(&str, &str)], word: &str) -> impl Iterator<Item = &'t str> {
    let word = word.trim_start_matches('-').to_lowercase();
    let has_it = move |words: &str| words.split(' ').any(|other| other == word);
    let entries = table.iter().filter(move |(_, words)| has_it(words));
    entries.map(|(meant, _)| *meant)
}

/// The command that a word means.
pub(super) fn meant_command(word: &str) -> Option<&'static str> {
    meant(COMMANDS, word).next()
}

/// The flag of a command that a word means.
pub(super) fn meant_flag(word: &str, command: &Command, program: &Command) -> Option<String> {
    let is_flag = |arg: &Arg, flag: &str| arg.get_long() == flag.strip_prefix("--");
    let has = |command: &Command, flag: &str| command.get_arguments().any(|arg| is_flag(arg, flag));
    let is_there = |flag: &&str| has(command, flag) || has(program, flag);
    let flag = meant(FLAGS, word).find(is_there)?;
    Some(match flag {
        "--output" => "-o FILE.png or -o FILE.svg".to_owned(),
        flag => flag.to_owned(),
    })
}

/// The words with the command `overview` where a position stands in the place of one: a file, standard
/// input, the address of a board, or moves.
pub(super) fn with_command(words: Vec<OsString>, program: &Command) -> Vec<OsString> {
    let mut words = with_lang_last(words, program);
    let Some(first) = words.get(1).and_then(|word| word.to_str()) else {
        if words.len() == 1 && is_redirected() {
            words.extend(["overview".into(), "-".into()]);
        }
        return words;
    };
    let is_command = program
        .get_subcommands()
        .any(|command| command.get_name() == first);
    if ["-m", "--moves"].contains(&first) {
        words.insert(1, "overview".into());
        return words;
    }
    let is_flag = first.starts_with('-') && first != "-";
    if is_command || is_flag || is_weights(first) || first == "help" || Path::new(first).is_dir() {
        return words;
    }
    if is_there(Path::new(first)) {
        words.insert(1, "overview".into());
        return words;
    }
    let is_move = |word: &&OsString| {
        let word = word.to_str().unwrap_or_default();
        let moves = parse_moves(word, &ParseOptions::default());
        let begins = |(first, _): (&str, &str)| first.parse::<Point>().is_ok();
        word.trim().split_once(' ').is_some_and(begins)
            || moves.is_ok_and(|game| !game.moves.is_empty())
            || is_pasted(word)
    };
    let count = words[1..].iter().take_while(is_move).count();
    if count > 0 {
        let moves: Vec<String> = words
            .drain(1..=count)
            .filter_map(|word| word.into_string().ok())
            .collect();
        let command = ["overview", "-m", &moves.join(" ")].map(OsString::from);
        words.splice(1..1, command);
    }
    words
}

/// The words with a language that stands before a position behind it, unless files follow `--`.
fn with_lang_last(mut words: Vec<OsString>, program: &Command) -> Vec<OsString> {
    let first = words.get(1).and_then(|word| word.to_str());
    let count = match first.unwrap_or_default() {
        "--lang" => 2,
        word if word.starts_with("--lang=") => 1,
        _ => return words,
    };
    let next = words.get(1 + count).and_then(|word| word.to_str());
    let is_position = next.is_some_and(|next| {
        let is_flag = next.starts_with('-') && next != "-";
        !is_flag && next != "help" && program.find_subcommand(next).is_none()
    });
    if is_position && !words.iter().any(|word| word == "--") {
        words[1..].rotate_left(count);
    }
    words
}

/// The words with `--crop C3:K12` and `--number 1..20` as one each. Both flags stand alone as well, so
/// that a file behind them is none of theirs.
pub(super) fn with_values_joined(words: Vec<OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for word in words {
        let flag = joined.last().and_then(|last| last.to_str());
        let is_value = word.to_str().is_some_and(|word| match flag {
            Some("--crop") => word.contains(':') && !word.contains('/'),
            Some("--number") => ["all", "none"].contains(&word) || word.contains(".."),
            _ => false,
        });
        if is_value
            && !is_there(Path::new(&word))
            && let Some(flag) = joined.last_mut()
        {
            flag.push("=");
            flag.push(word);
        } else {
            joined.push(word);
        }
    }
    joined
}

/// Whether standard input is a file or a pipe in which there is something.
#[cfg(unix)]
fn is_redirected() -> bool {
    use std::io::{BufRead, stdin};
    use std::os::unix::fs::FileTypeExt;

    let kind = Path::new("/dev/stdin").metadata();
    let can_have = kind.is_ok_and(|found| found.is_file() || found.file_type().is_fifo());
    can_have
        && stdin()
            .lock()
            .fill_buf()
            .is_ok_and(|begin| !begin.is_empty())
}

/// Whether standard input is a file or a pipe, which is not known here.
#[cfg(not(unix))]
fn is_redirected() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::program::Cli;

    #[test]
    fn words_mean_commands_and_flags_that_are_there() {
        let program = Cli::command();
        let is_command = |name: &str| program.find_subcommand(name).is_some();
        for (meant, words) in COMMANDS {
            let names = meant
                .split(" or ")
                .filter_map(|name| name.split(' ').next());
            assert!(names.clone().all(is_command), "{meant}");
            assert!(!words.split(' ').any(is_command), "{words}");
        }
        for (flag, _) in FLAGS {
            let mut commands = program.get_subcommands().chain([&program]);
            let long = flag.strip_prefix("--");
            let has_it =
                |command: &Command| command.get_arguments().any(|arg| arg.get_long() == long);
            assert!(commands.any(has_it), "{flag}");
        }
    }

    #[test]
    fn values_that_may_be_left_out_are_joined_to_their_flags() {
        let joined = |line: &str| {
            let words = with_values_joined(line.split(' ').map(OsString::from).collect());
            words.join(std::ffi::OsStr::new(" ")).into_string().unwrap()
        };
        for (line, expected) in [
            ("show --crop C3:K12 x.txt", "show --crop=C3:K12 x.txt"),
            ("show --crop Z9:A1", "show --crop=Z9:A1"),
            (
                "show --crop x.txt --number 1..20",
                "show --crop x.txt --number=1..20",
            ),
            (
                "show --number none a --number",
                "show --number=none a --number",
            ),
            (
                "show --crop h8 --number Cargo.toml",
                "show --crop h8 --number Cargo.toml",
            ),
        ] {
            assert_eq!(joined(line), expected);
        }
    }

    #[test]
    fn a_position_without_a_command_is_asked_what_it_is() {
        let program = Cli::command();
        let with = |line: &[&str]| {
            let words = line.iter().map(OsString::from).collect();
            let words = with_command(words, &program).into_iter();
            words
                .map(|word| word.into_string().unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            with(&["renju", "Cargo.lock", "-v"])[1..],
            ["overview", "Cargo.lock", "-v"]
        );
        assert_eq!(
            with(&["renju", "h8", "i9", "--json"])[1..],
            ["overview", "-m", "h8 i9", "--json"]
        );
        assert_eq!(with(&["renju", "https://a.b/#/h8i9"])[1], "overview");
        assert_eq!(
            with(&["renju", "--lang", "zh", "h8", "i9"])[1..],
            ["overview", "-m", "h8 i9", "--lang", "zh"]
        );
        let help = ["renju", "--lang", "zh", "help", "vcf"];
        assert_eq!(with(&help), help);
        for line in [
            ["renju", "show"],
            ["renju", "src"],
            ["renju", "--json"],
            ["renju", "five.toml"],
        ] {
            assert_eq!(with(&line), line);
        }
    }
}
