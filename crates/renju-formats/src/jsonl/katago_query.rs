//! Queries of the `KataGo` analysis engine: coloured moves, initial stones and the turns asked for.

use serde_json::Value;

use crate::coordinates::CoordinateSystem;
use crate::{ErrorCode, Letters, ParseError, ParseOptions};
use renju_core::board::Color;
use renju_core::geometry::Size;
use renju_core::position::Setup;
use renju_core::rule::Rule;

use super::field_names::{OF_QUERIES, named};
use super::fields::{Fields, StoneReader, ValueError, wrong};

/// A position of a game that a query asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QueryTurn {
    /// Its number in the query: moves listed there before it.
    pub number: usize,
    /// Moves of the set-up before it: those listed and the passes between them.
    pub moves: usize,
}

/// Whether an object is a query as `KataGo` takes them.
pub(super) fn is_query(fields: &Fields<'_>) -> bool {
    let first = fields.get("moves").and_then(|moves| moves.get(0));
    let player = first.and_then(|first| first.get(0));
    // Web programs have two of these names as well.
    let is_shared = |key: &&str| matches!(*key, "boardSize" | "rules");
    let is_listed = !fields.has("board") && first.is_none();
    let has_own = OF_QUERIES
        .iter()
        .any(|key| fields.has(key) && (!is_shared(key) || is_listed));
    has_own || player.is_some_and(Value::is_string)
}

/// The letters that a query names.
pub(super) fn letters(fields: &Fields<'_>) -> Result<Option<Letters>, ParseError> {
    let Some(named) = fields.get("letters") else {
        return Ok(None);
    };
    let letters = named.as_str().and_then(|name| name.parse().ok());
    let should = "\"all\" or \"skip-i\"";
    let error = || fields.at("letters", wrong(ErrorCode::BadJson, "letters", should));
    letters.ok_or_else(error).map(Some)
}

/// Reads a query: the game, and the turns of it that are asked for.
pub(super) fn read(
    fields: &mut Fields<'_>,
    options: ParseOptions,
) -> Result<(Setup, Vec<QueryTurn>), ParseError> {
    let size = size(fields)?;
    let mut setup = Setup {
        id: fields.id()?,
        size,
        rule: rule(fields)?,
        ..Setup::default()
    };
    let mut stones = StoneReader::new(CoordinateSystem::new(size, options));
    let placed = colored(fields, "initialStones", |name| stones.stone(name))?;
    for (color, point) in placed.unwrap_or_default() {
        setup.placed_mut(color).push(point);
    }
    let listed = colored(fields, "moves", |name| stones.step(name))?
        .ok_or_else(|| fields.missing("moves are missing; without any they are an empty list"))?;
    let first = fields.color("initialPlayer")?;
    let mut mover = first
        .or(listed.first().map(|&(color, _)| color))
        .unwrap_or_else(|| setup.first_to_play());
    setup.begin_with(mover);
    let mut before = vec![0];
    for (color, point) in listed {
        if color != mover {
            setup.moves.push(None); // Two moves of one colour: the other side has passed.
        }
        setup.moves.push(point);
        mover = !color;
        before.push(setup.moves.len());
    }
    if setup.moves.is_empty() {
        setup.to_move = first;
        setup.first = None;
    }
    let turns = turns(fields, &before)?;
    Ok((setup, turns))
}

/// A list of pairs such as `["B", "H8"]`, the second of each as `read` understands it.
fn colored<T>(
    fields: &mut Fields<'_>,
    key: &str,
    mut read: impl FnMut(&Value) -> Result<T, ValueError>,
) -> Result<Option<Vec<(Color, T)>>, ParseError> {
    fields.each(key, |pair| {
        let [color, name] = pair.as_array().map(Vec::as_slice).unwrap_or_default() else {
            let should = "a list of pairs such as [\"B\", \"H8\"]";
            return Err(wrong(ErrorCode::BadJson, key, should).into());
        };
        let color = named(color).ok_or_else(|| {
            let error = ParseError::new(ErrorCode::BadColor, "a player is \"B\" or \"W\"");
            ValueError::from(error).within(0)
        })?;
        Ok((color, read(name).map_err(|error| error.within(1))?))
    })
}

fn size(fields: &mut Fields<'_>) -> Result<Option<Size>, ParseError> {
    let width = fields.size("boardXSize")?;
    let height = fields.size("boardYSize")?;
    if let (Some(width), Some(height)) = (width, height)
        && width != height
    {
        let (width, height) = (width.get(), height.get());
        let message = format!("a board of {width} by {height} is not square");
        let error = ParseError::new(ErrorCode::BadSize, message);
        return Err(fields.at("boardYSize", error));
    }
    Ok(fields.size("boardSize")?.or(width).or(height))
}

/// `rules`: a name, or an object with `basicrule`.
fn rule(fields: &mut Fields<'_>) -> Result<Option<Rule>, ParseError> {
    let should = "one of \"renju\", \"standard\", \"freestyle\", or an object with it as basicrule";
    let rules = fields.read("rules", ErrorCode::BadRule, should, |rules| {
        match rules.get("basicrule").unwrap_or(rules) {
            name if name.is_string() => named(name).map(Some),
            _ => rules.is_object().then_some(None),
        }
    })?;
    rules.map_or_else(|| fields.rule("rule"), Ok)
}

/// `analyzeTurns`; `before` tells for each turn how many moves come before it.
fn turns(fields: &mut Fields<'_>, before: &[usize]) -> Result<Vec<QueryTurn>, ParseError> {
    let should = format!("turns from 0 to {}", before.len() - 1);
    let turns = fields.each("analyzeTurns", |value| {
        let number = value
            .as_u64()
            .and_then(|number| usize::try_from(number).ok());
        let turn = number.and_then(|number| {
            let moves = *before.get(number)?;
            Some(QueryTurn { number, moves })
        });
        turn.ok_or_else(|| wrong(ErrorCode::BadJson, "analyzeTurns", &should).into())
    });
    Ok(turns?.unwrap_or_default())
}
