//! Draws a frame of the full-screen game: board, players and log, prompt, input line and help.

use ratatui::Frame;
use ratatui::layout::{Position as Cell, Rect};
use ratatui::style::{Color as Ink, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Wrap};

use super::board_widget::BoardWidget;
use super::game_screen::GameScreen;
use super::layout::ScreenLayout;
use crate::cli::commands::play::session::PlaySession;
use crate::cli::commands::play::view::{BoardMarks, clock_text, prompt};
use renju::board::Color;

/// Draws the whole screen.
pub(super) fn draw(frame: &mut Frame<'_>, session: &PlaySession, screen: &GameScreen) {
    let size = session.game.terms().size;
    let area = frame.area();
    let Some(layout) = ScreenLayout::new(area, size) else {
        return draw_too_small(frame, session, screen);
    };
    let marks = BoardMarks::of(session);
    let board = BoardWidget {
        board: session.game.position().board(),
        marks: &marks,
        cursor: session.asks_for_point().then_some(screen.cursor),
        is_colored: screen.style.color,
    };
    frame.render_widget(board, layout.board);
    draw_panel(frame, layout.panel, session, screen);
    let asked = Paragraph::new(prompt(session, screen.style.lang));
    frame.render_widget(asked.style(bold()), layout.prompt);
    draw_typed(frame, layout.typed, screen);
    if screen.shows_help {
        draw_help(frame, area, screen);
    }
}

fn draw_too_small(frame: &mut Frame<'_>, session: &PlaySession, screen: &GameScreen) {
    let (columns, rows) = ScreenLayout::needed(session.game.terms().size);
    let values: [(&str, &dyn std::fmt::Display); 2] = [("columns", &columns), ("rows", &rows)];
    let text = screen.style.lang.format("play.too_small", &values);
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), frame.area());
}

/// The players with their clocks, then what was told, the newest at the end.
fn draw_panel(frame: &mut Frame<'_>, area: Rect, session: &PlaySession, screen: &GameScreen) {
    let heads = if area.height > 6 { 3 } else { 0 };
    if heads > 0 {
        for (color, row) in [(Color::Black, 0), (Color::White, 1)] {
            let line = Rect::new(area.x, area.y + row, area.width, 1);
            frame.render_widget(player_line(session, color, screen), line);
        }
    }
    let log_area = Rect::new(area.x, area.y + heads, area.width, area.height - heads);
    let lines: Vec<Line<'_>> = screen
        .log
        .iter()
        .map(|(line, is_bad)| Line::styled(line.as_str(), told_style(*is_bad, screen)))
        .collect();
    let log = Paragraph::new(lines).wrap(Wrap { trim: false });
    let rows = wrapped_rows(&screen.log, log_area.width);
    let end = rows.saturating_sub(log_area.height);
    let from = end.saturating_sub(screen.scrolled);
    frame.render_widget(log.scroll((from, 0)), log_area);
}

/// The rows that lines take at a width, wrapped at words as the panel wraps them.
fn wrapped_rows(log: &[(String, bool)], width: u16) -> u16 {
    let width = usize::from(width.max(1));
    let rows = log.iter().map(|(line, _)| rows_of(line, width));
    rows.sum::<usize>().min(u16::MAX.into()) as u16
}

fn rows_of(line: &str, width: usize) -> usize {
    use unicode_width::UnicodeWidthStr;

    let mut rows = 1;
    let mut used = 0;
    for word in line.split_inclusive(' ') {
        let columns = word.width();
        if used > 0 && used + word.trim_end().width() > width {
            rows += 1;
            used = 0;
        }
        used += columns;
        while used > width {
            rows += 1;
            used -= width;
        }
    }
    rows
}

/// `> ● black  Ann  4:32`
fn player_line(session: &PlaySession, color: Color, screen: &GameScreen) -> Line<'static> {
    let lang = screen.style.lang;
    let game = &session.game;
    let seat = game.seats()[color];
    let is_asked = game.task().is_some_and(|task| task.seat() == seat);
    let (stone, word) = match color {
        Color::Black => ("●", lang.text("play.black")),
        Color::White => ("○", lang.text("play.white")),
    };
    let pointer = if is_asked { "> " } else { "  " };
    let name = &session.person(seat).name;
    let clock = clock_text(session, seat).unwrap_or_default();
    let text = format!("{pointer}{stone} {word}  {name}  {clock}");
    let style = if is_asked { bold() } else { Style::new() };
    Line::from(Span::styled(text, style))
}

fn draw_typed(frame: &mut Frame<'_>, area: Rect, screen: &GameScreen) {
    use unicode_width::UnicodeWidthStr;

    let text = format!("> {}", screen.typed);
    let columns = text.width() as u16;
    let from = columns.saturating_sub(area.width.saturating_sub(1));
    frame.render_widget(Paragraph::new(text).scroll((0, from)), area);
    let at = area.x + columns.saturating_sub(from);
    frame.set_cursor_position(Cell::new(at.min(area.right() - 1), area.y));
}

fn draw_help(frame: &mut Frame<'_>, area: Rect, screen: &GameScreen) {
    let lines: Vec<Line<'_>> = screen.help().into_iter().map(Line::from).collect();
    let width = usize::from(area.width) - 2;
    let rows: usize = screen.help().iter().map(|line| rows_of(line, width)).sum();
    let height = (rows as u16 + 2).min(area.height);
    let place = Rect::new(
        area.x,
        area.y + (area.height - height) / 2,
        area.width,
        height,
    );
    frame.render_widget(Clear, place);
    let help = Paragraph::new(lines).wrap(Wrap { trim: false });
    frame.render_widget(help.block(Block::new().borders(Borders::ALL)), place);
}

fn told_style(is_bad: bool, screen: &GameScreen) -> Style {
    match (is_bad, screen.style.color) {
        (true, true) => Style::new().fg(Ink::Red),
        (true, false) => bold(),
        (false, _) => Style::new(),
    }
}

fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}
