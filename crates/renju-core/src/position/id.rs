//! Names of positions, which keep whether the file wrote them as text or as a number.

use std::fmt;
use std::ops::Deref;

use serde::{Serialize, Serializer};

/// What a position is called: text or, where its file has a number for it, that number as it is
/// written there. In JSON it is what it was, a string or a number (feature `json`; without it a string).
///
/// ```
/// use renju_core::position::PositionId;
///
/// let ids = [PositionId::from("17"), PositionId::of_number("17").unwrap()];
/// assert_ne!(ids[0], ids[1]);
/// assert_eq!(ids[0].as_str(), ids[1].as_str());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct PositionId {
    text: String,
    is_number: bool,
}

impl PositionId {
    /// The id that is a number of JSON, written so; `None` if it is none.
    pub fn of_number(text: &str) -> Option<PositionId> {
        is_number(text).then(|| PositionId {
            text: text.to_owned(),
            is_number: true,
        })
    }

    /// The characters of the text or the number.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The id with something behind it, which makes it text; with nothing behind it, as it is.
    #[must_use]
    pub fn followed_by(mut self, end: &str) -> PositionId {
        self.is_number &= end.is_empty();
        self.text.push_str(end);
        self
    }
}

impl From<String> for PositionId {
    fn from(text: String) -> PositionId {
        PositionId {
            text,
            is_number: false,
        }
    }
}

impl From<&str> for PositionId {
    fn from(text: &str) -> PositionId {
        PositionId::from(text.to_owned())
    }
}

impl From<&String> for PositionId {
    fn from(text: &String) -> PositionId {
        PositionId::from(text.clone())
    }
}

impl From<&PositionId> for PositionId {
    fn from(id: &PositionId) -> PositionId {
        id.clone()
    }
}

impl Deref for PositionId {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for PositionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl Serialize for PositionId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[cfg(feature = "json")]
        if self.is_number {
            // A float or a number of many digits would be written otherwise than it was.
            let number: &serde_json::value::RawValue =
                serde_json::from_str(&self.text).map_err(serde::ser::Error::custom)?;
            return number.serialize(serializer);
        }
        serializer.serialize_str(&self.text)
    }
}

/// Whether a text is a number of JSON (RFC 8259, section 6).
fn is_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let exponent = exponent.map(|digits| digits.strip_prefix(['+', '-']).unwrap_or(digits));
    let parts = [Some(whole), fraction, exponent];
    let are_digits =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.into_iter().flatten().all(are_digits) && (whole == "0" || !whole.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stays_as_it_is_written() {
        for text in [
            "0",
            "-17",
            "1e3",
            "17.0",
            "1E+400",
            "-0.50e-07",
            "123456789012345678901234567890",
        ] {
            let id = PositionId::of_number(text).unwrap();
            #[cfg(feature = "json")]
            assert_eq!(serde_json::to_string(&id).unwrap(), text);
            assert_eq!(id.to_string(), text);
            let end = serde_json::to_string(&id.followed_by("@3")).unwrap();
            assert_eq!(end, format!("\"{text}@3\""));
        }
        for text in [
            "", "017", "true", "\"1\"", "1 2", "0x1", "NaN", "-", "1.", ".5", "1e", "1e+", "--1",
            "+1",
        ] {
            assert_eq!(PositionId::of_number(text), None, "{text}");
        }
    }
}
