use serde::Deserialize;

use crate::eval::WeightsError;

/// The most that a point may be worth.
const LARGEST: f64 = 1e15;

/// How stones pull, and what that is worth.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LianzhuGen1Weights {
    /// What the weights are for: `"lianzhu-gen1"`.
    pub system: String,
    /// What a stone pulls at 1, 2, 3, ... steps.
    pub pull: Vec<i64>,
    /// What the pull of a line is worth.
    pub curve: PullCurve,
}

/// What the pull of a line is worth.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PullCurve {
    /// A multiple of it, by the first step that it reaches; 0 if it reaches none.
    Steps(Vec<CurveStep>),
    /// A multiple of a power of it.
    Power(CurvePower),
}

/// From some pull on, a multiple of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurveStep {
    /// The least pull that reaches it.
    pub from: i64,
    /// What the pull is multiplied by.
    pub times: i64,
}

/// A power of the pull.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurvePower {
    /// The exponent of the power.
    pub exponent: f64,
    /// What multiplies the power.
    pub times: f64,
}

impl LianzhuGen1Weights {
    /// Checks what the types alone do not tell.
    pub(in crate::systems) fn check(&self) -> Result<(), WeightsError> {
        let reach = self.pull.len();
        if reach > 19 {
            let message =
                format!("pull has {reach} numbers; no two points are over 19 steps apart");
            return Err(WeightsError::new(message));
        }
        if let PullCurve::Power(power) = &self.curve {
            let is_sound = (0.0..=6.0).contains(&power.exponent) && power.times.is_finite();
            if !is_sound {
                let message = "curve.power: the exponent is from 0 to 6, and times is a number";
                return Err(WeightsError::new(message));
            }
        }
        let pull: u128 = self
            .pull
            .iter()
            .map(|pull| u128::from(pull.unsigned_abs()))
            .sum();
        #[expect(clippy::cast_precision_loss, reason = "only its size matters")]
        let worst = self.curve.worst(2.0 * pull as f64);
        if worst > LARGEST {
            let message = format!("a point could be worth {worst:.0e}; the most is {LARGEST:.0e}");
            return Err(WeightsError::new(message));
        }
        Ok(())
    }
}

impl PullCurve {
    /// What a point is worth at most if no line pulls more than `pull`.
    fn worst(&self, pull: f64) -> f64 {
        let of_a_line = match self {
            #[expect(clippy::cast_precision_loss, reason = "only its size matters")]
            PullCurve::Steps(steps) => steps
                .iter()
                .map(|step| step.times.unsigned_abs() as f64 * pull)
                .fold(0.0, f64::max),
            PullCurve::Power(power) => power.times.abs() * pull.powf(power.exponent),
        };
        4.0 * of_a_line
    }

    /// What the pulls of the four lines add, so that the sum is what all are worth together.
    pub fn shares(&self, pulls: [i64; 4]) -> [i64; 4] {
        match self {
            PullCurve::Steps(steps) => pulls.map(|pull| {
                let reached = steps.iter().find(|step| pull.abs() >= step.from);
                reached.map_or(0, |step| step.times * pull.abs())
            }),
            PullCurve::Power(power) => power.shares(pulls),
        }
    }
}

impl CurvePower {
    /// Rounding the sums, not the shares, keeps the shares summing to the rounded whole.
    #[expect(
        clippy::cast_precision_loss,
        reason = "pulls are small, see `Weights::check`"
    )]
    fn shares(self, pulls: [i64; 4]) -> [i64; 4] {
        let (mut sum, mut told) = (0.0, 0);
        pulls.map(|pull| {
            sum += (pull.unsigned_abs() as f64).powf(self.exponent);
            let share = (self.times * sum) as i64 - told;
            told += share;
            share
        })
    }
}
