use std::sync::LazyLock;

use crate::board::{Board, ByColor, Color};
use crate::geometry::{Point, PointMap};
use crate::position::Position;

use super::card;
use super::counters::{CountedKind, Counter, Counters, Gains};
use super::memory::{CellAddress, EdgeHandling};
use super::reader::{JumpRoom, Reader, ReaderOptions};
use super::terms;
use super::weights::PointInfoWeights;

use crate::eval::{
    Edition, Evaluation, Evaluator, EvaluatorInfo, Failure, ForbiddenRule, PointValues, Term,
};

/// The evaluator.
#[derive(Clone, Debug)]
pub struct PointInfo {
    card: EvaluatorInfo,
    pub(super) weights: PointInfoWeights,
    reading: ReaderOptions,
}

impl PointInfo {
    /// The evaluator with these weights.
    pub fn new(card: EvaluatorInfo, weights: PointInfoWeights) -> PointInfo {
        let reading = ReaderOptions::of(weights.edition);
        PointInfo {
            card,
            weights,
            reading,
        }
    }

    /// The one that this part of its name stands for: `"tutorial"`, `"corrected"`, or as published.
    pub fn variant(variant: &str) -> &'static PointInfo {
        match variant {
            "tutorial" => PointInfo::tutorial(),
            _ => PointInfo::of_edition(Edition::of_variant(variant)),
        }
    }

    /// As it was published, or with its mistakes repaired.
    pub fn of_edition(edition: Edition) -> &'static PointInfo {
        static PUBLISHED: LazyLock<PointInfo> = LazyLock::new(|| {
            PointInfo::new(
                card::PUBLISHED,
                PointInfoWeights::of(Edition::Published).clone(),
            )
        });
        static CORRECTED: LazyLock<PointInfo> = LazyLock::new(|| {
            let title = "five arrays a direction, eight counters a point; mistakes repaired";
            PointInfo::new(
                card::PUBLISHED.of_variant("point-info:corrected", title),
                PointInfoWeights::of(Edition::Corrected).clone(),
            )
        });
        match edition {
            Edition::Published => &PUBLISHED,
            Edition::Corrected => &CORRECTED,
        }
    }

    /// As published, with the room behind a jump read as in the tutorial's file.
    pub fn tutorial() -> &'static PointInfo {
        static TUTORIAL: LazyLock<PointInfo> = LazyLock::new(|| {
            let title = "five arrays a direction, eight counters a point, as in the tutorial";
            PointInfo {
                card: card::PUBLISHED.of_variant("point-info:tutorial", title),
                reading: ReaderOptions {
                    far: JumpRoom::TutorialDetails,
                    ..ReaderOptions::of(Edition::Published)
                },
                ..PointInfo::of_edition(Edition::Published).clone()
            }
        });
        &TUTORIAL
    }

    /// As published, with the edges alone repaired. It has no name of its own.
    pub fn bounded() -> &'static PointInfo {
        static BOUNDED: LazyLock<PointInfo> = LazyLock::new(|| PointInfo {
            reading: ReaderOptions {
                edges: EdgeHandling::Walled,
                ..ReaderOptions::of(Edition::Published)
            },
            ..PointInfo::of_edition(Edition::Published).clone()
        });
        &BOUNDED
    }

    /// Which of its mistakes are kept.
    pub const fn edition(&self) -> Edition {
        self.weights.edition
    }

    /// The board as this evaluator reads it.
    pub fn reader(&self, board: &Board) -> Reader {
        Reader::of(board, self.reading)
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
    pub fn totals(&self, reader: &mut Reader) -> ByColor<Counters> {
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

impl Evaluator for PointInfo {
    fn info(&self) -> &EvaluatorInfo {
        &self.card
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let board = position.board();
        Ok(Evaluation {
            board: Some(self.board_value(board, side)),
            points: Some(self.point_values(board, side)),
        })
    }

    fn board_terms(&self, position: &Position, side: Color) -> Option<Vec<Term>> {
        Some(terms::of_board(self, position.board(), side))
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        Some(terms::of_point(self, position.board(), side, point))
    }

    fn forbidden_rule(&self) -> Option<&dyn ForbiddenRule> {
        Some(self)
    }
}

impl ForbiddenRule for PointInfo {
    fn forbids(&self, board: &Board, point: Point) -> Option<&'static str> {
        self.ban(board, point).map(CountedKind::name)
    }
}
