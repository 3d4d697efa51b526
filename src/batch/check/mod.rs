//! Files that expect answers: their expectations, with the places at which they stand; findings that
//! no line expects; results for build servers; and the files with the answers that hold.
//!
//! ```
//! use renju::batch::check::{JunitReport, test_positions};
//! use renju::batch::{Folders, ReadOptions, Sources};
//! use renju::eval::shapes::Shapes;
//! use renju::limits::{Limits, NoObserver};
//! use renju::notation::ParseOptions;
//! use renju::questions::{CheckOptions, ExpectationChecker};
//!
//! let input = ["positions/forbidden/corner.txt".into()];
//! let records = Sources::new(&input, Folders::Refused, None, ParseOptions::default());
//! let options = CheckOptions {
//!     limits: Limits::nodes(10_000),
//!     depth: None,
//!     table_bytes: 1 << 20,
//! };
//! let mut checker = ExpectationChecker::new(Shapes::ours(), options);
//! let mut results = JunitReport::default();
//! for record in records {
//!     for asked in test_positions(record, &ReadOptions::default()) {
//!         let asked = asked?;
//!         let (expectations, errors) = asked.expectations();
//!         for error in &errors {
//!             results.add_error(error);
//!         }
//!         for (number, expectation) in expectations {
//!             let answer = checker.check(&asked.entry.position, &expectation, &NoObserver)?;
//!             let words = asked.words(number).to_owned();
//!             results.add(&asked.line(Some(number)).answered(words, &answer));
//!         }
//!     }
//! }
//! assert!(results.xml().contains("<testsuites name=\"renju check\" tests=\"1\" failures=\"0\" errors=\"0\">"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod findings;
mod junit;
mod test_position;
mod update;

pub use findings::{KnownPositions, breaches_of};
pub use junit::JunitReport;
pub use test_position::{TestPosition, test_positions};
pub use update::{FileUpdates, UpdateError, UpdatedFile};
