//! Results of a pattern search as text: a line for each hit, then a table of the next moves.

use crate::questions::MoveOrPass;
use crate::questions::find::{FindReport, FindSummary, FollowingMove};
use crate::render::page::{Page, TextReport};
use crate::render::printable::printable;
use crate::render::{Label, Lang};

/// Moves of a summary that are listed.
const MOVES: usize = 20;

/// `games.jsonl#3: after move 5, rot90, colours swapped; then G7 (H9 of the pattern); white won`
impl TextReport for FindReport {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let mut place = vec![lang.format("find.after", &[("move", &self.after)])];
        if let Some(corner) = self.corner {
            place.push(lang.format("find.corner", &[("point", &corner)]));
        }
        place.push(lang.word(self.symmetry).to_owned());
        if self.swapped {
            place.push(lang.text("find.swapped").to_owned());
        }
        let place = place.join(lang.text("list.comma"));
        let said = [
            place,
            self.followed(lang),
            lang.word(self.result).to_owned(),
        ];
        let name = page.style.paint(Label::Heading, &printable(&self.id));
        let said = said.join(lang.text("list.semicolon"));
        page.say("find.hit", &[("id", &name), ("said", &said)]);
    }
}

impl FindReport {
    /// `then G7 (H9 of the pattern)`
    fn followed(&self, lang: Lang) -> String {
        match (self.next, self.next_in_pattern) {
            (None, _) => lang.text("find.ends").to_owned(),
            (Some(MoveOrPass::Pass), _) => lang.text("find.then_pass").to_owned(),
            (Some(MoveOrPass::At(point)), Some(origin)) if origin != point => {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("move", &point), ("origin", &origin)];
                lang.format("find.then_of", &values)
            }
            (Some(next), _) => lang.format("find.then", &[("move", &next)]),
        }
    }
}

impl TextReport for FindSummary {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let mut said = vec![
            lang.count("find.games", self.games, &[("found", &self.found)]),
            lang.count("find.hits", self.hits, &[]),
        ];
        if self.other_sizes > 0 {
            said.push(lang.count("find.other_sizes", self.other_sizes, &[]));
        }
        if self.not_read > 0 {
            said.push(lang.count("find.not_read", self.not_read, &[]));
        }
        page.line(said.join(lang.text("list.semicolon")));
        if self.next.is_empty() {
            return;
        }
        let titles = ["find.next", "find.count", "color.black", "color.white"];
        let others = ["find.draw", "find.unknown"];
        let titles = titles.map(|key| lang.text(key));
        let titles = [&titles[..], &others.map(|key| lang.text(key))].concat();
        let rows = self.next.iter().take(MOVES);
        page.table(&titles, rows.map(|next| row(next, lang)), &[1, 2, 3, 4, 5]);
        let more = self.next.len().saturating_sub(MOVES);
        if more > 0 {
            page.line(lang.count("find.more", more as u64, &[]));
        }
    }
}

fn row(next: &FollowingMove, lang: Lang) -> [String; 6] {
    let name = match next.played.as_deref() {
        None => lang.text("find.end").to_owned(),
        Some("pass") => lang.text("find.pass").to_owned(),
        Some("elsewhere") => lang.text("find.elsewhere").to_owned(),
        Some(point) => point.to_owned(),
    };
    let counts = next.results;
    let counts = [
        next.count,
        counts.black,
        counts.white,
        counts.draw,
        counts.unknown,
    ];
    let [count, black, white, draw, unknown] = counts.map(|count| count.to_string());
    [name, count, black, white, draw, unknown]
}
