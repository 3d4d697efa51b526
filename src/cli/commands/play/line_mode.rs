//! Plain-text interface of `play` for pipes and simple terminals: prints the board, reads lines.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use super::command::{PlayCommand, PlayWord};
use super::note::Note;
use super::session::PlaySession;
use super::signals::EndSignals;
use super::view::{board_lines, help_lines, moves_line, prompt};
use renju::files::{Stdout, stdout};
use renju::render::Style;
use renju_play::input_lines::LineReader;
use renju_system::threads;

/// How often the computer and the clock are looked at.
const INTERVAL: Duration = Duration::from_millis(5);
/// The bytes of a line that are read; the rest is dropped.
const LINE_LIMIT: usize = 4096;

/// Plays line by line, for pipes and terminals that cannot do more; whether a signal ended it.
///
/// A person's line is taken when a person is asked, so that a file of moves plays a whole game. At a
/// terminal lines are taken at any time. At the end of the input the program ends once it waits for
/// a person.
pub(super) fn run(
    session: &mut PlaySession,
    signals: &EndSignals,
    style: Style,
) -> io::Result<bool> {
    let lines = typed_lines()?;
    let is_terminal = io::stdin().is_terminal();
    let mut shown = LineScreen {
        out: stdout(),
        style,
        is_prompted: false,
    };
    shown.say(style.lang.text("play.bye"))?;
    while !session.wants_to_quit {
        if signals.is_over() {
            return Ok(true);
        }
        session.tick();
        shown.notes(session)?;
        let waits = session.waits_for_person();
        if waits {
            shown.prompt(session)?;
        }
        if !waits && !is_terminal {
            thread::sleep(INTERVAL);
            continue;
        }
        match lines.recv_timeout(INTERVAL) {
            Ok(line) => shown.take(session, &line)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) if waits => break,
            Err(RecvTimeoutError::Disconnected) => thread::sleep(INTERVAL),
        }
    }
    shown.notes(session)?;
    Ok(false)
}

/// What has been written to the terminal.
struct LineScreen {
    out: Stdout,
    style: Style,
    /// Whether the board and the question stand there already.
    is_prompted: bool,
}

impl LineScreen {
    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    fn notes(&mut self, session: &mut PlaySession) -> io::Result<()> {
        for note in session.take_notes() {
            match note {
                Note::Show(PlayWord::Help) => {
                    for line in help_lines(self.style.lang) {
                        self.say(line)?;
                    }
                }
                Note::Show(PlayWord::Moves) => self.say(&moves_line(session))?,
                Note::Show(_) => self
                    .out
                    .write_all(board_lines(session, self.style).as_bytes())?,
                other => {
                    for line in other.lines(&session.seat_names(), self.style) {
                        self.say(&line)?;
                    }
                    if matches!(
                        other,
                        Note::Done { .. } | Note::TookBack { .. } | Note::Loaded(_)
                    ) {
                        self.is_prompted = false;
                    }
                }
            }
        }
        self.out.flush()
    }

    /// The board and what is asked for, once.
    fn prompt(&mut self, session: &PlaySession) -> io::Result<()> {
        if self.is_prompted {
            return Ok(());
        }
        self.is_prompted = true;
        let board = board_lines(session, self.style);
        self.out.write_all(board.as_bytes())?;
        self.say(&prompt(session, self.style.lang))?;
        self.out.flush()
    }

    fn take(&mut self, session: &mut PlaySession, line: &str) -> io::Result<()> {
        let size = session.game.terms().size;
        match PlayCommand::parse(line, size) {
            Ok(None) => {}
            Ok(Some(command)) => session.command(command),
            Err(error) => session.note(Note::Unread(error)),
        }
        self.notes(session)
    }
}

/// The lines of the standard input, from a thread that ends with it.
fn typed_lines() -> io::Result<Receiver<String>> {
    let (sender, lines) = sync_channel(1);
    threads::start("input", move || {
        let mut input = LineReader::new(io::stdin(), LINE_LIMIT);
        while let Some(line) = input.next_line() {
            let line = String::from_utf8_lossy(line).into_owned();
            if sender.send(line).is_err() {
                return;
            }
        }
    })?;
    Ok(lines)
}
