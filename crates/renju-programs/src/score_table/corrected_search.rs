//! Corrected search of the score-table program, which weighs a move against the best reply to it.

use std::cmp::Reverse;

use super::system::ScoreTable;
use renju_core::board::{Board, Color};
use renju_core::geometry::{ByDirection, Direction, Point, PointMap, PointSet};
use renju_core::limits::{Control, StopReason};
use renju_engine::eval::{How, PublishedMove};

/// The search with its mistakes repaired.
///
/// A move weighs its own score less the best score that the other side then has anywhere. The
/// program follows its heaviest moves in the squares around the last three stones, and the player
/// replies with the heaviest one there; a five anywhere is never overlooked, and ends its branch.
/// A branch where the player has a five is lost; if all are, the whole board is searched, and if
/// that does not help, the heaviest move is played.
pub(super) fn search(
    program: &ScoreTable,
    board: &Board,
    side: Color,
    stones: &[Point],
    (depth, width): (usize, Option<usize>),
    control: &Control<'_>,
) -> PublishedMove {
    let settings = program.weights.search;
    let mut search = CorrectedSearch {
        program,
        board: board.clone(),
        side,
        path: stones.to_vec(),
        width: width.unwrap_or(settings.width),
        nodes: 0,
        control,
        stop: None,
    };
    let near = search.near();
    let branch = search
        .lead_from(near, depth)
        .or_else(|| search.lead_from(board.empties(), depth));
    let (moves, how) = match branch {
        Some(branch) if !branch.moves.is_empty() => (branch.moves, How::Searched),
        _ => (search.heaviest(board.empties(), side, 1), How::Fallback),
    };
    let value = (how == How::Searched).then(|| search.score_of_last(&moves));
    PublishedMove {
        value,
        moves,
        nodes: search.nodes,
        stop: search.stop,
        ..PublishedMove::unsearched(how, None)
    }
}

/// Moves that follow each other.
#[derive(Default)]
struct SearchBranch {
    moves: Vec<Point>,
    /// Whether the program makes five.
    wins: bool,
}

impl SearchBranch {
    fn after(mut self, point: Point) -> SearchBranch {
        self.moves.insert(0, point);
        self
    }
}

struct CorrectedSearch<'a> {
    program: &'a ScoreTable,
    board: Board,
    side: Color,
    path: Vec<Point>,
    width: usize,
    nodes: u64,
    control: &'a Control<'a>,
    stop: Option<StopReason>,
}

impl CorrectedSearch<'_> {
    /// The empty points around the last stones, or all.
    fn near(&self) -> PointSet {
        let settings = &self.program.weights.search;
        if settings.whole_board {
            return self.board.empties();
        }
        let start_points = settings.start_points.clamp(1, 3);
        let first = self.path.len().saturating_sub(start_points);
        around(&self.board, &self.path[first..], settings.reach)
    }

    /// The program's branch from here: one that wins, or the heaviest that is not lost.
    fn lead(&mut self, depth: usize) -> Option<SearchBranch> {
        let near = self.near();
        self.lead_from(near, depth)
    }

    fn lead_from(&mut self, points: PointSet, depth: usize) -> Option<SearchBranch> {
        if depth == 0 || self.board.empties().is_empty() {
            return Some(SearchBranch::default());
        }
        if let Some(five) = self.five(self.side) {
            return Some(SearchBranch {
                moves: vec![five],
                wins: true,
            });
        }
        let mut best = None;
        for point in self.heaviest(points, self.side, self.width) {
            if best.is_some() && self.stop.is_none() {
                self.stop = self.control.stop_reason(self.nodes);
            }
            if best.is_some() && self.stop.is_some() {
                break;
            }
            match self.with(point, self.side, |search| search.follow(depth - 1)) {
                Some(branch) if branch.wins => return Some(branch.after(point)),
                Some(branch) if best.is_none() => best = Some(branch.after(point)),
                _ => {}
            }
        }
        best
    }

    /// What comes of the player's reply; `None` if it makes five or nothing can be done after it.
    fn follow(&mut self, depth: usize) -> Option<SearchBranch> {
        if self.five(!self.side).is_some() {
            return None;
        }
        if depth == 0 {
            return Some(SearchBranch::default());
        }
        let near = self.near();
        match self.heaviest(near, !self.side, 1).first() {
            None => Some(SearchBranch::default()),
            Some(&reply) => {
                let branch = self.with(reply, !self.side, |search| search.lead(depth - 1));
                branch.map(|branch| branch.after(reply))
            }
        }
    }

    fn with<T>(&mut self, point: Point, color: Color, look: impl FnOnce(&mut Self) -> T) -> T {
        self.nodes += 1;
        self.board.place(point, color);
        self.path.push(point);
        let found = look(self);
        self.path.pop();
        self.board.lift(point);
        found
    }

    /// The first point where a stone of that side wins at once.
    fn five(&self, color: Color) -> Option<Point> {
        let win = self.program.weights.search.win;
        let wins = |&point: &Point| self.program.value(&self.board, point, color) >= win;
        self.board.empties().iter().find(wins)
    }

    /// The heaviest of these points; of equal ones the first in reading order.
    fn heaviest(&mut self, points: PointSet, color: Color, width: usize) -> Vec<Point> {
        let replies = ReplyScores::of(self.program, &self.board, !color);
        let program = self.program;
        let board = &mut self.board;
        let mut weight = |point| {
            let own = program.value(board, point, color);
            own - board.with_stone(point, color, |board| {
                replies.best_after(program, board, point)
            })
        };
        let mut heaviest: Vec<(Reverse<i64>, Point)> = points
            .iter()
            .map(|point| (Reverse(weight(point)), point))
            .collect();
        heaviest.sort_unstable();
        heaviest.truncate(width);
        heaviest.into_iter().map(|(_, point)| point).collect()
    }

    /// The score of the program's last stone in a branch, with the others put down.
    fn score_of_last(&self, branch: &[Point]) -> i64 {
        let mut board = self.board.clone();
        let mut score = 0;
        let mut color = self.side;
        for &point in branch {
            if color == self.side {
                score = self.program.value(&board, point, color);
            }
            board.place(point, color);
            color = !color;
        }
        score
    }
}

/// What the other side's replies would score.
struct ReplyScores {
    color: Color,
    scores: PointMap<ByDirection<i64>>,
    /// The greatest first.
    ordered: Vec<(i64, Point)>,
}

impl ReplyScores {
    fn of(program: &ScoreTable, board: &Board, color: Color) -> ReplyScores {
        let mut scores = PointMap::filled(ByDirection::default());
        let mut ordered = Vec::new();
        for point in board.empties().iter() {
            let score = |direction| program.score(program.lengths(board, point, color, direction));
            scores[point] = ByDirection::from_fn(score);
            ordered.push((scores[point].0.iter().sum(), point));
        }
        ordered.sort_unstable_by_key(|&(score, _)| Reverse(score));
        ReplyScores {
            color,
            scores,
            ordered,
        }
    }

    /// The best of them on the board with a new stone on `point`, which changes what points on
    /// its four lines see along those lines, and nothing else.
    fn best_after(&self, program: &ScoreTable, board: &Board, point: Point) -> i64 {
        let mut best = 0;
        let mut seen: PointSet = [point].into_iter().collect();
        for direction in Direction::ALL {
            for at in line(board, point, direction) {
                seen.insert(at);
                let old = &self.scores[at];
                let new = program.score(program.lengths(board, at, self.color, direction));
                let total: i64 = old.0.iter().sum();
                best = best.max(total - old[direction] + new);
            }
        }
        let mut others = self.ordered.iter();
        let other = others.find(|&&(_, at)| !seen.contains(at));
        other.map_or(best, |&(score, _)| best.max(score))
    }
}

/// The empty points on a line through `point`.
fn line(board: &Board, point: Point, direction: Direction) -> impl Iterator<Item = Point> {
    let last = board.size().get() as i8;
    let steps = (-last..=last).filter_map(move |count| point.step(direction, count));
    steps.filter(|&at| board.is_empty(at))
}

/// The empty points of the squares around the last three of `stones`.
pub(super) fn around(board: &Board, stones: &[Point], reach: i8) -> PointSet {
    let near = |one: u8, other: u8| one.abs_diff(other) <= reach.unsigned_abs();
    let is_near = |point: &Point| {
        let mut centres = stones.iter().rev().take(3);
        centres.any(|at| near(at.column(), point.column()) && near(at.row(), point.row()))
    };
    board.empties().iter().filter(is_near).collect()
}
