use crate::board::{Board, ByColor, Color};
use crate::geometry::{Point, PointMap};
use crate::position::Position;

use super::counters::{CountedKind, Counter, Counters, Gains};
use super::memory::CellAddress;
use super::reader::{BoardReader, ReaderOptions};
use super::weights::PointInfoWeights;

use crate::eval::weights::read;
use crate::eval::{
    Edition, Evaluation, Evaluator, EvaluatorInfo, Failure, ForbiddenRule, FromWeights,
    PointValues, System, Term, WeightsError,
};

/// The evaluator of the program, made of its weights.
#[derive(Clone, Debug)]
pub struct PointInfo {
    info: EvaluatorInfo,
    pub(super) weights: PointInfoWeights,
    reading: ReaderOptions,
}

impl PointInfo {
    /// The evaluator with these weights.
    pub fn new(info: EvaluatorInfo, weights: PointInfoWeights) -> PointInfo {
        let reading = ReaderOptions {
            far: weights.jump_room,
            ..ReaderOptions::of(weights.edition)
        };
        PointInfo {
            info,
            weights,
            reading,
        }
    }

    /// The program with its board read in another way.
    #[must_use]
    pub fn reading(&self, reading: ReaderOptions) -> PointInfo {
        PointInfo {
            reading,
            ..self.clone()
        }
    }

    /// Which of its mistakes are kept.
    pub const fn edition(&self) -> Edition {
        self.weights.edition
    }

    /// The board as this evaluator reads it.
    pub fn reader(&self, board: &Board) -> BoardReader {
        BoardReader::of(board, self.reading)
    }

    /// The eight counters of `side` on every empty point and on its own stones.
    pub fn counters(&self, board: &Board, side: Color) -> PointMap<Option<Counters>> {
        let gains = self.gains(board, side);
        let mut counters = PointMap::filled(None);
        for point in board.size().points() {
            counters[point] = gains[point].map(|gains| gains.counters());
        }
        counters
    }

    /// What each line adds to these counters.
    pub fn gains(&self, board: &Board, side: Color) -> PointMap<Option<Gains>> {
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
    pub fn point_value(&self, counters: &Counters) -> i64 {
        let values = Counter::ALL.into_iter();
        values
            .map(|counter| i64::from(counters[counter]) * self.weights.point.of(counter))
            .sum()
    }

    /// What every empty point is worth to `side`.
    pub fn point_values(&self, board: &Board, side: Color) -> PointValues {
        let mut reader = self.reader(board);
        let mut values = PointMap::filled(None);
        for point in board.empties().iter() {
            let counters = reader.counters(CellAddress::of(point, board.size()), side);
            values[point] = Some(self.point_value(&counters));
        }
        values
    }

    /// The counters of each side, summed over its stones.
    pub fn totals(&self, reader: &mut BoardReader) -> ByColor<Counters> {
        let mut totals = ByColor::<Counters>::default();
        for spot in reader.spots() {
            if let Some(color) = reader.stone(spot) {
                totals[color].add(&reader.counters(spot, color));
            }
        }
        totals
    }

    /// What a board with these totals is worth to `side`, as if it had just moved.
    pub fn board_value_of(&self, totals: &ByColor<Counters>, side: Color) -> i64 {
        let of_color = |color: Color| -> i64 {
            let counters = Counter::ALL.into_iter();
            counters
                .map(|counter| {
                    let count = totals[color][counter];
                    self.weights.board.value(color == side, counter, count)
                })
                .sum()
        };
        of_color(side) + of_color(!side)
    }

    /// What the board is worth to `side`, as if it had just moved.
    pub fn board_value(&self, board: &Board, side: Color) -> i64 {
        let totals = self.totals(&mut self.reader(board));
        self.board_value_of(&totals, side)
    }

    /// Why Black may not play on the empty `point`, by the counters there.
    pub fn ban(&self, board: &Board, point: Point) -> Option<CountedKind> {
        let spot = CellAddress::of(point, board.size());
        let counters = self.reader(board).counters(spot, Color::Black);
        counters.ban(self.edition())
    }

    /// Whether the recursive test forbids the empty `point` to Black, on the board as it stands.
    pub fn is_forbidden_next(&self, board: &Board, point: Point) -> bool {
        let spot = CellAddress::of(point, board.size());
        self.reader(board).is_forbidden_next(spot)
    }

    pub(super) fn is_banned(&self, side: Color, counters: &Counters) -> bool {
        side == Color::Black && counters.ban(self.edition()).is_some()
    }
}

impl FromWeights for PointInfo {
    const INFO: &'static str = include_str!("info.toml");
    const WEIGHTS: &'static str = include_str!("weights.toml");
    const VARIANT_WEIGHTS: &'static [(&'static str, &'static str)] =
        &[("corrected", include_str!("corrected.toml"))];

    fn from_weights(info: EvaluatorInfo, text: &str) -> Result<PointInfo, WeightsError> {
        let weights: PointInfoWeights = read(text)?;
        weights.check()?;
        Ok(PointInfo::new(info, weights))
    }
}

impl Evaluator for PointInfo {
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
        Some(terms_of_board(self, position.board(), side))
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        Some(terms_of_point(self, position.board(), side, point))
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
pub(super) fn terms_of_point(
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
pub(super) fn terms_of_board(program: &PointInfo, board: &Board, side: Color) -> Vec<Term> {
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
                let whose = if color == side { "own" } else { "enemy" };
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
