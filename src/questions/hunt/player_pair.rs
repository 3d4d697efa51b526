//! A player's move, held against what is proved: wins by fours that it misses, or allows.

use super::difference::{Difference, DifferenceKind, HuntAnswer, HuntPair};
use crate::board::Color;
use crate::eval::Failure;
use crate::forbidden::{ThreeReading, forbidden_kinds};
use crate::geometry::Point;
use crate::limits::{Control, Limits, NoObserver};
use crate::position::Position;
use crate::questions::{
    Expectation, ForbiddenOptions, ForcedWinReport, MoveOrPass, forced_win, verdict, winning_moves,
};
use crate::search::WinSolver;
use crate::threat::{Attack, SolveOptions, ThreatOutcome};

/// Bytes of the table of the solver.
const TABLE_BYTES: usize = 1 << 20;

/// Asks a player for its move.
type MoveChooser<'p> = dyn Fn(&Position) -> Result<Point, Failure> + Sync + 'p;

/// A player, and the solver of wins by fours.
pub struct PlayerPair<'p> {
    /// What the player is called.
    pub name: String,
    /// The move that it plays in a position.
    pub player: &'p MoveChooser<'p>,
    /// The longest win, in moves of both sides, that it should see.
    pub plies: u16,
    /// Nodes for each proof.
    pub nodes: u64,
}

impl HuntPair for PlayerPair<'_> {
    fn differences(&self, position: &Position) -> Result<Vec<Difference>, Failure> {
        let side = position.to_move();
        let own = self.win(position, side);
        // Only where something is at stake the player is asked: it takes longer than the proof.
        if own.is_none() && self.win(position, !side).is_none() {
            return Ok(Vec::new());
        }
        let played = (self.player)(position)?;
        let found = match refusal(position, played) {
            Some(kind) => Some(self.difference(kind, played, Vec::new())),
            None => match own {
                Some(win) => self.missed(position, played, win),
                None => self.allowed(position, played),
            },
        };
        Ok(found.into_iter().collect())
    }

    /// Names all moves that hold.
    fn complete(&self, position: &Position, found: &mut Difference) {
        if found.kind == DifferenceKind::AllowsWin {
            let empties = position.board().empties().iter();
            let defences: Vec<Point> = empties
                .filter(|&point| self.holds(position, point))
                .collect();
            let moves = defences
                .iter()
                .map(|&point| MoveOrPass::At(point))
                .collect();
            found.expect = vec![Expectation::Best { moves }.to_string()];
            found.answers[1].points = defences;
        }
        if found.kind == DifferenceKind::ForbiddenMove
            && let Some(point) = found.point
        {
            let report = verdict("", position, point, &ForbiddenOptions::default());
            found.verdict = Some(Box::new(report));
        }
    }
}

impl PlayerPair<'_> {
    fn difference(&self, kind: DifferenceKind, played: Point, right: Vec<Point>) -> Difference {
        let answer = |name: &str, points| HuntAnswer {
            name: name.to_owned(),
            points,
            value: None,
            others: None,
        };
        let answers = [answer(&self.name, vec![played]), answer("renju", right)];
        Difference {
            point: Some(played),
            ..Difference::new(kind, answers)
        }
    }

    /// A win was there: whether the move begins none.
    fn missed(
        &self,
        position: &Position,
        played: Point,
        win: ForcedWinReport,
    ) -> Option<Difference> {
        let limits = Limits::nodes(self.nodes);
        let begins = |only: &[Point]| {
            let solver = &mut solver(position.to_move(), Attack::Vcf);
            winning_moves("", position, only, solver, limits, &NoObserver)
        };
        let tried = begins(&[played]);
        if !tried.moves.is_empty() || tried.stop.is_some() {
            return None;
        }
        let right: Vec<Point> = begins(&[]).moves.iter().map(|found| found.point).collect();
        let shown = Expectation::Win {
            attack: Attack::Vcf,
            at_most: win.plies,
        };
        Some(Difference {
            plies: win.plies,
            expect: vec![shown.to_string()],
            line: win.line,
            ..self.difference(DifferenceKind::MissesWin, played, right)
        })
    }

    /// The opponent threatens a win: whether the move lets it, where another does not.
    fn allowed(&self, position: &Position, played: Point) -> Option<Difference> {
        let after = position.clone().play(played).ok()?;
        if after.outcome().is_some() {
            return None;
        }
        let win = self.win(&after, after.to_move())?;
        let line = win.line.iter().filter_map(|moved| match moved {
            MoveOrPass::At(point) => Some(*point),
            MoveOrPass::Pass => None,
        });
        let near = line.chain(position.board().empties().iter());
        let defence = near
            .into_iter()
            .find(|&point| self.holds(position, point))?;
        Some(Difference {
            plies: win.plies,
            line: [vec![MoveOrPass::At(played)], win.line].concat(),
            ..self.difference(DifferenceKind::AllowsWin, played, vec![defence])
        })
    }

    /// Whether after a move there is provably no win by fours, and none by threats is found.
    fn holds(&self, position: &Position, point: Point) -> bool {
        let Ok(after) = position.clone().play(point) else {
            return false;
        };
        let solved = |attack| self.solved(&after, after.to_move(), attack).outcome;
        after.outcome().is_none()
            && solved(Attack::Vcf) == ThreatOutcome::None
            && solved(Attack::Vct) != ThreatOutcome::Win
    }

    /// A shortest win by fours of a side that is no longer than asked for.
    fn win(&self, position: &Position, side: Color) -> Option<ForcedWinReport> {
        let found = self.solved(position, side, Attack::Vcf);
        let is_short = found
            .plies
            .is_some_and(|plies| plies <= usize::from(self.plies));
        (found.outcome == ThreatOutcome::Win && is_short).then_some(found)
    }

    fn solved(&self, position: &Position, side: Color, attack: Attack) -> ForcedWinReport {
        let control = Control::new(Limits::nodes(self.nodes));
        forced_win("", position, &mut solver(side, attack), &control)
    }
}

fn solver(side: Color, attack: Attack) -> WinSolver {
    WinSolver::new(SolveOptions {
        attacker: Some(side),
        shortest: true,
        table_bytes: TABLE_BYTES,
        ..SolveOptions::new(attack)
    })
}

/// Why a move cannot be played, if it cannot.
fn refusal(position: &Position, played: Point) -> Option<DifferenceKind> {
    let board = position.board();
    let is_restricted = position.rule().restricts(position.to_move());
    if !board.is_empty(played) {
        Some(DifferenceKind::IllegalMove)
    } else if is_restricted && !forbidden_kinds(board, played, ThreeReading::Literal).is_empty() {
        Some(DifferenceKind::ForbiddenMove)
    } else {
        None
    }
}
