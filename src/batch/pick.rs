//! Which positions of a game are taken, as users write it: `12`, `-1`, `last`, `8..10`, `5,9`, `all`.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::notation::{ErrorCode, ParseError};
use crate::position::Setup;
use renju_core::counted::counted;

/// Which positions of a game are taken.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Pick {
    /// The position after the last move.
    #[default]
    Last,
    /// Every one, from the first stones on.
    All,
    /// Those of these spans, in their order.
    Spans(Vec<PickSpan>),
}

/// The positions from one on to another, both taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PickSpan {
    /// The number of moves of the first one.
    pub first: MoveCount,
    /// The number of moves of the last one, which is not smaller.
    pub last: MoveCount,
}

/// A number of moves that were played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveCount {
    /// This number from the beginning.
    After(usize),
    /// All but this number, counted from the end.
    BeforeEnd(usize),
}

impl MoveCount {
    /// The number in a game of `all` moves, if it has that many.
    fn of(self, all: usize) -> Option<usize> {
        match self {
            MoveCount::After(count) => Some(count).filter(|&count| count <= all),
            MoveCount::BeforeEnd(count) => all.checked_sub(count),
        }
    }
}

impl Pick {
    /// The set-ups of a game that were asked for, each with the end of its id.
    ///
    /// # Errors
    ///
    /// If the game has no such move, or a span of it counts down.
    pub fn of(&self, setup: &Setup) -> Result<Vec<(String, Setup)>, ParseError> {
        let all = setup.moves.len();
        let spans = match self {
            Pick::Last => return Ok(vec![(String::new(), setup.clone())]),
            Pick::All => &[PickSpan::ALL][..],
            Pick::Spans(spans) => spans,
        };
        let mut counts = Vec::new();
        for span in spans {
            let count = |count: MoveCount| count.of(all).ok_or_else(|| no_move(count, all));
            let (first, last) = (count(span.first)?, count(span.last)?);
            if first > last {
                let message = format!("{span} counts down in a game of {all} moves");
                let error = ParseError::new(ErrorCode::Unsupported, message);
                return Err(error.hint(format!("{last}..{first} counts up")));
            }
            counts.extend(first..=last);
        }
        let is_one = matches!(spans, [span] if span.first == span.last);
        let picked = counts.into_iter().filter_map(|count| {
            let end = if is_one {
                String::new()
            } else {
                format!("@{count}")
            };
            Some((end, setup.after(count)?))
        });
        Ok(picked.collect())
    }
}

/// That a game has no such move.
fn no_move(count: MoveCount, all: usize) -> ParseError {
    let message = if all == 0 {
        "the order of the stones is not known, so there is no position after a move".to_owned()
    } else {
        let moves = counted(all, "move", "moves");
        format!("there is no move {count}: the game has {moves}")
    };
    ParseError::new(ErrorCode::Unsupported, message)
}

impl PickSpan {
    const ALL: PickSpan = PickSpan {
        first: MoveCount::After(0),
        last: MoveCount::BeforeEnd(0),
    };
}

impl FromStr for Pick {
    type Err = String;

    fn from_str(text: &str) -> Result<Pick, String> {
        match text {
            "all" => return Ok(Pick::All),
            "last" => return Ok(Pick::Last),
            _ => {}
        }
        let spans: Result<Vec<PickSpan>, String> = text.split(',').map(str::parse).collect();
        spans.map(Pick::Spans)
    }
}

impl FromStr for PickSpan {
    type Err = String;

    fn from_str(text: &str) -> Result<PickSpan, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let span = PickSpan {
            first: first.parse()?,
            last: last.parse()?,
        };
        match (span.first, span.last) {
            (MoveCount::After(first), MoveCount::After(last)) if first > last => {
                Err(format!("{text} counts down; {last}..{first} counts up"))
            }
            _ => Ok(span),
        }
    }
}

impl FromStr for MoveCount {
    type Err = String;

    fn from_str(text: &str) -> Result<MoveCount, String> {
        let text = text.trim();
        let count = match text.strip_prefix('-') {
            _ if text == "last" => Ok(MoveCount::BeforeEnd(0)),
            Some(count) => count.parse().map(MoveCount::BeforeEnd),
            None => text.parse().map(MoveCount::After),
        };
        count.map_err(|_| {
            "a number of moves is needed, or -1 for one before the end, 8..10, 5,9, last or all"
                .to_owned()
        })
    }
}

impl fmt::Display for MoveCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveCount::After(count) => write!(f, "{count}"),
            MoveCount::BeforeEnd(0) => f.write_str("last"),
            MoveCount::BeforeEnd(count) => write!(f, "-{count}"),
        }
    }
}

impl fmt::Display for PickSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            return self.first.fmt(f);
        }
        write!(f, "{}..{}", self.first, self.last)
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pick::Last => f.write_str("last"),
            Pick::All => f.write_str("all"),
            Pick::Spans(spans) => {
                let spans: Vec<String> = spans.iter().map(ToString::to_string).collect();
                f.write_str(&spans.join(","))
            }
        }
    }
}

impl Serialize for Pick {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_written_as_they_are_read() {
        for text in [
            "12",
            "-1",
            "last",
            "8..10",
            "5,9",
            "-3..last",
            "all",
            "0,2..4,-1",
        ] {
            assert_eq!(text.parse::<Pick>().unwrap().to_string(), text);
        }
        for wrong in ["", "x", "8..4", "1,,2", "--1", "1..", "1.5"] {
            assert!(wrong.parse::<Pick>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn positions_are_those_after_so_many_moves() {
        let moves = ["A1", "B2", "C3"].map(|name| name.parse().ok());
        let setup = Setup {
            moves: moves.to_vec(),
            ..Setup::default()
        };
        let picked = |text: &str| {
            let picked = text.parse::<Pick>().unwrap().of(&setup);
            picked.map(|picked| {
                let counts = picked
                    .into_iter()
                    .map(|(end, setup)| (end, setup.moves.len()));
                counts.collect::<Vec<_>>()
            })
        };
        let named = |counts: &[usize]| {
            counts
                .iter()
                .map(|&count| (format!("@{count}"), count))
                .collect::<Vec<_>>()
        };
        assert_eq!(picked("-1"), Ok(vec![(String::new(), 2)]));
        assert_eq!(picked("last"), Ok(vec![(String::new(), 3)]));
        assert_eq!(picked("all"), Ok(named(&[0, 1, 2, 3])));
        assert_eq!(picked("-1..last,0"), Ok(named(&[2, 3, 0])));
        for wrong in ["4", "-4", "3..-2"] {
            assert!(picked(wrong).is_err(), "{wrong}");
        }
    }
}
