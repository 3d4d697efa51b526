//! Expectations of files, a line for each.

use std::fmt::Display;

use crate::questions::{CheckLine, CheckSummary, RuleBreach};
use crate::render::page::{Page, TextReport, text};
use crate::render::printable::printable;
use crate::render::table::columns_of;
use crate::render::wording::kinds;
use crate::render::{Label, Lang, Style};

impl TextReport for CheckLine {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let place = self.place();
        let said = match (&self.breach, &self.same) {
            (Some(breach), _) => breach_in_words(breach, lang),
            (_, Some(same)) => lang.format(
                "check.same_as",
                &[("place", &printable(&same.place)), ("by", &same.by)],
            ),
            _ => self.expect.clone().unwrap_or_else(|| self.found.clone()),
        };
        let mut line = format!(
            "{}  {}  {}",
            sign(self, page.style),
            printable(&place),
            printable(&said)
        );
        let is_told = self.met != Some(true) && self.expect.is_some();
        if is_told && !self.found.is_empty() {
            line += &lang.format("check.found", &[("found", &printable(&self.found))]);
        }
        if let Some(stop) = self.stop.filter(|_| self.met.is_none()) {
            line += &lang.format("check.stopped", &[("stop", &lang.word(stop))]);
        }
        page.lines(&(line + "\n"));
        let breach = self.breach.as_ref();
        if let Some(verdict) = breach.and_then(|breach| breach.verdict.as_ref()) {
            // The proof, without the verdict that the line above has.
            let proof = text(&**verdict, page.style);
            for line in proof.lines().skip(1) {
                page.line(format_args!("  {line}"));
            }
        }
    }
}

/// `move 9, H8, is forbidden: double-three`
fn breach_in_words(breach: &RuleBreach, lang: Lang) -> String {
    let (number, point) = (&breach.number, &breach.point);
    let mut values: Vec<(&str, &dyn Display)> = vec![("number", number), ("point", point)];
    let why = kinds(&breach.kinds, lang);
    if let Some(ended) = &breach.ended {
        values.push(("ended", ended));
        let count = breach.moves_after_end.unwrap_or(1) as u64;
        return lang.count("check.after_end", count, &values);
    }
    values.push(("kinds", &why));
    lang.format("check.forbidden_move", &values)
}

/// `ok`, `FAILED`, `undecided` or `not named`, all of one width.
fn sign(line: &CheckLine, style: Style) -> String {
    let keys = [
        "check.ok",
        "check.failed",
        "check.undecided",
        "check.more",
        "check.breach",
        "check.same",
    ];
    let (key, label) = match (&line.expect, line.met) {
        (None, _) if line.breach.is_some() => (keys[4], Label::Bad),
        (None, _) if line.same.is_some() => (keys[5], Label::Focus),
        (None, _) => (keys[3], Label::Bad),
        (_, Some(true)) => (keys[0], Label::Good),
        (_, Some(false)) => (keys[1], Label::Bad),
        (_, None) => (keys[2], Label::Focus),
    };
    let word = style.lang.text(key);
    let widths = keys.map(|key| columns_of(style.lang.text(key)));
    let width = widths.into_iter().max().unwrap_or_default();
    let blanks = " ".repeat(width - columns_of(word));
    format!("{}{blanks}", style.paint(label, word))
}

impl TextReport for CheckSummary {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let mut told = Vec::new();
        if self.expectations > 0 {
            told.push(lang.format("check.met", &[("count", &self.met)]));
        }
        let mut tell = |key: &'static str, count: u64| {
            if count > 0 {
                told.push(lang.format(key, &[("count", &count as &dyn Display)]));
            }
        };
        tell("check.not_met", self.failed);
        tell("check.open", self.undecided);
        tell("check.unread", self.errors);
        if self.findings > 0 || self.expectations == 0 {
            told.push(lang.count("check.findings", self.findings, &[]));
        }
        page.line(format_args!(
            "{}{}{}",
            counted(self, lang),
            lang.text("list.colon"),
            told.join(lang.text("list.comma"))
        ));
    }
}

/// `3 expectations of 2 positions`
fn counted(summary: &CheckSummary, lang: Lang) -> String {
    let positions = lang.count("check.positions", summary.positions, &[]);
    if summary.expectations == 0 {
        return positions;
    }
    let values: [(&str, &dyn Display); 1] = [("positions", &positions)];
    lang.count("check.expectations", summary.expectations, &values)
}
