//! Engines in other processes: good ones, bad ones, and that none of them is left behind.
//!
//! The children are one-liners of `sh` and `python3`. Times have only lower bounds here, so that
//! a busy machine changes nothing.
#![cfg(unix)]

mod child;
mod common;
mod gomocup;
mod probe;
