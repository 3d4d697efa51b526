//! Why a point is better, as rows of a table: one for each term, stone or other point.

use crate::questions::{PairedTerm, WhyReport};
use crate::render::columns::{cell, cells};

/// The columns of comparisons, between those of the position and those of an error.
pub const WHY_COLUMNS: &[&str] = &[
    "evaluator",
    "other",
    "side",
    "by",
    "point",
    "value",
    "against",
    "against_value",
    "term",
    "term_side",
    "stones",
    "first",
    "second",
    "difference",
];

pub(super) fn rows(report: &WhyReport) -> Vec<Vec<String>> {
    let head = |second: usize| {
        let first = report.points.first();
        let second = report.points.get(second);
        vec![
            report.evaluator.clone(),
            cell(&report.other),
            cell(&report.side),
            cell(&report.by),
            cell(&first.map(|at| at.point)),
            cell(&first.map(|at| at.value)),
            cell(&second.map(|at| at.point)),
            cell(&second.map(|at| at.value)),
        ]
    };
    let of_term = |term: &PairedTerm| {
        [
            term.name.clone(),
            cell(&term.side),
            cells(&term.stones),
            cell(&term.first),
            cell(&term.second),
            cell(&term.difference),
        ]
    };
    let terms = report
        .terms
        .iter()
        .map(|term| [head(1), of_term(term).into()].concat());
    let stones = report.occlusion.0.iter().map(|(stone, change)| {
        let none = String::new;
        let of_stone = [none(), none(), cell(stone), none(), none(), cell(change)];
        [head(1), of_stone.into()].concat()
    });
    let others = report.others.iter().map(|other| {
        let mut row = head(1);
        row[6] = cell(&other.at.point);
        row[7] = cell(&other.at.value);
        let none = || Default::default();
        [row, other.term.as_ref().map_or_else(none, of_term).into()].concat()
    });
    terms.chain(stones).chain(others).collect()
}
