//! Everything the program computes of a position, with the names and layouts of its answer key.

use std::sync::LazyLock;

use serde::Serialize;

use super::play::choose;
use super::{LianzhuGen1, PullCurve};
use crate::board::Board;
use crate::eval::{Details, FromWeights, PlayOptions, PublishedMove, System, flat};
use crate::limits::Control;
use crate::position::Position;

/// The values of both versions of the first generation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(in crate::systems) struct Gen1Details {
    /// The value of each empty point by steps.
    gen1: Vec<Option<i64>>,
    /// The value of each empty point by the power of 2.3.
    gen1_pow23: Vec<Option<i64>>,
}

static SHIPPED: LazyLock<[LianzhuGen1; 2]> =
    LazyLock::new(|| ["", "pow23"].map(LianzhuGen1::shipped));

impl Gen1Details {
    /// The values with the weights that ship.
    pub(in crate::systems) fn shipped(board: &Board) -> Gen1Details {
        let [steps, power] = &*SHIPPED;
        Gen1Details::of(board, steps, power)
    }

    fn of(board: &Board, steps: &LianzhuGen1, power: &LianzhuGen1) -> Gen1Details {
        Gen1Details {
            gen1: flat(board, &steps.values(board)),
            gen1_pow23: flat(board, &power.values(board)),
        }
    }
}

impl System for LianzhuGen1 {
    fn play(&self, position: &Position, options: &PlayOptions, _: &Control<'_>) -> PublishedMove {
        choose(self, position, options)
    }

    /// The version with the other kind of curve is the shipped one.
    fn details(&self, position: &Position) -> Details {
        let [steps, power] = &*SHIPPED;
        let board = position.board();
        Details::new(&match self.weights.curve {
            PullCurve::Steps(_) => Gen1Details::of(board, self, power),
            PullCurve::Power(_) => Gen1Details::of(board, steps, self),
        })
    }

    fn uses_seed(&self) -> bool {
        true
    }
}
