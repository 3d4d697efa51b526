//! Reads what follows the header of a `.psq` or `.rec`: timed moves, then the ending.

use std::io::BufRead;

use crate::move_list::{MoveFile, MoveList, ReadGame};
use crate::parsed::ByteStream;
use crate::{ErrorCode, Format, ParseError, ParseOptions, TextLine, TextLines, properties};
use renju_core::geometry::Size;
use renju_core::position::{GameInfo, Setup};

use super::ending::{Ending, rule_of_league};
use super::numbers::LineNumbers;

/// The word that a `.psq` begins with.
pub(super) const WORD: &str = "Piskvorky";
/// Private: how lines end, where not with a line feed alone.
pub(super) const LINE_END: &str = "PSQEOL";

/// Whether a line is the first of a `.psq`.
pub(super) fn begins_game(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}').trim_start();
    let numbers = line.strip_prefix(WORD).map(str::trim_start);
    numbers.is_some_and(|numbers| numbers.starts_with(|char: char| char.is_ascii_digit()))
}

/// Reads a game at a time.
pub(super) struct GameReader<'a> {
    file: MoveFile,
    pub(super) options: ParseOptions,
    /// The lines that are not blank.
    lines: Box<dyn Iterator<Item = Result<TextLine, ParseError>> + Send + 'a>,
    /// A line that was read too early.
    unread: Option<TextLine>,
    has_crlf: bool,
    /// The moves of the game.
    pub(super) moves: MoveList,
}

impl<'a> GameReader<'a> {
    pub(super) fn new(
        file: MoveFile,
        mut input: ByteStream<'a>,
        options: ParseOptions,
    ) -> GameReader<'a> {
        let has_crlf = begins_with_crlf(&mut input);
        GameReader {
            file,
            options,
            lines: Box::new(TextLines::new(input, options.encoding).not_blank()),
            unread: None,
            has_crlf,
            moves: MoveList::default(),
        }
    }

    /// The next line that says something.
    pub(super) fn line(&mut self) -> Option<Result<TextLine, ParseError>> {
        let unread = self.unread.take().map(Ok);
        unread.or_else(|| self.lines.next())
    }

    /// Goes on to the next game of a `.psq`.
    pub(super) fn pass_over(&mut self) {
        let mut lines = self.lines.by_ref().filter_map(Result::ok);
        self.unread = lines.find(|line| begins_game(&line.text));
    }

    /// The game whose header, which begins with `line`, says its size, if so, and `info`.
    pub(super) fn finish(
        &mut self,
        line: &TextLine,
        size: Option<Size>,
        mut info: GameInfo,
    ) -> ReadGame {
        let mut warnings = Vec::from_iter(size.is_none().then(side_is_assumed));
        info.times = self.moves(size.unwrap_or(Size::RENJU));
        let is_psq = self.file.format == Format::Psq;
        let ending = self.ending(is_psq);
        ending.put_into(&mut info, is_psq, &mut self.moves, &mut warnings);
        if self.has_crlf {
            properties::add(&mut info, LINE_END, &["CRLF"]);
        }
        let about = Setup {
            size,
            rule: rule_of_league(&info),
            info: Some(Box::new(info)),
            ..Setup::default()
        };
        let moves = std::mem::take(&mut self.moves);
        let mut game = self.file.game(moves, about, self.options, Some(line));
        if let Some(Ok(parsed)) = game.first_mut() {
            parsed.warnings = warnings;
        }
        game
    }

    /// Reads the moves, and returns their times.
    fn moves(&mut self, size: Size) -> Vec<Option<u64>> {
        let mut times = MoveTimes::default();
        while let Some(line) = self.line() {
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    self.moves.fail(error);
                    continue;
                }
            };
            let Some(LineNumbers::Move([x, y], time)) = LineNumbers::of(&line.text) else {
                self.unread = Some(line);
                break;
            };
            let point = self.file.point(size, [x, y], format_args!("{x},{y}"));
            if self.moves.take_line(point, &line) {
                times.add(time);
            }
        }
        times.finish(self.moves.len())
    }

    /// The lines behind the moves, of a `.psq` up to the next game.
    fn ending(&mut self, is_psq: bool) -> Ending {
        let mut ending = Ending::default();
        while let Some(line) = self.line() {
            match line {
                Ok(line) if is_psq && begins_game(&line.text) => {
                    self.unread = Some(line);
                    break;
                }
                Ok(line) => ending.add(line),
                Err(error) => ending.fail(error),
            }
        }
        ending
    }
}

/// Whether the first line ends as those of Windows do.
fn begins_with_crlf(input: &mut ByteStream<'_>) -> bool {
    let bytes = input.fill_buf().unwrap_or_default();
    let end = bytes.iter().position(|&byte| byte == b'\n');
    end.is_some_and(|end| bytes[..end].ends_with(b"\r"))
}

fn side_is_assumed() -> ParseError {
    ParseError::new(
        ErrorCode::BadSize,
        "the file does not say the size of its board, and rows count from the top: 15x15 is assumed",
    )
    .hint("--size 20 reads it as Piskvork does")
}

/// Milliseconds of moves. Zeros alone say that no time was taken.
#[derive(Default)]
struct MoveTimes {
    times: Vec<Option<u64>>,
    /// How many there are up to the last one that is known.
    known: usize,
    has_time: bool,
}

impl MoveTimes {
    /// Takes the time of the next move; one below 0 is not known.
    fn add(&mut self, time: Option<i64>) {
        let time = time.and_then(|time| u64::try_from(time).ok());
        self.times.push(time);
        if let Some(time) = time {
            self.known = self.times.len();
            self.has_time |= time > 0;
        }
    }

    /// The times of the moves that are read, as far as they are known.
    fn finish(mut self, moves: usize) -> Vec<Option<u64>> {
        self.times.truncate(self.known);
        if self.has_time || self.known < moves {
            self.times
        } else {
            Vec::new()
        }
    }
}
