//! Game-tree search of the score-table program as published, where each side weighs its own gain
//! alone.

use super::system::ScoreTable;
use renju_core::board::{Board, Color};
use renju_core::geometry::{Direction, Point};
use renju_core::limits::{Control, StopReason};
use renju_engine::eval::{How, PublishedMove};

/// The eight ways from a stone, in the order of the program.
const WAYS: [(Direction, i8); 8] = [
    (Direction::Rising, -1),
    (Direction::Horizontal, -1),
    (Direction::Falling, -1),
    (Direction::Vertical, -1),
    (Direction::Vertical, 1),
    (Direction::Falling, 1),
    (Direction::Horizontal, 1),
    (Direction::Rising, 1),
];

/// The search as published.
///
/// Both sides look at their own gain alone: a node's own score is the same for all its children.
/// The last stone of a branch is scored on the board of the node, without the stones on the way.
pub(super) fn search(
    program: &ScoreTable,
    board: &Board,
    side: Color,
    (stones, last): (&[Point], Point),
    (depth, width): (usize, Option<usize>),
    control: &Control<'_>,
) -> PublishedMove {
    let mut tree = ReplyTree {
        program,
        board: board.clone(),
        side,
        path: stones.to_vec(),
        root: stones.len(),
        depth,
        width: width.unwrap_or(usize::MAX),
        nodes: 0,
        control,
        stop: None,
    };
    let found = tree.node(0).filter(|branch| !branch.is_empty());
    let scored = found.map(|branch| (tree.score_of_last(&branch), branch));
    let found = match scored.filter(|&(score, _)| score != 0) {
        Some((score, moves)) => PublishedMove {
            value: Some(score),
            moves,
            ..PublishedMove::unsearched(How::Searched, None)
        },
        None => PublishedMove::unsearched(How::Fallback, first_empty(board, last)),
    };
    PublishedMove {
        nodes: tree.nodes,
        stop: tree.stop,
        ..found
    }
}

/// The first empty point from `start` on, in reading order and round to A1.
pub(super) fn first_empty(board: &Board, start: Point) -> Option<Point> {
    let empties = board.empties();
    let on = empties.iter().find(|&point| point >= start);
    on.or_else(|| empties.iter().next())
}

/// The moves from the root to a node.
type Branch = Vec<Point>;

struct ReplyTree<'a> {
    program: &'a ScoreTable,
    board: Board,
    /// The side of the program.
    side: Color,
    /// The stones from the oldest one known to the node at hand.
    path: Vec<Point>,
    /// How many of them were there before the search.
    root: usize,
    depth: usize,
    /// Moves to try at each node.
    width: usize,
    nodes: u64,
    control: &'a Control<'a>,
    stop: Option<StopReason>,
}

impl ReplyTree<'_> {
    /// Where the node at the end of the path leads; `None` if it is lost.
    fn node(&mut self, depth: usize) -> Option<Branch> {
        self.nodes += 1;
        if self.is_over() || depth >= self.depth {
            return Some(self.path[self.root..].to_vec());
        }
        let stone = *self.path.last()?;
        if depth > 0 {
            self.board.place(stone, self.color(depth));
        }
        let found = if depth.is_multiple_of(2) {
            self.best_branch(depth, stone)
        } else {
            self.reply(stone).and_then(|reply| self.child(depth, reply))
        };
        if depth > 0 {
            self.board.lift(stone);
        }
        found
    }

    /// Whether a limit is reached.
    fn is_over(&mut self) -> bool {
        if self.stop.is_none() {
            self.stop = self.control.stop_reason(self.nodes);
        }
        self.stop.is_some()
    }

    /// The branch of the program's move that gains most, or one that ends in a win.
    fn best_branch(&mut self, depth: usize, stone: Point) -> Option<Branch> {
        let before = self.score(stone, !self.side);
        let mut good: Option<Branch> = None;
        let mut most = 0;
        for (_, places) in self.starts() {
            for place in places {
                let branch = self.child(depth, place);
                if self.stop.is_some() && good.is_some() {
                    return good; // This branch was not followed to its end.
                }
                let Some(branch) = branch else {
                    continue;
                };
                let deep = self.score_of_last(&branch);
                if deep >= self.program.weights.search.win {
                    (good, most) = (Some(branch), deep);
                    break;
                }
                let gain = self.score(place, self.side) - before;
                if good.is_none() || gain > most {
                    (good, most) = (Some(branch), gain);
                }
            }
        }
        good
    }

    /// The player's reply that costs most; `None` if there is one that costs the game.
    fn reply(&self, stone: Point) -> Option<Point> {
        let before = self.score(stone, self.side);
        let mut best = None;
        let mut least = 0;
        for (centre, places) in self.starts() {
            for place in places {
                let rest = before - self.score(place, !self.side);
                if best.is_none() || rest < least {
                    (best, least) = (Some(place), rest);
                    if least <= -self.program.weights.search.lost {
                        return None;
                    }
                }
            }
            best = best.or_else(|| first_empty(&self.board, centre));
        }
        best
    }

    fn child(&mut self, depth: usize, place: Point) -> Option<Branch> {
        self.path.push(place);
        let found = self.node(depth + 1);
        self.path.pop();
        found
    }

    /// The stone of the node, its parent's and its grandparent's, each with the points to try
    /// around it; all together no more than the width.
    fn starts(&self) -> Vec<(Point, Vec<Point>)> {
        let settings = &self.program.weights.search;
        let mut left = self.width;
        let centres = if settings.whole_board {
            1
        } else {
            settings.start_points.clamp(1, 3)
        };
        let centres = self.path.iter().rev().take(centres);
        centres
            .map(|&centre| {
                let mut places = if settings.whole_board {
                    self.board.empties().iter().collect()
                } else {
                    self.places(centre)
                };
                places.truncate(left);
                left -= places.len();
                (centre, places)
            })
            .collect()
    }

    /// The empty points on the eight rays from a stone, near ones first.
    fn places(&self, centre: Point) -> Vec<Point> {
        let reach = self.program.weights.search.reach;
        let steps = (1..=reach).flat_map(|count| WAYS.map(|(way, sign)| (way, sign * count)));
        let places = steps.filter_map(|(way, count)| centre.step(way, count));
        places.filter(|&at| self.board.is_empty(at)).collect()
    }

    /// Whose stone a node of that depth is.
    fn color(&self, depth: usize) -> Color {
        if depth.is_multiple_of(2) {
            !self.side
        } else {
            self.side
        }
    }

    fn score(&self, point: Point, color: Color) -> i64 {
        self.program.value(&self.board, point, color)
    }

    /// The score of the last stone of a branch on the board as it stands.
    fn score_of_last(&self, branch: &[Point]) -> i64 {
        let color = self.color(branch.len());
        branch.last().map_or(0, |&last| self.score(last, color))
    }
}
