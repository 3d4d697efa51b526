//! Scores in what an engine says while it thinks.

use super::answer::MAX_VALUE;

/// The words that engines put before a score.
const WORDS: [&str; 4] = ["ev", "eval", "score", "value"];
/// What a win announced in no moves at all would be worth.
const WIN: i64 = 1_000_000;

/// The last score in a message, such as `ev 123`, `Eval: -0.5` or `score=+M7`.
///
/// Decimals are cut. A win announced in N moves is [`WIN`] - N, a loss N - [`WIN`].
pub(super) fn parse_score(message: &str) -> Option<i64> {
    let is_letter = |sign: char| sign.is_ascii_alphabetic();
    let mut rest = message;
    let mut last = None;
    while let Some(start) = rest.find(is_letter) {
        let end = rest[start..].find(|sign| !is_letter(sign));
        let end = end.map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        rest = &rest[end..];
        if WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)) {
            last = number(rest).or(last);
        }
    }
    last
}

/// The number at the start of a text, after blanks, a colon or an equals sign.
fn number(text: &str) -> Option<i64> {
    let text = text.trim_start_matches([' ', '\t', ':', '=']);
    let (is_minus, text) = match text.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (is_win, text) = match text.strip_prefix(['M', 'm']) {
        Some(text) => (true, text),
        None => (false, text),
    };
    let end = text
        .find(|sign: char| !sign.is_ascii_digit())
        .unwrap_or(text.len());
    let number: i64 = text[..end].parse().ok()?;
    let value = if is_win {
        WIN.checked_sub(number)?
    } else {
        number
    };
    let value = if is_minus { -value } else { value };
    (-MAX_VALUE..=MAX_VALUE).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_manners_are_understood() {
        for (message, score) in [
            ("ev 123", Some(123)),
            ("depth 2-8 ev -17 n 12345 h8", Some(-17)),
            ("Depth 5-10 | Eval 24 | Time 3ms | H8 G7", Some(24)),
            ("SCORE=+5", Some(5)),
            ("Eval: 0.5", Some(0)),
            ("Eval: -12.9", Some(-12)),
            ("ev:+M5", Some(999_995)),
            ("value : -M6", Some(-999_994)),
            ("ev 1, later ev 2", Some(2)),
            ("eval 3 score unknown", Some(3)),
            ("best value\t7", Some(7)),
        ] {
            assert_eq!(parse_score(message), score, "{message}");
        }
    }

    #[test]
    fn other_numbers_are_no_scores() {
        for message in [
            "",
            "prev 12",
            "evaluated 1000 nodes",
            "level 3",
            "eval",
            "ev: -",
            "nodes 5",
            "score 99999999999999999999",
            "score 9999999999999",
            "四 ev四 5",
        ] {
            assert_eq!(parse_score(message), None, "{message}");
        }
    }
}
