//! Heads by the stage of a game: what follows from the features changes as the board fills.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::value_head::ValueHead;

/// Stages of a game, by the stones on the board: up to 15, 30, 45, and more.
pub const STAGES: usize = 4;

/// Stones of a stage.
const STONES_OF_A_STAGE: usize = 15;

/// The stage of a board with so many stones, below [`STAGES`].
#[inline]
pub const fn stage(stones: usize) -> usize {
    let stage = stones.saturating_sub(1) / STONES_OF_A_STAGE;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The heads of a side to move, one for each [`stage`] (output buckets, as of the networks of Stockfish).
///
/// In TOML a list of [`STAGES`] tables, or one table, which then serves all stages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageHeads(pub Box<[ValueHead; STAGES]>);

impl StageHeads {
    /// The head of a board with so many stones.
    #[inline]
    pub(super) fn of(&self, stones: usize) -> &ValueHead {
        &self.0[stage(stones)]
    }
}

impl<'de> Deserialize<'de> for StageHeads {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<StageHeads, D::Error> {
        reader.deserialize_any(OneOrAll)
    }
}

struct OneOrAll;

impl<'de> Visitor<'de> for OneOrAll {
    type Value = StageHeads;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(text, "a head, or {STAGES} of them")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<StageHeads, A::Error> {
        let head = ValueHead::deserialize(MapAccessDeserializer::new(map))?;
        Ok(StageHeads(Box::new(std::array::from_fn(|_| head.clone()))))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<StageHeads, A::Error> {
        let mut heads = Vec::new();
        while let Some(head) = rows.next_element()? {
            heads.push(head);
        }
        let count = heads.len();
        let heads = <Box<[ValueHead; STAGES]>>::try_from(heads);
        let message = format!("{count} heads in the place of 1 or {STAGES}");
        heads.map(StageHeads).map_err(|_| A::Error::custom(message))
    }
}

#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator};

    use super::{STAGES, StageHeads, ValueHead};

    impl JsonSchema for StageHeads {
        fn schema_name() -> Cow<'static, str> {
            "StageHeads".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let head = generator.subschema_for::<ValueHead>();
            schemars::json_schema!({
                "anyOf": [
                    head,
                    { "type": "array", "items": head, "minItems": STAGES, "maxItems": STAGES },
                ],
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_end_at_15_30_and_45_stones() {
        let ends = [0, 15, 16, 30, 31, 45, 46, 400].map(stage);
        assert_eq!(ends, [0, 0, 1, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn one_head_serves_all_stages_and_three_are_refused() {
        let heads = |count: usize| -> Result<StageHeads, toml::de::Error> {
            #[derive(Deserialize)]
            struct File {
                black: StageHeads,
            }
            let head = |title: &str| {
                let rows = |count: usize, numbers: usize| vec![vec![1; numbers]; count];
                let (facts, layer) = (rows(64, 17), rows(16, 17));
                format!(
                    "{title}\ndirect = {:?}\nfacts = {facts:?}\nfirst = {layer:?}\nsecond = {layer:?}\nout = {:?}\n",
                    rows(1, 17)[0],
                    rows(1, 16)[0],
                )
            };
            let text = match count {
                1 => head("[black]"),
                _ => head("[[black]]").repeat(count),
            };
            Ok(toml::from_str::<File>(&text)?.black)
        };
        assert_eq!(heads(1).unwrap(), heads(4).unwrap());
        let refused = heads(3).unwrap_err().to_string();
        assert!(
            refused.contains("3 heads in the place of 1 or 4"),
            "{refused}"
        );
    }
}
