//! What a run with a journal holds against one that goes on with it.

use serde::Serialize;

use super::GlobalArgs;
use super::error::CliError;
use crate::batch::Settings;
use crate::study::QUICK_SIGNATURE;

/// What is to be done with a file that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum Existing {
    /// The run is refused, and the file stays as it is.
    Refused,
    /// What an earlier run has not done is added.
    Resumed,
    /// The run starts anew, and what the file holds is lost.
    Overwritten,
}

impl Existing {
    /// What `--resume` and `--force` mean, of which there is one at most.
    pub(in crate::cli) const fn of(resume: bool, force: bool) -> Existing {
        match (resume, force) {
            (true, _) => Existing::Resumed,
            (_, true) => Existing::Overwritten,
            _ => Existing::Refused,
        }
    }
}

/// Every argument that decides what a run writes: all that `#[serde(skip)]` does not leave out, so
/// that a new one cannot be forgotten; and the program.
pub(in crate::cli) fn settings(
    study: &impl Serialize,
    global: &GlobalArgs,
) -> Result<Settings, CliError> {
    #[derive(Serialize)]
    struct RunSettings<'a, S> {
        program: &'static str,
        /// Another search has other answers, whatever version it is called.
        #[serde(rename = "search-signature")]
        search_signature: u64,
        #[serde(flatten)]
        global: &'a GlobalArgs,
        #[serde(flatten)]
        study: &'a S,
    }

    let settings = RunSettings {
        program: concat!("renju ", env!("CARGO_PKG_VERSION")),
        search_signature: QUICK_SIGNATURE,
        global,
        study,
    };
    let value =
        serde_json::to_value(settings).map_err(|error| CliError::usage(error.to_string()))?;
    Ok(value.as_object().cloned().unwrap_or_default())
}
