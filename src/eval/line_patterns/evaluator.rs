use std::sync::LazyLock;

use super::table::PatternTable;
use crate::board::{Board, Color};
use crate::eval::{
    Evaluation, Evaluator, EvaluatorInfo, Failure, FromWeights, PointValues, Term, WeightsError,
    point_values,
};
use crate::geometry::{Direction, Point, PointMap};
use crate::position::Position;

/// An evaluator by text patterns, weighed by a file.
#[derive(Clone, Debug)]
pub struct LinePatterns {
    info: EvaluatorInfo,
    table: PatternTable,
}

impl LinePatterns {
    /// The evaluator with these patterns.
    pub fn new(info: EvaluatorInfo, table: PatternTable) -> LinePatterns {
        LinePatterns { info, table }
    }

    /// The evaluator as it ships, made once.
    pub fn ours() -> &'static LinePatterns {
        static OURS: LazyLock<LinePatterns> = LazyLock::new(|| LinePatterns::shipped(""));
        &OURS
    }

    /// What a board is worth to `side`.
    pub fn board_value(&self, board: &Board, side: Color) -> i64 {
        lines(board)
            .map(|line| self.line_value(&line, board, side))
            .sum()
    }

    /// What a line is worth to `side`: its patterns minus the opponent's.
    fn line_value(&self, line: &BoardLine, board: &Board, side: Color) -> i64 {
        let value = |color| self.table.value(&line.text(board, color));
        value(side) - value(!side)
    }

    /// What a stone of `side` on each empty point would add to the board.
    pub fn point_values(&self, board: &Board, side: Color) -> PointValues {
        let mut gains = PointMap::filled(0);
        let mut after = board.clone();
        for line in lines(board) {
            let before = self.line_value(&line, board, side);
            for &point in line.points.iter().filter(|&&point| board.is_empty(point)) {
                let value =
                    after.with_stone(point, side, |after| self.line_value(&line, after, side));
                gains[point] += value - before;
            }
        }
        point_values(board, |point| gains[point])
    }

    /// The patterns on a line as terms, those of the opponent subtracted, all times `sign`.
    fn terms_of(&self, line: &BoardLine, board: &Board, side: Color, sign: i64) -> Vec<Term> {
        let mut terms = Vec::new();
        for color in [side, !side] {
            let sign = if color == side { sign } else { -sign };
            for found in self.table.find(&line.text(board, color)) {
                let name = format!("{color} {}, {}", found.pattern, line.direction);
                let stones = found.stones.iter().map(|&cell| line.points[cell]);
                terms.push(Term::new(name, sign * found.value, stones.collect()));
            }
        }
        terms
    }
}

impl FromWeights for LinePatterns {
    const INFO: &'static str = include_str!("info.toml");
    const WEIGHTS: &'static str = include_str!("weights.toml");

    fn from_weights(info: EvaluatorInfo, text: &str) -> Result<LinePatterns, WeightsError> {
        Ok(LinePatterns::new(info, PatternTable::from_toml(text)?))
    }
}

impl Evaluator for LinePatterns {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let board = position.board();
        Ok(Evaluation {
            board: Some(self.board_value(board, side)),
            points: Some(self.point_values(board, side)),
        })
    }

    fn board_terms(&self, position: &Position, side: Color) -> Option<Vec<Term>> {
        let board = position.board();
        Some(
            lines(board)
                .flat_map(|line| self.terms_of(&line, board, side, 1))
                .collect(),
        )
    }

    /// The patterns on the point's lines after the stone, and those before it taken away; a
    /// pattern that stays as it was is no term.
    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        let before = position.board();
        let mut after = before.clone();
        after.place(point, side);
        let mut terms: Vec<Term> = Vec::new();
        for line in lines(before).filter(|line| line.points.contains(&point)) {
            let mut gone = self.terms_of(&line, before, side, 1);
            for term in self.terms_of(&line, &after, side, 1) {
                match gone.iter().position(|old| *old == term) {
                    Some(same) => drop(gone.remove(same)),
                    None => terms.push(term),
                }
            }
            terms.extend(gone.into_iter().map(|term| Term {
                name: format!("{} no more", term.name).into(),
                value: -term.value,
                ..term
            }));
        }
        Some(terms)
    }
}

/// A line of a board.
struct BoardLine {
    direction: Direction,
    points: Vec<Point>,
}

impl BoardLine {
    /// The line as `side` reads it, between walls.
    fn text(&self, board: &Board, side: Color) -> String {
        let sign = |&point: &Point| match board.stone(point) {
            None => '.',
            Some(color) if color == side => 'X',
            Some(_) => 'O',
        };
        let wall = || std::iter::once('|');
        wall()
            .chain(self.points.iter().map(sign))
            .chain(wall())
            .collect()
    }
}

/// Every line of a board, short ones too: a pattern may be of any length.
fn lines(board: &Board) -> impl Iterator<Item = BoardLine> {
    let lines = board.size().lines();
    lines.map(|(direction, points)| BoardLine { direction, points })
}
