//! Boards tried one after the other until two answers differ, and the smallest case of each kind.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use super::boards::HuntBoards;
use super::difference::{Difference, DifferenceKind, HuntPair, VerdictDetail};
use super::shrink::Shrunk;
use crate::eval::Failure;
use crate::pattern::Shape;
use crate::position::{Position, PositionId};
use crate::questions::game::SuitePosition;
use crate::report_header::VERSION;
use renju_system::threads;

/// Boards that are tried between two reports of progress, for each thread.
const CHUNK: usize = 64;
/// Failures after which a hunt ends that has had no answer.
const MOST_FAILURES: u64 = 20;

/// How long a hunt goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HuntOptions {
    /// Boards to try, at most.
    pub boards: u64,
    /// Cases to make small, at most.
    pub cases: usize,
    /// Threads that ask at once.
    pub threads: usize,
}

/// How far a hunt is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HuntProgress {
    /// Boards that were tried.
    pub boards: u64,
    /// Boards on which the two differ.
    pub differing: u64,
    /// Kinds of differences that were found.
    pub kinds: usize,
}

/// What a hunt brought.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HuntReport {
    /// Version of the JSON lines.
    pub v: u32,
    /// The name of the question, `"hunt"`.
    pub study: &'static str,
    /// What the boards were drawn by.
    pub seed: u64,
    /// Boards that were tried.
    pub boards: u64,
    /// Boards on which the two differ.
    pub differing: u64,
    /// Boards about which one of both gave no answer.
    pub unanswered: u64,
    /// Why the first of these has none.
    pub failure: Option<String>,
    /// Whether time or an interruption ended it before the last board.
    pub stopped: bool,
    /// Whether as many cases were made small as were asked for.
    pub full: bool,
    /// The smallest case of each kind, those with the fewest stones first.
    pub cases: Vec<HuntCase>,
}

/// The smallest position that shows a kind of difference.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HuntCase {
    /// How the two differ there.
    #[serde(flatten)]
    pub difference: Difference,
    /// How many cases that were made small are of this kind.
    pub cases: usize,
    /// The position, with what is expected of it.
    pub position: SuitePosition,
}

impl HuntCase {
    /// How many stones the position has.
    pub fn stones(&self) -> usize {
        self.position.position.black.len() + self.position.position.white.len()
    }
}

/// Tries boards until the last one, or until enough cases were made small. `goes_on` is asked between
/// boards, by any thread, whether to go on, and is told how far it is.
///
/// Without a stop by `goes_on` the same seed gives the same answer, with any number of threads, as long
/// as both answer the same questions alike.
///
/// # Errors
///
/// If none of the first boards is answered, or none at all: why the first is not.
pub fn hunt(
    pair: &dyn HuntPair,
    boards: &HuntBoards,
    options: &HuntOptions,
    goes_on: &(dyn Fn(&HuntProgress) -> bool + Sync),
) -> Result<HuntReport, Failure> {
    let mut hunted = Hunted::default();
    let mut next = 0;
    let is_stopped = AtomicBool::new(false);
    let chunk = (CHUNK * options.threads) as u64;
    while hunted.boards < options.boards && hunted.shrunk < options.cases {
        // Not every number has a board.
        let end = next + chunk.min(options.boards - hunted.boards);
        let progress = hunted.progress();
        let stops = || {
            let stops = is_stopped.load(Ordering::Relaxed) || !goes_on(&progress);
            is_stopped.fetch_or(stops, Ordering::Relaxed);
            stops
        };
        let numbers: Vec<u64> = (next..end).collect();
        next = end;
        let tried = in_parallel(options.threads, &numbers, &stops, |&number| {
            let position = boards.position(number)?;
            Some(pair.differences(&position).map(|found| (position, found)))
        });
        let left = options.cases - hunted.shrunk;
        let differing = hunted.count(tried, left);
        hunted.check_answered(MOST_FAILURES)?;
        let shrunk = in_parallel(options.threads, &differing, &stops, |(position, found)| {
            Shrunk::of((pair, &stops), position.clone(), found.clone())
        });
        for shrunk in shrunk.into_iter().flatten() {
            hunted.add(&shrunk);
        }
        if is_stopped.load(Ordering::Relaxed) {
            break;
        }
    }
    hunted.check_answered(1)?;
    let stopped = is_stopped.load(Ordering::Relaxed);
    let full = hunted.shrunk >= options.cases;
    Ok(hunted.report(boards.seed, stopped, full))
}

/// What is made of each item, in order; `None` from a stop on.
fn in_parallel<T: Sync, R: Send>(
    count: usize,
    items: &[T],
    stops: &(dyn Fn() -> bool + Sync),
    work: impl Fn(&T) -> R + Sync,
) -> Vec<Option<R>> {
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    threads::share(count.min(items.len().max(1)), "hunt", || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index).filter(|_| !stops()) else {
                return;
            };
            *done[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(work(item));
        }
    });
    let done = done.into_iter().map(Mutex::into_inner);
    done.map(|done| done.unwrap_or_else(PoisonError::into_inner))
        .collect()
}

/// What tells kinds of cases apart.
type CaseKey = (
    DifferenceKind,
    Vec<VerdictDetail>,
    Vec<Shape>,
    Option<usize>,
);

/// A position, or none, and what was found there.
type TriedBoard = Option<Result<(Position, Vec<Difference>), Failure>>;

#[derive(Default)]
struct Hunted {
    boards: u64,
    answered: u64,
    differing: u64,
    unanswered: u64,
    failure: Option<Failure>,
    shrunk: usize,
    cases: BTreeMap<CaseKey, HuntCase>,
}

impl Hunted {
    fn progress(&self) -> HuntProgress {
        HuntProgress {
            boards: self.boards,
            differing: self.differing,
            kinds: self.cases.len(),
        }
    }

    /// Counts boards that were tried up to the first that was not, or until there are that many cases;
    /// gives these, one for each kind of a board.
    fn count(
        &mut self,
        tried: Vec<Option<TriedBoard>>,
        left: usize,
    ) -> Vec<(Position, Difference)> {
        let mut differing = Vec::new();
        for tried in tried.into_iter().map_while(|tried| tried) {
            if differing.len() >= left {
                break;
            }
            self.boards += u64::from(tried.is_some());
            match tried {
                None => {}
                Some(Ok((position, found))) => {
                    self.answered += 1;
                    self.differing += u64::from(!found.is_empty());
                    let mut known: Vec<Difference> = Vec::new();
                    for found in found {
                        if !known.iter().any(|known| key_of(known) == key_of(&found)) {
                            differing.push((position.clone(), found.clone()));
                            known.push(found);
                        }
                    }
                }
                Some(Err(failure)) => {
                    self.unanswered += 1;
                    self.failure.get_or_insert(failure);
                }
            }
        }
        differing.truncate(left);
        differing
    }

    /// Fails if that many boards were not answered, and no other was.
    fn check_answered(&mut self, count: u64) -> Result<(), Failure> {
        let is_silent = self.unanswered >= count && self.answered == 0;
        match self.failure.take_if(|_| is_silent) {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    fn add(&mut self, shrunk: &Shrunk<'_>) {
        self.shrunk += 1;
        let case = case_of(&shrunk.position, &shrunk.difference);
        match self.cases.get_mut(&key_of(&shrunk.difference)) {
            None => {
                self.cases.insert(key_of(&shrunk.difference), case);
            }
            Some(known) => {
                let cases = known.cases + 1;
                if case.stones() < known.stones() {
                    *known = case;
                }
                known.cases = cases;
            }
        }
    }

    fn report(self, seed: u64, stopped: bool, full: bool) -> HuntReport {
        let mut cases: Vec<HuntCase> = self.cases.into_values().collect();
        cases.sort_by_key(HuntCase::stones);
        for (number, case) in (1u64..).zip(&mut cases) {
            case.position.id = PositionId::from(format!("{}-{number}", case.difference.kind));
        }
        HuntReport {
            v: VERSION,
            study: "hunt",
            seed,
            boards: self.boards,
            differing: self.differing,
            unanswered: self.unanswered,
            failure: self.failure.map(|failure| failure.to_string()),
            stopped,
            full,
            cases,
        }
    }
}

fn key_of(found: &Difference) -> CaseKey {
    let (details, shapes) = (found.details.clone(), found.shapes.clone());
    (found.kind, details, shapes, found.plies)
}

fn case_of(position: &Position, found: &Difference) -> HuntCase {
    let (id, expect) = (PositionId::from("hunt"), found.expect.clone());
    HuntCase {
        difference: found.clone(),
        cases: 1,
        position: SuitePosition::new(id, position, expect),
    }
}
