//! What a query asks about its turns, beside how long it may take.

use serde_json::Value;

use crate::geometry::{Point, Size};
use crate::named_enum::named_enum;
use crate::notation::{Letters, parse_point};
#[cfg(feature = "render")]
use crate::render::Lang;

use super::settings::{FieldError, QuerySettings, one_of};

named_enum! {
    /// What is asked about a position.
    pub(super) enum QueryStudy: "study" {
        /// Best play.
        Search = "search",
        /// The forbidden points.
        Forbidden = "forbidden",
        /// A win by continuous fours.
        Vcf = "vcf",
        /// A win by continuous threats.
        Vct = "vct",
        /// What the position is, and how the game ended.
        Show = "show",
        /// The shapes that stand.
        Patterns = "patterns",
        /// What an evaluator says of the points.
        Score = "score",
        /// What the other side threatens, and what stops it.
        Threats = "threats",
        /// What each move of the game missed and allowed.
        Game = "game",
    }
}

named_enum! {
    /// What a study tells in addition.
    pub(super) enum StudyExtra: "extra" {
        /// With `forbidden`: points that look forbidden and are not.
        NearMisses = "near_misses",
        /// With `patterns`: each shape with its points.
        Shapes = "shapes",
        /// With `score`: what adds up to the values.
        Terms = "terms",
        /// With `vcf` and `vct`: the win with every reply.
        Tree = "tree",
    }
}

/// A study with what it is asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StudySettings {
    /// Which question it is.
    pub(super) kind: QueryStudy,
    /// What it tells in addition.
    pub(super) extras: Vec<StudyExtra>,
    /// The empty point that `score` is asked about; all without one.
    pub(super) at: Option<Point>,
    /// The evaluator that is asked; that of the session without a name.
    pub(super) evaluator: Option<String>,
    /// The language in which the answer is put into words as well.
    #[cfg(feature = "render")]
    pub(super) text: Option<Lang>,
}

impl StudySettings {
    /// Reads the fields of a query on a board of this size.
    pub(super) fn read(
        settings: &mut QuerySettings,
        size: Size,
        letters: Letters,
    ) -> Result<StudySettings, FieldError> {
        let kind = settings.named("study", QueryStudy::ALL)?;
        let extras = settings.read("with", &one_of("a list of", StudyExtra::ALL), |value| {
            let names = value.as_array()?.iter();
            names.map(|name| name.as_str()?.parse().ok()).collect()
        })?;
        let point = |value: &Value| parse_point(value.as_str()?, size, letters).ok();
        let name = |value: &Value| value.as_str().map(str::to_owned);
        Ok(StudySettings {
            kind: kind.unwrap_or(QueryStudy::Search),
            extras: extras.unwrap_or_default(),
            at: settings.read("at", "a point of the board", point)?,
            evaluator: settings.read("evaluator", "the name of an evaluator", name)?,
            #[cfg(feature = "render")]
            text: settings.read("text", "the name of a language", |value| {
                value.as_str()?.parse().ok()
            })?,
        })
    }
}
