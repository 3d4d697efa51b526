//! Letters, digits and signs as strokes, so that a PNG needs no font file.
//!
//! A glyph is written as its strokes, a stroke as its places: two hexadecimal digits, first the
//! column from the left, then the row from the top; capitals reach from row 0 to row `c`. A place
//! followed by `~` is not touched: the pen draws a quarter of an ellipse around it, from the place
//! before to the place after.
//!
//! ```text
//!    0 2 4 6
//!  0 . .-. .      The upper half of a 0 is 04 00~ 30 60~ 64: up from (0,4), around the corner
//!  2 / . . \      (0,0), to the top (3,0), around (6,0) and down to (6,4).
//!  4 | . . |
//! ```

use tiny_skia::{Path, PathBuilder};

use super::scene::Spot;

/// The size of the font in rows: a capital has 12 of them, 0.72 of the size.
const ROWS_PER_SIZE: f32 = 12.0 / 0.72;
const CAPITAL: f32 = 12.0;
/// Columns between two glyphs.
const GAP: f32 = 3.2;
/// Small letters are drawn as smaller capitals.
const SMALL: f32 = 0.78;
/// How far the control points of a curve lie towards the corner, for a quarter of an ellipse.
pub(super) const ROUND: f32 = 0.5523;

/// The width of a pen that suits a text of this size.
pub(super) fn pen_width(size: f32) -> f32 {
    size * 0.1
}

/// The width of `text`, in sizes of the font.
pub(super) fn width(text: &str) -> f32 {
    (text.chars().map(advance).sum::<f32>() - GAP).max(0.0) / ROWS_PER_SIZE
}

/// The way of the pen that writes `text` around `center`; `None` if it never touches the sheet.
pub(super) fn path(text: &str, center: Spot, size: f32) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let unit = size / ROWS_PER_SIZE;
    let mut x = center.x - width(text) * size / 2.0;
    let base = center.y + CAPITAL / 2.0 * unit;
    for char in text.chars() {
        let scale = unit * scale(char);
        let origin = Spot {
            x,
            y: base - CAPITAL * scale,
        };
        for stroke in glyph(char).1.split(", ") {
            draw(&mut builder, stroke, origin, scale);
        }
        x += advance(char) * unit;
    }
    builder.finish()
}

/// From the beginning of a glyph to that of the next, in columns.
fn advance(char: char) -> f32 {
    (glyph(char).0 + GAP) * scale(char)
}

fn scale(char: char) -> f32 {
    if char.is_ascii_lowercase() {
        SMALL
    } else {
        1.0
    }
}

fn draw(builder: &mut PathBuilder, stroke: &str, origin: Spot, scale: f32) {
    let mut pen: Option<Spot> = None;
    let mut corner: Option<Spot> = None;
    for token in stroke.split_whitespace() {
        let place = place(token, origin, scale);
        if token.ends_with('~') {
            corner = Some(place);
            continue;
        }
        match (pen, corner.take()) {
            (None, _) => builder.move_to(place.x, place.y),
            (Some(_), None) => builder.line_to(place.x, place.y),
            (Some(pen), Some(corner)) => {
                let (one, two) = (towards(pen, corner), towards(place, corner));
                builder.cubic_to(one.x, one.y, two.x, two.y, place.x, place.y);
            }
        }
        pen = Some(place);
    }
}

fn place(token: &str, origin: Spot, scale: f32) -> Spot {
    let mut digits = token.chars().filter_map(|digit| digit.to_digit(16));
    let mut next = || digits.next().unwrap_or(0) as u16;
    let (column, row) = (next(), next());
    Spot {
        x: origin.x + f32::from(column) * scale,
        y: origin.y + f32::from(row) * scale,
    }
}

/// Where the curve from or to `end` heads, around `corner`.
fn towards(end: Spot, corner: Spot) -> Spot {
    Spot {
        x: end.x + (corner.x - end.x) * ROUND,
        y: end.y + (corner.y - end.y) * ROUND,
    }
}

/// The width in columns and the strokes. An unknown character is an empty box.
fn glyph(char: char) -> (f32, &'static str) {
    match char {
        '0'..='9' => digit(char),
        'A'..='Z' => letter(char),
        'a'..='z' => letter(char.to_ascii_uppercase()),
        _ => sign(char),
    }
}

fn digit(digit: char) -> (f32, &'static str) {
    match digit {
        '0' => (6.0, "30 00~ 04 08 0c~ 3c 6c~ 68 64 60~ 30"),
        '1' => (4.0, "03 30 3c"),
        '2' => (6.0, "03 00~ 30 60~ 63 65~ 47 0c 6c"),
        '3' => (6.0, "02 00~ 30 60~ 63 66~ 36 26, 36 66~ 69 6c~ 3c 0c~ 0a"),
        '4' => (7.0, "5c 50 08 78"),
        '5' => (6.0, "60 10 06 14~ 34 64~ 68 6c~ 3c 0c~ 0a"),
        '6' => (6.0, "62 60~ 30 00~ 06 08 0c~ 3c 6c~ 68 65~ 35 05~ 08"),
        '7' => (6.0, "00 60 2c"),
        '8' => (
            6.0,
            "36 06~ 03 00~ 30 60~ 63 66~ 36 06~ 09 0c~ 3c 6c~ 69 66~ 36",
        ),
        _ => (6.0, "0a 0c~ 3c 6c~ 66 64 60~ 30 00~ 04 07~ 37 67~ 64"),
    }
}

fn letter(capital: char) -> (f32, &'static str) {
    match capital {
        'A' => (8.0, "0c 40 8c, 19 79"),
        'B' => (7.0, "06 36 66~ 63 60~ 30 00 0c 3c 7c~ 79 76~ 36"),
        'C' => (8.0, "83 80~ 40 00~ 05 07 0c~ 4c 8c~ 89"),
        'D' => (7.0, "00 0c 3c 7c~ 77 75 70~ 30 00"),
        'E' => (6.0, "60 00 0c 6c, 06 56"),
        'F' => (6.0, "60 00 0c, 06 56"),
        'G' => (8.0, "83 80~ 40 00~ 05 07 0c~ 4c 8c~ 88 87 57"),
        'H' => (7.0, "00 0c, 70 7c, 06 76"),
        'I' => (0.0, "00 0c"),
        'J' => (5.0, "50 59 5c~ 2c 0c~ 09"),
        'K' => (7.0, "00 0c, 70 07, 25 7c"),
        'L' => (6.0, "00 0c 6c"),
        'M' => (8.0, "0c 00 49 80 8c"),
        'N' => (7.0, "0c 00 7c 70"),
        'O' => (8.0, "40 00~ 05 07 0c~ 4c 8c~ 87 85 80~ 40"),
        'P' => (7.0, "0c 00 30 70~ 73 76~ 36 06"),
        'Q' => (8.0, "40 00~ 05 07 0c~ 4c 8c~ 87 85 80~ 40, 59 8c"),
        'R' => (7.0, "0c 00 30 70~ 73 76~ 36 06, 36 7c"),
        'S' => (6.0, "63 60~ 30 00~ 03 06~ 36 66~ 69 6c~ 3c 0c~ 09"),
        'T' => (8.0, "00 80, 40 4c"),
        'U' => (7.0, "00 08 0c~ 3c 4c 7c~ 78 70"),
        'V' => (8.0, "00 4c 80"),
        'W' => (12.0, "00 3c 60 9c c0"),
        'X' => (7.0, "00 7c, 70 0c"),
        'Y' => (8.0, "00 46 80, 46 4c"),
        _ => (7.0, "00 70 0c 7c"),
    }
}

fn sign(sign: char) -> (f32, &'static str) {
    match sign {
        ' ' => (2.0, ""),
        '.' => (0.0, "0b 0c"),
        ',' => (1.0, "1b 1c 0e"),
        ':' => (0.0, "04 05, 0b 0c"),
        ';' => (1.0, "14 15, 1b 1c 0e"),
        '!' => (0.0, "00 08, 0b 0c"),
        '?' => (6.0, "03 00~ 30 60~ 63 66~ 36 38, 3b 3c"),
        '\'' | '\u{2019}' => (0.0, "00 03"),
        '"' | '\u{201C}' | '\u{201D}' => (2.0, "00 03, 20 23"),
        '-' => (4.0, "07 47"),
        '\u{2013}' | '\u{2014}' => (8.0, "07 87"),
        '+' => (6.0, "07 67, 34 3a"),
        '=' => (6.0, "05 65, 09 69"),
        '&' => (8.0, "8c 24 20~ 40 60~ 62 64~ 36 06~ 09 0c~ 3c 6c~ 87"),
        '*' | '\u{D7}' => (6.0, "04 6a, 64 0a"),
        '/' => (5.0, "50 0c"),
        '%' => (
            10.0,
            "20 00~ 02 04~ 24 44~ 42 40~ 20, 90 1c, 88 68~ 6a 6c~ 8c ac~ aa a8~ 88",
        ),
        '#' => (8.0, "30 1c, 70 5c, 14 84, 08 78"),
        '(' => (3.0, "30 03~ 06 09~ 3c"),
        ')' => (3.0, "00 33~ 36 39~ 0c"),
        '<' => (6.0, "63 07 6b"),
        '>' => (6.0, "03 67 0b"),
        _ => (13.0, "10 c0 cc 1c 10"),
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
            for stroke in glyph(char).1.split(", ") {
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
            let (columns, _) = glyph(char);
            let center = Spot {
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
    fn small_letters_are_smaller_capitals_on_the_same_base_line() {
        let bounds = |text| path(text, Spot { x: 0.0, y: 0.0 }, 1.0).unwrap().bounds();
        assert!(width("h") < width("H"));
        assert!(bounds("h").height() < bounds("H").height());
        assert!((bounds("h").bottom() - bounds("H").bottom()).abs() < 0.001);
    }

    #[test]
    fn unknown_characters_are_boxes_and_blanks_are_nothing() {
        assert_eq!(glyph('五'), glyph('é'));
        assert!(path(" ", Spot { x: 0.0, y: 0.0 }, 1.0).is_none());
        assert!(width("").abs() < f32::EPSILON);
    }
}
