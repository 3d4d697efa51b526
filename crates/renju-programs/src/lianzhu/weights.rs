//! Weights of the lianzhu program: values of shape codes, search limits and first moves.

use serde::Deserialize;

use super::code::LineCode;
use crate::program::Program;
use renju_core::geometry::{Point, Size};
use renju_engine::eval::weights::{read, read_shipped};
use renju_engine::eval::{Edition, EvaluatorInfo, Weights, WeightsError, WeightsText};

/// What shapes are worth, and how they are read.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LianzhuWeights {
    /// What the weights are for: `"lianzhu"`.
    pub system: String,
    /// Whether the program's mistakes in reading shapes and bans are kept.
    #[serde(default)]
    pub edition: Edition,
    /// Whether Black's forbidden points block Black's shapes.
    #[serde(default)]
    pub ban_blocks: bool,
    /// What each code adds to the value of a point.
    pub codes: CodeWeights,
    /// How the program searches.
    #[serde(default = "shipped_search")]
    pub search: LianzhuSearch,
    /// First moves that are played without a search.
    #[serde(default = "shipped_openings")]
    pub openings: LianzhuOpenings,
}

/// How the program searches.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LianzhuSearch {
    /// Plies to look ahead, at least 1.
    pub depth: usize,
    /// Moves to try at each node.
    pub width: usize,
    /// The value of a won game.
    pub win: i64,
    /// The time that `narrow` is made for.
    pub seconds: u32,
    /// Where less time is left, fewer moves are tried.
    pub narrow: Vec<NarrowedWidth>,
}

/// A width from some time on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NarrowedWidth {
    /// Seconds since the search began, of those that `seconds` says.
    pub after: u32,
    /// Moves to try at each node from then on.
    pub width: usize,
}

/// First moves that are played without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LianzhuOpenings {
    /// The side of the board they are for.
    pub side: Size,
    /// Black's first move, without a search.
    pub first: Point,
    /// White's answer to it.
    pub second: Point,
}

/// What a file without a `[search]` section has.
fn shipped_search() -> LianzhuSearch {
    read_shipped::<LianzhuWeights>(include_str!("weights.toml")).search
}

/// What a file without an `[openings]` section has.
fn shipped_openings() -> LianzhuOpenings {
    read_shipped::<LianzhuWeights>(include_str!("weights.toml")).openings
}

impl LianzhuWeights {
    /// How many cells to each side of a point are looked at.
    pub(super) const fn reach(&self) -> i8 {
        match self.edition {
            Edition::Published => 4,
            Edition::Corrected => 5,
        }
    }
}

impl Weights for LianzhuWeights {
    const INFO: &'static str = include_str!("info.toml");
    const SHIPPED: &'static str = include_str!("weights.toml");

    type Evaluator = Program<LianzhuWeights>;

    fn into_evaluator(self, info: EvaluatorInfo) -> Program<LianzhuWeights> {
        Program::new(info, self)
    }

    fn from_toml(text: WeightsText<'_>) -> Result<LianzhuWeights, WeightsError> {
        let weights: LianzhuWeights = read(text)?;
        match weights.search.seconds {
            0 => Err(WeightsError::new("search.seconds has to be at least 1")),
            _ => Ok(weights),
        }
    }
}

/// What each code is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CodeWeights {
    /// A line of the code [`LineCode::Overline`].
    pub overline: i64,
    /// A line of the code [`LineCode::Five`].
    pub five: i64,
    /// A line of the code [`LineCode::LiveFour`].
    pub live_four: i64,
    /// A line of the code [`LineCode::RushFour`].
    pub rush_four: i64,
    /// A line of the code [`LineCode::DeadFour`].
    pub dead_four: i64,
    /// A line of the code [`LineCode::DoubleFour`].
    pub double_four: i64,
    /// A line of the code [`LineCode::LiveThree`].
    pub live_three: i64,
    /// A line of the code [`LineCode::JumpLiveThree`].
    pub jump_live_three: i64,
    /// A line of the code [`LineCode::SleepingThree`].
    pub sleeping_three: i64,
    /// A line of the code [`LineCode::LiveTwo`].
    pub live_two: i64,
    /// A line of the code [`LineCode::SleepingTwo`].
    pub sleeping_two: i64,
    /// A line of the code [`LineCode::Nothing`].
    pub nothing: i64,
}

impl CodeWeights {
    /// The value of a code.
    pub(super) const fn of(&self, code: LineCode) -> i64 {
        match code {
            LineCode::Overline => self.overline,
            LineCode::Five => self.five,
            LineCode::LiveFour => self.live_four,
            LineCode::RushFour => self.rush_four,
            LineCode::DeadFour => self.dead_four,
            LineCode::DoubleFour => self.double_four,
            LineCode::LiveThree => self.live_three,
            LineCode::JumpLiveThree => self.jump_live_three,
            LineCode::SleepingThree => self.sleeping_three,
            LineCode::LiveTwo => self.live_two,
            LineCode::SleepingTwo => self.sleeping_two,
            LineCode::Nothing => self.nothing,
        }
    }
}
