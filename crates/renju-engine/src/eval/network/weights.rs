//! Weights of the network by rule, their TOML format, and what the heads are told of a board.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use crate::eval::shapes::{Facts, Sixteenths};
use renju_core::board::{ByColor, Color};

use renju_core::pattern::{LinePair, Shape};
use renju_core::rule::Rule;

use super::stage_heads::StageHeads;
use super::value_head::fact_row;
use super::weight_rows::{FEATURES, INPUTS, LARGEST_INPUT, WeightRow};

/// The greatest feature of a point, which stands for 1.
pub(super) const FULL: i16 = 256;
/// An input of 1; the features of eight points make one.
const INPUT_ONE: usize = 256;
/// So many stones make an input of 1.
pub const STONES_OF_AN_INPUT: usize = 32;
/// The bits that features of the board have more than inputs.
const POOL_BITS: u32 = 3;

/// The weights of `network` for all rules.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NetworkWeights {
    /// What the weights are for: `"network"`.
    pub system: String,
    /// The network of games under renju.
    pub renju: RuleNetwork,
    /// The network of standard gomoku, where it is not that of freestyle gomoku.
    pub standard: Option<RuleNetwork>,
    /// The network of freestyle gomoku.
    pub freestyle: RuleNetwork,
}

impl NetworkWeights {
    /// The network of a rule.
    pub const fn of(&self, rule: Rule) -> &RuleNetwork {
        match (rule, &self.standard) {
            (Rule::Renju, _) => &self.renju,
            (Rule::Standard, Some(standard)) => standard,
            (Rule::Standard, None) | (Rule::Freestyle, _) => &self.freestyle,
        }
    }
}

/// The network of one rule.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RuleNetwork {
    /// What every point begins with; 256 is 1.
    pub bias: WeightRow<FEATURES>,
    /// What a line adds to the features of its point.
    pub lines: LineRows,
    /// The heads when Black is to move.
    pub black: StageHeads,
    /// The heads when White is to move.
    pub white: StageHeads,
}

/// What each pair of shapes on a line adds to the features of its point; 256 is 1.
///
/// In TOML a key names what Black and what White would make there, as in `"open_three dead"`. What is
/// not there adds nothing, and `dead dead` always does: so a point where neither side can make anything
/// has no features.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineRows(Box<[[i16; FEATURES]; LinePair::COUNT]>);

/// The greatest number of a row: the sum of four and a bias fits in sixteen bits.
const LARGEST_IN_ROW: i16 = 6000;

impl LineRows {
    /// The row of a pair.
    #[inline]
    pub const fn of(&self, pair: LinePair) -> &[i16; FEATURES] {
        &self.0[pair.index()]
    }
}

impl<'de> Deserialize<'de> for LineRows {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<LineRows, D::Error> {
        let table = BTreeMap::<PairKey, WeightRow<FEATURES>>::deserialize(reader)?;
        let mut rows = Box::new([[0; FEATURES]; LinePair::COUNT]);
        for (PairKey(pair), WeightRow(row)) in table {
            if row
                .iter()
                .any(|number| !(-LARGEST_IN_ROW..=LARGEST_IN_ROW).contains(number))
            {
                let message = format!("a number of a row lies within {LARGEST_IN_ROW}");
                return Err(D::Error::custom(message));
            }
            rows[pair.index()] = row;
        }
        Ok(LineRows(rows))
    }
}

/// A pair as the file names it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct PairKey(LinePair);

impl<'de> Deserialize<'de> for PairKey {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<PairKey, D::Error> {
        let text = String::deserialize(reader)?;
        let pair = text.split_once(' ').and_then(|(black, white)| {
            let shape = |name: &str| name.parse::<Shape>().ok();
            let (black, white) = (shape(black)?, shape(white)?);
            Some(LinePair::new(ByColor { black, white }))
        });
        match pair {
            Some(pair) if pair != LinePair::default() => Ok(PairKey(pair)),
            _ => Err(D::Error::custom(format!(
                "unknown field `{text}`, expected what Black and what White would make, as in \
                 `open_three dead`"
            ))),
        }
    }
}

#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator};

    use super::{BTreeMap, FEATURES, LineRows, WeightRow};

    impl JsonSchema for LineRows {
        fn schema_name() -> Cow<'static, str> {
            "LineRows".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            BTreeMap::<String, WeightRow<FEATURES>>::json_schema(generator)
        }
    }
}

impl RuleNetwork {
    /// What the network adds to the value of a board for `mover`, who is to move.
    #[inline]
    pub(super) fn value(&self, told: &BoardFeatures, mover: Color) -> Sixteenths {
        let heads = match mover {
            Color::Black => &self.black,
            Color::White => &self.white,
        };
        let head = heads.of(told.stones);
        head.value(&told.inputs(), fact_row(told.facts))
    }
}

/// What a network is told of a board.
pub(super) struct BoardFeatures<'a> {
    /// The features of its empty points together.
    pub(super) features: &'a [i32; FEATURES],
    /// What both sides have at hand, seen by the side to move.
    pub(super) facts: Facts,
    /// How many there are on the board.
    pub(super) stones: usize,
}

impl BoardFeatures<'_> {
    #[inline]
    fn inputs(&self) -> [i16; INPUTS] {
        let mut inputs = [0; INPUTS];
        for (input, &feature) in inputs.iter_mut().zip(self.features) {
            *input = (feature >> POOL_BITS).clamp(-LARGEST_INPUT, LARGEST_INPUT) as i16;
        }
        inputs[FEATURES] = (self.stones * INPUT_ONE / STONES_OF_AN_INPUT) as i16;
        inputs
    }
}
