//! The evaluator count-block-empty and its weights: which triples are which shape, and its value.

use serde::Deserialize;

use super::line_count::{LineCount, LineCountReading, LineWalk, room};
use crate::line_view::LineView;
use crate::program::Program;
use renju_core::board::{Board, ByColor, Color};
use renju_core::geometry::{Direction, Point, PointSet, Size};
use renju_core::named_enum::named_enum;
use renju_core::position::Position;
use renju_engine::eval::weights::read;
use renju_engine::eval::{
    Edition, Evaluation, Evaluator, EvaluatorInfo, Failure, System, Term, Weights, WeightsError,
    WeightsText, point_values,
};

/// What triples are called, what they are worth, and how far the program searches.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CountBlockEmptyWeights {
    /// What the weights are for: `"count-block-empty"`.
    pub system: String,
    /// Whether the mistakes of the program are kept.
    #[serde(default)]
    pub edition: Edition,
    /// What each shape is worth.
    pub values: ShapeValues,
    /// Which triples are which shape; row `n` is for `n` stones on the shorter side of a gap.
    pub gap: Vec<GapRow>,
    /// How lines are read, if not as the edition does.
    #[serde(skip)]
    pub(super) reading: Option<LineCountReading>,
    /// How the program searches for moves.
    pub search: NegamaxWeights,
    /// First moves that the program does not think about.
    pub openings: FixedOpenings,
}

/// What each shape is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShapeValues {
    /// A five, or more stones.
    pub five: i64,
    /// Four stones, both ends open.
    pub live_four: i64,
    /// Four stones, an end blocked.
    pub blocked_four: i64,
    /// Three stones, both ends open.
    pub live_three: i64,
    /// Three stones, an end blocked.
    pub blocked_three: i64,
    /// Two stones, both ends open.
    pub live_two: i64,
    /// Two stones, an end blocked.
    pub blocked_two: i64,
    /// One stone, both ends open.
    pub live_one: i64,
    /// One stone, an end blocked.
    pub blocked_one: i64,
}

named_enum! {
    /// What a triple is in the program's eyes.
    pub enum CountedShape: "shape" {
        /// A line that is worth nothing.
        None = "none",
        /// One stone, an end blocked.
        BlockedOne = "blocked_one",
        /// One stone, both ends open.
        LiveOne = "live_one",
        /// Two stones, an end blocked.
        BlockedTwo = "blocked_two",
        /// Two stones, both ends open.
        LiveTwo = "live_two",
        /// Three stones that can only become a blocked four.
        BlockedThree = "blocked_three",
        /// Three stones that can become a live four.
        LiveThree = "live_three",
        /// Four stones that one point makes five.
        BlockedFour = "blocked_four",
        /// Four stones that two points make five.
        LiveFour = "live_four",
        /// Five stones in a row.
        Five = "five",
    }
}

/// The shapes of triples with one and the same gap.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GapRow {
    /// From how many stones on it is a five, whatever blocks it.
    pub five_from: u8,
    /// The shapes of 1, 2, ... stones with no end blocked; beyond the list there is none.
    pub open: Vec<CountedShape>,
    /// The shapes of 1, 2, ... stones with one end blocked.
    pub one_blocked: Vec<CountedShape>,
    /// The shapes of 1, 2, ... stones with both ends blocked.
    pub both_blocked: Vec<CountedShape>,
}

impl GapRow {
    fn shape(&self, triple: LineCount) -> CountedShape {
        if triple.count >= self.five_from {
            return CountedShape::Five;
        }
        let shapes = match triple.block {
            0 => &self.open,
            1 => &self.one_blocked,
            _ => &self.both_blocked,
        };
        let place = usize::from(triple.count) - 1;
        shapes.get(place).copied().unwrap_or(CountedShape::None)
    }
}

/// How the program searches for moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NegamaxWeights {
    /// Moves to look ahead.
    pub depth: usize,
    /// Moves to try at each node; 0 for all.
    #[serde(default)]
    pub width: usize,
    /// The published search keeps its values between minus this and this.
    pub bound: i64,
    /// What the corrected search gives for a five, less the moves up to it.
    pub win: i64,
}

/// First moves that the program does not think about.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FixedOpenings {
    /// The side of the board they are for.
    pub side: Size,
    /// The black stones that a game starts from.
    pub black: Vec<Point>,
    /// The white stones that a game starts from.
    pub white: Vec<Point>,
    /// Black's first move, without a search.
    pub first: Point,
    /// White's answers to first moves.
    pub replies: Vec<FixedReply>,
}

/// An answer to Black's first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FixedReply {
    /// The first move that Black made.
    pub to: Point,
    /// The answer that White gives.
    pub play: Point,
}

impl Weights for CountBlockEmptyWeights {
    const INFO: &'static str = include_str!("info.toml");
    const SHIPPED: &'static str = include_str!("weights.toml");

    type Evaluator = Program<CountBlockEmptyWeights>;

    fn into_evaluator(self, info: EvaluatorInfo) -> Program<CountBlockEmptyWeights> {
        Program::new(info, self)
    }

    fn from_toml(text: WeightsText<'_>) -> Result<CountBlockEmptyWeights, WeightsError> {
        let weights: CountBlockEmptyWeights = read(text)?;
        match weights.gap.len() {
            5 => Ok(weights),
            rows => Err(WeightsError::new(format!(
                "there are {rows} [[gap]] sections; 5 are needed, for 0 to 4 stones beside a gap"
            ))),
        }
    }
}

impl CountBlockEmptyWeights {
    /// What a triple is. Five stones on either side of a gap are a five whatever else there is.
    fn shape(&self, triple: LineCount) -> CountedShape {
        let row = self.gap.get(triple.beside_gap());
        row.map_or(CountedShape::Five, |row| row.shape(triple))
    }

    /// What a shape is worth.
    const fn value(&self, shape: CountedShape) -> i64 {
        match shape {
            CountedShape::None => 0,
            CountedShape::BlockedOne => self.values.blocked_one,
            CountedShape::LiveOne => self.values.live_one,
            CountedShape::BlockedTwo => self.values.blocked_two,
            CountedShape::LiveTwo => self.values.live_two,
            CountedShape::BlockedThree => self.values.blocked_three,
            CountedShape::LiveThree => self.values.live_three,
            CountedShape::BlockedFour => self.values.blocked_four,
            CountedShape::LiveFour => self.values.live_four,
            CountedShape::Five => self.values.five,
        }
    }
}

/// The evaluator of the program, made of its weights.
pub type CountBlockEmpty = Program<CountBlockEmptyWeights>;

/// What a line through a point shows, and what that is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct SeenLine {
    /// What the walk has counted.
    triple: LineCount,
    /// What it is called.
    shape: CountedShape,
    /// What it is worth to the side of the stone.
    value: i64,
}

impl CountBlockEmpty {
    /// The program with its lines read in another way.
    pub(super) fn reading(&self, reading: LineCountReading) -> CountBlockEmpty {
        let mut other = self.clone();
        other.weights.reading = Some(reading);
        other
    }

    /// What the line through a stone of `color` on `point` is worth, be it there or imagined.
    pub(super) fn line_value(
        &self,
        board: &Board,
        point: Point,
        color: Color,
        direction: Direction,
    ) -> i64 {
        let sight = LineView::new(board, color, point);
        self.look(sight, direction).0.value
    }

    fn look<'a>(&self, sight: LineView<'a>, direction: Direction) -> (SeenLine, LineWalk<'a>) {
        let by_edition = || match self.weights.edition {
            Edition::Published => LineCountReading::Slip,
            Edition::Corrected => LineCountReading::Roomy,
        };
        let reading = self.weights.reading.unwrap_or_else(by_edition);
        let walk = LineWalk::from(sight, direction, reading);
        let room = match reading {
            LineCountReading::Roomy => room(sight, direction),
            LineCountReading::Slip | LineCountReading::Even => usize::MAX,
        };
        let seen = self.seen(walk.triple, room);
        if reading == LineCountReading::Roomy && walk.triple.has_gap() {
            let other = walk.other_half_first();
            let seen_so = self.seen(other.triple, room);
            if seen_so.value > seen.value {
                return (seen_so, other);
            }
        }
        (seen, walk)
    }

    /// What a triple is in a line with so much room.
    fn seen(&self, mut triple: LineCount, room: usize) -> SeenLine {
        if room == 5 {
            triple.block = triple.block.max(1);
        }
        let shape = match room {
            0..5 => CountedShape::None,
            _ => self.weights.shape(triple),
        };
        SeenLine {
            triple,
            shape,
            value: self.weights.value(shape),
        }
    }

    /// What a stone of `color` on `point` is worth, be it there or imagined.
    pub fn value(&self, board: &Board, point: Point, color: Color) -> i64 {
        let value = |direction| self.line_value(board, point, color, direction);
        Direction::ALL.into_iter().map(value).sum()
    }

    /// What all stones of a side are worth together.
    pub(super) fn stones_value(&self, board: &Board, color: Color) -> i64 {
        let stones = board.stones(color).iter();
        stones.map(|stone| self.value(board, stone, color)).sum()
    }

    /// The own stones minus the opponent's.
    pub fn board_value(&self, board: &Board, side: Color) -> i64 {
        self.stones_value(board, side) - self.stones_value(board, !side)
    }

    fn terms(&self, board: &Board, point: Point, color: Color) -> Vec<Term> {
        let look = |direction| {
            let (seen, walk) = self.look(LineView::new(board, color, point), direction);
            let mut stones = walk.stones;
            stones.push(point);
            let name = format!("{}, {direction}", seen.name());
            (seen.value != 0).then(|| Term::new(name, seen.value, stones))
        };
        Direction::ALL.into_iter().filter_map(look).collect()
    }
}

/// The points where the program looks for moves: empty, with a stone among the eight around.
pub(super) fn neighbours(board: &Board) -> PointSet {
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
        let LineCount {
            count,
            block,
            empty,
        } = self.triple;
        let shape = self.shape.name().replace('_', " ");
        format!("{shape} (count {count}, block {block}, empty {empty})")
    }
}

impl Evaluator for CountBlockEmpty {
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
        let of_side = |color: Color| {
            let stones = board.stones(color).iter();
            stones.flat_map(move |stone| self.terms(board, stone, color))
        };
        let others = of_side(!side).map(Term::of_opponent);
        Some(of_side(side).chain(others).collect())
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        Some(self.terms(position.board(), point, side))
    }

    fn as_system(&self) -> Option<&dyn System> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::of_edition;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn seen(edition: Edition, board: &Board, point: &str, direction: Direction) -> SeenLine {
        let point = point.parse().unwrap();
        let program = of_edition::<CountBlockEmptyWeights>(edition);
        let sight = LineView::new(board, Color::Black, point);
        program.look(sight, direction).0
    }

    /// A stone met before the gap hides what is behind it, on falling diagonals only.
    #[test]
    fn the_slip_is_on_falling_diagonals_only() {
        let falling = Board::with_stones(Size::RENJU, &points("F10 G9 I7"), &[]);
        let row = Board::with_stones(Size::RENJU, &points("F8 G8 I8"), &[]);
        let in_row = |edition| seen(edition, &row, "I8", Direction::Horizontal).shape;
        let on_diagonal = |edition, point| seen(edition, &falling, point, Direction::Falling).shape;
        for edition in [Edition::Published, Edition::Corrected] {
            assert_eq!(in_row(edition), CountedShape::LiveThree);
        }
        assert_eq!(
            on_diagonal(Edition::Corrected, "F10"),
            CountedShape::LiveThree
        );
        assert_eq!(
            on_diagonal(Edition::Published, "F10"),
            CountedShape::LiveTwo
        );
    }

    #[test]
    fn of_two_gaps_the_better_one_is_seen_in_the_corrected_edition() {
        for black in ["F8 G8 I8 K8", "E8 G8 I8 J8"] {
            let board = Board::with_stones(Size::RENJU, &points(black), &[]);
            let middle = if black.starts_with('F') { "I8" } else { "G8" };
            let seen = |edition| seen(edition, &board, middle, Direction::Horizontal).shape;
            assert_eq!(seen(Edition::Corrected), CountedShape::LiveThree);
        }
    }

    #[test]
    fn a_line_needs_room_for_a_five() {
        let board = Board::with_stones(Size::RENJU, &points("G8 H8 I8"), &points("E8 J8"));
        let narrow = |edition| seen(edition, &board, "H8", Direction::Horizontal).shape;
        assert_eq!(narrow(Edition::Published), CountedShape::BlockedThree);
        assert_eq!(narrow(Edition::Corrected), CountedShape::None);
    }

    #[test]
    fn room_for_just_one_five_leaves_no_live_three() {
        let board = Board::with_stones(Size::RENJU, &points("G8 H8 I8"), &points("E8 K8"));
        let boxed = |edition| seen(edition, &board, "H8", Direction::Horizontal).shape;
        assert_eq!(boxed(Edition::Published), CountedShape::LiveThree);
        assert_eq!(boxed(Edition::Corrected), CountedShape::BlockedThree);
        let board = Board::with_stones(Size::RENJU, &points("G8 H8 I8"), &points("E8 L8"));
        assert_eq!(
            seen(Edition::Corrected, &board, "H8", Direction::Horizontal).shape,
            CountedShape::LiveThree
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
