use std::io;

use comfy_table::CellAlignment;

use super::{bare_table, finished, heading, names, printable, write_table};
use crate::eval::RanksBy;
use crate::render::{Label, Style};
use crate::study::{ComparedPoint, ComparisonReport, ComparisonSummary, PairAgreement};

/// Evaluators side by side in one table; more are told in tables below each other.
const ABREAST: usize = 5;

pub(in crate::render) fn write(
    report: &ComparisonReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    writeln!(out, "{}", heading(&report.head, report.stones, style))?;
    write!(out, "{}", finished(report.outcome.as_ref(), style))?;
    let compared: Vec<&str> = report.evaluators.iter().map(String::as_str).collect();
    if !report.points.is_empty() {
        for abreast in compared.chunks(ABREAST) {
            write_points(report, abreast, style, out)?;
            writeln!(out)?;
        }
    }
    if report.ranks_by.0.iter().any(|(_, by)| *by == RanksBy::Both) && !report.points.is_empty() {
        writeln!(out, "{}\n", style.lang.both_sides())?;
    }
    if report.best.0.len() > 1 {
        write_agreement(report, style, out)?;
    }
    write_judges(report, style, out)?;
    for (name, failed) in &report.failed.0 {
        let why = printable(&failed.0.message);
        let text = style.lang.no_answer(&printable(name), &why);
        writeln!(out, "{}", style.paint(Label::Bad, &text))?;
    }
    Ok(())
}

fn write_points(
    report: &ComparisonReport,
    abreast: &[&str],
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let [point, score, rank] = style.lang.compare_columns();
    let mut table = bare_table();
    let header = abreast
        .iter()
        .flat_map(|name| [title(report, name), String::new()]);
    table.add_row(std::iter::once(point.to_owned()).chain(header));
    let below = abreast
        .iter()
        .flat_map(|_| [score.to_owned(), rank.to_owned()]);
    table.add_row(std::iter::once(String::new()).chain(below));
    for compared in &report.points {
        table.add_row(row(report, compared, abreast, style));
    }
    for column in table.column_iter_mut().skip(1).take(2 * abreast.len()) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    write_table(&table, out)
}

/// The name of an evaluator, with a mark if it ranks by both sides.
fn title(report: &ComparisonReport, name: &str) -> String {
    let by_both = find(&report.ranks_by.0, name) == Some(RanksBy::Both);
    format!("{}{}", printable(name), if by_both { "*" } else { "" })
}

fn row(
    report: &ComparisonReport,
    compared: &ComparedPoint,
    abreast: &[&str],
    style: Style,
) -> Vec<String> {
    let number = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    let mut cells = vec![compared.point.to_string()];
    for &name in abreast {
        let score = find(&compared.scores.0, name).flatten();
        let rank = find(&compared.ranks.0, name).flatten();
        let failed = report.failed.0.iter().find(|(there, _)| there == name);
        let failed = failed.map(|(_, failed)| failed.0.kind.name().to_owned());
        cells.push(number(score.map(|score| score.to_string()).or(failed)));
        cells.push(number(rank.map(|rank| rank.to_string())));
    }
    let ranks = || {
        abreast
            .iter()
            .filter_map(|name| find(&compared.ranks.0, name).flatten())
    };
    let gap = ranks()
        .max()
        .zip(ranks().min())
        .map_or(0, |(most, least)| most - least);
    if gap > 0 {
        cells.push(style.lang.ranks_differ(gap));
    }
    cells
}

fn write_agreement(
    report: &ComparisonReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let reference = report.reference.as_str();
    let top = report
        .agreement
        .iter()
        .map(|pair| pair.top)
        .max()
        .unwrap_or(0);
    writeln!(out, "{}", style.lang.agreement_with(&printable(reference)))?;
    let mut table = bare_table();
    table.set_header(style.lang.agreement_columns(top));
    for (name, best) in &report.best.0 {
        let pair = report
            .agreement
            .iter()
            .find_map(|pair| with(pair, reference, name));
        let mut cells = vec![printable(name), best_points(best)];
        match pair {
            None => cells.extend(std::iter::repeat_n(String::new(), 3)),
            Some((pair, ranks)) => {
                cells.push(tau(pair.kendall_tau));
                cells.push(pair.top_shared.to_string());
                let gap = pair.widest_gap.as_ref().zip(ranks);
                cells.push(gap.map_or(String::new(), |(gap, ranks)| {
                    style.lang.gap(gap.point, ranks)
                }));
            }
        }
        table.add_row(cells);
    }
    for column in table.column_iter_mut().skip(2).take(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    write_table(&table, out)
}

/// The pair of these two with its widest ranks, the reference's first.
fn with<'a>(
    pair: &'a PairAgreement,
    reference: &str,
    name: &str,
) -> Option<(&'a PairAgreement, Option<[usize; 2]>)> {
    let ranks = pair.widest_gap.as_ref().map(|gap| gap.ranks);
    if (pair.a.as_str(), pair.b.as_str()) == (reference, name) {
        Some((pair, ranks))
    } else if (pair.a.as_str(), pair.b.as_str()) == (name, reference) {
        Some((pair, ranks.map(|[here, there]| [there, here])))
    } else {
        None
    }
}

/// A few names of points, or how many they are.
fn best_points(points: &[crate::geometry::Point]) -> String {
    match points {
        [] => "-".to_owned(),
        few if few.len() <= 4 => names(few, " "),
        [first, second, rest @ ..] => format!("{first} {second} +{}", rest.len()),
        [only] => only.to_string(),
    }
}

fn write_judges(
    report: &ComparisonReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let is_bare = report.judges.0.iter().all(|(_, points)| points.is_empty());
    if is_bare {
        return Ok(());
    }
    writeln!(out, "\n{}", style.lang.judges_word())?;
    let mut table = bare_table();
    for (name, points) in &report.judges.0 {
        let points = match points.as_slice() {
            [] => style.lang.none_word().to_owned(),
            points => names(points, " "),
        };
        table.add_row([printable(name), points]);
    }
    write_table(&table, out)
}

/// What a comparison of many positions comes to.
pub(in crate::render) fn write_summary(
    summary: &ComparisonSummary,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    writeln!(out, "{}", style.lang.compared_positions(summary.positions))?;
    let mut table = bare_table();
    table.set_header(style.lang.summary_columns());
    for pair in &summary.agreement {
        table.add_row([
            printable(&pair.a),
            printable(&pair.b),
            tau(pair.kendall_tau),
            format!("{}/{}", pair.same_best, pair.positions),
            pair.top_shared
                .map_or("-".to_owned(), |shared| format!("{shared:.1}")),
        ]);
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    write_table(&table, out)?;
    if !summary.differ_most.is_empty() {
        writeln!(out, "\n{}", style.lang.differ_most())?;
        let mut table = bare_table();
        for position in &summary.differ_most {
            table.add_row([tau(Some(position.kendall_tau)), printable(&position.id)]);
        }
        write_table(&table, out)?;
    }
    Ok(())
}

fn tau(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.2}"))
}

fn find<T: Copy>(values: &[(String, T)], name: &str) -> Option<T> {
    let found = values.iter().find(|(there, _)| there == name);
    found.map(|&(_, value)| value)
}
