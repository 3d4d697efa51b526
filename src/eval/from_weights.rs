use super::weights::own;
use super::{Evaluator, EvaluatorInfo, WeightsError};

/// An evaluator that is made of data: an `info.toml` and weights, both beside its code.
///
/// The shipped editions and those with a user's own weights are made by the same constructor, so
/// that an unchanged file gives exactly the shipped evaluator.
pub trait FromWeights: Evaluator + Sized + 'static {
    /// Its [`EvaluatorInfo`] as TOML.
    const INFO: &'static str;

    /// Its weights as TOML that explains its keys.
    const WEIGHTS: &'static str;

    /// The variants that have a weights file of their own; the others are the changes that
    /// [`INFO`](Self::INFO) lists.
    const VARIANT_WEIGHTS: &'static [(&'static str, &'static str)] = &[];

    /// The evaluator with the weights of a TOML text.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    fn from_weights(info: EvaluatorInfo, text: &str) -> Result<Self, WeightsError>;

    /// The shipped evaluator of a variant, `""` for the published one.
    ///
    /// # Panics
    ///
    /// Panics if there is no such variant, or if the shipped files are wrong.
    fn shipped(variant: &str) -> Self {
        let base: EvaluatorInfo = own(Self::INFO);
        let info = base.of_variant(variant).expect("the variant is listed");
        let own_file = Self::VARIANT_WEIGHTS
            .iter()
            .find(|(name, _)| *name == variant);
        let changes = base.variants.iter().find(|listed| listed.name == variant);
        let made = match (own_file, changes) {
            (Some((_, text)), _) => Self::from_weights(info, text),
            (None, Some(changes)) => {
                let mut weights: toml::Table = own(Self::WEIGHTS);
                apply(&changes.weights, &mut weights);
                Self::from_weights(info, &weights.to_string())
            }
            (None, None) => Self::from_weights(info, Self::WEIGHTS),
        };
        made.expect("the weights in the source are valid")
    }
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

/// For tests: a shipped edition that lives as long as the process.
#[cfg(test)]
pub(crate) fn of_edition<E: FromWeights>(edition: super::Edition) -> &'static E {
    let variant = match edition {
        super::Edition::Published => "",
        super::Edition::Corrected => "corrected",
    };
    Box::leak(Box::new(E::shipped(variant)))
}
