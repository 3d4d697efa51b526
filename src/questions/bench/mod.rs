//! How fast it is here: work that is the same everywhere, with its time and signature.

pub(super) mod answer;
#[cfg(feature = "render")]
pub(super) mod text;

pub use answer::{
    BenchExtent, BenchReport, BenchRun, BenchThreads, BenchTime, BenchWork, QUICK_SIGNATURE, bench,
};
