//! How answers look: text for people, JSON, pictures, and what they share.
//!
//! What a report says is in its room of `questions`; the words are in the tables of `lang/`, the
//! colours in `style`, and nowhere else. Nothing here knows a question.

mod board;
pub(crate) mod columns;
mod lang;
pub(crate) mod legend;
pub(crate) mod page;
mod phrasebook;
pub mod picture;
pub(crate) mod printable;
pub(crate) mod style;
pub(crate) mod table;
pub(crate) mod wording;

pub use board::{BoardText, Glyphs, MarkedPoint, joint};
pub use lang::Lang;
pub use legend::Legend;
pub use page::{Format, Page, TextReport, render, text};
pub use printable::{printable, printable_lines};
pub use style::{Heat, Label, Style};
pub use table::folded;
pub use wording::nodes;
