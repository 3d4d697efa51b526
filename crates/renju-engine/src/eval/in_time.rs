//! Time control for published programs: if their search does not finish, shallower ones follow.

use std::time::Duration;

use super::evaluator::System;
use super::published::{How, PlayOptions, PublishedMove};
use renju_core::limits::{Control, Limits, StopReason};
use renju_core::position::Position;

/// Kept back of the time for a move, of a short one a quarter at most: who answers late loses, and a
/// loaded machine wakes threads late.
const RESERVE: Duration = Duration::from_millis(120);

/// The move of a published program where a time limit has to be kept: some of it is held back.
///
/// The programs do not deepen their search step by step. One that is not through with any first move
/// when the time is over has no value, and no reason for its move; then what was held back goes to
/// searches of fewer plies, of which the last that is complete is the answer.
pub fn play_in_time(
    program: &dyn System,
    position: &Position,
    options: &PlayOptions,
    control: &Control<'_>,
) -> PublishedMove {
    let Some(time) = control.limits().time else {
        return program.play(position, options, control);
    };
    let reserve = RESERVE.min(time / 4);
    let within = |kept: Duration, nodes: u64| {
        let limits = Limits {
            nodes: control
                .limits()
                .nodes
                .map(|most| most.saturating_sub(nodes)),
            time: Some(time.saturating_sub(kept + control.elapsed())),
        };
        Control::observed(limits, control.observer())
    };
    let mut found = program.play(position, options, &within(reserve, 0));
    let is_cut = found.stop == Some(StopReason::Time) && found.how == How::Searched;
    if !is_cut || found.value.is_some() {
        return found;
    }
    let deepest = found.depth;
    // Odd depths: at even ones the leaves of one of the programs have the wrong sign.
    for depth in (1..deepest).step_by(2) {
        let options = PlayOptions {
            depth: Some(depth),
            ..*options
        };
        let next = program.play(position, &options, &within(reserve / 2, found.nodes));
        let nodes = found.nodes + next.nodes;
        if next.stop.is_some() || next.value.is_none() {
            return PublishedMove { nodes, ..found };
        }
        found = PublishedMove {
            how: How::Shallow,
            stop: Some(StopReason::Time),
            nodes,
            ..next
        };
    }
    found
}
