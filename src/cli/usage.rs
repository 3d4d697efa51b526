//! What is wrong with arguments, in words of our own.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::error::CliError;

/// The error of the command line that an error of the parser is; `None` for what is none, such
/// as `--help`, and for what the parser says best itself.
pub(super) fn error_of(error: &clap::Error) -> Option<CliError> {
    let said = |kind| said(error, kind);
    match error.kind() {
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => wrong_value(error),
        ErrorKind::UnknownArgument => {
            let meant = said(ContextKind::SuggestedArg);
            Some(unknown(&said(ContextKind::InvalidArg)?, meant))
        }
        ErrorKind::InvalidSubcommand => {
            let name = said(ContextKind::InvalidSubcommand)?;
            let error = CliError::usage(format!("there is no command {name}"));
            Some(error.hint(match said(ContextKind::SuggestedSubcommand) {
                Some(meant) => format!("did you mean {meant}?"),
                None => "--help lists the commands".to_owned(),
            }))
        }
        ErrorKind::ArgumentConflict => {
            let (flag, prior) = (said(ContextKind::InvalidArg)?, said(ContextKind::PriorArg)?);
            let (flag, prior) = (flag_of(&flag), flag_of(&prior));
            Some(CliError::usage(if flag == prior {
                format!("{flag} is given twice")
            } else {
                format!("{flag} and {prior} exclude each other")
            }))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = said(ContextKind::InvalidArg)?;
            Some(CliError::usage(format!("{missing} is missing")))
        }
        _ => None,
    }
}

/// A value that is missing, none of those there are, or refused for a reason.
fn wrong_value(error: &clap::Error) -> Option<CliError> {
    let flag = said(error, ContextKind::InvalidArg)?;
    let flag = flag_of(&flag);
    let value = said(error, ContextKind::InvalidValue)?;
    if value.is_empty() {
        return Some(CliError::usage(format!("{flag} needs a value")));
    }
    let reason = match said(error, ContextKind::ValidValue) {
        Some(values) => format!("one of {values} is needed"),
        None => reason(&error.source()?.to_string()),
    };
    // Most reasons repeat the value.
    let is_named = reason.contains(&format!("{value:?}"));
    Some(CliError::usage(if is_named {
        format!("{flag}: {reason}")
    } else {
        format!("{flag} {value}: {reason}")
    }))
}

/// The flag that the error is about, without dashes.
pub(super) fn flag_at_fault(error: &clap::Error) -> Option<String> {
    let flag = said(error, ContextKind::InvalidArg)?;
    Some(flag_of(&flag).trim_start_matches('-').to_owned())
}

/// What an error says of its circumstances; several values with commas between them.
fn said(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) if !texts.is_empty() => Some(texts.join(", ")),
        _ => None,
    }
}

/// The name of a flag without its value: `--size` of `--size <N>`.
fn flag_of(text: &str) -> &str {
    match text.split_once(' ') {
        Some((flag, _)) if text.starts_with('-') => flag,
        _ => text,
    }
}

fn unknown(argument: &str, meant: Option<String>) -> CliError {
    let is_number = argument
        .strip_prefix('-')
        .is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_digit()));
    if is_number {
        return CliError::usage(format!(
            "{argument} is negative, which no number here can be"
        ));
    }
    if !argument.starts_with('-') {
        return CliError::usage(format!("{argument} is one argument too many"));
    }
    let error = CliError::usage(format!("there is no flag {argument} here"));
    error.hint(match meant {
        Some(meant) => format!("did you mean {meant}?"),
        None => "--help lists the flags of a command".to_owned(),
    })
}

/// Why a value is refused: our own words for what the parsers of numbers say.
fn reason(said: &str) -> String {
    if said.contains("is not in ") {
        return range(said).unwrap_or_else(|| said.to_owned());
    }
    match said {
        "number would be zero for non-zero type" => "at least 1 is needed",
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "a whole number is needed"
        }
        "number too large to fit in target type" => "the number is too large",
        "invalid float literal" | "cannot parse float from empty string" => "a number is needed",
        other => other,
    }
    .to_owned()
}

/// `99 is not in 1..=64` as what is needed.
fn range(said: &str) -> Option<String> {
    let (_, range) = said.rsplit_once(" is not in ")?;
    let (least, most) = range.split_once("..")?;
    let most = match most.strip_prefix('=') {
        Some(most) => most.parse::<i64>().ok(),
        None => most.parse::<i64>().ok().map(|end| end - 1),
    };
    Some(match most {
        Some(most) if !least.is_empty() => format!("a number from {least} to {most} is needed"),
        Some(most) => format!("at most {most} is needed"),
        None => format!("at least {least} is needed"),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    fn message(line: &str) -> String {
        let error = Cli::command()
            .try_get_matches_from(line.split(' '))
            .unwrap_err();
        match error_of(&error) {
            Some(CliError::Usage(error)) => error.message,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn mistakes_are_told_in_our_words() {
        for (line, expected) in [
            (
                "renju show -j 0",
                "--threads 0: a number from 1 to 256 is needed",
            ),
            ("renju score --top x", "--top x: a whole number is needed"),
            ("renju show --size 9 -s 13", "--size is given twice"),
            (
                "renju show -q -v",
                "--quiet and --verbose exclude each other",
            ),
            ("renju shwo", "there is no command shwo"),
            ("renju show --lagn zh", "there is no flag --lagn here"),
            ("renju show --size", "--size needs a value"),
            (
                "renju vcf --max-plies -1",
                "-1 is negative, which no number here can be",
            ),
            (
                "renju show --color red",
                "--color red: one of auto, always, never is needed",
            ),
        ] {
            assert_eq!(message(line), expected);
        }
    }

    #[test]
    fn ranges_are_told_by_their_ends() {
        assert_eq!(
            reason("99 is not in 1..=64"),
            "a number from 1 to 64 is needed"
        );
        assert_eq!(reason("0 is not in 1.."), "at least 1 is needed");
        assert_eq!(reason("8 is not in 1..8"), "a number from 1 to 7 is needed");
        assert_eq!(reason("no such side"), "no such side");
    }
}
