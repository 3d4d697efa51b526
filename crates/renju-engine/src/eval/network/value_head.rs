//! A head of the network: two small layers, and the integer forward pass from inputs to a value.

use serde::Deserialize;

use super::layer::Layer;
use super::weight_rows::{HIDDEN, INPUTS, WeightRow, WeightRows};
use crate::eval::shapes::{Facts, Sixteenths};

/// What the two sides can have at hand where the search asks: the side to move open threes and fours,
/// the other those, straight fours and fives.
pub const FACT_ROWS: usize = 64;

/// A hidden unit of 1.
const UNIT_ONE: i16 = 4096;

/// What follows from the features of the board for a side to move.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ValueHead {
    /// What an input of 1 adds to the value, in sixteenths of a point.
    pub direct: WeightRow<INPUTS>,
    /// For all that both sides have at hand together (see [`fact_row`]) what it adds to each unit of
    /// the first layer, 256 is 1, and last to the value, in sixteenths of a point.
    pub facts: WeightRows<{ HIDDEN + 1 }, FACT_ROWS>,
    /// For each unit of the first layer what an input of 1 adds to it; 1024 is 1.
    pub first: Layer,
    /// For each unit of the second layer what a unit of the first adds to it; 1024 is 1. The last is
    /// the bias.
    pub second: Layer,
    /// What a unit of the second layer adds to the value, in sixteenths of a point.
    pub out: WeightRow<HIDDEN>,
}

/// The row of what both sides have at hand, below [`FACT_ROWS`]: bits 0 and 1 say that the side to move
/// has an open three and a four, bits 2 to 5 that the other side has an open three, a four, a straight
/// four and a five.
#[inline]
pub const fn fact_row(facts: Facts) -> usize {
    facts.index() & 0b11 | facts.index() >> 2 & 0b11_1100
}

impl ValueHead {
    #[inline]
    pub(super) fn value(&self, inputs: &[i16; INPUTS], fact_row: usize) -> Sixteenths {
        let facts = &self.facts.0[fact_row];
        let unit = |sum: i32, bits: u32| (sum >> bits).clamp(0, i32::from(UNIT_ONE)) as i16;
        let sums = self.first.sums(inputs);
        let mut first = [UNIT_ONE; HIDDEN + 1];
        for number in 0..HIDDEN {
            first[number] = unit(sums[number] + (i32::from(facts[number]) << 10), 6);
        }
        let second = self.second.sums(&first).map(|sum| unit(sum, 10));
        let of_facts = i32::from(facts[HIDDEN]);
        let of_inputs = dot(&self.direct.0, inputs) >> 8;
        Sixteenths::of((dot(&self.out.0, &second) >> 12) + of_inputs + of_facts)
    }
}

/// Written so that a compiler sees products of neighbours added in pairs, as vector units do it.
#[inline]
fn dot<const N: usize>(one: &[i16; N], other: &[i16; N]) -> i32 {
    let ((ones, one_rest), (others, other_rest)) = (one.as_chunks::<8>(), other.as_chunks::<8>());
    let product = |a: i16, b: i16| i32::from(a) * i32::from(b);
    let mut sums = [0; 4];
    for (a, b) in ones.iter().zip(others) {
        for (pair, sum) in sums.iter_mut().enumerate() {
            let (left, right) = (2 * pair, 2 * pair + 1);
            *sum += product(a[left], b[left]) + product(a[right], b[right]);
        }
    }
    let rest = std::iter::zip(one_rest, other_rest);
    let rest: i32 = rest.map(|(&a, &b)| product(a, b)).sum();
    sums.iter().sum::<i32>() + rest
}
