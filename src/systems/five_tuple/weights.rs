use std::collections::BTreeMap;

use serde::Deserialize;

use crate::eval::weights::own;
use crate::eval::{Edition, WeightsError};
use crate::geometry::{Point, Size};

use super::window::WindowContent;

/// What windows and places are worth.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FiveTupleWeights {
    /// What the weights are for: `"five-tuple"`.
    pub system: String,
    /// Whether the mistakes of the program around the evaluator are kept.
    #[serde(default)]
    pub edition: Edition,
    /// What own windows add.
    pub own: WindowWeights,
    /// What the opponent's windows take away.
    pub enemy: WindowWeights,
    /// What the places of points add.
    pub bonus: Option<PositionalBonus>,
    /// How the program chooses a move.
    #[serde(default = "shipped_search")]
    pub search: FiveTupleSearch,
}

/// How the program chooses a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FiveTupleSearch {
    /// Plies to look ahead; 0 for forced moves and the greatest value, as the program plays.
    pub depth: usize,
    /// Moves to try at each node.
    pub width: usize,
    /// By how much the second best point may be worse that is sometimes played by `--seed`.
    pub margin: i64,
}

/// What a file without a `[search]` section has.
fn shipped_search() -> FiveTupleSearch {
    own::<FiveTupleWeights>(include_str!("weights.toml")).search
}

/// What a window with stones of one side is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowWeights {
    /// A window with one stone.
    pub one: i64,
    /// Two stones, one of them on an end cell.
    pub two: i64,
    /// Two stones, both end cells empty.
    pub two_loose: i64,
    /// Three stones, one of them on an end cell.
    pub three: i64,
    /// Three stones, both end cells empty.
    pub three_loose: i64,
    /// A window with four stones.
    pub four: i64,
    /// A window with five stones.
    pub five: i64,
}

impl WindowWeights {
    const fn of(&self, count: usize, is_tight: bool) -> i64 {
        match (count, is_tight) {
            (1, _) => self.one,
            (2, true) => self.two,
            (2, false) => self.two_loose,
            (3, true) => self.three,
            (3, false) => self.three_loose,
            (4, _) => self.four,
            (5, _) => self.five,
            _ => 0,
        }
    }
}

/// What playing on a point adds, on boards of as many lines as there are rows.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionalBonus {
    /// Line 1 first, each from A.
    pub rows: Vec<Vec<i64>>,
    /// Points that differ from the rows.
    #[serde(default)]
    pub points: BTreeMap<Point, i64>,
}

impl FiveTupleWeights {
    /// Checks what the types alone do not tell.
    pub(in crate::systems) fn check(&self) -> Result<(), WeightsError> {
        let Some(bonus) = &self.bonus else {
            return Ok(());
        };
        let lines = bonus.rows.len();
        let is_side = u8::try_from(lines).ok().and_then(Size::new).is_some();
        if !is_side {
            let message = format!("bonus.rows has {lines} rows; a board has 5 to 20");
            return Err(WeightsError::new(message));
        }
        match bonus.rows.iter().position(|row| row.len() != lines) {
            None => Ok(()),
            Some(row) => Err(WeightsError::new(format!(
                "row {} of bonus.rows has {} numbers, but there are {lines} rows",
                row + 1,
                bonus.rows[row].len()
            ))),
        }
    }

    /// The value of a window to the side whose stones are the own ones.
    pub const fn of(&self, content: WindowContent) -> i64 {
        match (content.own, content.enemy) {
            (own, 0) => self.own.of(own, content.is_tight),
            (0, enemy) => -self.enemy.of(enemy, content.is_tight),
            _ => 0,
        }
    }

    /// The bonus for playing on a point.
    pub fn bonus(&self, size: Size, point: Point) -> i64 {
        match &self.bonus {
            Some(bonus) if bonus.rows.len() == usize::from(size.get()) => {
                let (row, column) = (usize::from(point.row()), usize::from(point.column()));
                let by_name = bonus.points.get(&point).copied();
                by_name.unwrap_or(bonus.rows[row][column])
            }
            _ => 0,
        }
    }
}
