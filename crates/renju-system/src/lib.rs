//! What the system may refuse: files, memory for large tables, threads.
//!
//! Each is asked for in one place, which reports a refusal as an error. In debug builds `RENJU_FAULT`
//! has one refused on purpose ([`fault`]).

pub mod fault;
pub mod files;
pub mod memory;
pub mod threads;
