//! Object pool for costly state such as solver tables, shared by the worker threads of a batch run.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Things that cost more to make than to use again, such as the tables of a solver: one for each
/// thread.
///
/// ```
/// use renju::batch::Pool;
/// use renju::threat::{Attack, SolveOptions, Solver};
///
/// let solvers = Pool::of(2, || Solver::new(SolveOptions::new(Attack::Vcf)));
/// let solver = solvers.take_or(|| unreachable!("two are idle"));
/// solvers.give_back(solver);
/// ```
pub struct Pool<T> {
    idle: Mutex<Vec<T>>,
}

impl<T> Pool<T> {
    /// That many, made at once: what there is no memory for is known before the work begins.
    pub fn of(count: usize, make: impl FnMut() -> T) -> Pool<T> {
        let idle = std::iter::repeat_with(make).take(count).collect();
        Pool {
            idle: Mutex::new(idle),
        }
    }

    /// Takes one that is idle, or makes one.
    pub fn take_or(&self, make: impl FnOnce() -> T) -> T {
        let idle = self.lock().pop();
        idle.unwrap_or_else(make)
    }

    /// Gives one back, to be used again.
    pub fn give_back(&self, thing: T) {
        self.lock().push(thing);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<T>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
