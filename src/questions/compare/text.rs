//! Comparisons of evaluators as text: agreement, rank gaps, failures, and the summary.

use std::fmt::Display;

use super::points_table::write_points;
use super::short_names::ShortNames;
use crate::geometry::Point;
use crate::questions::agreement::Gap;
use crate::questions::{
    ChangedChoice, ComparisonReport, ComparisonSummary, Contrast, FailureDetail, GapAt,
};
use crate::render::page::{Page, TextReport};
use crate::render::printable::printable;
use crate::render::wording::joined;
use crate::render::{Label, Lang};

/// Last lines of a failed engine that are shown.
const LAST_LINES: usize = 5;
/// Positions with another best move that are named.
const CHANGED: usize = 20;
/// The most columns of a name on narrower terminals.
const NARROW: usize = 100;
const NAME: usize = 14;

impl TextReport for ComparisonReport {
    fn write(&self, page: &mut Page) {
        page.heading(&self.header);
        page.ending(&self.header);
        let names = fitted(write_points(self, page), page);
        if self.best.0.len() > 1 {
            write_agreement(self, &names, page);
        }
        write_forbidden(self, &names, page);
        for (name, failed) in &self.failures.0 {
            write_failure(name, failed, page);
        }
        if names.explained().next().is_some() {
            page.line("");
            write_explained(&names, page);
        }
    }
}

/// Names that leave room for what stands beside them.
fn fitted(names: ShortNames, page: &Page) -> ShortNames {
    if page.style.width.is_some_and(|width| width < NARROW) {
        names.cut(NAME)
    } else {
        names
    }
}

/// What short names stand for.
fn write_explained(names: &ShortNames, page: &mut Page) {
    for (short, name) in names.explained() {
        page.say("compare.short", &[("short", &short), ("name", &name)]);
    }
}

/// `no answer from mine: ended with exit status 1`, and the last it said.
fn write_failure(name: &str, failed: &FailureDetail, page: &mut Page) {
    let name = printable(name);
    let reason = printable(&failed.message);
    let values: [(&str, &dyn Display); 2] = [("name", &name), ("reason", &reason)];
    let text = page.lang.format("compare.no_answer", &values);
    page.line(page.style.paint(Label::Bad, &text));
    let skipped = failed.stderr.len().saturating_sub(LAST_LINES);
    for line in &failed.stderr[skipped..] {
        page.line(format_args!("  {}", printable(line)));
    }
}

fn write_agreement(report: &ComparisonReport, names: &ShortNames, page: &mut Page) {
    let (lang, reference) = (page.lang, report.reference.as_str());
    let tops = report.agreement.iter().map(|pair| pair.agreement.top);
    let top = tops.max().unwrap_or(0);
    page.say(
        "compare.agreement_with",
        &[("reference", &names.get(reference)), ("top", &top)],
    );
    let rows = report.best.0.iter().map(|(name, best)| {
        let cells = report.pair_with_reference(name).map(|found| {
            let gap = found.widest_gap.map(|gap| gap_text(gap, lang));
            let shared = format!("{}/{}", found.top_shared, found.top);
            [tau(found.tau_top), shared, gap.unwrap_or_default()]
        });
        let names = [names.get(name), best_points(best)];
        names.into_iter().chain(cells.unwrap_or_default())
    });
    let titles = [
        "compare.evaluator",
        "compare.best",
        "compare.tau",
        "compare.shared",
        "compare.widest_gap",
    ];
    page.table(&titles.map(|key| lang.text(key)), rows, &[2, 3]);
}

/// `H8: 1 and 12`
fn gap_text(gap: Gap, lang: Lang) -> String {
    let Gap {
        point,
        ranks: [here, there],
    } = gap;
    let values: [(&str, &dyn Display); 3] = [("point", &point), ("here", &here), ("there", &there)];
    lang.format("compare.gap", &values)
}

/// A few names of points, or how many they are.
fn best_points(points: &[Point]) -> String {
    match points {
        [] => "-".to_owned(),
        [first, rest @ ..] if points.len() > 3 => format!("{first} +{}", rest.len()),
        few => joined(few, " "),
    }
}

/// What the rules and the programs forbid, unless that is nothing.
fn write_forbidden(report: &ComparisonReport, names: &ShortNames, page: &mut Page) {
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
        [names.get(name), points]
    });
    page.table(&[], rows, &[]);
}

/// What a comparison of many positions comes to: first where the choice changes, then where ranks
/// do, then how far they agree.
impl TextReport for ComparisonSummary {
    fn write(&self, page: &mut Page) {
        let names = self.against.iter().map(|contrast| &contrast.name);
        let names = ShortNames::of(std::iter::once(&self.reference).chain(names));
        let names = fitted(names, page);
        let lang = page.lang;
        let reference = names.get(&self.reference);
        let values: [(&str, &dyn Display); 1] = [("reference", &reference)];
        page.line(lang.count("compare.positions", self.positions as u64, &values));
        for contrast in &self.against {
            write_contrast(contrast, &names, &reference, page);
        }
        if self.agreement.is_empty() {
            return;
        }
        page.section(lang.text("compare.mean_agreement"));
        let rows = self.agreement.iter().map(|pair| {
            let shared = pair.top_shared.map(|shared| format!("{shared:.1}"));
            [
                names.get(&pair.a),
                names.get(&pair.b),
                tau(pair.tau_top),
                format!("{}/{}", pair.same_best, pair.positions),
                shared.unwrap_or_else(|| "-".to_owned()),
            ]
        });
        let titles = ["", "", "compare.tau", "compare.same_best", "compare.shared"];
        page.table(&titles.map(|key| lang.text(key)), rows, &[2, 3, 4]);
        if names.explained().next().is_some() {
            page.line("");
            write_explained(&names, page);
        }
    }
}

/// Where an evaluator differs from the reference.
fn write_contrast(contrast: &Contrast, names: &ShortNames, reference: &str, page: &mut Page) {
    let lang = page.lang;
    let name = names.get(&contrast.name);
    let changed = contrast.changed.len();
    let values: [(&str, &dyn Display); 3] = [
        ("name", &name),
        ("reference", &reference),
        ("positions", &contrast.positions),
    ];
    page.line("");
    if contrast.positions > 0 {
        let heading = if changed == 0 {
            lang.format("compare.unchanged", &values)
        } else {
            lang.count("compare.changed", changed as u64, &values)
        };
        page.line(page.style.paint(Label::Heading, &heading));
    }
    if contrast.failed > 0 {
        page.line(lang.count("compare.unanswered", contrast.failed as u64, &values));
    }
    if changed > 0 {
        write_changed(contrast, [reference, &name], page);
    }
    if !contrast.widest.is_empty() {
        page.line(lang.format("compare.ranked_otherwise", &values));
        let titles = [
            lang.text("compare.point"),
            reference,
            &name,
            lang.text("compare.position"),
        ];
        let rows = contrast.widest.iter().map(|GapAt { id, gap }| {
            let [here, there] = gap.ranks.map(|rank| rank.to_string());
            [gap.point.to_string(), here, there, printable(id)]
        });
        page.table(&titles, rows, &[1, 2]);
    }
}

/// The positions with another best move: what each would play, and where the other ranks that.
fn write_changed(contrast: &Contrast, [reference, name]: [&str; 2], page: &mut Page) {
    let lang = page.lang;
    let rank = |rank: Option<usize>| rank.map_or("-".to_owned(), |rank| rank.to_string());
    let rows = contrast.changed.iter().take(CHANGED);
    let rows = rows.map(|changed: &ChangedChoice| {
        [
            best_points(&changed.reference_best),
            rank(changed.rank_of_reference_best),
            best_points(&changed.best),
            rank(changed.rank_of_best),
            printable(&changed.id),
        ]
    });
    let title = lang.text("compare.rank_there");
    let titles = [reference, title, name, title, lang.text("compare.position")];
    page.table(&titles, rows, &[1, 3]);
    let more = contrast.changed.len().saturating_sub(CHANGED);
    let full = printable(&contrast.name);
    if more > 0 {
        page.line(lang.count("compare.more_changed", more as u64, &[("name", &full)]));
    }
}

fn tau(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.2}"))
}
