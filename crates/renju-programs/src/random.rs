//! `random`: a player that chooses among all legal moves by drawing lots.
//!
//! Not a published program, but a measure for all of them: what any idea at all is worth. It has no
//! values.

use serde::Deserialize;

use crate::program::Program;
use renju_core::board::{Board, Color};
use renju_core::forbidden::{ThreeReading, forbidden_points};
use renju_core::geometry::Point;
use renju_core::limits::Control;
use renju_core::position::Position;
use renju_core::split_mix::{STEP, SplitMix64};
use renju_engine::eval::weights::read;
use renju_engine::eval::{
    Details, Evaluation, Evaluator, EvaluatorInfo, Failure, FailureKind, How, PlayOptions,
    PublishedMove, System, Weights, WeightsError, WeightsText,
};

/// A player that draws lots among all legal moves.
pub type RandomPlayer = Program<RandomWeights>;

/// What the player needs to draw lots.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RandomWeights {
    /// What the weights are for: `"random"`.
    pub system: String,
    /// The seed where none is given.
    pub seed: u64,
}

impl Weights for RandomWeights {
    const INFO: &'static str = include_str!("random/info.toml");
    const SHIPPED: &'static str = include_str!("random/weights.toml");

    type Evaluator = Program<RandomWeights>;

    fn into_evaluator(self, info: EvaluatorInfo) -> Program<RandomWeights> {
        Program::new(info, self)
    }

    fn from_toml(text: WeightsText<'_>) -> Result<RandomWeights, WeightsError> {
        read(text)
    }
}

impl Evaluator for RandomPlayer {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, _: &Position, _: Color) -> Result<Evaluation, Failure> {
        Err(Failure::new(
            FailureKind::Unsupported,
            format!(
                "{} has no values; it plays with `renju search --algorithm published`",
                self.info.name
            ),
        ))
    }

    fn as_system(&self) -> Option<&dyn System> {
        Some(self)
    }
}

impl System for RandomPlayer {
    fn play(&self, position: &Position, options: &PlayOptions, _: &Control<'_>) -> PublishedMove {
        let board = position.board();
        let mut open = board.empties();
        if position.rule().restricts(position.to_move()) {
            open = open - forbidden_points(board, ThreeReading::default());
        }
        let open: Vec<Point> = open.iter().collect();
        let mut random = RandomChoice::new(options.seed.unwrap_or(self.weights.seed), board);
        PublishedMove::unsearched(How::Random, random.one_of(&open))
    }

    fn details(&self, _: &Position) -> Details {
        Details::default()
    }

    fn searches(&self) -> bool {
        false
    }

    fn uses_seed(&self) -> bool {
        true
    }
}

/// Random numbers for one move: the same seed and the same board give the same numbers, on every
/// machine.
#[derive(Clone, Debug)]
pub(super) struct RandomChoice(SplitMix64);

impl RandomChoice {
    /// The numbers of this seed on this board; other boards of a game have others.
    pub(super) fn new(seed: u64, board: &Board) -> RandomChoice {
        let spread = seed.wrapping_mul(STEP);
        RandomChoice(SplitMix64::new(spread ^ board.key().get()))
    }

    /// Whether something of probability one in `count` happens.
    pub(super) fn is_one_in(&mut self, count: u64) -> bool {
        self.0.number().is_multiple_of(count)
    }

    /// One of these, each as likely; `None` if there is none.
    pub(super) fn one_of<T: Copy>(&mut self, among: &[T]) -> Option<T> {
        let index = self.0.below(among.len())?;
        among.get(index).copied()
    }
}
