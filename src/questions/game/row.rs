//! The JSON line for a move of an analysed game: its worth, the best move, and missed wins.

use serde::Serialize;

use crate::board::Color;
use crate::forbidden::ForbiddenKind;
use crate::geometry::Point;
use crate::questions::{
    ByName, ForcedLine, LineScore, MoveOrPass, ReportHeader, ReportedLine, WinKind,
};

/// What a move of a game was worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameMove {
    /// The position before the move, and the question. The id ends in `@N`, the number of the move.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// The number of the move, from 1.
    #[serde(rename = "move")]
    pub number: usize,
    /// Where it was played.
    pub point: MoveOrPass,
    /// What the position was worth to the mover before it; `None` if that is not known.
    pub before: Option<LineScore>,
    /// What it was worth to the mover with this move.
    pub after: Option<LineScore>,
    /// The move that would have been best, which may be the one that was played; of a mistake the best of
    /// the others.
    pub best: Option<BestMove>,
    /// Of what kind a forced win was that the mover had and gave away by this move.
    pub missed: Option<WinKind>,
    /// The win that was given away, with its line.
    pub missed_win: Option<ForcedLine>,
    /// Whether it is proved that no forced win was left, or a limit left that open; `None` if none was
    /// missed.
    pub missed_proved: Option<bool>,
    /// The forced win that the other side has after this move; `None` where there is none, and where the
    /// position before it is proved to be lost. Whether another move would have held is
    /// [`escape`](Self::escape)'s to say.
    pub allowed: Option<ForcedLine>,
    /// A move that was tried in place of one that allowed a win, and that takes the threat away; `None`
    /// where none is known.
    pub escape: Option<Point>,
    /// Whether this move was the only one that held against a threat: `true` if every other legal move is
    /// proved to lose and this one is not, `false` if others held too or this one did not, `None` if
    /// nothing was threatened or a limit left it open.
    pub only: Option<bool>,
    /// Why the move was forbidden; empty if it was not.
    pub forbidden: Vec<ForbiddenKind>,
    /// Whether it was a mistake: it gave a win away, allowed one, was forbidden, or lost more points than
    /// asked for.
    pub blunder: bool,
    /// The side that is proved to win after this move, by its own proof or by one that comes later in
    /// the game.
    pub proved: Option<Color>,
    /// What engines would have played, as `search --engine` tells it; only if one was asked.
    #[serde(skip_serializing_if = "ByName::is_empty")]
    pub engines: ByName<ReportedLine>,
    /// Nodes visited for the position before the move.
    pub nodes: u64,
    /// Whether the same question is always answered alike.
    pub deterministic: bool,
}

/// A move with what follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BestMove {
    /// Where it would be played, or a pass.
    pub point: MoveOrPass,
    /// What it is worth to the mover.
    pub score: LineScore,
    /// The move and what follows.
    pub line: Vec<MoveOrPass>,
}
