//! Random play of an opening: each task is answered by lot, always the same for the same seed.

use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet};
use renju_core::split_mix::SplitMix64;

use super::opening::Opening;
use super::task::{OpeningAction, OpeningTask};

/// An answer to the task of an opening by lot: any point that is allowed, any number, either colour.
/// `None` if the opening is over.
///
/// The same state and the same seed have the same answer; the answers to the tasks of one opening are
/// drawn apart, so that one seed serves a whole opening.
///
/// ```
/// use renju_play::contest::{Opening, OpeningRule, random_answer};
/// use renju_core::geometry::Size;
/// use renju_core::rule::Rule;
///
/// let mut opening = Opening::new(OpeningRule::Taraguchi10, Size::RENJU, Rule::Renju)?;
/// while let Some(answer) = random_answer(&opening, 7) {
///     opening = opening.apply(answer)?;
/// }
/// assert_eq!(opening.position().moves().map(<[_]>::len), Some(5));
/// # Ok::<(), renju_play::contest::OpeningRefusal>(())
/// ```
pub fn random_answer(opening: &Opening, seed: u64) -> Option<OpeningAction> {
    let task = opening.task()?;
    let mut numbers = numbers_of(opening, seed);
    let mut one_of = |actions: &[OpeningAction]| Some(actions[numbers.below(actions.len())?]);
    match task {
        OpeningTask::Swap { .. } => one_of(&[OpeningAction::Keep, OpeningAction::Swap]),
        OpeningTask::SwapOrOffer { .. } => one_of(&[
            OpeningAction::Keep,
            OpeningAction::Swap,
            OpeningAction::MakeOffers,
        ]),
        OpeningTask::ChooseColor { may_put_two, .. } => {
            let [black, white] = Color::BOTH.map(OpeningAction::TakeColor);
            if may_put_two {
                one_of(&[black, white, OpeningAction::PutTwoMore])
            } else {
                one_of(&[black, white])
            }
        }
        OpeningTask::DeclareCount { max, .. } => {
            let count = numbers.below(max.into())? as u8;
            Some(OpeningAction::DeclareCount(count + 1))
        }
        OpeningTask::ChooseFifth { .. } => {
            let offers = opening.offers();
            task.at(offers[numbers.below(offers.len())?])
        }
        OpeningTask::Stone { .. } | OpeningTask::Offer { .. } => {
            task.at(random_point(opening, opening.points(), seed)?)
        }
    }
}

/// One of these points by lot; `None` if there is none.
pub(super) fn random_point(opening: &Opening, points: PointSet, seed: u64) -> Option<Point> {
    let points: Vec<Point> = points.iter().collect();
    let index = numbers_of(opening, seed).below(points.len())?;
    points.get(index).copied()
}

/// Numbers that the seed and the answers so far settle.
fn numbers_of(opening: &Opening, seed: u64) -> SplitMix64 {
    let answers = opening.answers() as u64;
    SplitMix64::new(SplitMix64::number_at(seed, answers))
}
