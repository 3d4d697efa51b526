//! What a fit came to, as text: how well the old and the new weights foretell, then what changed.

#![expect(
    clippy::cast_precision_loss,
    reason = "weights and counts are far below 2^52"
)]

use std::fmt::Display;

use super::answer::{FitComparison, FitReport};
use crate::questions::why::text::named;
use crate::render::Label;
use crate::render::page::{Page, TextReport};
use crate::render::wording::joined;

/// Rows of a table, at most, unless all are asked for.
const ROWS: usize = 20;

/// A report with all of its weights or the most changed ones.
pub struct FitText<'a> {
    /// What the fit came to.
    pub report: &'a FitReport,
    /// Whether every changed weight is listed.
    pub lists_all: bool,
}

impl TextReport for FitText<'_> {
    fn write(&self, page: &mut Page) {
        let (report, lang) = (self.report, page.lang);
        let split = report.split;
        let heading = lang.format("fit.heading", &[("evaluator", &report.evaluator)]);
        page.line(page.style.paint(Label::Heading, &heading));
        let label = |&(source, count): &(_, usize)| {
            lang.count("fit.label", count as u64, &[("source", &lang.word(source))])
        };
        let labels: Vec<String> = report.labels.0.iter().map(label).collect();
        page.line(format_args!(
            "  {}",
            joined(&labels, lang.text("list.comma"))
        ));
        let values: [(&str, &dyn Display); 5] = [
            ("training", &split.training),
            ("training_games", &split.training_games),
            ("held_out", &split.held_out),
            ("held_out_games", &split.held_out_games),
            ("seed", &report.seed),
        ];
        page.say("fit.split", &values);
        let told = [
            ("fit.repeated", split.repeated),
            ("fit.contradicting", split.contradicting),
            ("fit.unvalued", report.unvalued),
            ("fit.not_additive", report.not_additive),
        ];
        for (key, count) in told.into_iter().filter(|&(_, count)| count > 0) {
            page.line(format_args!("  {}", lang.count(key, count as u64, &[])));
        }
        self.write_measures(page);
        self.write_weights(page);
    }
}

impl FitText<'_> {
    fn write_measures(&self, page: &mut Page) {
        let lang = page.lang;
        let sides = [
            ("fit.of_held_out", self.report.held_out),
            ("fit.of_training", self.report.training),
        ];
        let rows = sides.map(|(key, of): (_, FitComparison)| {
            let percent = |part: f64| format!("{:.1} %", part * 100.0);
            let loss = |loss: f64| format!("{loss:.4}");
            [
                lang.text(key).to_owned(),
                percent(of.before.agreement),
                percent(of.after.agreement),
                format!("+{} -{}", of.gained, of.lost),
                loss(of.before.loss),
                loss(of.after.loss),
            ]
        });
        let titles = [
            "fit.positions",
            "fit.agreed_before",
            "fit.agreed_after",
            "fit.choices",
            "fit.loss_before",
            "fit.loss_after",
        ];
        page.section(lang.text("fit.measures"));
        page.table(&titles.map(|key| lang.text(key)), rows, &[1, 2, 3, 4, 5]);
    }

    fn write_weights(&self, page: &mut Page) {
        let (report, lang) = (self.report, page.lang);
        let most = if self.lists_all { usize::MAX } else { ROWS };
        let rows = report.weights.iter().take(most).map(|weight| {
            let times = weight.after as f64 / weight.before as f64;
            let times = if times.is_finite() {
                format!("{times:.2}")
            } else {
                "-".to_owned()
            };
            [
                weight.weight.clone(),
                weight.before.to_string(),
                weight.after.to_string(),
                times,
            ]
        });
        if !report.weights.is_empty() {
            let titles = ["why.weight", "fit.before", "fit.after", "fit.times"];
            page.section(lang.text("fit.weights"));
            page.table(&titles.map(|key| lang.text(key)), rows, &[1, 2, 3]);
        }
        let more = report.weights.len().saturating_sub(most);
        let told = [
            ("fit.more", more),
            ("fit.unchanged", report.unchanged),
            ("fit.idle", report.idle),
        ];
        for (key, count) in told.into_iter().filter(|&(_, count)| count > 0) {
            page.line(lang.count(key, count as u64, &[]));
        }
        if !report.nonlinear.is_empty() {
            let names = named(&report.nonlinear, lang);
            page.say("fit.nonlinear", &[("weights", &names)]);
        }
    }
}
