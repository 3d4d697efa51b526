//! Games between players: who moves, who wins, and what many games say of their strength.
//!
//! A [`Player`] chooses moves: a search of ours ([`SearchPlayer`]), a published program
//! ([`PublishedPlayer`]), an engine in another process ([`EnginePlayer`]), or one of them with limits
//! of its own ([`HandicapPlayer`]). [`play_game`] knows the rules and the limits, and what a player does against them is a
//! [`FaultKind`] that loses the game. [`schedule`] says who meets whom from which opening,
//! [`run_games`] plays that on several threads and hands the games over in the order of the schedule,
//! and a [`MatchScore`] counts them in pairs. An [`Opening`] is a game between two people while it is
//! opened by swaps and offers. Nothing here knows a terminal or a file.
//!
//! With limits of nodes or depth a game depends on its players, its opening and nothing else: each
//! game begins with empty tables, so the games are the same for any number of threads.

mod engine_player;
mod game_clock;
mod game_record;
mod handicap;
mod live;
mod match_report;
mod opening;
mod play;
mod player;
mod pool;
mod random_openings;
mod schedule;
mod score;
mod search_player;
mod sprt;
mod thought;
mod training_samples;

pub use engine_player::EnginePlayer;
pub use game_clock::{ClockRule, ClockRuleError, GameClock};
pub use game_record::game_record;
pub use handicap::HandicapPlayer;
pub use live::{
    ActionRefusal, ForbiddenHandling, GameAction, GameResult, GameTask, GameTerms, LiveGame,
    LoadError, LoadedGame,
};
pub use match_report::{
    FaultCounts, GameSummary, MatchCount, MatchReport, PairingReport, PlayerReport, SprtReport,
    finish_of_record,
};
pub use opening::{
    CentralSquare, Opening, OpeningAction, OpeningAdviser, OpeningRefusal, OpeningRule,
    OpeningTask, Seat, random_answer,
};
pub use play::{GameFinish, PlayedGame, play_game};
pub use player::{ChosenMove, FaultKind, GameStart, MoveLimits, Player, PlayerFault};
pub use pool::{GamesSetup, PlayerFactory, run_games};
pub use random_openings::random_openings;
pub use schedule::{Fixture, Pairings, schedule};
pub use score::{EloRange, GameTally, MatchScore, Share};
pub use search_player::{PublishedPlayer, SearchPlayer};
pub use sprt::{Sprt, SprtVerdict};
pub use training_samples::{sampled_opening, training_samples};
