//! Ourselves as an engine of a match, by the protocol of the Gomocup tournament.
//!
//! The tournament calls an engine a brain, and the program that starts it a manager. What is here
//! is the other end of `engines::GomocupEngine`: the manager writes commands, one a line, and
//! [`serve`] answers.
//!
//! Three parts do not know of each other. A [`Session`] turns lines into what they call for and
//! neither reads nor writes; a [`TimeControl`] turns what the manager said of time into a time for one
//! move; a [`MoveRequest`] has the stones and finds a move. [`serve`] brings them together and is the only
//! one to see input, output and the time of the day.
//!
//! Whatever is said, the session goes on: an unknown command is answered `UNKNOWN`, a wrong one
//! `ERROR`, and only `END` or the end of the input ends it. A move that is asked for is given
//! while there is an empty point.

mod command;
mod input;
mod move_request;
mod server;
mod session;
mod time_control;

pub use move_request::MoveRequest;
pub use server::serve;
pub use session::{EngineOptions, Response, Session};
pub use time_control::TimeControl;
