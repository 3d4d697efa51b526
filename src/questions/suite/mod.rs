//! Players asked for their moves in the positions of a suite: which of them they solve, and how soon.

mod answer;
mod judge;
#[cfg(feature = "render")]
mod text;
mod totals;

pub use answer::{SuiteAnswer, SuiteLine};
pub use judge::SuiteJudge;
pub use totals::{PlayerTotals, SuiteTable, SuiteTotals};
