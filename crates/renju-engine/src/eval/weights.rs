//! Weights of evaluators as data: TOML that is read, checked and laid over other TOML.

use std::ops::Range;

use serde::de::DeserializeOwned;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The text of a weights file: every key, or those that differ from another file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightsText<'a> {
    /// What the user wrote. Mistakes have their places in it.
    pub text: &'a str,
    /// The complete file below it, if it says only what differs.
    pub base: Option<&'a str>,
}

impl<'a> From<&'a str> for WeightsText<'a> {
    fn from(text: &'a str) -> WeightsText<'a> {
        WeightsText { text, base: None }
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
    /// An error that is about no place of the text.
    pub fn new(message: impl Into<String>) -> WeightsError {
        WeightsError {
            message: message.into(),
            span: None,
        }
    }
}

/// The greatest weight, so that no sum of them overflows.
const LARGEST: i64 = 1_000_000_000_000;

/// Reads weights of one kind.
///
/// # Errors
///
/// What is wrong with the text, and where.
pub fn read<'a, T: DeserializeOwned>(
    source: impl Into<WeightsText<'a>>,
) -> Result<T, WeightsError> {
    let source = source.into();
    let mut table = parse(source.text)?;
    if let Some(base) = source.base {
        table.get_mut().remove("base");
        table = laid_over(table, parse(base)?);
    }
    T::deserialize(toml::de::Deserializer::from(table)).map_err(|error| in_place(&error))
}

/// The keys and values of a file, each with its place.
fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, WeightsError> {
    let mut table = DeTable::parse(text).map_err(|error| in_place(&error))?;
    rename_old_keys(table.get_mut());
    match too_large(table.get_ref().values()) {
        Some(span) => Err(WeightsError {
            message: format!("a weight lies between -{LARGEST} and {LARGEST}"),
            span: Some(span),
        }),
        None => Ok(table),
    }
}

/// Gives keys the names that they have now: what is the opponent's was once called `enemy`.
fn rename_old_keys(table: &mut DeTable<'_>) {
    if let Some((key, value)) = table.remove_entry("enemy") {
        table.insert(Spanned::new(key.span(), "opponent".into()), value);
    }
    for (_, value) in table.iter_mut() {
        if let DeValue::Table(inner) = value.get_mut() {
            rename_old_keys(inner);
        }
    }
}

fn in_place(error: &toml::de::Error) -> WeightsError {
    WeightsError {
        message: in_plain_words(error.message()),
        span: error.span(),
    }
}

/// A table with what it lacks taken from `base`, section by section. What both have lies where
/// `own` has it, so that every mistake has a place there.
fn laid_over<'a>(own: Spanned<DeTable<'a>>, base: Spanned<DeTable<'a>>) -> Spanned<DeTable<'a>> {
    let span = own.span();
    let mut whole = base.into_inner();
    for (key, value) in own.into_inner() {
        let section = value.span();
        let value = match (value.into_inner(), whole.remove(key.get_ref().as_ref())) {
            (DeValue::Table(own), Some(base)) => match base.into_inner() {
                DeValue::Table(below) => {
                    let own = Spanned::new(section.clone(), own);
                    let merged = laid_over(own, Spanned::new(section.clone(), below));
                    DeValue::Table(merged.into_inner())
                }
                _ => DeValue::Table(own),
            },
            (value, _) => value,
        };
        whole.insert(key, Spanned::new(section, value));
    }
    Spanned::new(span, whole)
}

/// What a value is that is none of TOML.
const NO_VALUE: &str = "neither a number nor text in quotes";

/// The types of the reader as a user would call them.
fn in_plain_words(message: &str) -> String {
    const WORDS: [(&str, &str); 11] = [
        ("expected i64", "expected a whole number"),
        ("expected u64", "expected a whole number from 0"),
        ("expected usize", "expected a whole number from 0"),
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected i8", "expected a whole number from -128 to 127"),
        ("expected f64", "expected a number"),
        ("invalid boolean, expected `true`", NO_VALUE),
        ("invalid boolean, expected `false`", NO_VALUE),
        (
            "string values must be quoted, expected literal string",
            NO_VALUE,
        ),
        ("unknown field", "unknown key"),
        ("missing field", "missing key"),
    ];
    let replace = |text: String, (from, to): (&str, &str)| text.replace(from, to);
    WORDS.into_iter().fold(message.to_owned(), replace)
}

/// The place of the first number that is too large.
fn too_large<'a, 'de: 'a>(
    mut values: impl Iterator<Item = &'a Spanned<DeValue<'de>>>,
) -> Option<Range<usize>> {
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
///
/// # Panics
///
/// Panics if it is wrong.
pub fn read_shipped<T: DeserializeOwned>(text: &str) -> T {
    read(text).expect("the weights in the source are valid")
}
