//! Forced wins by fours and threes: the win, its tree, every first move, and the check of a tree.

pub(super) mod answer;
#[cfg(feature = "render")]
pub(super) mod columns;
#[cfg(feature = "render")]
pub(super) mod picture;
#[cfg(feature = "render")]
pub(super) mod text;
pub(super) mod tree_file;
pub(super) mod win_finder;
pub(super) mod win_game;
pub(super) mod win_steps;
pub(super) mod winning_moves;
#[cfg(feature = "render")]
pub(super) mod winning_moves_text;

pub use answer::{ForcedWinReport, WinCheckReport, check_win, forced_win};
#[cfg(feature = "render")]
pub use columns::FORCED_WIN_COLUMNS;
#[cfg(feature = "render")]
pub use text::win_steps_text;
pub use tree_file::{TreeLine, TreeLineError};
pub use win_finder::{ForcedLine, WinFinder, WinKind};
pub use win_game::{MAX_GAME_ATTACKS, TooLarge, win_game};
pub use win_steps::{
    AnsweredReplies, Continuation, LineStep, MovePurpose, Threat, WinStep, purpose, win_steps,
};
pub use winning_moves::{WinningMove, WinningMovesReport, winning_moves};
