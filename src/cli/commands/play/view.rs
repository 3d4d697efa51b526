//! Text and board marks that line mode and the full screen share: prompt, clocks, help and moves.

use std::time::Duration;

use super::note::asked;
use super::session::PlaySession;
use renju::board::Color;
use renju::contest::{ForbiddenHandling, GameTask, OpeningTask, Seat};
use renju::forbidden::{ThreeReading, forbidden_points};
use renju::geometry::Point;
use renju::render::{BoardText, Glyphs, Label, Lang, MarkedPoint, Style};

/// The points of a board that are marked in a game.
pub(super) struct BoardMarks {
    /// Points that are forbidden to the one to move, where that is shown.
    pub(super) forbidden: Vec<Point>,
    /// Fifth moves that are offered.
    pub(super) offers: Vec<Point>,
    /// The stones that won.
    pub(super) row: Vec<Point>,
    pub(super) last: Option<Point>,
}

impl BoardMarks {
    pub(super) fn of(session: &PlaySession) -> BoardMarks {
        let game = &session.game;
        let position = game.position();
        let is_black_to_move = game.task().is_some() && position.to_move() == Color::Black;
        let are_shown = game.terms().forbidden == ForbiddenHandling::Show
            && position.rule().restricts(Color::Black)
            && is_black_to_move;
        let is_choosing = matches!(
            game.task(),
            Some(GameTask::Opening(
                OpeningTask::Offer { .. } | OpeningTask::ChooseFifth { .. }
            ))
        );
        let row = game.result().map(|result| result.row.clone());
        BoardMarks {
            forbidden: if are_shown {
                forbidden_points(position.board(), ThreeReading::Literal)
                    .iter()
                    .collect()
            } else {
                Vec::new()
            },
            offers: if is_choosing {
                game.opening().offers().to_vec()
            } else {
                Vec::new()
            },
            row: row.unwrap_or_default(),
            last: position.last_move(),
        }
    }
}

/// The board as lines of text.
pub(super) fn board_lines(session: &PlaySession, style: Style) -> String {
    let position = session.game.position();
    let marks = BoardMarks::of(session);
    let marked = |text: char, label| {
        move |&point: &Point| MarkedPoint {
            point,
            text: text.to_string(),
            label,
        }
    };
    let forbidden = marks.forbidden.iter().map(marked('×', Label::Bad));
    let offers = marks.offers.iter().map(marked('?', Label::Focus));
    let stones = |color| {
        position
            .board()
            .stones(color)
            .iter()
            .map(move |at| (at, color))
    };
    let board = BoardText {
        size: position.board().size(),
        stones: Color::BOTH.into_iter().flat_map(stones).collect(),
        marks: forbidden.chain(offers).collect(),
        last: marks.last,
        glyphs: Glyphs::Unicode,
    };
    board.draw(style)
}

/// Who is asked for what, such as `Ann (black): a black stone, such as H8`.
pub(super) fn prompt(session: &PlaySession, lang: Lang) -> String {
    let Some(task) = session.game.task() else {
        return lang.text("play.game_over").to_owned();
    };
    let seat = task.seat();
    let name = &session.person(seat).name;
    if let Some(since) = session.thinking_since()
        && !session.waits_for_person()
    {
        let seconds = since.elapsed().as_secs();
        return lang.format("play.thinks", &[("name", name), ("seconds", &seconds)]);
    }
    if session.is_paused() {
        return lang.text("play.waits").to_owned();
    }
    let color = lang.word(session.game.color_of(seat));
    lang.format(
        "play.prompt",
        &[
            ("name", name),
            ("color", &color),
            ("asked", &asked(task, lang)),
        ],
    )
}

/// The clock of a seat, such as `4:32`.
pub(super) fn clock_text(session: &PlaySession, seat: Seat) -> Option<String> {
    session.time_left(seat).map(time_text)
}

fn time_text(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 10 {
        return format!("{:.1}", time.as_secs_f64());
    }
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The words that help, a line each.
pub(super) fn help_lines(lang: Lang) -> [&'static str; 14] {
    [
        lang.text("play.help.stone"),
        lang.text("play.help.undo"),
        lang.text("play.help.hint"),
        lang.text("play.help.threats"),
        lang.text("play.help.forbidden"),
        lang.text("play.help.claim"),
        lang.text("play.help.draw"),
        lang.text("play.help.resign"),
        lang.text("play.help.save"),
        lang.text("play.help.load"),
        lang.text("play.help.pause"),
        lang.text("play.help.board"),
        lang.text("play.help.quit"),
        lang.text("play.help.keys"),
    ]
}

/// The moves so far, such as `1. H8 2. I9`.
pub(super) fn moves_line(session: &PlaySession) -> String {
    let moves = session.game.position().moves().unwrap_or_default();
    let moves = moves.iter().flatten().zip(1..);
    let moves: Vec<String> = moves
        .map(|(point, number)| format!("{number}. {point}"))
        .collect();
    moves.join(" ")
}
