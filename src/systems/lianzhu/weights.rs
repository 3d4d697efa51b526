use std::sync::LazyLock;

use serde::Deserialize;

use crate::eval::Edition;
use crate::eval::weights::own;

use super::Code;

/// The published weights, with what their keys mean.
pub(in crate::systems) const TEXT: &str = include_str!("weights.toml");

/// What shapes are worth, and how they are read.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
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
    /// [`Code::Overline`]
    pub overline: i64,
    /// [`Code::Five`]
    pub five: i64,
    /// [`Code::LiveFour`]
    pub live_four: i64,
    /// [`Code::RushFour`]
    pub rush_four: i64,
    /// [`Code::DeadFour`]
    pub dead_four: i64,
    /// [`Code::DoubleFour`]
    pub double_four: i64,
    /// [`Code::LiveThree`]
    pub live_three: i64,
    /// [`Code::JumpLiveThree`]
    pub jump_live_three: i64,
    /// [`Code::SleepingThree`]
    pub sleeping_three: i64,
    /// [`Code::LiveTwo`]
    pub live_two: i64,
    /// [`Code::SleepingTwo`]
    pub sleeping_two: i64,
    /// [`Code::Nothing`]
    pub nothing: i64,
}

impl CodeWeights {
    /// The value of a code.
    pub const fn of(&self, code: Code) -> i64 {
        match code {
            Code::Overline => self.overline,
            Code::Five => self.five,
            Code::LiveFour => self.live_four,
            Code::RushFour => self.rush_four,
            Code::DeadFour => self.dead_four,
            Code::DoubleFour => self.double_four,
            Code::LiveThree => self.live_three,
            Code::JumpLiveThree => self.jump_live_three,
            Code::SleepingThree => self.sleeping_three,
            Code::LiveTwo => self.live_two,
            Code::SleepingTwo => self.sleeping_two,
            Code::Nothing => self.nothing,
        }
    }
}

impl Weights {
    /// Those of the program.
    pub fn published() -> &'static Weights {
        static PUBLISHED: LazyLock<Weights> = LazyLock::new(|| own(TEXT));
        &PUBLISHED
    }

    /// The same with nothing worth nothing, read without the program's mistakes.
    pub(super) fn corrected() -> Weights {
        let published = Weights::published().clone();
        Weights {
            edition: Edition::Corrected,
            codes: CodeWeights {
                nothing: 0,
                ..published.codes
            },
            ..published
        }
    }

    /// The same with Black's forbidden points in the way of its shapes.
    pub(super) fn with_blocking_bans() -> Weights {
        Weights {
            ban_blocks: true,
            ..Weights::published().clone()
        }
    }
}
