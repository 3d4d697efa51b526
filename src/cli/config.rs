//! Defaults of flags from the file that `RENJU_CONFIG` names.
//!
//! Keys at the top are flags of every command, tables flags of the command they are named after:
//!
//! ```toml
//! lang = "zh"
//! [forbidden]
//! near-misses = true
//! ```
//!
//! They are put before what the user typed, but for flags that the user typed as well.

use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::CliError;
use super::usage::{self, Typed};
use renju::files::read_text;
use renju::notation::io_words;

/// Bytes of a file of defaults, at most.
const MOST_BYTES: u64 = 1 << 20;

/// The arguments of the program, and where those that were not typed come from.
pub(super) struct Arguments {
    /// What is to be parsed.
    pub(super) words: Vec<OsString>,
    config: Option<ConfigFile>,
}

/// A file of defaults.
struct ConfigFile {
    path: PathBuf,
    text: String,
    /// The flags taken from it, and the bytes of their keys.
    flags: Vec<(String, Range<usize>)>,
}

/// What is wrong with a key: the message, its bytes, and a hint.
struct KeyError {
    message: String,
    place: Range<usize>,
    hint: Option<String>,
}

impl Arguments {
    /// The typed arguments with the defaults of the file before them; as they are if no file is
    /// named.
    pub(super) fn new(typed: Vec<OsString>, program: &Command) -> Result<Arguments, CliError> {
        let Some(path) = std::env::var_os("RENJU_CONFIG").filter(|path| !path.is_empty()) else {
            let (words, config) = (typed, None);
            return Ok(Arguments { words, config });
        };
        let path = PathBuf::from(path);
        let text = read_text(&path, MOST_BYTES).map_err(|error| {
            let error = io_words(&error);
            CliError::usage(format!("RENJU_CONFIG={}: {error}", path.display()))
        })?;
        let (words, flags) = with_defaults(typed, &text, program)
            .map_err(|error| in_config(&path, &text, &error))?;
        let config = Some(ConfigFile { path, text, flags });
        Ok(Arguments { words, config })
    }

    /// The error of the parser with our hint, at its place in the file if it is one of a default.
    pub(super) fn blamed(&self, error: &clap::Error, program: &Command) -> Option<CliError> {
        let words = &self.words;
        let found = usage::error_of(error, Typed { words, program })?;
        let at_fault = usage::flag_at_fault(error);
        let place = self.config.as_ref().and_then(|config| {
            let mut flags = config.flags.iter();
            let (_, place) = flags.find(|(flag, _)| Some(flag) == at_fault.as_ref())?;
            Some((config, place.clone()))
        });
        Some(match (found, place) {
            (CliError::Usage(error), Some((config, place))) => {
                CliError::in_text(&config.path, &config.text, &error.message, Some(place))
            }
            (error, _) => error,
        })
    }
}

fn in_config(path: &Path, text: &str, error: &KeyError) -> CliError {
    let found = CliError::in_text(path, text, &error.message, Some(error.place.clone()));
    match &error.hint {
        Some(hint) => found.hint(hint),
        None => found,
    }
}

/// The flags of a file, each with the bytes of its key.
type Flags = Vec<(String, Range<usize>)>;

fn with_defaults(
    mut typed: Vec<OsString>,
    text: &str,
    program: &Command,
) -> Result<(Vec<OsString>, Flags), KeyError> {
    let table = DeTable::parse(text).map_err(|error| KeyError {
        message: error.message().to_owned(),
        place: error.span().unwrap_or(0..0),
        hint: None,
    })?;
    let mut chosen = TypedCommand::of(&typed, program);
    let mut words = Vec::new();
    let mut flags = Vec::new();
    for (key, value) in table.get_ref() {
        let DeValue::Table(inner) = value.get_ref() else {
            chosen.add(key, value, &mut words, &mut flags)?;
            continue;
        };
        let Some(command) = program.find_subcommand(key.get_ref().as_ref() as &str) else {
            let name = key.get_ref();
            return Err(at(key, format!("there is no command {name}")));
        };
        if chosen
            .names
            .first()
            .is_some_and(|name| name == command.get_name())
        {
            for (key, value) in inner {
                chosen.add(key, value, &mut words, &mut flags)?;
            }
        }
    }
    let place = chosen.place.min(typed.len());
    typed.splice(place..place, words.into_iter().map(OsString::from));
    Ok((typed, flags))
}

/// The command that the user typed.
struct TypedCommand<'a> {
    /// Its names: of a batch also that of the question.
    names: Vec<String>,
    command: &'a Command,
    program: &'a Command,
    /// Where its flags may stand.
    place: usize,
    /// Whether nothing but help or the version can come of it.
    asks_for_help: bool,
    matches: Option<ArgMatches>,
}

impl<'a> TypedCommand<'a> {
    fn of(typed: &[OsString], program: &'a Command) -> TypedCommand<'a> {
        let mut chosen = TypedCommand {
            names: Vec::new(),
            command: program,
            program,
            place: typed.len(),
            asks_for_help: false,
            matches: None,
        };
        for (at, command) in usage::typed_commands(typed, program) {
            chosen.command = command;
            chosen.names.push(command.get_name().to_owned());
            chosen.place = at + 1;
        }
        chosen.asks_for_help = chosen.names.is_empty() || typed.iter().any(|word| word == "help");
        if chosen.asks_for_help {
            chosen.place = 1;
        }
        let lenient = program.clone().ignore_errors(true);
        chosen.matches = lenient.try_get_matches_from(typed).ok();
        chosen
    }

    /// Adds the flag that a key stands for, if the user did not type it.
    fn add(
        &mut self,
        key: &Spanned<impl AsRef<str>>,
        value: &Spanned<DeValue<'_>>,
        words: &mut Vec<String>,
        flags: &mut Flags,
    ) -> Result<(), KeyError> {
        let name = key.get_ref().as_ref();
        let word = flag(name, value.get_ref()).map_err(|message| at(key, message))?;
        if self.asks_for_help && name != "lang" {
            return Ok(());
        }
        let arguments = || {
            let own = self.command.get_arguments();
            self.program.get_arguments().chain(own)
        };
        let Some(arg) = arguments().find(|arg| arg.get_long() == Some(name)) else {
            return Err(self.unknown(key, arguments().filter_map(clap::Arg::get_long)));
        };
        if !self.is_typed(arg.get_id().as_str()) {
            words.extend(word);
            flags.push((name.to_owned(), key.span()));
        }
        Ok(())
    }

    /// Whether the user typed a flag, before or behind the name of the command.
    fn is_typed(&self, id: &str) -> bool {
        let mut matches = self.matches.as_ref();
        while let Some(found) = matches {
            let is_there = found.try_contains_id(id).unwrap_or(false);
            if is_there && found.value_source(id) == Some(ValueSource::CommandLine) {
                return true;
            }
            matches = found.subcommand().map(|(_, inner)| inner);
        }
        false
    }

    fn unknown<'b>(
        &self,
        key: &Spanned<impl AsRef<str>>,
        known: impl Iterator<Item = &'b str>,
    ) -> KeyError {
        let name = key.get_ref().as_ref();
        let command = self.names.join(" ");
        let close = known.min_by_key(|known| strsim::osa_distance(known, name));
        let close = close.filter(|known| strsim::osa_distance(known, name) <= 2);
        let mut others = self.program.get_subcommands();
        let other = others.find(|other| {
            let mut arguments = other.get_arguments();
            arguments.any(|arg| arg.get_long() == Some(name))
        });
        KeyError {
            hint: match (close, other) {
                (_, Some(other)) => Some(format!("put it below [{}]", other.get_name())),
                (Some(close), None) => Some(format!("did you mean {close}?")),
                (None, None) => None,
            },
            ..at(key, format!("`renju {command}` has no flag {name}"))
        }
    }
}

fn at<T>(key: &Spanned<T>, message: String) -> KeyError {
    KeyError {
        message,
        place: key.span(),
        hint: None,
    }
}

/// The flag that a key stands for; none if it is false.
fn flag(key: &str, value: &DeValue<'_>) -> Result<Option<String>, String> {
    match value {
        DeValue::Boolean(is_set) => Ok(is_set.then(|| format!("--{key}"))),
        DeValue::String(text) => Ok(Some(format!("--{key}={text}"))),
        DeValue::Integer(number) => Ok(Some(format!("--{key}={}", number.as_str()))),
        DeValue::Float(number) => Ok(Some(format!("--{key}={}", number.as_str()))),
        other => Err(format!(
            "{key} is neither text nor a number, true or false, but of type {}",
            other.type_str()
        )),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::program::Cli;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    fn joined(typed: &str, config: &str) -> Result<String, String> {
        let found = with_defaults(words(typed), config, &Cli::command());
        let (words, _) = found.map_err(|error| error.message)?;
        let words: Vec<_> = words.iter().map(|word| word.to_str().unwrap()).collect();
        Ok(words.join(" "))
    }

    const CONFIG: &str =
        "lang = \"zh\"\nthreads = 2\n[forbidden]\nnear-misses = true\n[show]\nnumber = true\n";

    #[test]
    fn defaults_stand_before_what_was_typed() {
        assert_eq!(
            joined("renju forbidden -m h8", CONFIG).unwrap(),
            "renju forbidden --lang=zh --threads=2 --near-misses -m h8"
        );
        assert_eq!(
            joined("renju batch forbidden x", "lang = \"zh\"").unwrap(),
            "renju batch forbidden --lang=zh x"
        );
        assert_eq!(
            joined("renju --help", CONFIG).unwrap(),
            "renju --lang=zh --help"
        );
        assert_eq!(
            joined("renju help forbidden", CONFIG).unwrap(),
            "renju --lang=zh help forbidden"
        );
    }

    #[test]
    fn what_was_typed_wins() {
        assert_eq!(
            joined("renju show -j 4 --lang en --number", CONFIG).unwrap(),
            "renju show -j 4 --lang en --number"
        );
        assert_eq!(
            joined("renju -j4 show", CONFIG).unwrap(),
            "renju -j4 show --lang=zh --number"
        );
    }

    #[test]
    fn wrong_keys_are_refused_with_their_place() {
        for (config, message, place) in [
            (
                "[forbiden]\ncount = true",
                "there is no command forbiden",
                1,
            ),
            (
                "lang = \"zh\"\nlagn = \"en\"",
                "`renju show` has no flag lagn",
                12,
            ),
            (
                "near-misses = true",
                "`renju show` has no flag near-misses",
                0,
            ),
            (
                "size = [15]",
                "size is neither text nor a number, true or false, but of type array",
                0,
            ),
        ] {
            let Err(error) = with_defaults(words("renju show"), config, &Cli::command()) else {
                panic!("{config}");
            };
            assert_eq!(
                (error.message.as_str(), error.place.start),
                (message, place)
            );
        }
        assert!(joined("renju show", "[show\n").is_err());
    }
}
