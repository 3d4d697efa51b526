//! What players lost by as text: a table for each player.

use super::autopsy::{AutopsyReport, LossExample, PlayerAutopsy};
use crate::limits::Value;
use crate::questions::LineScore;
use crate::render::page::{Page, TextReport};
use crate::render::printable::printable;
use crate::render::{Label, Lang};

impl TextReport for AutopsyReport {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let mut said = vec![lang.count("autopsy.games", self.games, &[])];
        if self.without_loser > 0 {
            let count = [("count", &self.without_loser as &dyn std::fmt::Display)];
            said.push(lang.format("autopsy.without_loser", &count));
        }
        page.line(said.join(lang.text("list.comma")));
        for player in &self.players {
            write_player(player, page);
        }
    }
}

fn write_player(player: &PlayerAutopsy, page: &mut Page) {
    let lang = page.lang;
    let name = page.style.paint(Label::Heading, &printable(&player.name));
    let games = lang.count("autopsy.games", player.games, &[]);
    page.lines("\n");
    let said = [
        ("name", &name as &dyn std::fmt::Display),
        ("lost", &player.lost),
        ("games", &games),
    ];
    page.say("autopsy.lost", &said);
    if player.groups.is_empty() {
        return;
    }
    let titles = ["autopsy.by", "autopsy.count", "autopsy.examples"].map(|key| lang.text(key));
    let rows = player.groups.iter().flat_map(|group| {
        let mut examples = group.examples.iter().map(|example| place(example, lang));
        let first = examples.next().unwrap_or_default();
        let cause = lang.word(group.cause).to_owned();
        let more = examples.map(|example| [String::new(), String::new(), example]);
        [[cause, group.games.to_string(), first]]
            .into_iter()
            .chain(more)
    });
    page.table(&titles, rows, &[1]);
}

/// `24 of 3: H8, win in 5`
fn place(example: &LossExample, lang: Lang) -> String {
    let id = example.position.id.as_str();
    let game = printable(id.rsplit_once('@').map_or(id, |(game, _)| game));
    let Some(point) = example.point else {
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("move", &example.number), ("game", &game)];
        return lang.format("autopsy.due", &values);
    };
    let plies = example.plies.unwrap_or_default();
    let [before, after] = [example.before, example.after].map(worth);
    let key = match (example.plies, &before, &after) {
        (Some(_), _, _) => "autopsy.win",
        (None, Some(_), Some(_)) => "autopsy.fall",
        _ => "autopsy.at",
    };
    let [before, after] = [before, after].map(Option::unwrap_or_default);
    let all: [(&str, &dyn std::fmt::Display); 6] = [
        ("move", &example.number),
        ("game", &game),
        ("point", &point),
        ("plies", &plies),
        ("before", &before),
        ("after", &after),
    ];
    lang.format(key, &all)
}

/// `62 %`, or points of an evaluator without chances.
fn worth(score: Option<LineScore>) -> Option<String> {
    let score = score?;
    match (score.own_chance(), score.value) {
        (Some(chance), _) => Some(format!("{} %", (chance + 5) / 10)),
        (None, Value::Points(points)) => Some(format!("{points:+}")),
        _ => None,
    }
}
