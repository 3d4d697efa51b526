//! Writes positions as lists of stones for Gomocup engines, and refuses those that are ambiguous.

use std::fmt::Write;

use renju_core::board::Color;
use renju_core::geometry::Point;
use renju_core::position::Position;
use renju_engine::eval::{Failure, FailureKind};
use renju_formats::GomocupPoint;

/// Lines end as programs of the system expect it.
pub(super) const END: &str = if cfg!(windows) { "\r\n" } else { "\n" };

/// Fails for a position that the protocol cannot express.
///
/// `BOARD` has no colours, but ours and theirs. An engine finds its colour from the numbers of
/// stones, or by playing them in their order, the first one black and passes where a side has two
/// in a row. A position is asked where both come to the same.
pub(super) fn check(position: &Position, side: Color) -> Result<(), Failure> {
    let board = position.board();
    let unsupported = |message: &str| Err(Failure::new(FailureKind::Unsupported, message));
    if board.empties().is_empty() {
        return unsupported("the board is full");
    }
    let [own, theirs] = [side, !side].map(|color| board.stones(color).len());
    if own > 0 && theirs == 0 {
        return unsupported("a Gomocup engine answers the last stone, and its opponent has none");
    }
    let is_clear = match side {
        Color::Black => own >= theirs,
        Color::White => theirs > own,
    };
    if position.rule().restricts(Color::Black) && !is_clear {
        return unsupported(
            "a Gomocup engine takes its colour from the number of stones, and they say that the other side is to move",
        );
    }
    Ok(())
}

/// The stones as the protocol has them after `command`: those of the engine are 1, those of its
/// opponent 2.
pub(super) fn stones_text(command: &str, position: &Position, side: Color) -> String {
    let board = position.board();
    let mut text = format!("{command}{END}");
    for point in in_order(position, side) {
        let GomocupPoint { x, y } = GomocupPoint::of(point, board.size());
        let who = if board.stone(point) == Some(side) {
            1
        } else {
            2
        };
        let _ = write!(text, "{x},{y},{who}{END}");
    }
    text + "DONE" + END
}

/// The stones in the order of the game, if that begins with Black and ends with the opponent;
/// otherwise by turns, and one of the opponent last.
fn in_order(position: &Position, side: Color) -> Vec<Point> {
    let board = position.board();
    if let Some(moves) = position.moves() {
        let stones: Vec<Point> = moves.iter().copied().flatten().collect();
        let color = |point: Option<&Point>| point.and_then(|&point| board.stone(point));
        let begins = color(stones.first()).is_none_or(|first| first == Color::Black);
        if begins && color(stones.last()) != Some(side) {
            return stones;
        }
    }
    let mut theirs: Vec<Point> = board.stones(!side).iter().collect();
    let last = theirs.pop();
    let own: Vec<Point> = board.stones(side).iter().collect();
    let (black, white) = match side {
        Color::Black => (own, theirs),
        Color::White => (theirs, own),
    };
    let (mut black, mut white) = (black.into_iter(), white.into_iter());
    let turns = std::iter::from_fn(|| match [black.next(), white.next()] {
        [None, None] => None,
        turn => Some(turn),
    });
    turns.flatten().flatten().chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use renju_core::geometry::Size;
    use renju_core::position::{PositionOverrides, Setup};
    use renju_core::rule::Rule;
    use renju_formats::{ParseOptions, parse_moves};

    fn position(setup: &Setup) -> Position {
        Position::from_setup(setup, &PositionOverrides::default()).unwrap()
    }

    fn points(names: &str) -> Vec<Point> {
        names
            .split_whitespace()
            .map(|name| name.parse().unwrap())
            .collect()
    }

    fn lines(position: &Position, side: Color) -> String {
        stones_text("BOARD", position, side).replace(END, " ")
    }

    fn stones(black: &str, white: &str, to_move: Color, rule: Rule) -> Position {
        position(&Setup {
            size: Size::new(6),
            rule: Some(rule),
            to_move: Some(to_move),
            black: points(black),
            white: points(white),
            ..Setup::default()
        })
    }

    #[test]
    fn a_game_is_told_in_its_order_and_from_the_top() {
        let game = parse_moves("H8 A1 O15", &ParseOptions::default()).unwrap();
        assert_eq!(
            lines(&position(&game), Color::White),
            "BOARD 7,7,2 0,14,1 14,0,2 DONE "
        );
    }

    #[test]
    fn stones_without_order_go_by_turns_and_end_with_the_opponent() {
        let one_ahead = stones("A1 B1", "A2", Color::White, Rule::Renju);
        assert_eq!(
            lines(&one_ahead, Color::White),
            "BOARD 0,5,2 0,4,1 1,5,2 DONE "
        );
        let many = stones("A1 B1 C1", "A2", Color::Black, Rule::Renju);
        assert_eq!(
            lines(&many, Color::Black),
            "BOARD 0,5,1 1,5,1 2,5,1 0,4,2 DONE "
        );
        let empty = position(&Setup::default());
        assert_eq!(lines(&empty, Color::Black), "BOARD DONE ");
    }

    #[test]
    fn what_the_stones_do_not_tell_is_refused() {
        let kind = |position: &Position, side| check(position, side).err().map(|why| why.kind);
        let refused = Some(FailureKind::Unsupported);
        let game = parse_moves("H8 I9", &ParseOptions::default()).unwrap();
        let renju = position(&game);
        assert_eq!(kind(&renju, Color::Black), None);
        assert_eq!(kind(&renju, Color::White), refused);
        let freestyle = position(&Setup {
            rule: Some(Rule::Freestyle),
            ..game
        });
        assert_eq!(kind(&freestyle, Color::White), None);
        for (black, white, side, expected) in [
            ("A1 B1 C1", "A2", Color::Black, None),
            ("A1 B1 C1", "A2", Color::White, None),
            ("A1", "A2 B2 C2", Color::Black, refused),
            ("A1 B1", "", Color::Black, refused),
            ("A1 B1", "", Color::White, None),
        ] {
            let position = stones(black, white, side, Rule::Renju);
            assert_eq!(kind(&position, side), expected, "{black}, {white}, {side}");
        }
    }
}
