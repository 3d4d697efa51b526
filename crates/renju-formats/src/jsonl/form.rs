//! The JSON Schema of what is read: position lines, boards in a string, and queries.
//!
//! These types are never made. They say in one place which fields the readers beside this file take.

use schemars::JsonSchema;

use renju_core::board::Color;
use renju_core::geometry::Size;
use renju_core::position::{Claim, GameInfo, PositionId};
use renju_core::rule::Rule;

use crate::Letters;

/// A position or a game, in any of the dialects of JSON that are read. A field that is `null` is one
/// that is not there; further fields are passed over.
#[derive(JsonSchema)]
#[serde(untagged)]
pub enum JsonPosition {
    /// Stones as lists of points, or moves.
    Line(LineForm),
    /// A board in a string.
    Board(BoardForm),
    /// A query as `KataGo` takes them.
    Query(QueryForm),
}

/// A position line: `black` and `white`, or `moves`, or all three if they agree.
#[derive(JsonSchema)]
#[schemars(extend("anyOf" = [{"required": ["moves"]}, {"required": ["black"]}, {"required": ["white"]}]))]
#[expect(dead_code, reason = "only its schema is asked for")]
pub struct LineForm {
    /// The name of the position; otherwise it is called by its file and number.
    id: Option<PositionId>,
    /// The side of the board in points; that of `--size`, or 15, where it is not said.
    size: Option<Size>,
    /// The rule; that of `--rule` where it is not said.
    rule: Option<Rule>,
    /// The side to move; told by the counts of stones, where they can.
    to_move: Option<Color>,
    /// The black stones.
    black: Option<Vec<StoneForm>>,
    /// The white stones.
    white: Option<Vec<StoneForm>>,
    /// The game from an empty board, Black first: a list of points and passes, or a string such as
    /// `"h8 i9 g7"`.
    moves: Option<MovesForm>,
    /// What the file expects of the program, in words.
    expect: Option<OneOrMany>,
    /// Points that the file says are forbidden.
    claims: Option<Vec<Claim>>,
    /// Points that the file marks for another reason.
    marks: Option<Vec<Claim>>,
    /// What is said about the game in addition to its moves.
    info: Option<Box<GameInfo>>,
}

/// A board as rows of characters.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is asked for")]
pub struct BoardForm {
    /// The name of the position.
    id: Option<PositionId>,
    /// The rows from the top, with line breaks between them.
    board: String,
    /// The side of the board in points.
    size: Option<Size>,
    /// The rule that is played by.
    rule: Option<Rule>,
    /// The side to move.
    side: Option<Color>,
    /// The side to move, where there is no `side`.
    to_move: Option<Color>,
}

/// A query: a game, and the turns of it that are asked for. Letters leave out I here.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "only its schema is asked for")]
pub struct QueryForm {
    /// The name of the position.
    id: Option<PositionId>,
    /// The moves, each with its player.
    moves: Vec<(PlayerName, StoneForm)>,
    /// Stones that stand before the first move.
    initial_stones: Option<Vec<(PlayerName, StoneForm)>>,
    /// Who plays the first move.
    initial_player: Option<PlayerName>,
    /// The rule: its name, or an object that has it as `basicrule`.
    rules: Option<RulesForm>,
    /// The columns of the board.
    #[serde(rename = "boardXSize")]
    width: Option<Size>,
    /// The rows of the board, as many.
    #[serde(rename = "boardYSize")]
    height: Option<Size>,
    /// Both of them.
    board_size: Option<Size>,
    /// After how many moves a position is asked for; after all without it.
    analyze_turns: Option<Vec<u32>>,
    /// The letters of the points, `skip-i` without it.
    letters: Option<Letters>,
}

/// A point: a letter and a number such as `"H8"`, or a pair of numbers, in a string or a list.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is asked for")]
enum StoneForm {
    /// A letter and a number; in `moves` also `"pass"`.
    Name(
        #[schemars(regex(
            pattern = "^ *([A-Za-z] *[0-9]+|[0-9]+ *[,;] *[0-9]+|[Pp][Aa][Ss][Ss]) *$"
        ))]
        String,
    ),
    /// Column and row, as `--pairs` says.
    Pair([u32; 2]),
}

/// Moves, in a list or in a string.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is asked for")]
enum MovesForm {
    /// Points and passes.
    List(Vec<StoneForm>),
    /// As in a file of moves: `"h8 i9 g7"`.
    Text(String),
}

/// A text, or several.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is asked for")]
enum OneOrMany {
    /// A single one.
    One(String),
    /// A list of them.
    Many(Vec<String>),
}

/// A player of a query.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is asked for")]
enum PlayerName {
    /// Black by its letter.
    B,
    /// White by its letter.
    W,
    /// Black by its name.
    #[serde(rename = "black")]
    Black,
    /// White by its name.
    #[serde(rename = "white")]
    White,
}

/// The rule of a query.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is asked for")]
enum RulesForm {
    /// By its name.
    Name(Rule),
    /// Among other rules of a query.
    Among {
        /// The rule by its name.
        basicrule: Option<Rule>,
    },
}
