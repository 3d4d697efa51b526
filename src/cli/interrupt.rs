//! How Ctrl-C ends a command: the first with what is done so far, the second with the program.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::error::{CliError, Exit};
use renju::engines;
#[cfg(unix)]
use renju::files::remove_unfinished;
#[cfg(unix)]
use renju_system::threads;

/// The handler of Ctrl-C and of SIGTERM. Outside of a search Ctrl-C ends the program.
#[derive(Clone)]
pub(super) struct Interrupt {
    /// Set while the next Ctrl-C ends the program: before and after a search, and in a search
    /// after the first Ctrl-C. To a search it is the stop flag.
    is_final: Arc<AtomicBool>,
}

impl Interrupt {
    /// The handler of the program, which is installed when it is first asked for, unless the program
    /// was started to ignore Ctrl-C.
    ///
    /// # Errors
    ///
    /// If the handler cannot be set up.
    pub(super) fn install() -> io::Result<Interrupt> {
        static INSTALLED: OnceLock<Interrupt> = OnceLock::new();
        if let Some(installed) = INSTALLED.get() {
            return Ok(installed.clone());
        }
        let new = Interrupt::registered()?;
        Ok(INSTALLED.get_or_init(|| new).clone())
    }

    fn registered() -> io::Result<Interrupt> {
        let is_final = Arc::new(AtomicBool::new(true));
        #[cfg(unix)]
        watch_signals(&is_final, None)?;
        Ok(Interrupt { is_final })
    }

    /// Installs the handler in a program that asks engines: they have `grace` to answer after a
    /// first Ctrl-C, and none outlives the program.
    ///
    /// # Errors
    ///
    /// If the handler cannot be set up.
    pub(super) fn install_with_engines(grace: Duration) -> io::Result<Interrupt> {
        let is_final = Arc::new(AtomicBool::new(true));
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
        engines::kill_all_on_last_signal(Arc::clone(&is_final), grace)?;
        Ok(Interrupt { is_final })
    }

    /// Installs the handler in a program that may wait for input: a signal, that of a closed terminal
    /// too, leaves the work `grace` to stop by itself, as it does between two records, and then ends
    /// the program.
    ///
    /// # Errors
    ///
    /// If the handler cannot be set up.
    #[cfg_attr(
        not(unix),
        expect(unused_variables, reason = "there are no such signals")
    )]
    pub(super) fn install_with_grace(grace: Duration) -> io::Result<Interrupt> {
        let is_final = Arc::new(AtomicBool::new(true));
        #[cfg(unix)]
        watch_signals(&is_final, Some(grace))?;
        Ok(Interrupt { is_final })
    }

    /// The exit code of work that watches the stop flag it gets: that of an interruption if Ctrl-C
    /// set the flag.
    pub(super) fn exit_of(
        &self,
        work: impl FnOnce(&AtomicBool) -> Result<Exit, CliError>,
    ) -> Result<Exit, CliError> {
        let (exit, was_interrupted) = self.during(work);
        let exit = exit?;
        Ok(if was_interrupted {
            Exit::Interrupted
        } else {
            exit
        })
    }

    /// Runs work that watches the stop flag it gets; also returns whether Ctrl-C set the flag.
    pub(super) fn during<T>(&self, work: impl FnOnce(&AtomicBool) -> T) -> (T, bool) {
        self.is_final.store(false, Ordering::Relaxed);
        let done = work(&self.is_final);
        (done, self.is_final.swap(true, Ordering::Relaxed))
    }
}

/// Sets `is_final` at the first signal that asks the work to stop. At the next, after `grace`, or at
/// one that does not ask, the program ends, and no file that is not whole stays.
#[cfg(unix)]
fn watch_signals(is_final: &Arc<AtomicBool>, grace: Option<Duration>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    // A file that may not grow further is an error of its writer, not the end without a word.
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];
    let signals = signals
        .into_iter()
        .filter(|&signal| !engines::is_ignored(signal));
    let mut signals = Signals::new(signals)?;
    let stop = Arc::clone(is_final);
    let watch = move || {
        for signal in signals.forever() {
            let asks = grace.is_some() || matches!(signal, SIGINT | SIGTERM);
            if asks && !stop.swap(true, Ordering::Relaxed) {
                let Some(grace) = grace else { continue };
                std::thread::sleep(grace);
            }
            remove_unfinished();
            signal_hook::low_level::exit(Exit::INTERRUPTED.into());
        }
    };
    threads::start("signals", watch).map(drop)
}
