//! How the program plays, a tree in which it tries moves around the last stones and the player has
//! one reply to each, and every field of its answer key.

use super::system::{DIRECTIONS, ScoreTable};
use super::tree::first_empty;
use super::{corrected_search, tree};
use renju_core::board::{Board, ByColor, Color};
use renju_core::geometry::Point;
use renju_core::limits::Control;
use renju_core::position::Position;
use renju_engine::eval::{ByPoint, Details, Edition, How, PlayOptions, PublishedMove, System};

impl System for ScoreTable {
    /// The program keeps its tree in a game, and so knows the stones before the last one.
    ///
    /// Where the order of the stones is not known, the opponent's stone that is last in reading
    /// order takes the place of the last one; and where there is none, the centre is played.
    fn play(
        &self,
        position: &Position,
        options: &PlayOptions,
        control: &Control<'_>,
    ) -> PublishedMove {
        let mut stones = last_stones(position);
        let start_points = self.weights.search.start_points.clamp(1, 3);
        stones.drain(..stones.len().saturating_sub(start_points));
        let (board, side) = (position.board(), position.to_move());
        search(self, board, side, &stones, (options, control))
    }

    fn details(&self, position: &Position) -> Details {
        let board = position.board();
        let values = |side: Color| -> Vec<_> {
            let has_value = |point| board.stone(point) != Some(!side);
            let value = |point| has_value(point).then(|| self.value(board, point, side));
            board.size().points().map(value).collect()
        };
        let lines = |point| {
            let color = board.stone(point)?;
            let line = DIRECTIONS.map(|direction| {
                let len = self.lengths(board, point, color, direction);
                Details::default()
                    .with("len", len)
                    .with("score", self.score(len))
            });
            Some((point, line))
        };
        let lines: ByPoint<_> = board.size().points().filter_map(lines).collect();
        Details::default()
            .with("point", ByColor::from_fn(values))
            .with("stones", lines)
            .with_some("search", searched(self, position))
    }
}

/// The search of a program that has just begun to play; `None` where it is not known that the
/// other side played last.
fn searched(program: &ScoreTable, position: &Position) -> Option<Details> {
    let (board, side) = (position.board(), position.to_move());
    let last = position.last_move()?;
    if board.stone(last) != Some(!side) {
        return None;
    }
    let limits = (&PlayOptions::default(), &Control::unlimited());
    let found = search(program, board, side, &[last], limits);
    Some(
        Details::default()
            .with("last", last)
            .with("move", found.moves.first()),
    )
}

/// The move of `side`, which answers the last of `stones`; those before it, if given, are places
/// to look around as well. With no stones the centre is played.
fn search(
    program: &ScoreTable,
    board: &Board,
    side: Color,
    stones: &[Point],
    (options, control): (&PlayOptions, &Control<'_>),
) -> PublishedMove {
    let Some(&last) = stones.last() else {
        return PublishedMove::unsearched(How::Opening, first_empty(board, centre(board)));
    };
    let depth = options.depth.unwrap_or(program.weights.search.depth);
    let limits = (depth, options.width);
    let found = match program.weights.edition {
        Edition::Published => tree::search(program, board, side, (stones, last), limits, control),
        Edition::Corrected => {
            corrected_search::search(program, board, side, stones, limits, control)
        }
    };
    PublishedMove { depth, ..found }
}

/// The last stone of the opponent, with the one or two moves before it where they are known.
fn last_stones(position: &Position) -> Vec<Point> {
    let (board, side) = (position.board(), position.to_move());
    let played = position.moves().unwrap_or_default().iter().rev();
    let mut stones: Vec<Point> = played.map_while(|played| *played).take(3).collect();
    stones.reverse();
    let is_answered = |&last: &Point| board.stone(last) == Some(!side);
    if stones.last().is_some_and(is_answered) {
        return stones;
    }
    let last = position.last_move().filter(is_answered);
    let last = last.or_else(|| board.stones(!side).iter().last());
    last.into_iter().collect()
}

fn centre(board: &Board) -> Point {
    let middle = board.size().get() / 2;
    Point::new(middle, middle).expect("the centre of a board is on it")
}

#[cfg(test)]
mod tests {
    use super::super::ScoreTableWeights;
    use super::corrected_search::around;
    use super::*;
    use crate::program::of_edition;
    use renju_core::geometry::Size;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    /// Black's move after White's last stone.
    fn answer(edition: Edition, black: &str, white: &str) -> PublishedMove {
        let board = Board::with_stones(Size::RENJU, &points(black), &points(white));
        let program = of_edition::<ScoreTableWeights>(edition);
        let last = [*points(white).last().unwrap()];
        search(
            program,
            &board,
            Color::Black,
            &last,
            (&PlayOptions::default(), &Control::unlimited()),
        )
    }

    /// The block of an open three is worth nothing to the published search but through the
    /// branches that are lost without it; the corrected one sees what White would score.
    #[test]
    fn the_corrected_search_weighs_what_the_opponent_could_do() {
        let board = Board::with_stones(Size::RENJU, &points("A1 C2"), &points("G8 H8 I8"));
        let options = PlayOptions {
            depth: Some(1),
            ..PlayOptions::default()
        };
        let last = points("I8");
        let first = |edition| {
            let program = of_edition::<ScoreTableWeights>(edition);
            let control = Control::unlimited();
            search(program, &board, Color::Black, &last, (&options, &control)).moves[0]
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
        let program = of_edition::<ScoreTableWeights>(Edition::Corrected);
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
