//! Reports as sentences and tables: one file for each.
//!
//! A file has what its report says and in which order; the words are those of
//! [`Lang`](super::Lang), the colours those of [`Style`](super::Style).

mod bench;
mod check;
mod compare;
mod compare_table;
mod defences;
mod diff;
mod drawing;
mod evaluators;
mod find;
mod forbidden;
mod forced_win;
mod game;
mod game_plot;
mod heat;
mod legend;
mod line_boards;
mod page;
mod patterns;
mod phrases;
mod proof_boards;
mod score;
mod search;
mod shape_map;
mod short_names;
mod show;
mod suite;
mod table;

pub use drawing::{picture, sheet};
pub use evaluators::EvaluatorList;
pub use forced_win::win_steps;
pub use game_plot::game_plot;
pub use legend::Legend;
pub use page::{Page, TextReport, text};
pub use phrases::{forbidden_kinds, nodes};
pub use score::ScoreText;
pub use search::{search_heading, search_iteration, search_lines};
pub use show::BoardView;
pub use table::folded;
