//! Games as move strings: `h8i9f10`, `H8 I9`, `8H 9I`, `1. h8 2. i9`, the tails of addresses.
//!
//! One game per line. First what may stand around the moves: headers, comments, remarks of a log;
//! then the fields of an address; then the moves of a text.

use super::address::{is_fragment, of_address, read_fields};
use super::characters::{Character, characters, text, trimmed, without_quotes};
use super::coordinates::CoordinateSystem;
use super::header::{Header, header_line, in_our_names, same_size};
use super::loss::Impossible;
use super::move_tokens::{TokenKind, count_digits, count_moves, first_of, is_separator};
use super::occupied_points::play;
use super::pairs::is_pairs;
use super::parsed::{Evidence, TextSample};
use super::record_line::{RecordLine, letter_pairs};
use super::setup_text::{BESIDE_MOVES, SetupText};
use super::{ExpectationSpan, ParseError, ParseOptions, TextLine};
use renju_core::board::Color;
use renju_core::position::Setup;

/// Reads the moves of one game, as on the command line; no text at all is the empty board.
///
/// ```
/// use renju_formats::{ParseOptions, parse_moves};
///
/// let game = parse_moves("h8 i9", &ParseOptions::default())?;
/// assert_eq!(game.moves, ["H8".parse().ok(), "I9".parse().ok()]);
/// # Ok::<(), renju_formats::ParseError>(())
/// ```
///
/// # Errors
///
/// `bad_point`, `off_board` or `point_taken`, with the column in `text`.
pub fn parse_moves(text: &str, options: &ParseOptions) -> Result<Setup, ParseError> {
    let line = TextLine::utf8(1, text.replace(['\n', '\t'], " "));
    let names = CoordinateSystem::new(None, *options);
    let moves = characters(&line.text);
    let game = game(without_brackets(&moves), names).map_err(|error| error.on(&line))?;
    Ok(Setup {
        size: options.size,
        ..game
    })
}

/// The moves of a text that has them in brackets, or behind a word for them, and nothing else.
fn without_brackets(line: &[Character]) -> &[Character] {
    let colon = line.iter().position(|sign| sign.char == ':');
    let is_label = |&colon: &usize| {
        let word = text(trimmed(&line[..colon])).to_lowercase();
        matches!(word.as_str(), "moves" | "着法" | "棋谱")
    };
    let start = colon.filter(is_label).map_or(0, |colon| colon + 1);
    let moves = match trimmed(&line[start..]) {
        [
            Character { char: '(', .. },
            inner @ ..,
            Character { char: ')', .. },
        ]
        | [
            Character { char: '[', .. },
            inner @ ..,
            Character { char: ']', .. },
        ] => inner,
        moves => moves,
    };
    let are_moves = count_moves(moves, false).is_some_and(|count| count > 1);
    if are_moves { moves } else { line }
}

/// Reads the game of a line, with what headers say about it.
pub(super) type GameOfLine = fn(&[Character], Setup, ParseOptions) -> Result<Setup, ParseError>;

/// Counts the lines that begin as games do; half of those that say something are enough, or one that
/// has nothing but moves.
pub(super) fn detect(sample: &TextSample<'_>) -> Evidence {
    let count = |is_it: fn(&str) -> bool| sample.lines.iter().filter(|line| is_it(line)).count();
    let fitting = count(is_game);
    let are_enough = fitting * 2 >= count(says_something)
        || fitting > 0 && sample.lines.iter().any(|line| is_whole_game(line));
    Evidence::Lines {
        fitting,
        are_enough,
    }
}

/// Whether a line begins as a game does, whatever may be wrong further on.
pub(super) fn is_game(text: &str) -> bool {
    let line = characters(text);
    let line = without_remark(without_quotes(&line));
    let game = of_address(line).unwrap_or_else(|| without_hash(line));
    let is_name = |pair: &[Character]| {
        let kinds = [pair[0].char, pair[1].char]
            .map(|char| (char.is_ascii_alphabetic(), char.is_ascii_digit()));
        matches!(kinds, [(true, _), (_, true)] | [(_, true), (true, _)])
    };
    let has_name = line.windows(2).any(is_name);
    is_fragment(game)
        || is_pairs(game)
        || letter_pairs(game).is_some()
        || matches!(first_of(game), Some(TokenKind::Point(_) | TokenKind::Pass))
        || (has_name || line.iter().any(|sign| sign.char == ','))
            && record_of(line).is_some_and(|(_, count)| count > 0)
}

/// Whether a line has nothing but moves and what stands around them, the first of them numbered.
pub(super) fn is_numbered_game(line: &[Character]) -> bool {
    let begins =
        |pair: &[Character]| pair[0].char.is_ascii_alphabetic() && pair[1].char.is_ascii_digit();
    if !line.windows(2).any(begins) {
        return false;
    }
    record_of(line).is_some_and(|(record, count)| record.is_numbered() && count > 0)
}

/// A line that has no word that is none of a record, and how many moves it has, whether or not the board
/// has them.
fn record_of(line: &[Character]) -> Option<(RecordLine, usize)> {
    let record = RecordLine::read(line, false);
    let count = count_moves(&record.moves, record.is_numbered())?;
    Some((record, count))
}

/// Whether a line has two moves at least and nothing else.
fn is_whole_game(text: &str) -> bool {
    let line = characters(text);
    record_of(without_remark(without_quotes(&line))).is_some_and(|(_, count)| count > 1)
}

/// Whether a line has nothing but one game without numbers, or the address of one.
pub(super) fn is_plain(line: &[Character]) -> bool {
    // A number may have this sign behind it.
    let is_sign = |character: &Character| {
        character.char.is_ascii_alphanumeric()
            || is_separator(character) && character.char != '、'
            || matches!(character.char, '(' | ')')
    };
    let digits = count_digits(line);
    let is_numbered = digits > 0 && line.get(digits).is_some_and(|sign| sign.char == ')');
    let is_other = |word: &[Character]| {
        let is_number = count_digits(word) == word.len();
        let is_word = word.len() > 1 && word.iter().all(|sign| sign.char.is_ascii_alphabetic());
        let is_result = count_digits(word) == 1 && word.iter().any(|sign| sign.char == '-');
        !word.is_empty()
            && (is_number || is_word && !text(word).eq_ignore_ascii_case("pass") || is_result)
    };
    let is_moves = line.iter().all(is_sign)
        && !is_numbered
        && line.iter().any(|character| character.char.is_ascii_digit())
        && !line.split(|character| character.char == ' ').any(is_other);
    is_moves || of_address(line).is_some() || is_fragment(without_hash(line))
}

/// Whether a line has more than a header, a comment or the remark of a log.
fn says_something(text: &str) -> bool {
    let line = characters(text);
    let line = without_quotes(&line);
    header_line(line).is_none() && !without_remark(line).is_empty()
}

/// What headers say of the game below them.
#[derive(Default)]
pub(super) struct Headers {
    pub(super) about: Setup,
    /// Where the expectations among them stand.
    pub(super) places: Vec<ExpectationSpan>,
}

impl Headers {
    pub(super) fn take(&mut self, header: &Header<'_>, line: &TextLine) -> Result<(), ParseError> {
        self.places.extend(header.expect_place(line));
        header.put_into(&mut self.about)
    }
}

/// The game of these moves, with what headers or the other columns of a table say `about` it.
pub(super) fn described_game(
    moves: &[Character],
    about: Setup,
    options: ParseOptions,
) -> Result<Setup, ParseError> {
    if let Some(size) = about.size {
        same_size(size, options)?;
    }
    let names = CoordinateSystem::new(about.size, options);
    let game = game(moves, names)?;
    let expect = about.expect.iter().map(|words| in_our_names(words, names));
    Ok(Setup {
        id: about.id.or(game.id),
        size: about.size.or(options.size),
        expect: expect.collect(),
        rule: about.rule,
        to_move: about.to_move,
        ..game
    })
}

/// The game that a text holds, in an address or by itself.
pub(super) fn game(line: &[Character], names: CoordinateSystem) -> Result<Setup, ParseError> {
    let mut body = without_hash(line);
    if line.iter().any(|character| character.char == ':') {
        body = of_address(trimmed(line)).unwrap_or(body);
        if is_fragment(body) {
            return read_fields(body, names);
        }
    }
    Ok(Setup {
        moves: play(body, names)?,
        ..Setup::default()
    })
}

/// The line up to the remark of a log, `Run time: ...`: words of letters and a colon.
pub(super) fn without_remark(line: &[Character]) -> &[Character] {
    let is_end = |at: usize| {
        line[at].char == ':'
            && line
                .get(at + 1)
                .is_none_or(|character| character.char == ' ')
    };
    let Some(colon) = (0..line.len()).find(|&at| is_end(at)) else {
        return trimmed(line);
    };
    let mut start = colon;
    for word in line[..colon].rsplit(|character| character.char == ' ') {
        let name = text(word);
        let is_color = name.parse::<Color>().is_ok() || "黑棋白棋黒흑백".contains(name.as_str());
        if name.len() < 2 || !name.chars().all(char::is_alphabetic) || name == "pass" || is_color {
            break;
        }
        start -= word.len() + usize::from(start < colon);
    }
    trimmed(if start < colon { &line[..start] } else { line })
}

/// Writes a game as a move string: `h8i9f10`, or `h8 pass f10` if it has passes.
///
/// A game without moves is `#g:`, because an empty line is no game.
pub(super) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    text.begins_with_black()?;
    let has_pass = setup.moves.contains(&None);
    let names: Vec<String> = setup
        .moves
        .iter()
        .map(|point| point.map_or("pass".to_owned(), |point| point.to_string().to_lowercase()))
        .collect();
    let body = match names.as_slice() {
        [] => "#g:".to_owned(),
        names => names.join(if has_pass { " " } else { "" }),
    };
    text.body = (body + "\n").into_bytes();
    text.leave_out(&BESIDE_MOVES);
    Ok(text)
}

/// The text behind a leading `#`.
pub(super) fn without_hash(line: &[Character]) -> &[Character] {
    match trimmed(line) {
        [Character { char: '#', .. }, rest @ ..] => trimmed(rest),
        rest => rest,
    }
}

#[cfg(test)]
mod tests;
