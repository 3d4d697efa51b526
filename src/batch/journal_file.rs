//! Length and hash of the part of an output that a journal vouches for, and checks against them.

use std::io::{self, Read, Seek, SeekFrom};

use serde::{Deserialize, Serialize};

use crate::files::DiskFile;
use crate::fnv::{FNV_OF_NOTHING, fnv1a_with};

/// The beginning of a file: its length, and a hash of what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Beginning {
    /// Length in bytes of what was noted.
    pub(super) bytes: u64,
    /// FNV-1a of these bytes.
    hash: u64,
}

impl Default for Beginning {
    fn default() -> Beginning {
        Beginning {
            bytes: 0,
            hash: FNV_OF_NOTHING,
        }
    }
}

/// What is found of a beginning that was noted earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    Kept,
    /// The file is shorter, or holds zeros as a crash of the system leaves them.
    Lost,
    /// Something else stands there.
    Changed,
}

impl Beginning {
    /// The file as it is now, of which `self` is the beginning. The place in the file moves.
    pub(super) fn grown(self, file: &mut DiskFile) -> io::Result<Beginning> {
        let length = file.metadata()?.len();
        Ok(self.read_on(file, length)?.0)
    }

    /// What is found of `later`, a longer beginning of the file of which `self` is one.
    pub(super) fn check(self, later: Beginning, file: &mut DiskFile) -> io::Result<Found> {
        let (now, has_zeros) = self.read_on(file, later.bytes)?;
        Ok(if now == later {
            Found::Kept
        } else if has_zeros || now.bytes < later.bytes {
            Found::Lost
        } else {
            Found::Changed
        })
    }

    /// Whether more follows in the file, other than zeros as a crash of the system leaves them.
    pub(super) fn has_more(self, file: &mut DiskFile) -> io::Result<bool> {
        let length = file.metadata()?.len();
        if length <= self.bytes {
            return Ok(false);
        }
        Ok(!self.read_on(file, length)?.1)
    }

    /// The beginning up to a length, or to the end of the file; whether zeros were met.
    fn read_on(self, file: &mut DiskFile, length: u64) -> io::Result<(Beginning, bool)> {
        file.seek(SeekFrom::Start(self.bytes))?;
        let mut rest = file.take(length.saturating_sub(self.bytes));
        let (mut read, mut has_zeros) = (self, false);
        let mut buffer = vec![0; 1 << 16];
        loop {
            let count = match rest.read(&mut buffer) {
                Ok(0) => return Ok((read, has_zeros)),
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            has_zeros |= buffer[..count].contains(&0);
            read.hash = fnv1a_with(read.hash, &buffer[..count]);
            read.bytes += count as u64;
        }
    }

    /// Cuts the file to this length and leaves it at its end.
    pub(super) fn cut(self, file: &mut DiskFile) -> io::Result<()> {
        file.cut(self.bytes)
    }
}
