//! Legend below an answer: explains once each notation that occurs in it.

use std::collections::BTreeSet;
use std::fmt::Display;

use crate::forbidden::{ExtensionResult, ForbiddenKind, Proof};
use crate::geometry::{Direction, Point};
use crate::render::table::wrapped;
use crate::render::wording::{along, row_with};
use crate::render::{Label, Style};
use crate::rule::Run;

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
pub(crate) enum Notation {
    /// The names of the diagonals, `rising` and `falling`.
    Diagonals,
    /// Points behind an arrow, which lead on.
    Next,
    /// A line of moves.
    Line,
    /// The tree of a win.
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
    /// Adds the notation of the tree of a win.
    pub fn add_tree(&mut self) {
        self.add_if(true, Notation::Tree);
    }

    /// Adds a notation if it occurs.
    pub(crate) fn add_if(&mut self, occurs: bool, notation: Notation) {
        if occurs {
            self.others.insert(notation);
        }
    }

    /// Adds the names of diagonals if one of the lines is one.
    pub(crate) fn add_lines(&mut self, mut lines: impl Iterator<Item = Direction>) {
        self.add_if(lines.any(is_diagonal), Notation::Diagonals);
    }

    /// Adds the digits of forbidden points on a board.
    pub(crate) fn add_drawn(&mut self, kinds: &[ForbiddenKind]) {
        self.drawn.extend(kinds);
    }

    /// Adds the notations of a five on the way.
    pub(crate) fn add_five(&mut self, point: Point, five: Option<&Run>) {
        let Some(five) = five else { return };
        self.in_question = self.in_question.or(Some(point));
        self.add_if(is_diagonal(five.direction), Notation::Diagonals);
    }

    /// Adds the notations of the proof for a point.
    pub(crate) fn add_proof(&mut self, point: Point, proof: Option<&Proof>) {
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
