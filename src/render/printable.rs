//! Texts of files and engines as a terminal may show them.

use std::borrow::Cow;

/// A text of one line with escapes for control characters, which a terminal obeys, and for those that
/// turn the direction of writing, so that what stands there reads as something else.
pub fn printable(text: &str) -> String {
    escaped(text, is_obeyed).into_owned()
}

/// A text of several lines, which may have the colours of a [`Style`](super::Style).
pub fn printable_lines(text: &str, is_colored: bool) -> Cow<'_, str> {
    let is_other = |sign| is_obeyed(sign) && !matches!(sign, '\n' | '\u{1b}');
    if !is_colored {
        return escaped(text, |sign| sign == '\u{1b}' || is_other(sign));
    }
    let text = escaped(text, is_other);
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default();
    if parts.clone().all(is_color) {
        return text;
    }
    let mut shown = first.to_owned();
    for part in parts {
        shown.push_str(if is_color(part) { "\u{1b}" } else { "\\u{1b}" });
        shown.push_str(part);
    }
    Cow::Owned(shown)
}

/// Whether what stands behind an escape makes it a colour: `[`, numbers, `m`.
fn is_color(behind: &str) -> bool {
    let numbers = behind.strip_prefix('[').unwrap_or_default();
    let end = numbers.find(|sign: char| !sign.is_ascii_digit() && sign != ';');
    end.is_some_and(|end| numbers[end..].starts_with('m'))
}

fn is_obeyed(sign: char) -> bool {
    let turns = matches!(
        sign,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    turns || sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}')
}

fn escaped(text: &str, is_bad: impl Fn(char) -> bool + Copy) -> Cow<'_, str> {
    if !text.contains(is_bad) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for sign in text.chars() {
        if is_bad(sign) {
            shown.extend(sign.escape_default());
        } else {
            shown.push(sign);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_shown_as_an_escape() {
        assert_eq!(printable("黑 b\u{e9}"), "黑 b\u{e9}");
        assert_eq!(printable("a\nb\u{202e}c\0"), "a\\nb\\u{202e}c\\u{0}");
        assert_eq!(printable("\u{1b}[2J"), "\\u{1b}[2J");
    }

    #[test]
    fn lines_keep_their_breaks_and_our_colours_alone() {
        let text = "\u{1b}[1mH8\u{1b}[0m\n\u{1b}]0;title\u{7}\u{2067}";
        let shown = "\u{1b}[1mH8\u{1b}[0m\n\\u{1b}]0;title\\u{7}\\u{2067}";
        assert_eq!(printable_lines(text, true), shown);
        assert!(!printable_lines(text, false).contains('\u{1b}'));
    }
}
