//! Control lines of the analysis protocol, such as `terminate`, and how they are read from JSON.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::named_enum::named_enum;

use super::query_id::QueryId;
use super::settings::{FieldError, QuerySettings, whole};

named_enum! {
    /// What a line asks for that is no query.
    pub(super) enum ActionName: "action" {
        /// The version of the program.
        QueryVersion = "query_version",
        /// Forget what was remembered.
        ClearCache = "clear_cache",
        /// End the queries of one id.
        Terminate = "terminate",
        /// End all queries.
        TerminateAll = "terminate_all",
    }
}

/// A line that asks for something to be done at once. Its answer repeats it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct QueryAction {
    /// What the line says, which its answer repeats.
    pub(super) object: Map<String, Value>,
    /// The queries to end, if any.
    pub(super) ends: Option<Termination>,
}

/// Which queries are to end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Termination {
    /// Those of this id; all without one.
    pub(super) id: Option<QueryId>,
    /// These turns; all without a list.
    pub(super) turns: Option<BTreeSet<usize>>,
}

impl QueryAction {
    pub(super) fn read(mut object: Map<String, Value>) -> Result<QueryAction, FieldError> {
        let mut settings = QuerySettings::new(object.clone());
        let name = settings.named("action", ActionName::ALL)?;
        let ends = match name {
            Some(ActionName::Terminate) => {
                let text = |value: &Value| Some(QueryId::from(value.as_str()?));
                let id = settings.read("terminateId", "a string", text)?;
                let missing = || FieldError::should_be("terminateId", "a string");
                Some(Termination {
                    id: Some(id.ok_or_else(missing)?),
                    turns: turns(&mut settings)?,
                })
            }
            Some(ActionName::TerminateAll) => Some(Termination {
                id: None,
                turns: turns(&mut settings)?,
            }),
            _ => None,
        };
        if name == Some(ActionName::QueryVersion) {
            object.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
            object.insert("git_hash".to_owned(), "<omitted>".into());
        }
        Ok(QueryAction { object, ends })
    }
}

/// `turnNumbers`. A number that no turn has ends none.
fn turns(settings: &mut QuerySettings) -> Result<Option<BTreeSet<usize>>, FieldError> {
    settings.read("turnNumbers", "a list of whole numbers", |value| {
        let numbers = value.as_array()?.iter().map(whole);
        let numbers = numbers.collect::<Option<Vec<i64>>>()?;
        let turns = numbers.into_iter().map(usize::try_from);
        Some(turns.filter_map(Result::ok).collect())
    })
}
