//! Players asked for their moves in the positions of a suite: which of them they solve, and how soon.

mod answer;
mod judge;
mod totals;

pub use answer::{SuiteAnswer, SuiteLine};
pub use judge::SuiteJudge;
pub use totals::{PlayerTotals, SuiteTable, SuiteTotals};
