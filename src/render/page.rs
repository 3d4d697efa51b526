//! The page that reports write their text on: wrapped lines, tables, and common headings.

use std::borrow::Cow;
use std::fmt::{Display, Write};
use std::io;

use serde::Serialize;

use crate::board::Color;
use crate::render::printable::{printable, printable_lines};
use crate::render::table::{table, wrapped};
use crate::render::wording::outcome;
use crate::render::{Label, Lang, Style};
use crate::report_header::ReportHeader;

/// A report that has a form for people.
pub trait TextReport {
    /// Writes the sentences and tables of the report.
    fn write(&self, page: &mut Page);
}

/// A report as sentences and tables, each line ended by a line break.
pub fn text(report: &impl TextReport, style: Style) -> String {
    let mut page = Page::new(style);
    report.write(&mut page);
    page.into_text()
}

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Sentences and tables for people.
    Text,
    /// One JSON object on a line.
    Json,
}

/// Writes a report.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn render(
    report: &(impl TextReport + Serialize),
    format: Format,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        Format::Text => out.write_all(text(report, style).as_bytes()),
        Format::Json => {
            serde_json::to_writer(&mut *out, report)?;
            out.write_all(b"\n")
        }
    }
}

/// A text on the way: lines in the colours and words of a style.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    pub(crate) style: Style,
    pub(crate) lang: Lang,
    text: String,
}

impl Page {
    pub(crate) fn new(style: Style) -> Page {
        Page {
            style,
            lang: style.lang,
            text: String::new(),
        }
    }

    /// Adds a line and its line break; a line that is too long goes on below.
    pub(crate) fn line(&mut self, line: impl Display) {
        for line in line.to_string().split('\n') {
            for line in wrapped(line, self.style.width) {
                writeln!(self.text, "{line}").expect("a string takes any text");
            }
        }
    }

    /// Adds lines that have their line breaks.
    pub(crate) fn lines(&mut self, lines: &str) {
        self.text += lines;
    }

    /// Adds the text of a key with its `{name}`s replaced by values, as a line.
    pub(crate) fn say(&mut self, key: &'static str, values: &[(&str, &dyn Display)]) {
        self.line(self.lang.format(key, values));
    }

    /// Adds a heading below an empty line.
    pub(crate) fn section(&mut self, heading: &str) {
        self.line(format_args!("\n{heading}"));
    }

    /// Adds a table, its titles first if it has any; the columns of these numbers are aligned to
    /// the right. It fits the width of the style if its numbers and words do.
    pub(crate) fn table<R>(
        &mut self,
        titles: &[&str],
        rows: impl IntoIterator<Item = R>,
        numbers: &[usize],
    ) where
        R: IntoIterator<Item = String>,
    {
        let cell = |cell: String| cell.replace('\n', "\\n");
        let rows = rows
            .into_iter()
            .map(|row| row.into_iter().map(cell).collect());
        for line in table(rows.collect(), titles, numbers, self.style.width) {
            self.lines(&(line + "\n"));
        }
    }

    /// `double-three.txt: renju 15x15, black to move, 4 black, 4 white`
    pub(crate) fn heading(&mut self, header: &ReportHeader) {
        let (style, lang) = (self.style, self.lang);
        let [black, white] = Color::BOTH.map(|color| header.board.stones(color).len());
        let to_move = match header.to_move {
            Some(side) => lang.format("report.to_move", &[("side", &lang.word(side))]),
            None => lang.text("report.side_open").to_owned(),
        };
        self.say(
            "report.heading",
            &[
                ("name", &style.paint(Label::Heading, &printable(&header.id))),
                ("rule", &lang.word(header.rule)),
                ("size", &header.size),
                ("to_move", &to_move),
                ("black", &black),
                ("white", &white),
            ],
        );
    }

    /// How the game ended, if it has, or that the side to move has to pass.
    pub(crate) fn ending(&mut self, header: &ReportHeader) {
        if let Some(ended) = &header.outcome {
            self.line(outcome(ended, self.lang));
        }
        if let (true, Some(side)) = (header.must_pass, header.to_move) {
            self.say("report.must_pass", &[("player", &self.lang.player(side))]);
        }
    }

    /// That the other side is assumed to pass, unless it has to.
    pub(crate) fn assumed_pass(&mut self, header: &ReportHeader, attacker: Color) {
        if !header.must_pass {
            let player = self.lang.player(!attacker);
            self.say("threats.passes", &[("player", &player)]);
        }
    }

    pub(crate) fn into_text(self) -> String {
        match printable_lines(&self.text, self.style.color) {
            Cow::Borrowed(_) => self.text,
            Cow::Owned(shown) => shown,
        }
    }
}
