use serde::Deserialize;

use crate::eval::weights::own;
use crate::eval::{Edition, WeightsError};
use crate::geometry::{Point, Size};

use super::counters::Counter;
use super::memory::JumpRoom;

/// What counters are worth.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
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
    /// How the program searches.
    #[serde(default = "shipped_search")]
    pub search: PointInfoSearch,
    /// The first move, played without a search.
    #[serde(default = "shipped_openings")]
    pub openings: PointInfoOpenings,
}

/// How the program searches.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
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
#[serde(deny_unknown_fields)]
pub struct PointInfoOpenings {
    /// The side of the board it is for; on others the centre is played.
    pub side: Size,
    /// Black's first move, without a search.
    pub first: Point,
}

/// What a file without a `[search]` section has.
fn shipped_search() -> PointInfoSearch {
    own::<PointInfoWeights>(include_str!("weights.toml")).search
}

/// What a file without an `[openings]` section has.
fn shipped_openings() -> PointInfoOpenings {
    own::<PointInfoWeights>(include_str!("weights.toml")).openings
}

/// What the counters of all stones add to the value of the board.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CounterBoardWeights {
    /// For the side that asks, taken to have just moved.
    pub own: CounterWeights,
    /// For the other side; subtracted.
    pub enemy: CounterWeights,
    /// What each product is divided by.
    pub divisor: CounterWeights,
}

impl CounterBoardWeights {
    /// What so much of an own or an opponent counter adds.
    pub(super) fn value(&self, is_own: bool, counter: Counter, count: u16) -> i64 {
        let divisor = self.divisor.of(counter).max(1);
        let of_side = |weights: &CounterWeights| i64::from(count) * weights.of(counter) / divisor;
        if is_own {
            of_side(&self.own)
        } else {
            -of_side(&self.enemy)
        }
    }
}

/// A number for each counter but that of overlines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
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
    pub const fn of(&self, counter: Counter) -> i64 {
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

impl PointInfoWeights {
    /// Checks what the types alone do not tell.
    pub(in crate::systems) fn check(&self) -> Result<(), WeightsError> {
        let divisor = |counter: &&Counter| self.board.divisor.of(**counter);
        let mut counters = Counter::ALL.iter().skip(1);
        match counters.find(|counter| divisor(counter) < 1) {
            None => Ok(()),
            Some(counter) => Err(WeightsError::new(format!(
                "the divisor of a {} is {}; it has to be at least 1",
                counter.name(),
                divisor(&counter)
            ))),
        }
    }
}
