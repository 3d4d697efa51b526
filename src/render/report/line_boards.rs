//! The boards of lines of play: a won line in steps, the lines of a search.

use crate::board::Color;
use crate::geometry::Point;
use crate::render::picture::{BoardPicture, Mark, MarkStyle};
use crate::render::{Lang, Style};
use crate::study::{ForcedWinReport, LineStep, MoveOrPass, SearchReport, ThreatOutcome};

use super::forced_win::{threat, win};
use super::page::text;
use super::search::search_lines;

/// Boards that a won line is shown on.
const STEPS: usize = 9;

/// The line of the win as numbered stones.
pub(super) fn forced_win(report: &ForcedWinReport) -> BoardPicture {
    let mut picture = BoardPicture::of_board(&report.header.board);
    picture.add_line(report.attacker, line_points(&report.line));
    picture
}

/// The line in steps, with the replies that the win answers; the position where there is no win.
pub(super) fn win_boards(report: &ForcedWinReport, lang: Lang) -> Vec<BoardPicture> {
    if report.outcome != ThreatOutcome::Win || report.steps.is_empty() {
        let said = text(report, Style::plain(lang));
        return vec![BoardPicture {
            caption: Some(
                said.lines()
                    .collect::<Vec<_>>()
                    .join(lang.text("list.semicolon")),
            ),
            ..forced_win(report)
        }];
    }
    let on_each = report.steps.len().div_ceil(STEPS);
    let count = report.steps.len();
    let shown = (1..=count).filter(|number| number.is_multiple_of(on_each) || *number == count);
    let mut boards: Vec<BoardPicture> = shown
        .map(|number| step_board(report, number, lang))
        .collect();
    if let Some(first) = boards.first_mut()
        && let Some(caption) = &mut first.caption
    {
        *caption = win(report, lang) + lang.text("list.semicolon") + caption;
    }
    boards
}

/// The board after the attacker's move of this number, from 1.
fn step_board(report: &ForcedWinReport, number: usize, lang: Lang) -> BoardPicture {
    let LineStep {
        attack,
        threat: threatened,
        fives,
        answered,
        ..
    } = &report.steps[number - 1];
    let mut picture = BoardPicture::of_board(&report.header.board);
    let plies = 2 * number - 1;
    picture.add_line(report.attacker, line_points(&report.line[..plies]));
    picture.last = Some(*attack);
    for five in fives {
        picture.mark_run(five, MarkStyle::Five);
    }
    for &reply in answered {
        picture.mark(reply, Mark::Reply(!report.attacker));
    }
    let threat = threat(threatened, lang);
    picture.caption = Some(format!(
        "{plies}. {attack}{}{threat}",
        lang.text("list.colon")
    ));
    picture
}

/// The best line as numbered stones.
pub(super) fn search(report: &SearchReport) -> BoardPicture {
    let mut boards = search_boards(report, Lang::ENGLISH);
    BoardPicture {
        caption: None,
        ..boards.swap_remove(0)
    }
}

/// A board for each line; the position where there is none.
pub(super) fn search_boards(report: &SearchReport, lang: Lang) -> Vec<BoardPicture> {
    let position = || BoardPicture::of_board(&report.header.board);
    let said = search_lines(report, Style::plain(lang));
    let board = |(line, said): (&[MoveOrPass], String)| {
        let mut picture = position();
        picture.add_line(
            report.header.to_move.unwrap_or(Color::Black),
            line_points(line),
        );
        picture.caption = Some(said);
        picture
    };
    let lines = report.lines.iter().map(|line| &line.moves[..]);
    let boards: Vec<BoardPicture> = lines.zip(said).map(board).collect();
    if boards.is_empty() {
        vec![position()]
    } else {
        boards
    }
}

/// The points of a line; `None` is a pass.
pub(super) fn line_points(moves: &[MoveOrPass]) -> impl Iterator<Item = Option<Point>> {
    moves.iter().map(|played| match *played {
        MoveOrPass::At(point) => Some(point),
        MoveOrPass::Pass => None,
    })
}
