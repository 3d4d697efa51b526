use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::board::Color;
use crate::geometry::{Point, Size};
use crate::notation::Letters;
use crate::notation::loss::{Impossible, Loss, SetupText};
use crate::position::{Claim, Setup};
use crate::rule::Rule;

/// A position line with the fields in the order in which they are written.
#[derive(Serialize)]
struct PositionFields<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
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
    expect: &'a [String],
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
        moves: Vec<String>,
    },
}

/// Writes a position line: a game that Black began as `moves`, anything else as `black` and `white`.
pub(in crate::notation) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    let is_game = !setup.moves.is_empty()
        && !text.has_stones_before_moves()
        && setup.first_to_play() == Color::Black;
    let (stones, to_move) = if is_game {
        let moves = setup
            .moves
            .iter()
            .map(|&point| name(point, Letters::All))
            .collect();
        (StoneFields::Played { moves }, setup.to_move)
    } else {
        text.leave_out(&[Loss::MoveOrder, Loss::Passes]);
        let stones = text.by_color();
        let (black, white) = (stones.black, stones.white);
        (StoneFields::Listed { black, white }, text.to_move())
    };
    let line = PositionFields {
        id: setup.id.as_deref(),
        size: text.size,
        rule: setup.rule,
        to_move,
        stones,
        claims: &setup.claims,
        expect: &setup.expect,
    };
    text.body = serde_json::to_string(&line).expect("a position line has nothing but string keys");
    text.body.push('\n');
    text.leave_out(&[Loss::LastMove]);
    Ok(text)
}

/// Writes a query as `KataGo` takes them.
pub(in crate::notation) fn write_query(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    let pair = |color: Color, point| json!([letter(color), name(point, Letters::SkipI)]);
    let mut query = Map::new();
    query.extend(
        setup
            .id
            .clone()
            .map(|id| ("id".to_owned(), Value::from(id))),
    );
    let black = setup
        .black
        .iter()
        .map(|&point| pair(Color::Black, Some(point)));
    let white = setup
        .white
        .iter()
        .map(|&point| pair(Color::White, Some(point)));
    let stones: Vec<Value> = black.chain(white).collect();
    if !stones.is_empty() {
        query.insert("initialStones".to_owned(), stones.into());
    }
    let first = if setup.moves.is_empty() {
        setup.to_move
    } else {
        Some(setup.first_to_play())
    };
    query.extend(first.map(|color| ("initialPlayer".to_owned(), letter(color).into())));
    let mut mover = setup.first_to_play();
    let turn = |&point| {
        let listed = pair(mover, point);
        mover = !mover;
        listed
    };
    query.insert("moves".to_owned(), setup.moves.iter().map(turn).collect());
    query.extend(
        setup
            .rule
            .map(|rule| ("rules".to_owned(), rule.name().into())),
    );
    for key in ["boardXSize", "boardYSize"] {
        query.insert(key.to_owned(), text.size.get().into());
    }
    text.body = Value::Object(query).to_string();
    text.body.push('\n');
    if !setup.moves.is_empty() {
        text.leave_out(&[Loss::SideToMove]);
    }
    text.leave_out(&[Loss::LastMove, Loss::Claims, Loss::Expectations]);
    Ok(text)
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// The name of a move, `pass` for none.
fn name(point: Option<Point>, letters: Letters) -> String {
    let named = |point: Point| format!("{}{}", letters.letter(point.column()), point.row() + 1);
    point.map_or_else(|| "pass".to_owned(), named)
}
