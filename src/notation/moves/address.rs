use crate::board::Color;
use crate::notation::characters::{Character, text, trimmed};
use crate::notation::coordinates::{CoordinateSystem, shortened};
use crate::notation::{ErrorCode, ParseError};
use crate::position::Setup;

use super::tokens::OccupiedPoints;

/// The fields that may stand behind the `#` of an address, as renju-note writes them.
const KEYS: [&str; 8] = ["g", "c", "o", "b", "w", "p", "l", "gid"];

/// The part of a web address that holds the game: what stands behind its last `/`, `#` or `=`.
pub(super) fn of_address(line: &[Character]) -> Option<&[Character]> {
    let is_sign = |at: usize| text(&line[at..line.len().min(at + 3)]) == "://";
    let sign = (0..line.len()).find(|&at| is_sign(at))?;
    let behind = &line[sign + 3..];
    let end = behind.iter().position(|character| character.char == ' ');
    let mut address = &behind[..end.unwrap_or(behind.len())];
    while let [rest @ .., Character { char: '/', .. }] = address {
        address = rest;
    }
    let is_end = |character: &Character| matches!(character.char, '/' | '#' | '=' | '?');
    let start = address.iter().rposition(is_end).map_or(0, |at| at + 1);
    Some(&address[start..])
}

/// The text behind a leading `#`.
pub(super) fn without_hash(line: &[Character]) -> &[Character] {
    match trimmed(line) {
        [Character { char: '#', .. }, rest @ ..] => trimmed(rest),
        rest => rest,
    }
}

/// Whether a text begins with a field.
pub(super) fn is_fragment(body: &[Character]) -> bool {
    field(body).is_some()
}

/// The key of a field and its value.
fn field(part: &[Character]) -> Option<(&'static str, &[Character])> {
    let part = trimmed(part);
    let colon = part.iter().position(|character| character.char == ':')?;
    let name = text(&part[..colon]);
    let key = KEYS.into_iter().find(|key| *key == name)?;
    Some((key, &part[colon + 1..]))
}

/// Reads the fields of an address: the first `c` of the moves `g`, and free stones `b` and `w`.
///
/// `o:i` exchanges the colours of the moves. Marks (`p`, `l`) are no part of a position.
pub(super) fn read(body: &[Character], names: CoordinateSystem) -> Result<Setup, ParseError> {
    let mut setup = Setup::default();
    let mut shown = usize::MAX;
    let mut free: Vec<(Color, &[Character])> = Vec::new();
    for (key, value) in fields(body)? {
        match key {
            "g" => setup.moves = OccupiedPoints::default().play(value, names)?,
            "c" => shown = count(value)?,
            "o" => setup.first = text(value).contains('i').then_some(Color::White),
            "b" => free.push((Color::Black, value)),
            "w" => free.push((Color::White, value)),
            "gid" => setup.id = Some(text(value)),
            _ => {}
        }
    }
    setup.moves.truncate(shown);
    let mut stones = OccupiedPoints::default();
    for (number, &point) in (1..).zip(&setup.moves) {
        point.map_or(Ok(()), |point| stones.put(point, format!("move {number}")))?;
    }
    for (color, value) in free {
        let points = stones.place(value, names)?;
        setup.placed_mut(color).extend(points);
    }
    let starts = setup.first.unwrap_or(Color::Black);
    setup.first = None;
    if !setup.moves.is_empty() && starts != setup.first_to_play() {
        setup.first = Some(starts);
    }
    Ok(setup)
}

/// The fields of an address: a part behind a comma that has no key belongs to the field before it.
fn fields(body: &[Character]) -> Result<Vec<(&'static str, &[Character])>, ParseError> {
    let mut fields = Vec::new();
    let mut start = 0;
    for part in body.split(|character| character.char == ',') {
        let end = start + part.len();
        if let Some((key, value)) = field(part) {
            fields.push((key, value));
        } else if part.iter().any(|character| character.char == ':') {
            let message = format!("{:?} is no field of an address", shortened(&text(part)));
            return Err(ParseError::new(ErrorCode::BadPoint, message)
                .over(part)
                .hint(format!("the fields are {}", KEYS.join(", "))));
        } else if let Some((_, value)) = fields.last_mut() {
            let length = value.len() + 1 + part.len();
            *value = &body[end - length..end];
        }
        start = end + 1;
    }
    Ok(fields)
}

fn count(value: &[Character]) -> Result<usize, ParseError> {
    let words = text(value);
    words.trim().parse().map_err(|_| {
        let message = format!("{:?} is no number of moves", shortened(&words));
        ParseError::new(ErrorCode::BadPoint, message).over(value)
    })
}
