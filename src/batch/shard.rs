//! Sharding of batch input by a stable hash of ids or positions, to divide work between machines.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

use super::EntryResult;
use super::content::content_of_position;
use crate::fnv::fnv1a;

/// A part of a set of records, one of several.
///
/// A record belongs to the shard that its name hashes to, so records added later move none of the
/// others. The hash is 64-bit FNV-1a of the name's UTF-8 bytes (Fowler, Noll and Vo), written
/// down in `docs/batch.md`; it will not change.
///
/// ```
/// use renju::batch::Shard;
///
/// let shards: Vec<Shard> = vec!["0/2".parse()?, "1/2".parse()?];
/// assert_eq!(shards.iter().filter(|shard| shard.has("game-17")).count(), 1);
/// # Ok::<(), renju::batch::ParseShardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shard {
    number: u64,
    of: NonZeroU64,
}

impl Shard {
    /// Whether the record of that name belongs to this shard.
    pub fn has(self, name: &str) -> bool {
        self.has_hash(fnv1a(name.as_bytes()))
    }

    /// Whether a position belongs to this shard: by the id its record names, else by what is on
    /// the board, so that it stays in its shard when others are added before it.
    pub fn has_entry(self, entry: &EntryResult) -> bool {
        match entry {
            Err(error) => self.has(&error.id),
            Ok(entry) => match &entry.setup.id {
                Some(id) => self.has(id),
                None => self.has_hash(content_of_position(&entry.position)),
            },
        }
    }

    fn has_hash(self, hash: u64) -> bool {
        hash % self.of == self.number
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Serialize for Shard {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Why a text names no [`Shard`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("shard {0:?} is not of the form I/N with I from 0 to N - 1, such as 0/4")]
pub struct ParseShardError(pub String);

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Shard, ParseShardError> {
        let parts = || {
            let (number, of) = text.split_once('/')?;
            let shard = Shard {
                number: number.parse().ok()?,
                of: of.parse().ok()?,
            };
            (shard.number < shard.of.get()).then_some(shard)
        };
        parts().ok_or_else(|| ParseShardError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_beyond_the_last_is_refused() {
        for wrong in ["4/4", "0/0", "1", "-1/2", "a/b", ""] {
            let error = wrong.parse::<Shard>().unwrap_err();
            assert!(error.to_string().contains("I/N"), "{wrong}");
        }
        assert_eq!("3/4".parse::<Shard>().unwrap().to_string(), "3/4");
    }
}
