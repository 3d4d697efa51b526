//! Text of one line as a slice of a shared block, to save an allocation for each line.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// The characters of a line. Lines that were read together share one allocation: it is made by the
/// thread that reads and freed by one that has worked, and the allocator makes both wait.
#[derive(Clone)]
pub struct LineText {
    block: Arc<str>,
    range: Range<usize>,
}

impl LineText {
    /// A line of a block.
    pub(super) fn part_of(block: &Arc<str>, range: Range<usize>) -> LineText {
        LineText {
            block: Arc::clone(block),
            range,
        }
    }
}

impl<T: Into<Arc<str>>> From<T> for LineText {
    fn from(text: T) -> LineText {
        let block = text.into();
        LineText {
            range: 0..block.len(),
            block,
        }
    }
}

impl Deref for LineText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.block[self.range.clone()]
    }
}

impl PartialEq for LineText {
    fn eq(&self, other: &LineText) -> bool {
        **self == **other
    }
}

impl Eq for LineText {}

impl fmt::Debug for LineText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
