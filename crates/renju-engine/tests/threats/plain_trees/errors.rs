//! Whether an error is there, seen by playing games.

use renju_core::board::Color;
use renju_core::geometry::Point;
use renju_core::position::Position;
use renju_engine::threat::{TreeError, TreeErrorKind};

use super::Plain;

/// Where an error is said to be: the game, the node, and whether its move has been played.
struct Place<'a> {
    game: Position,
    node: &'a Plain,
    is_played: bool,
}

/// Whether what an error says is so. Errors without a place in the tree are not known here.
pub(crate) fn is_true(error: &TreeError, start: &Position, attacker: Color, tree: &Plain) -> bool {
    Place::of(&error.path, start, tree).is_some_and(|place| {
        let is_here = place.is_played != place.node.attack_is_judged(&error.kind);
        is_here && place.has(&error.kind) && place.agrees_with_winner(&error.kind, attacker)
    })
}

impl Plain {
    /// Whether an error is one of the attacker's move, before it is played.
    fn attack_is_judged(&self, error: &TreeErrorKind) -> bool {
        match error {
            TreeErrorKind::OffBoard { at }
            | TreeErrorKind::Taken { at }
            | TreeErrorKind::Forbidden { at, .. } => *at == self.attack,
            _ => false,
        }
    }

    fn count(&self, at: Point) -> usize {
        let named = self.replies.iter().filter(|(named, _)| *named == Some(at));
        named.count()
    }
}

impl<'a> Place<'a> {
    fn of(path: &[Point], start: &Position, tree: &'a Plain) -> Option<Place<'a>> {
        let mut game = start.clone();
        let mut node = tree;
        for (index, &at) in path.iter().enumerate() {
            if index % 2 == 1 {
                node = node.answer(at)?;
            } else if at != node.attack {
                return None;
            }
            game = game.play(at).ok()?;
        }
        let is_played = path.len() % 2 == 1;
        Some(Place {
            game,
            node,
            is_played,
        })
    }

    fn has(&self, error: &TreeErrorKind) -> bool {
        let node = self.node;
        match error {
            TreeErrorKind::OffBoard { at } => !self.is_on_board(*at),
            TreeErrorKind::Taken { at } => self.is_taken(*at),
            TreeErrorKind::Forbidden { at, .. } => self.is_refused(*at),
            TreeErrorKind::EndsEarly => node.replies.is_empty(),
            TreeErrorKind::GoesOnAfterFive => !node.replies.is_empty(),
            TreeErrorKind::ReplyOffBoard { at } => node.names(*at) && !self.is_on_board(*at),
            TreeErrorKind::ReplyTaken { at } => node.names(*at) && self.is_taken(*at),
            TreeErrorKind::ReplyForbidden { at, .. } => node.names(*at) && self.is_refused(*at),
            TreeErrorKind::NamedTwice { at } => node.count(*at) > 1,
            TreeErrorKind::DefenderHasFive { at } => {
                let next = self.game.clone().play(*at);
                next.is_ok_and(|next| next.outcome().is_some())
            }
            TreeErrorKind::Unanswered { at } => {
                !node.names(*at) && node.others().is_none() && self.game.clone().play(*at).is_ok()
            }
            _ => false,
        }
    }

    /// A game goes on, except after the attacker's five.
    fn agrees_with_winner(&self, error: &TreeErrorKind, attacker: Color) -> bool {
        let winner = self.game.outcome().and_then(|outcome| outcome.winner);
        winner == (*error == TreeErrorKind::GoesOnAfterFive).then_some(attacker)
    }

    fn is_on_board(&self, at: Point) -> bool {
        at.is_on(self.game.board().size())
    }

    fn is_taken(&self, at: Point) -> bool {
        self.game.board().stone(at).is_some()
    }

    /// Whether the point is empty and forbidden.
    fn is_refused(&self, at: Point) -> bool {
        self.game.board().is_empty(at) && self.game.clone().play(at).is_err()
    }
}
