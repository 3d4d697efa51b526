//! Everything the program computes of a position, with the names and layouts of its answer key.

use serde::Serialize;

use super::play::{choose, search};
use super::{Candidates, CountedKind, Counters, EdgeHandling, JumpRoom, PointInfo, ReaderOptions};
use crate::board::{Board, ByColor, Color};
use crate::eval::{
    ByPoint, Details, Edition, PlayOptions, PublishedMove, System, flat, stone_count,
};
use crate::geometry::{Point, PointMap};
use crate::limits::Control;
use crate::position::Position;

impl System for PointInfo {
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

/// Moves that the search of the details looks ahead.
const DEPTH: usize = 2;

/// Moves that it tries at each node.
const WIDTH: usize = 15;

/// What `point-info` computes of a position.
///
/// The variants have the same fields except `bounded` and `tutorial`, which compare the published
/// edition with others.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct PointInfoDetails {
    /// The eight counters of empty points and own stones.
    info: ByColor<Vec<Option<Counters>>>,
    /// What each line adds to them.
    lines: ByColor<String>,
    /// The values of empty points.
    score: ByColor<Vec<Option<i64>>>,
    /// Points forbidden by their counters.
    ban: ByPoint<CountedKind>,
    /// Points forbidden by the recursive test.
    ban_next: Vec<Point>,
    /// The value of the board to each side.
    board: ByColor<i64>,
    /// What changes with the edges repaired.
    #[serde(skip_serializing_if = "Option::is_none")]
    bounded: Option<BoundedDetails>,
    /// What changes by the tutorial's file.
    #[serde(skip_serializing_if = "Option::is_none")]
    tutorial: Option<TutorialDetails>,
    /// The candidates of each side; absent without stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<ByColor<CandidateDetails>>,
    /// Two moves deep, fifteen children a node; absent before the second stone.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<PointInfoSearchDetails>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct BoundedDetails {
    info: ByColor<ByPoint<Counters>>,
    ban: ByPoint<CountedKind>,
    ban_next: Vec<Point>,
    board: ByColor<i64>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct TutorialDetails {
    info: ByColor<ByPoint<Counters>>,
    board: ByColor<i64>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
enum CandidateDetails {
    Win {
        win: Option<Point>,
    },
    Open {
        n: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        must_block: Option<Point>,
    },
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct PointInfoSearchDetails {
    depth: usize,
    width: usize,
    me: Color,
    value: i64,
    #[serde(rename = "move")]
    point: Option<Point>,
}

fn details(program: &PointInfo, position: &Position) -> PointInfoDetails {
    let is_published =
        program.edition() == Edition::Published && program.weights.jump_room == JumpRoom::Program;
    let board = position.board();
    let points = || board.size().points();
    let counters = ByColor::from_fn(|side| program.counters(board, side));
    PointInfoDetails {
        info: ByColor::from_fn(|side| points().map(|point| counters[side][point]).collect()),
        lines: ByColor::from_fn(|side| lines(program, board, side)),
        score: ByColor::from_fn(|side| flat(board, &program.point_values(board, side))),
        ban: bans(program, board),
        ban_next: bans_next(program, board),
        board: ByColor::from_fn(|side| program.board_value(board, side)),
        bounded: is_published.then(|| BoundedDetails::of(program, board, &counters)),
        tutorial: is_published.then(|| TutorialDetails::of(program, board, &counters)),
        candidates: (stone_count(board) > 0)
            .then(|| ByColor::from_fn(|side| listed(program, board, side))),
        search: (stone_count(board) > 1).then(|| searched(program, position)),
    }
}

type CountersOfSides = ByColor<PointMap<Option<Counters>>>;

impl BoundedDetails {
    fn of(program: &PointInfo, board: &Board, published: &CountersOfSides) -> BoundedDetails {
        let program = &program.reading(ReaderOptions {
            edges: EdgeHandling::Walled,
            ..ReaderOptions::of(Edition::Published)
        });
        BoundedDetails {
            info: differing(program, board, published),
            ban: bans(program, board),
            ban_next: bans_next(program, board),
            board: ByColor::from_fn(|side| program.board_value(board, side)),
        }
    }
}

impl TutorialDetails {
    fn of(program: &PointInfo, board: &Board, published: &CountersOfSides) -> TutorialDetails {
        let program = &program.reading(ReaderOptions {
            far: JumpRoom::Tutorial,
            ..ReaderOptions::of(Edition::Published)
        });
        TutorialDetails {
            info: differing(program, board, published),
            board: ByColor::from_fn(|side| program.board_value(board, side)),
        }
    }
}

/// The counters of the points where a program counts otherwise than published.
fn differing(
    program: &PointInfo,
    board: &Board,
    published: &CountersOfSides,
) -> ByColor<ByPoint<Counters>> {
    ByColor::from_fn(|side| {
        let counters = program.counters(board, side);
        let differs = |&point: &Point| counters[point] != published[side][point];
        let points = board.size().points().filter(differs);
        points
            .filter_map(|point| Some((point, counters[point]?)))
            .collect()
    })
}

/// Groups of eight letters, two for each line.
fn lines(program: &PointInfo, board: &Board, side: Color) -> String {
    let gains = program.gains(board, side);
    let letters = board.size().points().map(|point| match &gains[point] {
        Some(gains) => gains.letters(),
        None => "_".repeat(8),
    });
    letters.collect::<Vec<_>>().join(" ")
}

fn bans(program: &PointInfo, board: &Board) -> ByPoint<CountedKind> {
    let points = board.empties().iter();
    points
        .filter_map(|point| Some((point, program.ban(board, point)?)))
        .collect()
}

fn bans_next(program: &PointInfo, board: &Board) -> Vec<Point> {
    let points = board.empties().iter();
    points
        .filter(|&point| program.is_forbidden_next(board, point))
        .collect()
}

fn listed(program: &PointInfo, board: &Board, side: Color) -> CandidateDetails {
    let mut reader = program.reader(board);
    match program.candidates(&mut reader, side) {
        Candidates::Win(spot) => CandidateDetails::Win {
            win: reader.point(spot),
        },
        Candidates::Open { moves, block } => CandidateDetails::Open {
            n: moves.len(),
            must_block: block.and_then(|spot| reader.point(spot)),
        },
    }
}

fn searched(program: &PointInfo, position: &Position) -> PointInfoSearchDetails {
    let found = search(program, position, &[WIDTH; DEPTH], &Control::unlimited());
    PointInfoSearchDetails {
        depth: DEPTH,
        width: WIDTH,
        me: position.to_move(),
        value: found.value.unwrap_or(0),
        point: found.moves.first().copied(),
    }
}
