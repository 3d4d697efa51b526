use super::glyphs;
use super::palette::BROWN;
use super::scene::{Scene, Shape, Spot};

/// The size of the words, unless one of them is wider than the sheet.
const SIZE: f32 = 0.42;
/// The fonts of browsers may be wider than ours by this factor.
const ALLOWANCE: f32 = 1.25;
/// From one line of words to the next.
const LINE_HEIGHT: f32 = 0.62;
/// Left free at both sides.
const MARGIN: f32 = 0.4;
/// Left free below.
const BOTTOM: f32 = 0.2;

/// Makes the sheet longer and writes `words` on the new part.
pub(super) fn append(scene: &mut Scene, words: &str) {
    let room = (scene.width - 2.0 * MARGIN) / ALLOWANCE;
    let lines = wrap(words, room / SIZE);
    let widest = lines.iter().map(|line| glyphs::width(line));
    let size = widest.fold(SIZE, |size, width| size.min(room / width));
    let x = scene.width / 2.0;
    for text in lines {
        scene.shapes.push(Shape::Text {
            center: Spot {
                x,
                y: scene.height + LINE_HEIGHT / 2.0,
            },
            size,
            ink: BROWN,
            text,
        });
        scene.height += LINE_HEIGHT;
    }
    scene.height += BOTTOM;
}

/// Breaks `words` into lines of at most `room` ems; a word that is wider has a line for itself.
fn wrap(words: &str, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if glyphs::width(&format!("{line} {word}")) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
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
