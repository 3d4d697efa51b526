//! Flags by the names they had before the last release, which work for one release more and say so.

use std::ffi::OsString;

use clap::Command;

/// A flag of a command that has another name now.
struct Renamed {
    command: &'static str,
    /// The word that has to stand beside it, where the command has a flag of the old name as well.
    with: Option<&'static str>,
    old: &'static str,
    new: &'static str,
}

/// `--width` is the columns of a table, `--depth` plies, `--only` points and `--tolerance` a difference
/// of values, everywhere.
const RENAMED: [Renamed; 4] = [
    Renamed::new("search", "--width", "--breadth").beside("published"),
    Renamed::new("forbidden", "--depth", "--nesting"),
    Renamed::new("diff", "--only", "--field"),
    Renamed::new("match", "--tolerance", "--time-margin"),
];

impl Renamed {
    const fn new(command: &'static str, old: &'static str, new: &'static str) -> Renamed {
        Renamed {
            command,
            with: None,
            old,
            new,
        }
    }

    const fn beside(self, with: &'static str) -> Renamed {
        let with = Some(with);
        Renamed { with, ..self }
    }

    fn note(&self) -> String {
        let Renamed {
            command, old, new, ..
        } = self;
        format!("{old} of {command} is called {new} now; the old name works until the next release")
    }
}

/// The words of a command line with the names that flags have now, and a note for each that was old.
pub(super) fn with_new_names(
    mut words: Vec<OsString>,
    program: &Command,
) -> (Vec<OsString>, Vec<String>) {
    let command = command_of(&words, program);
    let has = |word: &str| words.iter().any(|typed| is_or_sets(typed, word));
    let mut renamed = RENAMED
        .iter()
        .filter(|renamed| Some(renamed.command) == command);
    let renamed = renamed.find(|renamed| renamed.with.is_none_or(has));
    let Some(renamed) = renamed else {
        return (words, Vec::new());
    };
    let mut is_old = false;
    for word in words.iter_mut().take_while(|word| *word != "--") {
        let text = word.to_str().unwrap_or_default();
        let rest = text.strip_prefix(renamed.old);
        if let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with('=')) {
            *word = format!("{}{rest}", renamed.new).into();
            is_old = true;
        }
    }
    let note = is_old.then(|| renamed.note());
    (words, note.into_iter().collect())
}

/// The command that words name; of `batch` the question.
fn command_of<'w>(words: &'w [OsString], program: &Command) -> Option<&'w str> {
    let mut words = words.iter().skip(1).filter_map(|word| word.to_str());
    let command = words.find(|word| program.find_subcommand(word).is_some())?;
    if command != "batch" {
        return Some(command);
    }
    let batch = program.find_subcommand("batch")?;
    words.find(|word| batch.find_subcommand(word).is_some())
}

/// Whether a word is this one, or a flag with it as its value.
fn is_or_sets(typed: &OsString, word: &str) -> bool {
    let typed = typed.to_str().unwrap_or_default();
    typed == word
        || typed
            .strip_suffix(word)
            .is_some_and(|flag| flag.ends_with('='))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::program::Cli;

    #[test]
    fn an_old_name_becomes_the_new_one_where_the_flag_was_renamed() {
        let program = Cli::command();
        for (typed, expected) in [
            (
                "renju search a --algorithm=published --width 5",
                "renju search a --algorithm=published --breadth 5",
            ),
            (
                "renju --lang zh batch forbidden a --depth=0",
                "renju --lang zh batch forbidden a --nesting=0",
            ),
            (
                "renju -q diff a b --only best",
                "renju -q diff a b --field best",
            ),
            ("renju search a --width 60", "renju search a --width 60"),
            (
                "renju search forbidden --depth 4",
                "renju search forbidden --depth 4",
            ),
            ("renju diff a b -- --only", "renju diff a b -- --only"),
            ("renju", "renju"),
        ] {
            let words = typed.split(' ').map(OsString::from).collect();
            let (words, notes) = with_new_names(words, &program);
            assert_eq!(words.join(" ".as_ref()), expected);
            assert_eq!(notes.is_empty(), typed == expected, "{typed}");
        }
    }
}
