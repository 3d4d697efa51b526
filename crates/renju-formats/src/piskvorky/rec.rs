//! Detects and reads `.rec`, the older format of Piskvork: two names, timed moves, a code.

use crate::move_list::{MoveList, ReadGame, parsed_from_top};
use crate::parsed::{ByteStream, Evidence, ParsedSetups, TextSample};
use crate::{ErrorCode, Format, ParseError, ParseOptions, TextLine, TextLines, properties};
use renju_core::geometry::Size;
use renju_core::position::{GameInfo, Setup};

use super::ending::{Ending, known, rule_of_league};
use super::numbers::LineNumbers;
use super::psq::{LINE_END, MoveTimes, begins_with_crlf, take};

/// Two names, a move on each line, and a code.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    let [first, second, lines @ ..] = sample.lines.as_slice() else {
        return Evidence::Nothing;
    };
    let are_names = [first, second].map(|line| LineNumbers::of(line)) == [None, None];
    let mut numbers = lines.iter().map(|line| LineNumbers::of(line));
    let is_move = |numbers: &Option<LineNumbers>| matches!(numbers, Some(LineNumbers::Move(..)));
    let moves = numbers.clone().take_while(is_move).count();
    let has_code = matches!(numbers.nth(moves), Some(Some(LineNumbers::One(_))));
    if are_names && moves > 0 && has_code {
        Evidence::Certain
    } else {
        Evidence::Nothing
    }
}

/// The one game of a file.
pub(crate) fn read(mut input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let has_crlf = begins_with_crlf(&mut input);
    let mut lines = Some(TextLines::new(input, options.encoding));
    let game = std::iter::from_fn(move || Some(game(lines.take()?, options, has_crlf)));
    Box::new(game.flat_map(ReadGame::items))
}

/// The lines of a file by what they are.
#[derive(Default)]
struct Parts {
    /// The first two lines.
    names: Vec<TextLine>,
    moves: MoveList,
    times: MoveTimes,
    ending: Ending,
    /// Whether the moves are over.
    has_ended: bool,
}

fn game(
    lines: impl Iterator<Item = Result<TextLine, ParseError>>,
    options: ParseOptions,
    has_crlf: bool,
) -> ReadGame {
    let size = options.size.unwrap_or(Size::RENJU);
    let mut parts = Parts::default();
    for line in lines {
        match line {
            Ok(line) => parts.add(line, size),
            Err(error) => parts.moves.fail(error),
        }
        if parts.is_no_game() {
            break;
        }
    }
    if parts.is_no_game() || parts.names.len() < 2 {
        return ReadGame::failed(no_game(parts.names.last()));
    }
    let [black, white] = [0, 1].map(|at| known(&parts.names[at].text));
    let mut info = GameInfo {
        black_player: black,
        white_player: white,
        times: parts.times.finish(parts.moves.len()),
        ..GameInfo::default()
    };
    let mut moves = parts.moves;
    let mut warnings = Vec::from_iter(options.size.is_none().then(side_is_assumed));
    parts
        .ending
        .put_into(&mut info, false, &mut moves, &mut warnings);
    if has_crlf {
        properties::add(&mut info, LINE_END, &["CRLF"]);
    }
    moves.finish(|moves| {
        let setup = Setup {
            size: options.size,
            rule: rule_of_league(&info),
            moves,
            info: (!info.is_empty()).then(|| Box::new(info)),
            ..Setup::default()
        };
        let mut parsed = parsed_from_top(setup, Format::Rec, options, parts.names.first());
        parsed.warnings = warnings;
        parsed
    })
}

impl Parts {
    fn add(&mut self, line: TextLine, size: Size) {
        if line.text.trim().is_empty() {
            return;
        }
        if self.names.len() < 2 {
            self.names.push(line);
            return;
        }
        match LineNumbers::of(&line.text) {
            Some(LineNumbers::Move(at, time)) if !self.has_ended => {
                if take(&mut self.moves, at, 0, size, &line) {
                    self.times.add(time);
                }
            }
            _ => {
                self.has_ended = true;
                self.ending.add(line);
            }
        }
    }

    /// Whether there is a number where a name should be.
    fn is_no_game(&self) -> bool {
        let last = self.names.last().map(|line| LineNumbers::of(&line.text));
        last.flatten().is_some()
    }
}

fn no_game(line: Option<&TextLine>) -> ParseError {
    let error = ParseError::new(ErrorCode::BadFile, "there is no game: two names begin one");
    match line {
        Some(line) => error.on(line),
        None => error,
    }
}

fn side_is_assumed() -> ParseError {
    ParseError::new(
        ErrorCode::BadSize,
        "the file does not say the size of its board, and rows count from the top: 15x15 is assumed",
    )
    .hint("--size 20 reads it as Piskvork does")
}
