use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The side of a board: 5 to 20 lines.
///
/// ```
/// use renju::geometry::Size;
///
/// assert_eq!(Size::RENJU.get(), 15);
/// assert_eq!(Size::new(12).map(Size::area), Some(144));
/// assert!(Size::new(21).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Size(u8);

impl Size {
    /// The smallest side a five fits on.
    pub const MIN: Size = Size(5);
    /// The side renju is played on.
    pub const RENJU: Size = Size(15);
    /// The largest side; the tournaments of gomoku programs use it.
    pub const MAX: Size = Size(20);

    /// A side of 5 to 20, or `None`.
    pub const fn new(side: u8) -> Option<Size> {
        if side >= Size::MIN.0 && side <= Size::MAX.0 {
            Some(Size(side))
        } else {
            None
        }
    }

    /// The number of lines, 5 to 20.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of points, 25 to 400.
    pub const fn area(self) -> usize {
        self.0 as usize * self.0 as usize
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

/// Why a text or a number is no [`Size`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("board side {0} is not a number from 5 to 20")]
pub struct ParseSizeError(pub String);

impl FromStr for Size {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Size, ParseSizeError> {
        text.parse()
            .ok()
            .and_then(Size::new)
            .ok_or_else(|| ParseSizeError(format!("{text:?}")))
    }
}

impl TryFrom<u8> for Size {
    type Error = ParseSizeError;

    fn try_from(side: u8) -> Result<Size, ParseSizeError> {
        Size::new(side).ok_or_else(|| ParseSizeError(side.to_string()))
    }
}

impl From<Size> for u8 {
    fn from(size: Size) -> u8 {
        size.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_out_of_range_says_so() {
        let error = "21".parse::<Size>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "board side \"21\" is not a number from 5 to 20"
        );
    }
}
