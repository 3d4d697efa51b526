//! One subcommand per file: its arguments and its run.

mod asked_engine;
pub(super) mod batch;
#[cfg(feature = "board")]
pub(super) mod board;
pub(super) mod check;
pub(super) mod compare;
pub(super) mod convert;
pub(super) mod diff;
pub(super) mod engine;
pub(super) mod evaluators;
pub(super) mod examine;
pub(super) mod find;
pub(super) mod fit;
pub(super) mod forbidden;
pub(super) mod forced_win;
pub(super) mod game;
pub(super) mod hunt;
pub(super) mod matches;
pub(super) mod overview;
pub(super) mod patterns;
pub(super) mod play;
pub(super) mod report;
pub(super) mod schema;
pub(super) mod score;
pub(super) mod search;
pub(super) mod show;
pub(super) mod threats;
pub(super) mod trace;
pub(super) mod verify;
pub(super) mod why;
