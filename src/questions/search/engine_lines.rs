//! What an engine in another process says of a position, held against the rules and our solver.

use std::cmp::Reverse;

use super::answer::{LineScore, ReportedLine, SearchAlgorithm, SearchReport};
use super::line_check::{ClaimChecker, IllegalMove};
use crate::board::Color;
use crate::eval::{Evaluation, Evaluator, Failure, FailureKind, ProvedEnd, SearchedMove};
use crate::limits::{Control, Limits, Observer, StopReason, Value};
use crate::position::{Position, PositionId};
use crate::questions::MoveOrPass;
use crate::questions::score::answer::forbidden;

/// Asks an engine for its best moves with their lines, at most `lines`. A game that is over is not
/// asked about.
///
/// Each line is cut before the first move that the rules do not allow. Each win and loss that the
/// engine claims is tried by our solver, by fours and then by threats, until `observer` ends that.
///
/// # Errors
///
/// If the engine gives no answer, or plays a move that the rules do not allow.
pub fn search_by_engine(
    id: &PositionId,
    position: &Position,
    engine: &dyn Evaluator,
    lines: usize,
    observer: &dyn Observer,
) -> Result<SearchReport, Failure> {
    let info = engine.info();
    let report = SearchReport {
        evaluator: info.name.clone(),
        algorithm: SearchAlgorithm::Engine,
        unit: info.unit.clone(),
        ..SearchReport::without_answer(id.clone(), position)
    };
    if position.outcome().is_some() {
        return Ok(SearchReport {
            stop: Some(StopReason::GameOver),
            ..report
        });
    }
    let clock = Control::new(Limits::NONE);
    let found = engine.evaluate(position, position.to_move())?;
    let elapsed = clock.elapsed();
    let mut checker = ClaimChecker::new(position, observer);
    let best = best_moves(position, &found);
    let told = best.iter().take(lines);
    let told = told.map(|moved| line(position, &found, moved, &mut checker));
    let told = told.collect::<Vec<ReportedLine>>();
    if let Some(first) = told.first()
        && let (true, Some(illegal)) = (first.moves.is_empty(), &first.illegal)
    {
        let message = format!("plays {}, which {}", illegal.point, illegal.in_words());
        return Err(Failure::new(FailureKind::InvalidAnswer, message));
    }
    let depths = found.searched.iter().filter_map(|moved| moved.depth);
    Ok(SearchReport {
        depth: depths.max().unwrap_or(0) as usize,
        deterministic: false,
        lines: told,
        elapsed,
        ..report
    })
}

/// The moves that an engine tells of, and after them, as far as they are worth less, the points that
/// it only values and the side to move may play.
fn best_moves(position: &Position, found: &Evaluation) -> Vec<SearchedMove> {
    let mut best = found.searched.clone();
    let Some(values) = &found.points else {
        return best;
    };
    let refused = match position.to_move() {
        Color::Black => forbidden(position),
        Color::White => Vec::new(),
    };
    for point in position.board().empties().iter() {
        let is_told = best.iter().any(|moved| moved.point == point);
        if values[point].is_some() && !is_told && !refused.contains(&point) {
            best.push(SearchedMove {
                point,
                end: None,
                depth: None,
                line: vec![point],
            });
        }
    }
    if best.len() > found.searched.len() {
        best.sort_by_key(|moved| Reverse(values[moved.point]));
    }
    best
}

fn line(
    position: &Position,
    found: &Evaluation,
    told: &SearchedMove,
    checker: &mut ClaimChecker<'_>,
) -> ReportedLine {
    let (moves, illegal) = IllegalMove::first_in(position, &told.line);
    let first = moves.first().copied();
    ReportedLine {
        score: score(position.to_move(), found, told),
        moves: moves.into_iter().map(MoveOrPass::At).collect(),
        claim: told.end.map(|end| checker.claim(end, first)),
        illegal,
    }
}

/// What an engine says that a move is worth; `None` if it said nothing.
fn score(view: Color, found: &Evaluation, told: &SearchedMove) -> Option<LineScore> {
    let plies = |moves: u32| u16::try_from(moves).unwrap_or(u16::MAX);
    let value = match told.end {
        Some(ProvedEnd::WinIn(moves)) => Value::WinIn(plies(moves)),
        Some(ProvedEnd::LossIn(moves)) => Value::LossIn(plies(moves)),
        None => {
            let points = found.points.as_ref()?;
            Value::Points(points[told.point]?.rounded())
        }
    };
    Some(LineScore {
        view,
        value,
        chance: None,
    })
}
