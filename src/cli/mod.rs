//! The command line: what users type, turned into calls of the layers below.
//!
//! Each command has its file in `commands`; [`GlobalArgs`] are the flags they share, [`InputArgs`]
//! where positions come from, [`Exit`] the exit codes. Everything that goes wrong is a `CliError`,
//! which `diagnostics` prints.

mod answer_lines;
mod arguments;
mod commands;
mod comparison_failures;
mod completion;
mod config;
mod diagnostics;
mod drawing;
mod engine_args;
mod error;
mod examples;
mod help;
mod input;
mod interrupt;
mod manual;
mod named_file;
mod numbers;
mod observer;
mod old_names;
mod output;
mod page_file;
mod page_games;
mod picture_args;
mod player_spec;
mod points;
mod program;
mod question;
mod questions;
mod run_bar;
mod run_settings;
mod short_help;
mod table_arg;
mod usage;
mod warnings;
mod watch;
mod words;

pub(crate) use arguments::GlobalArgs;
pub(crate) use error::Exit;
pub(crate) use input::InputArgs;
pub(crate) use program::main;
