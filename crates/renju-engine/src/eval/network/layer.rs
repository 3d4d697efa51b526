//! Dense layer in 16-bit integers, with weights laid out for SIMD dot products of input pairs.

use serde::Deserialize;
use serde::de::Deserializer;
use wide::{i16x8, i32x4};

use super::weight_rows::{HIDDEN, INPUTS, WeightRows};

/// A layer of [`HIDDEN`] units, each told [`INPUTS`] numbers; a weight of 1024 stands for 1.
///
/// In TOML a row of weights for each unit. They are kept four units together, pair of inputs by pair of
/// inputs, in each pair the units one after another: a vector unit multiplies what lies there by the pair,
/// adds the two products of each unit, and has four sums side by side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer(Box<[Group; HIDDEN / UNITS]>);

/// For each pair of inputs, two numbers of each of four units.
type Group = [i16x8; PAIRS];

/// Pairs of inputs; the last has one.
const PAIRS: usize = INPUTS.div_ceil(2);
/// Units of a group.
const UNITS: usize = 4;

impl Layer {
    /// The weights of each unit, in the order of the inputs, as the file has them.
    pub fn rows(&self) -> [[i16; INPUTS]; HIDDEN] {
        let weight = |unit: usize, input: usize| {
            self.0[unit / UNITS][input / 2].to_array()[unit % UNITS * 2 + input % 2]
        };
        std::array::from_fn(|unit| std::array::from_fn(|input| weight(unit, input)))
    }

    fn of_rows(rows: &[[i16; INPUTS]; HIDDEN]) -> Layer {
        let weight = |unit: usize, input: usize| rows[unit].get(input).copied().unwrap_or(0);
        let pair = |group: usize, pair: usize| -> [i16; 2 * UNITS] {
            std::array::from_fn(|at| weight(group * UNITS + at / 2, 2 * pair + at % 2))
        };
        let group = |number| std::array::from_fn(|at| i16x8::new(pair(number, at)));
        Layer(Box::new(std::array::from_fn(group)))
    }

    /// For each unit the sum of its inputs by its weights.
    #[inline]
    pub(super) fn sums(&self, inputs: &[i16; INPUTS]) -> [i32; HIDDEN] {
        let pairs: Group = std::array::from_fn(|pair| {
            let left = inputs[2 * pair];
            let right = inputs.get(2 * pair + 1).copied().unwrap_or(0);
            i16x8::new([left, right, left, right, left, right, left, right])
        });
        let mut sums = [0; HIDDEN];
        for (sums, weights) in sums.as_chunks_mut().0.iter_mut().zip(&*self.0) {
            let products =
                std::iter::zip(weights, &pairs).map(|(weights, pair)| weights.dot(*pair));
            *sums = products
                .fold(i32x4::ZERO, |sum, products| sum + products)
                .to_array();
        }
        sums
    }
}

impl<'de> Deserialize<'de> for Layer {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Layer, D::Error> {
        let rows = WeightRows::<INPUTS, HIDDEN>::deserialize(reader)?;
        Ok(Layer::of_rows(&rows.0))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Layer {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        WeightRows::<INPUTS, HIDDEN>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        WeightRows::<INPUTS, HIDDEN>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_unit_has_its_sum(
            numbers in proptest::collection::vec(-3000i16..3000, INPUTS * (HIDDEN + 1))
        ) {
            let row = |at: usize| -> [i16; INPUTS] {
                std::array::from_fn(|input| numbers[at * INPUTS + input])
            };
            let (rows, inputs) = (std::array::from_fn(row), row(HIDDEN));
            let layer = Layer::of_rows(&rows);
            prop_assert_eq!(layer.rows(), rows);
            let sum_of = |row: &[i16; INPUTS]| -> i32 {
                let products = std::iter::zip(row, &inputs);
                products.map(|(&weight, &input)| i32::from(weight) * i32::from(input)).sum()
            };
            prop_assert_eq!(layer.sums(&inputs), std::array::from_fn(|unit| sum_of(&rows[unit])));
        }
    }
}
