//! Study Renju and Gomoku positions: which points are forbidden to Black and why, which shapes
//! stand on the board.
//!
//! The way through the crate is from *text about positions* to *answers about positions*:
//!
//! ```text
//!  bytes ──notation──▶ Setup ──position──▶ Position ──questions──▶ Report ──render──▶ bytes
//! ```
//!
//! and each step is a layer that uses only those below it:
//!
//! | layer | holds | feature |
//! | --- | --- | --- |
//! | [`geometry`] | points, sizes, directions, sets of points | |
//! | [`board`] | stones on points, packed lines, a hash | |
//! | [`rule`] | which rows win under renju, standard and freestyle | |
//! | [`pattern`] | fives, fours, threes and twos | |
//! | [`forbidden`] | overlines, double-fours and double-threes, with proofs | |
//! | [`position`] | what a file says, and what can be | |
//! | [`limits`] | how much a question may take, who watches it, why it stopped | |
//! | [`trace`] | the nodes of a search as they end | |
//! | [`notation`] | diagrams, move strings, JSON lines, 26 formats in all | `formats` |
//! | [`eval`] | what positions are worth: one trait, our own evaluators, weights as TOML | `engine` |
//! | [`threat`] | forced wins by fours and threes, proved | `engine` |
//! | [`search`] | best play by alpha-beta search, with any evaluator | `engine` |
//! | [`systems`] | five published programs: their values, their searches; the registry of all evaluators | `programs` |
//! | [`questions`] | questions answered as data, with what they look like | `questions` |
//! | [`render`] | how answers look: text, JSON and pictures | `render` |
//! | [`batch`] | many positions | `batch` |
//! | [`gomocup`], [`analysis`] | ourselves as an engine of a match, and as an analysis engine by JSON queries | `protocols` |
//! | [`page`] | a page for the browser: reports as HTML, and a board that answers | `page`, `board` |
//! | [`engines`], [`contest`] | engines in other processes, and games between players | `engines` |
//! | the program `renju` | arguments, snippets, progress | `cli`, on by default, with all others |
//!
//! Without features (`default-features = false`) there are the rules, and eleven crates to compile.
//!
//! # A tour
//!
//! ```
//! use renju::forbidden::{Verdict, judge};
//! use renju::position::Position;
//!
//! let position: Position = "f8 a1 g8 a3 h6 a5 h7 a7".parse()?;
//! let h8 = "H8".parse()?;
//! assert!(!position.legal_moves().contains(h8));
//! let Verdict::Forbidden(forbidden) = judge(position.board(), h8) else {
//!     panic!("H8 is a double-three");
//! };
//! for three in &forbidden.proof.threes {
//!     println!("{}: {:?}", three.run.direction, three.run.stones);
//! }
//! let next = position.play("g7".parse()?)?;
//! assert_eq!(next.moves().map(<[_]>::len), Some(9));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`questions::forbidden()`] answers the same question for a whole board, ready for JSON;
//! [`forbidden::forbidden_points`] answers it without reasons, at some hundred million points a second.

pub use renju_core::{
    board, forbidden, geometry, limits, named_enum, pattern, position, rule, trace,
};
#[cfg(feature = "engine")]
pub use renju_engine::{eval, search, threat};
#[cfg(feature = "formats")]
pub use renju_formats::{self as notation, fnv};
#[cfg(feature = "engines")]
pub use renju_play::{contest, engines, place_turn};
#[cfg(feature = "protocols")]
pub use renju_play::{gomocup, pace, time_control};
#[cfg(feature = "programs")]
pub use renju_programs as systems;
#[cfg(feature = "engine")]
pub use renju_system::files;

#[cfg(feature = "questions")]
use renju_core::counted;
#[cfg(feature = "protocols")]
use renju_play::input_lines;
#[cfg(any(
    feature = "batch",
    feature = "protocols",
    all(feature = "questions", feature = "parallel")
))]
use renju_system::threads;

#[cfg(feature = "protocols")]
pub mod analysis;
#[cfg(feature = "batch")]
pub mod batch;
#[cfg(all(feature = "batch", feature = "engines"))]
pub mod examine;
#[cfg(feature = "page")]
pub mod page;
#[cfg(feature = "questions")]
pub mod questions;
#[cfg(feature = "render")]
pub mod render;
#[cfg(feature = "questions")]
mod report_header;
#[cfg(feature = "schema")]
mod schema;

/// The examples of the README.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../README.md")]
struct Readme;
