//! Limits as users write them.

use std::num::NonZeroUsize;
use std::time::Duration;

/// As many threads as were asked for, else one for each core.
pub(super) fn threads(asked: Option<NonZeroUsize>) -> usize {
    let cores = || std::thread::available_parallelism().ok();
    asked.or_else(cores).map_or(1, NonZeroUsize::get)
}

/// A number of nodes such as `500`, `20k` or `1M`: the letters stand for powers of 1000.
pub(super) fn some_nodes(text: &str) -> Result<u64, String> {
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
        Some(0) => Err("at least one node has to be entered".to_owned()),
        Some(nodes) => Ok(nodes),
    }
}

/// A time such as `500ms`, `2s` or `5m`.
pub(super) fn some_time(text: &str) -> Result<Duration, String> {
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
        let read = |text| some_nodes(text).ok();
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
        assert_eq!(some_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(some_time("5m"), Ok(Duration::from_secs(300)));
        for wrong in ["", "5", "0s", "1us", "two seconds"] {
            assert!(some_time(wrong).is_err(), "{wrong}");
        }
    }
}
