use renju::board::Color;
use renju::geometry::{Point, Size};
use renju::limits::Value;
use renju::rule::Rule;
use serde::{Deserialize, Serialize};

/// A game as it is written down.
#[derive(Serialize, Deserialize)]
pub(super) struct Game {
    pub(super) number: usize,
    pub(super) rule: Rule,
    pub(super) size: Size,
    /// How many of the moves were drawn.
    pub(super) opening: usize,
    pub(super) moves: Vec<Point>,
    /// What the search said to the side to move, from the end of the opening on.
    pub(super) said: Vec<Said>,
    /// Nobody if it is a draw.
    pub(super) winner: Option<Color>,
}

/// What a search said of a position.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Said {
    Points(i64),
    WinIn(u16),
    LossIn(u16),
}

impl Said {
    pub(super) fn of(value: Value) -> Said {
        match value {
            Value::Points(points) => Said::Points(points),
            Value::Draw => Said::Points(0),
            Value::WinIn(moves) => Said::WinIn(moves),
            Value::LossIn(moves) => Said::LossIn(moves),
        }
    }
}

impl Game {
    /// 1 for a win of `side`, 0 for a loss.
    pub(super) fn result(&self, side: Color) -> f64 {
        self.winner
            .map_or(0.5, |winner| f64::from(u8::from(winner == side)))
    }
}
