use std::borrow::Cow;

use serde::Serialize;

use crate::named_enum::named_enum;

type Text = Cow<'static, str>;

/// Who an evaluator is and what its numbers mean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EvaluatorInfo {
    /// What it is called on the command line, such as `five-tuple:corrected`.
    pub name: Text,
    /// What it does, in a line.
    pub title: Text,
    /// Where it comes from.
    pub source: Text,
    /// What a value of 1 stands for.
    pub unit: Text,
    /// Whose gain a positive value is, and whether the side to move plays a part.
    pub perspective: Text,
    /// By which values it prefers one point to another.
    pub ranks_by: RanksBy,
    /// On which sides and under which rules it answers, and what is left out where.
    pub serves: Text,
    /// What is known to be wrong with it; in a corrected edition, what was.
    pub mistakes: Cow<'static, [KnownBug]>,
    /// Its other editions and options.
    pub variants: Cow<'static, [Variant]>,
}

/// A name in its parts: the system, and the variant behind the colon or nothing.
pub fn system_and_variant(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or((name, ""))
}

impl Edition {
    /// The edition that a variant belongs to.
    pub fn of_variant(variant: &str) -> Edition {
        match variant {
            "corrected" => Edition::Corrected,
            _ => Edition::Published,
        }
    }
}

impl EvaluatorInfo {
    /// The card of another edition or variant, with its own name and title.
    #[must_use]
    pub fn of_variant(&self, name: impl Into<Text>, title: impl Into<Text>) -> EvaluatorInfo {
        EvaluatorInfo {
            name: name.into(),
            title: title.into(),
            ..self.clone()
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct KnownBug {
    /// Its number in the documentation, such as `A1`.
    pub id: &'static str,
    /// What is wrong.
    pub what: &'static str,
    /// What the corrected edition does instead; `None` where it does the same.
    pub corrected: Option<&'static str>,
}

/// An option of an evaluator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Variant {
    /// What follows the colon of the name, such as `corrected`.
    pub name: &'static str,
    /// How it differs.
    pub what: &'static str,
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
