//! Evaluators that are made of weights: what ships beside the code, and what a user changes.

use std::borrow::Cow;

use super::weights::read_shipped;
use super::{Evaluator, EvaluatorInfo, WeightsError, WeightsText};

/// The weights of an evaluator: data, with an `info.toml` and a `weights.toml` beside the code.
pub trait Weights: Sized + Send + Sync + 'static {
    /// The [`EvaluatorInfo`] as TOML.
    const INFO: &'static str;

    /// The published weights as TOML that explains its keys.
    const SHIPPED: &'static str;

    /// The variants that have a weights file of their own; the others are the changes that
    /// [`INFO`](Self::INFO) lists.
    const VARIANTS: &'static [(&'static str, &'static str)] = &[];

    /// What is made of them.
    type Evaluator: Evaluator + 'static;

    /// Reads weights from a TOML text.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    fn from_toml(text: WeightsText<'_>) -> Result<Self, WeightsError>;

    /// The evaluator with these weights.
    fn into_evaluator(self, info: EvaluatorInfo) -> Self::Evaluator;

    /// The shipped evaluator of a variant, `""` for the published one.
    ///
    /// # Panics
    ///
    /// Panics if there is no such variant, or if the shipped files are wrong.
    fn shipped(variant: &str) -> Self::Evaluator {
        let base: EvaluatorInfo = read_shipped(Self::INFO);
        let info = base.of_variant(variant).expect("the variant is listed");
        let text = shipped_text::<Self>(variant);
        let weights = Self::from_toml(WeightsText::from(&*text));
        let weights = weights.expect("the weights in the source are valid");
        weights.into_evaluator(info)
    }
}

/// An evaluator of this crate, made of its weights.
///
/// The shipped editions and those with a user's own weights are made by the same constructor, so
/// that an unchanged file gives exactly the shipped evaluator.
#[derive(Clone, Debug)]
pub struct Weighted<W> {
    pub(crate) info: EvaluatorInfo,
    pub(crate) weights: W,
}

impl<W: Weights<Evaluator = Weighted<W>>> Weighted<W> {
    /// The evaluator with these weights.
    pub const fn new(info: EvaluatorInfo, weights: W) -> Weighted<W> {
        Weighted { info, weights }
    }

    /// The numbers that it is made of.
    pub const fn weights(&self) -> &W {
        &self.weights
    }

    /// The shipped evaluator of a variant, as [`Weights::shipped`].
    ///
    /// # Panics
    ///
    /// As that.
    pub fn shipped(variant: &str) -> Weighted<W> {
        W::shipped(variant)
    }
}

/// The complete weights file of a variant: its own, or the published one with what the variant
/// changes.
pub fn shipped_text<W: Weights>(variant: &str) -> Cow<'static, str> {
    let mut own_files = W::VARIANTS.iter();
    if let Some((_, text)) = own_files.find(|(name, _)| *name == variant) {
        return Cow::Borrowed(text);
    }
    let info: EvaluatorInfo = read_shipped(W::INFO);
    let changes = info.variants.iter().find(|listed| listed.name == variant);
    changes.map_or(Cow::Borrowed(W::SHIPPED), |changes| {
        let mut weights: toml::Table = read_shipped(W::SHIPPED);
        apply(&changes.weights, &mut weights);
        Cow::Owned(weights.to_string())
    })
}

/// Replaces the values of a table by those of another, section by section.
fn apply(changes: &toml::Table, weights: &mut toml::Table) {
    use toml::Value;

    for (key, change) in changes {
        match (weights.get_mut(key), change) {
            (Some(Value::Table(section)), Value::Table(change)) => apply(change, section),
            _ => drop(weights.insert(key.clone(), change.clone())),
        }
    }
}
