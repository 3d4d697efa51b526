use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::cli::progress::Thinking;
use crate::threat::{Spent, Stop, Watch};

/// Keeps the time of a search, and tells of it.
pub(in crate::cli) struct Lookout<'a> {
    end: Option<Instant>,
    interrupted: Option<&'a AtomicBool>,
    thinking: Option<&'a Thinking>,
}

impl<'a> Lookout<'a> {
    /// The time begins now.
    pub(in crate::cli) fn new(time: Option<Duration>) -> Lookout<'a> {
        Lookout {
            // A time that no clock will see is no limit.
            end: time.and_then(|time| Instant::now().checked_add(time)),
            interrupted: None,
            thinking: None,
        }
    }

    /// Stops as soon as the flag is set, too.
    pub(super) fn heeding(self, flag: &'a AtomicBool) -> Lookout<'a> {
        Lookout {
            interrupted: Some(flag),
            ..self
        }
    }

    /// Shows how far it is, too.
    pub(super) fn showing(self, thinking: &'a Thinking) -> Lookout<'a> {
        Lookout {
            thinking: Some(thinking),
            ..self
        }
    }
}

impl Watch for Lookout<'_> {
    fn look(&self, spent: &Spent) -> Option<Stop> {
        if let Some(thinking) = self.thinking {
            thinking.show(spent);
        }
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        if self.interrupted.is_some_and(is_set) {
            return Some(Stop::Interrupted);
        }
        let is_over = self.end.is_some_and(|end| Instant::now() >= end);
        is_over.then_some(Stop::Time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_and_the_time_end_a_search() {
        let spent = Spent::default();
        let flag = AtomicBool::new(false);
        assert_eq!(Lookout::new(None).heeding(&flag).look(&spent), None);
        let over = Lookout::new(Some(Duration::ZERO));
        assert_eq!(over.look(&spent), Some(Stop::Time));
        assert_eq!(Lookout::new(Some(Duration::MAX)).look(&spent), None);
        flag.store(true, Ordering::Relaxed);
        assert_eq!(over.heeding(&flag).look(&spent), Some(Stop::Interrupted));
    }
}
