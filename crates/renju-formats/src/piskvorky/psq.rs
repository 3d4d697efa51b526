//! Detects and reads `.psq` games: a first line with the board size, timed moves, the ending.

use std::io::BufRead;

use crate::header::same_size;
use crate::move_list::{MoveList, ReadGame, parsed_from_top, point_from_top};
use crate::parsed::{ByteStream, Evidence, ParsedSetups, TextSample};
use crate::{
    ErrorCode, Format, ParseError, ParseOptions, TextLine, TextLines, excerpt, properties,
};
use renju_core::geometry::Size;
use renju_core::position::{GameInfo, Setup};

use super::ending::{Ending, rule_of_league};
use super::numbers::LineNumbers;

/// The word that a file begins with.
const WORD: &str = "Piskvorky";
/// Private: the levels of the two players, where they are not 0.
pub(super) const LEVELS: &str = "PSQLEVELS";
/// Private: the number of the player who moves first, where it is not 0.
pub(super) const FIRST: &str = "PSQFIRST";
/// Private: how lines end, where not with a line feed alone.
pub(super) const LINE_END: &str = "PSQEOL";

/// The name of the program and a size.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    let is_first = sample.lines.first().is_some_and(|line| begins_game(line));
    if is_first {
        Evidence::Certain
    } else {
        Evidence::Nothing
    }
}

/// Whether a line is the first of a game.
pub(super) fn begins_game(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}').trim_start();
    let numbers = line.strip_prefix(WORD).map(str::trim_start);
    numbers.is_some_and(|numbers| numbers.starts_with(|char: char| char.is_ascii_digit()))
}

/// The games of a file: one, or several behind each other.
pub(crate) fn read(mut input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let has_crlf = begins_with_crlf(&mut input);
    let mut reader = GameReader {
        lines: TextLines::new(input, options.encoding),
        unread: None,
        options,
        has_crlf,
        has_found: false,
    };
    Box::new(std::iter::from_fn(move || reader.game()).flat_map(ReadGame::items))
}

/// Whether the first line ends as those of Windows do.
pub(super) fn begins_with_crlf(input: &mut ByteStream<'_>) -> bool {
    let bytes = input.fill_buf().unwrap_or_default();
    let end = bytes.iter().position(|&byte| byte == b'\n');
    end.is_some_and(|end| bytes[..end].ends_with(b"\r"))
}

/// Reads a game at a time.
struct GameReader<I> {
    lines: I,
    /// A line that was read too early.
    unread: Option<TextLine>,
    options: ParseOptions,
    has_crlf: bool,
    has_found: bool,
}

/// What the first line says.
struct FirstLine {
    size: Size,
    /// The levels of the players, and who is the first, as far as they are given.
    numbers: Vec<String>,
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> GameReader<I> {
    fn line(&mut self) -> Option<Result<TextLine, ParseError>> {
        let unread = self.unread.take().map(Ok);
        unread.or_else(|| self.lines.next())
    }

    fn game(&mut self) -> Option<ReadGame> {
        let line = match self.first_line()? {
            Ok(line) => line,
            Err(error) => return Some(ReadGame::failed(error)),
        };
        let head = match head(&line.text, self.options) {
            Ok(head) => head,
            Err(error) => {
                self.pass_over();
                return Some(ReadGame::failed(error.on(&line)));
            }
        };
        let mut info = GameInfo::default();
        let mut warnings = Vec::new();
        let mut moves = self.moves(head.size, &mut info);
        let is_second_first = head.put_into(&mut info);
        let names = self
            .ending()
            .put_into(&mut info, true, &mut moves, &mut warnings);
        let [first, second] = names;
        (info.black_player, info.white_player) = if is_second_first {
            (second, first)
        } else {
            (first, second)
        };
        if self.has_crlf {
            properties::add(&mut info, LINE_END, &["CRLF"]);
        }
        let options = self.options;
        Some(moves.finish(|moves| {
            let setup = Setup {
                size: Some(head.size),
                rule: rule_of_league(&info),
                moves,
                info: (!info.is_empty()).then(|| Box::new(info)),
                ..Setup::default()
            };
            let mut parsed = parsed_from_top(setup, Format::Psq, options, Some(&line));
            parsed.warnings = warnings;
            parsed
        }))
    }

    /// The first line of the next game.
    fn first_line(&mut self) -> Option<Result<TextLine, ParseError>> {
        while let Some(line) = self.line() {
            match line {
                Ok(line) if line.text.trim().is_empty() => {}
                line => {
                    self.has_found = true;
                    return Some(line);
                }
            }
        }
        let has_found = std::mem::replace(&mut self.has_found, true);
        (!has_found).then(|| Err(no_head("the file is empty")))
    }

    /// Goes on to the next game.
    fn pass_over(&mut self) {
        while let Some(line) = self.line() {
            match line {
                Ok(line) if !begins_game(&line.text) => {}
                Ok(line) => {
                    self.unread = Some(line);
                    return;
                }
                Err(_) => {}
            }
        }
    }

    /// The moves, and in `info` their times.
    fn moves(&mut self, size: Size, info: &mut GameInfo) -> MoveList {
        let mut moves = MoveList::default();
        let mut times = MoveTimes::default();
        while let Some(line) = self.line() {
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    moves.fail(error);
                    continue;
                }
            };
            match LineNumbers::of(&line.text) {
                Some(LineNumbers::Move(at, time)) => {
                    if take(&mut moves, at, 1, size, &line) {
                        times.add(time);
                    }
                }
                None if line.text.trim().is_empty() => {}
                _ => {
                    self.unread = Some(line);
                    break;
                }
            }
        }
        info.times = times.finish(moves.len());
        moves
    }

    /// The lines behind the moves, up to the next game.
    fn ending(&mut self) -> Ending {
        let mut ending = Ending::default();
        while let Some(line) = self.line() {
            match line {
                Ok(line) if begins_game(&line.text) => {
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

/// Takes a move of two numbers that count from `origin`.
pub(super) fn take(
    moves: &mut MoveList,
    [x, y]: [i64; 2],
    origin: i64,
    size: Size,
    line: &TextLine,
) -> bool {
    let point = point_from_top(size, x.saturating_sub(origin), y.saturating_sub(origin));
    let read = point.map(Some).ok_or_else(|| {
        let message = format!("{x},{y} is off the {size} board");
        ParseError::new(ErrorCode::OffBoard, message).hint(match origin {
            0 => "columns and rows count from 0; --size names a larger board",
            _ => "columns and rows count from 1, and the first line says the size",
        })
    });
    moves.take(read, |error| {
        error.at(1, line.text.chars().count()).on(line)
    })
}

/// Milliseconds of moves. Zeros alone say that no time was taken.
#[derive(Default)]
pub(super) struct MoveTimes {
    times: Vec<Option<u64>>,
    /// How many there are up to the last one that is known.
    known: usize,
    has_time: bool,
}

impl MoveTimes {
    /// Takes the time of the next move; one below 0 is not known.
    pub(super) fn add(&mut self, time: Option<i64>) {
        let time = time.and_then(|time| u64::try_from(time).ok());
        self.times.push(time);
        if let Some(time) = time {
            self.known = self.times.len();
            self.has_time |= time > 0;
        }
    }

    /// The times of the moves that are read, as far as they are known.
    pub(super) fn finish(mut self, moves: usize) -> Vec<Option<u64>> {
        self.times.truncate(self.known);
        if self.has_time || self.known < moves {
            self.times
        } else {
            Vec::new()
        }
    }
}

/// Reads the first line: `Piskvorky 15x15, 7:11, 0`. Some programs write `15x15 , 0 - 0`.
fn head(line: &str, options: ParseOptions) -> Result<FirstLine, ParseError> {
    if !begins_game(line) {
        let shown = excerpt(line.trim());
        return Err(no_head(&format!("{shown:?} is not the first line of one")));
    }
    let (_, line) = line.split_once(WORD).unwrap_or_default();
    let numbers = line.split(|char: char| !char.is_ascii_digit());
    let mut numbers = numbers.filter(|number| !number.is_empty());
    let (width, height) = (numbers.next(), numbers.next());
    let size = width.unwrap_or_default().parse::<Size>();
    let size = size.map_err(|error| ParseError::new(ErrorCode::BadSize, error.to_string()))?;
    if height.is_none_or(|height| height.parse() != Ok(size)) {
        let message = format!("{} is no square board", excerpt(line.trim()));
        return Err(ParseError::new(ErrorCode::BadSize, message));
    }
    same_size(size, options)?;
    Ok(FirstLine {
        size,
        numbers: numbers.take(3).map(str::to_owned).collect(),
    })
}

fn no_head(message: &str) -> ParseError {
    ParseError::new(ErrorCode::BadFile, format!("there is no game: {message}"))
        .hint("a game begins with a line such as Piskvorky 15x15, 0:0, 0")
}

impl FirstLine {
    /// Keeps the numbers behind the size; whether the second player moves first.
    fn put_into(&self, info: &mut GameInfo) -> bool {
        let number = |at: usize| self.numbers.get(at).map_or("0", |number| number);
        if number(0) != "0" || number(1) != "0" {
            properties::add(info, LEVELS, &[number(0), number(1)]);
        }
        let is_second_first = number(2) != "0";
        if is_second_first {
            properties::add(info, FIRST, &[number(2)]);
        }
        is_second_first
    }
}
