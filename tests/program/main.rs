//! The program as it runs: streams, signals, pictures, and the engine's side of the Gomocup
//! protocol. What it prints for people is in the sessions of `tests/cli.rs`.

mod analysis;
mod batch;
mod check;
mod diff;
mod engine;
#[cfg(unix)]
mod engines;
mod everyday;
#[cfg(unix)]
mod examine;
#[cfg(all(unix, debug_assertions))]
mod fault_injection;
#[cfg(unix)]
mod faults;
mod fit;
mod games;
#[cfg(unix)]
mod hunt;
mod inputs;
#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod journal;
mod limits;
#[cfg(unix)]
mod matches;
mod overwriting;
#[cfg(unix)]
mod page;
mod pictures;
mod place_turn;
mod play;
mod schema;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod surroundings;
mod validator;
#[cfg(unix)]
mod watch;

/// Shown as ignored, with the reason, where the tests of signals and journals are not built.
#[cfg(not(unix))]
#[test]
#[ignore = "skipped: signals, interrupted and resumed runs and --watch are tested on Unix"]
fn what_is_tested_on_unix() {}

use std::process::{Command, Output};

/// A run of the program in the folder of the project.
fn renju(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_renju"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("LC_ALL", "C")
        .output()
        .expect("it starts")
}
