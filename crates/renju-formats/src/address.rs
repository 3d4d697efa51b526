//! Addresses of boards on the web: where their game stands, the fields of renju-note, and what else they
//! say.

use super::characters::{Character, text, trimmed};
use super::coordinates::{CoordinateSystem, shortened};
use super::loss::{Impossible, Loss};
use super::move_tokens::is_moves;
use super::occupied_points::{OccupiedPoints, play};
use super::setup_text::{BESIDE_MOVES, SetupText};
use super::{ErrorCode, ParseError};
use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::position::Setup;
use renju_core::rule::Rule;

/// The fields that may stand behind the `#` of an address, as renju-note writes them.
const KEYS: [&str; 8] = ["g", "c", "o", "b", "w", "p", "l", "gid"];

/// What the names of fields have that may change the position.
const SAYS: [&str; 5] = ["size", "rule", "turn", "side", "player"];

/// The part of a web address that holds the game: the longest that has nothing but moves, or that begins
/// with a field; of equal ones the last.
pub(super) fn of_address(line: &[Character]) -> Option<&[Character]> {
    let parts = parts(line)?;
    let games = parts.iter().filter(|part| is_game(part));
    let longest = games.max_by_key(|part| part.value.len());
    let other = parts.last().filter(|part| !is_name(part));
    longest.or(other).map(|part| part.value)
}

/// What an address says besides its game that may change the position: a side, a rule, other moves.
pub(super) fn unread(line: &[Character]) -> Option<ParseError> {
    let read = of_address(line)?;
    if line.windows(3).filter(|signs| is_sign(signs)).count() > 1 {
        let message = "only the first address of the line is read";
        return Some(ParseError::new(ErrorCode::UnknownField, message).over(line));
    }
    // The letters of hexadecimal digits are columns at the side of a board.
    let is_hex = read.len() > 2 && read.iter().all(|sign| sign.char.is_ascii_hexdigit());
    let mut before = line.iter().take_while(|sign| sign.column < read[0].column);
    if is_hex && !before.any(|sign| matches!(sign.char, '#' | '=')) {
        let words = text(read);
        let message = format!("{words} is read as moves, but may be a name");
        return Some(ParseError::new(ErrorCode::BadPoint, message).over(read));
    }
    let says = |part: &AddressPart<'_>| {
        let words = text(part.value);
        let key = text(part.key).to_lowercase();
        words.parse::<Rule>().is_ok()
            || words != Size::RENJU.get().to_string() && words.parse::<Size>().is_ok()
            || SAYS.iter().any(|name| key.contains(name))
            || is_game(part)
    };
    let mut parts = parts(line)?.into_iter();
    let part = parts.find(|part| part.value.as_ptr() != read.as_ptr() && says(part))?;
    let named = [part.key, part.value].map(text);
    let named = named.join(if part.key.is_empty() { "" } else { "=" });
    let message = format!("{} in the address is not read", shortened(&named));
    let warning = ParseError::new(ErrorCode::UnknownField, message).over(part.value);
    Some(warning.hint("--size and --rule say the size of the board and the rule"))
}

/// A part of an address: what stands between its signs.
struct AddressPart<'a> {
    /// What stands before the `=`, if there is one.
    key: &'a [Character],
    value: &'a [Character],
}

/// The parts of the first address of a line.
fn parts<'l>(line: &'l [Character]) -> Option<Vec<AddressPart<'l>>> {
    let colon = line.iter().position(|character| character.char == ':')?;
    let sign = colon + line[colon..].windows(3).position(is_sign)?;
    let behind = &line[sign + 3..];
    let end = behind.iter().position(|character| character.char == ' ');
    let address = &behind[..end.unwrap_or(behind.len())];
    let is_end = |character: &Character| matches!(character.char, '/' | '#' | '?' | '&');
    let part = |part: &'l [Character]| {
        let equals = part.iter().position(|sign| sign.char == '=');
        let (key, value) = equals.map_or((0, 0), |at| (at, at + 1));
        AddressPart {
            key: &part[..key],
            value: &part[value..],
        }
    };
    let mut parts: Vec<AddressPart<'_>> = address.split(is_end).map(part).collect();
    while parts.len() > 1 && parts.last().is_some_and(|part| part.value.is_empty()) {
        parts.pop();
    }
    Some(parts)
}

/// Whether three characters are those that stand before the name of a site.
fn is_sign(signs: &[Character]) -> bool {
    signs.iter().map(|sign| sign.char).eq("://".chars())
}

/// Whether a part has nothing but moves, or begins with a field. What names something is no game.
fn is_game(part: &AddressPart<'_>) -> bool {
    !is_name(part) && (is_fragment(part.value) || is_moves(part.value))
}

/// Whether a part names something.
fn is_name(part: &AddressPart<'_>) -> bool {
    text(part.key).to_lowercase().ends_with("id")
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
pub(super) fn read_fields(
    body: &[Character],
    names: CoordinateSystem,
) -> Result<Setup, ParseError> {
    let mut setup = Setup::default();
    let mut shown = usize::MAX;
    let mut free: Vec<(Color, &[Character])> = Vec::new();
    for (key, value) in fields(body)? {
        match key {
            "g" => setup.moves = play(value, names)?,
            "c" => shown = count(value)?,
            "o" => setup.first = text(value).contains('i').then_some(Color::White),
            "b" => free.push((Color::Black, value)),
            "w" => free.push((Color::White, value)),
            "gid" => setup.id = Some(text(value).into()),
            _ => {}
        }
    }
    setup.moves.truncate(shown);
    let mut stones = OccupiedPoints::of(&setup.moves);
    for (color, value) in free {
        let points = stones.place(value, names)?;
        setup.placed_mut(color).extend(points);
    }
    let starts = setup.first.take().unwrap_or(Color::Black);
    if !setup.moves.is_empty() {
        setup.begin_with(starts);
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

/// Writes the address of a board on the web: of gomocalc for a game that Black began; for stones without
/// order the part of an address that renju-note reads.
pub(super) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    let names = |points: &[Point]| {
        let names: String = points.iter().map(Point::to_string).collect();
        names.to_lowercase()
    };
    let is_game = !text.has_stones_before_moves() && setup.first_to_play() == Color::Black;
    let address = if is_game {
        let moves = text.points_in_order()?;
        if moves.is_empty() {
            return Err(Impossible::NoMoves);
        }
        format!("https://gomocalc.com/#/{}", names(&moves))
    } else {
        text.leave_out(&[Loss::MoveOrder, Loss::Passes]);
        let stones = text.by_color();
        format!("#b:{},w:{}", names(&stones.black), names(&stones.white))
    };
    text.body = (address + "\n").into_bytes();
    text.leave_out(&BESIDE_MOVES);
    Ok(text)
}
