use serde_json::Value;

use crate::geometry::{Point, PointSet};
use crate::notation::coordinates::CoordinateSystem;
use crate::notation::header::in_our_names;
use crate::notation::{ErrorCode, ParseError, ParseOptions};
use crate::position::{Claim, Setup};

use super::fields::Fields;

/// Reads a position line: `moves`, or `black` and `white`, or all three if they agree.
pub(super) fn read(fields: &mut Fields<'_>, options: &ParseOptions) -> Result<Setup, ParseError> {
    let size = fields.size("size")?;
    let names = CoordinateSystem::new(&ParseOptions {
        size: size.or(options.size),
        ..options.clone()
    });
    let mut setup = Setup {
        id: fields.id()?,
        size,
        rule: fields.rule("rule")?,
        to_move: fields.color("to_move")?,
        ..Setup::default()
    };
    let mut stones = PointSet::EMPTY;
    let black = fields.points("black", names, &mut stones)?;
    let white = fields.points("white", names, &mut stones)?;
    let moves = moves(fields, names)?;
    match (black, white, moves) {
        (None, None, None) => {
            let error = fields.missing("the stones are missing: black and white, or moves");
            return Err(error.hint("an empty board has empty lists"));
        }
        (None, None, Some(moves)) => setup.moves = moves,
        (black, white, None) => {
            setup.black = black.unwrap_or_default();
            setup.white = white.unwrap_or_default();
        }
        (black, white, Some(moves)) => {
            agree(&moves, black.as_deref(), white.as_deref())
                .map_err(|error| fields.at(error, "moves", &[]))?;
            setup.moves = moves;
        }
    }
    setup.expect = expectations(fields, names)?;
    setup.claims = claims(fields, names)?;
    Ok(setup)
}

fn moves(
    fields: &mut Fields<'_>,
    names: CoordinateSystem,
) -> Result<Option<Vec<Option<Point>>>, ParseError> {
    let Some(list) = fields.list("moves")? else {
        return Ok(None);
    };
    let mut stones = PointSet::EMPTY;
    let mut moves = Vec::with_capacity(list.len());
    for (index, value) in list.iter().enumerate() {
        let step = fields.step(value, names, "moves", &[index])?;
        if let Some(point) = step {
            fields.put(&mut stones, point, "moves", &[index])?;
        }
        moves.push(step);
    }
    Ok(Some(moves))
}

/// Refuses moves whose stones are not the stones listed, as far as they are.
fn agree(
    moves: &[Option<Point>],
    black: Option<&[Point]>,
    white: Option<&[Point]>,
) -> Result<(), ParseError> {
    let played = |parity: usize| -> PointSet {
        let own = moves.iter().skip(parity).step_by(2);
        own.filter_map(|&point| point).collect()
    };
    for (color, listed, parity) in [("black", black, 0), ("white", white, 1)] {
        let listed = listed.map(|points| points.iter().copied().collect::<PointSet>());
        if listed.is_some_and(|listed| listed != played(parity)) {
            let message = format!("{color} does not hold the stones that moves put there");
            return Err(
                ParseError::new(ErrorCode::BadBoard, message).hint("either of them is enough")
            );
        }
    }
    Ok(())
}

/// `expect`: a string, or a list of them.
fn expectations(
    fields: &mut Fields<'_>,
    names: CoordinateSystem,
) -> Result<Vec<String>, ParseError> {
    let list = match fields.take("expect") {
        None => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(other) => vec![other],
    };
    let words = |value: &Value| value.as_str().map(|words| in_our_names(words, names));
    let expectations: Option<Vec<String>> = list.iter().map(words).collect();
    expectations.ok_or_else(|| {
        fields.wrong(
            ErrorCode::BadJson,
            "expect",
            &[],
            "a string or a list of strings",
        )
    })
}

/// `claims`, as `show` writes them: `[{"point":"H8","mark":"3"}]`.
fn claims(fields: &mut Fields<'_>, names: CoordinateSystem) -> Result<Vec<Claim>, ParseError> {
    let mut claims = Vec::new();
    for (index, value) in fields
        .list("claims")?
        .unwrap_or_default()
        .iter()
        .enumerate()
    {
        let mark = value["mark"].as_str().and_then(|mark| {
            let mut characters = mark.chars();
            characters.next().filter(|_| characters.next().is_none())
        });
        let Some(mark) = mark else {
            let should = "a list of {\"point\": .., \"mark\": ..}";
            return Err(fields.wrong(ErrorCode::BadJson, "claims", &[index], should));
        };
        let point = fields.point(&value["point"], names, "claims", &[index])?;
        claims.push(Claim { point, mark });
    }
    Ok(claims)
}
