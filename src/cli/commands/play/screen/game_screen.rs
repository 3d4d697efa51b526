//! State of the full-screen interface apart from the game: cursor, input line, log and scrolling.

use crate::cli::commands::play::command::{PlayCommand, PlayWord};
use crate::cli::commands::play::note::Note;
use crate::cli::commands::play::session::PlaySession;
use crate::cli::commands::play::view::{help_lines, moves_line};
use renju::geometry::{Point, Size};
use renju::render::Style;

/// Lines that are kept of what was told.
const LOG_LINES: usize = 500;

/// What the screen shows beside the game.
pub(super) struct GameScreen {
    pub(super) style: Style,
    /// The point that Enter plays.
    pub(super) cursor: Point,
    /// What has been typed of a line.
    pub(super) typed: String,
    /// What was told, oldest first, each with whether it is a refusal.
    pub(super) log: Vec<(String, bool)>,
    /// Lines of the log that are scrolled away at its end.
    pub(super) scrolled: u16,
    pub(super) shows_help: bool,
}

impl GameScreen {
    pub(super) fn new(size: Size, style: Style) -> GameScreen {
        let middle = Point::new(size.get() / 2, size.get() / 2);
        GameScreen {
            style,
            cursor: middle.expect("every board has a middle"),
            typed: String::new(),
            log: vec![(style.lang.text("play.bye").to_owned(), false)],
            scrolled: 0,
            shows_help: false,
        }
    }

    /// Adds what there is to tell.
    pub(super) fn take_notes(&mut self, session: &mut PlaySession) {
        let plain = Style {
            color: false,
            // The panel wraps by itself.
            width: Some(usize::from(u16::MAX)),
            ..self.style
        };
        for note in session.take_notes() {
            match note {
                Note::Show(PlayWord::Help) => self.shows_help = true,
                Note::Show(PlayWord::Moves) => self.log.push((moves_line(session), false)),
                Note::Show(_) => {}
                other => {
                    let lines = other.lines(&session.seat_names(), plain);
                    let is_bad = other.is_bad();
                    self.log
                        .extend(lines.into_iter().map(|line| (line, is_bad)));
                }
            }
            self.scrolled = 0;
        }
        let excess = self.log.len().saturating_sub(LOG_LINES);
        self.log.drain(..excess);
        let size = session.game.terms().size;
        if !self.cursor.is_on(size) {
            self.cursor = Point::new(size.get() / 2, size.get() / 2).unwrap_or(self.cursor);
        }
    }

    /// The lines of the help.
    pub(super) fn help(&self) -> [&'static str; 14] {
        help_lines(self.style.lang)
    }

    /// Reads what was typed.
    pub(super) fn submit(&mut self, session: &mut PlaySession) {
        let line = std::mem::take(&mut self.typed);
        match PlayCommand::parse(&line, session.game.terms().size) {
            Ok(Some(command)) => session.command(command),
            Ok(None) => session.command(PlayCommand::Point(self.cursor)),
            Err(error) => session.note(Note::Unread(error)),
        }
    }
}
