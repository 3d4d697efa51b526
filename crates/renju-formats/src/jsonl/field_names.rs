//! Names of fields and what their values say: those that the dialects read, words one letter off, and
//! the names that web programs give them.

use std::collections::HashMap;
use std::sync::LazyLock;

use compact_str::CompactString;
use serde_json::Value;

use crate::board_block::rule_of_number;
use renju_core::board::Color;
use renju_core::rule::Rule;

/// Fields of position lines and of boards, and one that both dialects read.
const FIELDS: [&str; 14] = [
    "id", "size", "rule", "to_move", "black", "white", "moves", "expect", "claims", "marks",
    "info", "board", "side", "letters",
];

/// Fields that only queries of `KataGo` have.
pub(super) const OF_QUERIES: [&str; 7] = [
    "rules",
    "boardXSize",
    "boardYSize",
    "boardSize",
    "initialStones",
    "initialPlayer",
    "analyzeTurns",
];

/// Fields of other programs, and of answers, that stand beside `moves`.
pub(super) const BESIDE_MOVES: [&str; 3] = ["move", "mover", "moved"];

/// Whether one of the dialects reads this field.
pub(super) fn is_field(key: &str) -> bool {
    is_of_dialect(key) || alias_of(key).is_some()
}

fn is_of_dialect(key: &str) -> bool {
    FIELDS.contains(&key) || OF_QUERIES.contains(&key)
}

/// The field that `key` is one letter off, if it is none itself and `is_there` does not find that
/// field beside it. Names of two letters are one letter off too many words.
pub(crate) fn meant_field(key: &str, is_there: impl Fn(&str) -> bool) -> Option<&'static str> {
    let is_close = |known: &&&str| {
        known.len() > 2 && is_one_letter_off(known.as_bytes(), key.as_bytes()) && !is_there(known)
    };
    let close = FIELDS.iter().chain(&OF_QUERIES).find(is_close).copied();
    close.filter(|_| !is_field(key))
}

/// Whether two words differ by one letter at most: another one, one more, one less, or two next to
/// each other in the other order. Capitals are no difference.
fn is_one_letter_off(one: &[u8], other: &[u8]) -> bool {
    let is_same = |(one, other): &(&u8, &u8)| one.eq_ignore_ascii_case(other);
    let ahead = one.iter().zip(other).take_while(is_same).count();
    let (one, other) = (&one[ahead..], &other[ahead..]);
    let pairs = one.iter().rev().zip(other.iter().rev());
    let behind = pairs.take_while(is_same).count();
    match (&one[..one.len() - behind], &other[..other.len() - behind]) {
        ([] | [_], [] | [_]) => true,
        ([a, b], [c, d]) => a.eq_ignore_ascii_case(d) && b.eq_ignore_ascii_case(c),
        _ => false,
    }
}

/// Names of fields of web programs, in small letters without dashes, by the field that is meant.
const LIKENESSES: [(&str, &str); 8] = [
    (
        "to_move",
        "side player stm pla color active current next turn currentturn nextturn playerturn turncolor \
         turnplayer whoseturn blackturn whiteturn isblackturn iswhiteturn tomove sidetomove \
         playertomove colortomove nexttomove blacktomove whitetomove blacknext whitenext toplay \
         currentplayer currentcolor activeplayer activecolor nextplayer nextcolor nextmove movecolor \
         blackisnext whiteisnext currentplayerid lastplayer lastcolor lastmoveby",
    ),
    (
        "size",
        "width height rows cols columns dim dimension sz boardsize gridsize bsize boardwidth \
         boardheight boardxsize boardysize sidelength",
    ),
    ("rule", "rules ruleset gamerule gamerules variant gametype"),
    ("board", "grid position state cells matrix"),
    ("moves", "history sequence"),
    ("black", "blackstones"),
    ("white", "whitestones"),
    (
        NOT_READ,
        "renju isrenju game winlength overline n currentplayerindex coordinates \
         coordinatesystem notation settings config options",
    ),
];

/// Names that may say something of a position in a manner of their own.
pub(super) const NOT_READ: &str = "";

/// The field by each of the names.
static NAMES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let names = LIKENESSES
        .iter()
        .flat_map(|(field, names)| names.split(' ').map(move |name| (name, *field)));
    names.collect()
});

/// The field that a name of another program means.
pub(crate) fn alias_of(key: &str) -> Option<&'static str> {
    if is_of_dialect(key) && !matches!(key, "side" | "rules" | "boardSize") {
        return None;
    }
    let letters = key.chars().filter(char::is_ascii_alphanumeric);
    let name: CompactString = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    NAMES.get(name.as_str()).copied()
}

/// What a string names.
pub(super) fn named<T: std::str::FromStr>(value: &Value) -> Option<T> {
    value.as_str()?.parse().ok()
}

/// The rule that a value names.
pub(super) fn rule_of(value: &Value) -> Option<Rule> {
    match value {
        Value::Number(number) => rule_of_number(&number.to_string()),
        _ => named(value),
    }
}

/// The side that a value of a web program names.
pub(super) fn side_of(value: &Value) -> Option<Color> {
    match value {
        Value::Number(number) => match number.as_i64()? {
            1 => Some(Color::Black),
            2 | -1 => Some(Color::White),
            _ => None,
        },
        Value::String(name) => match name.as_str() {
            "X" | "x" | "●" | "⚫" | "黑" | "1" => Some(Color::Black),
            "O" | "o" | "○" | "⚪" | "白" | "2" => Some(Color::White),
            name => name.parse().ok(),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_one_letter_off_are_those_at_a_distance_of_one() {
        let mut words: Vec<String> = vec!["moves".into(), "id".into(), "MoVES".into()];
        for _ in 0..2 {
            let changed = words.iter().flat_map(|word| {
                let places = 0..word.len();
                places.flat_map(move |at| {
                    let (before, rest) = word.split_at(at);
                    let swapped: String = rest
                        .chars()
                        .take(2)
                        .collect::<Vec<_>>()
                        .into_iter()
                        .rev()
                        .collect();
                    [
                        format!("{before}{}", &rest[1..]),
                        format!("{before}x{rest}"),
                        format!("{before}x{}", &rest[1..]),
                        format!("{before}{swapped}{}", rest.get(2..).unwrap_or_default()),
                    ]
                })
            });
            words = words.iter().cloned().chain(changed).collect();
        }
        for one in ["moves", "id"] {
            for other in &words {
                let distance = strsim::osa_distance(one, &other.to_lowercase());
                let found = is_one_letter_off(one.as_bytes(), other.as_bytes());
                assert_eq!(found, distance <= 1, "{one} {other}");
            }
        }
    }
}
