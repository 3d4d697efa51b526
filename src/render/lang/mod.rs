//! The words of the human output: a table for each language, compiled in.
//!
//! A language is a file of keys and texts beside this one and its line in `LANGUAGES`. English has
//! every word of the output; the tables `help`, `error`, `hint` and `evaluator` of the others
//! translate what the sources themselves say in English, and may have gaps.

#[expect(
    clippy::module_inception,
    reason = "a file is named after its main type"
)]
mod lang;
mod table;
#[cfg(test)]
mod tests;

pub use lang::Lang;
