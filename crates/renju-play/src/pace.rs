//! How long a search of a game with a clock goes on: less where it is sure of its move, more where not.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use renju_core::geometry::Point;
use renju_core::limits::{Iteration, Limits, Observer, Progress, Value, stop_if};
use renju_core::trace::TraceSink;

use crate::time_control::MoveTime;

/// The part of the planned time for a move that has been the best one for long.
const CALM: f64 = 0.6;
/// What is added where the last iteration has found another move; half of it after the next one.
const CHANGED: f64 = 0.8;
/// What is added where the value has fallen by [`FALL`] points or more since the iteration before.
const FALLEN: f64 = 0.8;
/// A fall, in points, that is taken for the loss of the thread.
const FALL: i32 = 200;

/// Ends a search when it has had the time that its iterations call for: about the planned one, at most
/// the longest.
///
/// Where all of the time is planned, the search ends by its limits alone.
pub struct Pace<'a> {
    time: Option<MoveTime>,
    since: Instant,
    observer: &'a dyn Observer,
    /// Nanoseconds from the start to the end.
    target: AtomicU64,
    course: Mutex<Course>,
}

impl<'a> Pace<'a> {
    /// Starts now; `observer` hears what the search tells and may end it as well. Without a time it ends
    /// nothing by itself.
    pub fn new(time: Option<MoveTime>, observer: &'a dyn Observer) -> Pace<'a> {
        Pace {
            time,
            since: Instant::now(),
            observer,
            target: AtomicU64::new(u64::MAX),
            course: Mutex::default(),
        }
    }

    /// The limits of the search: these nodes, and the longest time.
    pub fn limits(&self, nodes: Option<u64>) -> Limits {
        let time = self.time.map(|time| time.longest);
        Limits { nodes, time }
    }

    /// The time of which a part can be saved.
    fn saving(&self) -> Option<MoveTime> {
        self.time.filter(|time| time.planned < time.longest)
    }
}

impl Observer for Pace<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.observer.progress(progress)?;
        let target = self.target.load(Ordering::Relaxed);
        stop_if(target < u64::MAX && nanoseconds(self.since.elapsed()) >= target)
    }

    fn iteration(&self, iteration: &Iteration) {
        self.observer.iteration(iteration);
        let Some(time) = self.saving() else {
            return;
        };
        let mut course = self.course.lock().unwrap_or_else(PoisonError::into_inner);
        course.add(iteration);
        let target = time.planned.mul_f64(course.share()).min(time.longest);
        self.target.store(nanoseconds(target), Ordering::Relaxed);
    }

    fn trace_sink(&self) -> Option<&dyn TraceSink> {
        self.observer.trace_sink()
    }
}

impl fmt::Debug for Pace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pace")
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// What the iterations of a search have said of its best move so far.
#[derive(Default, Debug)]
struct Course {
    depth: u16,
    best: Option<Point>,
    value: Option<i64>,
    /// From 0, where the same move has been the best one for long, to 2.
    unrest: f64,
    /// From 0 to 1: how far the value fell in the last iteration.
    fall: f64,
}

impl Course {
    fn add(&mut self, iteration: &Iteration) {
        // The answer is told once more at the end.
        let Some(line) = iteration
            .lines
            .first()
            .filter(|_| iteration.depth > self.depth)
        else {
            return;
        };
        let best = line.moves.first().copied().flatten();
        let is_other = self.best.is_some() && best != self.best;
        self.unrest = self.unrest / 2.0 + f64::from(u8::from(is_other));
        let value = match line.value {
            Value::Points(points) => Some(points),
            _ => None,
        };
        let fall = self
            .value
            .zip(value)
            .map_or(0, |(before, now)| before - now);
        self.fall = f64::from(fall.clamp(0, FALL.into()) as i32) / f64::from(FALL);
        (self.depth, self.best, self.value) = (iteration.depth, best, value);
    }

    /// The part of the planned time that the move deserves.
    fn share(&self) -> f64 {
        CALM + CHANGED * self.unrest + FALLEN * self.fall
    }
}

#[cfg(test)]
mod tests {
    use renju_core::limits::{NoObserver, PrincipalVariation};

    use super::*;

    fn iteration(depth: u16, best: &str, points: i64) -> Iteration {
        Iteration {
            depth,
            lines: vec![PrincipalVariation {
                value: Value::Points(points),
                moves: vec![Some(best.parse().unwrap())],
            }],
            ..Iteration::default()
        }
    }

    fn target(iterations: &[Iteration]) -> Duration {
        let time = MoveTime {
            planned: Duration::from_secs(10),
            longest: Duration::from_secs(25),
        };
        let pace = Pace::new(Some(time), &NoObserver);
        for iteration in iterations {
            pace.iteration(iteration);
        }
        Duration::from_nanos(pace.target.load(Ordering::Relaxed))
    }

    #[test]
    fn a_move_that_stays_the_best_takes_less_than_one_that_changes() {
        let calm = target(&[iteration(1, "H8", 10), iteration(2, "H8", 12)]);
        assert_eq!(calm, Duration::from_secs(6));
        let changed = target(&[iteration(1, "H8", 10), iteration(2, "G7", 12)]);
        assert_eq!(changed, Duration::from_secs(14));
        let fallen = target(&[iteration(1, "H8", 10), iteration(2, "H8", -90)]);
        assert_eq!(fallen, Duration::from_secs(10));
        let both = [
            iteration(1, "H8", 10),
            iteration(2, "G7", 0),
            iteration(3, "H8", -400),
        ];
        assert_eq!(
            target(&both),
            Duration::from_secs(25),
            "at most the longest"
        );
    }

    #[test]
    fn the_answer_told_once_more_changes_nothing() {
        let told = [
            iteration(1, "H8", 10),
            iteration(2, "G7", 12),
            iteration(2, "G7", 12),
        ];
        assert_eq!(target(&told), target(&told[..2]));
    }

    #[test]
    fn a_search_ends_after_its_time_but_not_before_where_all_is_planned() {
        let ends = |planned| {
            let longest = Duration::from_secs(3600);
            let pace = Pace::new(Some(MoveTime { planned, longest }), &NoObserver);
            pace.iteration(&iteration(1, "H8", 0));
            pace.progress(&Progress::default()).is_break()
        };
        assert!(ends(Duration::ZERO));
        assert!(!ends(Duration::from_secs(3600)));
        let spent = MoveTime::all_of(Duration::ZERO);
        let pace = Pace::new(Some(spent), &NoObserver);
        pace.iteration(&iteration(1, "H8", 0));
        assert!(
            pace.progress(&Progress::default()).is_continue(),
            "that is for the limits to say"
        );
    }
}
