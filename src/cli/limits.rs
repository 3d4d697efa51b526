//! Limits of a search as users write them.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::error::CliError;
use super::settings::as_time;
use crate::limits::Limits;

/// The time limit of a search that has no other limit.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// How much a search may take.
#[derive(Args, Serialize, Clone, Copy, Debug)]
pub(super) struct LimitArgs {
    /// Visit at most N nodes, such as 500, 20k or 1M; with one thread the answer is then the same
    /// on every machine
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub(super) nodes: Option<u64>,

    /// Stop after a time, such as 500ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    #[serde(serialize_with = "as_time")]
    pub(super) time: Option<Duration>,
}

impl LimitArgs {
    /// The limits that were given.
    pub(super) const fn limits(self) -> Limits {
        Limits {
            nodes: self.nodes,
            time: self.time,
        }
    }
}

/// The number of threads that was asked for, else one for each core.
pub(super) fn threads(asked: Option<NonZeroUsize>) -> usize {
    let cores = || std::thread::available_parallelism().ok();
    asked.or_else(cores).map_or(1, NonZeroUsize::get)
}

/// The bytes of a hash table of `mib` MiB.
///
/// # Errors
///
/// If there is not so much memory.
pub(super) fn hash_bytes(mib: u32) -> Result<usize, CliError> {
    let bytes = usize::try_from(u64::from(mib) << 20).unwrap_or(usize::MAX);
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        let message = format!("there are no {mib} MiB of memory for --hash");
        return Err(CliError::usage(message));
    }
    Ok(bytes)
}

/// A number of nodes such as `500`, `20k` or `1M`: the letters stand for powers of 1000.
pub(super) fn parse_nodes(text: &str) -> Result<u64, String> {
    const NO_NUMBER: &str = "a number such as 500, 20k or 1M is needed";
    let digits = text.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
    let unit: u64 = match &text[digits.len()..] {
        "" => 1,
        "k" | "K" => 1_000,
        "m" | "M" => 1_000_000,
        "g" | "G" => 1_000_000_000,
        _ => return Err(NO_NUMBER.to_owned()),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    if !is_number {
        return Err(NO_NUMBER.to_owned());
    }
    let number: Option<u64> = digits.parse().ok();
    match number.and_then(|number| number.checked_mul(unit)) {
        None => Err(format!("{} at most", u64::MAX)),
        Some(0) => Err("at least one node has to be visited".to_owned()),
        Some(nodes) => Ok(nodes),
    }
}

/// A time such as `500ms`, `2s` or `5m`.
pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    if time < Duration::from_millis(1) {
        return Err("at least 1ms is needed".to_owned());
    }
    Ok(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_powers_of_1000() {
        let read = |text| parse_nodes(text).ok();
        assert_eq!(read("500"), Some(500));
        assert_eq!(read("20k"), Some(20_000));
        assert_eq!(read("1M"), Some(1_000_000));
        assert_eq!(read("3G"), Some(3_000_000_000));
        for wrong in [
            "",
            "0",
            "0k",
            "-1",
            "+1",
            "1.5M",
            "k",
            "1T",
            "1 k",
            "99999999999G",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("5m"), Ok(Duration::from_secs(300)));
        for wrong in ["", "5", "0s", "1us", "two seconds"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }
}
