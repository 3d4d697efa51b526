//! Games: players, matches and their openings; engines in other processes; the protocols by which we
//! are asked ourselves.

#[cfg(feature = "engines")]
pub mod contest;
#[cfg(feature = "engines")]
pub mod engines;
pub mod gomocup;
#[doc(hidden)]
pub mod input_lines;
pub mod pace;
#[cfg(feature = "engines")]
pub mod place_turn;
pub mod time_control;
