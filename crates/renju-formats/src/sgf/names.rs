//! Names and values that the reader and the writer share.

use renju_core::position::PointMark;
use renju_core::rule::Rule;

/// Private: the move after the last.
pub(super) const BEST: &str = "NEXT";
/// Private: the rule in words of which `RU` has only the kind.
pub(super) const RULE: &str = "RULETEXT";
/// Private: the node that a program is to show first.
pub(super) const START: &str = "START";
/// Private: what an engine stored of the position.
pub(super) const STORED: &str = "STORED";
/// Private: the milliseconds of a move.
pub(super) const TIME: &str = "MS";

/// The properties of marks.
pub(super) const MARKS: [(&str, PointMark); 4] = [
    ("MA", PointMark::Cross),
    ("CR", PointMark::Circle),
    ("SQ", PointMark::Square),
    ("TR", PointMark::Triangle),
];

/// The rule by its name, or by its number in the Gomocup protocol.
pub(super) fn rule_of(text: &str) -> Option<Rule> {
    match text.trim().to_ascii_lowercase().as_str() {
        "renju" | "rif" | "4" => Some(Rule::Renju),
        "standard" | "1" => Some(Rule::Standard),
        "freestyle" | "gomoku" | "0" => Some(Rule::Freestyle),
        _ => None,
    }
}
