//! Text form of opening answers in records: a point, a number, a colour or a word.

use crate::contest::opening::{OpeningAction, OpeningTask};
use renju_core::board::Color;
use renju_core::geometry::Point;

/// An answer of an opening as records have it: a point, a number, or a word.
pub(super) fn step_text(action: OpeningAction) -> String {
    match action {
        OpeningAction::Stone(point)
        | OpeningAction::Offer(point)
        | OpeningAction::ChooseFifth(point) => point.to_string(),
        OpeningAction::Swap => "swap".to_owned(),
        OpeningAction::Keep => "keep".to_owned(),
        OpeningAction::TakeColor(color) => color.to_string(),
        OpeningAction::PutTwoMore => "two".to_owned(),
        OpeningAction::DeclareCount(count) => count.to_string(),
        OpeningAction::MakeOffers => "offers".to_owned(),
    }
}

/// The answer to a task that a record has; `None` if it is none.
pub(super) fn read_step(text: &str, task: OpeningTask) -> Option<OpeningAction> {
    Some(match text {
        "swap" => OpeningAction::Swap,
        "keep" => OpeningAction::Keep,
        "two" => OpeningAction::PutTwoMore,
        "offers" => OpeningAction::MakeOffers,
        _ => {
            if let Ok(color) = text.parse::<Color>() {
                OpeningAction::TakeColor(color)
            } else if let Ok(count) = text.parse() {
                OpeningAction::DeclareCount(count)
            } else {
                task.at(text.parse::<Point>().ok()?)?
            }
        }
    })
}
