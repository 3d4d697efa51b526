//! The JSON line for a pattern found in a game: its time, its place, and the next move.

use serde::Serialize;

use super::finder::PatternHit;
use crate::board::Color;
use crate::geometry::{Point, Size, Symmetry};
use crate::named_enum::named_enum;
use crate::position::{Position, PositionId, Setup};
use crate::questions::{MoveOrPass, VERSION};

/// A pattern found in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindReport {
    /// The version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the game, from its file.
    pub id: PositionId,
    /// Name of the question, always `"find"`.
    pub study: &'static str,
    /// Side of the board in points.
    pub size: Size,
    /// The number of moves after which the pattern stands first; 0 for the set-up.
    pub after: u32,
    /// The point at the left bottom of the place where it lies; `None` for a pattern that can lie in
    /// one place only.
    pub corner: Option<Point>,
    /// What turns the pattern into what stands in the game.
    pub symmetry: Symmetry,
    /// Whether the colours of the pattern are swapped in the game.
    pub swapped: bool,
    /// The move that followed, on the board of the game; `None` if the game ends there.
    pub next: Option<MoveOrPass>,
    /// The point of the pattern where that move lies; `None` for none, for a pass, and where it would
    /// lie off every board.
    pub next_in_pattern: Option<Point>,
    /// How the game ended, in the colours of the game.
    pub result: GameWinner,
}

named_enum! {
    /// Who won a game.
    pub enum GameWinner: "winner" {
        /// Black won.
        Black = "black",
        /// White won.
        White = "white",
        /// Neither side won.
        Draw = "draw",
        /// The game was broken off, or nothing says how it ended.
        Unknown = "unknown",
    }
}

impl FindReport {
    /// What there is to say of a hit.
    pub fn new(id: &PositionId, size: Size, hit: &PatternHit, result: GameWinner) -> FindReport {
        FindReport {
            v: VERSION,
            id: id.clone(),
            study: "find",
            size,
            after: hit.after,
            corner: hit.corner,
            symmetry: hit.symmetry,
            swapped: hit.is_swapped,
            next: hit.next,
            next_in_pattern: hit.next_in_pattern,
            result,
        }
    }

    /// How the game ended, in the colours of the pattern.
    pub const fn result_in_pattern(&self) -> GameWinner {
        match self.result {
            GameWinner::Black if self.swapped => GameWinner::White,
            GameWinner::White if self.swapped => GameWinner::Black,
            result => result,
        }
    }
}

/// How a game ended: as its file says, else as its last position does.
pub fn winner_of(setup: &Setup, last: &Position) -> GameWinner {
    let said = setup.info.as_ref().and_then(|info| info.result.as_deref());
    let by_file = match said.map(|said| said.trim().to_ascii_lowercase()).as_deref() {
        Some("draw" | "0" | "jigo" | "1/2-1/2") => Some(GameWinner::Draw),
        Some(said) if said == "b" || said.starts_with("b+") => Some(GameWinner::Black),
        Some(said) if said == "w" || said.starts_with("w+") => Some(GameWinner::White),
        _ => None,
    };
    by_file.unwrap_or_else(|| match last.outcome() {
        None => GameWinner::Unknown,
        Some(outcome) => match outcome.winner {
            Some(Color::Black) => GameWinner::Black,
            Some(Color::White) => GameWinner::White,
            None => GameWinner::Draw,
        },
    })
}
