//! `score-table`: a tree in which the program tries moves around the last stones and the player
//! has one reply to each.

use crate::board::{Board, Color};
use crate::eval::Edition;
use crate::geometry::{Point, PointSet};
use crate::position::Position;
use crate::systems::score_table::ScoreTable;

use super::{tree, weighed};
use crate::systems::published::{How, Limits, PublishedMove};

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreTableMove {
    /// The move, and what follows it as far as the search went.
    pub moves: Vec<Point>,
    /// The score of the last stone of that line; `None` without a search or a good line.
    pub value: Option<i64>,
    /// How the move was found.
    pub how: How,
    /// Positions entered.
    pub nodes: u64,
}

/// As the program plays, which keeps its tree, and so knows the stones before the last one; the
/// published edition has no width.
///
/// Where the order of the stones is not known, the enemy's stone that is last in reading order
/// takes the place of the last one; and where there is none, the centre is played.
pub(in crate::systems) fn choose(
    edition: Edition,
    position: &Position,
    limits: Limits,
) -> PublishedMove {
    let program = ScoreTable::of_edition(edition);
    let (board, side) = (position.board(), position.to_move());
    let depth = limits.depth.unwrap_or(program.weights().search.depth);
    let found = search(program, board, side, &last_stones(position), limits);
    PublishedMove {
        value: found.value,
        moves: found.moves,
        how: found.how,
        depth: if found.how == How::Opening { 0 } else { depth },
        nodes: found.nodes,
    }
}

/// The move of `side`, which answers the last of `stones`; those before it, if given, are places
/// to look around as well. With no stones the centre is played.
pub fn search(
    program: &ScoreTable,
    board: &Board,
    side: Color,
    stones: &[Point],
    limits: Limits,
) -> ScoreTableMove {
    let Some(&last) = stones.last() else {
        return ScoreTableMove {
            moves: first_empty(board, centre(board)).into_iter().collect(),
            value: None,
            how: How::Opening,
            nodes: 0,
        };
    };
    match program.edition() {
        Edition::Published => tree::search(program, board, side, (stones, last), limits),
        Edition::Corrected => weighed::search(program, board, side, stones, limits),
    }
}

/// The last stone of the enemy, with the one or two moves before it where they are known.
fn last_stones(position: &Position) -> Vec<Point> {
    let (board, side) = (position.board(), position.to_move());
    let played = position.moves().unwrap_or_default().iter().rev();
    let mut stones: Vec<Point> = played.map_while(|played| *played).take(3).collect();
    stones.reverse();
    let is_answered = |&last: &Point| board.stone(last) == Some(!side);
    if stones.last().is_some_and(is_answered) {
        return stones;
    }
    let enemy = board.stones(!side).iter().last();
    position
        .last_move()
        .filter(is_answered)
        .or(enemy)
        .into_iter()
        .collect()
}

fn centre(board: &Board) -> Point {
    let middle = board.size().get() / 2;
    Point::new(middle, middle).expect("the centre of a board is on it")
}

/// The first empty point from `start` on, in reading order and round to A1.
pub(super) fn first_empty(board: &Board, start: Point) -> Option<Point> {
    let empties = board.empties();
    let on = empties.iter().find(|&point| point >= start);
    on.or_else(|| empties.iter().next())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    /// Black's move after White's last stone.
    fn answer(edition: Edition, black: &str, white: &str) -> ScoreTableMove {
        let board = Board::with_stones(Size::RENJU, &points(black), &points(white));
        let program = ScoreTable::of_edition(edition);
        let last = [*points(white).last().unwrap()];
        search(program, &board, Color::Black, &last, Limits::default())
    }

    /// The block of an open three is worth nothing to the published search but through the
    /// branches that are lost without it; the corrected one sees what White would score.
    #[test]
    fn the_corrected_search_weighs_what_the_enemy_could_do() {
        let board = Board::with_stones(Size::RENJU, &points("A1 C2"), &points("G8 H8 I8"));
        let limits = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        let last = points("I8");
        let first = |edition| {
            let program = ScoreTable::of_edition(edition);
            search(program, &board, Color::Black, &last, limits).moves[0]
        };
        assert!(points("F8 J8").contains(&first(Edition::Corrected)));
        assert!(!points("E8 F8 J8 K8").contains(&first(Edition::Published)));
    }

    #[test]
    fn the_corrected_search_looks_at_the_whole_square() {
        let board = Board::with_stones(Size::RENJU, &points("H8"), &[]);
        assert_eq!(around(&board, &points("H8"), 4).len(), 80);
        assert_eq!(around(&board, &points("A1"), 4).len(), 25);
    }

    #[test]
    fn the_corrected_search_sees_fives_off_the_rays() {
        let found = answer(Edition::Corrected, "E4 E5 E6 E7", "E3 H10");
        assert_eq!(found.moves, points("E8"));
        assert_eq!(found.value, Some(50060)); // With room in three directions.
    }

    #[test]
    fn a_lost_game_is_played_on_where_it_weighs_most() {
        let (black, white) = ("A1 C2 A5", "F8 G8 H8 I8");
        let published = answer(Edition::Published, black, white);
        assert_eq!(
            (published.how, published.moves),
            (How::Fallback, points("J8"))
        );
        let corrected = answer(Edition::Corrected, black, white);
        assert_eq!(corrected.how, How::Fallback);
        // Whatever it does, White makes five; so its own score is all that tells moves apart.
        let board = Board::with_stones(Size::RENJU, &points(black), &points(white));
        let program = ScoreTable::of_edition(Edition::Corrected);
        let value = |point| program.value(&board, point, Color::Black);
        let most = board.empties().iter().map(value).max();
        assert_eq!(corrected.moves.first().copied().map(value), most);
    }

    /// The last stone of a branch makes five only together with the stones before it.
    #[test]
    fn the_corrected_search_puts_the_way_down() {
        let (black, white) = ("G7 H7 I7", "C3 D12 K10");
        let corrected = answer(Edition::Corrected, black, white);
        assert!(corrected.value >= Some(50000), "{corrected:?}");
        let published = answer(Edition::Published, black, white);
        assert!(published.value < Some(50000), "{published:?}");
    }

    #[test]
    fn the_empty_points_go_round() {
        let board = Board::with_stones(Size::MIN, &points("E5"), &points("A1"));
        assert_eq!(first_empty(&board, points("E5")[0]), Some(points("B1")[0]));
    }
}
