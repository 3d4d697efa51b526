//! Sizes of the network, and its rows of weights, read with checks of length and overflow.

use serde::Deserialize;
use serde::de::{Deserializer, Error};

/// Features of a point, and of the board.
pub const FEATURES: usize = 16;
/// What the layers of a head are told: the features, and the number of stones.
pub const INPUTS: usize = FEATURES + 1;
/// Units of a hidden layer.
pub const HIDDEN: usize = 16;
/// The greatest number that a layer is told, either way.
pub(super) const LARGEST_INPUT: i32 = 8191;
/// The most that the weights of a unit may come to, so that no sum passes 32 bits.
const MOST_TOGETHER: i32 = i32::MAX / LARGEST_INPUT - (i16::MAX as i32) / 4;

/// Whole numbers in sixteen bits, a fixed count of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightRow<const N: usize>(pub [i16; N]);

impl<'de, const N: usize> Deserialize<'de> for WeightRow<N> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<WeightRow<N>, D::Error> {
        let numbers = Vec::<i16>::deserialize(reader)?;
        let count = numbers.len();
        let numbers = <[i16; N]>::try_from(numbers);
        let numbers = numbers
            .map_err(|_| D::Error::custom(format!("{count} numbers in the place of {N}")))?;
        Ok(WeightRow(numbers))
    }
}

/// Rows of numbers, a fixed count of them, none of which comes to too much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightRows<const N: usize, const COUNT: usize>(pub Box<[[i16; N]; COUNT]>);

impl<'de, const N: usize, const COUNT: usize> Deserialize<'de> for WeightRows<N, COUNT> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<WeightRows<N, COUNT>, D::Error> {
        let rows = Vec::<WeightRow<N>>::deserialize(reader)?;
        let rows: Box<[[i16; N]]> = rows.into_iter().map(|WeightRow(row)| row).collect();
        let sum =
            |row: &[i16; N]| -> i32 { row.iter().map(|&number| i32::from(number).abs()).sum() };
        if rows.iter().map(sum).any(|sum| sum > MOST_TOGETHER) {
            let message = format!("the absolute values of a row add up to {MOST_TOGETHER} at most");
            return Err(D::Error::custom(message));
        }
        let count = rows.len();
        let rows = <Box<[[i16; N]; COUNT]>>::try_from(rows);
        let rows =
            rows.map_err(|_| D::Error::custom(format!("{count} rows in the place of {COUNT}")))?;
        Ok(WeightRows(rows))
    }
}

#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator};

    use super::{WeightRow, WeightRows};

    impl<const N: usize> JsonSchema for WeightRow<N> {
        fn schema_name() -> Cow<'static, str> {
            format!("WeightRow{N}").into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            schemars::json_schema!({
                "type": "array",
                "items": { "type": "integer", "minimum": i16::MIN, "maximum": i16::MAX },
                "minItems": N,
                "maxItems": N,
            })
        }
    }

    impl<const N: usize, const COUNT: usize> JsonSchema for WeightRows<N, COUNT> {
        fn schema_name() -> Cow<'static, str> {
            format!("WeightRows{COUNT}Of{N}").into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            schemars::json_schema!({
                "type": "array",
                "items": generator.subschema_for::<WeightRow<N>>(),
                "minItems": COUNT,
                "maxItems": COUNT,
            })
        }
    }
}
