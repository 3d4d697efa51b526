//! Lines of a drawn board without what a mail, a wiki or a program puts around them.

use std::sync::LazyLock;

use regex::Regex;

use crate::characters::{Character, Searchable, blank_out, characters, without_quotes};

use super::signs::LONGEST_ROW;

/// What stands for a stone or an empty point in the markup of other programs.
static MARKUP: LazyLock<Regex> = LazyLock::new(|| {
    let picture = r"!\[[^\]]*\]\([^)]*?(black|white|blank|empty)[^)]*\)";
    let emoji = ":(black|white)_(?:large_)?(?:circle|square):";
    Regex::new(&format!("{picture}|{emoji}")).expect("the pattern is valid")
});

/// What an array of a program begins and ends with, other than its brackets.
static ARRAY: LazyLock<Regex> = LazyLock::new(|| {
    let name = "[a-z_][a-z0-9_.]+";
    let open = format!(r"^ *{name} *(?:[:=] *(?:{name})?\(?|\() *(?P<open>[\[{{])");
    let end = r"[\]}](?P<end> *,? *(?:dtype|device)=[^\[\]]*|\);?|;) *$";
    let pattern = format!("{open}|{end}");
    Regex::new(&pattern).expect("the pattern is valid")
});

/// The characters of a line without the marks of a quoted mail or of a diagram in a wiki, and without
/// the words of a program around an array. Pictures of stones are stones.
pub(super) fn unquoted(text: &str) -> Vec<Character> {
    let mut line = without_quotes(&characters(text)).to_vec();
    let [mut has_markup, mut has_brackets] = [false; 2];
    for character in line.iter().take(LONGEST_ROW + 1) {
        has_markup |= matches!(character.char, '!' | ':');
        has_brackets |= matches!(character.char, '[' | '{' | ']' | '}');
    }
    if line.len() > LONGEST_ROW {
        return line;
    }
    if has_markup {
        line = with_pictures(&line);
    }
    if has_brackets {
        blank_out_array(&mut line);
    }
    line
}

/// The line with a sign in the place of each picture of a stone.
fn with_pictures(line: &[Character]) -> Vec<Character> {
    let searched = Searchable::new(line);
    let mut with_signs = Vec::new();
    let mut at = 0;
    for found in MARKUP.captures_iter(&searched.text) {
        let word = found.get(1).or(found.get(2));
        let places = searched.places(found.get_match().range());
        with_signs.extend_from_slice(&line[at..places.start]);
        let char = match word.map_or("", |word| word.as_str()) {
            "black" => '●',
            "white" => '○',
            _ => '·',
        };
        with_signs.push(Character {
            char,
            ..line[places.start]
        });
        at = places.end;
    }
    with_signs.extend_from_slice(&line[at..]);
    with_signs
}

/// Puts blanks in the place of `board = np.array(` and `, dtype=int8)`.
fn blank_out_array(line: &mut [Character]) {
    let searched = Searchable::new(line);
    for found in ARRAY.captures_iter(&searched.text) {
        let words = match (found.name("open"), found.name("end")) {
            (Some(open), _) => 0..open.start(),
            (_, Some(end)) => end.range(),
            _ => continue,
        };
        blank_out(line, searched.places(words));
    }
}
