//! Reports turned into bytes: text for people, JSON and tables for programs, pictures.
//!
//! Nothing here computes what a report lacks. What a report says is in `report/`, one file for
//! each; the words are in the tables of `lang/`, the colours in `style`, and nowhere else.

mod board;
mod flat;
mod format;
mod lang;
pub mod picture;
mod printable;
mod report;
mod style;

pub use board::joint;
pub use board::{BoardText, Glyphs, MarkedPoint};
pub use flat::{FlatStudy, FlatTable};
pub use format::{Format, render};
pub use lang::Lang;
pub use printable::{printable, printable_lines};
pub use report::folded;
pub use report::{
    BoardView, EvaluatorList, Legend, Page, ScoreText, TextReport, forbidden_kinds, game_plot,
    nodes, picture as picture_of, search_heading, search_iteration, search_lines,
    sheet as sheet_of, text, win_steps,
};
pub use style::{Heat, Label, Style};
