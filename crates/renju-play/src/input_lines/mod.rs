//! Lines of another program on a standard input, for every protocol that we speak.
//!
//! [`LineReader`] bounds what a line may take; [`LineQueue`] reads on a thread of its own, so that
//! nothing is lost while a search runs, and that the search can be told to end.

mod line_queue;
mod line_reader;

pub use line_queue::LineQueue;
pub use line_reader::LineReader;
