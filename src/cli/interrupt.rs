//! Ctrl-C: the first ends a search with what it has, the second the program.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What Ctrl-C does. Outside of a search it ends the program as ever.
pub(super) struct Interrupt {
    /// Set while the next Ctrl-C is to end the program: before and after a search, and in one as
    /// soon as there has been a Ctrl-C.
    is_final: Arc<AtomicBool>,
}

impl Interrupt {
    /// From now on Ctrl-C goes this way, unless the program was started to ignore it.
    ///
    /// # Errors
    ///
    /// If the handler cannot be set up.
    pub(super) fn heed() -> io::Result<Interrupt> {
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

    /// Does a work that looks at the flag given to it; whether there was a Ctrl-C meanwhile.
    pub(super) fn during<T>(&self, work: impl FnOnce(&AtomicBool) -> T) -> (T, bool) {
        self.is_final.store(false, Ordering::Relaxed);
        let done = work(&self.is_final);
        (done, self.is_final.swap(true, Ordering::Relaxed))
    }
}
