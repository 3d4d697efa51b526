//! Options, outputs and summary of a batch run, and the result that work on one record returns.

use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What was read: how much, and a hash of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Consumed {
    /// Bytes of what the records say.
    pub bytes: u64,
    /// A hash of that, which knows their order.
    pub hash: u64,
}

impl Consumed {
    /// What was read, with one more record behind it.
    #[must_use]
    pub fn with(self, record: Consumed) -> Consumed {
        Consumed {
            bytes: self.bytes + record.bytes,
            hash: (self.hash.rotate_left(5) ^ record.hash).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        }
    }
}

/// What the work on one record gives.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WorkResult {
    /// The lines to write, each with its line break; empty if the record was skipped.
    pub text: Vec<u8>,
    /// Whole lines for [`Outputs::trees`].
    pub trees: Vec<u8>,
    /// How many lines of `text` are answers.
    pub done: u64,
    /// How many are errors.
    pub failed: u64,
    /// How many of the answers have a tree that could not be written.
    pub trees_left_out: u64,
    /// Whether the work was given up: then nothing is written, and the run ends before this record.
    pub is_given_up: bool,
    /// How many of the answers lack that of an engine that failed.
    pub incomplete: u64,
    /// What the record says, for [`RunSummary::consumed`].
    pub consumed: Consumed,
}

/// Where the lines of a run are written.
pub struct Outputs<'a> {
    /// Takes the answers, one line each.
    pub lines: &'a mut (dyn io::Write + Send),
    /// Takes the proof trees of the answers that have one, in the same order.
    pub trees: &'a mut (dyn io::Write + Send),
    /// Is told how far the run is, each time after whole records were written.
    pub written: &'a mut (dyn FnMut(&RunSummary) -> io::Result<()> + Send),
}

/// The order in which lines are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OutputOrder {
    /// As the records were read.
    #[default]
    Input,
    /// As the workers finish them.
    Finished,
}

/// How long work may go on after a run was stopped.
pub const GRACE: Duration = Duration::from_secs(2);

/// When a run writes, and when it stops early.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions<'a> {
    /// In which order lines are written.
    pub order: OutputOrder,
    /// Errors after which the run ends; `None` for no limit.
    pub max_errors: Option<u64>,
    /// Whether each line is written as soon as it is finished, not some of them at a time.
    pub flush: bool,
    /// Threads that work on records; `None` for as many as the machine has.
    pub threads: Option<NonZeroUsize>,
    /// Once it is set, no record is begun any more and the run ends with what was begun.
    pub stop: Option<&'a AtomicBool>,
    /// Is set [`GRACE`] after `stop`: what was begun is to be given up then.
    pub give_up: Option<&'a AtomicBool>,
    /// What [`RunSummary::consumed`] begins with: that of the records before the first.
    pub consumed: Consumed,
}

/// What a run has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunSummary {
    /// Records that were read.
    pub read: u64,
    /// Answers that were written.
    pub done: u64,
    /// Errors that were written.
    pub failed: u64,
    /// Records skipped: of other shards, or answered by an earlier run.
    pub skipped: u64,
    /// Answers whose tree could not be written; only if there are any.
    #[serde(skip_serializing_if = "is_zero")]
    pub trees_left_out: u64,
    /// Answers without that of an engine that failed; only if there are any.
    #[serde(skip_serializing_if = "is_zero")]
    pub incomplete: u64,
    /// What the records that were read say.
    #[serde(skip)]
    pub consumed: Consumed,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl RunSummary {
    /// Whatever went wrong: records that failed, trees that could not be written, engines that
    /// failed.
    pub const fn errors(&self) -> u64 {
        self.failed + self.trees_left_out + self.incomplete
    }

    /// The summary of a run that went on behind records which were answered before.
    #[must_use]
    pub const fn behind(mut self, records: u64) -> RunSummary {
        self.read += records;
        self.skipped += records;
        self
    }

    pub(super) fn add(&mut self, result: &WorkResult) {
        self.read += 1;
        self.consumed = self.consumed.with(result.consumed);
        self.done += result.done;
        self.failed += result.failed;
        self.trees_left_out += result.trees_left_out;
        self.incomplete += result.incomplete;
        self.skipped += u64::from(result.done + result.failed == 0);
    }
}

impl Outputs<'_> {
    /// Writes the trees first: once an answer is there, its tree is too.
    pub(super) fn write(
        &mut self,
        lines: &[u8],
        trees: &[u8],
        summary: &RunSummary,
    ) -> io::Result<()> {
        self.trees.write_all(trees)?;
        self.trees.flush()?;
        self.lines.write_all(lines)?;
        self.lines.flush()?;
        (self.written)(summary)
    }
}
