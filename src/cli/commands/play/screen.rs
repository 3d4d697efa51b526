//! The game on a whole terminal.

mod board_widget;
mod draw;
mod game_screen;
mod keys;
mod layout;
mod terminal;

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event};

use self::draw::draw;
use self::game_screen::GameScreen;
use self::keys::{KeyEffect, effect_of};
use self::layout::{MIN_COLUMNS, MIN_ROWS};
use self::terminal::ScreenTerminal;
use super::command::PlayCommand;
use super::session::PlaySession;
use super::signals::EndSignals;
use renju::render::{Lang, Style};
use renju_system::threads;

/// How long is waited for a key before the computer and the clock are looked at.
const INTERVAL: Duration = Duration::from_millis(20);
/// How often what changes by itself is drawn again: clocks, and how long the computer thinks.
const REDRAW: Duration = Duration::from_millis(100);

/// Why the game is played line by line; `None` if it can have the whole terminal.
pub(super) fn reason_for_lines(is_asked: bool, lang: Lang) -> Option<String> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    if is_asked || !is_terminal || is_dumb {
        return Some(String::new());
    }
    let (columns, rows) = ratatui::crossterm::terminal::size().unwrap_or((0, 0));
    let is_small = columns < MIN_COLUMNS || rows < MIN_ROWS;
    is_small.then(|| {
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("columns", &MIN_COLUMNS), ("rows", &MIN_ROWS)];
        lang.format("play.small_terminal", &values)
    })
}

/// Plays on the terminal until the person leaves; whether a signal, or the end of the terminal, did.
pub(super) fn run(
    session: &mut PlaySession,
    signals: &EndSignals,
    style: Style,
) -> io::Result<bool> {
    signals.watch_suspension()?;
    let mut terminal = ScreenTerminal::enter()?;
    let events = terminal_events()?;
    let mut screen = GameScreen::new(session.game.terms().size, style);
    let mut drawn_at: Option<Instant> = None;
    loop {
        session.tick();
        let had_notes = session.has_notes();
        screen.take_notes(session);
        if session.wants_to_quit {
            return Ok(false);
        }
        if signals.is_over() {
            return Ok(true);
        }
        if signals.takes_suspension() {
            terminal.suspend()?;
            drawn_at = None;
        }
        if had_notes || drawn_at.is_none_or(|at| at.elapsed() >= REDRAW) {
            terminal.draw(|frame| draw(frame, session, &screen))?;
            drawn_at = Some(Instant::now());
        }
        match events.recv_timeout(INTERVAL) {
            Ok(event) => {
                take_event(&event, session, &mut screen, &mut terminal)?;
                for event in events.try_iter() {
                    take_event(&event, session, &mut screen, &mut terminal)?;
                }
                drawn_at = None;
            }
            // A game whose terminal is gone ends as with a signal.
            Err(RecvTimeoutError::Timeout) if ScreenTerminal::is_gone() => return Ok(true),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(true),
        }
    }
}

/// The events of the terminal, from a thread of their own: where the terminal is closed, reading them
/// may never come back.
fn terminal_events() -> io::Result<Receiver<Event>> {
    let (sender, events) = channel();
    threads::start("terminal", move || {
        while let Ok(event) = event::read() {
            if sender.send(event).is_err() {
                return;
            }
        }
    })?;
    Ok(events)
}

fn take_event(
    event: &Event,
    session: &mut PlaySession,
    screen: &mut GameScreen,
    terminal: &mut ScreenTerminal,
) -> io::Result<()> {
    let size = session.game.terms().size;
    match effect_of(event, screen, size, terminal.area()) {
        KeyEffect::None => {}
        KeyEffect::Submit => screen.submit(session),
        KeyEffect::Play(point) => session.command(PlayCommand::Point(point)),
        KeyEffect::Word(word) => session.command(PlayCommand::Word(word)),
        KeyEffect::Suspend => terminal.suspend()?,
        KeyEffect::Redraw => terminal.clear()?,
    }
    Ok(())
}
