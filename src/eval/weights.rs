use std::ops::Range;

use serde::de::DeserializeOwned;
use thiserror::Error;

/// Why a text is no set of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct WeightsError {
    /// What is wrong.
    pub message: String,
    /// The bytes of the text that are to blame, if any.
    pub span: Option<Range<usize>>,
}

impl WeightsError {
    pub(super) fn new(message: impl Into<String>) -> WeightsError {
        WeightsError {
            message: message.into(),
            span: None,
        }
    }
}

/// Reads weights of one kind.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, WeightsError> {
    toml::from_str(text).map_err(|error| WeightsError {
        message: error.message().to_owned(),
        span: error.span(),
    })
}

/// Reads weights that ship with the program.
pub(super) fn own<T: DeserializeOwned>(text: &str) -> T {
    read(text).expect("the weights in the source are valid")
}
