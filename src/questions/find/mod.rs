//! Positions and local patterns in games: where they stand, and what was played there.
//!
//! A [`StonePattern`] says of some points what they hold; a [`PatternFinder`] has its images under
//! the symmetries of the board and with colours swapped, and looks for them in one game at a time;
//! [`FindSummary`] counts the moves that followed.

mod finder;
mod game_stones;
mod pattern_image;
mod report;
mod stone_pattern;
mod summary;
#[cfg(feature = "render")]
mod text;

pub use finder::{PatternFinder, PatternHit};
pub use report::{FindReport, GameWinner, winner_of};
pub use stone_pattern::{NoPattern, StonePattern};
pub use summary::{FindSummary, FollowingMove, WinnerCounts};
