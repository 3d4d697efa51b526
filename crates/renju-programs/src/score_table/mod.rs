//! `score-table`: the run lengths of each line through a stone, looked up in a table of sixteen
//! patterns.
//!
//! After lyh543's simple AI (2019), with the table of Dong Hong'an's thesis (2005). There is no
//! value of a board. [`ScoreTableWindows`] reads the same table in the other way in use: it
//! slides the patterns over the lines.

mod corrected_search;
mod lengths;
mod play;
mod system;
mod tree;
mod windows;

pub use system::{ScoreTable, ScoreTableWeights};
pub use windows::{PatternWeights, ScoreTableWindows};
