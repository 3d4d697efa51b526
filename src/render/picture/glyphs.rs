//! Letters, digits and signs as strokes, so that a PNG needs no font file. Others, such as Chinese ones, are
//! taken from the fonts of the system; a box stands for those that no font has.
//!
//! A line of `glyphs.txt` is a character, its width in columns, and its strokes. A stroke is a
//! list of positions, two hexadecimal digits each: first the column from the left, then the row
//! from the top; capitals reach from row 0 to row `c`. The pen does not touch a position followed
//! by `~`: it draws a quarter of an ellipse around it, from the position before to the one after.
//!
//! ```text
//!    0 2 4 6
//!  0 . .-. .      The upper half of a 0 is 04 00~ 30 60~ 64: up from (0,4), around the corner
//!  2 / . . \      (0,0), to the top (3,0), around (6,0) and down to (6,4).
//!  4 | . . |
//! ```

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use tiny_skia::{Path, PathBuilder, Transform};

use super::fonts::{Letter, letter};
use super::scene::Vec2;

/// The size of the font in rows: a capital has 12 of them, 0.72 of the size.
const ROWS_PER_SIZE: f32 = 12.0 / 0.72;
const CAPITAL_ROWS: f32 = 12.0;
/// Columns between two glyphs.
const GAP: f32 = 3.2;
/// Small letters are drawn as smaller capitals.
const SMALL_LETTER: f32 = 0.78;
/// The position of the control points of a Bezier curve that draws a quarter of an ellipse, as a
/// share of the way to the corner.
const QUARTER: f32 = 0.5523;
/// Drawn for an unknown character: an empty box.
const UNKNOWN: char = '□';

static GLYPHS: LazyLock<HashMap<char, StrokeGlyph>> = LazyLock::new(|| {
    let lines = include_str!("glyphs.txt").lines();
    lines.filter_map(StrokeGlyph::parse).collect()
});

struct StrokeGlyph {
    /// Columns from its left edge to its right one.
    width: f32,
    /// The strokes as written in `glyphs.txt`, separated by `, `.
    strokes: &'static str,
}

impl StrokeGlyph {
    fn parse(line: &'static str) -> Option<(char, StrokeGlyph)> {
        let mut rest = line.chars();
        let char = rest.next()?;
        let rest = rest.as_str().trim_start();
        let (width, strokes) = rest.split_once(' ').unwrap_or((rest, ""));
        let width = width.parse().ok()?;
        Some((char, StrokeGlyph { width, strokes }))
    }

    fn of(char: char) -> &'static StrokeGlyph {
        let glyph = GLYPHS.get(&char.to_ascii_uppercase());
        glyph.unwrap_or_else(|| &GLYPHS[&UNKNOWN])
    }
}

/// The width of a pen that suits a text of this size.
pub(super) fn pen_width(size: f32) -> f32 {
    size * 0.1
}

/// The width of `text`, in sizes of the font.
pub(super) fn width(text: &str) -> f32 {
    (text.chars().map(advance).sum::<f32>() - GAP).max(0.0) / ROWS_PER_SIZE
}

/// The path of the pen that writes `text` around `center`; `None` if it never touches the sheet.
pub(super) fn path(text: &str, center: Vec2, size: f32) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let unit = size / ROWS_PER_SIZE;
    let mut x = center.x - width(text) * size / 2.0;
    let base = center.y + CAPITAL_ROWS / 2.0 * unit;
    for char in text.chars() {
        let scale = unit * scale(char);
        let y = base - CAPITAL_ROWS * scale;
        if others(char).is_none() {
            for stroke in StrokeGlyph::of(char).strokes.split(", ") {
                draw(&mut builder, stroke, Vec2 { x, y }, scale);
            }
        }
        x += advance(char) * unit;
    }
    builder.finish()
}

/// The letters of `text` that a font of the system has and our strokes do not, as areas.
pub(super) fn areas(text: &str, center: Vec2, size: f32) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let mut x = center.x - width(text) * size / 2.0;
    let base = center.y + CAPITAL_ROWS / 2.0 * size / ROWS_PER_SIZE;
    for char in text.chars() {
        let outline = others(char).and_then(|letter| letter.outline.clone());
        let placed = Transform::from_row(size, 0.0, 0.0, size, x, base);
        if let Some(path) = outline.and_then(|path| path.transform(placed)) {
            builder.push_path(&path);
        }
        x += advance(char) * size / ROWS_PER_SIZE;
    }
    builder.finish()
}

/// Whether all letters of `text` can be drawn.
pub(super) fn has(text: &str) -> bool {
    text.chars()
        .all(|char| is_ours(char) || others(char).is_some())
}

fn is_ours(char: char) -> bool {
    GLYPHS.contains_key(&char.to_ascii_uppercase())
}

/// A letter that is not ours, from a font of the system.
fn others(char: char) -> Option<Arc<Letter>> {
    if is_ours(char) { None } else { letter(char) }
}

/// From the beginning of a glyph to that of the next, in columns.
fn advance(char: char) -> f32 {
    match others(char) {
        Some(letter) => letter.width * ROWS_PER_SIZE,
        None => (StrokeGlyph::of(char).width + GAP) * scale(char),
    }
}

fn scale(char: char) -> f32 {
    if char.is_ascii_lowercase() {
        SMALL_LETTER
    } else {
        1.0
    }
}

fn draw(builder: &mut PathBuilder, stroke: &str, origin: Vec2, scale: f32) {
    let mut pen: Option<Vec2> = None;
    let mut corner: Option<Vec2> = None;
    for token in stroke.split_whitespace() {
        let [column, row] = [0, 1].map(|index| u8::from_str_radix(&token[index..=index], 16));
        let [column, row] = [column, row].map(|digit| f32::from(digit.unwrap_or(0)) * scale);
        let at = origin.offset(column, row);
        if token.ends_with('~') {
            corner = Some(at);
            continue;
        }
        match (pen, corner.take()) {
            (None, _) => builder.move_to(at.x, at.y),
            (Some(_), None) => builder.line_to(at.x, at.y),
            (Some(pen), Some(corner)) => {
                let (one, two) = (pen.towards(corner, QUARTER), at.towards(corner, QUARTER));
                builder.cubic_to(one.x, one.y, two.x, two.y, at.x, at.y);
            }
        }
        pen = Some(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All characters of an English sentence.
    fn characters() -> impl Iterator<Item = char> {
        ('A'..='Z')
            .chain('0'..='9')
            .chain(".,:;!?'\"-+=*/%#()<>&".chars())
    }

    #[test]
    fn every_place_is_two_digits_and_every_corner_lies_between_two_places() {
        for char in characters() {
            for stroke in StrokeGlyph::of(char).strokes.split(", ") {
                let tokens: Vec<&str> = stroke.split(' ').collect();
                let is_corner = |token: &str| token.ends_with('~');
                for token in &tokens {
                    let digits = token.trim_end_matches('~');
                    let is_hex = digits.chars().all(|digit| digit.is_ascii_hexdigit());
                    assert!(digits.len() == 2 && is_hex, "{char}: {token}");
                }
                let corners_meet = tokens
                    .windows(2)
                    .any(|two| two.iter().all(|t| is_corner(t)));
                let ends = [tokens.first(), tokens.last()].map(Option::unwrap);
                assert!(
                    !corners_meet && !ends.iter().any(|t| is_corner(t)),
                    "{char}"
                );
            }
        }
    }

    #[test]
    fn every_glyph_fills_its_width_and_stays_in_it() {
        let size = ROWS_PER_SIZE;
        for char in characters() {
            let columns = StrokeGlyph::of(char).width;
            let center = Vec2 {
                x: columns / 2.0,
                y: 6.0,
            };
            let bounds = path(&char.to_string(), center, size).unwrap().bounds();
            let is_near = |one: f32, other: f32| (one - other).abs() < 0.01;
            // A 1 has its stem near the middle, for the looks of 10 and 11.
            let right = if char == '1' { 3.0 } else { columns };
            assert!(is_near(bounds.left(), 0.0), "{char}: {bounds:?}");
            assert!(is_near(bounds.right(), right), "{char}: {bounds:?}");
            assert!(bounds.top() > -0.01 && bounds.bottom() < 14.01, "{char}");
        }
    }

    #[test]
    fn letters_of_the_system_are_areas_of_their_size() {
        let center = Vec2 { x: 5.0, y: 5.0 };
        let Some(area) = areas("五", center, 2.0) else {
            return assert!(!has("五"), "a font has it, and it has no area");
        };
        let bounds = area.bounds();
        assert!(bounds.width() > 1.0 && bounds.width() < 2.2, "{bounds:?}");
        assert!((bounds.left() + bounds.right() - 10.0).abs() < 0.6);
        assert!(bounds.top() > 3.5 && bounds.bottom() < 6.5, "{bounds:?}");
        assert!(path("五", center, 2.0).is_none());
        assert!(width("五A") > width("A") + 0.8);
    }

    #[test]
    fn small_letters_are_smaller_capitals_on_the_same_base_line() {
        let bounds = |text| path(text, Vec2 { x: 0.0, y: 0.0 }, 1.0).unwrap().bounds();
        assert!(width("h") < width("H"));
        assert!(bounds("h").height() < bounds("H").height());
        assert!((bounds("h").bottom() - bounds("H").bottom()).abs() < 0.001);
    }

    #[test]
    fn unknown_characters_are_boxes_and_blanks_are_nothing() {
        // Private letters, which no font has.
        for char in ['\u{f8ff1}', '\u{10ff00}'] {
            assert!(!has(&char.to_string()));
            assert_eq!(
                StrokeGlyph::of(char).strokes,
                StrokeGlyph::of(UNKNOWN).strokes
            );
        }
        assert!(path(" ", Vec2 { x: 0.0, y: 0.0 }, 1.0).is_none());
        assert!(width("").abs() < f32::EPSILON);
    }
}
