//! Detects SGF by its first two visible characters, `(` and `;`.

use crate::parsed::{Evidence, TextSample};

/// A bracket and a node.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    let characters = sample.lines.iter().flat_map(|line| line.chars());
    let mut visible = characters.filter(|char| !char.is_whitespace() && *char != '\u{feff}');
    match (visible.next(), visible.next()) {
        (Some('('), Some(';')) => Evidence::Certain,
        _ => Evidence::Nothing,
    }
}
