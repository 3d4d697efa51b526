//! The pages of the manual: what the parser knows, and the other sections that such a page has.

use std::io;

use clap::{Arg, Command};
use clap_mangen::Man;
use unicode_width::UnicodeWidthChar;

use super::examples;
use super::short_help::bracketed;
use renju::render::Lang;

/// The exit codes, as [`super::Exit`] has them.
const EXIT_CODES: [(&str, &str); 6] = [
    ("0", "Done; the answer of a yes/no question is yes."),
    ("1", "Done; the answer is no."),
    ("2", "Wrong usage, unreadable input, impossible position."),
    (
        "3",
        "Some records of a batch, or answers of an evaluator, are missing.",
    ),
    ("4", "It is not known: a limit was reached."),
    ("130", "Interrupted by Ctrl-C."),
];

/// What of the environment changes what the program does.
const ENVIRONMENT: [(&str, &str); 6] = [
    (
        "RENJU_CONFIG",
        "A TOML file with defaults of flags, such as rule = \"renju\".",
    ),
    (
        "LC_ALL, LC_MESSAGES, LANG",
        "The language of the output, unless --lang names it.",
    ),
    (
        "NO_COLOR",
        "No colours, unless --color always asks for them.",
    ),
    (
        "CLICOLOR_FORCE",
        "Colours also where the output is no terminal.",
    ),
    (
        "TERM",
        "No colours if it is dumb, or on Unix empty or not set.",
    ),
    ("COLUMNS", "Columns of the output where it is no terminal."),
];

/// A page of the manual, for the program or a command below it.
pub(super) fn page(command: &Command, name: &str, lang: Lang) -> io::Result<Vec<u8>> {
    let title = if name.is_empty() {
        "renju".to_owned()
    } else {
        format!("renju-{}", name.replace(' ', "-"))
    };
    let man = Man::new(command.clone())
        .title(title)
        .source(format!("renju {}", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    // Lines that end where their words do: flags and points have no room for blanks.
    page.extend(b".ad l\n");
    man.render_name_section(&mut page)?;
    section(&mut page, "SYNOPSIS", &synopsis(command, name));
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    for (heading, rows) in [
        ("EXIT STATUS", &EXIT_CODES[..]),
        ("ENVIRONMENT", &ENVIRONMENT[..]),
    ] {
        let row = |(what, says): &(&str, &str)| {
            format!(".TP\n.B {what}\n{}\n", in_roff(&lang.translate(says)))
        };
        let rows: String = rows.iter().map(row).collect();
        section(&mut page, heading, &rows);
    }
    let examples = examples::all_of(name);
    if !examples.is_empty() {
        let lines: Vec<String> = examples.iter().map(|line| in_roff(line)).collect();
        let lines = format!(".nf\n{}\n.fi\n", lines.join("\n"));
        section(&mut page, "EXAMPLES", &lines);
    }
    let page = with_headings(&String::from_utf8_lossy(&page), lang);
    Ok(breakable(&page).into_bytes())
}

/// Lets a formatter break lines between letters of a script without blanks, such as Chinese, and put no blank
/// where help was folded between two of them.
fn breakable(page: &str) -> String {
    const OPENING: &str = "（「『【";
    const CLOSING: &str = "）」』】，。、；：！？";
    let is_wide = |sign: char| sign.width() == Some(2);
    let is_break = |[left, right]: [char; 2]| {
        is_wide(left) && is_wide(right) && !OPENING.contains(left) && !CLOSING.contains(right)
    };
    let mut text = String::with_capacity(page.len());
    let (mut before, mut is_request) = ('\n', true);
    let mut signs = page.chars().peekable();
    while let Some(sign) = signs.next() {
        let next = signs.peek().copied().unwrap_or('\n');
        if sign == '\n' && !is_request && is_wide(before) && is_wide(next) {
            continue;
        }
        if text.is_empty() || text.ends_with('\n') {
            is_request = sign == '.';
        }
        if !is_request && is_break([before, sign]) {
            text += "\\:";
        }
        text.push(sign);
        before = sign;
    }
    text
}

fn section(page: &mut Vec<u8>, heading: &str, text: &str) {
    page.extend(format!(".SH {heading}\n{text}").into_bytes());
}

/// The headings of sections in a language.
fn with_headings(page: &str, lang: Lang) -> String {
    let line = |line: &str| match line.strip_prefix(".SH ") {
        Some(heading) => format!(".SH {}\n", lang.translate(heading.trim_matches('"'))),
        None => format!("{line}\n"),
    };
    page.lines().map(line).collect()
}

/// How a command is called: its own flags with their values, `[FLAGS]` for those of all commands, and its
/// places.
fn synopsis(command: &Command, name: &str) -> String {
    let mut words = vec![format!("\\fBrenju {}\\fR", in_roff(name)).replace(" \\fR", "\\fR")];
    let is_own = |arg: &&Arg| {
        let is_shown = !arg.is_hide_set() && !arg.is_global_set() && !arg.is_positional();
        is_shown && !["help", "version"].contains(&arg.get_id().as_str())
    };
    let own = command.get_arguments().filter(is_own);
    words.extend(own.map(|arg| bracketed(arg, &flag(arg))));
    words.push("[FLAGS]".to_owned());
    let places = command.get_positionals();
    words.extend(places.map(|arg| bracketed(arg, &value(arg))));
    if command.has_subcommands() {
        words.push("COMMAND".to_owned());
    }
    words.join("\n") + "\n"
}

/// `-e NAME`, or `--top N` where it has no letter.
fn flag(arg: &Arg) -> String {
    let letter = arg.get_short().map(|letter| format!("-{letter}"));
    let name = letter.or_else(|| Some(format!("--{}", arg.get_long()?)));
    let name = in_roff(&name.unwrap_or_default());
    match value(arg) {
        _ if !arg.get_action().takes_values() => format!("\\fB{name}\\fR"),
        value => format!("\\fB{name}\\fR \\fI{value}\\fR"),
    }
}

fn value(arg: &Arg) -> String {
    let name = arg.get_value_names().and_then(<[_]>::first);
    in_roff(&name.map_or_else(String::new, ToString::to_string))
}

/// A text of which nothing is a command of roff.
fn in_roff(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) {
        format!("\\&{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_lines_can_be_broken_and_are_joined_without_a_blank() {
        let page = ".SH 名称\n寻找\n必胜，黑\nrenju 白\n.PP\n";
        assert_eq!(
            breakable(page),
            ".SH 名称\n寻\\:找\\:必\\:胜，\\:黑\nrenju 白\n.PP\n"
        );
    }
}
