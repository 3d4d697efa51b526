//! Conversion between database records and games, in both directions, with what is lost on the way.

use crate::loss::{Impossible, Loss, Losses};
use crate::setup_text::{SetupText, beside_tree};
use crate::{ErrorCode, ParseError};
use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet, Size};
use renju_core::position::{Game, NodeExtras, StoredValue, Tree, ValueBound};
use renju_core::rule::Rule;

use super::text::{RecordBoard, put, text_of};

/// A position, and what is stored of it.
pub(super) struct DatabaseRecord {
    pub(super) rule: Rule,
    pub(super) size: Size,
    pub(super) black: Vec<Point>,
    pub(super) white: Vec<Point>,
    pub(super) to_move: Color,
    pub(super) stored: Option<StoredValue>,
    pub(super) text: String,
}

impl DatabaseRecord {
    /// A record of the empty board, of which nothing is stored.
    pub(super) fn new(rule: Rule, size: Size, to_move: Color) -> DatabaseRecord {
        DatabaseRecord {
            rule,
            size,
            black: Vec::new(),
            white: Vec::new(),
            to_move,
            stored: None,
            text: String::new(),
        }
    }

    /// The position as a game without moves, and the first board text that has no point.
    pub(super) fn into_game(self, board: RecordBoard) -> (Game, Option<String>) {
        let mut game = Game {
            size: Some(self.size),
            rule: Some(self.rule),
            ..Game::default()
        };
        let root = game.tree.node_mut(Tree::ROOT);
        let more = root.more_mut();
        (more.black, more.white) = (self.black, self.white);
        more.to_move = Some(self.to_move);
        more.value = self.stored;
        let wrong = put(root, &self.text, board);
        (game, wrong)
    }

    /// The position at the end of the main line, and what is lost of the game.
    pub(super) fn of_game(game: &Game) -> Result<(DatabaseRecord, Losses), Impossible> {
        let setup = game.main_setup();
        let rule = setup.rule.ok_or(Impossible::NoRule)?;
        let text = SetupText::about(&setup)?;
        let to_move = text.to_move().or_else(|| text.side_by_counts());
        let to_move = to_move.ok_or(Impossible::SideUnclear)?;
        let mut record = DatabaseRecord::new(rule, text.size, to_move);
        for (point, color, _) in setup.stones() {
            record.stones_mut(color).push(point);
        }
        let mut lost = beside_tree(game);
        lost.remove(Loss::Rule);
        lost.add(Loss::MoveOrder, usize::from(!setup.moves.is_empty()));
        record.say(game, &mut lost)?;
        Ok((record, lost))
    }

    /// Takes over what the last node of the main line says, and counts what others do.
    fn say(&mut self, game: &Game, lost: &mut Losses) -> Result<(), Impossible> {
        let tree = &game.tree;
        lost.add(Loss::Variations, tree.lines().count() - 1);
        let end = tree.main_line().last().unwrap_or(Tree::ROOT);
        let mut has_times = false;
        for place in tree.places() {
            let node = tree.node(place);
            let nothing = NodeExtras::default();
            let more = node.more().unwrap_or(&nothing);
            if place == end {
                let mut points = more.labels.iter().map(|&(point, _)| point);
                if let Some(point) = points.find(|point| !point.is_on(self.size)) {
                    return Err(Impossible::OffBoard(point, self.size));
                }
                let (text, lacking) = text_of(node);
                lost.add(Loss::Characters, lacking);
                (self.stored, self.text) = (more.value, text);
                let is_lost = more.value.is_some_and(|stored| !is_whole(&stored));
                lost.add(Loss::Values, usize::from(is_lost));
            } else {
                lost.add(Loss::Comments, node.text_count());
                lost.add(Loss::Labels, more.labels.len());
                lost.add(Loss::Values, usize::from(more.value.is_some()));
            }
            has_times |= more.time.is_some();
            lose_rest(more, lost);
        }
        lost.add(Loss::Times, usize::from(has_times));
        // The engines take a record without a label for empty, and drop its text.
        if !self.text.is_empty() && self.stored.is_none() {
            self.stored = Some(StoredValue {
                label: Some(StoredValue::UNDECIDED),
                ..StoredValue::default()
            });
        }
        Ok(())
    }

    fn stones_mut(&mut self, color: Color) -> &mut Vec<Point> {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// Adds a stone.
    ///
    /// # Errors
    ///
    /// If the board lacks the point, or it is taken.
    pub(super) fn add(
        &mut self,
        taken: &mut PointSet,
        color: Color,
        point: Option<Point>,
        name: impl FnOnce() -> String,
    ) -> Result<(), ParseError> {
        let Some(point) = point else {
            let message = format!("{} is off the {} board", name(), self.size);
            return Err(ParseError::new(ErrorCode::OffBoard, message));
        };
        if !taken.insert(point) {
            let message = format!("{point} is taken twice");
            return Err(ParseError::new(ErrorCode::PointTaken, message));
        }
        self.stones_mut(color).push(point);
        Ok(())
    }
}

/// Whether all parts of a value are known, so that they are read back as they are.
fn is_whole(stored: &StoredValue) -> bool {
    let says_something = stored.label.is_some()
        || stored.value != Some(0)
        || stored.depth != Some(0)
        || stored.bound != Some(ValueBound::None);
    let parts_are_known =
        stored.value.is_some() && stored.depth.is_some() && stored.bound.is_some();
    says_something && parts_are_known
}

/// What no node of a database says.
fn lose_rest(more: &NodeExtras, lost: &mut Losses) {
    let marks = more.marks.len() + usize::from(more.is_marked);
    lost.add(Loss::Marks, marks);
    let properties = more.properties.len() + usize::from(more.is_start);
    lost.add(Loss::Properties, properties);
}
