//! Pairs the lines of two outputs by id, in any order, in little memory.

use std::collections::HashMap;
use std::collections::hash_map::{Entry, RandomState};
use std::hash::BuildHasher;

use super::answer_diff::DiffSide;
use super::answer_line::AnswerLine;

/// Finds the two lines of an id, whatever their order in the two outputs.
///
/// Lines are given one by one, from both sides in turn where they stand in the same order: then
/// hardly any has to wait for the other. Those that wait are kept compressed. Of every other line
/// there remains a number of eight bytes for its id and the number of the line.
#[derive(Debug, Default)]
pub struct AnswerPairs {
    ids: RandomState,
    sides: [SeenLines; 2],
}

/// The lines of one side.
#[derive(Debug, Default)]
struct SeenLines {
    /// The number of the line of each id.
    numbers: HashMap<u64, u64>,
    /// Lines whose other side was not seen yet.
    waiting: HashMap<u64, WaitingLine>,
}

#[derive(Debug)]
struct WaitingLine {
    number: u64,
    packed: Vec<u8>,
}

/// A line with its number in its file, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberedLine {
    /// The number of the line, from 1.
    pub number: u64,
    /// The text without its line break.
    pub text: String,
}

/// An id that two lines of one output have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepeatedId {
    /// The number of the line that had it first.
    pub first: u64,
}

/// A line whose id is only in one of the two outputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LonelyAnswer {
    /// The side that has it.
    pub side: DiffSide,
    /// Its line in that output.
    pub line: NumberedLine,
}

impl AnswerPairs {
    /// Takes a line; gives back the line of the other side if that was here before.
    ///
    /// # Errors
    ///
    /// If a line of this side had the same id. The line is left out then.
    pub fn take(
        &mut self,
        side: DiffSide,
        answer: &AnswerLine,
        line: &NumberedLine,
    ) -> Result<Option<NumberedLine>, RepeatedId> {
        let key = self.ids.hash_one(&answer.id);
        let [own, other] = match side {
            DiffSide::Old => [0, 1],
            DiffSide::New => [1, 0],
        };
        match self.sides[own].numbers.entry(key) {
            Entry::Occupied(known) => {
                return Err(RepeatedId {
                    first: *known.get(),
                });
            }
            Entry::Vacant(place) => place.insert(line.number),
        };
        if let Some(found) = self.sides[other].waiting.remove(&key) {
            return Ok(Some(found.unpacked()));
        }
        let waiting = WaitingLine::of(line);
        self.sides[own].waiting.insert(key, waiting);
        Ok(None)
    }

    /// The lines that have no other side, those of the old output first, each in the order of its
    /// file.
    pub fn lonely(self) -> impl Iterator<Item = LonelyAnswer> {
        let sides = [DiffSide::Old, DiffSide::New].into_iter().zip(self.sides);
        sides.flat_map(|(side, seen)| {
            let mut waiting: Vec<_> = seen.waiting.into_values().collect();
            waiting.sort_unstable_by_key(|line| line.number);
            let lines = waiting.into_iter().map(WaitingLine::unpacked);
            lines.map(move |line| LonelyAnswer { side, line })
        })
    }
}

impl WaitingLine {
    fn of(line: &NumberedLine) -> WaitingLine {
        let mut packed = lz4_flex::compress_prepend_size(line.text.as_bytes());
        packed.shrink_to_fit();
        WaitingLine {
            number: line.number,
            packed,
        }
    }

    fn unpacked(self) -> NumberedLine {
        let bytes = lz4_flex::decompress_size_prepended(&self.packed);
        let text = bytes.ok().and_then(|bytes| String::from_utf8(bytes).ok());
        NumberedLine {
            number: self.number,
            text: text.expect("it was packed here"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: usize) -> (AnswerLine, NumberedLine) {
        let answer = AnswerLine {
            id: format!("game {id}").into(),
            study: Some("show".to_owned()),
        };
        let text = format!("the text of {id}");
        let number = id as u64 + 1;
        (answer, NumberedLine { number, text })
    }

    #[test]
    fn lines_meet_whatever_their_order() {
        let mut pairs = AnswerPairs::default();
        let old = (0..100).map(|id| (DiffSide::Old, id));
        let new = (10..110).rev().map(|id| (DiffSide::New, id));
        let mut met = Vec::new();
        for (side, id) in old.zip(new).flat_map(<[_; 2]>::from) {
            let (answer, text) = line(id);
            if let Some(other) = pairs.take(side, &answer, &text).unwrap() {
                assert_eq!(other, text);
                met.push(id);
            }
        }
        met.sort_unstable();
        assert_eq!(met, (10..100).collect::<Vec<_>>());
        let lonely = pairs.lonely().map(|lone| (lone.side, lone.line.number));
        let old = (1..=10).map(|number| (DiffSide::Old, number));
        let new = (101..=110).map(|number| (DiffSide::New, number));
        assert!(lonely.eq(old.chain(new)));
    }

    #[test]
    fn an_id_twice_names_the_first_line_also_after_it_met_its_other() {
        let mut pairs = AnswerPairs::default();
        let (answer, text) = line(3);
        assert_eq!(pairs.take(DiffSide::Old, &answer, &text), Ok(None));
        let met = pairs.take(DiffSide::New, &answer, &text);
        assert_eq!(met, Ok(Some(text.clone())));
        for side in [DiffSide::Old, DiffSide::New] {
            let again = pairs.take(side, &answer, &text);
            assert_eq!(again, Err(RepeatedId { first: 4 }));
        }
        assert_eq!(pairs.lonely().count(), 0);
    }
}
