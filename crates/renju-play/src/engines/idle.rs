//! Pool of engine processes between two questions, shared by the threads that ask.

use std::sync::{Mutex, PoisonError};

/// Children that wait for their next question; any thread may take one.
#[derive(Debug)]
pub(super) struct Idle<C>(Mutex<Vec<C>>);

impl<C> Default for Idle<C> {
    fn default() -> Idle<C> {
        Idle(Mutex::new(Vec::new()))
    }
}

impl<C> Idle<C> {
    /// The one that came last, which has answered last.
    pub(super) fn take(&self) -> Option<C> {
        self.children().pop()
    }

    pub(super) fn put(&self, child: C) {
        self.children().push(child);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.children().is_empty()
    }

    fn children(&self) -> std::sync::MutexGuard<'_, Vec<C>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
