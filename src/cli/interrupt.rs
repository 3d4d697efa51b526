//! Ctrl-C: the first ends a search with its best answer so far, the second ends the program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The handler of Ctrl-C. Outside of a search Ctrl-C ends the program.
pub(super) struct Interrupt {
    /// Set while the next Ctrl-C ends the program: before and after a search, and in a search
    /// after the first Ctrl-C. To a search it is the stop flag.
    is_final: Arc<AtomicBool>,
}

impl Interrupt {
    /// Installs the handler, unless the program was started to ignore Ctrl-C.
    ///
    /// # Errors
    ///
    /// If the handler cannot be set up.
    pub(super) fn install() -> io::Result<Interrupt> {
        let is_final = Arc::new(AtomicBool::new(true));
        #[cfg(unix)]
        {
            use super::Exit;
            use signal_hook::consts::SIGINT;
            use signal_hook::flag;

            if !crate::engines::is_ignored(SIGINT) {
                let code = Exit::INTERRUPTED.into();
                flag::register_conditional_shutdown(SIGINT, code, Arc::clone(&is_final))?;
                flag::register(SIGINT, Arc::clone(&is_final))?;
            }
        }
        Ok(Interrupt { is_final })
    }

    /// Runs work that watches the stop flag it gets; also returns whether Ctrl-C set the flag.
    pub(super) fn during<T>(&self, work: impl FnOnce(&AtomicBool) -> T) -> (T, bool) {
        self.is_final.store(false, Ordering::Relaxed);
        let done = work(&self.is_final);
        (done, self.is_final.swap(true, Ordering::Relaxed))
    }
}
