use std::io;

use comfy_table::{CellAlignment, Table};

use super::{bare_table, finished, heading, names, write_table};
use crate::board::Color;
use crate::eval::Term;
use crate::render::board::{BoardText, Glyphs, MarkedPoint};
use crate::render::style::Heat;
use crate::render::{Label, ScoreText, Style};
use crate::study::agreement::Ranked;
use crate::study::{ScoreReport, ScoredPoints};

/// Terms that are listed one by one.
const TERMS: usize = 20;

pub(in crate::render) fn write(
    report: &ScoreReport,
    how: ScoreText,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let lang = style.lang;
    writeln!(out, "{}", heading(&report.head, report.stones, style))?;
    write!(out, "{}", finished(report.outcome.as_ref(), style))?;
    let name = style.paint(Label::Heading, &report.evaluator);
    writeln!(out, "{name}")?;
    writeln!(out, "  {} {}", lang.unit_word(), report.unit)?;
    writeln!(out, "  {} {}", lang.view_word(), report.perspective)?;
    let sides: Vec<(Color, Option<i64>)> =
        how.sides().map(|side| (side, report.board[side])).collect();
    writeln!(out, "{}", lang.board_values(&sides))?;
    for side in how.sides() {
        match &report.points[side] {
            None => writeln!(out, "{}", lang.no_point_values())?,
            Some(points) if how.is_grid => write_grid(report, side, points, style, out)?,
            Some(points) => write_list(side, points, how.limit, style, out)?,
        }
        write_terms(report, side, how, style, out)?;
    }
    if !report.forbidden.is_empty() {
        let names = style.paint(Label::Bad, &names(&report.forbidden, " "));
        writeln!(out, "{}", lang.forbidden_points(&names))?;
    }
    Ok(())
}

fn write_list(
    side: Color,
    points: &ScoredPoints,
    limit: usize,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    writeln!(out, "\n{}", style.lang.points_for(side))?;
    let mut table = bare_table();
    table.set_header(style.lang.score_columns());
    for ranked in points.0.iter().take(limit) {
        table.add_row([
            ranked.rank.to_string(),
            ranked.point.to_string(),
            ranked.value.to_string(),
        ]);
    }
    for column in [0, 2] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    write_table(&table, out)
}

/// A board with a number on each empty point, warmer where it is higher.
fn write_grid(
    report: &ScoreReport,
    side: Color,
    points: &ScoredPoints,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let stones = report.placed.black.len() + report.placed.white.len();
    let is_whole = points.0.len() + stones == report.head.size.area();
    let lowest = points.0.last().filter(|_| is_whole);
    let lowest = lowest.map_or(0, |lowest| lowest.value);
    let marks = points.0.iter().map(|ranked| MarkedPoint {
        point: ranked.point,
        text: brief(ranked.value.saturating_sub(lowest)),
        label: if side == Color::Black && report.forbidden.contains(&ranked.point) {
            Label::Bad
        } else {
            Label::Heat(Heat::of(ranked.rank - 1, points.0.len()))
        },
    });
    let stones = Color::BOTH.into_iter().flat_map(|color| {
        let placed = report.placed[color].iter();
        placed.map(move |&point| (point, color))
    });
    let board = BoardText {
        size: report.head.size,
        stones: stones.collect(),
        marks: marks.collect(),
        last: None,
        glyphs: Glyphs::Ascii,
    };
    writeln!(out, "\n{}", style.lang.points_for(side))?;
    if lowest != 0 {
        writeln!(out, "{}", style.lang.above_the_lowest(lowest))?;
    }
    write!(out, "{}", board.draw(style))
}

/// A number of at most four characters: `950`, `12k`, `1.2M`.
fn brief(value: i64) -> String {
    const UNITS: [(i64, &str); 4] = [(1, ""), (1000, "k"), (1_000_000, "M"), (1_000_000_000, "G")];
    let is_large = |&(unit, _): &(i64, &str)| value.abs() / unit < 1000;
    let (unit, sign) = UNITS
        .into_iter()
        .find(is_large)
        .unwrap_or((1_000_000_000_000, "T"));
    let tenths = value * 10 / unit;
    if unit == 1 || tenths.abs() >= 100 {
        format!("{}{sign}", value / unit)
    } else {
        format!("{}.{}{sign}", tenths / 10, (tenths % 10).abs())
    }
}

fn write_terms(
    report: &ScoreReport,
    side: Color,
    how: ScoreText,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let (Some(terms), lang) = (&report.terms, style.lang) else {
        return Ok(());
    };
    if let Some(value) = report.board[side].filter(|_| how.explains_board) {
        writeln!(out, "\n{}", lang.terms_of_board(side, value))?;
        match &terms.board[side] {
            Some(terms) => write_table(&sum(terms, style), out)?,
            None => writeln!(out, "  {}", lang.terms_unknown())?,
        }
    }
    let (Some(values), Some(terms)) = (&report.points[side], &terms.points[side]) else {
        return Ok(());
    };
    for &Ranked { point, value, .. } in values.0.iter().take(how.explained) {
        writeln!(out, "\n{}", lang.terms_of_point(point, side, value))?;
        match terms.0.iter().find(|(at, _)| *at == point) {
            Some((_, terms)) => write_table(&sum(terms, style), out)?,
            None => writeln!(out, "  {}", lang.terms_unknown())?,
        }
    }
    Ok(())
}

/// The addends of a value, the weightiest first, with their share of everything that was added
/// or taken away.
fn sum(terms: &[Term], style: Style) -> Table {
    let mut table = bare_table();
    table.set_header(style.lang.term_columns());
    let total: u64 = terms.iter().map(|term| term.value.unsigned_abs()).sum();
    let mut terms: Vec<&Term> = terms.iter().collect();
    terms.sort_by_key(|term| std::cmp::Reverse(term.value.unsigned_abs()));
    let (listed, rest) = terms.split_at(terms.len().min(TERMS));
    for term in listed {
        table.add_row([
            term.value.to_string(),
            share(term.value.unsigned_abs(), total),
            term.name.to_string(),
            names(&term.stones, " "),
        ]);
    }
    if !rest.is_empty() {
        let value: i64 = rest.iter().map(|term| term.value).sum();
        let weight = rest.iter().map(|term| term.value.unsigned_abs()).sum();
        let more = style.lang.more_terms(rest.len(), value);
        table.add_row([value.to_string(), share(weight, total), more, String::new()]);
    }
    for column in table.column_iter_mut().take(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// A part of a whole in percent, `-` of nothing.
fn share(part: u64, whole: u64) -> String {
    let divisor = u128::from(whole.max(1));
    let permille = (u128::from(part) * 2000 + divisor) / (2 * divisor); // To the nearest.
    if whole == 0 {
        "-".to_owned()
    } else {
        format!("{}.{} %", permille / 10, permille % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::brief;

    #[test]
    fn numbers_fit_in_four_characters() {
        assert_eq!(brief(0), "0");
        assert_eq!(brief(999), "999");
        assert_eq!(brief(1000), "1.0k");
        assert_eq!(brief(99_999), "99k");
        assert_eq!(brief(999_999), "999k");
        assert_eq!(brief(1_202_046), "1.2M");
        assert_eq!(brief(12_000_000), "12M");
    }
}
