use serde::Deserialize;

use crate::eval::{Edition, WeightsError};
use crate::geometry::{Point, Size};

use super::Triple;

/// What triples are called, what they are worth, and how far the program searches.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountBlockEmptyWeights {
    /// What the weights are for: `"count-block-empty"`.
    pub system: String,
    /// Whether the mistakes of the program are kept.
    #[serde(default)]
    pub edition: Edition,
    /// What each shape is worth.
    pub values: ShapeValues,
    /// Which triples are which shape; row `n` is for `n` stones on the shorter side of a gap.
    pub gap: Vec<GapRow>,
    /// How the program searches for moves.
    pub search: NegamaxWeights,
    /// First moves that the program does not think about.
    pub openings: FixedOpenings,
}

/// What each shape is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are those of the shapes")]
pub struct ShapeValues {
    pub five: i64,
    pub live_four: i64,
    pub blocked_four: i64,
    pub live_three: i64,
    pub blocked_three: i64,
    pub live_two: i64,
    pub blocked_two: i64,
    pub live_one: i64,
    pub blocked_one: i64,
}

/// What a triple is in the program's eyes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum TripleShape {
    /// A line that is worth nothing.
    None,
    BlockedOne,
    LiveOne,
    BlockedTwo,
    LiveTwo,
    BlockedThree,
    LiveThree,
    BlockedFour,
    LiveFour,
    Five,
}

impl TripleShape {
    /// Its name, such as `live three`.
    pub const fn name(self) -> &'static str {
        match self {
            TripleShape::None => "nothing",
            TripleShape::BlockedOne => "blocked one",
            TripleShape::LiveOne => "live one",
            TripleShape::BlockedTwo => "blocked two",
            TripleShape::LiveTwo => "live two",
            TripleShape::BlockedThree => "blocked three",
            TripleShape::LiveThree => "live three",
            TripleShape::BlockedFour => "blocked four",
            TripleShape::LiveFour => "live four",
            TripleShape::Five => "five",
        }
    }
}

/// The shapes of triples with one and the same gap.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GapRow {
    /// From how many stones on it is a five, whatever blocks it.
    pub five_from: u8,
    /// The shapes of 1, 2, ... stones with no end blocked; beyond the list there is none.
    pub open: Vec<TripleShape>,
    /// The shapes of 1, 2, ... stones with one end blocked.
    pub one_blocked: Vec<TripleShape>,
    /// The shapes of 1, 2, ... stones with both ends blocked.
    pub both_blocked: Vec<TripleShape>,
}

impl GapRow {
    fn shape(&self, triple: Triple) -> TripleShape {
        if triple.count >= self.five_from {
            return TripleShape::Five;
        }
        let shapes = match triple.block {
            0 => &self.open,
            1 => &self.one_blocked,
            _ => &self.both_blocked,
        };
        let place = usize::from(triple.count) - 1;
        shapes.get(place).copied().unwrap_or(TripleShape::None)
    }
}

/// How the program searches for moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NegamaxWeights {
    /// Moves to look ahead.
    pub depth: usize,
    /// Moves to try at each node; 0 for all.
    #[serde(default)]
    pub width: usize,
    /// The published search keeps its values between minus this and this.
    pub bound: i64,
    /// What the corrected search gives for a five, less the moves up to it.
    pub win: i64,
}

/// First moves that the program does not think about.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedOpenings {
    /// The side of the board they are for.
    pub side: Size,
    /// The black stones that a game starts from.
    pub black: Vec<Point>,
    /// The white stones that a game starts from.
    pub white: Vec<Point>,
    /// Black's first move, without a search.
    pub first: Point,
    /// White's answers to first moves.
    pub replies: Vec<FixedReply>,
}

/// An answer to Black's first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedReply {
    /// The first move that Black made.
    pub to: Point,
    /// The answer that White gives.
    pub play: Point,
}

impl CountBlockEmptyWeights {
    /// Checks what the types alone do not tell.
    pub(in crate::systems) fn check(&self) -> Result<(), WeightsError> {
        match self.gap.len() {
            5 => Ok(()),
            rows => Err(WeightsError::new(format!(
                "there are {rows} [[gap]] sections; 5 are needed, for 0 to 4 stones beside a gap"
            ))),
        }
    }

    /// What a triple is. Five stones on either side of a gap are a five whatever else there is.
    pub fn shape(&self, triple: Triple) -> TripleShape {
        let row = self.gap.get(triple.beside_gap());
        row.map_or(TripleShape::Five, |row| row.shape(triple))
    }

    /// What a shape is worth.
    pub const fn value(&self, shape: TripleShape) -> i64 {
        match shape {
            TripleShape::None => 0,
            TripleShape::BlockedOne => self.values.blocked_one,
            TripleShape::LiveOne => self.values.live_one,
            TripleShape::BlockedTwo => self.values.blocked_two,
            TripleShape::LiveTwo => self.values.live_two,
            TripleShape::BlockedThree => self.values.blocked_three,
            TripleShape::LiveThree => self.values.live_three,
            TripleShape::BlockedFour => self.values.blocked_four,
            TripleShape::LiveFour => self.values.live_four,
            TripleShape::Five => self.values.five,
        }
    }
}
