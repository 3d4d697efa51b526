//! Client-chosen ids of analysis queries, as shared text that is cheap to copy for every turn.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// What a client calls a query. All its turns share one text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct QueryId(Arc<str>);

impl QueryId {
    /// The characters of the id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for QueryId {
    fn from(text: &str) -> QueryId {
        QueryId(text.into())
    }
}

impl Borrow<str> for QueryId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for QueryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for QueryId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
