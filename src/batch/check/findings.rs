//! What `check` finds in records whatever they expect: breaches of the rules, and positions that are
//! there twice.

use std::collections::HashMap;

use super::test_position::TestPosition;
use crate::board::{Board, Color, canonical};
use crate::geometry::{Point, Symmetry};
use crate::position::Position;
use crate::questions::{CheckLine, rule_breaches};
use crate::rule::Rule;

/// The positions that were there, each by the smallest of its eight images.
#[derive(Default)]
pub struct KnownPositions(HashMap<CanonicalPosition, KnownPosition>);

/// What equal positions have in common.
#[derive(PartialEq, Eq, Hash)]
struct CanonicalPosition {
    size: u8,
    rule: Rule,
    to_move: Option<Color>,
    stones: [Vec<Point>; 2],
}

/// The first record of a position.
struct KnownPosition {
    place: String,
    board: Board,
}

impl KnownPositions {
    /// The line that says which record has the position already, and how that lies on this one; `None`
    /// if it is new.
    pub fn find(&mut self, asked: &TestPosition) -> Option<CheckLine> {
        let position = &asked.entry.position;
        let board = position.board();
        let line = asked.line(None);
        let Some(known) = self.0.get(&canonical_of(position)) else {
            let known = KnownPosition {
                place: line.place(),
                board: board.clone(),
            };
            self.0.insert(canonical_of(position), known);
            return None;
        };
        let mut images = Symmetry::ALL.into_iter();
        let symmetry = images.find(|&symmetry| is_image(&known.board, board, symmetry))?;
        Some(line.same_as(known.place.clone(), symmetry))
    }
}

fn canonical_of(position: &Position) -> CanonicalPosition {
    let (image, _) = canonical(position.board());
    CanonicalPosition {
        size: image.size().get(),
        rule: position.rule(),
        to_move: position.known_to_move(),
        stones: Color::BOTH.map(|color| image.stones(color).iter().collect()),
    }
}

/// Whether `symmetry` lays one board onto the other.
fn is_image(one: &Board, other: &Board, symmetry: Symmetry) -> bool {
    Color::BOTH.into_iter().all(|color| {
        let mut stones = one.stones(color).iter();
        stones.all(|point| {
            let moved = symmetry.apply(point, one.size());
            moved.is_some_and(|point| other.stone(point) == Some(color))
        })
    })
}

/// The lines of what breaks the rules in a game.
pub fn breaches_of(asked: &TestPosition) -> Vec<CheckLine> {
    let entry = &asked.entry;
    let found = rule_breaches(&entry.id, &entry.setup, &entry.position).into_iter();
    found
        .map(|breach| asked.line(None).with_breach(breach))
        .collect()
}
