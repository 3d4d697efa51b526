//! Checks lines that engines claim: whether each move is legal and the win is real.

use serde::Serialize;

use crate::board::Color;
use crate::eval::ProvedEnd;
use crate::forbidden::ForbiddenKind;
use crate::geometry::Point;
use crate::limits::{Control, Limits, Observer};
use crate::named_enum::named_enum;
use crate::position::{Position, Refusal};
use crate::search::WinSolver;
use crate::threat::{Answer, Attack, SolveOptions};

/// Nodes for a win that is looked for at once.
const DIRECT_NODES: u64 = 200_000;
/// Nodes for the win after one of many replies.
const REPLY_NODES: u64 = 20_000;
/// Bytes of the tables of a solver.
const TABLE_BYTES: usize = 16 << 20;

named_enum! {
    /// What our solver makes of a win or a loss that an engine claims.
    pub enum WinClaim: "claim" {
        /// It has proved that the side wins that is said to.
        Proven = "proven",
        /// It has proved that the other side wins, or the first move is none.
        Refuted = "refuted",
        /// It has found neither within its limits.
        Claimed = "claimed",
    }
}

named_enum! {
    /// Why a move of a line cannot be played.
    pub enum IllegalKind: "illegal" {
        /// The board does not have the point.
        OffBoard = "off_board",
        /// The point has a stone.
        Taken = "taken",
        /// The move is forbidden to Black.
        Forbidden = "forbidden",
        /// The game is over before it.
        Over = "over",
    }
}

/// The first move of a line that the rules do not allow; the line is told up to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IllegalMove {
    /// Where the move would go.
    pub point: Point,
    /// What keeps it from being played.
    pub reason: IllegalKind,
    /// What makes a forbidden move forbidden; empty for others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<ForbiddenKind>,
}

impl IllegalMove {
    /// The moves of a line that can be played one after the other, and the first that cannot.
    pub(super) fn first_in(
        position: &Position,
        line: &[Point],
    ) -> (Vec<Point>, Option<IllegalMove>) {
        let mut position = position.clone();
        for (&point, played) in line.iter().zip(0..) {
            match position.play(point) {
                Ok(next) => position = next,
                Err(refused) => {
                    let illegal = IllegalMove::new(point, refused.reason);
                    return (line[..played].to_vec(), Some(illegal));
                }
            }
        }
        (line.to_vec(), None)
    }

    fn new(point: Point, refused: Refusal) -> IllegalMove {
        let (reason, kinds) = match refused {
            Refusal::OffBoard => (IllegalKind::OffBoard, Vec::new()),
            Refusal::Occupied => (IllegalKind::Taken, Vec::new()),
            Refusal::Forbidden(kinds) => (IllegalKind::Forbidden, kinds),
            Refusal::Over(_) => (IllegalKind::Over, Vec::new()),
        };
        IllegalMove {
            point,
            reason,
            kinds,
        }
    }

    /// Why it cannot be played, in English: `is forbidden (overline)`.
    pub(super) fn in_words(&self) -> String {
        match self.reason {
            IllegalKind::OffBoard => "is off the board".to_owned(),
            IllegalKind::Taken => "is taken".to_owned(),
            IllegalKind::Forbidden => {
                format!("is forbidden ({})", ForbiddenKind::in_words(&self.kinds))
            }
            IllegalKind::Over => "comes after the end of the game".to_owned(),
        }
    }
}

/// Tries the wins that are claimed of lines from a position.
pub(super) struct ClaimChecker<'a> {
    position: &'a Position,
    observer: &'a dyn Observer,
    /// The solvers that were needed so far.
    solvers: Vec<WinSolver>,
}

impl<'a> ClaimChecker<'a> {
    pub(super) fn new(position: &'a Position, observer: &'a dyn Observer) -> ClaimChecker<'a> {
        ClaimChecker {
            position,
            observer,
            solvers: Vec::new(),
        }
    }

    /// What becomes of an end that is claimed for the side to move with this first move.
    pub(super) fn claim(&mut self, end: ProvedEnd, first: Option<Point>) -> WinClaim {
        let mover = self.position.to_move();
        let claimed = match end {
            ProvedEnd::WinIn(_) => mover,
            ProvedEnd::LossIn(_) => !mover,
        };
        let next = first.and_then(|point| self.position.clone().play(point).ok());
        let Some(next) = next else {
            return WinClaim::Refuted;
        };
        let winner = match next.outcome() {
            Some(outcome) if outcome.winner.is_none() => return WinClaim::Refuted,
            Some(outcome) => outcome.winner,
            None if self.wins(&next, !mover, DIRECT_NODES) => Some(!mover),
            None => self.wins_against_all(&next, mover).then_some(mover),
        };
        match winner {
            None => WinClaim::Claimed,
            Some(winner) if winner == claimed => WinClaim::Proven,
            Some(_) => WinClaim::Refuted,
        }
    }

    /// Whether the side that has just moved wins against every reply.
    fn wins_against_all(&mut self, position: &Position, side: Color) -> bool {
        // One that would not win if the opponent passed does not win against its replies.
        if !self.wins(position, side, DIRECT_NODES) {
            return false;
        }
        let empties = position.board().empties();
        let mut replies = empties
            .iter()
            .filter_map(|at| position.clone().play(at).ok());
        replies.all(|next| match next.outcome() {
            Some(outcome) => outcome.winner == Some(side),
            None => self.wins(&next, side, REPLY_NODES),
        })
    }

    /// Whether a win of a side is found, by fours or by threats. The other side passes if it is to
    /// move.
    fn wins(&mut self, position: &Position, side: Color, nodes: u64) -> bool {
        [Attack::Vcf, Attack::Vct].into_iter().any(|attack| {
            let control = Control::observed(Limits::nodes(nodes), self.observer);
            let solution = self.solver(attack, side).solve(position, &control);
            matches!(solution.answer, Answer::Proven(_))
        })
    }

    fn solver(&mut self, attack: Attack, side: Color) -> &mut WinSolver {
        let options = SolveOptions {
            attacker: Some(side),
            table_bytes: TABLE_BYTES,
            ..SolveOptions::new(attack)
        };
        let known = self
            .solvers
            .iter()
            .position(|one| *one.options() == options);
        let index = known.unwrap_or_else(|| {
            self.solvers.push(WinSolver::new(options));
            self.solvers.len() - 1
        });
        &mut self.solvers[index]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::position::{PositionOverrides, Setup};
    use crate::rule::Rule;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn position(black: &str, white: &str, rule: Rule) -> Position {
        let setup = Setup {
            black: points(black),
            white: points(white),
            rule: Some(rule),
            to_move: Some(Color::Black),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }

    fn claim(position: &Position, end: ProvedEnd, first: &str) -> WinClaim {
        let never = AtomicBool::new(false);
        let first = points(first).first().copied();
        ClaimChecker::new(position, &never).claim(end, first)
    }

    #[test]
    fn a_claim_is_decided_by_what_the_solver_proves_of_its_first_move() {
        use ProvedEnd::{LossIn, WinIn};
        // A three that becomes a straight four; White has a closed three.
        let three = position("G8 H8 I8", "A1 A2 A3", Rule::Freestyle);
        assert_eq!(claim(&three, WinIn(5), "J8"), WinClaim::Proven);
        assert_eq!(claim(&three, LossIn(4), "J8"), WinClaim::Refuted);
        // White, who was left alone with a four, makes five.
        let four = position("G8 H8 I8", "A1 A2 A3 A4", Rule::Freestyle);
        assert_eq!(claim(&four, WinIn(5), "J8"), WinClaim::Refuted);
        assert_eq!(claim(&four, LossIn(2), "J8"), WinClaim::Proven);
        assert_eq!(claim(&four, WinIn(7), "A5"), WinClaim::Claimed);
        let five = position("G8 H8 I8 J8", "A1 A2 A3", Rule::Freestyle);
        assert_eq!(claim(&five, WinIn(1), "K8"), WinClaim::Proven);
        assert_eq!(
            claim(&five, WinIn(1), "A1"),
            WinClaim::Refuted,
            "it is taken"
        );
        let nothing = position("", "", Rule::Freestyle);
        assert_eq!(claim(&nothing, WinIn(35), "H8"), WinClaim::Claimed);
    }

    #[test]
    fn a_line_is_cut_before_its_first_illegal_move() {
        let cross = position("F8 G8 H6 H7", "A1 A3 A5 A7", Rule::Renju);
        let cut = |line: &str| {
            let (moves, illegal) = IllegalMove::first_in(&cross, &points(line));
            (moves.len(), illegal.map(|illegal| illegal.in_words()))
        };
        assert_eq!(cut("I8 J8"), (2, None));
        let forbidden = Some("is forbidden (double-three)".to_owned());
        assert_eq!(cut("H8 J8"), (0, forbidden.clone()));
        assert_eq!(cut("O1 O3 H8 O5"), (2, forbidden));
        assert_eq!(cut("I8 I8"), (1, Some("is taken".to_owned())));
        assert_eq!(cut("T20"), (0, Some("is off the board".to_owned())));
    }
}
