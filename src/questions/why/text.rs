//! Why a point is better, as text: a sentence, then the terms that make the difference.

use std::cmp::Reverse;
use std::fmt::Display;

use crate::board::Color;
use crate::eval::Worth;
use crate::questions::{PairedTerm, WeightChange, WeightSummary, WhyBasis, WhyPoint, WhyReport};
use crate::render::page::{Page, TextReport};
use crate::render::wording::joined;
use crate::render::{Label, Lang};

/// Rows of a table, at most.
const ROWS: usize = 20;
/// Weights that are named in a line, at most.
const NAMED: usize = 8;

impl TextReport for WhyReport {
    fn write(&self, page: &mut Page) {
        page.heading(&self.header);
        page.ending(&self.header);
        let sentence = self.sentence(page.lang);
        page.line(page.style.paint(Label::Heading, &sentence));
        self.write_points(page);
        match self.by {
            _ if !self.others.is_empty() => self.write_others(page),
            _ if self.weights.is_some() => self.write_weights(page),
            WhyBasis::Occlusion => self.write_occlusion(page),
            WhyBasis::Terms | WhyBasis::Shares => self.write_terms(page),
        }
    }
}

impl WhyReport {
    /// The answer in a sentence.
    pub(super) fn sentence(&self, lang: Lang) -> String {
        let (color, evaluator) = (lang.word(self.side), &self.evaluator);
        let mut values: Vec<(&str, &dyn Display)> =
            vec![("color", &color), ("evaluator", evaluator)];
        values.push(("first", &self.points[0].point));
        if let Some(other) = &self.other {
            let [ours, theirs] = self.counted_alone();
            values.extend([
                ("other", other as &dyn Display),
                ("ours", &ours),
                ("theirs", &theirs),
            ]);
            return lang.format("why.shares", &values);
        }
        let ([_, second], Some(difference)) = (&self.points[..], self.difference) else {
            return lang.format("why.all", &values);
        };
        let (size, key) = match difference.get() {
            0.0 => (difference, "why.same"),
            1.0.. => (difference, "why.more"),
            more if more > 0.0 => (difference, "why.more"),
            _ => (-difference, "why.less"),
        };
        values.extend([
            ("second", &second.point as &dyn Display),
            ("difference", &size),
        ]);
        lang.format(key, &values)
    }

    /// Percent of what each evaluator counts at the point that the other does not count.
    fn counted_alone(&self) -> [Worth; 2] {
        let alone = |of: fn(&PairedTerm) -> (Option<Worth>, Option<Worth>)| {
            let shares = self.terms.iter().map(of);
            let alone = shares.filter_map(|(own, other)| own.filter(|_| other.is_none()));
            Worth::new((alone.sum::<Worth>().get() * 10.0).round() / 10.0).unwrap_or_default()
        };
        [
            alone(|term| (term.first, term.second)),
            alone(|term| (term.second, term.first)),
        ]
    }

    /// The values and ranks of what is compared.
    fn write_points(&self, page: &mut Page) {
        let lang = page.lang;
        let told = self.points.iter().map(|at| told(at, lang));
        let told: Vec<String> = told.collect();
        let told = joined(&told, lang.text("list.semicolon"));
        page.line(format_args!("  {told}"));
        if self.other.is_none() {
            let unit = lang.format("score.unit", &[("unit", &lang.translate(&self.unit))]);
            page.line(format_args!("  {unit}"));
        }
    }

    fn write_terms(&self, page: &mut Page) {
        let lang = page.lang;
        let is_same = |term: &&PairedTerm| term.difference == Worth::default();
        let (same, differ): (Vec<_>, Vec<_>) = self.terms.iter().partition(is_same);
        let (listed, rest) = differ.split_at(differ.len().min(ROWS));
        let names = match &self.other {
            Some(other) => [format!("{} %", self.evaluator), format!("{other} %")],
            None => [0, 1].map(|place| self.points[place].point.to_string()),
        };
        let titles = [lang.text("why.difference"), &names[0], &names[1]];
        let words = ["score.term", "score.stones"].map(|key| lang.text(key));
        let or_none =
            |value: Option<Worth>| value.map_or("-".to_owned(), |value| value.to_string());
        let rows = listed.iter().map(|term| {
            let stones = joined(&term.stones, " ");
            let values = [Some(term.difference), term.first, term.second].map(or_none);
            values
                .into_iter()
                .chain([self.name_of(term, lang), stones])
                .collect::<Vec<_>>()
        });
        page.section(lang.text(match self.by {
            WhyBasis::Shares => "why.by_shares",
            _ => "why.by_terms",
        }));
        page.table(&[&titles[..], &words].concat(), rows, &[0, 1, 2]);
        if !rest.is_empty() {
            let sum: Worth = rest.iter().map(|term| term.difference).sum();
            page.line(lang.count("score.more_terms", rest.len() as u64, &[("sum", &sum)]));
        }
        if !same.is_empty() {
            page.line(lang.count("why.same_terms", same.len() as u64, &[]));
        }
    }

    /// A term in the evaluator's words, with its side where that is the other one.
    fn name_of(&self, term: &PairedTerm, lang: Lang) -> String {
        if term.side == self.side {
            return lang.translate(&term.name);
        }
        let name = lang.translate(&term.name);
        let values: [(&str, &dyn Display); 2] = [("term", &name), ("color", &lang.word(term.side))];
        lang.format("why.of_other", &values)
    }

    fn write_occlusion(&self, page: &mut Page) {
        let lang = page.lang;
        let mut changes: Vec<_> = self.occlusion.0.iter().collect();
        changes.sort_by_key(|(_, change)| Reverse(Worth::new(change.get().abs())));
        let board = &self.header.board;
        let rows = changes.iter().take(ROWS).map(|(stone, change)| {
            let color = board.stone(*stone).unwrap_or(Color::Black);
            [
                change.to_string(),
                stone.to_string(),
                lang.word(color).to_owned(),
            ]
        });
        page.section(&lang.format("why.by_occlusion", &[("evaluator", &self.evaluator)]));
        let titles = ["why.change", "why.stone", "why.color"].map(|key| lang.text(key));
        page.table(&titles, rows, &[0]);
    }

    fn write_weights(&self, page: &mut Page) {
        let lang = page.lang;
        let Some(found) = &self.weights else { return };
        let better = &found.better;
        let rows = found.changes.iter().take(ROWS).map(weight_row);
        let key = if found.changes.is_empty() {
            "why.no_weight"
        } else {
            "why.by_weights"
        };
        page.section(&lang.format(key, &[("better", better)]));
        if let Some(least) = found.changes.first() {
            let values: [(&str, &dyn Display); 5] = [
                ("weight", &least.weight),
                ("now", &least.now),
                ("then", &least.then),
                ("point", &least.point),
                ("better", better),
            ];
            page.say("why.least", &values);
        }
        let titles = [
            "why.weight",
            "why.now",
            "why.then",
            "why.change",
            "why.relative",
            "why.slope",
            "why.better",
        ];
        if !found.changes.is_empty() {
            page.table(&titles.map(|key| lang.text(key)), rows, &[1, 2, 3, 4, 5]);
        }
        let more = found.changes.len().saturating_sub(ROWS) as u64;
        if more > 0 {
            page.line(lang.count("why.more_weights", more, &[]));
        }
        if found.idle > 0 {
            page.line(lang.count("why.idle", found.idle as u64, &[]));
        }
        if !found.nonlinear.is_empty() {
            let names = named(&found.nonlinear, lang);
            page.say("why.nonlinear", &[("weights", &names)]);
        }
    }

    fn write_others(&self, page: &mut Page) {
        let lang = page.lang;
        let rows = self.others.iter().take(ROWS).map(|other| {
            let rank = other
                .at
                .rank
                .map_or("-".to_owned(), |rank| rank.to_string());
            let cells = [
                other.difference.to_string(),
                rank,
                other.at.point.to_string(),
            ];
            let term = other.term.as_ref().map_or_else(Vec::new, |term| {
                let stones = joined(&term.stones, " ");
                vec![
                    term.difference.to_string(),
                    self.name_of(term, lang),
                    stones,
                ]
            });
            let value = other.at.value.to_string();
            cells
                .into_iter()
                .chain([value])
                .chain(term)
                .collect::<Vec<_>>()
        });
        let titles = ["why.difference", "score.rank", "score.point", "score.value"];
        let titles = [&titles[..], &["why.most", "score.term", "score.stones"]].concat();
        let titles: Vec<&str> = titles.into_iter().map(|key| lang.text(key)).collect();
        page.section(lang.text("why.by_others"));
        page.table(&titles, rows, &[0, 1, 3, 4]);
        if self.others.len() > ROWS {
            let more = self.others.len() - ROWS;
            page.line(lang.count("why.more_points", more as u64, &[]));
        }
    }
}

impl TextReport for WeightSummary {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        page.line(lang.count("why.positions", self.positions as u64, &[]));
        let rows = self.weights.iter().take(ROWS);
        let rows = rows.map(|of| {
            [
                of.weight.clone(),
                of.decides.to_string(),
                of.matters.to_string(),
            ]
        });
        let titles = ["why.weight", "why.decides", "why.matters"].map(|key| lang.text(key));
        page.table(&titles, rows, &[1, 2]);
        if !self.never.is_empty() {
            let names = named(&self.never, lang);
            page.say("why.never", &[("weights", &names)]);
        }
        for group in &self.collinear {
            page.say("why.collinear", &[("weights", &named(group, lang))]);
        }
    }
}

fn weight_row(change: &WeightChange) -> [String; 7] {
    let size = change.then - change.now;
    let share = Worth::new((change.relative() * 1000.0).round() / 10.0);
    [
        change.weight.clone(),
        change.now.to_string(),
        change.then.to_string(),
        format!("{size:+}"),
        share.map_or("-".to_owned(), |share| format!("{share} %")),
        change.slope.to_string(),
        change.point.to_string(),
    ]
}

/// The first of some weights, and the number of the others.
pub(in crate::questions) fn named(weights: &[String], lang: Lang) -> String {
    let (first, others) = weights.split_at(weights.len().min(NAMED));
    let names = joined(first, lang.text("list.comma"));
    if !others.is_empty() {
        return format!("{names} +{}", others.len());
    }
    names
}

/// `I6: 3160, rank 1`
fn told(at: &WhyPoint, lang: Lang) -> String {
    let (point, value) = (&at.point, &at.value);
    match &at.rank {
        Some(rank) => lang.format(
            "why.point",
            &[("point", point), ("value", value), ("rank", rank)],
        ),
        None => lang.format("why.forbidden", &[("point", point), ("value", value)]),
    }
}
