//! Games as move strings: `h8i9f10`, `H8 I9`, `8H 9I`, `1. h8 2. i9`, the tails of addresses.
//!
//! One game per line. `tokens` reads the moves of a text, `address` the fields of an address, and
//! `read` what may stand around them: headers, comments, remarks of a log. It writes games as well.

mod address;
mod read;
mod tokens;

pub use read::parse_moves;
pub(super) use read::{detect, is_game, read, write};

#[cfg(test)]
mod tests;
