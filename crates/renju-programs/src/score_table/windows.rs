//! Pattern evaluator with the score table's patterns: adds the score of each one wherever it fits
//! on a line.

use serde::Deserialize;

use crate::line_view::{LineView, ViewedCell};
use crate::program::Program;
use renju_core::board::{Board, Color};
use renju_core::geometry::{Direction, Point, Size};
use renju_core::position::Position;
use renju_engine::eval::weights::read;
use renju_engine::eval::{
    Evaluation, Evaluator, EvaluatorInfo, Failure, Term, Weights, WeightsError, WeightsText, Worth,
    point_values,
};

/// The other reading of the score table: its patterns, slid over every line.
///
/// A pattern is laid on the four lines through each point once, forwards, with its first cell on
/// that point. It is found if its stones meet stones of one side and its empty cells meet empty
/// points of the board.
///
/// *Board*: every pattern adds its score wherever it is found, the opponent's are subtracted.
/// Nothing is set off against anything else: `+OOOO+` counts, and `OOOO+` and `+OOOO` inside it
/// count as well; a row of six holds `OOOOO` twice; a lone stone with room is both `+++O++` and
/// `++O+++`. A pattern that reads the same both ways counts once at each place.
///
/// *Point*: with a stone of that side on the point, each of the four lines adds the greatest
/// score of the patterns found with one of their stones on the point.
pub type ScoreTableWindows = Program<PatternWeights>;

/// The patterns and their scores.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PatternWeights {
    /// What the weights are for: `"score-table-windows"`.
    pub system: String,
    /// The patterns with their scores.
    pub pattern: Vec<ScoredPattern>,
}

impl Weights for PatternWeights {
    const INFO: &'static str = include_str!("windows_info.toml");
    const SHIPPED: &'static str = include_str!("windows.toml");

    type Evaluator = Program<PatternWeights>;

    fn into_evaluator(self, info: EvaluatorInfo) -> Program<PatternWeights> {
        Program::new(info, self)
    }

    fn from_toml(text: WeightsText<'_>) -> Result<PatternWeights, WeightsError> {
        read(text)
    }
}

/// A pattern with its score.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScoredPattern {
    /// What it looks like.
    pub cells: PatternCells,
    /// What it is worth.
    pub score: i64,
}

/// Cells of a line, from the first on: `O` an own stone, `+` an empty cell.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(extend("pattern" = "^[O+]{0,19}O[O+]{0,19}$", "maxLength" = 20))
)]
#[serde(try_from = "String")]
pub struct PatternCells(String);

impl TryFrom<String> for PatternCells {
    type Error = String;

    fn try_from(text: String) -> Result<PatternCells, String> {
        let is_known = text.bytes().all(|cell| matches!(cell, b'O' | b'+'));
        let fits = text.len() <= usize::from(Size::MAX.get());
        if is_known && fits && text.contains('O') {
            Ok(PatternCells(text))
        } else {
            Err(format!(
                "{text:?} is no pattern: up to 20 cells O and +, at least one of them O"
            ))
        }
    }
}

impl PatternCells {
    /// Whether the cells from `start` on are as the pattern says.
    fn are_found(&self, sight: LineView<'_>, start: Point, direction: Direction) -> bool {
        (0..).zip(self.0.bytes()).all(|(count, cell)| {
            let expected = if cell == b'O' {
                ViewedCell::Own
            } else {
                ViewedCell::Empty
            };
            sight.cell(start, direction, count) == expected
        })
    }

    /// The places of the stones, from 0.
    fn stones(&self) -> impl Iterator<Item = i8> {
        let cells = (0..).zip(self.0.bytes());
        cells.filter_map(|(count, cell)| (cell == b'O').then_some(count))
    }
}

/// A pattern at a place of the board.
struct FoundPattern<'a> {
    pattern: &'a ScoredPattern,
    start: Point,
    direction: Direction,
}

impl FoundPattern<'_> {
    fn term(&self) -> Term {
        let stone = |count| self.start.step(self.direction, count);
        let stones = self.pattern.cells.stones().filter_map(stone);
        let name = self.pattern.cells.0.clone();
        Term::new(name, self.pattern.score, stones.collect())
    }
}

impl ScoreTableWindows {
    /// The own patterns minus the opponent's.
    pub fn board_value(&self, board: &Board, side: Color) -> i64 {
        let scores = |color| self.found(board, color).map(|found| found.pattern.score);
        let sum = |color| -> i64 { scores(color).sum() };
        sum(side) - sum(!side)
    }

    /// What a stone of `color` on an empty point would be part of.
    pub fn value(&self, board: &Board, point: Point, color: Color) -> i64 {
        let greatest = |direction| self.greatest(board, point, color, direction);
        let found = Direction::ALL.into_iter().filter_map(greatest);
        found.map(|found| found.pattern.score).sum()
    }

    /// Every pattern of a side, at every place.
    fn found(&self, board: &Board, color: Color) -> impl Iterator<Item = FoundPattern<'_>> {
        let stones = board.stones(color).iter();
        stones.flat_map(move |stone| {
            let starting = move |direction| self.led_by(board, stone, color, direction);
            Direction::ALL.into_iter().flat_map(starting)
        })
    }

    /// The patterns whose first stone is `stone`.
    fn led_by(
        &self,
        board: &Board,
        stone: Point,
        color: Color,
        direction: Direction,
    ) -> impl Iterator<Item = FoundPattern<'_>> {
        let sight = LineView::new(board, color, stone);
        self.weights.pattern.iter().filter_map(move |pattern| {
            let first = pattern.cells.stones().next()?;
            find(pattern, sight, direction, first)
        })
    }

    /// The pattern with the greatest score among those that have a stone on `stone`.
    fn greatest(
        &self,
        board: &Board,
        stone: Point,
        color: Color,
        direction: Direction,
    ) -> Option<FoundPattern<'_>> {
        let sight = LineView::new(board, color, stone);
        let patterns = self.weights.pattern.iter().rev(); // Of equal scores the first wins.
        let found = patterns.flat_map(|pattern| {
            let at = move |place| find(pattern, sight, direction, place);
            pattern.cells.stones().filter_map(at)
        });
        found.max_by_key(|found| found.pattern.score)
    }
}

/// The pattern with its cell at `place` on the stone that is looked from, if it is there.
fn find<'a>(
    pattern: &'a ScoredPattern,
    sight: LineView<'_>,
    direction: Direction,
    place: i8,
) -> Option<FoundPattern<'a>> {
    let start = sight.stone.step(direction, -place)?;
    let is_found = pattern.cells.are_found(sight, start, direction);
    is_found.then_some(FoundPattern {
        pattern,
        start,
        direction,
    })
}

impl Evaluator for ScoreTableWindows {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let board = position.board();
        let points = point_values(board, |point| self.value(board, point, side));
        Ok(Evaluation::new(Some(self.board_value(board, side)), points))
    }

    fn board_terms(&self, position: &Position, side: Color) -> Option<Vec<Term>> {
        let board = position.board();
        let own = self.found(board, side).map(|found| found.term());
        let others = self
            .found(board, !side)
            .map(|found| found.term().of_opponent());
        let terms = own
            .chain(others)
            .filter(|term| term.value != Worth::default());
        Some(terms.collect())
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        let greatest = |direction| self.greatest(position.board(), point, side, direction);
        let found = Direction::ALL.into_iter().filter_map(greatest);
        let terms = found.map(|found| found.term());
        Some(
            terms
                .filter(|term| term.value != Worth::default())
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value_of_row_8(columns: &str) -> i64 {
        let stones: Vec<Point> = columns
            .chars()
            .map(|column| format!("{column}8").parse().unwrap())
            .collect();
        let board = Board::with_stones(Size::RENJU, &stones, &[]);
        let side = ScoreTableWindows::shipped("");
        let along_row = side
            .found(&board, Color::Black)
            .filter(|found| found.direction == Direction::Horizontal);
        along_row.map(|found| found.pattern.score).sum()
    }

    #[test]
    fn every_pattern_counts_wherever_it_is() {
        assert_eq!(value_of_row_8("H"), 20 + 20);
        assert_eq!(value_of_row_8("GHIJ"), 4320 + 720 + 720);
        assert_eq!(value_of_row_8("FGHIJK"), 2 * 50000 + 720 + 720);
        assert_eq!(value_of_row_8("GHI"), 720 + 720);
        assert_eq!(value_of_row_8("ABC"), 0);
    }

    #[test]
    fn a_board_is_worth_to_one_side_what_it_costs_the_other() {
        let points = |names: &str| -> Vec<Point> {
            names.split(' ').map(|name| name.parse().unwrap()).collect()
        };
        let board = Board::with_stones(Size::RENJU, &points("H8 H9 J10"), &points("G7 G8 I6"));
        let program = ScoreTableWindows::shipped("");
        let [black, white] = Color::BOTH.map(|side| program.board_value(&board, side));
        assert_eq!(black, -white);
    }

    #[test]
    fn a_point_is_worth_the_greatest_pattern_of_each_line() {
        let stones: Vec<Point> = ["G8", "H8", "I8"].map(|name| name.parse().unwrap()).into();
        let board = Board::with_stones(Size::RENJU, &stones, &[]);
        let value = |name: &str| {
            let point = name.parse().unwrap();
            ScoreTableWindows::shipped("").value(&board, point, Color::Black)
        };
        assert_eq!(value("J8"), 4320 + 20 + 20 + 20);
        assert_eq!(value("K8"), 720 + 20 + 20 + 20);
        assert_eq!(value("A1"), 0);
    }

    #[test]
    fn a_pattern_of_other_signs_is_refused() {
        let text = PatternWeights::SHIPPED.replacen("+OOOO+", "+XXXX+", 1);
        let error = crate::from_toml(&text, "mine").err().unwrap();
        assert!(error.message.contains("+XXXX+"), "{error}");
    }
}
