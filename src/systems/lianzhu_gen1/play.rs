//! The players of the first generation, who do not look ahead.

use super::LianzhuGen1;
use crate::board::{Board, Color};
use crate::eval::{How, PlayOptions, PublishedMove};
use crate::geometry::{Direction, Point};
use crate::position::Position;
use crate::rule::row_length_through;
use crate::systems::random_choice::RandomChoice;

/// The move of the program: a five of its own, else where the opponent would make one, of several
/// the last in reading order, else the greatest value; of several the first, where the program
/// draws lots. Forbidden points are not respected.
pub(super) fn choose(
    program: &LianzhuGen1,
    position: &Position,
    options: &PlayOptions,
) -> PublishedMove {
    let (board, side) = (position.board(), position.to_move());
    let fives = [side, !side].map(|color| last_five(board, color));
    if let Some(point) = fives.into_iter().flatten().next() {
        return PublishedMove::unsearched(How::Forced, Some(point));
    }
    let values = program.values(board);
    let greatest = board
        .empties()
        .iter()
        .filter_map(|point| values[point])
        .max();
    let best = board.empties().iter();
    let best: Vec<Point> = best.filter(|&point| values[point] == greatest).collect();
    let chosen = match options.seed {
        Some(seed) => RandomChoice::new(seed, board).one_of(&best),
        None => best.first().copied(),
    };
    PublishedMove {
        value: greatest,
        depth: 1,
        nodes: board.empties().len() as u64,
        ..PublishedMove::unsearched(How::Greedy, chosen)
    }
}

/// The last empty point where a stone makes five or more in a row.
fn last_five(board: &Board, color: Color) -> Option<Point> {
    let is_five = |&point: &Point| {
        let length = |direction| row_length_through(board, point, direction, color);
        Direction::ALL.into_iter().any(|line| length(line) >= 5)
    };
    board.empties().iter().filter(is_five).last()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::FromWeights;
    use crate::position::{PositionOverrides, Setup};

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn chosen(variant: &str, moves: &str, seed: Option<u64>) -> PublishedMove {
        let setup = Setup {
            moves: points(moves).into_iter().map(Some).collect(),
            ..Setup::default()
        };
        let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
        let options = PlayOptions {
            seed,
            ..PlayOptions::default()
        };
        choose(&LianzhuGen1::shipped(variant), &position, &options)
    }

    #[test]
    fn the_first_generation_makes_a_five_before_it_stops_one() {
        let both = chosen("", "C8 C2 D8 D2 E8 E2 F8 F2", None);
        assert_eq!((both.how, both.moves), (How::Forced, points("G8")));
        let white = chosen("", "C8 C2 D8 D2 E8 E2 H12 F2", None);
        assert_eq!(white.moves, points("G2"));
        let quiet = chosen("pow23", "H8 I9", None);
        assert!(quiet.how == How::Greedy && quiet.value > Some(0));
    }

    #[test]
    fn a_seed_draws_among_equal_points() {
        let first = chosen("", "H8", None);
        let drawn: Vec<PublishedMove> = (0..20).map(|seed| chosen("", "H8", Some(seed))).collect();
        assert!(drawn.iter().all(|one| one.value == first.value));
        assert!(drawn.iter().any(|one| one.moves != first.moves));
        assert_eq!(drawn[3], chosen("", "H8", Some(3)));
    }
}
