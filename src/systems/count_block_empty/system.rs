use crate::board::{Board, ByColor, Color};
use crate::geometry::{Direction, Point, PointSet};
use crate::position::Position;

use super::triple::Triple;
use super::weights::{CountBlockEmptyWeights, TripleShape};

use super::triple::{TripleReading, TripleWalk, room};
use crate::eval::weights::read;
use crate::eval::{
    Edition, Evaluation, Evaluator, EvaluatorInfo, Failure, FromWeights, System, Term,
    WeightsError, point_values,
};
use crate::systems::line_view::LineView;

/// The evaluator of the program, made of its weights.
#[derive(Clone, Debug)]
pub struct CountBlockEmpty {
    info: EvaluatorInfo,
    pub(super) weights: CountBlockEmptyWeights,
    reading: TripleReading,
}

/// What a line through a point shows, and what that is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SeenLine {
    /// What the walk has counted.
    pub triple: Triple,
    /// What it is called.
    pub shape: TripleShape,
    /// What it is worth to the side of the stone.
    pub value: i64,
}

impl CountBlockEmpty {
    /// The evaluator with these weights.
    pub fn new(info: EvaluatorInfo, weights: CountBlockEmptyWeights) -> CountBlockEmpty {
        let reading = match weights.edition {
            Edition::Published => TripleReading::Slip,
            Edition::Corrected => TripleReading::Roomy,
        };
        CountBlockEmpty {
            info,
            weights,
            reading,
        }
    }

    /// The program with its lines read in another way.
    #[must_use]
    pub fn reading(&self, reading: TripleReading) -> CountBlockEmpty {
        CountBlockEmpty {
            reading,
            ..self.clone()
        }
    }

    /// Which of its mistakes are kept.
    pub const fn edition(&self) -> Edition {
        self.weights.edition
    }

    /// The numbers that the program uses.
    pub const fn weights(&self) -> &CountBlockEmptyWeights {
        &self.weights
    }

    /// What the line through a stone of `color` on `point` shows, be it there or imagined.
    pub fn seen(
        &self,
        board: &Board,
        point: Point,
        color: Color,
        direction: Direction,
    ) -> SeenLine {
        self.look(board, point, color, direction).0
    }

    fn look<'a>(
        &self,
        board: &'a Board,
        stone: Point,
        color: Color,
        direction: Direction,
    ) -> (SeenLine, TripleWalk<'a>) {
        let sight = LineView {
            board,
            color,
            stone,
        };
        let walk = TripleWalk::from(sight, direction, self.reading);
        let mut triple = walk.triple();
        let room = match self.reading {
            TripleReading::Roomy => room(sight, direction),
            TripleReading::Slip | TripleReading::Even => usize::MAX,
        };
        if room == 5 {
            triple.block = triple.block.max(1);
        }
        let shape = match room {
            0..5 => TripleShape::None,
            _ => self.weights.shape(triple),
        };
        let value = self.weights.value(shape);
        let seen = SeenLine {
            triple,
            shape,
            value,
        };
        (seen, walk)
    }

    /// What a stone of `color` on `point` is worth, be it there or imagined.
    pub fn value(&self, board: &Board, point: Point, color: Color) -> i64 {
        let value = |direction| self.seen(board, point, color, direction).value;
        Direction::ALL.into_iter().map(value).sum()
    }

    /// What all stones of a side are worth together.
    pub fn stones_value(&self, board: &Board, color: Color) -> i64 {
        let stones = board.stones(color).iter();
        stones.map(|stone| self.value(board, stone, color)).sum()
    }

    /// The own stones minus the opponent's.
    pub fn board_value(&self, board: &Board, side: Color) -> i64 {
        self.stones_value(board, side) - self.stones_value(board, !side)
    }

    fn terms(&self, board: &Board, point: Point, color: Color) -> Vec<(String, i64, Vec<Point>)> {
        let look = |direction| {
            let (seen, walk) = self.look(board, point, color, direction);
            let mut stones = walk.into_stones();
            stones.push(point);
            let name = format!("{}, {direction}", seen.name());
            (seen.value != 0).then_some((name, seen.value, stones))
        };
        Direction::ALL.into_iter().filter_map(look).collect()
    }
}

/// The points where the program looks for moves: empty, with a stone among the eight around.
pub fn neighbours(board: &Board) -> PointSet {
    let stones = ByColor::from_fn(|color| board.stones(color));
    let rows = (stones.black | stones.white).to_words();
    let wide = rows.map(|row| row << 1 | row | row >> 1);
    let at = |row: Option<usize>| row.and_then(|row| wide.get(row)).copied().unwrap_or(0);
    let around =
        std::array::from_fn(|row| at(row.checked_sub(1)) | wide[row] | at(row.checked_add(1)));
    PointSet::from_words(around) & board.empties()
}

impl SeenLine {
    /// What it is called and what was counted.
    fn name(&self) -> String {
        let Triple {
            count,
            block,
            empty,
        } = self.triple;
        let shape = self.shape.name();
        format!("{shape} (count {count}, block {block}, empty {empty})")
    }
}

impl FromWeights for CountBlockEmpty {
    const INFO: &'static str = include_str!("info.toml");
    const WEIGHTS: &'static str = include_str!("weights.toml");

    fn from_weights(info: EvaluatorInfo, text: &str) -> Result<CountBlockEmpty, WeightsError> {
        let weights: CountBlockEmptyWeights = read(text)?;
        weights.check()?;
        Ok(CountBlockEmpty::new(info, weights))
    }
}

impl Evaluator for CountBlockEmpty {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let board = position.board();
        let points = point_values(board, |point| self.value(board, point, side));
        Ok(Evaluation {
            board: Some(self.board_value(board, side)),
            points: Some(points),
        })
    }

    fn board_terms(&self, position: &Position, side: Color) -> Option<Vec<Term>> {
        let board = position.board();
        let mut terms = Vec::new();
        for stone in board.stones(side).iter() {
            for (name, value, stones) in self.terms(board, stone, side) {
                terms.push(Term::new(name, value, stones));
            }
        }
        for stone in board.stones(!side).iter() {
            for (name, value, stones) in self.terms(board, stone, !side) {
                terms.push(Term::new(format!("enemy {name}"), -value, stones));
            }
        }
        Some(terms)
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        let terms = self.terms(position.board(), point, side).into_iter();
        let term = |(name, value, stones)| Term::new(name, value, stones);
        Some(terms.map(term).collect())
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

    fn seen(edition: Edition, board: &Board, point: &str, direction: Direction) -> SeenLine {
        let point = point.parse().unwrap();
        of_edition::<CountBlockEmpty>(edition).seen(board, point, Color::Black, direction)
    }

    /// A stone met before the gap hides what is behind it, on falling diagonals only.
    #[test]
    fn the_slip_is_on_falling_diagonals_only() {
        let falling = Board::with_stones(Size::RENJU, &points("F10 G9 I7"), &[]);
        let row = Board::with_stones(Size::RENJU, &points("F8 G8 I8"), &[]);
        let in_row = |edition| seen(edition, &row, "I8", Direction::Horizontal).shape;
        let on_diagonal = |edition, point| seen(edition, &falling, point, Direction::Falling).shape;
        for edition in [Edition::Published, Edition::Corrected] {
            assert_eq!(in_row(edition), TripleShape::LiveThree);
        }
        assert_eq!(
            on_diagonal(Edition::Corrected, "F10"),
            TripleShape::LiveThree
        );
        assert_eq!(on_diagonal(Edition::Published, "F10"), TripleShape::LiveTwo);
    }

    #[test]
    fn a_line_needs_room_for_a_five() {
        let board = Board::with_stones(Size::RENJU, &points("G8 H8 I8"), &points("E8 J8"));
        let narrow = |edition| seen(edition, &board, "H8", Direction::Horizontal).shape;
        assert_eq!(narrow(Edition::Published), TripleShape::BlockedThree);
        assert_eq!(narrow(Edition::Corrected), TripleShape::None);
    }

    #[test]
    fn room_for_just_one_five_leaves_no_live_three() {
        let board = Board::with_stones(Size::RENJU, &points("G8 H8 I8"), &points("E8 K8"));
        let boxed = |edition| seen(edition, &board, "H8", Direction::Horizontal).shape;
        assert_eq!(boxed(Edition::Published), TripleShape::LiveThree);
        assert_eq!(boxed(Edition::Corrected), TripleShape::BlockedThree);
        let board = Board::with_stones(Size::RENJU, &points("G8 H8 I8"), &points("E8 L8"));
        assert_eq!(
            seen(Edition::Corrected, &board, "H8", Direction::Horizontal).shape,
            TripleShape::LiveThree
        );
    }

    #[test]
    fn a_term_names_shape_and_triple() {
        let board = Board::with_stones(Size::RENJU, &points("F8 G8 I8"), &points("J8"));
        let seen = seen(Edition::Published, &board, "F8", Direction::Horizontal);
        assert_eq!(seen.name(), "blocked three (count 3, block 1, empty 2)");
    }

    #[test]
    fn neighbours_stop_at_the_edge() {
        let board = Board::with_stones(Size::MIN, &points("A1 E5"), &[]);
        let found: Vec<Point> = neighbours(&board).iter().collect();
        assert_eq!(found, points("B1 A2 B2 D4 E4 D5"));
    }
}
