//! Totals of an analysed game: mistakes of each side, and the move that decided it.

use serde::Serialize;

use super::line::GameLine;
use super::row::GameMove;
use crate::board::{ByColor, Color};
use crate::position::{NamedOpening, Outcome, PositionId};
use crate::questions::ReportHeader;

/// What a game came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameTotals {
    /// The last position, and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// Moves up to the end of the game, whether they were looked at or not.
    pub moves: usize,
    /// Which of the 26 openings of renju it began with.
    pub opening: Option<NamedOpening>,
    /// How the game ended; `None` if it was broken off.
    pub outcome: Option<Outcome>,
    /// How the record says that it ended, in its words, such as `W+R` for Black's resignation; `None`
    /// if it says nothing.
    pub result: Option<String>,
    /// Moves that the record has behind the end.
    pub after_end: usize,
    /// What there is to say of each side.
    pub sides: ByColor<SideSummary>,
    /// The number of the move after which one side was proved to win, from then on without a break;
    /// `None` if there is no such move, or a position of the game was not looked at.
    pub decisive: Option<usize>,
    /// The side that wins from then on.
    pub winner: Option<Color>,
    /// The names of the players, as far as the record has them.
    #[serde(skip)]
    pub players: ByColor<Option<String>>,
}

/// The moves of one side.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideSummary {
    /// Moves that have a row.
    pub moves: usize,
    /// Those that were mistakes.
    pub blunders: usize,
    /// Forced wins that were given away.
    pub missed: usize,
    /// Forced wins that were given to the other side.
    pub allowed: usize,
    /// Moves that were forbidden, claimed or not.
    pub forbidden: usize,
    /// Moves that were the only ones to hold.
    pub only: usize,
}

impl GameTotals {
    /// `proved` has the proved winner of each position; `None` unless all were looked at.
    pub(super) fn new(
        id: &PositionId,
        game: &GameLine,
        moves: &[GameMove],
        proved: Option<&Vec<Option<Color>>>,
    ) -> GameTotals {
        let last = proved.and_then(|proved| proved.last().copied());
        let winner = last.flatten();
        let decisive = proved.filter(|_| winner.is_some()).map(|proved| {
            let since = proved
                .iter()
                .rev()
                .take_while(|&&side| side == winner)
                .count();
            proved.len() - since
        });
        GameTotals {
            header: ReportHeader::new(id.clone(), "game_summary", game.last()),
            moves: game.len(),
            opening: game.last().opening(),
            outcome: game.last().outcome().cloned(),
            result: game.result.clone(),
            after_end: game.after_end,
            sides: ByColor::from_fn(|color| SideSummary::of(color, moves)),
            decisive: decisive.filter(|&number| number > 0),
            winner,
            players: game.players.clone(),
        }
    }
}

impl SideSummary {
    fn of(color: Color, moves: &[GameMove]) -> SideSummary {
        let own = || {
            let of_side = move |row: &&GameMove| row.header.to_move == Some(color);
            moves.iter().filter(of_side)
        };
        let count = |has: fn(&GameMove) -> bool| own().filter(|row| has(row)).count();
        SideSummary {
            moves: own().count(),
            blunders: count(|row| row.blunder),
            missed: count(|row| row.missed.is_some()),
            allowed: count(|row| row.allowed.is_some()),
            forbidden: count(|row| !row.forbidden.is_empty()),
            only: count(|row| row.only == Some(true)),
        }
    }
}
