//! What a hunt brought, as text: the smallest board of each kind, with what both say and the proof.

use super::answer::{HuntCase, HuntReport};
use super::difference::{DifferenceKind, HuntAnswer};
use crate::eval::Worth;
use crate::render::page::{Page, TextReport};
use crate::render::picture::{BoardPicture, Mark};
use crate::render::printable::printable;
use crate::render::wording::{joined, plies, words};
use crate::render::{BoardText, Glyphs, Label};

impl TextReport for HuntReport {
    fn write(&self, page: &mut Page) {
        for case in &self.cases {
            case.write(page);
            page.line("");
        }
        let lang = page.lang;
        let boards = lang.count("hunt.boards", self.boards, &[]);
        page.line(lang.count("hunt.differing", self.differing, &[("boards", &boards)]));
        if let Some(why) = &self.failure {
            let why = printable(why);
            page.line(lang.count("hunt.unanswered", self.unanswered, &[("why", &why)]));
        }
        if self.full {
            page.line(lang.text("hunt.full"));
        }
    }
}

impl HuntCase {
    fn write(&self, page: &mut Page) {
        let (style, lang) = (page.style, page.lang);
        let mut heading = lang.word(self.difference.kind).to_owned();
        if let Some(length) = self.difference.plies {
            let length = plies(length as u64, lang);
            heading = lang.format("hunt.of_length", &[("kind", &heading), ("length", &length)]);
        }
        let separator = lang.text("list.comma");
        let details = words(&self.difference.details, separator, lang);
        let shapes = words(&self.difference.shapes, lang.text("hunt.versus"), lang);
        for more in [details, shapes].iter().filter(|more| !more.is_empty()) {
            heading = lang.format("hunt.more", &[("kind", &heading), ("details", more)]);
        }
        let stones = lang.count("hunt.stones", self.stones() as u64, &[]);
        let cases = lang.count("hunt.cases", self.cases as u64, &[]);
        let heading = style.paint(Label::Heading, &heading);
        page.line([heading, stones, cases].join(separator));
        for (number, answer) in self.difference.answers.iter().enumerate() {
            self.write_answer(number, answer, page);
        }
        if !self.difference.line.is_empty() {
            page.say(
                "hunt.line",
                &[("moves", &joined(&self.difference.line, " "))],
            );
        }
        if let Some(verdict) = &self.difference.verdict {
            verdict.write(page);
        }
        page.lines(&BoardText::of(&self.picture(), Glyphs::Ascii).draw(style));
    }

    fn write_answer(&self, number: usize, answer: &HuntAnswer, page: &mut Page) {
        let lang = page.lang;
        let key = match self.difference.kind {
            DifferenceKind::OtherBest => "hunt.best",
            DifferenceKind::WrongValue => "hunt.value",
            DifferenceKind::IllegalMove
            | DifferenceKind::ForbiddenMove
            | DifferenceKind::MissesWin
            | DifferenceKind::AllowsWin
                if number == 0 =>
            {
                "hunt.plays"
            }
            DifferenceKind::MissesWin | DifferenceKind::AllowsWin => "hunt.right",
            DifferenceKind::IllegalMove | DifferenceKind::ForbiddenMove => return,
            _ => "hunt.forbids",
        };
        let points = match &answer.points[..] {
            [] => lang.text("hunt.no_point").to_owned(),
            points => joined(points, " "),
        };
        let value =
            |value: Option<Worth>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
        let (name, own, others) = (
            printable(&answer.name),
            value(answer.value),
            value(answer.others),
        );
        page.say(
            key,
            &[
                ("name", &name),
                ("points", &points),
                ("value", &own),
                ("others", &others),
            ],
        );
    }

    /// The position with the point in question: a forbidden one with its kinds.
    fn picture(&self) -> BoardPicture {
        let mut picture = BoardPicture::of_board(&self.position.position.board());
        let verdict = self.difference.verdict.as_deref();
        if let Some(verdict) = verdict.filter(|verdict| !verdict.kinds.is_empty()) {
            let forbidden = (verdict.point, verdict.kinds.clone());
            picture.forbidden.push(forbidden);
        } else if let Some(point) = self.difference.point {
            let is_empty = self.position.position.board().is_empty(point);
            let mark = (point, Mark::Label("?".to_owned()));
            picture.marks.extend(is_empty.then_some(mark));
        }
        picture
    }
}
