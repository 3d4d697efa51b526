//! Legend below an answer: explains once each notation that occurs in it.

use std::collections::BTreeSet;
use std::fmt::Display;

use crate::forbidden::{ExtensionResult, ForbiddenKind, Proof};
use crate::geometry::{Direction, Point};
use crate::render::{Label, Style};
use crate::rule::Run;
use crate::study::{ForbiddenReport, Report, VerdictReport};

use super::forbidden::row_with;
use super::phrases::along;
use super::table::wrapped;

/// The notations of answers that a reader may not know, to be explained once below them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Legend {
    /// The first stone in brackets.
    in_question: Option<Point>,
    /// The ends of the first row in parentheses.
    row: Option<[Point; 2]>,
    others: BTreeSet<Notation>,
    drawn: BTreeSet<ForbiddenKind>,
}

/// A notation that is always explained in the same words, in the order of the explanations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Notation {
    Diagonals,
    Next,
    Line,
    Tree,
}

impl Notation {
    const fn key(self) -> &'static str {
        match self {
            Notation::Diagonals => "legend.diagonals",
            Notation::Next => "legend.next",
            Notation::Line => "legend.line",
            Notation::Tree => "legend.tree",
        }
    }
}

impl Legend {
    /// Adds the notations of a report as text.
    pub fn add(&mut self, report: &Report) {
        match report {
            Report::Forbidden(report) => self.add_forbidden(report),
            Report::Verdict(report) => self.add_verdict(report),
            Report::Patterns(report) => {
                let shapes = || report.shapes.iter().flatten();
                let has_next = shapes().any(|standing| !standing.next.is_empty());
                self.add_if(has_next, Notation::Next);
                let mut runs = shapes().map(|standing| standing.run.direction);
                let has_diagonals = runs.any(is_diagonal) || report.at.is_some();
                self.add_if(has_diagonals, Notation::Diagonals);
            }
            Report::ForcedWin(report) => self.add_if(report.line.len() > 1, Notation::Line),
            Report::Defences(report) => self.add_if(report.threat.is_some(), Notation::Line),
            Report::WinningMoves(report) => self.add_if(!report.moves.is_empty(), Notation::Line),
            Report::Search(report) => {
                let has_line = report.lines.iter().any(|line| line.moves.len() > 1);
                self.add_if(has_line, Notation::Line);
            }
            Report::Board(_)
            | Report::Score(_)
            | Report::Comparison(_)
            | Report::GameMove(_)
            | Report::GameSummary(_)
            | Report::WinCheck(_) => {}
        }
    }

    /// Adds the notation of the tree of a win.
    pub fn add_tree(&mut self) {
        self.add_if(true, Notation::Tree);
    }

    fn add_if(&mut self, occurs: bool, notation: Notation) {
        if occurs {
            self.others.insert(notation);
        }
    }

    /// Adds the digits of forbidden points on a board.
    pub fn add_board(&mut self, report: &Report) {
        let played = |report: &ForbiddenReport| {
            let played = report.played.iter().map(|played| &played.found);
            let found = report.forbidden.iter().chain(played);
            found
                .flat_map(|found| found.kinds.clone())
                .collect::<Vec<_>>()
        };
        match report {
            Report::Forbidden(report) => self.drawn.extend(played(report)),
            Report::Verdict(report) => self.drawn.extend(&report.kinds),
            _ => {}
        }
    }

    fn add_forbidden(&mut self, report: &ForbiddenReport) {
        if report.count.is_some() {
            return;
        }
        let played = report.played.iter().map(|played| &played.found);
        for found in played.chain(&report.forbidden) {
            self.add_proof(found.point, found.proof.as_ref());
        }
        for near in report.near_misses.iter().flatten() {
            self.add_five(near.point, near.five.as_ref());
            self.add_proof(near.point, near.proof.as_ref());
        }
    }

    fn add_verdict(&mut self, report: &VerdictReport) {
        self.add_five(report.point, report.five.as_ref());
        self.add_proof(report.point, report.proof.as_ref());
    }

    fn add_five(&mut self, point: Point, five: Option<&Run>) {
        let Some(five) = five else { return };
        self.in_question = self.in_question.or(Some(point));
        self.add_if(is_diagonal(five.direction), Notation::Diagonals);
    }

    fn add_proof(&mut self, point: Point, proof: Option<&Proof>) {
        let Some(proof) = proof else { return };
        let overlines = proof.overlines.iter();
        let fours = proof.fours.iter().map(|four| &four.run);
        let threes = proof.threes.iter().map(|three| &three.run);
        let mut runs = overlines.chain(fours).chain(threes).peekable();
        if runs.peek().is_some() {
            self.in_question = self.in_question.or(Some(point));
        }
        let has_diagonals = runs.any(|run| is_diagonal(run.direction));
        self.add_if(has_diagonals, Notation::Diagonals);
        self.row = self.row.or_else(|| first_row(proof));
    }

    /// The explanations, in a line or as few as fit; nothing if there is nothing to explain.
    pub fn text(&self, style: Style) -> String {
        let lang = style.lang;
        let in_question = self
            .in_question
            .map(|point| lang.format("legend.in_question", &[("point", &point)]));
        let row = self.row.map(|[from, to]| {
            let ends: [(&str, &dyn Display); 2] = [("from", &from), ("to", &to)];
            lang.format("legend.row", &ends)
        });
        let digits = self.drawn.iter();
        let digits: Vec<String> = digits
            .map(|kind| format!("{} {}", kind.digit(), lang.word(*kind)))
            .collect();
        let on_board = (!digits.is_empty()).then(|| {
            let digits = digits.join(lang.text("list.comma"));
            lang.format("legend.on_board", &[("digits", &digits)])
        });
        let others = self.others.iter();
        let others = others.map(|notation| lang.text(notation.key()).to_owned());
        let named = [on_board, in_question, row].into_iter().flatten();
        let parts: Vec<String> = named.chain(others).collect();
        if parts.is_empty() {
            return String::new();
        }
        let lines = wrapped(&parts.join(lang.text("list.semicolon")), style.width);
        let lines = lines
            .iter()
            .map(|line| style.paint(Label::Faint, line) + "\n");
        lines.collect()
    }
}

/// The first row that a proof names by its ends.
fn first_row(proof: &Proof) -> Option<[Point; 2]> {
    let four = proof.fours.first();
    let four = four.and_then(|four| Some((&four.run, *four.fives_at.first()?)));
    let mut threes = proof.threes.iter().filter(|three| three.real);
    let (run, at) = four.or_else(|| {
        let three = threes.next()?;
        let mut extensions = three.extensions.iter();
        let made = extensions.find(|made| made.outcome == ExtensionResult::StraightFour)?;
        Some((&three.run, made.at))
    })?;
    match along(run.direction, &row_with(run, at).stones)[..] {
        [from, .., to] => Some([from, to]),
        _ => None,
    }
}

const fn is_diagonal(direction: Direction) -> bool {
    matches!(direction, Direction::Rising | Direction::Falling)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_occurs_is_explained() {
        assert_eq!(Legend::default().text(Style::PLAIN), "");
        let legend = Legend {
            in_question: Some("H8".parse().unwrap()),
            row: Some(["E8", "I8"].map(|name| name.parse().unwrap())),
            drawn: BTreeSet::from([ForbiddenKind::DoubleThree]),
            ..Legend::default()
        };
        assert_eq!(
            legend.text(Style::PLAIN),
            "on the board: 3 double-three; [H8] is the stone in question; (E8-I8) is the row from E8 to I8\n"
        );
    }
}
