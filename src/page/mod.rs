//! The page: a board with all that is known of a position or a game, to step through and to play on.
//!
//! One page has three sources of answers: those that a report holds, a server on this
//! machine (`board`), and the library as WebAssembly in a worker of the browser. It asks queries of
//! [`analysis`](crate::analysis) and draws their answers; `docs/page.md` describes it.
//!
//! | part | holds |
//! | --- | --- |
//! | [`GameRecord`] | a game as the page has it: read from any format, written to any |
//! | [`Recorder`] | the queries that the page will ask of a game, answered beforehand |
//! | [`PageDocument`] | the HTML of all three, with what a reader without scripts sees |
//! | [`script`], [`style`] | the browser's side, compiled in |
//! | `board` | the server, with the feature `board` |

mod answer;
mod assets;
#[cfg(feature = "board")]
pub mod board;
mod document;
mod files;
mod fixed;
mod game_page;
mod game_record;
mod index;
mod recorder;
mod said;
#[cfg(test)]
mod words_tests;

pub use assets::{script, style};
pub use document::{PageDocument, PageMode, PageRecord};
pub use files::{read_answer, write_answer, written_formats};
pub use game_page::GamePage;
pub use game_record::{GameRecord, NoRecord, RecordNode, RecordTag};
pub use index::{PageSummary, index_page};
pub use recorder::{PageStudy, RecordedGame, RecordedQuery, Recorder, RecorderOptions};
pub use said::line_with_words;
