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
//! They are put before what the user typed, so that the latter wins.

use std::ffi::OsString;
use std::fmt::Display;

use clap::Command;
use toml::{Table, Value};

use super::error::CliError;

/// The arguments with the defaults of the file before them; unchanged if no file is named.
pub(super) fn with_defaults(
    arguments: Vec<OsString>,
    program: &Command,
) -> Result<Vec<OsString>, CliError> {
    let Some(path) = std::env::var_os("RENJU_CONFIG").filter(|path| !path.is_empty()) else {
        return Ok(arguments);
    };
    let name = path.to_string_lossy();
    let in_file = |error: &dyn Display| CliError::usage(format!("RENJU_CONFIG={name}: {error}"));
    let text = std::fs::read_to_string(&path).map_err(|error| in_file(&error))?;
    let table: Table = text
        .parse()
        .map_err(|error: toml::de::Error| in_file(&error))?;
    inserted(arguments, &table, program).map_err(|error| in_file(&error))
}

fn inserted(
    mut arguments: Vec<OsString>,
    table: &Table,
    program: &Command,
) -> Result<Vec<OsString>, String> {
    let commands: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    let is_command = |argument: &OsString| commands.iter().any(|&name| argument == name);
    let place = arguments
        .iter()
        .position(is_command)
        .map_or(arguments.len(), |place| place + 1);
    let command = arguments
        .get(place.wrapping_sub(1))
        .and_then(|name| name.to_str());
    let mut flags = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(table) if !commands.contains(&key.as_str()) => {
                return Err(format!(
                    "there is no command {key:?} for the {} keys below it",
                    table.len()
                ));
            }
            Value::Table(table) if Some(key.as_str()) == command => {
                for (key, value) in table {
                    flags.extend(flag(key, value)?);
                }
            }
            Value::Table(_) => {}
            value => flags.extend(flag(key, value)?),
        }
    }
    arguments.splice(place..place, flags.into_iter().map(OsString::from));
    Ok(arguments)
}

/// The flag that a key stands for; none if it is false.
fn flag(key: &str, value: &Value) -> Result<Option<String>, String> {
    match value {
        Value::Boolean(is_set) => Ok(is_set.then(|| format!("--{key}"))),
        Value::String(text) => Ok(Some(format!("--{key}={text}"))),
        Value::Integer(number) => Ok(Some(format!("--{key}={number}"))),
        other => Err(format!(
            "{key} is {other}, which is neither text nor a number, true or false"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    fn program() -> Command {
        Command::new("renju").subcommands(["show", "forbidden"].map(Command::new))
    }

    #[test]
    fn defaults_stand_before_what_was_typed() {
        let table: Table =
            "lang = \"zh\"\nthreads = 2\n[forbidden]\nnear-misses = true\n[show]\nnumber = true"
                .parse()
                .unwrap();
        let found = inserted(words("renju forbidden --lang en"), &table, &program()).unwrap();
        assert_eq!(
            found,
            words("renju forbidden --lang=zh --threads=2 --near-misses --lang en")
        );
    }

    #[test]
    fn a_table_of_no_command_is_refused() {
        let table: Table = "[forbiden]\ncount = true".parse().unwrap();
        assert!(
            inserted(words("renju show"), &table, &program())
                .unwrap_err()
                .contains("forbiden")
        );
    }
}
