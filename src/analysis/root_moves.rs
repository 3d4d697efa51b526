//! Root move restrictions of a query, `avoidMoves` and `allowMoves`, applied to a position.

use serde_json::Value;

use crate::board::{ByColor, Color};
use crate::geometry::{Point, PointSet, Size};
use crate::notation::{Letters, excerpt, parse_point};
use crate::position::Position;
use crate::questions::{self, FirstMoves, NoFirstMove};

use super::settings::{FieldError, QuerySettings, whole};

/// The points that a query leaves out of a search or confines it to, for either player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct RootMoves {
    avoid: ByColor<PointSet>,
    allow: ByColor<Option<PointSet>>,
    /// The field that asks for more than the first move.
    pub(super) too_deep: Option<&'static str>,
}

impl RootMoves {
    /// Reads `avoidMoves` and `allowMoves`.
    pub(super) fn read(
        settings: &mut QuerySettings,
        size: Size,
        letters: Letters,
    ) -> Result<RootMoves, FieldError> {
        let named = (size, letters);
        let mut found = RootMoves::default();
        for entry in entries(settings, "avoidMoves", named)? {
            found.note_depth(&entry, "avoidMoves");
            found.avoid[entry.player] = found.avoid[entry.player] | entry.points;
        }
        for entry in entries(settings, "allowMoves", named)? {
            found.note_depth(&entry, "allowMoves");
            if entry.points.is_empty() {
                return Err(FieldError::new("allowMoves", "allowMoves names no point"));
            }
            if found.allow[entry.player].replace(entry.points).is_some() {
                let message = "allowMoves can have only one entry for each player";
                return Err(FieldError::new("allowMoves", message));
            }
        }
        Ok(found)
    }

    fn note_depth(&mut self, entry: &MoveRestriction, field: &'static str) {
        if entry.until_depth > 1 {
            self.too_deep.get_or_insert(field);
        }
    }

    /// The first moves that are left in a position. Points that have a stone by then are no longer
    /// there to be allowed.
    ///
    /// # Errors
    ///
    /// If none is left.
    pub(super) fn in_position(&self, position: &Position) -> Result<FirstMoves, NoFirstMove> {
        if position.outcome().is_some() {
            return Ok(FirstMoves::default());
        }
        let (mover, empties) = (position.to_move(), position.board().empties());
        let only = self.allow[mover].map(|allowed| allowed & empties);
        if only.is_some_and(|only| only.is_empty()) {
            return Err(NoFirstMove::AllAvoided);
        }
        let points = |set: PointSet| set.iter().collect::<Vec<Point>>();
        let only = only.map(points).unwrap_or_default();
        questions::first_moves(position, &only, &points(self.avoid[mover]))
    }
}

/// An entry of `avoidMoves` or `allowMoves`.
struct MoveRestriction {
    player: Color,
    points: PointSet,
    /// Moves of both sides, from the position on, for which it holds.
    until_depth: i64,
}

fn entries(
    settings: &mut QuerySettings,
    field: &'static str,
    named: (Size, Letters),
) -> Result<Vec<MoveRestriction>, FieldError> {
    match settings.take(field) {
        None => Ok(Vec::new()),
        Some(Value::Array(list)) => list
            .iter()
            .map(|value| entry(value, field, named))
            .collect(),
        Some(_) => Err(FieldError::should_be(field, "a list")),
    }
}

fn entry(
    value: &Value,
    field: &'static str,
    (size, letters): (Size, Letters),
) -> Result<MoveRestriction, FieldError> {
    let wrong = |message: &str| FieldError::new(field, format!("{field}: {message}"));
    let player = value.get("player").and_then(Value::as_str);
    let player = player.and_then(|name| name.parse().ok());
    let moves = value.get("moves").and_then(Value::as_array);
    let until_depth = value.get("untilDepth").map_or(Some(1), whole);
    let mut points = PointSet::EMPTY;
    for name in moves.ok_or_else(|| wrong("moves must be a list of points"))? {
        let name = name
            .as_str()
            .ok_or_else(|| wrong("a point is a string such as \"H8\""))?;
        // No side passes while it has a move, so there is nothing to leave out.
        if !name.eq_ignore_ascii_case("pass") {
            let point = parse_point(name, size, letters);
            points.insert(point.map_err(|error| wrong(&excerpt(&error.message)))?);
        }
    }
    Ok(MoveRestriction {
        player: player.ok_or_else(|| wrong("player must be \"B\" or \"W\""))?,
        points,
        until_depth: until_depth
            .filter(|&plies| plies >= 1)
            .ok_or_else(|| wrong("untilDepth must be a whole number from 1 on"))?,
    })
}
