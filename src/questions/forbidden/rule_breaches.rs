//! Rule violations in a recorded game: forbidden moves, and moves after its end.

use serde::Serialize;

use super::answer::{ForbiddenOptions, VerdictReport, verdict};
use crate::forbidden::ForbiddenKind;
use crate::geometry::Point;
use crate::position::{Position, PositionId, PositionOverrides, Setup};
use crate::questions::MoveOrPass;

/// A move of a game that the rules do not know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleBreach {
    /// Its number in the game, from 1.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub number: usize,
    /// The point that was played, or a pass.
    pub point: MoveOrPass,
    /// Why Black may not play it; empty if it was played after the end of the game.
    pub kinds: Vec<ForbiddenKind>,
    /// The number of the move that had ended the game before; 0 if it was over before the first.
    pub ended: Option<usize>,
    /// How many moves stand in the record from this one on, for a game that had ended.
    pub moves_after_end: Option<usize>,
    /// The verdict on a forbidden move with its proof, on the board before it.
    pub verdict: Option<Box<VerdictReport>>,
}

/// Every forbidden move of a game and the first of the moves after its end.
///
/// A forbidden move that the game goes on after was not claimed, and does not end it (RIF 9.5); a five
/// and a full board do. `setup` is the record that `position` was made from.
pub fn rule_breaches(id: &PositionId, setup: &Setup, position: &Position) -> Vec<RuleBreach> {
    let asked = PositionOverrides {
        size: Some(position.board().size()),
        rule: Some(position.rule()),
        may_leave_side_open: true,
        ..PositionOverrides::default()
    };
    let start = setup.after(0);
    let start = start.and_then(|start| Position::from_setup(&start, &asked).ok());
    let Some(mut before) = start else {
        return Vec::new();
    };
    let mut breaches = Vec::new();
    for (number, played) in (1..).zip(setup.moves.iter().copied()) {
        if before.outcome().is_some() {
            breaches.push(RuleBreach {
                number,
                point: played.into(),
                kinds: Vec::new(),
                ended: Some(number - 1),
                moves_after_end: Some(setup.moves.len() + 1 - number),
                verdict: None,
            });
            break;
        }
        let Some(point) = played else {
            before = before.pass();
            continue;
        };
        breaches.extend(forbidden_move(id, &before, number, point));
        match before.play_unclaimed(point) {
            Ok(after) => before = after,
            Err(_) => break, // Such a record gives no position.
        }
    }
    breaches
}

fn forbidden_move(
    id: &PositionId,
    before: &Position,
    number: usize,
    point: Point,
) -> Option<RuleBreach> {
    let (rule, board) = (before.rule(), before.board());
    let kinds = rule.forbidden_kinds(board, point, before.to_move());
    if kinds.is_empty() {
        return None;
    }
    let report = verdict(id.clone(), before, point, &ForbiddenOptions::default());
    Some(RuleBreach {
        number,
        point: MoveOrPass::At(point),
        kinds,
        ended: None,
        moves_after_end: None,
        verdict: Some(Box::new(report)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaches(moves: &str) -> Vec<(usize, usize, Option<usize>)> {
        let setup = Setup {
            moves: moves
                .split(' ')
                .map(|name| name.parse().ok()) // `pass` is no point.
                .collect(),
            ..Setup::default()
        };
        let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
        let id = PositionId::from(String::from("mine"));
        let found = rule_breaches(&id, &setup, &position).into_iter();
        found
            .map(|breach| (breach.number, breach.kinds.len(), breach.ended))
            .collect()
    }

    #[test]
    fn forbidden_moves_and_moves_after_a_five_are_found() {
        assert_eq!(breaches("F8 A1 G8 A3 H6 A5 H7 A7"), []);
        let forbidden = "F8 A1 G8 A3 H6 A5 H7 A7 H8";
        assert_eq!(breaches(forbidden), [(9, 1, None)]);
        // White lets it stand: the game goes on.
        assert_eq!(breaches(&format!("{forbidden} pass")), [(9, 1, None)]);
        let five = "F8 A1 G8 A3 H8 A5 I8 A7 J8";
        assert_eq!(breaches(five), []);
        assert_eq!(breaches(&format!("{five} A9 B9")), [(10, 0, Some(9))]);
    }
}
