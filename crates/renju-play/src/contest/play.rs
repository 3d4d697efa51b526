//! The game loop between two players: times their moves, and a fault loses the game.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use renju_core::board::{ByColor, Color};
use renju_core::forbidden::ForbiddenKind;
use renju_core::geometry::Point;
use renju_core::limits::Observer;
use renju_core::position::{GameEnd, Position, Refusal, StoredValue};

use super::player::{ChosenMove, FaultKind, GameStart, MoveLimits, Player, PlayerFault};

/// What ended a game between players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameFinish {
    /// A row that wins.
    Five,
    /// No empty point is left.
    FullBoard,
    /// One side gave it up.
    Resignation,
    /// Both sides agreed to a draw.
    Agreement,
    /// What no player may do.
    Fault(FaultKind),
}

impl GameFinish {
    /// What ends a game without a fault: the last two only between people.
    const WITHOUT_FAULT: [GameFinish; 4] = [
        GameFinish::Five,
        GameFinish::FullBoard,
        GameFinish::Resignation,
        GameFinish::Agreement,
    ];

    /// What records and messages call it: a fault by its own name.
    pub const fn name(self) -> &'static str {
        match self {
            GameFinish::Five => "five",
            GameFinish::FullBoard => "full_board",
            GameFinish::Resignation => "resignation",
            GameFinish::Agreement => "agreement",
            GameFinish::Fault(kind) => kind.name(),
        }
    }

    /// The one that [`name`](Self::name) gives this name; `None` if there is none.
    pub fn of_name(name: &str) -> Option<GameFinish> {
        let mut without_fault = GameFinish::WITHOUT_FAULT.into_iter();
        let without_fault = without_fault.find(|finish| finish.name() == name);
        without_fault.or_else(|| name.parse().ok().map(GameFinish::Fault))
    }

    /// The fault that it is, if it is one.
    pub const fn fault(self) -> Option<FaultKind> {
        match self {
            GameFinish::Fault(kind) => Some(kind),
            _ => None,
        }
    }
}

impl fmt::Display for GameFinish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The position after the last legal move.
    pub position: Position,
    /// Moves of the opening, before the players were asked.
    pub opening: usize,
    /// The forbidden move that ended it, which `position` does not have.
    pub forbidden: Option<Point>,
    /// What the players thought of their moves, one for each after the opening; `None` for a pass,
    /// too.
    pub thoughts: Vec<Option<StoredValue>>,
    /// Milliseconds of each move after the opening; none for a pass.
    pub times: Vec<u64>,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// The rule or the fault that ended it.
    pub finish: GameFinish,
    /// The reason of a fault in words.
    pub message: Option<String>,
}

impl PlayedGame {
    fn begin(start: &Position) -> PlayedGame {
        PlayedGame {
            position: start.clone(),
            opening: start.moves().map_or(0, <[_]>::len),
            forbidden: None,
            thoughts: Vec::new(),
            times: Vec::new(),
            winner: None,
            finish: GameFinish::FullBoard,
            message: None,
        }
    }

    /// Moves after the opening, passes included.
    pub fn moves(&self) -> usize {
        self.times.len()
    }

    /// The side to move has no legal move: it is not asked.
    fn pass(self) -> PlayedGame {
        let mut game = PlayedGame {
            position: self.position.pass(),
            ..self
        };
        game.thoughts.push(None);
        game.times.push(0);
        game
    }

    fn lost_by(self, loser: Color, fault: PlayerFault) -> PlayedGame {
        PlayedGame {
            winner: Some(!loser),
            finish: GameFinish::Fault(fault.kind),
            message: Some(fault.message),
            ..self
        }
    }
}

/// Has two players play from a position to the end of the game. Who does what no player may loses.
/// A side without a legal move, which can only be Black, passes and is not asked.
///
/// `None` if `stop` was set before the end.
pub fn play_game(
    start: &GameStart<'_>,
    players: ByColor<&mut dyn Player>,
    stop: &AtomicBool,
) -> Option<PlayedGame> {
    let ByColor { black, white } = players;
    let mut game = PlayedGame::begin(start.position);
    for (color, player) in [(Color::Black, &mut *black), (Color::White, &mut *white)] {
        if let Err(fault) = player.begin(start) {
            return Some(game.lost_by(color, fault));
        }
    }
    let clock = |player: &dyn Player| player.own_limits().unwrap_or(start.limits).clock;
    let mut clocks = ByColor {
        black: clock(black),
        white: clock(white),
    };
    loop {
        let color = game.position.to_move();
        if let Some(outcome) = game.position.outcome() {
            (game.winner, game.finish) = (outcome.winner, finish_of(outcome.by));
            return Some(game);
        }
        if game.position.must_pass() {
            game = game.pass();
            continue;
        }
        let player = match color {
            Color::Black => &mut *black,
            Color::White => &mut *white,
        };
        let limits = MoveLimits {
            clock: clocks[color],
            ..player.own_limits().unwrap_or(start.limits)
        };
        let chosen = timed_move(player, &game.position, &limits, stop);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        match chosen {
            Ok((chosen, taken)) => {
                clocks[color] = clocks[color].map(|clock| clock.after(taken));
                if let Err(fault) = play(&mut game, chosen, taken.as_millis() as u64) {
                    return Some(game.lost_by(color, fault));
                }
            }
            Err(fault) => return Some(game.lost_by(color, fault)),
        }
    }
}

const fn finish_of(end: GameEnd) -> GameFinish {
    match end {
        GameEnd::Five => GameFinish::Five,
        GameEnd::Forbidden => GameFinish::Fault(FaultKind::Forbidden),
        GameEnd::FullBoard => GameFinish::FullBoard,
    }
}

/// The move of a player, with the time it took.
fn timed_move(
    player: &mut dyn Player,
    position: &Position,
    limits: &MoveLimits,
    stop: &dyn Observer,
) -> Result<(ChosenMove, Duration), PlayerFault> {
    let since = Instant::now();
    let chosen = player.choose(position, limits, stop)?;
    let taken = since.elapsed();
    if limits.is_timed() && taken > limits.latest() {
        let message = format!("a move took {} ms", taken.as_millis());
        return Err(PlayerFault::new(FaultKind::Late, message));
    }
    Ok((chosen, taken))
}

/// Plays a move, if it is one.
fn play(game: &mut PlayedGame, chosen: ChosenMove, milliseconds: u64) -> Result<(), PlayerFault> {
    let point = chosen.point;
    let refused = match game.position.clone().play(point) {
        Ok(next) => {
            game.position = next;
            game.thoughts.push(chosen.thought);
            game.times.push(milliseconds);
            return Ok(());
        }
        Err(refused) => refused.reason,
    };
    let (kind, message) = match &refused {
        Refusal::Forbidden(kinds) => {
            game.forbidden = Some(point);
            let kinds = ForbiddenKind::in_words(kinds);
            (
                FaultKind::Forbidden,
                format!("{point} is forbidden ({kinds})"),
            )
        }
        refused => (FaultKind::Illegal, format!("{point}: {refused}")),
    };
    Err(PlayerFault::new(kind, message))
}
