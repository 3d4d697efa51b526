//! Caption below a picture: breaks the text into lines and extends the sheet to hold them.

use super::glyphs;
use super::scene::{Element, Form, Rgb, Scene, Vec2};
use crate::render::table::words;

/// The size of the font, unless a word is wider than the sheet.
const SIZE: f32 = 0.5;
/// The fonts of browsers may be wider than ours by this factor.
const FONT_ALLOWANCE: f32 = 1.25;
/// From the middle of one line to that of the next.
const LINE_HEIGHT: f32 = 0.72;
/// Left free at both sides.
const MARGIN: f32 = 0.4;
/// Left free above and below.
const TOP: f32 = 0.1;
const BOTTOM: f32 = 0.25;

/// Makes the sheet longer and writes `text` on the new part.
pub(super) fn append(scene: &mut Scene, text: &str, ink: Rgb) {
    let room = (scene.width - 2.0 * MARGIN) / FONT_ALLOWANCE;
    let lines = wrap(text, room / SIZE);
    scene.height += TOP;
    let widest = lines.iter().map(|line| glyphs::width(line));
    let size = widest.fold(SIZE, |size, width| size.min(room / width));
    for text in lines {
        let (x, y) = (scene.width / 2.0, scene.height + LINE_HEIGHT / 2.0);
        let center = Vec2 { x, y };
        scene.elements.push(Element {
            form: Form::Text { center, size, text },
            fill: Some(ink),
            stroke: None,
        });
        scene.height += LINE_HEIGHT;
    }
    scene.height += BOTTOM;
}

/// Breaks `text` into lines of at most `room` ems; a word that is wider has a line for itself.
fn wrap(text: &str, room: f32) -> Vec<String> {
    let text = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let mut lines: Vec<String> = Vec::new();
    for word in words(&text).filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if glyphs::width(&format!("{line}{}", word.word)) <= room => {
                line.extend([word.word, word.whitespace]);
            }
            _ => lines.push([word.word, word.whitespace].concat()),
        }
    }
    lines
        .iter()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("  one   two ", 100.0), ["one two"]);
        assert_eq!(wrap("one two", 1.0), ["one", "two"]);
        assert!(wrap("   ", 1.0).is_empty());
    }
}
