//! Small changes of a tree, and what they should make wrong.

use renju_core::geometry::{Point, Size};
use renju_core::position::Position;
use renju_engine::threat::TreeErrorKind;

use super::{Plain, after, five, point, points};

/// A change that makes a tree wrong, or leaves it right.
#[derive(Debug)]
pub(crate) enum Change {
    DropReply,
    MoveAttack(Point),
    MoveReply(Point),
    EndEarly,
    GoOn,
    NameTwice,
    NameForbidden,
    NameOneMore(Point),
    PlayForbidden(Point),
}

/// Every small change of a tree, with the node that is changed.
pub(crate) fn changes(tree: &Plain, position: &Position) -> Vec<(Change, usize, Plain)> {
    let mut found = Vec::new();
    for (number, place) in tree.places(position).iter().enumerate() {
        let mut add = |change: Change, make: &dyn Fn(&mut Plain)| {
            let mut changed = tree.clone();
            make(changed.node_mut(number));
            found.push((change, number, changed));
        };
        let node = tree.clone().node_mut(number).clone();
        attack_changes(&node, place, &mut add);
        if node.replies.is_empty() {
            let others = after("A1", [("*", five("A2"))]).replies;
            add(Change::GoOn, &|node| node.replies.clone_from(&others));
            continue;
        }
        add(Change::EndEarly, &|node| node.replies.clear());
        for index in 0..node.replies.len() {
            add(Change::DropReply, &|node| {
                node.replies.remove(index);
            });
            reply_changes(&node, index, place, &mut add);
        }
        let Some(others) = node.others() else {
            continue;
        };
        for at in points("A1 H8 I9 O15") {
            add(Change::NameOneMore(at), &|node| {
                node.replies.push((Some(at), others.clone()));
            });
        }
    }
    found
}

fn attack_changes(
    node: &Plain,
    place: &Position,
    add: &mut impl FnMut(Change, &dyn Fn(&mut Plain)),
) {
    for at in place.board().size().points().chain([point("P16")]) {
        if at == node.attack {
            continue;
        }
        let judged = at.is_on(Size::RENJU) && place.board().is_empty(at);
        let refused = judged.then(|| place.clone().play(at).err());
        let change = if refused.flatten().is_some() {
            Change::PlayForbidden(at)
        } else {
            Change::MoveAttack(at)
        };
        add(change, &|node| node.attack = at);
    }
}

fn reply_changes(
    node: &Plain,
    index: usize,
    place: &Position,
    add: &mut impl FnMut(Change, &dyn Fn(&mut Plain)),
) {
    let copy = node.replies[index].clone();
    let Some(named) = copy.0 else { return };
    add(Change::NameTwice, &|node| node.replies.push(copy.clone()));
    let next = place.clone().play(node.attack).unwrap();
    for at in place.board().size().points().chain([point("P16")]) {
        if at == named {
            continue;
        }
        let judged = at.is_on(Size::RENJU) && next.board().is_empty(at);
        let refused = judged.then(|| next.clone().play(at).err());
        let change = if refused.flatten().is_some() {
            Change::NameForbidden
        } else {
            Change::MoveReply(at)
        };
        add(change, &|node| {
            node.replies[index].0 = Some(at);
        });
    }
}

impl Change {
    /// Whether the change asks for an error of that kind.
    pub(crate) fn fits(&self, error: &TreeErrorKind) -> bool {
        use TreeErrorKind as F;
        match self {
            Change::DropReply => {
                matches!(error, F::Unanswered { .. } | F::EndsEarly | F::Taken { .. })
            }
            Change::MoveAttack(to) => match error {
                F::OffBoard { at } => at == to,
                F::Unanswered { .. } | F::NamedTwice { .. } | F::ReplyOffBoard { .. } => false,
                _ => true,
            },
            Change::MoveReply(to) => match error {
                F::ReplyOffBoard { at } | F::ReplyTaken { at } => at == to,
                F::OffBoard { .. } | F::NamedTwice { .. } | F::GoesOnAfterFive => false,
                // The reply that was named is now one of the others, and the answer another's.
                _ => true,
            },
            Change::EndEarly => matches!(error, F::EndsEarly),
            Change::GoOn => matches!(error, F::GoesOnAfterFive),
            Change::NameTwice => matches!(error, F::NamedTwice { .. }),
            Change::NameOneMore(to) => match error {
                F::ReplyTaken { at }
                | F::NamedTwice { at }
                | F::Taken { at }
                | F::ReplyForbidden { at, .. } => at == to,
                _ => false,
            },
            Change::NameForbidden => matches!(error, F::ReplyForbidden { .. }),
            // Or the reply on that point, one of all others, comes first.
            Change::PlayForbidden(to) => match error {
                F::Forbidden { at, .. } | F::Taken { at } => at == to,
                _ => false,
            },
        }
    }
}
