//! The weights of an evaluator, fitted to positions of which it is known what is best.

mod answer;
mod choice;
mod model;
mod split;
#[cfg(feature = "render")]
mod text;

pub use answer::{
    FitComparison, FitError, FitMeasure, FitOptions, FitReport, FittedEvaluator, FittedWeight, fit,
};
pub use choice::{LabelSource, LabelledPosition};
pub use split::FitSplit;
#[cfg(feature = "render")]
pub use text::FitText;
