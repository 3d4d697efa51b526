use std::ops::Range;

use serde::de::DeserializeOwned;
use thiserror::Error;

use super::EvaluatorInfo;

/// The weights of an evaluator: data, with an `info.toml` and a `weights.toml` beside the code.
pub trait Weights: Sized + Send + Sync + 'static {
    /// The [`EvaluatorInfo`] as TOML.
    const INFO: &'static str;

    /// The published weights as TOML that explains its keys.
    const SHIPPED: &'static str;

    /// The variants that have a weights file of their own; the others are the changes that
    /// [`INFO`](Self::INFO) lists.
    const VARIANTS: &'static [(&'static str, &'static str)] = &[];

    /// Reads weights from a TOML text.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    fn from_toml(text: &str) -> Result<Self, WeightsError>;
}

/// An evaluator that is made of its weights.
///
/// The shipped editions and those with a user's own weights are made by the same constructor, so
/// that an unchanged file gives exactly the shipped evaluator.
#[derive(Clone, Debug)]
pub struct Weighted<W> {
    pub(crate) info: EvaluatorInfo,
    pub(crate) weights: W,
}

impl<W: Weights> Weighted<W> {
    /// The evaluator with these weights.
    pub const fn new(info: EvaluatorInfo, weights: W) -> Weighted<W> {
        Weighted { info, weights }
    }

    /// The numbers that it is made of.
    pub const fn weights(&self) -> &W {
        &self.weights
    }

    /// The shipped evaluator of a variant, `""` for the published one.
    ///
    /// # Panics
    ///
    /// Panics if there is no such variant, or if the shipped files are wrong.
    pub fn shipped(variant: &str) -> Weighted<W> {
        let base: EvaluatorInfo = read_shipped(W::INFO);
        let info = base.of_variant(variant).expect("the variant is listed");
        let mut own_files = W::VARIANTS.iter();
        let own_file = own_files.find(|(name, _)| *name == variant);
        let changes = base.variants.iter().find(|listed| listed.name == variant);
        let weights = match (own_file, changes) {
            (Some((_, text)), _) => W::from_toml(text),
            (None, Some(changes)) => {
                let mut weights: toml::Table = read_shipped(W::SHIPPED);
                apply(&changes.weights, &mut weights);
                W::from_toml(&weights.to_string())
            }
            (None, None) => W::from_toml(W::SHIPPED),
        };
        Weighted::new(info, weights.expect("the weights in the source are valid"))
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

/// Why a text is no set of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct WeightsError {
    /// What is wrong, for people.
    pub message: String,
    /// The bytes of the text that are to blame, if any.
    pub span: Option<Range<usize>>,
}

impl WeightsError {
    pub(crate) fn new(message: impl Into<String>) -> WeightsError {
        WeightsError {
            message: message.into(),
            span: None,
        }
    }
}

/// The greatest weight, so that no sum of them overflows.
const LARGEST: i64 = 1_000_000_000_000;

/// Reads weights of one kind.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, WeightsError> {
    let wrong = |error: toml::de::Error| WeightsError {
        message: in_plain_words(error.message()),
        span: error.span(),
    };
    let table = toml::de::DeTable::parse(text).map_err(wrong)?;
    match too_large(table.get_ref().values()) {
        Some(span) => Err(WeightsError {
            message: format!("a weight lies between -{LARGEST} and {LARGEST}"),
            span: Some(span),
        }),
        None => toml::from_str(text).map_err(wrong),
    }
}

/// The types of the reader as a user would call them.
fn in_plain_words(message: &str) -> String {
    const WORDS: [(&str, &str); 9] = [
        ("expected i64", "expected a whole number"),
        ("expected u64", "expected a whole number from 0"),
        ("expected usize", "expected a whole number from 0"),
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected i8", "expected a whole number from -128 to 127"),
        (
            "expected i16",
            "expected a whole number from -32768 to 32767",
        ),
        ("expected f64", "expected a number"),
        ("unknown field", "unknown key"),
        ("missing field", "missing key"),
    ];
    let replace = |text: String, (from, to): (&str, &str)| text.replace(from, to);
    WORDS.into_iter().fold(message.to_owned(), replace)
}

/// The place of the first number that is too large.
fn too_large<'a, 'de: 'a>(
    mut values: impl Iterator<Item = &'a toml::Spanned<toml::de::DeValue<'de>>>,
) -> Option<Range<usize>> {
    use toml::de::DeValue;

    values.find_map(|value| match value.get_ref() {
        DeValue::Integer(number) => {
            let parsed = i64::from_str_radix(number.as_str(), number.radix());
            let fits = parsed.is_ok_and(|number| number.abs() <= LARGEST);
            (!fits).then(|| value.span())
        }
        DeValue::Float(number) => {
            let parsed = number.as_str().parse::<f64>();
            #[expect(clippy::cast_precision_loss, reason = "only its size matters")]
            let fits = parsed.is_ok_and(|number| number.abs() <= LARGEST as f64);
            (!fits).then(|| value.span())
        }
        DeValue::Array(inner) => too_large(inner.iter()),
        DeValue::Table(inner) => too_large(inner.values()),
        _ => None,
    })
}

/// Reads a table that is compiled in, such as the weights of a published program.
pub(crate) fn read_shipped<T: DeserializeOwned>(text: &str) -> T {
    read(text).expect("the weights in the source are valid")
}

/// For tests: a shipped edition that lives as long as the process.
#[cfg(test)]
pub(crate) fn of_edition<W: Weights>(edition: super::Edition) -> &'static Weighted<W> {
    let variant = match edition {
        super::Edition::Published => "",
        super::Edition::Corrected => "corrected",
    };
    Box::leak(Box::new(Weighted::shipped(variant)))
}
