//! What a stone would make is what stands once it is there: `--at` and `--map` say no other shapes
//! than `--list`.

use std::collections::{BTreeMap, BTreeSet};

use crate::definition;
use crate::keys;
use renju::board::{Board, Color};
use renju::eval::shapes::code;
use renju::geometry::{ByDirection, Direction, Point, Size};
use renju::pattern::{LineCell, Shape, StandingShape, census, made_shapes};
use renju::position::{Position, PositionOverrides, Setup};
use renju::questions::picture_of;
use renju::questions::{
    ForbiddenOptions, PatternOptions, PatternReport, Report, ShapesAt, VerdictName, patterns,
    verdict,
};
use renju::render::picture::Mark;
use renju::rule::{FiveLength, Rule, row_through};
use serde::Deserialize;

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

/// A board of any side with stones of one side and few of the other in a part of it.
pub(crate) fn random_board(seed: u64) -> Board {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let size = Size::new(5 + dice.below(16) as u8).unwrap();
    let mut board = Board::empty(size);
    let (own, other) = (1 + dice.below(5), dice.below(3));
    let many = Color::BOTH[dice.below(2)];
    let corner = [dice.below(4), dice.below(4)].map(|at| at as u8);
    for point in size.points() {
        let is_inside = (0..9).contains(&point.column().wrapping_sub(corner[0]))
            && (0..9).contains(&point.row().wrapping_sub(corner[1]));
        match dice.below(10) {
            number if !is_inside || number >= own + other => {}
            number if number < own => board.place(point, many),
            _ => board.place(point, !many),
        }
    }
    board
}

/// The strongest shape of each line that a stone belongs to, of a list of shapes.
fn made_by(shapes: &[StandingShape], point: Point, color: Color) -> ByDirection<Shape> {
    ByDirection::from_fn(|direction| {
        let is_it = |standing: &&StandingShape| {
            (standing.color, standing.run.direction) == (color, direction)
                && standing.run.stones.contains(&point)
        };
        let mut shapes = shapes.iter().filter(is_it).map(|standing| standing.shape);
        let strongest = shapes.clone().max().unwrap_or_default();
        match shapes.by_ref().filter(|&shape| shape == strongest).count() {
            2.. if strongest == Shape::Four => Shape::TwoFours,
            _ => strongest,
        }
    })
}

/// Places every stone on a board and asks again; tells on how many points the table of the
/// evaluators names a shape that does not stand.
fn place_every_stone(board: &Board) -> usize {
    let mut more_in_the_table = 0;
    for rule in Rule::ALL {
        let mut trial = board.clone();
        for color in Color::BOTH {
            for point in board.empties().iter() {
                let made = made_shapes(board, rule, point, color);
                trial.place(point, color);
                let stands = made_by(&census(&trial, rule).shapes, point, color);
                trial.lift(point);
                assert_eq!(made, stands, "{rule} {color} {point}\n{board:?}");
                let by_table = code(board, rule, point, color).shapes;
                more_in_the_table += usize::from(by_table != stands);
            }
        }
    }
    more_in_the_table
}

/// What is said of a board; `None` for one that no game can have, such as with fives of both sides.
fn asked(board: &Board, rule: Rule, options: PatternOptions) -> Option<PatternReport> {
    let setup = Setup {
        size: Some(board.size()),
        rule: Some(rule),
        to_move: Some(Color::Black),
        black: board.stones(Color::Black).iter().collect(),
        white: board.stones(Color::White).iter().collect(),
        ..Setup::default()
    };
    let position = Position::from_setup(&setup, &PositionOverrides::default()).ok()?;
    Some(patterns(String::new(), &position, &options))
}

/// What `--at` and `--map` say of every point, and `--list` once the stone is there; tells how
/// often that could be asked.
fn ask_again(board: &Board) -> usize {
    let mut comparisons = 0;
    for (rule, point) in points_under_all_rules(board) {
        let options = PatternOptions {
            at: Some(point),
            map: true,
            ..PatternOptions::default()
        };
        let Some(before) = asked(board, rule, options) else {
            continue;
        };
        let (at, map) = (before.at.unwrap(), before.map.unwrap());
        for color in Color::BOTH {
            let mut trial = board.clone();
            trial.place(point, color);
            let options = PatternOptions {
                list: true,
                ..PatternOptions::default()
            };
            let Some(after) = asked(&trial, rule, options) else {
                continue;
            };
            let stands = made_by(&after.shapes.unwrap(), point, color);
            let place = format!("{rule} {color} {point}\n{board:?}");
            assert_eq!(at.shapes[color], Some(ShapesAt(stands)), "{place}");
            let mut mapped = map[color].as_ref().unwrap().0.iter();
            let mapped = mapped.find(|mapped| mapped.point == point);
            let lines = mapped.map(|mapped| mapped.lines.0);
            assert_eq!(lines.unwrap_or_default(), stands, "{place}");
            comparisons += 1;
        }
    }
    comparisons
}

fn points_under_all_rules(board: &Board) -> impl Iterator<Item = (Rule, Point)> {
    let points: Vec<Point> = board.empties().iter().collect();
    let of_rule = move |rule| points.clone().into_iter().map(move |point| (rule, point));
    Rule::ALL.into_iter().flat_map(of_rule)
}

#[test]
fn what_a_stone_makes_is_what_stands_once_it_is_placed() {
    let more = (0..300).map(|seed| place_every_stone(&random_board(seed)));
    assert!(more.sum::<usize>() > 1_000, "the boards show nothing");
    let comparisons = (300..312).map(|seed| ask_again(&random_board(seed)));
    assert!(comparisons.sum::<usize>() > 3_000);
}

#[test]
#[ignore = "two thousand boards"]
fn what_a_stone_makes_is_what_stands_on_two_thousand_boards() {
    for seed in 1_000..3_000 {
        place_every_stone(&random_board(seed));
    }
    for seed in 11_000..11_100 {
        ask_again(&random_board(seed));
    }
}

#[derive(Deserialize)]
struct Stones {
    black: Vec<Point>,
    white: Vec<Point>,
}

#[test]
fn what_a_stone_makes_is_what_stands_on_the_boards_of_the_key() {
    for stones in keys::rows::<Stones>("forbidden.jsonl").iter().step_by(4) {
        place_every_stone(&Board::with_stones(
            Size::RENJU,
            &stones.black,
            &stones.white,
        ));
    }
}

/// A board of one line, its lowest row, as Black under freestyle or standard sees it.
fn board_of(line: &[LineCell]) -> (Board, Vec<Point>) {
    let size = Size::new(line.len() as u8).unwrap();
    let row: Vec<Point> = (0..size.get()).filter_map(|at| Point::new(at, 0)).collect();
    let points = |kind| {
        let cells = row.iter().zip(line).filter(|(_, cell)| **cell == kind);
        cells.map(|(&point, _)| point).collect::<Vec<Point>>()
    };
    let board = Board::with_stones(size, &points(LineCell::Own), &points(LineCell::Opponent));
    (board, row)
}

fn line(length: u32, number: u32) -> Vec<LineCell> {
    const KINDS: [LineCell; 3] = [LineCell::Empty, LineCell::Own, LineCell::Opponent];
    let digit = |place| (number / 3_u32.pow(place) % 3) as usize;
    (0..length).map(|place| KINDS[digit(place)]).collect()
}

/// What the table and the line say of a stone, where they differ.
type Difference = (Shape, Shape);

/// Holds what a stone makes on every empty cell of a line against the definition.
fn check_line(line: &[LineCell], differences: &mut BTreeSet<Difference>) {
    let (board, row) = board_of(line);
    for (rule, length) in [
        (Rule::Freestyle, FiveLength::OrMore),
        (Rule::Standard, FiveLength::Exact),
    ] {
        for cell in (0..line.len()).filter(|&cell| line[cell] == LineCell::Empty) {
            let made = made_shapes(&board, rule, row[cell], Color::Black);
            let made = made[Direction::Horizontal];
            let defined = definition::made_at(line, cell, length);
            assert_eq!(made, defined, "{rule} {line:?} {cell}");
            let by_table = code(&board, rule, row[cell], Color::Black).shapes;
            let by_table = by_table[Direction::Horizontal];
            if by_table != made {
                assert!(by_table > made && length == FiveLength::OrMore);
                differences.insert((by_table, made));
            }
        }
    }
}

#[test]
fn what_a_stone_makes_is_what_the_definition_says() {
    let mut differences = BTreeSet::new();
    for number in 0..3_u32.pow(8) {
        check_line(&line(8, number), &mut differences);
    }
    let mut dice = Dice(40);
    for _ in 0..100 {
        let line: Vec<LineCell> = (0..15)
            .map(|_| match dice.below(8) {
                0..3 => LineCell::Own,
                3 => LineCell::Opponent,
                _ => LineCell::Empty,
            })
            .collect();
        check_line(&line, &mut differences);
    }
    let named_by_the_table = differences.iter().map(|(by_table, _)| *by_table);
    assert_eq!(
        named_by_the_table.collect::<BTreeSet<Shape>>(),
        [
            Shape::ClosedTwo,
            Shape::ClosedThree,
            Shape::Four,
            Shape::TwoFours
        ]
        .into()
    );
}

/// Five and more, exactly five, and, under renju, exactly five before every ban.
#[test]
fn a_black_stone_that_makes_a_row_that_wins_is_said_to_win_under_every_rule() {
    let mut longest = BTreeMap::new();
    for board in (0..400).map(random_board) {
        for rule in Rule::ALL {
            for to_move in Color::BOTH {
                let setup = Setup {
                    size: Some(board.size()),
                    rule: Some(rule),
                    to_move: Some(to_move),
                    black: board.stones(Color::Black).iter().collect(),
                    white: board.stones(Color::White).iter().collect(),
                    ..Setup::default()
                };
                let position = Position::from_setup(&setup, &PositionOverrides::default());
                let Ok(position) = position else { continue };
                for point in board.empties().iter() {
                    let options = ForbiddenOptions::default();
                    let report = verdict(String::new(), &position, point, &options);
                    let wins = rule.makes_five(&board, point, Color::Black);
                    assert_eq!(report.verdict == VerdictName::Wins, wins, "{rule} {point}");
                    assert_eq!(report.five.is_some(), wins, "{rule} {point}");
                    assert!(!wins || report.kinds.is_empty(), "{rule} {point}");
                    let five = report.five.clone();
                    let drawn = picture_of(&Report::Verdict(report)).marks;
                    let is_drawn = drawn.contains(&(point, Mark::Label("win".to_owned())));
                    assert_eq!(is_drawn, wins, "{rule} {point}");
                    if let Some(five) = five {
                        let mut row = row_through(&board, point, five.direction, Color::Black);
                        row.sort_unstable();
                        assert_eq!(five.stones, row, "{rule} {point}");
                        let longest = longest.entry(rule.name()).or_default();
                        *longest = row.len().max(*longest);
                    }
                }
            }
        }
    }
    assert!(longest["freestyle"] > 5 && longest["standard"] == 5 && longest["renju"] == 5);
}
