//! What a reader without scripts sees of a game: for each study its boards and its text.

use maud::{Markup, PreEscaped, html};

use crate::board::Color;
use crate::questions::game::{GameReport, game_plot};
use crate::questions::{Report, sheet_of};
use crate::render::picture::{Theme, to_svg};
use crate::render::{Lang, Style, text};

use super::game_record::GameRecord;
use super::recorder::{PageStudy, RecordedGame};

/// Points of which an evaluator's values are told.
const POINTS: usize = 12;
/// Columns of the texts.
pub(super) const WIDTH: usize = 76;

/// A game with what was found of it.
pub(super) fn fixed_game(
    game: &GameRecord,
    recorded: &RecordedGame,
    lang: Lang,
    theme: Theme,
) -> Markup {
    html! {
        section class="static" {
            h2 { (game.id) }
            @if let (Some(text), true) = (&game.text, recorded.reports.is_empty()) { pre { (text) } }
            @for (study, reports) in &recorded.reports {
                h3 { (lang.word(*study)) }
                (fixed_study(*study, reports, lang, theme))
            }
        }
    }
}

fn fixed_study(study: PageStudy, reports: &[Report], lang: Lang, theme: Theme) -> Markup {
    let style = Style {
        width: Some(WIDTH),
        ..Style::plain(lang)
    };
    if study == PageStudy::Game {
        let Some(report) = game_of(reports) else {
            return html! {};
        };
        let plot = to_svg(&game_plot(&report, theme, lang));
        return html! {
            (PreEscaped(plot))
            pre { (text(&report, style)) }
        };
    }
    html! {
        @for report in &reports.iter().map(shortened).collect::<Vec<_>>() {
            @if has_board(study) { (PreEscaped(to_svg(&sheet_of(report, lang).scene(theme)))) }
            pre { (text(report, style)) }
        }
    }
}

/// The report with the best points alone, where it has values of all.
fn shortened(report: &Report) -> Report {
    let mut report = report.clone();
    if let Report::Score(score) = &mut report {
        for side in Color::BOTH {
            if let Some(points) = &mut score.points[side] {
                points.0.truncate(POINTS);
            }
        }
    }
    report
}

/// Whether the answer is seen on a board; the values of evaluators are a table.
const fn has_board(study: PageStudy) -> bool {
    !matches!(study, PageStudy::Compare | PageStudy::Game)
}

/// The game that its reports tell.
pub(super) fn game_of(reports: &[Report]) -> Option<GameReport> {
    let (summary, moves) = reports.split_last()?;
    let Report::GameSummary(summary) = summary else {
        return None;
    };
    let moves = moves.iter().filter_map(|report| match report {
        Report::GameMove(row) => Some((**row).clone()),
        _ => None,
    });
    Some(GameReport {
        moves: moves.collect(),
        summary: (**summary).clone(),
    })
}
