//! The position as the program reads it: stones, moves, claims, and assumptions about the input.

use serde::Serialize;

use crate::board::Color;
use crate::geometry::Point;
use crate::position::{Claim, GameInfo, NamedOpening, Outcome, Position, PositionId, Setup};
use crate::questions::{MoveOrPass, ReportHeader};

/// What the program sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// Black stones, in reading order.
    pub black: Vec<Point>,
    /// White stones, in reading order.
    pub white: Vec<Point>,
    /// The game from an empty board, `"pass"` a pass; `None` if the order is not known.
    pub moves: Option<Vec<MoveOrPass>>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// Which of the 26 openings of renju the game began with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<NamedOpening>,
    /// How the input was read.
    pub read: Option<ReadInfo>,
    /// Points the input marks as forbidden.
    pub claims: Vec<Claim>,
    /// Empty points that the input marks with a letter or a sign.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Claim>,
    /// What the input says about the game in addition to its moves, if it says something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub info: Option<Box<GameInfo>>,
    /// The last move, as far as the order is known or the input marks it.
    #[serde(skip)]
    pub last: Option<Point>,
    /// The moves of the game with their numbers from 1, passes counted and left out.
    #[serde(skip)]
    pub numbers: Vec<(Point, u16)>,
}

/// How an input was read: what was written there, and what was assumed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReadInfo {
    /// The file as named by the user, `-` for standard input, `-m` for moves of the command line;
    /// with `#K` behind it where it holds several positions.
    pub source: String,
    /// Name of the input format.
    pub format: String,
    /// Where row 1 was taken to be, if that mattered.
    pub origin: Option<String>,
    /// Whether the letter I was taken to be skipped, if that mattered.
    pub letters: Option<String>,
    /// Character encoding of the input.
    pub encoding: Option<String>,
    /// Which characters were taken for which stones, if the user said.
    pub stones: Option<String>,
    /// What else was assumed, by name: docs/formats.md says what each means.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<String>,
    /// How many lines of a game with variations are left out: all but the main line, unless
    /// `--variations` takes each as a position of its own.
    #[serde(skip_serializing_if = "is_zero")]
    pub other_lines: usize,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Shows a position as the program sees it.
pub fn board(
    id: impl Into<PositionId>,
    position: &Position,
    setup: &Setup,
    read: Option<ReadInfo>,
) -> BoardReport {
    let numbered = (1..).zip(&setup.moves);
    BoardReport {
        header: ReportHeader::new(id, "show", position),
        black: position.board().stones(Color::Black).iter().collect(),
        white: position.board().stones(Color::White).iter().collect(),
        moves: position
            .moves()
            .map(|moves| moves.iter().copied().map(MoveOrPass::from).collect()),
        outcome: position.outcome().cloned(),
        opening: position.opening(),
        read,
        claims: setup.claims.clone(),
        marks: setup.marks.clone(),
        info: setup.info.clone().filter(|info| !info.is_empty()),
        last: setup.last.or_else(|| position.last_move()),
        numbers: numbered
            .filter_map(|(number, &played)| Some((played?, number)))
            .collect(),
    }
}
