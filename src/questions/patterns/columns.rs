//! Shapes as a row of a table: how many of each kind stand.

use crate::board::{ByColor, Color};
use crate::pattern::Shape;
use crate::questions::{Counts, PatternReport};
use crate::render::columns::{Column, cell, names};

/// The columns of shapes, between those of the position and those of an error.
pub const PATTERN_COLUMNS: &[&str] = &names(&COLUMNS);

type ShapeCell = fn(&ByColor<Option<Counts>>) -> String;

const COLUMNS: [Column<ShapeCell>; 16] = [
    Column("black_five", |row| count(row, Color::Black, Shape::Five)),
    Column("black_overline", |row| {
        count(row, Color::Black, Shape::Overline)
    }),
    Column("black_straight_four", |row| {
        count(row, Color::Black, Shape::StraightFour)
    }),
    Column("black_four", |row| count(row, Color::Black, Shape::Four)),
    Column("black_open_three", |row| {
        count(row, Color::Black, Shape::OpenThree)
    }),
    Column("black_closed_three", |row| {
        count(row, Color::Black, Shape::ClosedThree)
    }),
    Column("black_open_two", |row| {
        count(row, Color::Black, Shape::OpenTwo)
    }),
    Column("black_closed_two", |row| {
        count(row, Color::Black, Shape::ClosedTwo)
    }),
    Column("white_five", |row| count(row, Color::White, Shape::Five)),
    Column("white_overline", |row| {
        count(row, Color::White, Shape::Overline)
    }),
    Column("white_straight_four", |row| {
        count(row, Color::White, Shape::StraightFour)
    }),
    Column("white_four", |row| count(row, Color::White, Shape::Four)),
    Column("white_open_three", |row| {
        count(row, Color::White, Shape::OpenThree)
    }),
    Column("white_closed_three", |row| {
        count(row, Color::White, Shape::ClosedThree)
    }),
    Column("white_open_two", |row| {
        count(row, Color::White, Shape::OpenTwo)
    }),
    Column("white_closed_two", |row| {
        count(row, Color::White, Shape::ClosedTwo)
    }),
];

/// How many shapes of a kind a side has; empty where it was not asked about.
fn count(counts: &ByColor<Option<Counts>>, color: Color, shape: Shape) -> String {
    let place = Shape::STANDING.iter().position(|&kind| kind == shape);
    let counts = counts[color].as_ref();
    cell(&counts.zip(place).map(|(counts, place)| counts.0[place]))
}

pub(super) fn rows(report: &PatternReport) -> Vec<Vec<String>> {
    vec![
        COLUMNS
            .iter()
            .map(|column| column.1(&report.counts))
            .collect(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_of_shapes_are_their_names() {
        let names = Color::BOTH.into_iter().flat_map(|color| {
            let name = move |shape: &Shape| format!("{}_{}", cell(&color), cell(shape));
            Shape::STANDING.iter().map(name)
        });
        assert!(names.eq(PATTERN_COLUMNS.iter().copied()));
    }
}
