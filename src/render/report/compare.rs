use std::fmt::Display;

use super::page::{Page, TextReport};
use super::phrases::{joined, printable};
use crate::eval::RanksBy;
use crate::geometry::Point;
use crate::render::{Label, Lang};
use crate::study::agreement::{Agreement, Gap};
use crate::study::{
    ByName, ComparedPoint, ComparisonReport, ComparisonSummary, Disagreement, PairAgreement,
};

/// Evaluators side by side in one table; further ones follow in tables below.
const ABREAST: usize = 5;

impl TextReport for ComparisonReport {
    fn write(&self, page: &mut Page) {
        let (style, lang) = (page.style, page.lang);
        page.heading(&self.header);
        page.ending(&self.header);
        if !self.points.is_empty() {
            for abreast in self.evaluators.chunks(ABREAST) {
                write_points(self, abreast, page);
                page.line("");
            }
            if self.ranks_by.0.iter().any(|(_, by)| *by == RanksBy::Both) {
                page.line(format_args!("{}\n", lang.text("compare.both_sides")));
            }
        }
        if self.best.0.len() > 1 {
            write_agreement(self, page);
        }
        write_forbidden(self, page);
        for (name, failed) in &self.failed.0 {
            let name = printable(name);
            let reason = printable(&failed.message);
            let text = lang.format("compare.no_answer", &[("name", &name), ("reason", &reason)]);
            page.line(style.paint(Label::Bad, &text));
        }
    }
}

fn write_points(report: &ComparisonReport, abreast: &[String], page: &mut Page) {
    let lang = page.lang;
    let row = |first: String, of_each: &dyn Fn(&str) -> [String; 2]| {
        let cells = abreast.iter().flat_map(|name| of_each(name));
        std::iter::once(first).chain(cells).collect::<Vec<String>>()
    };
    let [point, score, rank] =
        ["compare.point", "compare.score", "compare.rank"].map(|key| lang.text(key).to_owned());
    let names = row(point, &|name| [title(report, name), String::new()]);
    let titles = row(String::new(), &|_| [score.clone(), rank.clone()]);
    let points = report.points.iter().map(|compared| {
        let cells = |name: &str| cells(report, compared, name);
        let mut cells = row(compared.point.to_string(), &cells);
        cells.extend(rank_gap(compared, abreast, lang));
        cells
    });
    let numbers: Vec<usize> = (1..=2 * abreast.len()).collect();
    page.table(&[], [names, titles].into_iter().chain(points), &numbers);
}

/// The name of an evaluator, with a mark if it ranks by both sides.
fn title(report: &ComparisonReport, name: &str) -> String {
    let by_both = find(&report.ranks_by, name) == Some(&RanksBy::Both);
    format!("{}{}", printable(name), if by_both { "*" } else { "" })
}

/// The score and the rank of a point, or why there are none.
fn cells(report: &ComparisonReport, compared: &ComparedPoint, name: &str) -> [String; 2] {
    let failed = find(&report.failed, name).map(|failed| failed.kind.to_string());
    let score = find(&compared.scores, name).copied().flatten();
    let score = score.map(|score| score.to_string()).or(failed);
    let rank = find(&compared.ranks, name).copied().flatten();
    let rank = rank.map(|rank| rank.to_string());
    [score, rank].map(|value| value.unwrap_or_else(|| "-".to_owned()))
}

/// `<- ranks differ by 8`, if they do.
fn rank_gap(compared: &ComparedPoint, abreast: &[String], lang: Lang) -> Option<String> {
    let ranks = || {
        let ranks = abreast
            .iter()
            .filter_map(|name| find(&compared.ranks, name));
        ranks.filter_map(|rank| *rank)
    };
    let gap = ranks().max()? - ranks().min()?;
    (gap > 0).then(|| lang.format("compare.ranks_differ", &[("gap", &gap)]))
}

fn write_agreement(report: &ComparisonReport, page: &mut Page) {
    let (lang, reference) = (page.lang, report.reference.as_str());
    page.say(
        "compare.agreement_with",
        &[("reference", &printable(reference))],
    );
    let tops = report.agreement.iter().map(|pair| pair.agreement.top);
    let top = tops.max().unwrap_or(0);
    let rows = report.best.0.iter().map(|(name, best)| {
        let mut pairs = report.agreement.iter();
        let found = pairs.find_map(|pair| of_pair(pair, reference, name));
        let cells = found.map(|found| {
            let gap = found.widest_gap.map(
                |Gap {
                     point,
                     ranks: [here, there],
                 }| {
                    let values: [(&str, &dyn Display); 3] =
                        [("point", &point), ("here", &here), ("there", &there)];
                    lang.format("compare.gap", &values)
                },
            );
            let shared = found.top_shared.to_string();
            [tau(found.kendall_tau), shared, gap.unwrap_or_default()]
        });
        let names = [printable(name), best_points(best)];
        names.into_iter().chain(cells.unwrap_or_default())
    });
    let titles = [
        lang.text("compare.evaluator"),
        lang.text("compare.best"),
        lang.text("compare.kendall_tau"),
        &lang.format("compare.shared_of_top", &[("top", &top)]),
        lang.text("compare.widest_gap"),
    ];
    page.table(&titles, rows, &[2, 3]);
}

/// How far these two agree, if they are the pair, with the reference's ranks first.
fn of_pair(pair: &PairAgreement, reference: &str, name: &str) -> Option<Agreement> {
    let mut found = pair.agreement;
    if (pair.a.as_str(), pair.b.as_str()) == (name, reference) {
        found
            .widest_gap
            .iter_mut()
            .for_each(|gap| gap.ranks.reverse());
    } else if (pair.a.as_str(), pair.b.as_str()) != (reference, name) {
        return None;
    }
    Some(found)
}

/// A few names of points, or how many they are.
fn best_points(points: &[Point]) -> String {
    match points {
        [] => "-".to_owned(),
        [first, second, rest @ ..] if points.len() > 4 => {
            format!("{first} {second} +{}", rest.len())
        }
        few => joined(few, " "),
    }
}

/// What the rules and the programs forbid, unless that is nothing.
fn write_forbidden(report: &ComparisonReport, page: &mut Page) {
    let by = &report.judges.0;
    if by.iter().all(|(_, points)| points.is_empty()) {
        return;
    }
    let lang = page.lang;
    page.section(lang.text("compare.forbidden_by"));
    let rows = by.iter().map(|(name, points)| {
        let points = match points.as_slice() {
            [] => lang.text("compare.none").to_owned(),
            points => joined(points, " "),
        };
        [printable(name), points]
    });
    page.table(&[], rows, &[]);
}

/// What a comparison of many positions comes to.
impl TextReport for ComparisonSummary {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        page.line(lang.count("compare.positions", self.positions as u64, &[]));
        let rows = self.agreement.iter().map(|pair| {
            let shared = pair.top_shared.map(|shared| format!("{shared:.1}"));
            [
                printable(&pair.a),
                printable(&pair.b),
                tau(pair.kendall_tau),
                format!("{}/{}", pair.same_best, pair.positions),
                shared.unwrap_or_else(|| "-".to_owned()),
            ]
        });
        let titles = [
            "",
            "",
            "compare.kendall_tau",
            "compare.same_best",
            "compare.mean_shared",
        ];
        page.table(&titles.map(|key| lang.text(key)), rows, &[2, 3, 4]);
        if !self.differ_most.is_empty() {
            page.section(lang.text("compare.differ_most"));
            let rows = self.differ_most.iter();
            let row = |position: &Disagreement| {
                [tau(Some(position.kendall_tau)), printable(&position.id)]
            };
            page.table(&[], rows.map(row), &[]);
        }
    }
}

fn tau(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.2}"))
}

fn find<'a, T>(values: &'a ByName<T>, name: &str) -> Option<&'a T> {
    let found = values.0.iter().find(|(there, _)| there == name);
    found.map(|(_, value)| value)
}
