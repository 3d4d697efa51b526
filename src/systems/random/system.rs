use serde::Deserialize;
use serde_json::json;

use crate::board::Color;
use crate::eval::weights::read;
use crate::eval::{
    Details, Evaluation, Evaluator, EvaluatorInfo, Failure, FailureKind, FromWeights, How,
    PlayOptions, PublishedMove, System, WeightsError,
};
use crate::forbidden::{ThreeReading, forbidden_points};
use crate::geometry::Point;
use crate::limits::Control;
use crate::position::Position;
use crate::systems::random_choice::RandomChoice;

/// A player that draws lots among all legal moves.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    info: EvaluatorInfo,
    seed: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RandomWeights {
    #[expect(dead_code, reason = "read before, to know what the file is for")]
    system: String,
    seed: u64,
}

impl FromWeights for RandomPlayer {
    const INFO: &'static str = include_str!("info.toml");
    const WEIGHTS: &'static str = include_str!("weights.toml");

    fn from_weights(info: EvaluatorInfo, text: &str) -> Result<RandomPlayer, WeightsError> {
        let weights: RandomWeights = read(text)?;
        let seed = weights.seed;
        Ok(RandomPlayer { info, seed })
    }
}

impl Evaluator for RandomPlayer {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, _: &Position, _: Color) -> Result<Evaluation, Failure> {
        Err(Failure {
            kind: FailureKind::Unsupported,
            message: format!(
                "{} has no values; it plays with `renju search --algorithm published`",
                self.info.name
            ),
        })
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
        let mut random = RandomChoice::new(options.seed.unwrap_or(self.seed), board);
        PublishedMove::unsearched(How::Random, random.one_of(&open))
    }

    fn details(&self, _: &Position) -> Details {
        Details::new(&json!({}))
    }

    fn uses_seed(&self) -> bool {
        true
    }
}
