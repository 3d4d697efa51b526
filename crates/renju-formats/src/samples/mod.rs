//! Training samples of c-gomoku-cli and Rapfi: positions with the move played there and the result of
//! the game.
//!
//! `csv` has them as rows, `bin` in bytes with all the moves before each, `binpack_reader` and
//! `binpack_writer` whole games with the candidates of each move. `packed` has what they share. The
//! formats in bytes may stand in an LZ4 frame.

mod bin;
mod binpack;
mod binpack_reader;
mod binpack_writer;
mod csv;
mod packed;

pub(super) use bin::{is_bin, read as read_bin, write as write_bin};
pub(super) use binpack::is_binpack;
pub(super) use binpack_reader::read as read_binpack;
pub(super) use binpack_writer::write as write_binpack;
pub(super) use csv::{detect as detect_csv, read as read_csv, write as write_csv};
