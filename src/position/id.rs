use std::fmt;
use std::ops::Deref;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// What a position is called: text or, where its file has a number for it, that number as it is
/// written there. In JSON it is what it was, a string or a number.
///
/// ```
/// use renju::position::PositionId;
///
/// let ids = [PositionId::from("17"), PositionId::of_number("17").unwrap()];
/// assert_eq!(serde_json::to_string(&ids)?, r#"["17",17]"#);
/// assert_eq!(ids[0].as_str(), ids[1].as_str());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct PositionId {
    text: String,
    is_number: bool,
}

impl PositionId {
    /// The id that is a number of JSON, written so; `None` if it is none.
    pub fn of_number(text: &str) -> Option<PositionId> {
        let number: &RawValue = serde_json::from_str(text).ok()?;
        let is_number = number
            .get()
            .starts_with(|first: char| first == '-' || first.is_ascii_digit());
        is_number.then(|| PositionId {
            text: number.get().to_owned(),
            is_number,
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
        if !self.is_number {
            return serializer.serialize_str(&self.text);
        }
        // A float or a number of many digits would be written otherwise than it was.
        let number: &RawValue =
            serde_json::from_str(&self.text).map_err(serde::ser::Error::custom)?;
        number.serialize(serializer)
    }
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
            "123456789012345678901234567890",
        ] {
            let id = PositionId::of_number(text).unwrap();
            assert_eq!(serde_json::to_string(&id).unwrap(), text);
            assert_eq!(id.to_string(), text);
            let end = serde_json::to_string(&id.followed_by("@3")).unwrap();
            assert_eq!(end, format!("\"{text}@3\""));
        }
        for text in ["", "017", "true", "\"1\"", "1 2", "0x1", "NaN"] {
            assert_eq!(PositionId::of_number(text), None, "{text}");
        }
    }
}
