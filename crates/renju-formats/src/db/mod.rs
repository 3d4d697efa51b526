//! Databases of Yixin and Rapfi, plain or in an LZ4 frame, and the tables that Rapfi exports them to.
//!
//! A record is a position without order, with what an engine found out about it and a text. Records
//! are read as they are stored: Rapfi keeps one of the eight orientations of a position, and nothing
//! is turned here.

mod binary;
mod export;
mod record;
#[cfg(test)]
mod tests;
mod text;

pub(super) use binary::{detect, read, records_of, write};
pub(super) use export::{detect as detect_export, read as read_export, write as write_export};
