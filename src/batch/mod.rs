//! Many positions: records in, lines out, in order, in memory that does not grow with the input.
//!
//! [`Sources`] turns files, folders and standard input into one stream of [`Record`]s with their
//! ids. [`run`] hands them to the workers, a bounded number at a time, and writes their lines in the
//! order of the input. [`Shard`] and [`Journal`] split a run over machines and resume it.

pub mod check;
mod chunk;
mod compression;
mod content;
mod delivery;
mod going_on;
mod journal;
mod journal_error;
mod journal_file;
mod output_names;
mod pick;
mod pipeline;
mod pool;
mod queue;
mod record;
mod run;
mod shard;
mod source;

pub use crate::fnv::fnv1a;
pub use journal::{Checkpoint, Journal, Settings, WholeRecords};
pub use journal_error::JournalError;
pub use output_names::{OutputNames, short_name};
pub use pick::{MoveCount, Pick, PickSpan};
pub use pipeline::run;
pub use pool::Pool;
pub use record::{
    Entry, EntryResult, Naming, ReadOptions, Record, RecordBody, RecordError, RecordId,
};
pub use run::{Consumed, GRACE, OutputOrder, Outputs, RunOptions, RunSummary, WorkResult};
pub use shard::{ParseShardError, Shard};
pub use source::{
    BytesRead, Folders, Sources, UnreadFile, UnreadReason, is_known_file, picked_file,
};
