//! Ourselves as an engine of a match, by the protocol of the Gomocup tournament, and of board
//! programs that speak its Yixin dialect.
//!
//! The tournament calls an engine a brain, and the program that starts it a manager. What is here
//! is the other end of `engines::GomocupEngine`: the manager writes commands, one a line, and
//! [`serve`] answers.
//!
//! The parts are separate, so that each is tested without the others. A [`Session`] turns lines
//! into responses and neither reads nor writes; a
//! [`TimeControl`](crate::time_control::TimeControl) derives the time for one move from the limits of
//! the manager; a [`MoveRequest`] has the position and finds a move, a
//! [`SwapRequest`] a colour, a [`PointQuestion`] a value. [`serve`] joins them and is the only one
//! to do input and output. Another protocol has a folder like this one.
//!
//! Errors do not end a session: an unknown command is answered `UNKNOWN`, a wrong one
//! `ERROR`, and only `END` or the end of the input ends it. A move that is asked for is given
//! while there is an empty point.

mod command;
mod info;
mod messages;
mod point_list;
mod request;
mod server;
mod session;
#[cfg(test)]
mod session_tests;
mod swap2;

pub use request::{Detail, MoveRequest, PointQuestion};
pub use server::serve;
pub use session::{EngineOptions, Response, Session};
pub use swap2::{SwapDialect, SwapRequest};
