//! An examination as text: each failed case with its board, the counts by group, the changes.

use super::answer::{CaseStatus, ExamineChange, ExamineLine, ExamineSummary};
use crate::questions::MoveOrPass;
use crate::render::page::{Page, TextReport};
use crate::render::picture::BoardPicture;
use crate::render::printable::printable;
use crate::render::{BoardText, Glyphs, Label};

/// A case that is not passed; nothing is written of one that is.
impl TextReport for ExamineLine {
    fn write(&self, page: &mut Page) {
        let (style, lang) = (page.style, page.lang);
        let label = match self.status {
            CaseStatus::Failed => Label::Bad,
            CaseStatus::Undecided => Label::Focus,
            CaseStatus::Passed | CaseStatus::NotApplicable => return,
        };
        let name = printable(&self.id);
        let status = style.paint(label, lang.word(self.status));
        let group = lang.word(self.group);
        page.line(format_args!(
            "{status}  {group}  {name}: {}",
            printable(&lang.translate(&self.why))
        ));
        let list = |moves: &[String]| moves.join(" ");
        let expect: Vec<String> = self.expect.iter().map(|one| lang.translate(one)).collect();
        let expect = expect.join(lang.text("list.semicolon"));
        if !expect.is_empty() {
            page.say("examine.right", &[("expect", &printable(&expect))]);
        }
        let played: Vec<String> = self.played.iter().map(ToString::to_string).collect();
        if !played.is_empty() {
            page.say("examine.played", &[("moves", &list(&played))]);
        }
        let proof: Vec<String> = self.proof.iter().map(MoveOrPass::to_string).collect();
        if !proof.is_empty() {
            page.say("examine.proof", &[("moves", &list(&proof))]);
        }
        if let Some(position) = &self.position {
            let picture = BoardPicture::of_board(&position.board());
            let board = BoardText::of(&picture, Glyphs::Ascii).draw(style);
            page.say(
                "examine.position",
                &[
                    ("rule", &lang.word(position.rule)),
                    ("side", &lang.word(position.to_move)),
                ],
            );
            page.lines(&board);
        }
        page.lines("\n");
    }
}

impl TextReport for ExamineSummary {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let titles = [
            "examine.group",
            "examine.passed",
            "examine.failed",
            "examine.undecided",
            "examine.not_applicable",
        ];
        let titles = titles.map(|key| lang.text(key));
        let rows = self.groups.iter().map(|count| {
            let numbers = [
                count.passed,
                count.failed,
                count.undecided,
                count.not_applicable,
            ];
            let numbers = numbers.into_iter().map(|number| number.to_string());
            std::iter::once(lang.word(count.group).to_owned())
                .chain(numbers)
                .collect::<Vec<String>>()
        });
        page.line(page.style.paint(Label::Heading, &printable(&self.engine)));
        page.table(&titles, rows, &[1, 2, 3, 4]);
        if let Some(why) = &self.stopped {
            page.say(
                "examine.stopped",
                &[("why", &printable(&lang.translate(why)))],
            );
        }
    }
}

/// What got better and worse, a line each.
impl TextReport for Vec<ExamineChange> {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        if self.is_empty() {
            page.line(lang.text("examine.same"));
        }
        for change in self {
            let (key, label) = if change.is_better() {
                ("examine.better", Label::Good)
            } else {
                ("examine.worse", Label::Bad)
            };
            let word = page.style.paint(label, lang.text(key));
            let (group, name) = (lang.word(change.group), printable(&change.id));
            let (before, now) = (lang.word(change.before), lang.word(change.now));
            page.line(format_args!("{word}  {group}  {name}: {before} -> {now}"));
        }
    }
}
