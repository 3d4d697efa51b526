//! Reads of a JSON line only its version, id, and question, so that answers can be paired.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use thiserror::Error;

use crate::position::PositionId;
use crate::questions::VERSION;

/// What a line of an output is about, without what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerLine {
    /// Name of the position.
    pub id: PositionId,
    /// The question that it answers; `None` for the error of a position without an answer.
    pub study: Option<String>,
}

/// Why a line is no answer.
#[derive(Debug, Error)]
pub enum AnswerLineError {
    /// It is no object of JSON.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// An object without what every answer has.
    #[error("this is no answer of renju: it has no {0}")]
    Missing(&'static str),
    /// An answer in a form that is not known here.
    #[error("a line of version {0}; those of version {VERSION} are compared")]
    Version(String),
}

/// The fields that every line has.
#[derive(Deserialize)]
struct LineHead<'a> {
    #[serde(borrow)]
    v: Option<&'a RawValue>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    study: Option<Cow<'a, str>>,
    error: Option<IgnoredAny>,
}

impl AnswerLine {
    /// Reads what a line is about; `None` for the summary of a command, which has no id.
    ///
    /// # Errors
    ///
    /// If it is no line of an answer.
    pub fn read(text: &str) -> Result<Option<AnswerLine>, AnswerLineError> {
        let head: LineHead<'_> = serde_json::from_str(text)?;
        let version = head.v.ok_or(AnswerLineError::Missing("v"))?.get();
        if version != VERSION.to_string() {
            return Err(AnswerLineError::Version(version.to_owned()));
        }
        let is_summary = |study: &Cow<'_, str>| study.ends_with("summary");
        let Some(id) = head.id else {
            let is_left_out = head.study.as_ref().is_some_and(is_summary);
            return if is_left_out {
                Ok(None)
            } else {
                Err(AnswerLineError::Missing("id"))
            };
        };
        if head.study.is_none() && head.error.is_none() {
            return Err(AnswerLineError::Missing("study"));
        }
        let id = match PositionId::of_number(id.get()) {
            Some(id) => id,
            None => serde_json::from_str::<String>(id.get())?.into(),
        };
        let study = head.study.map(Cow::into_owned);
        Ok(Some(AnswerLine { id, study }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_an_id_and_a_study_or_an_error() {
        let read = |text| AnswerLine::read(text).unwrap().unwrap();
        let answer = read(r#"{"v":1,"id":"a\u0041","study":"score","board":{"id":2}}"#);
        assert_eq!(&*answer.id, "aA");
        assert_eq!(answer.study.as_deref(), Some("score"));
        let failed = read(r#"{"v":1,"id":1e3,"error":{"code":"bad_json"}}"#);
        assert_eq!(Some(failed.id), PositionId::of_number("1e3"));
        assert_eq!(failed.study, None);
        let summary = AnswerLine::read(r#"{"v":1,"study":"compare_summary"}"#);
        assert_eq!(summary.unwrap(), None);
    }

    #[test]
    fn what_is_no_answer_says_why() {
        let message = |text| AnswerLine::read(text).unwrap_err().to_string();
        assert!(message("id,size").contains("expected"));
        assert!(message(r#"{"id":"a","moves":["H8"]}"#).contains("no v"));
        assert!(message(r#"{"v":1,"study":"show"}"#).contains("no id"));
        assert!(message(r#"{"v":1,"id":"a"}"#).contains("no study"));
        assert!(message(r#"{"v":2,"id":"a","study":"vcf"}"#).contains("version 2"));
        assert!(message(r#"{"v":1,"id":["a"],"study":"vcf"}"#).contains("string"));
    }
}
