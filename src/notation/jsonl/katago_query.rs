use serde_json::Value;

use crate::board::Color;
use crate::geometry::{PointSet, Size};
use crate::notation::coordinates::CoordinateSystem;
use crate::notation::{ErrorCode, ParseError, ParseOptions};
use crate::position::Setup;
use crate::rule::Rule;

use super::fields::Fields;
use super::json_line::QueryTurn;

/// Fields that only this dialect has.
const OWN: [&str; 7] = [
    "boardXSize",
    "boardYSize",
    "boardSize",
    "initialStones",
    "initialPlayer",
    "rules",
    "analyzeTurns",
];

/// Whether an object is a query as `KataGo` takes them.
pub(super) fn is_query(fields: &Fields<'_>) -> bool {
    let first = fields.get("moves").and_then(|moves| moves.get(0));
    OWN.iter().any(|key| fields.has(key)) || first.is_some_and(Value::is_array)
}

/// Reads a query: the game, and the turns of it that are asked for.
pub(super) fn read(
    fields: &mut Fields<'_>,
    options: &ParseOptions,
) -> Result<(Setup, Vec<QueryTurn>), ParseError> {
    let size = size(fields)?;
    let names = CoordinateSystem::new(&ParseOptions {
        size: size.or(options.size),
        ..options.clone()
    });
    let mut setup = Setup {
        id: fields.id()?,
        size,
        rule: rule(fields)?,
        ..Setup::default()
    };
    let mut stones = PointSet::EMPTY;
    for (index, value) in fields
        .list("initialStones")?
        .unwrap_or_default()
        .iter()
        .enumerate()
    {
        let path = [index, 1];
        let (color, name) = pair(fields, value, "initialStones", index)?;
        let point = fields.point(name, names, "initialStones", &path)?;
        fields.put(&mut stones, point, "initialStones", &path)?;
        match color {
            Color::Black => setup.black.push(point),
            Color::White => setup.white.push(point),
        }
    }
    let listed = moves(fields, names, &mut stones)?;
    let first = fields.color("initialPlayer")?;
    let mut mover = first
        .or(listed.first().map(|&(color, _)| color))
        .unwrap_or_else(|| setup.first_to_play());
    setup.first = Some(mover).filter(|&mover| mover != setup.first_to_play());
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

/// A colour and a point, or a pass.
type ColoredMove = (Color, Option<crate::geometry::Point>);

fn moves(
    fields: &mut Fields<'_>,
    names: CoordinateSystem,
    stones: &mut PointSet,
) -> Result<Vec<ColoredMove>, ParseError> {
    let list = fields
        .list("moves")?
        .ok_or_else(|| fields.missing("moves are missing; without any they are an empty list"))?;
    let mut moves = Vec::with_capacity(list.len());
    for (index, value) in list.iter().enumerate() {
        let (color, name) = pair(fields, value, "moves", index)?;
        let step = fields.step(name, names, "moves", &[index, 1])?;
        if let Some(point) = step {
            fields.put(stones, point, "moves", &[index, 1])?;
        }
        moves.push((color, step));
    }
    Ok(moves)
}

/// `["B", "H8"]`.
fn pair<'v>(
    fields: &Fields<'_>,
    value: &'v Value,
    key: &str,
    index: usize,
) -> Result<(Color, &'v Value), ParseError> {
    let [color, name] = value.as_array().map(Vec::as_slice).unwrap_or_default() else {
        let should = "a list of pairs such as [\"B\", \"H8\"]";
        return Err(fields.wrong(ErrorCode::BadJson, key, &[index], should));
    };
    let color = color.as_str().and_then(|color| color.parse().ok());
    let color = color.ok_or_else(|| {
        let error = ParseError::new(ErrorCode::BadColor, "a player is \"B\" or \"W\"");
        fields.at(error, key, &[index, 0])
    })?;
    Ok((color, name))
}

fn size(fields: &mut Fields<'_>) -> Result<Option<Size>, ParseError> {
    let width = fields.size("boardXSize")?;
    let height = fields.size("boardYSize")?;
    if let (Some(width), Some(height)) = (width, height)
        && width != height
    {
        let message = format!(
            "a board of {} by {} is not square",
            width.get(),
            height.get()
        );
        return Err(fields.at(
            ParseError::new(ErrorCode::BadSize, message),
            "boardYSize",
            &[],
        ));
    }
    Ok(fields.size("boardSize")?.or(width).or(height))
}

/// `rules`: a name, or an object with `basicrule`.
fn rule(fields: &mut Fields<'_>) -> Result<Option<Rule>, ParseError> {
    let Some(rules) = fields.take("rules") else {
        return fields.rule("rule");
    };
    let name = rules.get("basicrule").unwrap_or(&rules);
    match name.as_str() {
        None if rules.is_object() => Ok(None),
        name => name.unwrap_or_default().parse().map(Some).map_err(|_| {
            let should =
                "one of \"renju\", \"standard\", \"freestyle\", or an object with it as basicrule";
            fields.wrong(ErrorCode::BadRule, "rules", &[], should)
        }),
    }
}

/// `analyzeTurns`; `before` tells for each turn how many moves come before it.
fn turns(fields: &mut Fields<'_>, before: &[usize]) -> Result<Vec<QueryTurn>, ParseError> {
    let mut turns = Vec::new();
    for (index, value) in fields
        .list("analyzeTurns")?
        .unwrap_or_default()
        .iter()
        .enumerate()
    {
        let number = value
            .as_u64()
            .and_then(|number| usize::try_from(number).ok());
        let turn = number.and_then(|number| {
            Some(QueryTurn {
                number,
                moves: *before.get(number)?,
            })
        });
        turns.push(turn.ok_or_else(|| {
            let should = format!("turns from 0 to {}", before.len() - 1);
            fields.wrong(ErrorCode::BadJson, "analyzeTurns", &[index], &should)
        })?);
    }
    Ok(turns)
}
