use std::path::Path;

use super::error::CliError;
use crate::systems::{self, EvaluatorHandle};

/// The evaluator of this name, or of the file behind `file:`: the one place where the command line
/// asks for a name.
pub(super) fn evaluator(name: &str) -> Result<EvaluatorHandle, CliError> {
    let Some(path) = name.strip_prefix("file:").map(Path::new) else {
        return Ok(systems::find(name)?);
    };
    let text = std::fs::read_to_string(path).map_err(CliError::in_file(path))?;
    systems::from_toml(&text, name)
        .map_err(|error| CliError::in_text(path, &text, &error.message, error.span))
}
