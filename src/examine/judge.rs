//! Whether a move in a case is right, and the proof if it is not.

use super::cases::PositionCase;
use crate::forbidden::{ForbiddenKind, ThreeReading, forbidden_kinds};
use crate::geometry::Point;
use crate::limits::{Control, Limits, NoObserver};
use crate::position::Position;
use crate::questions::suite::SuiteJudge;
use crate::questions::{CheckedExpectation, Expectation, MoveOrPass, forced_win};
use crate::search::WinSolver;
use crate::threat::{Attack, SolveOptions, ThreatOutcome};

/// Nodes for a proof that is shown.
const PROOF_NODES: u64 = 200_000;
/// Bytes of the table of a solver.
const TABLE_BYTES: usize = 16 << 20;

/// What a move is.
pub(super) enum MoveJudgement {
    Right,
    /// Wrong: why, and the line that proves it.
    Wrong(String, Vec<MoveOrPass>),
    /// Our solver could not tell.
    Undecided,
}

/// Judges a move that was played in a case. A move that cannot be played is wrong in each.
pub(super) fn judge_move(case: &PositionCase, played: Point) -> MoveJudgement {
    let position = &case.position;
    let wrong = |why: String| MoveJudgement::Wrong(why, Vec::new());
    let board = position.board();
    if !played.is_on(board.size()) {
        return wrong(format!("{played} is off the board"));
    }
    if let Some(color) = board.stone(played) {
        return wrong(format!("{played} has a {color} stone"));
    }
    if let Some(kinds) = why_forbidden(position, played) {
        return wrong(format!("{played} is forbidden: {kinds}"));
    }
    let mut is_open = false;
    for expectation in case.expect.iter().filter(|one| SuiteJudge::is_for(one)) {
        let known = CheckedExpectation::default();
        match SuiteJudge::new(position, expectation, &known, &NoObserver)
            .solves(MoveOrPass::At(played))
        {
            Some(true) => {}
            Some(false) => return refuted(position, expectation, played),
            None => is_open = true,
        }
    }
    if is_open {
        MoveJudgement::Undecided
    } else {
        MoveJudgement::Right
    }
}

/// The kinds of a forbidden point, in words; `None` if the mover may play there.
fn why_forbidden(position: &Position, played: Point) -> Option<String> {
    if !position.rule().restricts(position.to_move()) {
        return None;
    }
    let kinds = forbidden_kinds(position.board(), played, ThreeReading::Literal);
    (!kinds.is_empty()).then(|| ForbiddenKind::in_words(&kinds))
}

/// A wrong move with its proof: what the other side wins by, or what would have won.
fn refuted(position: &Position, expectation: &Expectation, played: Point) -> MoveJudgement {
    if let Expectation::Best { .. } = expectation
        && let Ok(after) = position.clone().play(played)
        && after.outcome().is_none()
        && let Some(line) = winning_line(&after)
    {
        let plies = line.len();
        let proof = [vec![MoveOrPass::At(played)], line].concat();
        let side = after.to_move();
        let why = format!("{played} loses: {side} wins in {plies}");
        return MoveJudgement::Wrong(why, proof);
    }
    let why = match expectation {
        Expectation::Best { .. } => format!("{played} is none of the right moves"),
        _ => format!("{played} begins no win that our solver finds"),
    };
    MoveJudgement::Wrong(why, winning_line(position).unwrap_or_default())
}

/// A win of the side to move, as a line.
pub(super) fn winning_line(position: &Position) -> Option<Vec<MoveOrPass>> {
    for attack in [Attack::Vcf, Attack::Vct] {
        let options = SolveOptions {
            shortest: attack == Attack::Vcf,
            table_bytes: TABLE_BYTES,
            ..SolveOptions::new(attack)
        };
        let control = Control::observed(Limits::nodes(PROOF_NODES), &NoObserver);
        let found = forced_win("", position, &mut WinSolver::new(options), &control);
        if found.outcome == ThreatOutcome::Win {
            return Some(found.line);
        }
    }
    None
}
