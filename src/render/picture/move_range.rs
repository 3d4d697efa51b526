//! Which moves of a game carry their numbers in a picture.

use std::str::FromStr;

/// The moves of a game whose numbers are drawn: from one to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveRange {
    first: u16,
    last: u16,
}

impl MoveRange {
    /// No move.
    pub const NONE: MoveRange = MoveRange { first: 1, last: 0 };
    /// Every move.
    pub const ALL: MoveRange = MoveRange {
        first: 1,
        last: u16::MAX,
    };

    /// Whether the move of this number, from 1, has its number drawn.
    pub const fn contains(self, number: u16) -> bool {
        self.first <= number && number <= self.last
    }
}

impl FromStr for MoveRange {
    type Err = String;

    /// Reads `all`, `none`, `7`, `1..20` or `8..`.
    fn from_str(text: &str) -> Result<MoveRange, String> {
        let needed = || "all, none, or moves such as 1..20 are needed".to_owned();
        let number = |text: &str| {
            let number = text.parse().ok().filter(|&number| number > 0);
            number.ok_or_else(needed)
        };
        let (first, last) = match text {
            "all" => return Ok(MoveRange::ALL),
            "none" => return Ok(MoveRange::NONE),
            text => text.split_once("..").unwrap_or((text, text)),
        };
        let last = if last.is_empty() {
            u16::MAX
        } else {
            number(last)?
        };
        let first = number(first)?;
        if last < first {
            return Err(format!("move {last} comes before move {first}"));
        }
        Ok(MoveRange { first, last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_named_by_their_numbers() {
        let numbered = |text: &str| -> Vec<u16> {
            let range: MoveRange = text.parse().unwrap();
            (1..=5).filter(|&number| range.contains(number)).collect()
        };
        assert_eq!(numbered("all"), [1, 2, 3, 4, 5]);
        assert_eq!(numbered("2..4"), [2, 3, 4]);
        assert_eq!(numbered("4.."), [4, 5]);
        assert_eq!(numbered("3"), [3]);
        assert!(numbered("none").is_empty());
        for wrong in ["", "x", "0", "0..3", "..3", "1..2..3", "1-3", "70000"] {
            assert!(wrong.parse::<MoveRange>().is_err(), "{wrong}");
        }
        assert_eq!(
            "9..3".parse::<MoveRange>().unwrap_err(),
            "move 3 comes before move 9"
        );
    }
}
