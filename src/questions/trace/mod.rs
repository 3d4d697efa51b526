//! The search, seen from inside: its nodes as lines of JSON, what they come to, and where two searches part.
//!
//! [`TraceWriter`] writes the nodes of a search as it runs; [`SearchTrace`] is what such a file holds, and
//! [`TraceReport`] what that tells. [`parting`] finds the smallest node at which an alpha-beta search and
//! a min-max of the same tree contradict each other, or else the first node that is not the same;
//! [`check_min_max`] runs both for a published program.

mod answer;
mod min_max;
mod node;
mod parting;
#[cfg(feature = "render")]
mod plot;
mod sink;
#[cfg(feature = "render")]
mod text;

pub use answer::{NodeAt, SearchTrace, TraceFileError, TraceReader, TraceReport};
pub use min_max::{MinMaxCheck, MinMaxOutcome, check_min_max};
pub use node::{PlyTotals, TraceAlgorithm, TraceEnd, TraceHead, TraceNode, TraceTotals};
pub use parting::{Parting, PartingKind, PartingReport, parting};
#[cfg(feature = "render")]
pub use plot::trace_plot;
pub use sink::{TraceExtent, TraceRecorder, TraceWriter, TracingObserver};
