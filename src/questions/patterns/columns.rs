//! Shapes as a row of a table: how many of each kind stand.

use crate::board::Color::{Black, White};
use crate::board::{ByColor, Color};
use crate::pattern::Shape::{
    self, ClosedThree, ClosedTwo, Five, Four, OpenThree, OpenTwo, Overline, StraightFour,
};
use crate::questions::{Counts, PatternReport};
use crate::render::columns::{Column, cell, names};

/// The columns of shapes, between those of the position and those of an error.
pub const PATTERN_COLUMNS: &[&str] = &names(&COLUMNS);

type ShapeCell = fn(&ByColor<Option<Counts>>) -> String;

const COLUMNS: [Column<ShapeCell>; 16] = [
    Column("black_five", |row| count(row, Black, Five)),
    Column("black_overline", |row| count(row, Black, Overline)),
    Column("black_straight_four", |row| count(row, Black, StraightFour)),
    Column("black_four", |row| count(row, Black, Four)),
    Column("black_open_three", |row| count(row, Black, OpenThree)),
    Column("black_closed_three", |row| count(row, Black, ClosedThree)),
    Column("black_open_two", |row| count(row, Black, OpenTwo)),
    Column("black_closed_two", |row| count(row, Black, ClosedTwo)),
    Column("white_five", |row| count(row, White, Five)),
    Column("white_overline", |row| count(row, White, Overline)),
    Column("white_straight_four", |row| count(row, White, StraightFour)),
    Column("white_four", |row| count(row, White, Four)),
    Column("white_open_three", |row| count(row, White, OpenThree)),
    Column("white_closed_three", |row| count(row, White, ClosedThree)),
    Column("white_open_two", |row| count(row, White, OpenTwo)),
    Column("white_closed_two", |row| count(row, White, ClosedTwo)),
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
