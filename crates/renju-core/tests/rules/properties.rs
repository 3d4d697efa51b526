//! What holds on every board, tried on random ones.

use crate::definition;
use proptest::prelude::*;
use renju_core::board::{Board, Color, canonical};
use renju_core::forbidden::{
    ThreeReading, forbidden_kinds, forbidden_points, is_forbidden, judge, suspects,
};
use renju_core::geometry::{Direction, Point, PointSet, Size, Symmetry};
use renju_core::pattern::{
    LineChange, Shape, ShapeBoard, ShapeCounts, ShapeEntry, StandingShape, census, census_by,
    made_shapes, standing_counts,
};
use renju_core::rule::{FiveLength, Rule, row_length_through};

/// A board of any side with stones in a small part of it, where shapes come about.
fn boards() -> impl Strategy<Value = Board> {
    let cells = prop::collection::vec(0u8..6, 64);
    (5u8..=20, 0u8..20, 0u8..20, cells).prop_map(|(side, left, bottom, cells)| {
        let size = Size::new(side).expect("a side of a board");
        let mut board = Board::empty(size);
        for (place, cell) in (0u8..).zip(cells) {
            let point = Point::new(left + place % 8, bottom + place / 8);
            if let Some(point) = point.filter(|point| point.is_on(size)) {
                match cell {
                    0 | 1 => board.place(point, Color::Black),
                    2 => board.place(point, Color::White),
                    _ => {}
                }
            }
        }
        board
    })
}

fn image(board: &Board, symmetry: Symmetry) -> Board {
    let points = |color: Color| -> Vec<Point> {
        let stones = board.stones(color);
        stones
            .iter()
            .filter_map(|point| symmetry.apply(point, board.size()))
            .collect()
    };
    Board::with_stones(board.size(), &points(Color::Black), &points(Color::White))
}

/// The most black stones in a window of five cells of a line that holds the point and no white stone.
fn most_black_stones(board: &Board, point: Point, direction: Direction) -> usize {
    let is_free = |at: &Point| board.stone(*at) != Some(Color::White) && at.is_on(board.size());
    let window = |first: i8| -> Option<usize> {
        let cells = (first..first + 5).map(|count| point.step(direction, count).filter(is_free));
        let cells: Vec<Point> = cells.collect::<Option<_>>()?;
        let black = cells.iter().filter(|&&at| board.stone(at).is_some());
        Some(black.count())
    };
    (-4..=0).filter_map(window).max().unwrap_or(0)
}

/// Plays a stone, and holds what is told of changed lines against the board before and after.
fn play_checked(shapes: &mut ShapeBoard, stone: Point, color: Color) {
    let before = shapes.clone();
    let mut told: Vec<LineChange> = Vec::new();
    shapes.play_with(stone, color, |change| told.push(change));
    let mut changed = 0;
    for point in shapes.board().empties().iter() {
        let (old, new) = (before.line_pairs(point), shapes.line_pairs(point));
        for direction in Direction::ALL
            .into_iter()
            .filter(|&line| old[line] != new[line])
        {
            changed += 1;
            let pairs = [old[direction], new[direction]];
            let is_it = |change: &&LineChange| change.point == point && change.pairs == pairs;
            let change = told.iter().find(is_it).expect("each change is told");
            let counts = [before.both_counts(point), shapes.both_counts(point)];
            assert_eq!(change.counts, counts, "{point}");
        }
    }
    assert_eq!(
        told.iter()
            .filter(|change| change.pairs[0] != change.pairs[1])
            .count(),
        changed
    );
}

/// The board with its stones played one after the other, Black and White in turn as long as they can.
fn played(board: &Board, rule: Rule) -> ShapeBoard {
    let mut shapes = ShapeBoard::new(Board::empty(board.size()), rule);
    let [mut black, mut white] = Color::BOTH.map(|color| board.stones(color).iter());
    loop {
        let pair = [(black.next(), Color::Black), (white.next(), Color::White)];
        if pair.iter().all(|(point, _)| point.is_none()) {
            return shapes;
        }
        for (point, color) in pair {
            if let Some(point) = point {
                play_checked(&mut shapes, point, color);
            }
        }
    }
}

/// Holds all that is said of a point against what a stone makes on each of its lines.
fn check_point(shapes: &ShapeBoard, point: Point, color: Color) {
    let (board, rule) = (shapes.board(), shapes.rule());
    let entries = shapes.shapes(point, color);
    let made = made_shapes(board, rule, point, color);
    for direction in Direction::ALL {
        let shape = entries[direction].shape();
        assert_eq!(
            shapes.line_pairs(point)[direction].of(color),
            shape,
            "{point}"
        );
        if rule.five_length(color) == FiveLength::Exact {
            assert_eq!(made[direction], shape, "{point}");
        } else {
            assert!(made[direction] <= shape, "{point}");
        }
        if shape == Shape::Four {
            let five = point.step(direction, entries[direction].five_ahead());
            let mut trial = board.clone();
            for stone in [point, five.expect("a point of the board")] {
                trial.place(stone, color);
            }
            let row = row_length_through(&trial, point, direction, color);
            assert!(rule.five_length(color).wins(row), "{point}");
        }
    }
    let counts = ShapeCounts::of(entries.0.map(ShapeEntry::shape));
    assert_eq!(shapes.counts(point, color), counts, "{point}");
    assert_eq!(shapes.both_counts(point)[color], counts, "{point}");
    for shape in Shape::ALL {
        let has_it = shapes.strongest(color, shape).contains(point);
        assert_eq!(has_it, counts.strongest() == shape, "{point} {shape:?}");
    }
    let is_five = shapes.fives(color).contains(point);
    assert_eq!(is_five, counts.count(Shape::Five) > 0, "{point}");
    let is_four = shapes.fours(color).contains(point);
    assert_eq!(is_four, counts.fours() > 0 && !is_five, "{point}");
    let mut left = shapes.fives(!color);
    left.remove(point);
    assert_eq!(shapes.stops_fives(point, color), left.is_empty(), "{point}");
    let is_suspect = shapes.suspects().contains(point);
    let restricted = rule == Rule::Renju && shapes.counts(point, Color::Black).is_suspect();
    assert_eq!(is_suspect, restricted, "{point}");
}

proptest! {
    #[test]
    fn suspects_have_two_lines_of_two_stones_or_one_of_three(board in boards()) {
        let found = suspects(&board);
        for point in board.empties().iter() {
            let lines = Direction::ALL.map(|direction| most_black_stones(&board, point, direction));
            let twos = lines.iter().filter(|&&stones| stones >= 2).count();
            let is_suspect = twos >= 2 || lines.iter().any(|&stones| stones >= 3);
            prop_assert_eq!(found.contains(point), is_suspect, "{}", point);
        }
    }

    #[test]
    fn the_fast_verdict_is_that_of_the_rule_text(board in boards()) {
        let found = forbidden_points(&board, ThreeReading::Literal);
        let shapes = ShapeBoard::new(board.clone(), Rule::Renju);
        for point in board.empties().iter() {
            let verdict = judge(&board, point);
            let by_rule_text = Rule::Renju.forbidden_kinds(&board, point, Color::Black);
            prop_assert_eq!(by_rule_text, verdict.kinds(), "{}", point);
            prop_assert_eq!(found.contains(point), verdict.is_forbidden(), "{}", point);
            prop_assert_eq!(is_forbidden(&shapes, point), verdict.is_forbidden(), "{}", point);
            let kinds = forbidden_kinds(&board, point, ThreeReading::Literal);
            prop_assert_eq!(kinds, verdict.kinds());
        }
    }

    #[test]
    fn turning_the_board_turns_the_forbidden_points(board in boards()) {
        let found = forbidden_points(&board, ThreeReading::Literal);
        for symmetry in Symmetry::ALL {
            let turned: PointSet =
                found.iter().filter_map(|point| symmetry.apply(point, board.size())).collect();
            let there = forbidden_points(&image(&board, symmetry), ThreeReading::Literal);
            prop_assert_eq!(there, turned);
        }
    }

    #[test]
    fn all_images_of_a_board_have_the_same_canonical_one(board in boards()) {
        let (smallest, symmetry) = canonical(&board);
        prop_assert_eq!(image(&board, symmetry), smallest.clone());
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(&canonical(&image(&board, symmetry)).0, &smallest);
        }
    }

    #[test]
    fn a_stone_placed_and_lifted_leaves_no_trace(board in boards()) {
        let mut trial = board.clone();
        for point in board.empties().iter() {
            for color in Color::BOTH {
                trial.place(point, color);
                prop_assert_ne!(trial.key(), board.key());
                trial.lift(point);
                prop_assert_eq!(&trial, &board);
            }
        }
    }
}

proptest! {
    // Each case plays three boards and asks all that is said of each of their points.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_board_of_shapes_says_what_its_lines_do(board in boards()) {
        for rule in Rule::ALL {
            let mut shapes = played(&board, rule);
            prop_assert_eq!(shapes.board(), &board);
            prop_assert_eq!(shapes.key(Color::White), board.key().for_side(Color::White));
            prop_assert_ne!(shapes.key(Color::White), shapes.key(Color::Black));
            for point in board.empties().iter() {
                for color in Color::BOTH {
                    check_point(&shapes, point, color);
                }
            }
            let mut left = board.clone();
            while let Some(point) = shapes.undo() {
                left.lift(point);
            }
            prop_assert_eq!(&left, &Board::empty(board.size()));
            prop_assert_eq!(shapes.board(), &left);
            for point in left.empties().iter() {
                check_point(&shapes, point, Color::Black);
            }
        }
    }
}

proptest! {
    // The definition tries every line with one, two and three stones more.
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_census_is_that_of_the_definition(board in boards()) {
        for rule in Rule::ALL {
            let found = census(&board, rule);
            let counts = standing_counts(&board, rule);
            for color in Color::BOTH {
                for (count, shape) in counts[color].into_iter().zip(Shape::STANDING) {
                    let is_it = |standing: &&StandingShape| (standing.color, standing.shape) == (color, shape);
                    prop_assert_eq!(found.shapes.iter().filter(is_it).count(), count);
                    prop_assert_eq!(found.count(color, shape).0.iter().sum::<usize>(), count);
                }
            }
            prop_assert_eq!(found, census_by(&board, rule, definition::shapes));
        }
    }
}
