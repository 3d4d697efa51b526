//! Saves a live game as a record, and replays a record so that the game can go on.

use std::time::Duration;

use thiserror::Error;

use crate::contest::opening::{OpeningRefusal, OpeningRule};
use crate::contest::play::GameFinish;
use crate::contest::player::FaultKind;
use renju_core::board::{ByColor, Color};
use renju_core::geometry::Size;
use renju_core::named_enum::Named;
use renju_core::position::{
    Game, GameInfo, Position, PositionOverrides, Setup, SetupErrors, StoredValue,
};
use renju_core::rule::Rule;

use super::action::{ActionRefusal, GameAction, GameTask};
use super::live_game::{ForbiddenHandling, GameResult, GameTerms, LiveGame, LiveState};
use super::steps::{read_step, step_text};

/// What ended the game, in the words of [`GameFinish`].
const FINISH: &str = "FINISH";
/// The name of the opening rule.
const OPENING_RULE: &str = "OPENINGRULE";
/// The answers of the opening, in order.
const OPENING_STEPS: &str = "OPENINGSTEPS";
/// The name of the forbidden handling.
const FORBIDDEN: &str = "FORBIDDEN";
/// The time of each side.
const CLOCK: &str = "CLOCK";
/// The stones of the winning row.
const WINNING_ROW: &str = "WINNINGROW";

/// A game that was read from a record.
#[derive(Clone, Debug)]
pub struct LoadedGame {
    /// The game, which goes on unless it is over.
    pub game: LiveGame,
    /// Who has which colour, as far as the record says.
    pub names: ByColor<Option<String>>,
}

/// Why a record cannot be played on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LoadError {
    /// The stones before the first move cannot be.
    #[error(transparent)]
    Stones(#[from] SetupErrors),
    /// The opening is not played on such a board.
    #[error(transparent)]
    Opening(#[from] OpeningRefusal),
    /// An answer of the opening is none.
    #[error("step {number} of the opening, {text:?}, is no answer to what is asked for")]
    Step {
        /// Its number, from 1.
        number: usize,
        /// As the record has it.
        text: String,
    },
    /// The stones of the opening are not the first moves.
    #[error("the moves do not begin with the stones of the opening")]
    OtherStones,
    /// A move that is none.
    #[error("move {number}: {reason}")]
    Move {
        /// Its number, from 1.
        number: usize,
        /// What stands against it.
        reason: ActionRefusal,
    },
    /// A pass of a side that has a legal move.
    #[error("move {0} is a pass, and only a side without a legal move passes here")]
    Pass(usize),
    /// A move of the side that has to pass.
    #[error("move {0} should be a pass: every empty point is forbidden to black")]
    NoPass(usize),
}

/// Whether a record goes on behind a forbidden move, which was not claimed then.
fn has_unclaimed(setup: &Setup) -> bool {
    let position = Position::from_setup(setup, &PositionOverrides::default());
    position.is_ok_and(|position| !position.unclaimed().is_empty())
}

impl LiveGame {
    /// The game as a file holds it: the players by name, result, times and values of moves, and what
    /// else it takes to go on with it (`OPENINGRULE`, `OPENINGSTEPS`, `FORBIDDEN`, `CLOCK`,
    /// `FINISH`, `WINNINGROW`). A forbidden move that ended the game is its last move.
    pub fn record(&self, names: &ByColor<String>, date: Option<String>) -> Game {
        let position = self.position();
        let mut setup = position.to_setup();
        let lost = self.result().and_then(|result| result.forbidden);
        let lost = lost.filter(|&point| position.board().stone(point).is_none());
        setup.moves.extend(lost.map(Some));
        let (times, values) = self.times_and_values();
        let info = GameInfo {
            black_player: Some(names.black.clone()),
            white_player: Some(names.white.clone()),
            date,
            result: self
                .result()
                .map(|result| winner_text(result.winner).to_owned()),
            times,
            values,
            properties: self.properties(),
            ..GameInfo::default()
        };
        Game::from(Setup {
            to_move: None,
            info: Some(Box::new(info)),
            ..setup
        })
    }

    fn properties(&self) -> Vec<(String, Vec<String>)> {
        let terms = self.terms();
        let mut properties = vec![(FORBIDDEN, vec![terms.forbidden.name().to_owned()])];
        if terms.opening != OpeningRule::Free {
            let steps = self.states().iter().filter_map(|state| match state.step {
                Some((GameAction::Opening(answer), _)) => Some(step_text(answer)),
                Some((GameAction::Move(point) | GameAction::Insist(point), _))
                    if state.is_of_opening() =>
                {
                    Some(point.to_string())
                }
                _ => None,
            });
            properties.push((OPENING_RULE, vec![terms.opening.name().to_owned()]));
            properties.push((OPENING_STEPS, steps.collect()));
        }
        if let Some(clock) = terms.clock {
            properties.push((CLOCK, vec![clock.to_string()]));
        }
        if let Some(result) = self.result() {
            properties.push((FINISH, vec![result.finish.name().to_owned()]));
            if !result.row.is_empty() {
                let row = result.row.iter().map(ToString::to_string);
                properties.push((WINNING_ROW, row.collect()));
            }
        }
        properties.retain(|(_, values)| !values.is_empty());
        let named = properties.into_iter();
        named
            .map(|(name, values)| (name.to_owned(), values))
            .collect()
    }

    /// Milliseconds of each move, and what was thought before the first and after each; each empty if
    /// nothing is known.
    fn times_and_values(&self) -> (Vec<Option<u64>>, Vec<Option<StoredValue>>) {
        let [first, others @ ..] = self.states() else {
            return (Vec::new(), Vec::new());
        };
        let mut times = vec![None; first.moves()];
        let mut values = vec![None; first.moves() + 1];
        for state in others {
            if state.moves() > times.len() {
                let elapsed = state.step.map(|(_, elapsed)| elapsed);
                times.push(elapsed.map(|elapsed| elapsed.as_millis() as u64));
                values.push(state.thought);
            }
            // A pass behind the move takes no time.
            times.resize(state.moves().max(times.len()), None);
            values.resize(times.len() + 1, None);
        }
        if times.iter().all(Option::is_none) {
            times.clear();
        }
        if values.iter().all(Option::is_none) {
            values.clear();
        }
        (times, values)
    }

    /// Goes on with a game as a file holds it: its main line. What the record says of opening,
    /// forbidden moves and clock holds; what it leaves open is as in `terms`.
    ///
    /// # Errors
    ///
    /// If a step of it cannot be, which is named.
    pub fn load(game: &Game, terms: &GameTerms) -> Result<LoadedGame, LoadError> {
        let setup = game.main_setup();
        let info = setup.info.as_deref().cloned().unwrap_or_default();
        let size = setup.size.unwrap_or(Size::RENJU);
        let terms = GameTerms {
            size,
            rule: setup.rule.unwrap_or_else(|| Rule::default_on(size)),
            opening: property(&info, OPENING_RULE).unwrap_or_default(),
            forbidden: property(&info, FORBIDDEN).unwrap_or_else(|| {
                let goes_on = has_unclaimed(&setup);
                if goes_on {
                    ForbiddenHandling::Claim
                } else {
                    terms.forbidden
                }
            }),
            clock: text(&info, CLOCK)
                .and_then(|text| text.parse().ok())
                .or(terms.clock),
        };
        let mut live = LiveGame::before_moves(&setup, terms)?;
        live.replay_opening(values_of(&info, OPENING_STEPS), &setup, &info)?;
        live.replay_moves(&setup, &info)?;
        live.restore_end(&info);
        Ok(LoadedGame {
            game: live,
            names: ByColor {
                black: info.black_player,
                white: info.white_player,
            },
        })
    }

    /// The game before the first move of a record.
    fn before_moves(setup: &Setup, terms: GameTerms) -> Result<LiveGame, LoadError> {
        if setup.black.is_empty() && setup.white.is_empty() {
            return Ok(LiveGame::new(terms)?);
        }
        let to_move = if setup.moves.is_empty() {
            setup.to_move
        } else {
            Some(setup.first_to_play())
        };
        let stones = Setup {
            moves: Vec::new(),
            to_move,
            info: None,
            ..setup.clone()
        };
        let overrides = PositionOverrides {
            rule: Some(terms.rule),
            ..PositionOverrides::default()
        };
        let position = Position::from_setup(&stones, &overrides)?;
        Ok(LiveGame::of_position(terms, position)?)
    }

    fn replay_opening(
        &mut self,
        steps: &[String],
        setup: &Setup,
        info: &GameInfo,
    ) -> Result<(), LoadError> {
        for (text, number) in steps.iter().zip(1..) {
            let wrong = || LoadError::Step {
                number,
                text: text.clone(),
            };
            let Some(GameTask::Opening(task)) = self.task() else {
                return Err(wrong());
            };
            let action = read_step(text, task).ok_or_else(wrong)?;
            let at = self.states().last().map_or(0, LiveState::moves);
            self.act(GameAction::Opening(action), time_of(info, at))
                .map_err(|_| wrong())?;
        }
        let stones = self.position().moves().unwrap_or_default();
        if setup.moves.starts_with(stones) || self.terms().opening == OpeningRule::Free {
            Ok(())
        } else {
            Err(LoadError::OtherStones)
        }
    }

    fn replay_moves(&mut self, setup: &Setup, info: &GameInfo) -> Result<(), LoadError> {
        let done = self.states().last().map_or(0, LiveState::moves);
        for (at, point) in setup.moves.iter().enumerate().skip(done) {
            let number = at + 1;
            let passes = self.states().last().is_some_and(|state| state.moves() > at);
            let point = match (point, passes) {
                (None, true) => continue,
                (None, false) => return Err(LoadError::Pass(number)),
                (Some(_), true) => return Err(LoadError::NoPass(number)),
                (Some(point), false) => *point,
            };
            let thought = info.values.get(number).copied().flatten();
            let insisted = GameAction::Insist(point);
            self.act_with(insisted, time_of(info, at), thought)
                .map_err(|reason| LoadError::Move { number, reason })?;
        }
        Ok(())
    }

    /// Ends the game as the record says, where its moves do not.
    fn restore_end(&mut self, info: &GameInfo) {
        let finish = text(info, FINISH).and_then(GameFinish::of_name);
        let winner = match info.result.as_deref() {
            Some("B+") => Some(Color::Black),
            Some("W+") => Some(Color::White),
            _ => None,
        };
        let (Some(finish), None) = (finish, self.result()) else {
            return;
        };
        match finish {
            GameFinish::Fault(FaultKind::Forbidden) if self.claimable().is_some() => {
                let claimed = self.act(GameAction::Claim, Duration::ZERO);
                debug_assert!(claimed.is_ok(), "it was found to be claimable");
            }
            GameFinish::Agreement | GameFinish::Resignation | GameFinish::Fault(_) => {
                self.end(GameResult {
                    winner,
                    finish,
                    row: Vec::new(),
                    forbidden: None,
                    message: None,
                });
            }
            GameFinish::Five | GameFinish::FullBoard => {}
        }
    }
}

const fn winner_text(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::Black) => "B+",
        Some(Color::White) => "W+",
        None => "Draw",
    }
}

fn values_of<'a>(info: &'a GameInfo, name: &str) -> &'a [String] {
    let found = info.properties.iter().find(|(other, _)| other == name);
    found.map_or(&[], |(_, values)| values)
}

fn text<'a>(info: &'a GameInfo, name: &str) -> Option<&'a str> {
    values_of(info, name).first().map(String::as_str)
}

fn property<T: Named + std::str::FromStr>(info: &GameInfo, name: &str) -> Option<T> {
    text(info, name)?.parse().ok()
}

fn time_of(info: &GameInfo, at: usize) -> Duration {
    let time = info.times.get(at).copied().flatten();
    Duration::from_millis(time.unwrap_or(0))
}
