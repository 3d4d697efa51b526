use std::sync::{Mutex, PoisonError};

/// Things that cost more to make than to use again, such as the tables of a solver. There are as
/// many as were in use at once.
pub(crate) struct Pool<T> {
    idle: Mutex<Vec<T>>,
}

impl<T> Pool<T> {
    /// Without any so far.
    pub(crate) const fn new() -> Pool<T> {
        Pool {
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Takes one that is idle, or makes one.
    pub(crate) fn take_or(&self, make: impl FnOnce() -> T) -> T {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        idle.unwrap_or_else(make)
    }

    /// Gives one back, to be used again.
    pub(crate) fn give_back(&self, thing: T) {
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(thing);
    }
}
