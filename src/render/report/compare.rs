use super::page::{Page, bare_table};
use super::phrases::{joined, printable};
use super::text_report::TextReport;
use crate::eval::RanksBy;
use crate::geometry::Point;
use crate::render::{Label, Lang};
use crate::study::{ByName, ComparedPoint, ComparisonReport, ComparisonSummary, PairAgreement};

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
    let row = |first: &str, of_each: &dyn Fn(&str) -> [String; 2]| {
        let cells = abreast.iter().flat_map(|name| of_each(name));
        std::iter::once(first.to_owned())
            .chain(cells)
            .collect::<Vec<String>>()
    };
    let mut table = bare_table();
    table.add_row(row(lang.text("compare.point"), &|name| {
        [title(report, name), String::new()]
    }));
    table.add_row(row("", &|_| {
        [
            lang.text("compare.score").to_owned(),
            lang.text("compare.rank").to_owned(),
        ]
    }));
    for compared in &report.points {
        let mut cells = row(&compared.point.to_string(), &|name| {
            cells(report, compared, name)
        });
        cells.extend(rank_gap(compared, abreast, lang));
        table.add_row(cells);
    }
    let numbers: Vec<usize> = (1..=2 * abreast.len()).collect();
    page.table(table, &numbers);
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
    let title = [("reference", &printable(reference) as _)];
    page.line(lang.format("compare.agreement_with", &title));
    let top = report
        .agreement
        .iter()
        .map(|pair| pair.agreement.top)
        .max()
        .unwrap_or(0);
    let mut table = bare_table();
    table.set_header([
        lang.text("compare.evaluator").to_owned(),
        lang.text("compare.best").to_owned(),
        lang.text("compare.kendall_tau").to_owned(),
        lang.format("compare.shared_of_top", &[("top", &top)]),
        lang.text("compare.widest_gap").to_owned(),
    ]);
    for (name, best) in &report.best.0 {
        let mut pairs = report.agreement.iter();
        let pair = pairs.find_map(|pair| with(pair, reference, name));
        let cells = pair.map(|(pair, ranks)| {
            let found = pair.agreement;
            let gap = found.widest_gap.zip(ranks).map(|(gap, [here, there])| {
                let values = [
                    ("point", &gap.point as _),
                    ("here", &here as _),
                    ("there", &there as _),
                ];
                lang.format("compare.gap", &values)
            });
            [
                tau(found.kendall_tau),
                found.top_shared.to_string(),
                gap.unwrap_or_default(),
            ]
        });
        let names = [printable(name), best_points(best)];
        table.add_row(names.into_iter().chain(cells.unwrap_or_default()));
    }
    page.table(table, &[2, 3]);
}

/// The pair of these two with its widest ranks, the reference's first.
fn with<'a>(
    pair: &'a PairAgreement,
    reference: &str,
    name: &str,
) -> Option<(&'a PairAgreement, Option<[usize; 2]>)> {
    let ranks = pair.agreement.widest_gap.map(|gap| gap.ranks);
    if (pair.a.as_str(), pair.b.as_str()) == (reference, name) {
        Some((pair, ranks))
    } else if (pair.a.as_str(), pair.b.as_str()) == (name, reference) {
        Some((pair, ranks.map(|[here, there]| [there, here])))
    } else {
        None
    }
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
    page.line(format_args!("\n{}", page.lang.text("compare.forbidden_by")));
    let mut table = bare_table();
    for (name, points) in by {
        let points = match points.as_slice() {
            [] => page.lang.text("compare.none").to_owned(),
            points => joined(points, " "),
        };
        table.add_row([printable(name), points]);
    }
    page.table(table, &[]);
}

/// What a comparison of many positions comes to.
impl TextReport for ComparisonSummary {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        page.line(lang.count("compare.positions", self.positions as u64, &[]));
        let mut table = bare_table();
        table.set_header([
            "",
            "",
            lang.text("compare.kendall_tau"),
            lang.text("compare.same_best"),
            lang.text("compare.mean_shared"),
        ]);
        for pair in &self.agreement {
            let shared = pair.top_shared.map(|shared| format!("{shared:.1}"));
            table.add_row([
                printable(&pair.a),
                printable(&pair.b),
                tau(pair.kendall_tau),
                format!("{}/{}", pair.same_best, pair.positions),
                shared.unwrap_or_else(|| "-".to_owned()),
            ]);
        }
        page.table(table, &[2, 3, 4]);
        if !self.differ_most.is_empty() {
            page.line(format_args!("\n{}", lang.text("compare.differ_most")));
            let mut table = bare_table();
            for position in &self.differ_most {
                table.add_row([tau(Some(position.kendall_tau)), printable(&position.id)]);
            }
            page.table(table, &[]);
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
