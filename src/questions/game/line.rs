//! Replay of a recorded game: its positions and moves, with forbidden moves left standing.

use thiserror::Error;

use crate::board::{ByColor, Color};
use crate::forbidden::ForbiddenKind;
use crate::geometry::Point;
use crate::position::{Position, PositionOverrides, Setup, SetupErrors};
use crate::questions::MoveOrPass;

/// A game as its positions and the moves between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameLine {
    /// The position before the first move, then the one after each.
    positions: Vec<Position>,
    moves: Vec<PlayedMove>,
    /// Moves that the record has behind the end of the game.
    pub after_end: usize,
    /// How the record says that the game ended, in its words.
    pub result: Option<String>,
    /// The names of the players, as far as the record has them.
    pub players: ByColor<Option<String>>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlayedMove {
    pub(super) played: MoveOrPass,
    pub(super) color: Color,
    /// Why it was forbidden, if it was.
    pub(super) forbidden: Vec<ForbiddenKind>,
}

/// Why a record is no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoGame {
    /// No move has been played.
    #[error("no move has been played, so there is nothing to look at")]
    NotBegun,
    /// Its stones have no order.
    #[error("the order of the stones is not known, so there are no moves to look at")]
    NoMoves,
    /// A move that cannot be made: its number, from 1, and its point.
    #[error("move {0}, {1}, is on a stone or off the board")]
    Impossible(usize, Point),
    /// The stones before the first move cannot be.
    #[error(transparent)]
    Start(#[from] SetupErrors),
}

impl GameLine {
    /// The game of a set-up, whose `position` tells size and rule where the set-up leaves them open. A
    /// forbidden move that the record goes on behind was not claimed: so does the game.
    ///
    /// # Errors
    ///
    /// If there is no move, or one cannot be made.
    pub fn new(setup: &Setup, position: &Position) -> Result<GameLine, NoGame> {
        let Some(start) = setup.after(0).filter(|_| !setup.moves.is_empty()) else {
            let has_stones = !setup.black.is_empty() || !setup.white.is_empty();
            return Err(if has_stones {
                NoGame::NoMoves
            } else {
                NoGame::NotBegun
            });
        };
        let asked = PositionOverrides {
            rule: Some(position.rule()),
            ..PositionOverrides::default()
        };
        let mut line = GameLine {
            positions: vec![Position::from_setup(&start, &asked)?],
            moves: Vec::with_capacity(setup.moves.len()),
            after_end: 0,
            result: setup.info.as_ref().and_then(|info| info.result.clone()),
            players: ByColor::from_fn(|color| {
                let info = setup.info.as_ref()?;
                match color {
                    Color::Black => info.black_player.clone(),
                    Color::White => info.white_player.clone(),
                }
            }),
        };
        for (before, &played) in setup.moves.iter().enumerate() {
            if line.last().outcome().is_some() {
                line.after_end = setup.moves.len() - before;
                break;
            }
            line.play(played)?;
        }
        let ends_forbidden = line
            .moves
            .last()
            .is_some_and(|last| !last.forbidden.is_empty());
        if ends_forbidden && line.last().outcome().is_none() {
            let last = setup.after(line.len()).unwrap_or_default();
            line.positions.pop();
            line.positions.push(Position::from_setup(&last, &asked)?);
        }
        Ok(line)
    }

    pub(super) fn last(&self) -> &Position {
        self.positions.last().expect("there is the start")
    }

    /// Adds a move. One that is forbidden stands, as if it were not claimed.
    fn play(&mut self, played: Option<Point>) -> Result<(), NoGame> {
        let before = self.last().clone();
        let (color, rule) = (before.to_move(), before.rule());
        let (next, forbidden) = match played {
            None => (before.pass(), Vec::new()),
            Some(point) => {
                let number = self.moves.len() + 1;
                let next = before.clone().play_unclaimed(point);
                let next = next.map_err(|_| NoGame::Impossible(number, point))?;
                (next, rule.forbidden_kinds(before.board(), point, color))
            }
        };
        self.positions.push(next);
        self.moves.push(PlayedMove {
            played: played.into(),
            color,
            forbidden,
        });
        Ok(())
    }

    /// The position before the first move, then the one after each.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// How many moves there are up to the end of the game.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move; never so for a game that was made by [`GameLine::new`].
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The move that was played in the position of this number; `None` in the last one.
    pub(super) fn played_in(&self, index: usize) -> Option<&PlayedMove> {
        self.moves.get(index)
    }
}
