use serde::Serialize;

use crate::board::Color;
use crate::geometry::Size;
use crate::notation::write::{Impossible, Text};
use crate::position::{Claim, Setup};
use crate::rules::Rule;

/// A position line with the fields in the order in which they are written.
#[derive(Serialize)]
struct PositionLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    size: Size,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<Rule>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<Color>,
    #[serde(flatten)]
    stones: Stones,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    claims: &'a [Claim],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    expect: &'a [String],
}

/// The stones of a position line.
#[derive(Serialize)]
#[serde(untagged)]
enum Stones {
    Listed {
        black: Vec<crate::geometry::Point>,
        white: Vec<crate::geometry::Point>,
    },
    Played {
        moves: Vec<String>,
    },
}

/// Writes a position line: a game that Black began as `moves`, anything else as `black` and `white`.
pub(in crate::notation) fn write(setup: &Setup) -> Result<Text<'_>, Impossible> {
    let mut text = Text::about(setup)?;
    let is_game =
        !setup.moves.is_empty() && !text.has_stones_before_moves() && text.mover == Color::Black;
    let (stones, to_move) = if is_game {
        let name = |point: &Option<_>| {
            point.map_or("pass".to_owned(), |point: crate::geometry::Point| {
                point.to_string()
            })
        };
        let moves = setup.moves.iter().map(name).collect();
        (Stones::Played { moves }, setup.to_move)
    } else {
        text.loses_order();
        let stones = text.by_color();
        let (black, white) = (stones.black, stones.white);
        (Stones::Listed { black, white }, text.to_move())
    };
    let line = PositionLine {
        id: setup.id.as_deref(),
        size: text.size,
        rule: setup.rule,
        to_move,
        stones,
        claims: &setup.claims,
        expect: &setup.expect,
    };
    text.body = serde_json::to_string(&line).expect("a position line has string keys and no maps");
    text.body.push('\n');
    text.loses_last();
    Ok(text)
}
