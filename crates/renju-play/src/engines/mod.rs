//! Engines in other processes, asked as [evaluators](renju_engine::eval::Evaluator).
//!
//! [`engine`] takes a command as users type it, an [`EngineSpec`]. A program that answers JSON lines
//! (`json:CMD`) is a [`JsonEngine`], one that speaks the protocol of the Gomocup tournament
//! (`gomocup:CMD`) a [`GomocupEngine`]; either plays games as an [`EngineOpponent`]. Nothing a child does can stop or mislead the caller for longer than the time
//! limit: its answers are checked, its output is bounded, and every way to fail has its
//! [`FailureKind`](renju_engine::eval::FailureKind).
//!
//! # No child outlives us
//!
//! Each child leads a process group of its own, and the whole group is killed when the child has
//! failed or its evaluator is dropped: what it started dies with it, on Linux also what has moved
//! into another group or session (`setsid`). What has lost its parent as well, as a daemon that
//! forks twice, dies with the last engine if the program has called [`adopt_orphans`]. A program should call
//! [`kill_all_on_signals`] once, so that this holds as well when it is interrupted or told to end; one
//! that has handlers of its own calls [`kill_all`] in them, and so does one that leaves by
//! [`exit`](std::process::exit) while an evaluator lives.
//!
//! Two cases remain. If we are killed by a signal that cannot be caught, children see their input
//! close and end unless they ignore that. And on systems other than Linux, and where its `/proc`
//! keeps no lists of children, what a child moved into another group or session is out of reach. On
//! systems other than Unix only the child itself is killed, and signals are not watched.

mod answer;
#[cfg(unix)]
mod descendants;
mod engine;
mod engine_process;
mod engine_settings;
mod engine_spec;
mod error_lines;
mod gomocup_board;
mod gomocup_engine;
mod gomocup_opponent;
mod gomocup_reply;
mod gomocup_words;
mod group;
mod idle;
mod json_answer;
mod json_engine;
mod opponent;
mod probe;
mod talk;

pub use answer::{EngineMove, EngineThought};
pub use engine::{Engine, engine};
pub use engine_settings::{DEFAULT_START, DEFAULT_TIMEOUT, EngineSettings};
pub use engine_spec::{EngineError, EngineProtocol, EngineSpec};
pub use gomocup_engine::{GomocupEngine, read_gomocup_answer};
#[cfg(unix)]
pub use group::is_ignored;
pub use group::{
    adopt_orphans, are_stopped, kill_all, kill_all_on_last_signal, kill_all_on_signals, stop_all,
};
pub use json_answer::{JsonAnswer, read_json_answer};
pub use json_engine::JsonEngine;
pub use opponent::EngineOpponent;
pub use probe::FoundProtocol;
pub use talk::EngineTalk;
