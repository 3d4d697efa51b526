//! Writes positions as JSON: the project's position lines, and queries for `KataGo`.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::Letters;
use crate::loss::{Impossible, Loss};
use crate::setup_text::SetupText;
use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::position::{Claim, GameInfo, PositionId, Setup};
use renju_core::rule::Rule;

/// A position line with the fields in the order in which they are written.
#[derive(Serialize)]
struct PositionFields<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a PositionId>,
    size: Size,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<Rule>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<Color>,
    #[serde(flatten)]
    stones: StoneFields,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    claims: &'a [Claim],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    marks: &'a [Claim],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    expect: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    info: Option<&'a GameInfo>,
}

/// The stones of a position line.
#[derive(Serialize)]
#[serde(untagged)]
enum StoneFields {
    Listed {
        black: Vec<Point>,
        white: Vec<Point>,
    },
    Played {
        moves: Vec<MoveName>,
    },
}

/// Writes a position line: a game that Black began as `moves`, anything else as `black` and `white`.
pub(crate) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    let is_game = !setup.moves.is_empty()
        && !text.has_stones_before_moves()
        && setup.first_to_play() == Color::Black;
    let (stones, to_move) = if is_game {
        let moves = setup.moves.iter();
        let moves = moves.map(|&point| MoveName(point, Letters::All)).collect();
        (StoneFields::Played { moves }, setup.to_move)
    } else {
        text.leave_out(&[Loss::MoveOrder, Loss::Passes]);
        let stones = text.by_color();
        let (black, white) = (stones.black, stones.white);
        (StoneFields::Listed { black, white }, text.to_move())
    };
    let line = PositionFields {
        id: setup.id.as_ref(),
        size: text.size,
        rule: setup.rule,
        to_move,
        stones,
        claims: &setup.claims,
        marks: &setup.marks,
        expect: &setup.expect,
        info: setup.info.as_deref().filter(|info| !info.is_empty()),
    };
    text.body = serde_json::to_vec(&line).expect("a position line has nothing but string keys");
    text.body.push(b'\n');
    text.keep_all();
    text.leave_out(&[Loss::LastMove]);
    Ok(text)
}

/// A query with the fields in the order in which they are written, that of the alphabet.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct QueryFields<'a> {
    #[serde(rename = "boardXSize")]
    width: Size,
    #[serde(rename = "boardYSize")]
    height: Size,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    initial_player: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    initial_stones: Vec<(&'static str, MoveName)>,
    letters: Letters,
    moves: Vec<(&'static str, MoveName)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Rule>,
}

/// Writes a query as `KataGo` takes them.
pub(crate) fn write_query(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    let pair = |color, point| (letter(color), MoveName(point, Letters::SkipI));
    let placed = |points: &[Point], color| -> Vec<_> {
        points
            .iter()
            .map(|&point| pair(color, Some(point)))
            .collect()
    };
    let has_moves = !setup.moves.is_empty();
    let first = setup.first_to_play();
    let moves = setup.moves.iter().zip([first, !first].into_iter().cycle());
    let query = QueryFields {
        id: setup.id.as_deref(),
        initial_stones: [
            placed(&setup.black, Color::Black),
            placed(&setup.white, Color::White),
        ]
        .concat(),
        initial_player: Some(first)
            .filter(|_| has_moves)
            .or(setup.to_move)
            .map(letter),
        letters: Letters::SkipI,
        moves: moves.map(|(&point, color)| pair(color, point)).collect(),
        rules: setup.rule,
        width: text.size,
        height: text.size,
    };
    text.body = serde_json::to_vec(&query).expect("a query has nothing but string keys");
    text.body.push(b'\n');
    if has_moves {
        text.leave_out(&[Loss::SideToMove]);
    }
    text.leave_out(&[
        Loss::LastMove,
        Loss::Claims,
        Loss::Marks,
        Loss::Expectations,
    ]);
    Ok(text)
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// The name of a move by these letters, `pass` for none; so it is written in JSON too.
///
/// ```
/// use renju_formats::{Letters, MoveName};
///
/// let point = "I9".parse()?;
/// assert_eq!(MoveName(Some(point), Letters::SkipI).to_string(), "J9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveName(pub Option<Point>, pub Letters);

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(point) => write!(f, "{}{}", self.1.letter(point.column()), point.row() + 1),
            None => f.write_str("pass"),
        }
    }
}

impl Serialize for MoveName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
