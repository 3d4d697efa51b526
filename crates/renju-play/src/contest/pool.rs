//! Thread pool for the games of a match: played in parallel, reported in the order of the schedule.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use renju_core::board::ByColor;
use renju_core::position::Position;
use renju_core::split_mix::SplitMix64;
use renju_system::threads;

use super::play::{PlayedGame, play_game};
use super::player::{GameStart, MoveLimits, Player};
use super::schedule::Fixture;

/// Makes the player of a number. Each thread has its own.
pub type PlayerFactory<'a> = dyn Fn(usize) -> Box<dyn Player> + Sync + 'a;

/// What the games of a match have in common.
#[derive(Clone, Copy, Debug)]
pub struct GamesSetup<'a> {
    /// The positions that games begin with, by number.
    pub openings: &'a [Position],
    /// What each move may take.
    pub limits: MoveLimits,
    /// What players that draw random numbers draw them from, each game other ones.
    pub seed: u64,
}

/// Plays games, `jobs` at a time, and hands each over in the order of the schedule, on this thread.
/// It ends when all are played, `on_game` breaks, or `stop` is set; games under way are then given up. The
/// system may have fewer threads to give; the games are the same.
///
/// # Errors
///
/// If it has none. No game is played then.
pub fn run_games(
    fixtures: &[Fixture],
    setup: &GamesSetup<'_>,
    players: &PlayerFactory<'_>,
    jobs: usize,
    stop: &AtomicBool,
    mut on_game: impl FnMut(&Fixture, PlayedGame) -> ControlFlow<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let (sender, games) = channel();
        let work = |_| {
            let thread = GameThread {
                fixtures,
                setup,
                players,
                next: &next,
                is_over: &is_over,
            };
            let sender = sender.clone();
            move || thread.work(&sender)
        };
        threads::start_some(scope, "match", jobs.min(fixtures.len()), work)?;
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        loop {
            let game = games.recv_timeout(Duration::from_millis(20));
            if stop.load(Ordering::Relaxed) {
                is_over.store(true, Ordering::Relaxed);
            }
            match game {
                Ok((index, game)) => {
                    waiting.insert(index, game);
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(game) = waiting.remove(&due) {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                if on_game(&fixtures[due], game).is_break() {
                    is_over.store(true, Ordering::Relaxed);
                }
                due += 1;
            }
        }
        Ok(())
    })
}

/// A thread that plays games.
struct GameThread<'a> {
    fixtures: &'a [Fixture],
    setup: &'a GamesSetup<'a>,
    players: &'a PlayerFactory<'a>,
    /// The next game that no thread has taken.
    next: &'a AtomicUsize,
    is_over: &'a AtomicBool,
}

impl GameThread<'_> {
    fn work(&self, games: &Sender<(usize, PlayedGame)>) {
        let mut own = BTreeMap::new();
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(fixture) = self.fixtures.get(index) else {
                return;
            };
            let Some(game) = self.play(fixture, &mut own) else {
                return;
            };
            if games.send((index, game)).is_err() {
                return;
            }
        }
    }

    /// Plays a game between players of this thread, which are made where they are missing.
    fn play(
        &self,
        fixture: &Fixture,
        own: &mut BTreeMap<usize, Box<dyn Player>>,
    ) -> Option<PlayedGame> {
        let ByColor { black, white } = fixture.players;
        let [mut first, mut second] = [black, white].map(|number| {
            own.remove(&number)
                .unwrap_or_else(|| (self.players)(number))
        });
        let start = GameStart {
            position: &self.setup.openings[fixture.opening],
            limits: self.setup.limits,
            seed: SplitMix64::number_at(self.setup.seed, fixture.number as u64),
        };
        let played = play_game(
            &start,
            ByColor {
                black: first.as_mut(),
                white: second.as_mut(),
            },
            self.is_over,
        );
        own.extend([(black, first), (white, second)]);
        played
    }
}
