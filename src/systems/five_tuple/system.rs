use crate::board::{Board, Color};
use crate::geometry::{Point, PointMap};
use crate::position::Position;

use super::forbidden::ForbiddenV31;
use super::weights::FiveTupleWeights;
use super::window::{FiveWindow, WindowDirection, windows};

use crate::eval::weights::read;
use crate::eval::{
    Edition, Evaluation, Evaluator, EvaluatorInfo, Failure, ForbiddenRule, FromWeights,
    PointValues, System, Term, WeightsError, point_values,
};

/// The evaluator of the program, made of its weights.
#[derive(Clone, Debug)]
pub struct FiveTuple {
    info: EvaluatorInfo,
    pub(super) weights: FiveTupleWeights,
    judge: ForbiddenV31,
}

/// The greatest value of a point and every point that has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Greatest {
    /// The value of each of them.
    pub value: i64,
    /// The points, in reading order.
    pub points: Vec<Point>,
}

impl FiveTuple {
    /// The evaluator with these weights.
    pub fn new(info: EvaluatorInfo, weights: FiveTupleWeights) -> FiveTuple {
        let judge = ForbiddenV31::new(weights.edition);
        FiveTuple {
            info,
            weights,
            judge,
        }
    }

    /// Which of its mistakes are kept.
    pub fn edition(&self) -> Edition {
        self.weights.edition
    }

    /// `Evaluate(board, side)`: the sum over all windows.
    pub fn board_value(&self, board: &Board, side: Color) -> i64 {
        windows(board.size())
            .map(|window| self.window_value(&window, board, side))
            .sum()
    }

    fn window_value(&self, window: &FiveWindow, board: &Board, side: Color) -> i64 {
        self.weights.of(window.content(board, side))
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
        self.weights.bonus(board.size(), point)
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
                || window.heading != WindowDirection::LeftUp
                || window.start().column() >= 5
        };
        windows(board.size()).filter(is_seen).find_map(|window| {
            let color = board.stone(window.start())?;
            let is_won = window
                .cells
                .iter()
                .all(|&cell| board.stone(cell) == Some(color));
            is_won.then_some(color)
        })
    }

    /// The judge of the same edition.
    pub const fn v31(&self) -> &ForbiddenV31 {
        &self.judge
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

impl FromWeights for FiveTuple {
    const INFO: &'static str = include_str!("info.toml");
    const WEIGHTS: &'static str = include_str!("weights.toml");

    fn from_weights(info: EvaluatorInfo, text: &str) -> Result<FiveTuple, WeightsError> {
        let weights: FiveTupleWeights = read(text)?;
        weights.check()?;
        Ok(FiveTuple::new(info, weights))
    }
}

impl Evaluator for FiveTuple {
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
        Some(self.window_terms(position.board(), side))
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        let mut board = position.board().clone();
        board.place(point, side);
        let mut terms = self.window_terms(&board, side);
        let bonus = self.bonus(&board, point);
        if bonus != 0 {
            terms.push(Term::new("bonus of the place", bonus, vec![point]));
        }
        Some(terms)
    }

    fn forbidden_rule(&self) -> Option<&dyn ForbiddenRule> {
        Some(&self.judge)
    }

    fn as_system(&self) -> Option<&dyn System> {
        Some(self)
    }
}
