//! What a file expects of the program, in words such as `vcf win 9`: read, held against a position,
//! and answered.
//!
//! `words` has the grammar, `compatibility` what keeps an expectation from being asked of a position or beside
//! another, `check` the answers. What is found is said in the same grammar, so that an answer can
//! take the place of an expectation.

mod checker;
mod compatibility;
mod error;
mod report;
#[cfg(feature = "render")]
mod text;
mod words;

pub use checker::{CheckOptions, CheckedExpectation, ExpectationChecker, unnamed};
pub use error::{ExpectationError, ExpectationProblem};
pub use report::{CheckLine, CheckSummary, SamePosition};
pub use words::{Expectation, expectation_of_comment};
