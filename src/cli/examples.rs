//! What `--help` and the manual pages show of each command beside its arguments: examples, and
//! of the flags of all commands those that do something there.

use std::collections::BTreeMap;

use clap::Command;
use renju::render::Lang;

/// The examples of each command, by its name; those of `batch` by `batch NAME`.
fn examples() -> BTreeMap<String, Vec<String>> {
    toml::from_str(include_str!("examples.toml")).expect("the tests read it")
}

/// The flags of all commands that say what a position is and how it is read, without the rule,
/// which an engine takes as well.
const POSITION: &[&str] = &[
    "size",
    "to_move",
    "pick",
    "from",
    "origin",
    "letters",
    "stones",
    "pairs",
    "strict_fields",
    "encoding",
    "play",
    "variations",
];

/// The commands that are not about positions of the input.
const WITHOUT_POSITION: [&str; 7] = [
    "completions",
    "man",
    "schema",
    "engine",
    "evaluators",
    "bench",
    "diff",
];

/// The flags of all commands that do nothing for these commands. The rest have a position, and a
/// form of the output.
const IDLE: &[(&[&str], &[&str])] = &[
    (&WITHOUT_POSITION, POSITION),
    (&WITHOUT_POSITION, &["timing", "quiet"]),
    (
        &[
            "completions",
            "man",
            "schema",
            "evaluators",
            "bench",
            "diff",
        ],
        &["verbose"],
    ),
    (&["completions", "man", "engine"], &["json", "color"]),
    (&["completions", "engine"], &["lang"]),
    (&["schema"], &["color", "lang"]),
    (
        &[
            "completions",
            "man",
            "schema",
            "evaluators",
            "bench",
            "diff",
        ],
        &["rule"],
    ),
    (
        &[
            "completions",
            "man",
            "schema",
            "evaluators",
            "diff",
            "show",
            "forbidden",
            "patterns",
            "score",
            "compare",
            "vcf",
            "vct",
        ],
        &["threads"],
    ),
];

/// The first examples of a command, those of `batch` by `batch NAME`.
pub(super) fn examples_of(name: &str) -> Vec<String> {
    const FEW: usize = 2;
    let mut found = all_of(name);
    found.truncate(FEW);
    found
}

/// All examples of a command, those of `batch` by `batch NAME`.
pub(super) fn all_of(name: &str) -> Vec<String> {
    examples().remove(name).unwrap_or_default()
}

/// The program with what its help shows beside the arguments.
pub(super) fn with_examples(program: Command, lang: Lang) -> Command {
    let mut program = program;
    program.build();
    explained(program, "", lang, &examples())
}

/// The name of a command below another.
fn name_below(parent: &str, command: &Command) -> String {
    match parent {
        "batch" => format!("batch {}", command.get_name()),
        _ => command.get_name().to_owned(),
    }
}

fn explained(
    command: Command,
    parent: &str,
    lang: Lang,
    examples: &BTreeMap<String, Vec<String>>,
) -> Command {
    let name = name_below(parent, &command);
    let idle = IDLE.iter().filter(|(names, _)| names.contains(&&*name));
    let idle: Vec<&str> = idle.flat_map(|(_, flags)| flags.iter().copied()).collect();
    let mut command = match examples.get(&name) {
        Some(lines) => {
            let after = command.get_after_help().map(ToString::to_string);
            let after = after.map_or(String::new(), |text| text + "\n\n");
            let lines = lines.join("\n  ");
            let heading = lang.text("heading.examples");
            command.after_long_help(format!("{after}{heading}\n  {lines}"))
        }
        None => command,
    };
    command = command.mut_args(|arg| {
        let is_idle = idle.contains(&arg.get_id().as_str());
        if is_idle { arg.hide(true) } else { arg }
    });
    command.mut_subcommands(|below| explained(below, &name, lang, examples))
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::cli::program::Cli;

    fn names(command: &Command, parent: &str, found: &mut Vec<String>) {
        let name = name_below(parent, command);
        for below in command.get_subcommands() {
            names(below, &name, found);
        }
        found.push(name);
    }

    #[test]
    fn every_command_has_examples_that_can_be_typed() {
        let mut known = Vec::new();
        names(&Cli::command(), "", &mut known);
        let examples = examples();
        for name in &known {
            assert!(examples.contains_key(name), "no examples of {name}");
        }
        for (name, lines) in examples {
            assert!(known.contains(&name) && lines.len() >= 2, "{name}");
            for line in &lines {
                assert!(line.len() < 78, "{line} does not fit a screen");
                let typed = line.split(" > ").next().unwrap();
                let words = shlex::split(typed).unwrap();
                let read = Cli::try_parse_from(words);
                assert!(read.is_ok(), "{line}: {}", read.unwrap_err());
                let files = shlex::split(typed).unwrap();
                for file in files.iter().filter(|word| word.starts_with("positions")) {
                    assert!(std::path::Path::new(file).exists(), "{line}: no {file}");
                }
            }
        }
    }

    #[test]
    fn help_shows_only_flags_that_do_something() {
        let mut program = with_examples(Cli::command(), Lang::ENGLISH);
        let mut help = |name: &str| {
            let command = program.find_subcommand_mut(name).unwrap();
            command.render_long_help().to_string()
        };
        let man = help("man");
        assert!(
            !man.contains("--rule") && man.contains("renju man >"),
            "{man}"
        );
        assert!(help("forbidden").contains("--rule"));
        assert!(!help("forbidden").contains("--threads"));
        assert!(help("search").contains("--threads"));
    }
}
