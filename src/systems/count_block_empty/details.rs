//! Everything the program computes of a position, with the names and layouts of its answer key.

use serde::Serialize;

use super::play::{choose, negamax};
use super::{CountBlockEmpty, TripleReading, forced, neighbours};
use crate::board::{Board, ByColor, Color};
use crate::eval::{ByPoint, Details, Edition, PlayOptions, PublishedMove, System, stone_count};
use crate::geometry::Point;
use crate::limits::Control;
use crate::position::Position;

impl System for CountBlockEmpty {
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
}

/// What `count-block-empty` computes of a position.
///
/// The published edition also tells what changes when nothing but the slip on falling diagonals
/// is repaired; in the corrected edition, which repairs more, these fields are absent.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct CountBlockEmptyDetails {
    /// The value of the board to each side.
    board: BoardValues,
    /// The value of each point: the empty ones to both sides, stones to their own.
    point: ByColor<Vec<Option<i64>>>,
    /// The points whose value changes without the slip.
    #[serde(skip_serializing_if = "Option::is_none")]
    corrected: Option<ByPoint<ByColor<Option<i64>>>>,
    /// Where the program looks for moves.
    neighbours: Vec<Point>,
    /// The forced move.
    forced: ByColor<Option<StageForcedDetails>>,
    /// The search for the side to move; absent on an empty board.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<SearchesDetails>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct BoardValues {
    #[serde(flatten)]
    sides: ByColor<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_corrected: Option<i64>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct StageForcedDetails {
    stage: u8,
    #[serde(rename = "move")]
    point: Point,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct SearchesDetails {
    me: Color,
    d1: NegamaxDetails,
    d3: NegamaxDetails,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct NegamaxDetails {
    value: i64,
    #[serde(rename = "move")]
    point: Option<Point>,
    best: Vec<Point>,
}

fn details(program: &CountBlockEmpty, position: &Position) -> CountBlockEmptyDetails {
    let board = position.board();
    let slipless =
        (program.edition() == Edition::Published).then(|| program.reading(TripleReading::Even));
    let black_corrected = |even: &CountBlockEmpty| even.board_value(board, Color::Black);
    CountBlockEmptyDetails {
        board: BoardValues {
            sides: ByColor::from_fn(|side| program.board_value(board, side)),
            black_corrected: slipless.as_ref().map(black_corrected),
        },
        point: ByColor::from_fn(|side| point_values(program, board, side)),
        corrected: slipless.map(|even| changes(program, &even, board)),
        neighbours: neighbours(board).iter().collect(),
        forced: ByColor::from_fn(|side| {
            let forced = forced(board, side)?;
            Some(StageForcedDetails {
                stage: forced.stage,
                point: forced.point,
            })
        }),
        search: (stone_count(board) > 0).then(|| SearchesDetails {
            me: position.to_move(),
            d1: search(program, position, 1),
            d3: search(program, position, 3),
        }),
    }
}

fn point_values(program: &CountBlockEmpty, board: &Board, side: Color) -> Vec<Option<i64>> {
    let points = board.size().points();
    points
        .map(|point| point_value(program, board, point, side))
        .collect()
}

fn point_value(program: &CountBlockEmpty, board: &Board, point: Point, side: Color) -> Option<i64> {
    let has_value = board.stone(point) != Some(!side);
    has_value.then(|| program.value(board, point, side))
}

fn changes(
    program: &CountBlockEmpty,
    even: &CountBlockEmpty,
    board: &Board,
) -> ByPoint<ByColor<Option<i64>>> {
    let changed = |point: Point| {
        let values = |program| ByColor::from_fn(|side| point_value(program, board, point, side));
        let after = values(even);
        (values(program) != after).then_some((point, after))
    };
    board.size().points().filter_map(changed).collect()
}

fn search(program: &CountBlockEmpty, position: &Position, depth: usize) -> NegamaxDetails {
    let side = position.to_move();
    let control = Control::unlimited();
    let found = negamax(program, position.board(), side, (depth, 0), &control);
    let mut best = found.best;
    let point = best.first().copied();
    best.sort_unstable();
    NegamaxDetails {
        value: found.value,
        point,
        best,
    }
}
