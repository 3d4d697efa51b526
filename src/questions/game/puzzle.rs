//! Positions of a game in which one first move alone wins by force.

use serde::Serialize;

use super::line::GameLine;
use super::report::GameReport;
use crate::limits::{Limits, Observer};
use crate::pattern::ShapeBoard;
use crate::position::{Position, PositionId};
use crate::questions::{MoveOrPass, WinKind, WinningMove, winning_moves};
use crate::report_header::PlainPosition;
use crate::search::WinSolver;
use crate::threat::Attack;

/// A position to be solved, as a position line with what is expected of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Puzzle {
    /// What a program must find: `vcf win 9`, and the first move as `best G7`.
    #[serde(flatten)]
    pub position: SuitePosition,
    /// How hard it is.
    pub grade: PuzzleGrade,
}

/// A position of a game, as a position line with what is expected of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuitePosition {
    /// The name of the game, with `@N` for the position after its Nth move.
    pub id: PositionId,
    /// The board, the rule and the side to move.
    #[serde(flatten)]
    pub position: PlainPosition,
    /// What a program must find, in the words of `check`.
    pub expect: Vec<String>,
}

impl SuitePosition {
    pub(crate) fn new(id: PositionId, position: &Position, expect: Vec<String>) -> SuitePosition {
        SuitePosition {
            id,
            position: PlainPosition::of(position),
            expect,
        }
    }
}

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleGrade {
    /// Moves of both sides to the five.
    pub plies: usize,
    /// Fours among the winner's moves; the others are threes and quiet moves.
    pub fours: usize,
    /// Nodes that it took to try every first move.
    pub nodes: u64,
}

/// The puzzles of a game that was looked at: a forced win of three plies or more was there, and of all
/// first moves exactly one begins it, every other one being refuted within the limits. `solver` looks
/// for the widest kind of win, for each first move within `limits`.
pub fn puzzles(
    id: &PositionId,
    game: &GameLine,
    report: &GameReport,
    solver: &mut WinSolver,
    limits: Limits,
    observer: &dyn Observer,
) -> Vec<Puzzle> {
    let mut found = Vec::new();
    for row in &report.moves {
        let index = row.number - 1;
        let position = &game.positions()[index];
        let has_win = row.missed_win.is_some() || row.proved == row.header.to_move;
        if !has_win || position.outcome().is_some() {
            continue;
        }
        let name = id.clone().followed_by(&format!("@{index}"));
        let all = winning_moves(name.clone(), position, &[], solver, limits, observer);
        if let (Some(_), [winning]) = (all.only, all.moves.as_slice())
            && winning.plies >= 3
        {
            found.push(puzzle(name, position, winning, all.attack, all.nodes));
        }
    }
    found
}

fn puzzle(
    id: PositionId,
    position: &Position,
    winning: &WinningMove,
    attack: Attack,
    nodes: u64,
) -> Puzzle {
    let fours = fours(position, &winning.line);
    // A line of fours alone is a VCF, whatever solver found it.
    let is_vcf = attack == Attack::Vcf || 2 * fours + 1 >= winning.plies;
    let kind = if is_vcf { WinKind::Vcf } else { WinKind::Vct };
    let expect = vec![
        format!("{kind} win {}", winning.plies),
        format!("best {}", winning.point),
    ];
    Puzzle {
        position: SuitePosition::new(id, position, expect),
        grade: PuzzleGrade {
            plies: winning.plies,
            fours,
            nodes,
        },
    }
}

/// How many of the winner's moves on a line are fours.
fn fours(position: &Position, line: &[MoveOrPass]) -> usize {
    let mut shapes = ShapeBoard::new(position.board().clone(), position.rule());
    let (mut color, mut fours) = (position.to_move(), 0);
    for played in line {
        if let MoveOrPass::At(point) = *played {
            let is_five = shapes.fives(color).contains(point);
            shapes.play(point, color);
            let is_four = !is_five && !shapes.fives(color).is_empty();
            fours += usize::from(is_four && color == position.to_move());
        }
        color = !color;
    }
    fours
}
