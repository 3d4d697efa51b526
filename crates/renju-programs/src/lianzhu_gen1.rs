//! `lianzhu-gen1`: stones pull at the points around them.
//!
//! After the first generation of `EricJin2002`'s Gomoku program (2021). In each line own and opponent
//! stones pull against each other, near ones more; the more one side prevails, the more the point
//! is worth, to both sides alike.

use std::sync::LazyLock;

use serde::Deserialize;

use super::random::RandomChoice;
use crate::program::Program;
use renju_core::board::{Board, Color};
use renju_core::geometry::{Direction, Point};
use renju_core::limits::Control;
use renju_core::position::Position;
use renju_core::rule::row_length_through;
use renju_engine::eval::weights::read;
use renju_engine::eval::{
    Details, Evaluation, Evaluator, EvaluatorInfo, Failure, How, PlayOptions, PointValues,
    PublishedMove, System, Term, Weights, WeightsError, WeightsText, flat, point_values,
};

/// The evaluator of the program, made of its weights.
pub type LianzhuGen1 = Program<LianzhuGen1Weights>;

/// The most that a point may be worth.
const LARGEST: f64 = 1e15;

/// How stones pull, and what that is worth.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PullCurve {
    /// A multiple of it, by the first step that it reaches; 0 if it reaches none.
    Steps(Vec<CurveStep>),
    /// A multiple of a power of it.
    Power(CurvePower),
}

/// From some pull on, a multiple of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CurveStep {
    /// The least pull that reaches it.
    pub from: i64,
    /// What the pull is multiplied by.
    pub times: i64,
}

/// A power of the pull.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CurvePower {
    /// The exponent of the power.
    pub exponent: f64,
    /// What multiplies the power.
    pub times: f64,
}

impl Weights for LianzhuGen1Weights {
    const INFO: &'static str = include_str!("lianzhu_gen1/info.toml");
    const SHIPPED: &'static str = include_str!("lianzhu_gen1/weights.toml");
    const VARIANTS: &'static [(&'static str, &'static str)] =
        &[("pow23", include_str!("lianzhu_gen1/pow23.toml"))];

    type Evaluator = Program<LianzhuGen1Weights>;

    fn into_evaluator(self, info: EvaluatorInfo) -> Program<LianzhuGen1Weights> {
        Program::new(info, self)
    }

    fn from_toml(text: WeightsText<'_>) -> Result<LianzhuGen1Weights, WeightsError> {
        let weights: LianzhuGen1Weights = read(text)?;
        let reach = weights.pull.len();
        if reach > 19 {
            return Err(WeightsError::new(format!(
                "pull has {reach} numbers; no two points are over 19 steps apart"
            )));
        }
        if let PullCurve::Power(power) = &weights.curve {
            let is_sound = (0.0..=6.0).contains(&power.exponent) && power.times.is_finite();
            if !is_sound {
                let message = "curve.power: the exponent is from 0 to 6, and times is a number";
                return Err(WeightsError::new(message));
            }
        }
        let pulls = weights.pull.iter();
        let pull: u128 = pulls.map(|pull| u128::from(pull.unsigned_abs())).sum();
        #[expect(clippy::cast_precision_loss, reason = "only its size matters")]
        let worst = weights.curve.worst(2.0 * pull as f64);
        if worst > LARGEST {
            let message = format!("a point could be worth {worst:.0e}; the most is {LARGEST:.0e}");
            return Err(WeightsError::new(message));
        }
        Ok(weights)
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
        reason = "pulls are small, see `from_toml`"
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

impl LianzhuGen1 {
    /// The value of every empty point, the same for both sides.
    pub fn values(&self, board: &Board) -> PointValues {
        point_values(board, |point| self.shares(board, point).into_iter().sum())
    }

    fn shares(&self, board: &Board, point: Point) -> [i64; 4] {
        let pull = |direction| self.pull(board, point, direction);
        self.weights.curve.shares(Direction::ALL.map(pull))
    }

    /// By how much Black's stones of a line outpull White's.
    fn pull(&self, board: &Board, point: Point, direction: Direction) -> i64 {
        let pulls = self.stones(board, point, direction);
        pulls
            .map(|(_, color, pull)| match color {
                Color::Black => pull,
                Color::White => -pull,
            })
            .sum()
    }

    /// The stones that pull along a line, with how much.
    fn stones(
        &self,
        board: &Board,
        point: Point,
        direction: Direction,
    ) -> impl Iterator<Item = (Point, Color, i64)> {
        let by_distance = (1i8..).zip(&self.weights.pull);
        by_distance
            .flat_map(|(count, &pull)| [(count, pull), (-count, pull)])
            .filter_map(move |(count, pull)| {
                let at = point.step(direction, count)?;
                Some((at, board.stone(at)?, pull))
            })
    }
}

impl Evaluator for LianzhuGen1 {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, _: Color) -> Result<Evaluation, Failure> {
        Ok(Evaluation::new(None, self.values(position.board())))
    }

    fn point_terms(&self, position: &Position, _: Color, point: Point) -> Option<Vec<Term>> {
        let board = position.board();
        let shares = self.shares(board, point);
        let terms = Direction::ALL.into_iter().zip(shares);
        let term = |(direction, share): (Direction, i64)| {
            let pulling = self.stones(board, point, direction);
            let stones = pulling.map(|(at, ..)| at).chain([point]);
            (share != 0).then(|| Term::new(term_name(direction), share, stones.collect()))
        };
        Some(terms.filter_map(term).collect())
    }

    fn as_system(&self) -> Option<&dyn System> {
        Some(self)
    }
}

const fn term_name(direction: Direction) -> &'static str {
    match direction {
        Direction::Horizontal => "pull of the row",
        Direction::Vertical => "pull of the column",
        Direction::Rising => "pull of the rising line",
        Direction::Falling => "pull of the falling line",
    }
}

static SHIPPED: LazyLock<[LianzhuGen1; 2]> =
    LazyLock::new(|| ["", "pow23"].map(LianzhuGen1::shipped));

/// The values of all points by steps and by the power of 2.3, as answer keys have them. The
/// version that `own` is not, or both, are the shipped ones.
pub(super) fn with_values(details: Details, board: &Board, own: Option<&LianzhuGen1>) -> Details {
    let [steps, power] = &*SHIPPED;
    let (steps, power) = match own.map(|own| (own, &own.weights.curve)) {
        Some((own, PullCurve::Steps(_))) => (own, power),
        Some((own, PullCurve::Power(_))) => (steps, own),
        None => (steps, power),
    };
    details
        .with("gen1", flat(board, &steps.values(board)))
        .with("gen1_pow23", flat(board, &power.values(board)))
}

impl System for LianzhuGen1 {
    /// A five of its own, else where the opponent would make one, of several the last in reading
    /// order, else the greatest value; of several the first, where the program draws lots.
    /// Forbidden points are not respected, and nothing is looked ahead.
    fn play(&self, position: &Position, options: &PlayOptions, _: &Control<'_>) -> PublishedMove {
        let (board, side) = (position.board(), position.to_move());
        let fives = [side, !side].map(|color| last_five(board, color));
        if let Some(point) = fives.into_iter().flatten().next() {
            return PublishedMove::unsearched(How::Forced, Some(point));
        }
        let values = self.values(board);
        let empties = || board.empties().iter();
        let greatest = empties().filter_map(|point| values[point]).max();
        let best: Vec<Point> = empties()
            .filter(|&point| values[point] == greatest)
            .collect();
        let chosen = match options.seed {
            Some(seed) => RandomChoice::new(seed, board).one_of(&best),
            None => best.first().copied(),
        };
        PublishedMove {
            value: greatest,
            depth: 1,
            nodes: empties().count() as u64,
            ..PublishedMove::unsearched(How::Greedy, chosen)
        }
    }

    fn details(&self, position: &Position) -> Details {
        with_values(Details::default(), position.board(), Some(self))
    }

    fn searches(&self) -> bool {
        false
    }

    fn uses_seed(&self) -> bool {
        true
    }
}

/// The last empty point where a stone makes five or more in a row.
fn last_five(board: &Board, color: Color) -> Option<Point> {
    let is_five = |&point: &Point| {
        let length = |direction| row_length_through(board, point, direction, color);
        Direction::ALL.into_iter().any(|line| length(line) >= 5)
    };
    board.empties().iter().filter(is_five).last()
}

#[cfg(test)]
mod tests {
    use super::*;
    use renju_core::position::{PositionOverrides, Setup};

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn chosen(variant: &str, moves: &str, seed: Option<u64>) -> PublishedMove {
        let setup = Setup {
            moves: points(moves).into_iter().map(Some).collect(),
            ..Setup::default()
        };
        let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
        let options = PlayOptions {
            seed,
            ..PlayOptions::default()
        };
        LianzhuGen1::shipped(variant).play(&position, &options, &Control::unlimited())
    }

    #[test]
    fn the_first_generation_makes_a_five_before_it_stops_one() {
        let both = chosen("", "C8 C2 D8 D2 E8 E2 F8 F2", None);
        assert_eq!((both.how, both.moves), (How::Forced, points("G8")));
        let white = chosen("", "C8 C2 D8 D2 E8 E2 H12 F2", None);
        assert_eq!(white.moves, points("G2"));
        let quiet = chosen("pow23", "H8 I9", None);
        assert!(quiet.how == How::Greedy && quiet.value > Some(0));
    }

    #[test]
    fn a_seed_draws_among_equal_points() {
        let first = chosen("", "H8", None);
        let drawn: Vec<PublishedMove> = (0..20).map(|seed| chosen("", "H8", Some(seed))).collect();
        assert!(drawn.iter().all(|one| one.value == first.value));
        assert!(drawn.iter().any(|one| one.moves != first.moves));
        assert_eq!(drawn[3], chosen("", "H8", Some(3)));
    }
}
