//! Every first move of a forced win, each proved by itself, and whether only one wins.

use serde::Serialize;

use super::win_finder::either_stop;
use super::win_steps::line;
use crate::board::Color;
use crate::geometry::Point;
use crate::limits::{Control, Limits, Observer, StopReason};
use crate::position::{Position, PositionId};
use crate::questions::{MoveOrPass, ReportHeader};
use crate::search::WinSolver;
use crate::threat::{Answer, Attack, Scope, ThreatOutcome};

/// Every first move of a forced win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinningMovesReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// Whose win was looked for.
    pub attacker: Color,
    /// What the win may be made of.
    pub attack: Attack,
    /// Whether a first move wins: `"win"`, `"none"` if every one was tried and none does, or
    /// `"unknown"`.
    pub outcome: ThreatOutcome,
    /// Whether every legal first move has an answer.
    pub complete: bool,
    /// The winning move, if exactly one wins and every other one was tried.
    pub only: Option<Point>,
    /// The moves that win, shortest win first, then in reading order.
    pub moves: Vec<WinningMove>,
    /// The first moves that a limit has left open, in reading order.
    pub undecided: Vec<Point>,
    /// Nodes visited by the solver, for all moves together.
    pub nodes: u64,
    /// Whether the same question is always answered alike.
    pub deterministic: bool,
    /// The limit that left a move open.
    pub stop: Option<StopReason>,
    /// Which attacks were all refuted after the other moves.
    pub scope: Option<Scope>,
    /// Whether the other side is to move, and was assumed to pass.
    pub passed: bool,
    /// The first moves that were asked about, where these are not all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Point>,
    /// The limits for each move.
    #[serde(skip)]
    pub limits: Limits,
}

/// A first move that wins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinningMove {
    /// Where the win begins.
    pub point: Point,
    /// Moves of both sides to the five.
    pub plies: usize,
    /// Those moves, the first one included, against the defence that holds out longest.
    pub line: Vec<MoveOrPass>,
}

/// Tries every legal first move, or those of `only`, for a forced win that begins with it. The limits are
/// for each move; what each of them begins is proved by itself. A move of `only` that is not legal wins
/// nothing.
pub fn winning_moves(
    id: impl Into<PositionId>,
    position: &Position,
    only: &[Point],
    solver: &mut WinSolver,
    limits: Limits,
    observer: &dyn Observer,
) -> WinningMovesReport {
    let attack = solver.options().attack;
    let attacker = solver.options().attacker_in(position);
    let mut report =
        WinningMovesReport::before_moves(id, position, only, (attacker, attack), limits);
    if let Some(outcome) = position.outcome() {
        report.scope = Some(Scope::GameOver);
        if outcome.winner == Some(attacker) {
            report.outcome = ThreatOutcome::Win;
            report.scope = None;
        }
        return report;
    }
    let asked = Position::of_board(position.board().clone(), position.rule(), attacker);
    // Without a legal move none is left to refute.
    report.scope = asked.must_pass().then(|| attack.scope());
    let is_asked = |point: &Point| only.is_empty() || only.contains(point);
    for point in asked.legal_play().moves().iter().filter(is_asked) {
        report.add(
            point,
            position,
            solver,
            &Control::observed(limits, observer),
        );
    }
    report
        .moves
        .sort_by_key(|winning| (winning.plies, winning.point));
    let is_decided = report.undecided.is_empty();
    report.complete = is_decided && only.is_empty();
    report.only = match report.moves.as_slice() {
        [winning] if report.complete => Some(winning.point),
        _ => None,
    };
    report.outcome = match (report.moves.is_empty(), is_decided) {
        (false, _) => ThreatOutcome::Win,
        (true, true) => ThreatOutcome::None,
        (true, false) => ThreatOutcome::Unknown,
    };
    report
}

impl WinningMovesReport {
    /// What is known before a move is tried.
    fn before_moves(
        id: impl Into<PositionId>,
        position: &Position,
        only: &[Point],
        (attacker, attack): (Color, Attack),
        limits: Limits,
    ) -> WinningMovesReport {
        WinningMovesReport {
            header: ReportHeader::new(id, "winning_moves", position),
            attacker,
            attack,
            outcome: ThreatOutcome::None,
            complete: true,
            only: None,
            moves: Vec::new(),
            undecided: Vec::new(),
            nodes: 0,
            deterministic: limits.time.is_none(),
            stop: None,
            scope: None,
            passed: attacker != position.to_move() && position.outcome().is_none(),
            asked: only.to_vec(),
            limits,
        }
    }

    /// Tries one first move.
    fn add(
        &mut self,
        point: Point,
        position: &Position,
        solver: &mut WinSolver,
        control: &Control<'_>,
    ) {
        // An interrupted question goes on to its end without work.
        if self.stop == Some(StopReason::Interrupted) {
            return self.undecided.push(point);
        }
        let found = solver.solve_after(position, point, control);
        self.nodes += found.progress.nodes;
        match found.answer {
            Answer::Proven(tree) => {
                let line = line(&tree, position, self.attacker);
                self.moves.push(WinningMove {
                    point,
                    plies: line.len(),
                    line,
                });
            }
            Answer::Disproven(scope) => self.scope = Some(scope),
            Answer::Unknown(stop) => {
                self.undecided.push(point);
                self.stop = either_stop(self.stop, Some(stop));
                self.deterministic &= stop != StopReason::Interrupted;
            }
        }
    }
}
