use std::ops::Range;

use serde::de::DeserializeOwned;
use thiserror::Error;

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

/// Reads weights that ship with the program.
pub(crate) fn own<T: DeserializeOwned>(text: &str) -> T {
    read(text).expect("the weights in the source are valid")
}
