//! How arguments are serialised as the settings of a run, where they do not serialise themselves.
#![expect(clippy::ref_option, reason = "serde passes a reference to the field")]

use std::fmt::Display;
use std::time::Duration;

use serde::Serializer;

/// A value as it is displayed.
pub(super) fn as_text<T: Display, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

/// A time as users write it, such as `1s 500ms`.
pub(super) fn as_time<S: Serializer>(
    time: &Option<Duration>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    as_text(&time.map(humantime::format_duration), serializer)
}
