use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli::progress::Thinking;
use crate::limits::{Observer, Progress};

/// Shows the progress of a solver, and ends it at Ctrl-C.
pub(super) struct SolverObserver<'a> {
    pub(super) interrupted: &'a AtomicBool,
    pub(super) thinking: &'a Thinking,
}

impl Observer for SolverObserver<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.thinking.show(progress);
        if self.interrupted.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
