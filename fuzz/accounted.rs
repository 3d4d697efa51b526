//! That every character of a drawn board counts: shared by the target and the tests of pasted text.

use renju::notation::{Format, ParseError, ParseOptions, ParsedSetup, stream};

/// A sign that means nothing anywhere.
const STRANGE: char = '%';

/// Looks for characters that are dropped in silence: with a strange sign in their place the text is read
/// as before, and nothing is said of it. One in `step` is tried, from `start` on; gives the place and
/// the text of the first.
///
/// Blanks, comments, and lines with words, which are captions or said to be passed over, do not count.
#[allow(unreachable_pub)] // A module here, and a part of a library there.
pub fn dropped_character(text: &str, start: usize, step: usize) -> Option<String> {
    let before = read(text).ok().filter(|boards| !boards.is_empty())?;
    let lines: Vec<&str> = text.split('\n').collect();
    let places = lines.iter().enumerate().flat_map(|(line, words)| {
        let characters = words.chars().enumerate();
        let seen = characters.filter(|(_, char)| !char.is_whitespace() && *char != '\u{feff}');
        seen.map(move |(column, _)| (line, column))
    });
    let mut places = places.filter(|&(line, _)| !has_words(lines[line]));
    let is_dropped = |&(line, column): &(usize, usize)| {
        let changed = with_sign(&lines, line, column);
        read(&changed).is_ok_and(|after| after == before)
    };
    let mut tried = places.by_ref().skip(start).step_by(step);
    let (line, column) = tried.find(is_dropped)?;
    let changed = with_sign(&lines, line, column);
    Some(format!(
        "line {line}, character {column}, both from 0:\n{changed}"
    ))
}

fn read(text: &str) -> Result<Vec<ParsedSetup>, ParseError> {
    stream(text.as_bytes(), Format::Diagram, &ParseOptions::default()).collect()
}

/// Whether a line has a word of three letters, or is a comment.
fn has_words(line: &str) -> bool {
    let line = line.trim_start_matches(['>', ' ', '\t']);
    let mut words = line.split(|char: char| !char.is_alphabetic());
    line.starts_with('#') || words.any(|word| word.chars().count() > 2)
}

fn with_sign(lines: &[&str], line: usize, column: usize) -> String {
    let changed = |(place, words): (usize, &&str)| {
        let signs = words.chars().enumerate();
        let sign = |(at, char)| {
            if (place, at) == (line, column) {
                STRANGE
            } else {
                char
            }
        };
        signs.map(sign).collect::<String>()
    };
    let changed: Vec<String> = lines.iter().enumerate().map(changed).collect();
    changed.join("\n")
}
