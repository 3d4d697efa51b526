//! Weights of the point-info evaluator, and the values of points and boards that it computes from
//! shape counters.

use serde::Deserialize;

use super::counters::{CountedKind, Counter, Counters, Gains};
use super::memory::{CellAddress, JumpRoom};
use super::reader::{BoardReader, ReaderOptions};
use crate::program::Program;
use renju_core::board::{Board, ByColor, Color};
use renju_core::geometry::{Point, PointMap, Size};
use renju_core::position::Position;
use renju_engine::eval::weights::{read, read_shipped};
use renju_engine::eval::{
    Edition, Evaluation, Evaluator, EvaluatorInfo, Failure, ForbiddenRule, PointValues, System,
    Term, Weights, WeightsError, WeightsText, point_values,
};

/// What counters are worth.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointInfoWeights {
    /// What the weights are for: `"point-info"`.
    pub system: String,
    /// Whether the mistakes of the program are kept.
    #[serde(default)]
    pub edition: Edition,
    /// What a counter adds to the value of a point.
    pub point: CounterWeights,
    /// What the counters of all stones add to the value of the board.
    pub board: CounterBoardWeights,
    /// What ends the room behind a jump.
    #[serde(default)]
    pub jump_room: JumpRoom,
    /// How the board is read, if not as the edition does.
    #[serde(skip)]
    pub(super) reading: Option<ReaderOptions>,
    /// How the program searches.
    #[serde(default = "shipped_search")]
    pub search: PointInfoSearch,
    /// The first move, played without a search.
    #[serde(default = "shipped_openings")]
    pub openings: PointInfoOpenings,
}

/// How the program searches.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointInfoSearch {
    /// Plies to look ahead, an even number.
    pub depth: usize,
    /// Moves to try at each node.
    pub width: usize,
    /// Moves to try from the root down, where exactly that many plies are searched.
    pub deep_widths: Vec<usize>,
    /// The value of a five.
    pub win: i64,
    /// The published search keeps its values between minus this and this.
    pub bound: i64,
    /// The least value of a leaf in the published search.
    pub floor: i64,
}

/// The first move, played without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointInfoOpenings {
    /// The side of the board it is for; on others the centre is played.
    pub side: Size,
    /// Black's first move, without a search.
    pub first: Point,
}

/// What a file without a `[search]` section has.
fn shipped_search() -> PointInfoSearch {
    read_shipped::<PointInfoWeights>(include_str!("weights.toml")).search
}

/// What a file without an `[openings]` section has.
fn shipped_openings() -> PointInfoOpenings {
    read_shipped::<PointInfoWeights>(include_str!("weights.toml")).openings
}

/// What the counters of all stones add to the value of the board.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CounterBoardWeights {
    /// For the side that asks, taken to have just moved.
    pub own: CounterWeights,
    /// For the other side; subtracted.
    pub opponent: CounterWeights,
    /// What each product is divided by.
    pub divisor: CounterWeights,
}

impl CounterBoardWeights {
    /// What so much of an own or an opponent counter adds.
    fn value(&self, is_own: bool, counter: Counter, count: u16) -> i64 {
        let divisor = self.divisor.of(counter).max(1);
        let of_side = |weights: &CounterWeights| i64::from(count) * weights.of(counter) / divisor;
        if is_own {
            of_side(&self.own)
        } else {
            -of_side(&self.opponent)
        }
    }
}

/// A number for each counter but that of overlines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CounterWeights {
    /// What fives are worth.
    pub five: i64,
    /// What live fours are worth.
    pub live4: i64,
    /// What rush fours are worth.
    pub rush4: i64,
    /// What live threes are worth.
    pub live3: i64,
    /// What rush threes are worth.
    pub rush3: i64,
    /// What live twos are worth.
    pub live2: i64,
    /// What rush twos are worth.
    pub rush2: i64,
}

impl CounterWeights {
    /// The number of a counter; 0 for overlines.
    const fn of(&self, counter: Counter) -> i64 {
        match counter {
            Counter::TooLong => 0,
            Counter::Five => self.five,
            Counter::Live4 => self.live4,
            Counter::Rush4 => self.rush4,
            Counter::Live3 => self.live3,
            Counter::Rush3 => self.rush3,
            Counter::Live2 => self.live2,
            Counter::Rush2 => self.rush2,
        }
    }
}

impl Weights for PointInfoWeights {
    const INFO: &'static str = include_str!("info.toml");
    const SHIPPED: &'static str = include_str!("weights.toml");
    const VARIANTS: &'static [(&'static str, &'static str)] =
        &[("corrected", include_str!("corrected.toml"))];

    type Evaluator = Program<PointInfoWeights>;

    fn into_evaluator(self, info: EvaluatorInfo) -> Program<PointInfoWeights> {
        Program::new(info, self)
    }

    fn from_toml(text: WeightsText<'_>) -> Result<PointInfoWeights, WeightsError> {
        let weights: PointInfoWeights = read(text)?;
        let divisor = |counter: &Counter| weights.board.divisor.of(*counter);
        let mut counters = Counter::ALL.into_iter().skip(1);
        match counters.find(|counter| divisor(counter) < 1) {
            None => Ok(weights),
            Some(counter) => Err(WeightsError::new(format!(
                "the divisor of a {counter} is {}; it has to be at least 1",
                divisor(&counter)
            ))),
        }
    }
}

/// The evaluator of the program, made of its weights.
pub type PointInfo = Program<PointInfoWeights>;

impl PointInfo {
    /// The program with its board read in another way.
    pub(super) fn reading(&self, reading: ReaderOptions) -> PointInfo {
        let mut other = self.clone();
        other.weights.reading = Some(reading);
        other
    }

    /// The board as this evaluator reads it.
    pub(super) fn reader(&self, board: &Board) -> BoardReader {
        let own = || ReaderOptions {
            far: self.weights.jump_room,
            ..ReaderOptions::of(self.weights.edition)
        };
        BoardReader::of(board, self.weights.reading.unwrap_or_else(own))
    }

    /// The eight counters of `side` on every empty point and on its own stones.
    pub(super) fn counters(&self, board: &Board, side: Color) -> PointMap<Option<Counters>> {
        let gains = self.gains(board, side);
        let mut counters = PointMap::filled(None);
        for point in board.size().points() {
            counters[point] = gains[point].map(|gains| gains.counters());
        }
        counters
    }

    /// What each line adds to these counters.
    pub(super) fn gains(&self, board: &Board, side: Color) -> PointMap<Option<Gains>> {
        let mut reader = self.reader(board);
        let mut gains = PointMap::filled(None);
        for point in board.size().points() {
            if board.stone(point) != Some(!side) {
                gains[point] = Some(reader.gains(CellAddress::of(point, board.size()), side));
            }
        }
        gains
    }

    /// What a stone that makes these counters is worth to its side.
    pub(super) fn point_value(&self, counters: &Counters) -> i64 {
        let value = |counter| i64::from(counters[counter]) * self.weights.point.of(counter);
        Counter::ALL.into_iter().map(value).sum()
    }

    /// What every empty point is worth to `side`.
    pub(super) fn point_values(&self, board: &Board, side: Color) -> PointValues {
        let mut reader = self.reader(board);
        point_values(board, |point| {
            let counters = reader.counters(CellAddress::of(point, board.size()), side);
            self.point_value(&counters)
        })
    }

    /// What a board with these totals is worth to `side`, as if it had just moved.
    pub(super) fn board_value_of(&self, totals: &ByColor<Counters>, side: Color) -> i64 {
        let of_color = |color: Color| -> i64 {
            let weights = &self.weights.board;
            let value = |counter| weights.value(color == side, counter, totals[color][counter]);
            Counter::ALL.into_iter().map(value).sum()
        };
        of_color(side) + of_color(!side)
    }

    /// What the board is worth to `side`, as if it had just moved.
    pub(super) fn board_value(&self, board: &Board, side: Color) -> i64 {
        let totals = self.reader(board).totals();
        self.board_value_of(&totals, side)
    }

    /// Why Black may not play on the empty `point`, by the counters there.
    pub(super) fn ban(&self, board: &Board, point: Point) -> Option<CountedKind> {
        let spot = CellAddress::of(point, board.size());
        let counters = self.reader(board).counters(spot, Color::Black);
        counters.ban(self.weights.edition)
    }

    /// Whether the recursive test forbids the empty `point` to Black, on the board as it stands.
    pub(super) fn is_forbidden_next(&self, board: &Board, point: Point) -> bool {
        let spot = CellAddress::of(point, board.size());
        self.reader(board).is_forbidden_next(spot)
    }

    pub(super) fn is_banned(&self, side: Color, counters: &Counters) -> bool {
        side == Color::Black && counters.ban(self.weights.edition).is_some()
    }
}

impl Evaluator for PointInfo {
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
        Some(board_terms(self, position.board(), side))
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        Some(point_terms(self, position.board(), side, point))
    }

    fn forbidden_rule(&self) -> Option<&dyn ForbiddenRule> {
        Some(self)
    }

    fn as_system(&self) -> Option<&dyn System> {
        Some(self)
    }
}

impl ForbiddenRule for PointInfo {
    fn forbids(&self, board: &Board, point: Point) -> Option<&'static str> {
        self.ban(board, point).map(CountedKind::name)
    }
}

const LINES: [&str; 4] = ["column", "rising", "row", "falling"];

/// One addend for each shape that a line adds to the counters of a point.
pub(super) fn point_terms(
    program: &PointInfo,
    board: &Board,
    side: Color,
    point: Point,
) -> Vec<Term> {
    let spot = CellAddress::of(point, board.size());
    let mut reader = program.reader(board);
    let gains = reader.gains(spot, side);
    let mut terms = Vec::new();
    for (number, gain) in gains.0.into_iter().enumerate() {
        let Some(gain) = gain else { continue };
        for (counter, stones) in reader.stones_of(spot, side, number, gain) {
            let value = program.weights.point.of(counter);
            if value != 0 {
                let name = format!("{}, {}", counter.name(), LINES[number]);
                terms.push(Term::new(name, value, stones));
            }
        }
    }
    terms
}

/// One addend for each counter and side, of all stones that count.
pub(super) fn board_terms(program: &PointInfo, board: &Board, side: Color) -> Vec<Term> {
    let mut terms = Vec::new();
    for color in [side, !side] {
        let counters = program.counters(board, color);
        for counter in Counter::ALL {
            let of_stone = |&stone: &Point| counters[stone].map_or(0, |found| found[counter]);
            let stones = board.stones(color).iter();
            let stones: Vec<Point> = stones.filter(|stone| of_stone(stone) > 0).collect();
            let count = stones.iter().map(of_stone).sum();
            let value = program.weights.board.value(color == side, counter, count);
            if value != 0 {
                let whose = if color == side { "own" } else { "opponent" };
                terms.push(Term::new(
                    format!("{whose} {}s", counter.name()),
                    value,
                    stones,
                ));
            }
        }
    }
    terms
}
