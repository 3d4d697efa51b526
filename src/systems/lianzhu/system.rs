use std::sync::LazyLock;

use crate::board::{Board, Color};
use crate::geometry::{Point, PointMap};
use crate::position::Position;

use super::card;
use super::forbidden::LianzhuBan;
use super::table::LianzhuTable;
use super::weights::LianzhuWeights;

use crate::eval::{Edition, Evaluation, Evaluator, EvaluatorInfo, Failure, ForbiddenRule, Term};

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Lianzhu {
    card: EvaluatorInfo,
    pub(super) weights: LianzhuWeights,
}

impl Lianzhu {
    /// The evaluator with these weights.
    pub const fn new(card: EvaluatorInfo, weights: LianzhuWeights) -> Lianzhu {
        Lianzhu { card, weights }
    }

    /// The one that this part of its name stands for: `"ban-blocks"`, `"corrected"`, or as published.
    pub fn variant(variant: &str) -> &'static Lianzhu {
        match variant {
            "ban-blocks" => Lianzhu::ban_blocks(),
            _ => Lianzhu::of_edition(Edition::of_variant(variant)),
        }
    }

    /// As it was published, or with its mistakes repaired.
    pub fn of_edition(edition: Edition) -> &'static Lianzhu {
        static PUBLISHED: LazyLock<Lianzhu> =
            LazyLock::new(|| Lianzhu::new(card::PUBLISHED, LianzhuWeights::published().clone()));
        static CORRECTED: LazyLock<Lianzhu> = LazyLock::new(|| {
            let title = "shape codes of four lines; empty lines, overlines and bans repaired";
            let card = card::PUBLISHED.of_variant("lianzhu:corrected", title);
            Lianzhu::new(card, LianzhuWeights::corrected())
        });
        match edition {
            Edition::Published => &PUBLISHED,
            Edition::Corrected => &CORRECTED,
        }
    }

    /// As published, with Black's forbidden points in the way of Black's shapes.
    pub fn ban_blocks() -> &'static Lianzhu {
        static BAN_BLOCKS: LazyLock<Lianzhu> = LazyLock::new(|| {
            let title = "shape codes of four lines, forbidden points blocking Black";
            let card = card::PUBLISHED.of_variant("lianzhu:ban-blocks", title);
            Lianzhu::new(card, LianzhuWeights::with_blocking_bans())
        });
        &BAN_BLOCKS
    }

    /// Codes, values and forbidden points of a position.
    pub fn table(&self, position: &Position) -> LianzhuTable<'_> {
        LianzhuTable::new(self, position.board(), position.rule())
    }

    /// How many cells to each side of a point are looked at.
    pub(super) const fn reach(&self) -> i8 {
        match self.weights.edition {
            Edition::Published => 4,
            Edition::Corrected => 5,
        }
    }
}

impl Evaluator for Lianzhu {
    fn info(&self) -> &EvaluatorInfo {
        &self.card
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let table = self.table(position);
        let mut values = PointMap::filled(None);
        for point in position.board().empties().iter() {
            values[point] = Some(table.value(side, point));
        }
        Ok(Evaluation {
            board: None,
            points: Some(values),
        })
    }

    fn board_terms(&self, _: &Position, _: Color) -> Option<Vec<Term>> {
        None
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        Some(self.table(position).terms(side, point))
    }

    fn forbidden_rule(&self) -> Option<&dyn ForbiddenRule> {
        Some(self)
    }
}

impl ForbiddenRule for Lianzhu {
    fn forbids(&self, board: &Board, point: Point) -> Option<&'static str> {
        self.ban(board, point).map(LianzhuBan::name)
    }
}
