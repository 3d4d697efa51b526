use thiserror::Error;

use crate::named_enum::named_enum;

/// Why an evaluator gives no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// What happened, for people.
    pub message: String,
}

named_enum! {
    /// The kinds of [`Failure`].
    pub enum FailureKind: "failure" {
        /// The evaluator does not serve such positions.
        Unsupported = "unsupported",
        /// An engine could not be started.
        NotStarted = "not_started",
        /// An engine gave no answer in time.
        Timeout = "timeout",
        /// An engine ended or closed its output.
        Crashed = "crashed",
        /// An engine printed more than an answer can be.
        TooMuchOutput = "flood",
        /// An engine's answer cannot be read or cannot be true.
        InvalidAnswer = "nonsense",
    }
}
