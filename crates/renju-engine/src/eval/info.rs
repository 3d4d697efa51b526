//! Metadata of evaluators from `info.toml`: names, units, odds scales, known bugs and variants.

use serde::{Deserialize, Serialize};

use renju_core::board::Color;
use renju_core::named_enum::named_enum;
use renju_core::position::Position;
use renju_core::rule::Rule;

/// An evaluator's name, its source, and what its numbers mean: what `info.toml` beside it says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct EvaluatorInfo {
    /// What it is called on the command line, such as `five-tuple:corrected`.
    pub name: String,
    /// What it does, in a line.
    pub title: String,
    /// Where it comes from.
    pub source: String,
    /// What a value of 1 stands for.
    pub unit: String,
    /// The value of a board that stands for odds of e to 1 that its side wins, where it was fitted
    /// to the results of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds_scale: Option<OddsScale>,
    /// Whose gain a positive value is, and whether the side to move plays a part.
    pub perspective: String,
    /// By which values it prefers one point to another.
    pub ranks_by: RanksBy,
    /// On which sides and under which rules it answers, and what is left out where.
    pub serves: String,
    /// What is known to be wrong with it; in a corrected edition, what was.
    #[serde(default)]
    pub mistakes: Vec<KnownBug>,
    /// Its other editions and options.
    #[serde(default)]
    pub variants: Vec<Variant>,
    /// Whether it is compared when no evaluator is named.
    #[serde(default, skip_serializing)]
    pub is_default: bool,
    /// Whether it has no values and only plays.
    #[serde(default, skip_serializing)]
    pub only_plays: bool,
}

/// By rule, the value of a board that stands for odds of e to 1 that its side wins, in the middle of a
/// game. [`EvaluatorInfo::odds`] has the chances in one position.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OddsScale {
    /// The scale of renju.
    pub renju: f64,
    /// The scale of standard gomoku, where only rows of exactly five win.
    pub standard: f64,
    /// The scale of freestyle gomoku, where longer rows win too.
    pub freestyle: f64,
    /// What the scale is multiplied by with 8, 23, 38 and 60 stones on the board, in between in
    /// proportion: the same value says less when the board is full.
    pub by_stones: [f64; 4],
    /// The logarithm of Black's odds in renju where the value is 0, with the same numbers of stones: what
    /// Black may not play costs more than the evaluators know.
    pub black_in_renju: [f64; 4],
}

/// How many stones the numbers of [`OddsScale::by_stones`] are for.
const KNOTS: [f64; 4] = [8.0, 23.0, 38.0, 60.0];

/// What values of one position say of the chances of one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds {
    scale: f64,
    /// The logarithm of the odds where the value is 0.
    of_nothing: f64,
}

impl Odds {
    /// Odds by which `scale` points stand for e to 1, and 0 for even.
    pub const fn of_scale(scale: f64) -> Odds {
        Odds {
            scale,
            of_nothing: 0.0,
        }
    }

    /// The chance to win of the side that has these points, from 0 to 1.
    pub fn chance(self, points: i64) -> f64 {
        let logarithm = f64::from(points as i32) / self.scale + self.of_nothing;
        1.0 / (1.0 + (-logarithm).exp())
    }
}

impl OddsScale {
    /// The scale of a rule.
    pub const fn of(&self, rule: Rule) -> f64 {
        match rule {
            Rule::Renju => self.renju,
            Rule::Standard => self.standard,
            Rule::Freestyle => self.freestyle,
        }
    }

    /// What values of a board with this number of stones say of the chances of a side.
    fn odds(&self, rule: Rule, stones: usize, side: Color) -> Odds {
        let black = if rule == Rule::Renju {
            between(&self.black_in_renju, stones)
        } else {
            0.0
        };
        Odds {
            scale: self.of(rule) * between(&self.by_stones, stones),
            of_nothing: match side {
                Color::Black => black,
                Color::White => -black,
            },
        }
    }
}

/// The number for these stones, in proportion between the four that are for [`KNOTS`].
fn between(numbers: &[f64; 4], stones: usize) -> f64 {
    let stones = f64::from(stones as u16);
    let after = KNOTS.partition_point(|&knot| knot <= stones);
    let (before, after) = (after.saturating_sub(1), after.min(KNOTS.len() - 1));
    let width = (KNOTS[after] - KNOTS[before]).max(1.0);
    let way = ((stones - KNOTS[before]) / width).clamp(0.0, 1.0);
    numbers[before] + way * (numbers[after] - numbers[before])
}

named_enum! {
    /// By which values an evaluator prefers one point to another.
    pub enum RanksBy: "ranking" {
        /// What the point is worth to the side to move.
        Own = "own",
        /// That plus what it is worth to the other side.
        Both = "both",
    }
}

/// Something a published program does not do as its author meant it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KnownBug {
    /// Its number in the documentation, such as `A1`.
    pub id: String,
    /// What the published program does.
    pub what: String,
    /// What the corrected edition does instead; `None` where it does the same.
    pub corrected: Option<String>,
}

/// Another edition of an evaluator, or an option: how it and its weights differ.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// What follows the colon of the name, such as `corrected`.
    pub name: String,
    /// How it differs from the published program.
    pub what: String,
    /// What it does, in a line.
    #[serde(skip_serializing)]
    pub title: String,
    /// What a value of 1 stands for, where that differs.
    #[serde(default, skip_serializing)]
    pub unit: Option<String>,
    /// By which values it prefers points, where that differs.
    #[serde(default, skip_serializing)]
    pub ranks_by: Option<RanksBy>,
    /// The weights that differ, by the keys of the weights file.
    #[serde(default, skip_serializing)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "serde_json::Map<String, serde_json::Value>")
    )]
    pub weights: toml::Table,
}

impl EvaluatorInfo {
    /// The info of an evaluator of one's own that ranks points by what they are worth to the side to
    /// move; further fields are set one by one.
    pub fn new(name: impl Into<String>, title: impl Into<String>) -> EvaluatorInfo {
        EvaluatorInfo {
            name: name.into(),
            title: title.into(),
            source: "the program that uses it".to_owned(),
            unit: "points".to_owned(),
            odds_scale: None,
            perspective: "the side that is asked about".to_owned(),
            ranks_by: RanksBy::Own,
            serves: "every side and rule".to_owned(),
            mistakes: Vec::new(),
            variants: Vec::new(),
            is_default: false,
            only_plays: false,
        }
    }

    /// What its values of a position say of the chances of a side; `None` where they were not fitted to
    /// results.
    pub fn odds(&self, position: &Position, side: Color) -> Option<Odds> {
        let stones = position.board().stone_count();
        let scale = self.odds_scale?;
        Some(scale.odds(position.rule(), stones, side))
    }

    /// The info of the variant of this name; itself for `""`, `None` if there is no such variant.
    pub fn of_variant(&self, name: &str) -> Option<EvaluatorInfo> {
        if name.is_empty() {
            return Some(self.clone());
        }
        let variant = self.variants.iter().find(|variant| variant.name == name)?;
        Some(EvaluatorInfo {
            name: format!("{}:{name}", self.name),
            title: variant.title.clone(),
            unit: variant.unit.as_ref().unwrap_or(&self.unit).clone(),
            ranks_by: variant.ranks_by.unwrap_or(self.ranks_by),
            odds_scale: None,
            is_default: false,
            ..self.clone()
        })
    }
}

named_enum! {
    /// Whether a program's mistakes are kept.
    #[derive(Default)]
    pub enum Edition: "edition" {
        /// As it was published.
        #[default]
        Published = "published",
        /// With its known mistakes repaired.
        Corrected = "corrected",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: OddsScale = OddsScale {
        renju: 200.0,
        standard: 300.0,
        freestyle: 300.0,
        by_stones: [0.5, 1.0, 1.0, 2.0],
        black_in_renju: [-0.4; 4],
    };

    #[test]
    fn between_two_numbers_is_what_is_in_proportion() {
        for (stones, part) in [
            (0, 0.5),
            (8, 0.5),
            (14, 0.7),
            (23, 1.0),
            (30, 1.0),
            (49, 1.5),
            (60, 2.0),
            (400, 2.0),
        ] {
            let found = between(&SCALE.by_stones, stones);
            assert!((found - part).abs() < 1e-9, "{stones}");
        }
    }

    #[test]
    fn the_chances_of_both_sides_are_one_together() {
        for rule in Rule::ALL {
            for points in [-900, -1, 0, 55, 30_000] {
                let chance = |side, points| SCALE.odds(rule, 30, side).chance(points);
                let both = chance(Color::Black, points) + chance(Color::White, -points);
                assert!((both - 1.0).abs() < 1e-9, "{rule} {points}");
            }
        }
        let even = |rule, side| SCALE.odds(rule, 30, side).chance(0);
        assert!(even(Rule::Renju, Color::Black) < 0.5 && even(Rule::Renju, Color::White) > 0.5);
        assert!((even(Rule::Freestyle, Color::Black) - 0.5).abs() < 1e-9);
        assert!((Odds::of_scale(100.0).chance(100) - 0.731).abs() < 1e-3);
    }
}
