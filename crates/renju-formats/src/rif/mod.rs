//! The database of `RenjuNet`, RIF: XML with one root, in it tables of countries, cities, rules,
//! openings, players and tournaments, and after them the games.
//!
//! It is read as a stream: the tables are kept, of the games only the one that is read. Entities that a
//! document defines are never expanded. `source` gives the bytes with their places, `tables` keeps
//! what games refer to, `game` makes a set-up of an element, `reader` walks through the elements.

mod game;
mod reader;
mod source;
mod tables;
#[cfg(test)]
mod tests;

pub(super) use reader::{detect, read};
