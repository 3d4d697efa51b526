//! A whole game: what each move was worth, what it missed and what it allowed.
//!
//! [`GameLine`] is the game as positions and moves; [`PositionReview`] what is found out about one of
//! them, by itself and in any order; [`GameReport`] joins them to a row for each move and a summary.

mod autopsy;
#[cfg(feature = "render")]
mod autopsy_text;
#[cfg(feature = "render")]
mod columns;
mod line;
#[cfg(feature = "render")]
mod plot;
#[cfg(feature = "render")]
mod plot_labels;
mod puzzle;
mod record;
mod report;
mod review;
mod row;
mod summary;
#[cfg(feature = "render")]
mod text;

pub use autopsy::{AutopsyReport, LossCause, LossExample, LossGroup, PlayerAutopsy, lost_by};
#[cfg(feature = "render")]
pub use columns::GAME_COLUMNS;
pub use line::{GameLine, NoGame};
#[cfg(feature = "render")]
pub use plot::game_plot;
pub use puzzle::{Puzzle, PuzzleGrade, SuitePosition, puzzles};
pub use record::annotated_game;
pub use report::{GameReport, GameTelling, LeastLoss, game_report};
pub use review::{PositionReview, ReviewLimits, ReviewOptions, Reviewer, SearchedLine};
pub use row::{BestMove, GameMove};
pub use summary::{GameTotals, SideSummary};
