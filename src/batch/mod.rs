//! Many positions: records in, lines out, in order, in memory that does not grow with the input.
//!
//! [`Sources`] turns files, folders and standard input into one stream of [`Record`]s with their
//! ids. [`run`] hands them to the workers in bounded portions and writes their lines in the order
//! of the input. [`Shard`] and [`Journal`] split a run over machines and resume it.

mod compression;
mod journal;
mod pipeline;
mod record;
mod shard;
mod source;

pub use journal::{Journal, JournalError, Settings};
pub use pipeline::{OutputOrder, Outputs, RunOptions, RunSummary, WorkResult, run};
pub use record::{
    Entry, EntryResult, Pick, ReadOptions, Record, RecordBody, RecordError, RecordId,
};
pub use shard::{ParseShardError, Shard, fnv1a};
pub use source::{Folders, Sources, is_known_file};
