//! Detects SGF by a line that begins with `(` and `;`.

use crate::parsed::{Evidence, TextSample};

/// A bracket and a node at the beginning, or on a line of their own within prose.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    let characters = sample.lines.iter().flat_map(|line| line.chars());
    let mut visible = characters.filter(|char| !char.is_whitespace() && *char != '\u{feff}');
    let begins = (visible.next(), visible.next()) == (Some('('), Some(';'));
    let is_game = |line: &String| line.trim_start_matches(['>', ' ', '\t']).starts_with("(;");
    Evidence::certain_if(begins || sample.lines.iter().any(is_game))
}
