//! Everything the program computes of a position, with the names and layouts of its answer key.

use serde::Serialize;

use super::play::{choose, search};
use super::{DIRECTIONS, Lengths, ScoreTable};
use crate::board::{Board, ByColor, Color};
use crate::eval::{ByPoint, Details, PlayOptions, PublishedMove, System};
use crate::geometry::Point;
use crate::limits::Control;
use crate::position::Position;

impl System for ScoreTable {
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

/// What `score-table` computes of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct ScoreTableDetails {
    /// The value of each point: the empty ones to both sides, stones to their own.
    point: ByColor<Vec<Option<i64>>>,
    /// The four lines of each stone.
    stones: ByPoint<Vec<LineDetails>>,
    /// The search of a program that has just begun to play; absent where it is not known that
    /// the other side played last.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<ScoreTableSearchDetails>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct LineDetails {
    len: Lengths,
    score: i64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct ScoreTableSearchDetails {
    last: Point,
    #[serde(rename = "move")]
    point: Option<Point>,
}

fn details(program: &ScoreTable, position: &Position) -> ScoreTableDetails {
    let board = position.board();
    ScoreTableDetails {
        point: ByColor::from_fn(|side| point_values(program, board, side)),
        stones: stone_lines(program, board),
        search: searched(program, position),
    }
}

fn point_values(program: &ScoreTable, board: &Board, side: Color) -> Vec<Option<i64>> {
    let value = |point| {
        let has_value = board.stone(point) != Some(!side);
        has_value.then(|| program.value(board, point, side))
    };
    board.size().points().map(value).collect()
}

fn stone_lines(program: &ScoreTable, board: &Board) -> ByPoint<Vec<LineDetails>> {
    let lines = |point| {
        let color = board.stone(point)?;
        let line = |direction| {
            let len = program.lengths(board, point, color, direction);
            let score = program.score(len);
            LineDetails { len, score }
        };
        Some((point, DIRECTIONS.into_iter().map(line).collect()))
    };
    board.size().points().filter_map(lines).collect()
}

fn searched(program: &ScoreTable, position: &Position) -> Option<ScoreTableSearchDetails> {
    let (board, side) = (position.board(), position.to_move());
    let last = position.last_move()?;
    if board.stone(last) != Some(!side) {
        return None;
    }
    let limits = (&PlayOptions::default(), &Control::unlimited());
    let found = search(program, board, side, &[last], limits);
    let point = found.moves.first().copied();
    Some(ScoreTableSearchDetails { last, point })
}
