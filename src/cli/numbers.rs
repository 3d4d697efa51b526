//! Numbers and times as users write them: `20k`, `1.5M`, `500ms`, `1m30s`.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// Reads whole numbers of a range; of what is none the error says what is needed.
pub(super) fn number_in<N>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("a number from {least} to {most} is needed")
        })
    }
}

/// How many of something are told: at least one, and no board has more.
pub(super) const FROM_ONE: RangeInclusive<NonZeroUsize> =
    NonZeroUsize::MIN..=NonZeroUsize::new(1_000_000).unwrap();

/// A number of nodes, boards or cases such as `500`, `20k`, `1.5M`, `1e6` or `1,000,000`: the letters stand for powers of
/// 1000.
pub(super) fn parse_nodes(text: &str) -> Result<u64, String> {
    const NO_NUMBER: &str = "a number such as 500, 20k, 1.5M or 1e6 is needed";
    // Above this a float skips whole numbers.
    const MOST_EXACT: f64 = 9_007_199_254_740_992.0;
    let text = text.trim_end_matches("nodes").trim_end();
    let text = &match text.split_once(' ') {
        Some((number, unit)) if "million".starts_with(unit) => format!("{number}M"),
        Some((number, unit)) if "thousand".starts_with(unit) => format!("{number}k"),
        _ => text.to_owned(),
    };
    let unit: u32 = match text.bytes().last() {
        Some(b'k' | b'K') => 1_000,
        Some(b'm' | b'M') => 1_000_000,
        Some(b'g' | b'G') => 1_000_000_000,
        _ => 1,
    };
    let digits = if unit == 1 {
        text
    } else {
        &text[..text.len() - 1]
    };
    let is_number = digits.starts_with(|sign: char| sign.is_ascii_digit());
    let plain = digits.replace([',', '_'], "");
    let number = if let Ok(number) = plain.parse::<u64>() {
        number.checked_mul(unit.into())
    } else {
        let number: f64 = plain.parse().map_err(|_| NO_NUMBER.to_owned())?;
        let number = number * f64::from(unit);
        (number <= MOST_EXACT).then_some(number as u64)
    };
    match number.filter(|_| is_number) {
        None if !is_number => Err(NO_NUMBER.to_owned()),
        None => Err(format!("{} at most", u64::MAX)),
        Some(0) => Err("at least 1 is needed".to_owned()),
        Some(nodes) => Ok(nodes),
    }
}

/// The longest time that a number without a unit says, in seconds.
const MOST_SECONDS: f64 = 3600.0;

/// The longest time: a thousand years.
const LONGEST: Duration = Duration::from_secs(1_000 * 31_557_600);

/// A time such as `500ms`, `2s`, `1m30s` or `0.5`; a plain number is one of seconds.
pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds: &f64| seconds.is_finite());
    let too_long = || format!("{} at most", humantime::format_duration(LONGEST));
    let time = match seconds {
        Some(seconds) if seconds > LONGEST.as_secs_f64() => return Err(too_long()),
        Some(seconds) if seconds > MOST_SECONDS => {
            return Err(format!(
                "{text} seconds are more than an hour: is it {seconds}s or {seconds}ms?"
            ));
        }
        Some(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        None => humantime::parse_duration(text).ok(),
    };
    let time = time.ok_or("a time such as 500ms, 2s, 0.5 or 1m30s is needed")?;
    if time > LONGEST {
        return Err(too_long());
    }
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
        assert_eq!(read("1.5M"), Some(1_500_000));
        for million in ["1e6", "1,000,000", "1_000_000", "1000k", "1 million"] {
            assert_eq!(read(million), Some(1_000_000), "{million}");
        }
        for wrong in [
            "",
            "0",
            "0k",
            "-1",
            "+1",
            "1e30",
            "inf",
            ".5M",
            "k",
            "1T",
            "1 k",
            "99999999999G",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn times_have_units_or_are_seconds() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("5m"), Ok(Duration::from_secs(300)));
        assert_eq!(parse_time("5"), Ok(Duration::from_secs(5)));
        assert_eq!(parse_time("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("1m30s"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("2 seconds"), Ok(Duration::from_secs(2)));
        for wrong in [
            "",
            "0",
            "-5",
            "0s",
            "1us",
            "two seconds",
            "5000",
            "1e9",
            "inf",
            "nan",
        ] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_time_that_is_too_long_is_told_the_longest() {
        for wrong in ["1e30", "1e11", "1001years", "99999999999s"] {
            let told = parse_time(wrong).unwrap_err();
            assert_eq!(told, "1000years at most", "{wrong}");
        }
        assert_eq!(parse_time("1000years"), Ok(LONGEST));
        let asked = parse_time("60000").unwrap_err();
        assert!(asked.ends_with("is it 60000s or 60000ms?"), "{asked}");
    }
}
