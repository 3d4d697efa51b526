//! Everything the program computes of a position, with the names and layouts of its answer key.

use serde::Serialize;

use super::play::{choose, has_bans, min_max};
use super::{Counts31, FiveTuple, Greatest, Verdict31, WindowForcedMove, forced};
use crate::board::{Board, ByColor, Color};
use crate::eval::{ByPoint, Details, PlayOptions, PublishedMove, System, flat};
use crate::geometry::Point;
use crate::limits::Control;
use crate::position::Position;

impl System for FiveTuple {
    fn play(
        &self,
        position: &Position,
        options: &PlayOptions,
        control: &Control<'_>,
    ) -> PublishedMove {
        choose(self, position, options, control)
    }

    fn details(&self, position: &Position) -> Details {
        Details::new(&details(self, position))
    }

    fn uses_seed(&self) -> bool {
        true
    }
}

/// What `five-tuple` computes of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct FiveTupleDetails {
    /// The value of the board to each side.
    eval: ByColor<i64>,
    /// The value of the board to each side after its stone on a point; no bonus.
    value: ByColor<Vec<Option<i64>>>,
    /// The greatest value with bonus.
    greedy: ByColor<Option<GreedyDetails>>,
    /// The greatest value with bonus and harm.
    harm: ByColor<Option<GreedyDetails>>,
    /// The forced move.
    force: ByColor<Option<WindowForcedDetails>>,
    /// The winner by the program's test.
    winner: &'static str,
    /// What the judge counts, where it counts anything.
    forbid_v31: ByPoint<V31Details>,
    /// Two moves deep, five children a node.
    minmax_d2_m5: ByColor<Option<MinMaxDetails>>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct GreedyDetails {
    value: i64,
    best: Vec<Point>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct WindowForcedDetails {
    #[serde(rename = "move")]
    point: Point,
    tuple_start: Point,
    tuple_dir: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct V31Details {
    verdict: &'static str,
    longest: usize,
    five: bool,
    fours: usize,
    threes: usize,
    v30: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct MinMaxDetails {
    value: i64,
    #[serde(rename = "move")]
    point: Point,
}

fn details(program: &FiveTuple, position: &Position) -> FiveTupleDetails {
    let board = position.board();
    let bans = has_bans(program, position);
    FiveTupleDetails {
        eval: ByColor::from_fn(|side| program.board_value(board, side)),
        value: ByColor::from_fn(|side| flat(board, &program.values_after(board, side, side))),
        greedy: ByColor::from_fn(|side| program.greedy(board, side).map(GreedyDetails::from)),
        harm: ByColor::from_fn(|side| program.harm(board, side).map(GreedyDetails::from)),
        force: ByColor::from_fn(|side| {
            forced(program, board, side, bans).map(WindowForcedDetails::from)
        }),
        winner: program.winner(board).map_or("none", Color::name),
        forbid_v31: judged(program, board),
        minmax_d2_m5: ByColor::from_fn(|side| min_max_details(program, board, side)),
    }
}

impl From<Greatest> for GreedyDetails {
    fn from(greatest: Greatest) -> GreedyDetails {
        GreedyDetails {
            value: greatest.value,
            best: greatest.points,
        }
    }
}

impl From<WindowForcedMove> for WindowForcedDetails {
    fn from(forced: WindowForcedMove) -> WindowForcedDetails {
        WindowForcedDetails {
            point: forced.point,
            tuple_start: forced.window.start(),
            tuple_dir: forced.window.heading as u8,
        }
    }
}

fn judged(program: &FiveTuple, board: &Board) -> ByPoint<V31Details> {
    let v31 = program.v31();
    let judged = |point: Point| {
        let trial = v31.trial(board, point);
        let before = v31.v30().trial(board, point).verdict != Verdict31::None;
        is_worth_telling(&trial, before).then(|| {
            let told = V31Details {
                verdict: trial.verdict.name(),
                longest: trial.longest,
                five: trial.has_five,
                fours: trial.fours,
                threes: trial.threes,
                v30: before,
            };
            (point, told)
        })
    };
    board.empties().iter().filter_map(judged).collect()
}

fn is_worth_telling(trial: &Counts31, before: bool) -> bool {
    let counts = trial.fours + trial.threes;
    trial.verdict != Verdict31::None || before || trial.longest >= 5 || counts > 0
}

fn min_max_details(program: &FiveTuple, board: &Board, side: Color) -> Option<MinMaxDetails> {
    let found = min_max(program, board, side, (2, 5), &Control::unlimited());
    Some(MinMaxDetails {
        value: found.value?,
        point: *found.moves.first()?,
    })
}
