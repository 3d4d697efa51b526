//! Metadata of evaluators from `info.toml`: names, units, odds scales, known bugs and variants.

use serde::{Deserialize, Serialize};

use renju_core::named_enum::named_enum;
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

/// By rule, the value of a board that stands for odds of e to 1 that its side wins: the chance is
/// the logistic function of the value divided by it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OddsScale {
    /// The scale of renju, for Black and for White.
    pub renju: f64,
    /// The scale of standard gomoku, where only rows of exactly five win.
    pub standard: f64,
    /// The scale of freestyle gomoku, where longer rows win too.
    pub freestyle: f64,
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
