//! `hunt`: the smallest positions on which two answers to the same question differ.
//!
//! A [`HuntPair`] asks both and tells their [`Difference`]s: of verdicts on forbidden points
//! ([`ForbiddenPair`]), of best points ([`ValuePair`]), of a player's move and what is proved
//! ([`PlayerPair`]), of a search and its min-max ([`MinMaxPair`]). [`hunt`] tries boards of
//! [`HuntBoards`] and makes each that differs as small as it can.

mod answer;
mod boards;
mod difference;
mod forbidden_pair;
mod min_max_pair;
mod player_pair;
mod shrink;
#[cfg(feature = "render")]
mod text;
mod value_pair;

pub use answer::{HuntCase, HuntOptions, HuntProgress, HuntReport, hunt};
pub use boards::{BoardManner, HuntBoards};
pub use difference::{Difference, DifferenceKind, HuntAnswer, HuntPair, VerdictDetail};
pub use forbidden_pair::ForbiddenPair;
pub use min_max_pair::MinMaxPair;
pub use player_pair::PlayerPair;
pub use value_pair::ValuePair;
