//! Shapes of lines and boards, held against the answer key and the definition.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::definition;
use crate::keys;
use renju_core::board::{Board, View, WINDOW_REACH};
use renju_core::geometry::{Point, Size};
use renju_core::pattern::{
    LineCell, LineShape, Shape, ShapeTable, census, census_by, shapes_of_line,
};
use renju_core::rule::{FiveLength, Rule};
use serde::Deserialize;

#[derive(Deserialize)]
struct GlossaryLine {
    line: String,
    free: String,
    exact: String,
}

fn cells(line: &str) -> Vec<LineCell> {
    line.chars()
        .map(|cell| match cell {
            'X' => LineCell::Own,
            'O' => LineCell::Opponent,
            _ => LineCell::Empty,
        })
        .collect()
}

/// The glossary's names for the strongest shape of a line.
fn class(shapes: &[LineShape]) -> &'static str {
    match shapes.first().map(|strongest| strongest.shape) {
        Some(Shape::Five) => "five",
        Some(Shape::Overline) => "overline",
        Some(Shape::StraightFour) => "live_four",
        Some(Shape::Four) => "rush_four",
        Some(Shape::OpenThree) => "live_three",
        Some(Shape::ClosedThree) => "sleeping_three",
        Some(Shape::OpenTwo) => "live_two",
        Some(Shape::ClosedTwo) => "sleeping_two",
        _ => "none",
    }
}

fn check_glossary(lines: &[GlossaryLine]) {
    assert!(!lines.is_empty());
    for key in lines {
        let line = cells(&key.line);
        for (length, expected) in [
            (FiveLength::OrMore, &key.free),
            (FiveLength::Exact, &key.exact),
        ] {
            let found = shapes_of_line(&line, length);
            assert_eq!(class(&found), expected, "{} {length:?}", key.line);
            let defined = definition::shapes(&line, length);
            assert_eq!(found, defined, "{} {length:?}", key.line);
        }
    }
}

#[test]
fn lines_have_the_class_of_the_glossary() {
    check_glossary(&keys::rows("goldens/glossary_lines.jsonl"));
}

#[test]
#[ignore = "the full key"]
fn all_lines_have_the_class_of_the_glossary() {
    if let Some(rows) = keys::full_rows("goldens/glossary_lines.jsonl") {
        check_glossary(&rows);
    }
}

#[derive(Deserialize)]
struct Stones {
    id: String,
    black: Vec<Point>,
    white: Vec<Point>,
}

/// A line and what wins on it.
type Line = (Vec<LineCell>, FiveLength);

/// The census of each board under each rule against the one made from the definition.
fn check_census(boards: &[Stones]) {
    let known: Mutex<HashMap<Line, Vec<LineShape>>> = Mutex::default();
    let defined = |line: &[LineCell], length: FiveLength| {
        let mut known = known.lock().unwrap();
        known
            .entry((line.to_vec(), length))
            .or_insert_with(|| definition::shapes(line, length))
            .clone()
    };
    assert!(!boards.is_empty());
    for key in boards {
        let board = Board::with_stones(Size::RENJU, &key.black, &key.white);
        for rule in Rule::ALL {
            assert_eq!(
                census(&board, rule),
                census_by(&board, rule, defined),
                "{}",
                key.id
            );
        }
    }
}

#[test]
fn the_census_equals_the_definition() {
    check_census(&keys::rows("forbidden.jsonl"));
}

#[test]
#[ignore = "the full key"]
fn the_census_equals_the_definition_on_every_board_of_the_key() {
    if let Some(rows) = keys::full_rows("forbidden.jsonl") {
        check_census(&rows);
    }
}

/// Where the centre of a window stands among its cells.
const CENTRE: usize = WINDOW_REACH as usize;
/// The cells of a window but its centre.
const NEIGHBORS: u32 = 2 * CENTRE as u32;

/// The window of that number in base 3, a digit for each cell but the centre, which is empty.
fn window(number: u32) -> Vec<LineCell> {
    const KINDS: [LineCell; 3] = [LineCell::Empty, LineCell::Own, LineCell::Opponent];
    let digit = |place| (number / 3_u32.pow(place) % 3) as usize;
    let mut cells: Vec<LineCell> = (0..NEIGHBORS).map(|place| KINDS[digit(place)]).collect();
    cells.insert(CENTRE, LineCell::Empty);
    cells
}

#[test]
fn the_table_agrees_with_the_definition_everywhere() {
    for number in 0..3_u32.pow(NEIGHBORS) {
        let window = window(number);
        let bits = |kind: LineCell| {
            (0..window.len())
                .filter(|&cell| window[cell] == kind)
                .fold(0, |bits, cell| bits | 1 << cell)
        };
        let view = View {
            own: bits(LineCell::Own),
            blocked: bits(LineCell::Opponent),
        };
        for length in [FiveLength::Exact, FiveLength::OrMore] {
            let made = ShapeTable::of(length).look_up(view).shape();
            let expected = definition::joined_at(&window, CENTRE, length);
            assert_eq!(made, expected, "{window:?} {length:?}");
        }
    }
}
