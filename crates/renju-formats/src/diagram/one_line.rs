//! Boards whose rows are not lines: all rows on one line, and several boards beside each other.

use crate::characters::{Character, text};
use crate::{StoneMarks, TextLine};
use renju_core::geometry::Size;

use super::board::BoardLines;
use super::signs::{Sign, sign};

/// What may stand between the rows of a board on one line.
const SEPARATORS: [&str; 6] = ["|", "/", "\\n", ",", ";", " "];

/// The rows of a board that stand on one line, if they do: as many as each has signs, with one of the
/// separators between them or none, stones and empty points among them.
pub(super) fn rows_of_line(line: &[Character], marks: Option<StoneMarks>) -> Option<Vec<String>> {
    let fewest = usize::from(Size::MIN.get());
    let begins = line.len() >= fewest * fewest && !text(&line[..fewest]).contains(' ');
    if !begins {
        return None;
    }
    let whole = text(line);
    let whole = whole.trim_matches(['"', '\'', ' ']);
    let cut = SEPARATORS.iter().map(|separator| {
        let rows = whole.trim_end_matches(separator).split(separator);
        rows.map(str::to_owned).collect::<Vec<String>>()
    });
    let signs: Vec<char> = whole.chars().collect();
    let by_side = signs
        .chunks(signs.len().isqrt().max(1))
        .map(|row| row.iter().collect());
    cut.chain([by_side.collect()])
        .find(|rows| are_rows(rows, marks))
}

fn are_rows(rows: &[String], marks: Option<StoneMarks>) -> bool {
    let lines = Size::MIN.get().into()..=usize::from(Size::MAX.get());
    let signs = || {
        rows.iter()
            .flat_map(|row| row.chars())
            .map(|char| sign(char, marks))
    };
    let is_point = |sign: Sign| {
        matches!(
            sign,
            Sign::Stone(_) | Sign::Empty | Sign::Dash | Sign::Number(0..=2)
        )
    };
    let is_stone = |sign: Sign| matches!(sign, Sign::Stone(_) | Sign::Number(1..=2));
    lines.contains(&rows.len())
        && rows.iter().all(|row| row.chars().count() == rows.len())
        && signs().all(is_point)
        && signs().any(is_stone)
        && !signs().all(is_stone)
}

/// The boards beside each other whose rows stand on these lines, with three blanks or a tab between
/// them; none if the lines do not fall into as many parts each.
pub(super) fn boards_beside(rows: &[TextLine]) -> Vec<BoardLines> {
    let is_wide = |line: &TextLine| {
        let text = line.text.trim();
        text.contains('\t') || text.contains("   ")
    };
    if !rows.first().is_some_and(is_wide) {
        return Vec::new();
    }
    let parts = |line: &TextLine| -> Vec<TextLine> {
        let text = line.text.replace('\t', "   ");
        let parts = text
            .split("   ")
            .map(str::trim)
            .filter(|part| !part.is_empty());
        let part = |part: &str| TextLine {
            text: part.into(),
            ..line.clone()
        };
        parts.map(part).collect()
    };
    let rows: Vec<Vec<TextLine>> = rows.iter().map(parts).collect();
    let count = rows.first().map_or(0, Vec::len);
    if count < 2 || rows.iter().any(|parts| parts.len() != count) {
        return Vec::new();
    }
    let board = |place: usize| BoardLines {
        rows: rows.iter().map(|parts| parts[place].clone()).collect(),
        ..BoardLines::default()
    };
    (0..count).map(board).collect()
}
