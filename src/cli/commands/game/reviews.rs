//! Position reviews of one game, from last to first, on several threads or on one.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::question::GameQuestion;
use crate::cli::GlobalArgs;
use crate::cli::run_bar::PositionsBar;
use renju::eval::Failure;
use renju::limits::Observer;
use renju::questions::game::{GameLine, PositionReview};
use renju_system::threads;

type ReviewSlot = Result<Option<PositionReview>, Failure>;

/// Looks at the positions of a game that the rows need, on as many threads as were asked for; from the
/// last position to the first, so that what is kept between them is of use.
pub(super) fn reviews(
    game: &GameLine,
    question: &GameQuestion<'_>,
    stop: &AtomicBool,
    global: &GlobalArgs,
) -> Result<Vec<Option<PositionReview>>, Failure> {
    let count = game.positions().len();
    let left = needed(game, question);
    let bar = PositionsBar::new(global, left.len());
    let next = AtomicUsize::new(left.len());
    let found: Vec<Mutex<ReviewSlot>> = (0..count).map(|_| Mutex::new(Ok(None))).collect();
    let work = || {
        let mut reviewer = question.reviewer();
        let take = || {
            next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            })
        };
        while let Ok(before) = take() {
            let index = left[before - 1];
            let review = reviewer.review(game, index, stop);
            *found[index].lock().unwrap_or_else(PoisonError::into_inner) = review.map(Some);
            bar.step();
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
    };
    threads::share(question.threads.min(left.len()), "game", work);
    bar.clear();
    let found = found.into_iter();
    found
        .map(|found| found.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

/// Looks at the positions that the rows need on this thread alone, as is best for one game of many.
pub(super) fn reviews_in_turn(
    game: &GameLine,
    question: &GameQuestion<'_>,
    observer: &dyn Observer,
) -> Result<Vec<Option<PositionReview>>, Failure> {
    let mut reviewer = question.reviewer();
    let mut found = vec![None; game.positions().len()];
    for index in needed(game, question).into_iter().rev() {
        found[index] = Some(reviewer.review(game, index, observer)?);
    }
    Ok(found)
}

/// The positions before and behind each move that has a row, in order.
fn needed(game: &GameLine, question: &GameQuestion<'_>) -> Vec<usize> {
    let (count, telling) = (game.positions().len(), question.telling());
    let wants = |number: usize| number >= 1 && number < count && telling.wants(number);
    let is_needed = |index: &usize| wants(*index) || wants(index + 1);
    (0..count).filter(is_needed).collect()
}
