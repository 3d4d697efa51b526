use std::sync::LazyLock;

use serde::Deserialize;

use crate::eval::Edition;
use crate::eval::weights::own;

use super::LineCode;

/// The published weights, with what their keys mean.
pub(in crate::systems) const TEXT: &str = include_str!("weights.toml");

/// What shapes are worth, and how they are read.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LianzhuWeights {
    /// Always `"lianzhu"`.
    pub system: String,
    /// Whether the program's mistakes in reading shapes and bans are kept.
    #[serde(default)]
    pub edition: Edition,
    /// Whether Black's forbidden points block Black's shapes.
    #[serde(default)]
    pub ban_blocks: bool,
    /// What each code adds to the value of a point.
    pub codes: CodeWeights,
}

/// What each code is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodeWeights {
    /// [`LineCode::Overline`]
    pub overline: i64,
    /// [`LineCode::Five`]
    pub five: i64,
    /// [`LineCode::LiveFour`]
    pub live_four: i64,
    /// [`LineCode::RushFour`]
    pub rush_four: i64,
    /// [`LineCode::DeadFour`]
    pub dead_four: i64,
    /// [`LineCode::DoubleFour`]
    pub double_four: i64,
    /// [`LineCode::LiveThree`]
    pub live_three: i64,
    /// [`LineCode::JumpLiveThree`]
    pub jump_live_three: i64,
    /// [`LineCode::SleepingThree`]
    pub sleeping_three: i64,
    /// [`LineCode::LiveTwo`]
    pub live_two: i64,
    /// [`LineCode::SleepingTwo`]
    pub sleeping_two: i64,
    /// [`LineCode::Nothing`]
    pub nothing: i64,
}

impl CodeWeights {
    /// The value of a code.
    pub const fn of(&self, code: LineCode) -> i64 {
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

impl LianzhuWeights {
    /// Those of the program.
    pub fn published() -> &'static LianzhuWeights {
        static PUBLISHED: LazyLock<LianzhuWeights> = LazyLock::new(|| own(TEXT));
        &PUBLISHED
    }

    /// The same with nothing worth nothing, read without the program's mistakes.
    pub(super) fn corrected() -> LianzhuWeights {
        let published = LianzhuWeights::published().clone();
        LianzhuWeights {
            edition: Edition::Corrected,
            codes: CodeWeights {
                nothing: 0,
                ..published.codes
            },
            ..published
        }
    }

    /// The same with Black's forbidden points in the way of its shapes.
    pub(super) fn with_blocking_bans() -> LianzhuWeights {
        LianzhuWeights {
            ban_blocks: true,
            ..LianzhuWeights::published().clone()
        }
    }
}
