//! Weights of the score-table evaluator, and the scores that it looks up by the run lengths of
//! lines.

use serde::Deserialize;

use super::lengths::{Lengths, Measured, measure};
use crate::line_view::LineView;
use crate::program::Program;
use renju_core::board::{Board, Color};
use renju_core::geometry::{Direction, Point};
use renju_core::position::Position;
use renju_engine::eval::weights::read;
use renju_engine::eval::{
    Edition, Evaluation, Evaluator, EvaluatorInfo, Failure, System, Term, Weights, WeightsError,
    WeightsText, point_values,
};

/// The directions in the order of the program; it steps backwards along each.
pub(super) const DIRECTIONS: [Direction; 4] = [
    Direction::Rising,
    Direction::Horizontal,
    Direction::Falling,
    Direction::Vertical,
];

/// The score table and the numbers of the search.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScoreTableWeights {
    /// What the weights are for: `"score-table"`.
    pub system: String,
    /// Whether the mistakes of the program are kept.
    #[serde(default)]
    pub edition: Edition,
    /// The table; the first row that a line reaches counts.
    pub row: Vec<ScoreRow>,
    /// How the program searches for moves.
    pub search: TreeWeights,
}

/// A row of the score table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScoreRow {
    /// The patterns that it stands for.
    pub patterns: Vec<String>,
    /// The lengths to reach.
    pub at_least: Lengths,
    /// What it is worth.
    pub score: i64,
}

/// How the program searches for moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TreeWeights {
    /// Moves to look ahead.
    pub depth: usize,
    /// Around how many of the last stones it looks for moves, 1 to 3.
    #[serde(default = "three")]
    pub start_points: usize,
    /// Whether it looks on the whole board instead.
    #[serde(default)]
    pub whole_board: bool,
    /// How far from the last stones it looks for moves.
    pub reach: i8,
    /// Moves that the corrected search follows at each node.
    pub width: usize,
    /// A stone of this score wins.
    pub win: i64,
    /// A branch where the other side gains as much is given up.
    pub lost: i64,
}

/// The start points of a file that does not say how many.
const fn three() -> usize {
    3
}

impl Weights for ScoreTableWeights {
    const INFO: &'static str = include_str!("info.toml");
    const SHIPPED: &'static str = include_str!("weights.toml");
    const VARIANTS: &'static [(&'static str, &'static str)] =
        &[("corrected", include_str!("corrected.toml"))];

    type Evaluator = Program<ScoreTableWeights>;

    fn into_evaluator(self, info: EvaluatorInfo) -> Program<ScoreTableWeights> {
        Program::new(info, self)
    }

    fn from_toml(text: WeightsText<'_>) -> Result<ScoreTableWeights, WeightsError> {
        read(text)
    }
}

impl ScoreTableWeights {
    /// The first row that these lengths reach.
    fn row(&self, lengths: Lengths) -> Option<&ScoreRow> {
        self.row.iter().find(|row| lengths.reach(row.at_least))
    }
}

/// The evaluator of the program, made of its weights.
pub type ScoreTable = Program<ScoreTableWeights>;

/// How the program ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreTableEnding {
    /// Five or more in a row.
    Won(Color),
    /// A full board without a five.
    Draw,
}

impl ScoreTable {
    /// The lengths of the line through a stone of `color` on `point`, be it there or imagined.
    pub(super) fn lengths(
        &self,
        board: &Board,
        point: Point,
        color: Color,
        direction: Direction,
    ) -> Lengths {
        let sight = LineView::new(board, color, point);
        self.measured(sight, direction).lengths
    }

    /// The line as it is measured; where that can be done in two ways, as it is worth more.
    fn measured<'a>(&self, sight: LineView<'a>, direction: Direction) -> Measured<'a> {
        let measured = measure(sight, direction, self.weights.edition).into_iter();
        let better = |one: Measured<'a>, other: Measured<'a>| {
            let is_better = self.score(other.lengths) > self.score(one.lengths);
            if is_better { other } else { one }
        };
        let best = measured.flatten().reduce(better);
        best.expect("a line is measured in one way at least")
    }

    /// What lengths are worth.
    pub(super) fn score(&self, lengths: Lengths) -> i64 {
        self.weights.row(lengths).map_or(0, |row| row.score)
    }

    /// What a stone of `color` on `point` is worth, be it there or imagined.
    pub(super) fn value(&self, board: &Board, point: Point, color: Color) -> i64 {
        let score = |direction| self.score(self.lengths(board, point, color, direction));
        DIRECTIONS.into_iter().map(score).sum()
    }

    /// How the game stands after a stone on `last`; `None` if it goes on, or without a stone
    /// there. As published, a full board is a draw even if that stone makes five.
    pub fn ending(&self, board: &Board, last: Point) -> Option<ScoreTableEnding> {
        let color = board.stone(last)?;
        let makes_five = |direction| self.lengths(board, last, color, direction).centre() >= 5;
        let won = DIRECTIONS.into_iter().any(makes_five);
        let won = won.then_some(ScoreTableEnding::Won(color));
        let draw = board.empties().is_empty().then_some(ScoreTableEnding::Draw);
        match self.weights.edition {
            Edition::Published => draw.or(won),
            Edition::Corrected => won.or(draw),
        }
    }

    fn term(&self, sight: LineView<'_>, direction: Direction) -> Option<Term> {
        let measured = self.measured(sight, direction);
        let row = self.weights.row(measured.lengths);
        let row = row.filter(|row| row.score != 0)?;
        let name = row.patterns.join(" or ");
        Some(Term::new(name, row.score, measured.stones()))
    }
}

impl Evaluator for ScoreTable {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let board = position.board();
        let points = point_values(board, |point| self.value(board, point, side));
        Ok(Evaluation::new(None, points))
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        let sight = LineView::new(position.board(), side, point);
        let term = |direction| self.term(sight, direction);
        Some(DIRECTIONS.into_iter().filter_map(term).collect())
    }

    fn as_system(&self) -> Option<&dyn System> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::of_edition;
    use renju_core::geometry::Size;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn row_score(edition: Edition, board: &Board, point: &str) -> (Lengths, i64) {
        let program = of_edition::<ScoreTableWeights>(edition);
        let point = point.parse().unwrap();
        let lengths = program.lengths(board, point, Color::Black, Direction::Horizontal);
        (lengths, program.score(lengths))
    }

    #[test]
    fn a_lone_stone_beside_a_longer_run_is_part_of_it() {
        let board = Board::with_stones(Size::RENJU, &points("F8 H8 I8 J8"), &[]);
        let scores = |edition| ["F8", "I8"].map(|point| row_score(edition, &board, point).1);
        assert_eq!(scores(Edition::Published), [0, 720]);
        assert_eq!(scores(Edition::Corrected), [720, 720]);
        let lone = row_score(Edition::Corrected, &board, "F8");
        assert_eq!(lone, row_score(Edition::Corrected, &board, "H8"));
        let lone = row_score(Edition::Published, &board, "F8");
        assert_eq!(lone.0, Lengths([-1, -1, 1, -1, -1]));
    }

    #[test]
    fn one_empty_cell_before_the_edge_is_seen() {
        let board = Board::with_stones(Size::RENJU, &points("B8 C8 D8 E8"), &points("F8"));
        let score = |edition| row_score(edition, &board, "C8").1;
        assert_eq!(score(Edition::Published), 0);
        assert_eq!(score(Edition::Corrected), 720);
    }

    #[test]
    fn of_two_runs_of_the_same_length_the_better_one_is_measured() {
        // White closes the pair on one side: the other one is a closed four with the lone stone.
        for (black, white) in [("E8 F8 J8 K8", "D8"), ("E8 F8 J8 K8", "L8")] {
            let board = Board::with_stones(Size::RENJU, &points(black), &points(white));
            assert_eq!(row_score(Edition::Published, &board, "H8").1, 0);
            let (lengths, score) = row_score(Edition::Corrected, &board, "H8");
            assert_eq!((lengths.centre(), score), (2, 720));
        }
    }

    #[test]
    fn a_jump_three_asks_for_room_at_both_ends() {
        for (black, at) in [("E8 F8", "C8"), ("C8 D8", "F8"), ("C8 E8", "F8")] {
            for (white, score) in [("", 720), ("A8", 720), ("H8", 720), ("B8", 0), ("G8", 0)] {
                let board = Board::with_stones(Size::RENJU, &points(black), &points(white));
                let (_, found) = row_score(Edition::Corrected, &board, at);
                assert_eq!(found, score, "{black} {at} {white}");
            }
        }
    }

    #[test]
    fn the_stones_of_a_term_are_those_that_were_counted() {
        let board = Board::with_stones(Size::RENJU, &points("H8 I8 J8"), &[]);
        let term = |edition| {
            let sight = LineView::new(&board, Color::Black, "F8".parse().unwrap());
            of_edition::<ScoreTableWeights>(edition).term(sight, Direction::Horizontal)
        };
        assert_eq!(term(Edition::Published), None);
        let found = term(Edition::Corrected).unwrap();
        assert_eq!(
            (found.value.rounded(), found.stones),
            (720, points("F8 H8 I8 J8"))
        );
        assert_eq!(found.name, "+OOO++"); // The first row that is reached.
    }

    #[test]
    fn a_five_that_fills_the_board_is_a_draw_only_as_published() {
        let last: Point = "E1".parse().unwrap();
        let is_black = |point: &Point| point.row() == 0 || (point.row() + point.column()) % 2 == 1;
        let (black, white): (Vec<Point>, Vec<Point>) = Size::MIN.points().partition(is_black);
        let board = Board::with_stones(Size::MIN, &black, &white);
        let ending = |edition| of_edition::<ScoreTableWeights>(edition).ending(&board, last);
        assert_eq!(ending(Edition::Published), Some(ScoreTableEnding::Draw));
        assert_eq!(
            ending(Edition::Corrected),
            Some(ScoreTableEnding::Won(Color::Black))
        );
        let mut open = board.clone();
        open.lift("C3".parse().unwrap());
        let ending = of_edition::<ScoreTableWeights>(Edition::Published).ending(&open, last);
        assert_eq!(ending, Some(ScoreTableEnding::Won(Color::Black)));
    }
}
