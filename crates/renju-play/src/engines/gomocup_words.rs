//! Numbers and moves in what engines print for people.

use renju_core::geometry::Point;
use renju_engine::eval::{ProvedEnd, Worth};

use super::answer::worth;

/// The words that engines put before a score.
const WORDS: [&str; 4] = ["ev", "eval", "score", "value"];

/// The word that engines put before a chance to win, `0.53` or `53%`, that they tell in place of a score.
const WORD_OF_CHANCE: &str = "winrate";
/// The points of which chances are odds of e to 1, as of our own evaluators.
const POINTS_OF_A_UNIT: f64 = 250.0;
/// No chance is told as less than this, or as more than 1 less it.
const LEAST_CHANCE: f64 = 0.001;

/// A score, and the end that it stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct EngineScore {
    pub(super) worth: Worth,
    pub(super) end: Option<ProvedEnd>,
}

/// Whether a line is what a Gomocup engine says of a command that it does not take.
pub(super) fn is_refusal(line: &str) -> bool {
    let word = line.split([' ', '\t']).next().unwrap_or_default();
    ["ERROR", "UNKNOWN"].contains(&word)
}

/// The names of points after the word `pv` or `Bestline`, or in the last part of a line with bars.
pub(super) fn moves_of(message: &str) -> Vec<String> {
    let mut words = message.split_whitespace();
    let is_before = |word: &str| ["pv", "bestline"].contains(&word.to_ascii_lowercase().as_str());
    let mut after: Vec<&str> = Vec::new();
    if words.by_ref().any(is_before) {
        after.extend(words);
    } else if let Some((_, last)) = message.rsplit_once('|') {
        after.extend(last.split_whitespace());
    }
    let is_name = |word: &&str| word.parse::<Point>().is_ok();
    let names = after.into_iter().take_while(is_name);
    names.map(str::to_owned).collect()
}

/// The number after the word `depth`, or before the hyphen of a part such as `| 9-14 |`.
pub(super) fn parse_depth(message: &str) -> Option<u32> {
    let digits = |text: &str| -> Option<u32> {
        let end = text.find(|sign: char| !sign.is_ascii_digit());
        text[..end.unwrap_or(text.len())].parse().ok()
    };
    let mut words = message.split_whitespace();
    if words
        .by_ref()
        .any(|word| word.eq_ignore_ascii_case("depth"))
    {
        return words.next().and_then(digits);
    }
    message.split('|').map(str::trim).find_map(|part| {
        let (depth, longest) = part.split_once('-')?;
        longest.parse::<u32>().ok()?;
        depth.parse().ok()
    })
}

/// The number after the word `n`, `node` or `nodes`, such as `598K`.
pub(super) fn parse_nodes(message: &str) -> Option<u64> {
    let is_word = |word: &str| ["n", "node", "nodes"].contains(&&*word.to_ascii_lowercase());
    let mut words = message.split_whitespace();
    words.find(|word| is_word(word.trim_end_matches(':')))?;
    count(words.next()?)
}

/// A whole number that may be written in thousands (`K`), millions (`M`) or billions (`G`).
pub(super) fn count(text: &str) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|sign: char| !sign.is_ascii_digit());
    let (digits, unit) = text.split_at(end.unwrap_or(text.len()));
    let unit = match unit.to_ascii_uppercase().as_str() {
        "" => 1,
        "K" => 1_000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

/// The score of one of several lines, `(2) 23 | ..`.
pub(super) fn numbered_score(message: &str) -> Option<EngineScore> {
    let (place, rest) = message.trim_start().strip_prefix('(')?.split_once(')')?;
    place.parse::<u32>().ok()?;
    number(rest)
}

/// The last score in a message, such as `ev 123`, `Eval: -0.5` or `score=+M7`; where there is none, the last
/// chance, such as `winrate: 53.1%`.
pub(super) fn parse_score(message: &str) -> Option<EngineScore> {
    let is_letter = |sign: char| sign.is_ascii_alphabetic();
    let mut rest = message;
    let (mut last, mut last_chance) = (None, None);
    while let Some(start) = rest.find(is_letter) {
        let end = rest[start..].find(|sign| !is_letter(sign));
        let end = end.map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        rest = &rest[end..];
        if WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)) {
            last = number(rest).or(last);
        } else if word.eq_ignore_ascii_case(WORD_OF_CHANCE) {
            last_chance = chance(rest).or(last_chance);
        }
    }
    last.or(last_chance)
}

/// The chance at the start of a text, after blanks, a colon or an equals sign, as the score whose odds it is.
pub(super) fn chance(text: &str) -> Option<EngineScore> {
    let (number, rest) = unsigned(after_marks(text))?;
    let chance = if rest.starts_with('%') {
        number / 100.0
    } else {
        number
    };
    if !(0.0..=1.0).contains(&chance) {
        return None;
    }
    let chance = chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
    let points = POINTS_OF_A_UNIT * (chance / (1.0 - chance)).ln();
    Some(EngineScore {
        worth: worth(points.round())?,
        end: None,
    })
}

/// What comes after the blanks, colons and equals signs at the start of a text.
fn after_marks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', ':', '='])
}

/// The digits at the start of a text, with or without a fraction, and what follows them.
fn unsigned(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|sign: char| !sign.is_ascii_digit() && sign != '.');
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    Some((digits.trim_end_matches('.').parse().ok()?, rest))
}

/// The number at the start of a text, after blanks, a colon or an equals sign; `M` and a number is
/// a win in that number of moves, and with a minus a loss.
pub(super) fn number(text: &str) -> Option<EngineScore> {
    let text = after_marks(text);
    let is_minus = text.starts_with('-');
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    if let Some(moves) = text.strip_prefix(['M', 'm']) {
        let end = moves.find(|sign: char| !sign.is_ascii_digit());
        let moves = moves[..end.unwrap_or(moves.len())].parse().ok()?;
        let end = if is_minus {
            ProvedEnd::LossIn(moves)
        } else {
            ProvedEnd::WinIn(moves)
        };
        return Some(EngineScore {
            worth: end.worth(),
            end: Some(end),
        });
    }
    let (number, _) = unsigned(text)?;
    Some(EngineScore {
        worth: worth(if is_minus { -number } else { number })?,
        end: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_manners_are_understood() {
        for (message, score) in [
            ("ev 123", 123.0),
            ("depth 2-8 ev -17 n 12345 h8", -17.0),
            ("Depth 5-10 | Eval 24 | Time 3ms | H8 G7", 24.0),
            ("SCORE=+5", 5.0),
            ("Eval: 0.5", 0.5),
            ("Eval: -12.9", -12.9),
            ("ev:+M5", 999_995.0),
            ("value : -M6", -999_994.0),
            ("ev 1, later ev 2", 2.0),
            ("eval 3 score unknown", 3.0),
            ("best value\t7.", 7.0),
            ("winrate: 0.7311, visits 900", 250.0),
            ("Winrate 26.89% | 800 visits", -250.0),
            ("ev 40 winrate 0.9", 40.0),
            ("winrate 1", 1727.0),
        ] {
            let found = parse_score(message).map(|score| score.worth);
            assert_eq!(found, Worth::new(score), "{message}");
        }
        assert_eq!(
            parse_score("ev +M5").unwrap().end,
            Some(ProvedEnd::WinIn(5))
        );
    }

    #[test]
    fn nodes_are_counted_in_several_ways() {
        for (message, nodes) in [
            (
                "depth 7-13 multipv 2 ev -29 n 33179 t 118 pv F10",
                Some(33_179),
            ),
            (
                "Speed 616K | Depth 15-33 | Node 598K | Time 971ms",
                Some(598_000),
            ),
            ("nodes: 5", Some(5)),
            ("node 12M", Some(12_000_000)),
            ("n many", None),
            ("n 5x", None),
            ("n 99999999999999999G", None),
            ("no number", None),
        ] {
            assert_eq!(parse_nodes(message), nodes, "{message}");
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
            "ev 1.2.3",
            "nodes 5",
            "winrate 5312",
            "winrate none",
            "score 99999999999999999999",
            "score 9999999999999",
            "四 ev四 5",
        ] {
            assert_eq!(parse_score(message), None, "{message}");
        }
    }
}
