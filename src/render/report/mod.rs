//! Reports as sentences and tables: one file for each.
//!
//! A file has what its report says and in which order; the words are those of
//! [`Lang`](super::Lang), the colours those of [`Style`](super::Style).

mod any_report;
mod bench;
mod compare;
mod evaluators;
mod forbidden;
mod page;
mod patterns;
mod phrases;
mod score;
mod search;
mod show;
mod text_report;
mod threats;
mod verify;

pub use evaluators::EvaluatorList;
pub use page::Page;
pub use score::ScoreText;
pub use search::{search_heading, search_iteration, search_lines};
pub use show::BoardView;
pub use text_report::{TextReport, text};
pub use threats::win_steps;
