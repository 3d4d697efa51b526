//! Fields at the start of every answer: version, id, question, board size, rule, side to move.

use std::borrow::Cow;
use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Color};
use crate::geometry::{Point, Size};
use crate::position::{Outcome, Position, PositionId};
use crate::rule::Rule;

/// Version of the JSON lines.
pub const VERSION: u32 = 1;

/// The header of every report: which position was asked about, and what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportHeader {
    /// Version of the JSON lines, [`VERSION`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the position, from its file.
    pub id: PositionId,
    /// Name of the question, such as `"forbidden"`.
    pub study: &'static str,
    /// Side of the board in points.
    pub size: Size,
    /// Rule the position was judged by.
    pub rule: Rule,
    /// The side to move; `None` where it was left open.
    pub to_move: Option<Color>,
    /// Whether it has to pass, as it has no legal move; absent where it has one, where the game is
    /// over, and where the side to move was left open.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub must_pass: bool,
    /// The stones, for text and pictures.
    #[serde(skip)]
    pub board: Board,
    /// How the game ended, if it has, for the text.
    #[serde(skip)]
    pub outcome: Option<Outcome>,
}

impl ReportHeader {
    pub(super) fn new(
        id: impl Into<PositionId>,
        study: &'static str,
        position: &Position,
    ) -> ReportHeader {
        ReportHeader {
            v: VERSION,
            id: id.into(),
            study,
            size: position.board().size(),
            rule: position.rule(),
            to_move: position.known_to_move(),
            must_pass: position.known_to_move().is_some() && position.must_pass(),
            board: position.board().clone(),
            outcome: position.outcome().cloned(),
        }
    }
}

/// A position as a position line has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlainPosition {
    /// Side of the board in points.
    pub size: Size,
    /// By which rows win and points are forbidden.
    pub rule: Rule,
    /// The side to move.
    pub to_move: Color,
    /// Where Black has stones, in reading order.
    pub black: Vec<Point>,
    /// Where White has them, likewise.
    pub white: Vec<Point>,
}

impl PlainPosition {
    /// The stones of a position.
    pub fn of(position: &Position) -> PlainPosition {
        let board = position.board();
        let stones = |color| board.stones(color).iter().collect();
        PlainPosition {
            size: board.size(),
            rule: position.rule(),
            to_move: position.to_move(),
            black: stones(Color::Black),
            white: stones(Color::White),
        }
    }

    /// The stones as a board.
    pub fn board(&self) -> Board {
        Board::with_stones(self.size, &self.black, &self.white)
    }
}

/// A move of a game or of a line: a stone, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveOrPass {
    /// A stone on this point.
    At(Point),
    /// No stone, `"pass"` in JSON.
    Pass,
}

impl From<Option<Point>> for MoveOrPass {
    fn from(point: Option<Point>) -> MoveOrPass {
        point.map_or(MoveOrPass::Pass, MoveOrPass::At)
    }
}

impl fmt::Display for MoveOrPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveOrPass::At(point) => point.fmt(f),
            MoveOrPass::Pass => f.write_str("pass"),
        }
    }
}

impl<'de> Deserialize<'de> for MoveOrPass {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<MoveOrPass, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        if text.eq_ignore_ascii_case("pass") {
            return Ok(MoveOrPass::Pass);
        }
        text.parse().map(MoveOrPass::At).map_err(D::Error::custom)
    }
}

impl Serialize for MoveOrPass {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
