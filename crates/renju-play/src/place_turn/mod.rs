//! Ourselves as an engine by the protocol of a published program that plays on 12 lines: `START`,
//! `PLACE`, `TURN`, `END`.
//!
//! The manager writes commands, one a line, and reads a line for each that has an answer. Points
//! are a row and a column, from 0: `4 4` is E5. A game begins on an empty board, or with two
//! stones of each side in the middle if the options ask for them; five or more in a row win.
//!
//! As in [`gomocup`](crate::gomocup) a [`PlaceTurnSession`] turns lines into responses and neither
//! reads nor writes, and [`serve`] does input and output. A [`Player`](crate::contest::Player) finds
//! the moves. Words that are no commands are passed over, as the program does; a command that is
//! wrong has one answer, `ERROR` with the reason, and changes nothing.

mod command;
mod server;
mod session;

pub use server::{PlaceTurnMove, serve};
pub use session::{PlaceTurnOptions, PlaceTurnRequest, PlaceTurnResponse, PlaceTurnSession};
