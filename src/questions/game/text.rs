//! A game, move by move, with the chance of a side drawn above its moves.

use super::columns;
use crate::questions::Presentation;
use crate::report_header::ReportHeader;
use std::fmt::Display;

use crate::board::Color;
use crate::limits::Value;
use crate::questions::forced_win::picture::line_points;
use crate::questions::forced_win::text::forced_line;
use crate::questions::game::{GameMove, GameReport, GameTotals, SideSummary};
use crate::questions::overview::text::opening_name;
use crate::questions::{LineScore, MoveOrPass, ReportedLine};
use crate::render::page::{Page, TextReport};
use crate::render::picture::{BoardPicture, Mark, MarkStyle};
use crate::render::printable::printable;
use crate::render::wording::{kinds, outcome};
use crate::render::{Label, Lang, Style};

/// Lines that the chances are drawn in.
const CHART_LINES: u32 = 4;

impl Presentation for GameMove {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    fn picture(&self) -> BoardPicture {
        game_move(self)
    }

    fn columns(&self) -> &'static [&'static str] {
        columns::GAME_COLUMNS
    }

    fn rows(&self) -> Vec<Vec<String>> {
        vec![columns::row(self)]
    }
}

impl Presentation for GameTotals {
    fn header(&self) -> &ReportHeader {
        &self.header
    }
}
/// Columns of the chart where no width is known.
const CHART_COLUMNS: usize = 72;
/// The parts of a character's height.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl TextReport for GameReport {
    fn write(&self, page: &mut Page) {
        if let Some(first) = self.moves.first() {
            write_moves(&self.moves, self.summary.decisive, page);
            page.lines("\n");
            write_chart(&self.moves, page);
            if first
                .after
                .is_some_and(|score| chance_of_black(score).is_none())
            {
                page.say("review.no_chance", &[]);
            }
        }
        self.summary.write(page);
    }
}

fn write_moves(moves: &[GameMove], decisive: Option<usize>, page: &mut Page) {
    let (lang, style) = (page.lang, page.style);
    let mut titles = vec![""];
    titles.extend(
        [
            "review.point",
            "review.before",
            "review.after",
            "review.best",
        ]
        .map(|key| lang.text(key)),
    );
    let engines = moves.iter().flat_map(|row| &row.engines.0);
    for (name, _) in engines {
        if !titles[5..].contains(&name.as_str()) {
            titles.push(name);
        }
    }
    let names = titles[5..].to_vec();
    titles.push("");
    let rows: Vec<Vec<String>> = moves
        .iter()
        .map(|row| {
            let cell = |score: Option<LineScore>| score.map(|score| short(score, lang));
            let other = row.best.as_ref().filter(|best| best.point != row.point);
            let mut cells = vec![
                row.number.to_string(),
                row.point.to_string(),
                cell(row.before).unwrap_or_default(),
                cell(row.after).unwrap_or_default(),
                other.map_or_else(String::new, |best| best.point.to_string()),
            ];
            cells.extend(names.iter().map(|name| {
                let said = row.engines.get(*name);
                said.map_or_else(String::new, |said| engine_cell(said, lang))
            }));
            cells.push(remarks(row, decisive, lang).join(lang.text("list.semicolon")));
            cells
        })
        .collect();
    let mut marked = Page::new(Style {
        color: false,
        ..style
    });
    marked.table(&titles, rows, &[0]);
    page.lines(&marked.into_text());
}

/// `H10 +23`: the move of an engine and what it says that it is worth.
fn engine_cell(said: &ReportedLine, lang: Lang) -> String {
    let value = said.score.map(|score| short(score, lang));
    let point = said.moves.first().map(ToString::to_string);
    let cells: Vec<String> = point.into_iter().chain(value).collect();
    cells.join(" ")
}

impl TextReport for GameMove {
    fn write(&self, page: &mut Page) {
        write_moves(std::slice::from_ref(self), None, page);
    }
}

/// The position before a move, with the move and the line that was best.
pub(super) fn game_move(row: &GameMove) -> BoardPicture {
    let mut picture = BoardPicture::of_board(&row.header.board);
    if let (Some(best), Some(mover)) = (&row.best, row.header.to_move) {
        picture.add_line(mover, line_points(&best.line));
    }
    if let MoveOrPass::At(point) = row.point {
        picture.mark(point, Mark::Dot(MarkStyle::Four));
    }
    picture
}

/// What there is to say of a move, most important first.
fn remarks(row: &GameMove, decisive: Option<usize>, lang: Lang) -> Vec<String> {
    let mut said = Vec::new();
    let mut say = |key: &'static str, values: &[(&str, &dyn Display)]| {
        said.push(lang.format(key, values));
    };
    if !row.forbidden.is_empty() {
        say(
            "review.forbidden",
            &[("kinds", &kinds(&row.forbidden, lang))],
        );
    }
    if let Some(win) = &row.missed_win {
        say("review.missed", &[("win", &forced_line(win, lang))]);
        if row.missed_proved == Some(false) {
            say("review.open", &[]);
        }
    }
    if let Some(win) = &row.allowed {
        say("review.allowed", &[("win", &forced_line(win, lang))]);
        match &row.escape {
            Some(point) => say("review.escape", &[("point", point)]),
            None => say("review.no_escape", &[]),
        }
    }
    if row.blunder && row.missed.is_none() && row.allowed.is_none() && row.forbidden.is_empty() {
        say("review.blunder", &[]);
    }
    if row.only == Some(true) {
        say("review.only", &[]);
    }
    if let (true, Some(winner)) = (decisive == Some(row.number), row.proved) {
        say("review.decides", &[("player", &lang.player(winner))]);
    }
    said
}

/// `62 %`, `+171`, `win in 7`
fn short(score: LineScore, lang: Lang) -> String {
    match (score.value, score.chance) {
        (Value::Points(_), Some(chance)) => {
            let percent = ((chance + 5) / 10).clamp(1, 99);
            lang.format("review.percent", &[("percent", &percent)])
        }
        (Value::Points(points), None) => format!("{points:+}"),
        (Value::WinIn(moves), _) => lang.format("unit.win_in", &[("moves", &moves)]),
        (Value::LossIn(moves), _) => lang.format("unit.loss_in", &[("moves", &moves)]),
        (Value::Draw, _) => lang.text("review.draw").to_owned(),
    }
}

/// Black's chance by a score, in thousandths; `None` where the evaluator gives no chances.
pub(super) fn chance_of_black(score: LineScore) -> Option<u16> {
    let own = score.own_chance()?;
    Some(match score.view {
        Color::Black => own,
        Color::White => 1000 - own,
    })
}

/// Black's chance after each move, as bars.
fn write_chart(moves: &[GameMove], page: &mut Page) {
    let chances: Vec<Option<u16>> = moves
        .iter()
        .map(|row| row.after.and_then(chance_of_black))
        .collect();
    if chances.iter().all(Option::is_none) {
        return;
    }
    let labels = ["100 %", "", "", "  0 %"];
    let room = page.style.width.unwrap_or(CHART_COLUMNS);
    let columns = chances.len().min(room.saturating_sub(6).max(1));
    let bar = |column: usize| {
        let from = column * chances.len() / columns;
        let to = ((column + 1) * chances.len() / columns).max(from + 1);
        let known: Vec<u32> = chances[from..to]
            .iter()
            .flatten()
            .map(|&each| each.into())
            .collect();
        known.iter().sum::<u32>().checked_div(known.len() as u32)
    };
    let bars: Vec<Option<u32>> = (0..columns).map(bar).collect();
    page.say("review.chart", &[]);
    for (floor, label) in (0..CHART_LINES).rev().zip(labels) {
        let drawn: String = bars.iter().map(|&chance| block(chance, floor)).collect();
        page.lines(&format!("{label:>5} {}\n", drawn.trim_end()));
    }
}

/// The part of a bar that lies in a line of the chart, counted from the lowest.
fn block(chance: Option<u32>, line: u32) -> char {
    let Some(chance) = chance else { return ' ' };
    // A chance of nothing is a line all the same.
    let eighths = ((chance * 8 * CHART_LINES + 500) / 1000).max(1);
    EIGHTHS[eighths.saturating_sub(8 * line).min(8) as usize]
}

impl TextReport for GameTotals {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        if let Some(opening) = &self.opening {
            let values = [("opening", &opening_name(opening, lang) as _)];
            page.say("overview.opening", &values);
        }
        for color in Color::BOTH {
            let side = &self.sides[color];
            if side.moves > 0 {
                page.line(side_line(color, side, lang));
            }
        }
        if let Some(end) = &self.outcome {
            page.line(outcome(end, lang));
        } else if let Some(result) = &self.result {
            page.say("review.result", &[("result", &printable(result))]);
        }
        if self.after_end > 0 {
            page.line(lang.count("review.after_end", self.after_end as u64, &[]));
        }
        if let (Some(number), Some(winner)) = (self.decisive, self.winner) {
            let player = lang.player(winner);
            let said = lang.format(
                "review.decisive",
                &[("number", &number), ("player", &player)],
            );
            page.line(page.style.paint(Label::Focus, &said));
        }
    }
}

/// `black: 19 moves, 2 blunders, 1 forced win missed`
fn side_line(color: Color, side: &SideSummary, lang: Lang) -> String {
    let counts = [
        ("review.moves", side.moves),
        ("review.blunders", side.blunders),
        ("review.wins_missed", side.missed),
        ("review.wins_allowed", side.allowed),
        ("review.forbidden_moves", side.forbidden),
        ("review.only_moves", side.only),
    ];
    let told = counts
        .iter()
        .filter(|&&(key, count)| count > 0 || key == "review.blunders");
    let told: Vec<String> = told
        .map(|&(key, count)| lang.count(key, count as u64, &[]))
        .collect();
    format!(
        "{}{}{}",
        lang.word(color),
        lang.text("list.colon"),
        told.join(lang.text("list.comma"))
    )
}
