//! Evaluators as users name them.

use std::fmt;
use std::path::Path;

use serde::{Serialize, Serializer};

use super::error::CliError;
use crate::batch::fnv1a;
use crate::systems::{self, EvaluatorHandle};

/// The name of an evaluator, or `file:PATH` for one with the weights of a TOML file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct EvaluatorName(String);

impl EvaluatorName {
    /// The name as the user gave it.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// The path behind `file:`.
    fn path(&self) -> Option<&Path> {
        self.0.strip_prefix("file:").map(Path::new)
    }

    /// The evaluator of this name: the one place where the command line asks for a name.
    pub(super) fn find(&self) -> Result<EvaluatorHandle, CliError> {
        let Some(path) = self.path() else {
            return Ok(systems::find(&self.0)?);
        };
        let text = std::fs::read_to_string(path).map_err(CliError::in_file(path))?;
        systems::from_toml(&text, &self.0)
            .map_err(|error| CliError::in_text(path, &text, &error.message, error.span))
    }
}

impl From<&str> for EvaluatorName {
    fn from(name: &str) -> EvaluatorName {
        EvaluatorName(name.to_owned())
    }
}

impl fmt::Display for EvaluatorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// As a setting of a run a file has a hash of its content: other weights, other answers.
impl Serialize for EvaluatorName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.path().map(std::fs::read) {
            Some(Ok(weights)) => {
                serializer.collect_str(&format_args!("{self} (fnv1a {:016x})", fnv1a(&weights)))
            }
            _ => serializer.collect_str(self),
        }
    }
}
