use std::io;

use comfy_table::{CellAlignment, Table};

use crate::board::Color;
use crate::geometry::Direction;
use crate::pattern::Shape;
use crate::study::{AtPoint, PatternReport, PatternShape};

use super::{Style, along, bare_table, finished, heading, names, write_table};

pub(super) fn write(
    report: &PatternReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    writeln!(out, "{}", heading(&report.head, report.stones, style))?;
    write!(out, "{}", finished(report.outcome.as_ref(), style))?;
    write_table(&counts(report, style), out)?;
    if let Some(shapes) = &report.shapes {
        writeln!(out)?;
        write_table(&listed(shapes, style), out)?;
    }
    if let Some(at) = &report.at {
        writeln!(out, "\n{}", style.lang.a_stone_on(at.point))?;
        write_table(&made_at(at, style), out)?;
    }
    Ok(())
}

fn plain_table(header: Vec<String>) -> Table {
    let mut table = bare_table();
    table.set_header(header);
    table
}

fn sides(present: impl Fn(Color) -> bool) -> Vec<Color> {
    Color::BOTH
        .into_iter()
        .filter(|&color| present(color))
        .collect()
}

fn counts(report: &PatternReport, style: Style) -> Table {
    let sides = sides(|color| report.counts[color].is_some());
    let header = [style.lang.shapes_word()].into_iter().map(str::to_owned);
    let mut table = plain_table(
        header
            .chain(
                sides
                    .iter()
                    .map(|&color| style.lang.color(color).to_owned()),
            )
            .collect(),
    );
    for (number, shape) in Shape::STANDING.into_iter().enumerate() {
        let count = |&color: &Color| {
            report.counts[color].map_or(String::new(), |counts| counts.0[number].to_string())
        };
        let name = style.lang.shape(shape).to_owned();
        table.add_row(
            [name]
                .into_iter()
                .chain(sides.iter().map(count))
                .collect::<Vec<_>>(),
        );
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn listed(shapes: &[PatternShape], style: Style) -> Table {
    let lang = style.lang;
    let mut table = bare_table();
    for standing in shapes {
        let stones = along(standing.run.direction, &standing.run.stones);
        let next = match standing.next.as_slice() {
            [] => String::new(),
            next => format!(
                "{} {}",
                lang.next_word(),
                names(&along(standing.run.direction, next), " ")
            ),
        };
        let line = stones.first().map_or(String::new(), |&stone| {
            lang.line(standing.run.direction, stone)
        });
        table.add_row(vec![
            lang.color(standing.color).to_owned(),
            lang.shape(standing.shape).to_owned(),
            line,
            names(&stones, " "),
            next,
        ]);
    }
    table
}

fn made_at(at: &AtPoint, style: Style) -> Table {
    let sides = sides(|color| at.shapes[color].is_some());
    let mut table = plain_table(
        std::iter::once(String::new())
            .chain(
                sides
                    .iter()
                    .map(|&color| style.lang.color(color).to_owned()),
            )
            .collect(),
    );
    for direction in Direction::ALL {
        let made = |&color: &Color| {
            at.shapes[color]
                .map_or("", |made| style.lang.shape(made.0[direction]))
                .to_owned()
        };
        let line = style.lang.line(direction, at.point);
        table.add_row(
            [line]
                .into_iter()
                .chain(sides.iter().map(made))
                .collect::<Vec<_>>(),
        );
    }
    table
}
