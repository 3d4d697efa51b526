//! Raw mode and the alternate screen: entered, suspended, and restored on exit or panic.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::Once;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal};

/// The terminal while the game has all of it; given back as it was when this is dropped, and before
/// a panic is reported.
pub(super) struct ScreenTerminal(Terminal<CrosstermBackend<Stdout>>);

impl ScreenTerminal {
    pub(super) fn enter() -> io::Result<ScreenTerminal> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let report = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                let _ = give_back();
                report(info);
            }));
        });
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        let taken = ScreenTerminal(terminal);
        take()?;
        Ok(taken)
    }

    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.0.draw(draw).map(drop)
    }

    /// The whole terminal as it was drawn last.
    pub(super) fn area(&mut self) -> Rect {
        self.0.get_frame().area()
    }

    /// Draws everything anew the next time.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        // `Terminal::clear` asks where the cursor is, and the answer would go to the thread that
        // reads events.
        execute!(stdout(), Clear(ClearType::All))?;
        self.0 = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(())
    }

    /// Whether the terminal has been closed, which no event tells of.
    pub(super) fn is_gone() -> bool {
        #[cfg(unix)]
        {
            use rustix::event::{PollFd, PollFlags, Timespec, poll};

            let stdin = io::stdin();
            let mut watched = [PollFd::new(&stdin, PollFlags::empty())];
            let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            let at_once = Timespec::default();
            poll(&mut watched, Some(&at_once)).is_ok() && watched[0].revents().intersects(gone)
        }
        #[cfg(not(unix))]
        false
    }

    /// Gives the terminal back, stops this process until it is continued, and takes it again.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back()?;
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        take()?;
        self.clear()
    }
}

impl Drop for ScreenTerminal {
    fn drop(&mut self) {
        // A terminal that is gone needs nothing.
        let _ = give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(
        stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste
    )
}

fn give_back() -> io::Result<()> {
    let raw = disable_raw_mode();
    execute!(
        stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    )?;
    raw
}
