//! The command line: what users type, turned into calls of the layers below.
//!
//! Each command has its file in `commands`; [`GlobalArgs`] are the flags they share, [`InputArgs`]
//! where positions come from, [`Exit`] the exit codes. Everything that goes wrong is a `CliError`,
//! which `diagnostics` prints.

mod commands;
mod config;
mod diagnostics;
mod error;
mod evaluators;
mod exit;
mod global;
mod help;
mod input;
mod interrupt;
mod limits;
mod observer;
mod output;
mod program;
mod settings;
mod study;

pub use exit::Exit;
pub use global::{GlobalArgs, OutputArgs, PositionArgs, ReadingArgs, When};
pub use input::InputArgs;
pub use program::{Cli, main};
