//! Differences between two outputs as text: a line for each position, then the totals.

use std::fmt::Display;

use serde_json::Value;

use crate::questions::diff::{AnswerDiff, DiffSide, DiffSummary, FieldChange};
use crate::render::page::{Page, TextReport};
use crate::render::printable::printable;
use crate::render::{Label, Lang};

/// Changes of a position that are told.
const CHANGES: usize = 8;

/// Characters of a value that are shown.
const LONGEST: usize = 48;

/// Fields of a summary that are listed.
const FIELDS: usize = 20;

/// `a.txt: best H8 -> G7; board.black 165 -> 120`
impl TextReport for AnswerDiff {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let name = page.style.paint(Label::Heading, &printable(&self.id));
        let said = match (self.only_in, self.line) {
            (Some(side), line) => {
                let key = match side {
                    DiffSide::Old => "diff.only_old",
                    DiffSide::New => "diff.only_new",
                };
                lang.format(key, &[("line", &line.unwrap_or_default())])
            }
            (None, _) => changes(&self.changes, lang),
        };
        page.say("diff.answer", &[("id", &name), ("changes", &said)]);
    }
}

fn changes(changes: &[FieldChange], lang: Lang) -> String {
    let told = changes
        .iter()
        .take(CHANGES)
        .map(|change| line(change, lang));
    let mut told: Vec<String> = told.collect();
    let more = changes.len().saturating_sub(CHANGES);
    if more > 0 {
        told.push(lang.count("diff.more", more as u64, &[]));
    }
    told.join(lang.text("list.semicolon"))
}

/// `forbidden +H8 -A1`
fn line(change: &FieldChange, lang: Lang) -> String {
    let field = printable(change.field());
    match change {
        FieldChange::Value { old, new, .. } => {
            let [old, new] = [old, new].map(|value| shown(value, lang));
            format!("{field} {old} -> {new}")
        }
        FieldChange::Points { added, removed, .. } => {
            let signed = |sign: char, names: &[String]| -> Vec<String> {
                names
                    .iter()
                    .map(|name| format!("{sign}{}", printable(name)))
                    .collect()
            };
            let points = [signed('+', added), signed('-', removed)].concat();
            format!("{field} {}", points.join(" "))
        }
        FieldChange::Ranking {
            kendall_tau,
            changed,
            widest,
            ..
        } => {
            let tau = kendall_tau.map_or_else(|| "-".to_owned(), |tau| format!("{tau:.2}"));
            let mut said = vec![lang.count("diff.values", *changed as u64, &[])];
            if let Some(widest) = widest {
                said.push(format!("{} {} -> {}", widest.point, widest.old, widest.new));
            }
            let said = said.join(lang.text("list.comma"));
            format!(
                "{field} {}",
                lang.format("diff.tau", &[("tau", &tau), ("values", &said)])
            )
        }
    }
}

/// A value in few words.
fn shown(value: &Value, lang: Lang) -> String {
    let end = |key: &str| value.get(key).and_then(Value::as_u64);
    let text = match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) if values.iter().all(Value::is_string) => {
            let words: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
            if words.is_empty() {
                "-".to_owned()
            } else {
                words.join(" ")
            }
        }
        value => match (end("win_in"), end("loss_in")) {
            (Some(plies), _) => ended("unit.win_in", plies, lang),
            (_, Some(plies)) => ended("unit.loss_in", plies, lang),
            _ => value.to_string(),
        },
    };
    let text = printable(&text);
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST - 2).chain("..".chars()).collect()
}

fn ended(key: &'static str, plies: u64, lang: Lang) -> String {
    let moves = lang.count("unit.plies", plies, &[]);
    lang.format(key, &[("moves", &moves)])
}

impl TextReport for DiffSummary {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let of = self.of.as_deref().unwrap_or("-");
        page.line(lang.count("diff.compared", self.compared, &[("of", &of)]));
        if let (Some(old), Some(new)) = (&self.old_evaluator, &self.new_evaluator)
            && old != new
        {
            let [old, new] = [old, new].map(|name| printable(name));
            page.say("diff.evaluators", &[("old", &old), ("new", &new)]);
        }
        let counts = [
            ("diff.changed", self.changed),
            ("diff.count_old", self.only_old),
            ("diff.count_new", self.only_new),
            ("diff.not_read", self.not_read),
        ];
        let is_told = |&(key, count): &(&str, u64)| count > 0 || key == "diff.changed";
        let counts = counts.into_iter().filter(is_told);
        let counts: Vec<String> = counts
            .map(|(key, count)| lang.count(key, count, &[]))
            .collect();
        page.line(counts.join(lang.text("list.semicolon")));
        if !self.fields.is_empty() {
            let rows = self.fields.iter().take(FIELDS);
            let rows = rows.map(|field| [printable(&field.field), field.positions.to_string()]);
            let titles = ["diff.field", "diff.positions"].map(|key| lang.text(key));
            page.table(&titles, rows, &[1]);
        }
        if let Some(rankings) = &self.rankings {
            let values: [(&str, &dyn Display); 3] = [
                ("mean", &format_args!("{:.2}", rankings.mean_tau)),
                ("least", &format_args!("{:.2}", rankings.least_tau)),
                ("id", &printable(&rankings.least_id)),
            ];
            page.line(lang.count("diff.rankings", rankings.rankings, &values));
        }
    }
}
