//! Columns of tables: the name of each beside what it says of a row.

use serde::Serialize;
use serde_json::Value as Json;

/// A column: its name, and what it says of a row.
pub(crate) struct Column<Cell>(pub(crate) &'static str, pub(crate) Cell);

/// The names of columns.
pub(crate) const fn names<Cell, const N: usize>(columns: &[Column<Cell>; N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = columns[at].0;
        at += 1;
    }
    names
}

/// A value as in JSON, text without its quotes; empty if it is none.
pub(crate) fn cell(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Json::String(text)) => text,
        Ok(Json::Null) | Err(_) => String::new(),
        Ok(other) => other.to_string(),
    }
}

/// Values with blanks between them.
pub(crate) fn cells(values: impl IntoIterator<Item: Serialize>) -> String {
    let cells: Vec<String> = values.into_iter().map(|value| cell(&value)).collect();
    cells.join(" ")
}
