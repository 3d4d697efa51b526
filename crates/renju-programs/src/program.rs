//! What all published programs are made of.

use renju_engine::eval::{EvaluatorInfo, Weights};

/// A published program: an edition or variant with its weights.
///
/// The shipped editions and those with a user's own weights are made by the same constructor, so
/// that an unchanged file gives exactly the shipped program.
#[derive(Clone, Debug)]
pub struct Program<W> {
    pub(crate) info: EvaluatorInfo,
    pub(crate) weights: W,
}

impl<W: Weights<Evaluator = Program<W>>> Program<W> {
    /// The program with these weights.
    pub const fn new(info: EvaluatorInfo, weights: W) -> Program<W> {
        Program { info, weights }
    }

    /// The numbers that it is made of.
    pub const fn weights(&self) -> &W {
        &self.weights
    }

    /// The shipped program of a variant, as [`Weights::shipped`].
    ///
    /// # Panics
    ///
    /// As that.
    pub fn shipped(variant: &str) -> Program<W> {
        W::shipped(variant)
    }
}

/// A shipped edition that lives as long as the process.
#[cfg(test)]
pub(crate) fn of_edition<W: Weights>(
    edition: renju_engine::eval::Edition,
) -> &'static W::Evaluator {
    let variant = match edition {
        renju_engine::eval::Edition::Published => "",
        renju_engine::eval::Edition::Corrected => "corrected",
    };
    Box::leak(Box::new(W::shipped(variant)))
}
