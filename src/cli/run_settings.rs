//! What a run with a journal holds against one that goes on with it.

use std::path::Path;

use serde::Serialize;

use super::error::CliError;
use super::{GlobalArgs, diagnostics};
use renju::batch::Settings;
use renju::questions::QUICK_SIGNATURE;
use renju_core::counted::counted;

/// What is to be done with a file that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Existing {
    /// The run is refused, and the file stays as it is.
    Refused,
    /// What an earlier run has not done is added.
    Resumed,
    /// The run starts anew, and what the file holds is lost.
    Overwritten,
}

impl Existing {
    /// What `--resume` and `--force` mean, of which there is one at most.
    pub(crate) const fn of(resume: bool, force: bool) -> Existing {
        match (resume, force) {
            (true, _) => Existing::Resumed,
            (_, true) => Existing::Overwritten,
            _ => Existing::Refused,
        }
    }
}

/// Every argument that decides what a run writes: all that `#[serde(skip)]` does not leave out, so
/// that a new one cannot be forgotten; and the program.
pub(crate) fn settings(study: &impl Serialize, global: &GlobalArgs) -> Result<Settings, CliError> {
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

/// Says how an interrupted run is continued: `flag` names the file by which one can be.
pub(crate) fn tell_how_to_go_on(is_resumable: bool, flag: &str, global: &GlobalArgs) {
    let message = if is_resumable {
        "interrupted; run the same command with --resume to continue".to_owned()
    } else {
        format!("interrupted; with {flag} FILE a run can be resumed")
    };
    diagnostics::note(&message, global);
}

/// Says what a run that goes on has cut off behind the last whole record of a killed one.
pub(crate) fn tell_cut_off(path: &Path, bytes: u64, global: &GlobalArgs) {
    if bytes > 0 {
        let bytes = counted(bytes, "byte", "bytes");
        let path = path.display();
        let message =
            format!("{path}: the last {bytes} are of a run that was killed; they are written anew");
        diagnostics::note(&message, global);
    }
}
