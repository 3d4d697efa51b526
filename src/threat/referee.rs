use crate::board::{Board, Color};
use crate::forbidden::{ForbiddenKind, judge};
use crate::geometry::{Direction, Point};
use crate::rule::{Rule, row_length_through};

/// Whether a stone of `color` on the empty point `at` makes a row that wins.
pub(super) fn makes_five(board: &Board, rule: Rule, at: Point, color: Color) -> bool {
    Direction::ALL
        .into_iter()
        .any(|direction| makes_five_along(board, rule, at, direction, color))
}

/// The same on a single line.
pub(super) fn makes_five_along(
    board: &Board,
    rule: Rule,
    at: Point,
    direction: Direction,
    color: Color,
) -> bool {
    let length = row_length_through(board, at, direction, color);
    rule.five_length(color).wins(length)
}

/// Why `color` may not play on the empty point `at`; nothing if it may.
pub(super) fn forbidden_kinds(
    board: &Board,
    rule: Rule,
    at: Point,
    color: Color,
) -> Vec<ForbiddenKind> {
    if rule.restricts(color) {
        judge(board, at).kinds().to_vec()
    } else {
        Vec::new()
    }
}

/// Whether `color` may play on the empty point `at`.
pub(super) fn may_play(board: &Board, rule: Rule, at: Point, color: Color) -> bool {
    forbidden_kinds(board, rule, at, color).is_empty()
}
