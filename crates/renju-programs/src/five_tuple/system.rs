//! Weights of the five-tuple evaluator, and the values of points and boards that it sums from
//! windows of five cells.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::forbidden::ForbiddenV31;
use super::window::{FiveWindow, LEFT_UP, WindowContent, windows};
use crate::program::Program;
use renju_core::board::{Board, Color};
use renju_core::counted::counted;
use renju_core::geometry::{Point, PointMap, Size};
use renju_core::position::Position;
use renju_engine::eval::weights::{read, read_shipped};
use renju_engine::eval::{
    Edition, Evaluation, Evaluator, EvaluatorInfo, Failure, ForbiddenRule, PointValues, System,
    Term, Weights, WeightsError, WeightsText, point_values,
};

/// What windows and places are worth.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FiveTupleWeights {
    /// What the weights are for: `"five-tuple"`.
    pub system: String,
    /// Whether the mistakes of the program around the evaluator are kept.
    #[serde(default)]
    pub edition: Edition,
    /// What own windows add.
    pub own: WindowWeights,
    /// What the opponent's windows take away.
    pub opponent: WindowWeights,
    /// What the places of points add.
    pub bonus: Option<PositionalBonus>,
    /// How the program chooses a move.
    #[serde(default = "shipped_search")]
    pub search: FiveTupleSearch,
}

/// How the program chooses a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FiveTupleSearch {
    /// Plies to look ahead; 0 for forced moves and the greatest value, as the program plays.
    pub depth: usize,
    /// Moves to try at each node.
    pub width: usize,
    /// By how much the second best point may be worse that is sometimes played by `--seed`.
    pub margin: i64,
}

/// What a file without a `[search]` section has.
fn shipped_search() -> FiveTupleSearch {
    read_shipped::<FiveTupleWeights>(include_str!("weights.toml")).search
}

/// What a window with stones of one side is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WindowWeights {
    /// A window with one stone.
    pub one: i64,
    /// Two stones, one of them on an end cell.
    pub two: i64,
    /// Two stones, both end cells empty.
    pub two_loose: i64,
    /// Three stones, one of them on an end cell.
    pub three: i64,
    /// Three stones, both end cells empty.
    pub three_loose: i64,
    /// A window with four stones.
    pub four: i64,
    /// A window with five stones.
    pub five: i64,
}

impl WindowWeights {
    const fn of(&self, count: usize, is_tight: bool) -> i64 {
        match (count, is_tight) {
            (1, _) => self.one,
            (2, true) => self.two,
            (2, false) => self.two_loose,
            (3, true) => self.three,
            (3, false) => self.three_loose,
            (4, _) => self.four,
            (5, _) => self.five,
            _ => 0,
        }
    }
}

/// What playing on a point adds, on boards of as many lines as there are rows.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PositionalBonus {
    /// Line 1 first, each from A.
    pub rows: Vec<Vec<i64>>,
    /// Points that differ from the rows.
    #[serde(default)]
    pub points: BTreeMap<Point, i64>,
}

impl Weights for FiveTupleWeights {
    const INFO: &'static str = include_str!("info.toml");
    const SHIPPED: &'static str = include_str!("weights.toml");

    type Evaluator = Program<FiveTupleWeights>;

    fn into_evaluator(self, info: EvaluatorInfo) -> Program<FiveTupleWeights> {
        Program::new(info, self)
    }

    fn from_toml(text: WeightsText<'_>) -> Result<FiveTupleWeights, WeightsError> {
        let weights: FiveTupleWeights = read(text)?;
        let rows = weights.bonus.as_ref().map(|bonus| &bonus.rows);
        rows.map_or(Ok(()), |rows| check_rows(rows))?;
        Ok(weights)
    }
}

/// As many rows as columns, as many as a board can have.
fn check_rows(rows: &[Vec<i64>]) -> Result<(), WeightsError> {
    let lines = rows.len();
    if u8::try_from(lines).ok().and_then(Size::new).is_none() {
        let rows = counted(lines, "row", "rows");
        let message = format!("bonus.rows has {rows}; a board has 5 to 20");
        return Err(WeightsError::new(message));
    }
    match rows.iter().position(|row| row.len() != lines) {
        None => Ok(()),
        Some(row) => Err(WeightsError::new(format!(
            "row {} of bonus.rows has {}, but there are {lines} rows",
            row + 1,
            counted(rows[row].len(), "number", "numbers")
        ))),
    }
}

impl FiveTupleWeights {
    /// The value of a window to the side whose stones are the own ones.
    const fn of(&self, content: WindowContent) -> i64 {
        match (content.own, content.others) {
            (own, 0) => self.own.of(own, content.is_tight),
            (0, others) => -self.opponent.of(others, content.is_tight),
            _ => 0,
        }
    }
}

/// The evaluator of the program, made of its weights.
pub type FiveTuple = Program<FiveTupleWeights>;

/// The greatest value of a point and every point that has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Greatest {
    /// The value of each of them.
    pub value: i64,
    /// The points, in reading order.
    #[serde(rename = "best")]
    pub points: Vec<Point>,
}

impl FiveTuple {
    /// `Evaluate(board, side)`: the sum over all windows.
    pub fn board_value(&self, board: &Board, side: Color) -> i64 {
        windows(board.size())
            .map(|window| self.weights.of(window.content(board, side)))
            .sum()
    }

    /// For every empty point, what the board is worth to `view` after `mover` has played there;
    /// no bonus.
    pub fn values_after(&self, board: &Board, mover: Color, view: Color) -> PointValues {
        let mut base = 0;
        let mut gains = PointMap::filled(0);
        for window in windows(board.size()) {
            let before = window.content(board, view);
            let value = self.weights.of(before);
            base += value;
            for (place, &point) in window.cells.iter().enumerate() {
                if board.stone(point).is_none() {
                    let after = before.with(mover == view, place);
                    gains[point] += self.weights.of(after) - value;
                }
            }
        }
        point_values(board, |point| base + gains[point])
    }

    /// The bonus for playing on a point; 0 on sides that the table is not made for.
    pub fn bonus(&self, board: &Board, point: Point) -> i64 {
        match &self.weights.bonus {
            Some(bonus) if bonus.rows.len() == usize::from(board.size().get()) => {
                let (row, column) = (usize::from(point.row()), usize::from(point.column()));
                let by_name = bonus.points.get(&point).copied();
                by_name.unwrap_or(bonus.rows[row][column])
            }
            _ => 0,
        }
    }

    /// `Value(p, side) + D(p)` for every empty point: what the greedy player goes by.
    pub fn point_values(&self, board: &Board, side: Color) -> PointValues {
        let mut values = self.values_after(board, side, side);
        for point in board.empties().iter() {
            values[point] = values[point].map(|value| value + self.bonus(board, point));
        }
        values
    }

    /// The greedy choice: the points with the greatest value to `side`, bonus included; `None`
    /// on a full board.
    pub fn greedy(&self, board: &Board, side: Color) -> Option<Greatest> {
        let values = self.point_values(board, side);
        greatest(board, |point| values[point])
    }

    /// The choice with the harm that the opponent's stone would do added; a reading of the document,
    /// whose program never computes it.
    pub fn harm(&self, board: &Board, side: Color) -> Option<Greatest> {
        let values = self.point_values(board, side);
        let harmed = self.values_after(board, !side, side);
        greatest(board, |point| Some(values[point]? - harmed[point]?))
    }

    /// Who has won by the program's own test: the first window in scan order with five equal
    /// stones. The published one overlooks windows to the left and up that reach column A.
    pub fn winner(&self, board: &Board) -> Option<Color> {
        let is_seen = |window: &FiveWindow| {
            self.weights.edition == Edition::Corrected
                || window.heading != LEFT_UP
                || window.cells[0].column() >= 5
        };
        windows(board.size()).filter(is_seen).find_map(|window| {
            let stones = window.cells.map(|cell| board.stone(cell));
            let color = stones[0]?;
            (stones == [Some(color); 5]).then_some(color)
        })
    }

    /// The judge of the same edition.
    pub(super) const fn v31(&self) -> ForbiddenV31 {
        ForbiddenV31::new(self.weights.edition)
    }

    fn window_terms(&self, board: &Board, side: Color) -> Vec<Term> {
        windows(board.size())
            .filter_map(|window| {
                let content = window.content(board, side);
                let value = self.weights.of(content);
                let stones = window.cells.into_iter();
                let stones = stones.filter(|&cell| board.stone(cell).is_some());
                (value != 0).then(|| Term::new(window.name(content), value, stones.collect()))
            })
            .collect()
    }
}

fn greatest(board: &Board, value: impl Fn(Point) -> Option<i64>) -> Option<Greatest> {
    let best = board.empties().iter().filter_map(&value).max()?;
    let reaches = |&point: &Point| value(point) == Some(best);
    Some(Greatest {
        value: best,
        points: board.empties().iter().filter(reaches).collect(),
    })
}

impl Evaluator for FiveTuple {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let board = position.board();
        Ok(Evaluation::new(
            Some(self.board_value(board, side)),
            self.point_values(board, side),
        ))
    }

    fn board_terms(&self, position: &Position, side: Color) -> Option<Vec<Term>> {
        Some(self.window_terms(position.board(), side))
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        let mut board = position.board().clone();
        board.place(point, side);
        let mut terms = self.window_terms(&board, side);
        let bonus = self.bonus(&board, point);
        if bonus != 0 {
            terms.push(Term::new("positional bonus", bonus, vec![point]));
        }
        Some(terms)
    }

    fn forbidden_rule(&self) -> Option<&dyn ForbiddenRule> {
        Some(self)
    }

    fn as_system(&self) -> Option<&dyn System> {
        Some(self)
    }
}

impl ForbiddenRule for FiveTuple {
    fn forbids(&self, board: &Board, point: Point) -> Option<&'static str> {
        self.v31().forbids(board, point)
    }
}
