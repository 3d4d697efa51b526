//! Games as Piskvork, the manager of the Gomocup tournaments, saves them: `.psq`, and `.rec` before
//! it.
//!
//! Both are lines of numbers, `column,row,milliseconds`, from the top left. A `.psq` counts from 1
//! and says the size of its board; a `.rec` counts from 0 and says the players first.

mod ending;
mod game_reader;
mod numbers;
mod psq;
mod rec;
#[cfg(test)]
mod tests;
mod write;

pub use ending::EXTRA;
pub(super) use psq::{detect as detect_psq, read as read_psq};
pub(super) use rec::{detect as detect_rec, read as read_rec};
pub(super) use write::{write_psq, write_rec};
