use crate::board::{Board, Color};
use crate::geometry::{Direction, Point};
use crate::position::Position;

use super::lengths::Lengths;
use super::weights::ScoreTableWeights;

use super::lengths::measure;
use crate::eval::weights::read;
use crate::eval::{
    Edition, Evaluation, Evaluator, EvaluatorInfo, Failure, FromWeights, System, Term,
    WeightsError, point_values,
};
use crate::systems::line_view::LineView;

/// The directions in the order of the program; it steps backwards along each.
pub const DIRECTIONS: [Direction; 4] = [
    Direction::Rising,
    Direction::Horizontal,
    Direction::Falling,
    Direction::Vertical,
];

/// The evaluator of the program, made of its weights.
#[derive(Clone, Debug)]
pub struct ScoreTable {
    info: EvaluatorInfo,
    pub(super) weights: ScoreTableWeights,
}

/// How the program ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreTableEnding {
    /// Five or more in a row.
    Won(Color),
    /// A full board without a five.
    Draw,
}

impl ScoreTable {
    /// The evaluator with these weights.
    pub const fn new(info: EvaluatorInfo, weights: ScoreTableWeights) -> ScoreTable {
        ScoreTable { info, weights }
    }

    /// Which of its mistakes are kept.
    pub const fn edition(&self) -> Edition {
        self.weights.edition
    }

    /// The numbers that the program uses.
    pub const fn weights(&self) -> &ScoreTableWeights {
        &self.weights
    }

    /// The lengths of the line through a stone of `color` on `point`, be it there or imagined.
    pub fn lengths(
        &self,
        board: &Board,
        point: Point,
        color: Color,
        direction: Direction,
    ) -> Lengths {
        let sight = LineView {
            board,
            color,
            stone: point,
        };
        measure(sight, direction, self.weights.edition).lengths
    }

    /// What lengths are worth.
    pub fn score(&self, lengths: Lengths) -> i64 {
        self.weights.row(lengths).map_or(0, |row| row.score)
    }

    /// What a stone of `color` on `point` is worth, be it there or imagined.
    pub fn value(&self, board: &Board, point: Point, color: Color) -> i64 {
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
        let measured = measure(sight, direction, self.weights.edition);
        let row = self.weights.row(measured.lengths);
        let row = row.filter(|row| row.score != 0)?;
        let name = row.patterns.join(" or ");
        Some(Term::new(name, row.score, measured.stones()))
    }
}

impl FromWeights for ScoreTable {
    const INFO: &'static str = include_str!("info.toml");
    const WEIGHTS: &'static str = include_str!("weights.toml");

    fn from_weights(info: EvaluatorInfo, text: &str) -> Result<ScoreTable, WeightsError> {
        Ok(ScoreTable::new(info, read(text)?))
    }
}

impl Evaluator for ScoreTable {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let board = position.board();
        let points = point_values(board, |point| self.value(board, point, side));
        Ok(Evaluation {
            board: None,
            points: Some(points),
        })
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        let sight = LineView {
            board: position.board(),
            color: side,
            stone: point,
        };
        let terms = DIRECTIONS.into_iter();
        Some(
            terms
                .filter_map(|direction| self.term(sight, direction))
                .collect(),
        )
    }

    fn as_system(&self) -> Option<&dyn System> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::of_edition;
    use crate::geometry::Size;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn row_score(edition: Edition, board: &Board, point: &str) -> (Lengths, i64) {
        let program = of_edition::<ScoreTable>(edition);
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
    fn the_stones_of_a_term_are_those_that_were_counted() {
        let board = Board::with_stones(Size::RENJU, &points("H8 I8 J8"), &[]);
        let term = |edition| {
            let sight = LineView {
                board: &board,
                color: Color::Black,
                stone: "F8".parse().unwrap(),
            };
            of_edition::<ScoreTable>(edition).term(sight, Direction::Horizontal)
        };
        assert_eq!(term(Edition::Published), None);
        let found = term(Edition::Corrected).unwrap();
        assert_eq!((found.value, found.stones), (720, points("F8 H8 I8 J8")));
        assert_eq!(found.name, "+OOO++"); // The first row that is reached.
    }

    #[test]
    fn a_five_that_fills_the_board_is_a_draw_only_as_published() {
        let last: Point = "E1".parse().unwrap();
        let is_black = |point: &Point| point.row() == 0 || (point.row() + point.column()) % 2 == 1;
        let (black, white): (Vec<Point>, Vec<Point>) = Size::MIN.points().partition(is_black);
        let board = Board::with_stones(Size::MIN, &black, &white);
        let ending = |edition| of_edition::<ScoreTable>(edition).ending(&board, last);
        assert_eq!(ending(Edition::Published), Some(ScoreTableEnding::Draw));
        assert_eq!(
            ending(Edition::Corrected),
            Some(ScoreTableEnding::Won(Color::Black))
        );
        let mut open = board.clone();
        open.lift("C3".parse().unwrap());
        let ending = of_edition::<ScoreTable>(Edition::Published).ending(&open, last);
        assert_eq!(ending, Some(ScoreTableEnding::Won(Color::Black)));
    }
}
