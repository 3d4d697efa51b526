//! Unix signals in `play`, caught as flags: termination saves the game, SIGTSTP suspends it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Signals that end a game at a terminal: the game is saved and the terminal given back first.
#[derive(Clone, Debug, Default)]
pub(super) struct EndSignals {
    end: Arc<AtomicBool>,
    suspend: Arc<AtomicBool>,
}

impl EndSignals {
    /// Watches for SIGINT, SIGTERM, SIGHUP and SIGQUIT from now on.
    ///
    /// # Errors
    ///
    /// If the handlers cannot be set up.
    pub(super) fn watch() -> io::Result<EndSignals> {
        let signals = EndSignals::default();
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

            for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
                signal_hook::flag::register(signal, Arc::clone(&signals.end))?;
            }
        }
        Ok(signals)
    }

    /// Whether one has come.
    pub(super) fn is_over(&self) -> bool {
        self.end.load(Ordering::Relaxed)
    }

    /// Watches for SIGTSTP, too, while the game has the whole terminal.
    ///
    /// # Errors
    ///
    /// If the handler cannot be set up.
    pub(super) fn watch_suspension(&self) -> io::Result<()> {
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGTSTP, Arc::clone(&self.suspend))?;
        Ok(())
    }

    /// Whether the game is to be suspended; asked once, it is told once.
    pub(super) fn takes_suspension(&self) -> bool {
        self.suspend.swap(false, Ordering::Relaxed)
    }
}
