//! What the players of a suite answered, and what they solved.

use crate::questions::suite::{PlayerTotals, SuiteLine, SuiteTable};
use crate::render::page::{Page, TextReport};
use crate::render::printable::printable;
use crate::render::wording::{self, short_count};
use crate::render::{Label, Style};

/// The answers of all players to one expectation.
impl TextReport for Vec<SuiteLine> {
    fn write(&self, page: &mut Page) {
        let style = page.style;
        let rows = self.iter().map(|line| row(line, style));
        page.table(&[], rows, &[3, 4]);
    }
}

/// `  mine  H8  solved  0.012 s  980`, below the line of the expectation
fn row(line: &SuiteLine, style: Style) -> Vec<String> {
    let lang = style.lang;
    let answer = &line.answer;
    let (key, label) = match (&answer.error, answer.solved) {
        (Some(_), _) => ("suite.no_answer", Label::Bad),
        (None, Some(true)) => ("suite.is_solved", Label::Good),
        (None, Some(false)) => ("suite.is_failed", Label::Bad),
        (None, None) => ("suite.is_undecided", Label::Focus),
    };
    let said = match &answer.error {
        Some(error) => format!(
            "{}{}{}",
            lang.text(key),
            lang.text("list.colon"),
            printable(error)
        ),
        None => lang.text(key).to_owned(),
    };
    let played = answer.played.map(|played| played.to_string());
    vec![
        format!("  {}", printable(&line.player)),
        played.unwrap_or_else(|| "-".to_owned()),
        style.paint(label, &said),
        seconds(answer.seconds, style),
        nodes(answer.nodes, style),
    ]
}

fn seconds(seconds: f64, style: Style) -> String {
    let seconds = format!("{seconds:.3}");
    style.lang.format("suite.time", &[("seconds", &seconds)])
}

fn nodes(nodes: Option<u64>, style: Style) -> String {
    nodes.map_or_else(String::new, |nodes| wording::nodes(nodes, style.lang))
}

impl TextReport for SuiteTable {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        let titles = [
            "suite.player",
            "suite.asked",
            "suite.solved",
            "suite.alone",
            "suite.failed",
            "suite.undecided",
            "suite.errors",
            "suite.median_time",
            "suite.median_nodes",
            "suite.all_time",
        ];
        let titles = titles.map(|key| lang.text(key));
        let rows = self.players.iter().map(totals);
        page.table(&titles, rows, &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
}

fn totals(player: &PlayerTotals) -> Vec<String> {
    let time = |seconds: f64| format!("{seconds:.3} s");
    let none = || "-".to_owned();
    vec![
        printable(&player.player),
        player.asked.to_string(),
        player.solved.to_string(),
        player.alone.to_string(),
        player.failed.to_string(),
        player.undecided.to_string(),
        player.errors.to_string(),
        player.median_seconds.map_or_else(none, time),
        player.median_nodes.map_or_else(none, short_count),
        format!("{:.1} s", player.seconds),
    ]
}
