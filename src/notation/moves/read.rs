use crate::board::Color;
use crate::notation::characters::{Character, characters, text, trimmed};
use crate::notation::coordinates::CoordinateSystem;
use crate::notation::header::{HeaderLine, header_line, in_our_names, same_size};
use crate::notation::loss::{Impossible, Loss, SetupText};
use crate::notation::parsed::{ByteStream, Evidence, ParsedSetup, ParsedSetups, TextSample};
use crate::notation::{Format, ParseError, ParseOptions, ResolvedOptions, TextLine, TextLines};
use crate::position::Setup;

use super::{address, tokens};

/// Reads the moves of one game, as on the command line; no text at all is the empty board.
///
/// ```
/// use renju::notation::{ParseOptions, parse_moves};
///
/// let game = parse_moves("h8 i9", &ParseOptions::default())?;
/// assert_eq!(game.moves, ["H8".parse().ok(), "I9".parse().ok()]);
/// # Ok::<(), renju::notation::ParseError>(())
/// ```
///
/// # Errors
///
/// `bad_point`, `off_board` or `point_taken`, with the column in `text`.
pub fn parse_moves(text: &str, options: &ParseOptions) -> Result<Setup, ParseError> {
    let line = TextLine::utf8(1, text.replace(['\n', '\t'], " "));
    let mut setup = game(
        &characters(&line.text),
        CoordinateSystem::new(None, *options),
    )
    .map_err(|error| error.on(&line))?;
    setup.size = options.size;
    Ok(setup)
}

/// The games of a file, one after the other.
pub(in crate::notation) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let mut about = Setup::default();
    let lines = TextLines::new(input, options.encoding);
    Box::new(lines.filter_map(move |line| {
        let item =
            line.and_then(|line| item(&line, &mut about, options).map_err(|error| error.on(&line)));
        item.transpose()
    }))
}

/// Counts the lines that begin as games do; half of those that say something are enough.
pub(in crate::notation) fn detect(sample: &TextSample<'_>) -> Evidence {
    let count = |is_it: fn(&str) -> bool| sample.lines.iter().filter(|line| is_it(line)).count();
    let fitting = count(is_game);
    let are_enough = fitting * 2 >= count(says_something);
    Evidence::Lines {
        fitting,
        are_enough,
    }
}

/// Whether a line begins as a game does, whatever may be wrong further on.
pub(in crate::notation) fn is_game(text: &str) -> bool {
    let line = characters(text);
    let line = without_remark(&line);
    let game = address::of_address(line).unwrap_or_else(|| address::without_hash(line));
    address::is_fragment(game) || tokens::begins_with_move(game)
}

/// Whether a line has more than a header, a comment or the remark of a log.
fn says_something(text: &str) -> bool {
    let line = characters(text);
    header_line(&line).is_none() && !without_remark(&line).is_empty()
}

/// The game of a line, if it holds one; what headers say of the game below them goes to `about`.
fn item(
    line: &TextLine,
    about: &mut Setup,
    options: ParseOptions,
) -> Result<Option<ParsedSetup>, ParseError> {
    let characters = characters(&line.text);
    match header_line(&characters) {
        Some(HeaderLine::Header(header)) => return header.put_into(about).map(|()| None),
        Some(HeaderLine::Comment) => return Ok(None),
        None => {}
    }
    let characters = without_remark(&characters);
    if characters.is_empty() {
        return Ok(None);
    }
    let about = std::mem::take(about);
    if let Some(size) = about.size {
        same_size(size, options)?;
    }
    let size = about.size.or(options.size);
    let names = CoordinateSystem::new(size, options);
    let game = game(characters, names)?;
    let expect = about.expect.iter().map(|words| in_our_names(words, names));
    let setup = Setup {
        id: about.id.or(game.id),
        size,
        expect: expect.collect(),
        rule: about.rule,
        to_move: about.to_move,
        ..game
    };
    Ok(Some(ParsedSetup {
        setup,
        assumed: ResolvedOptions::new(Format::Moves, options, line.encoding),
        line: line.number,
        turn: None,
    }))
}

/// The game that a text holds, in an address or by itself.
fn game(line: &[Character], names: CoordinateSystem) -> Result<Setup, ParseError> {
    let line = trimmed(line);
    let body = address::of_address(line).unwrap_or_else(|| address::without_hash(line));
    if address::is_fragment(body) {
        return address::read(body, names);
    }
    Ok(Setup {
        moves: tokens::OccupiedPoints::default().play(body, names)?,
        ..Setup::default()
    })
}

/// The line up to the remark of a log, `Run time: ...`: words of letters and a colon.
fn without_remark(line: &[Character]) -> &[Character] {
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
        if name.len() < 2 || !name.chars().all(char::is_alphabetic) || name == "pass" {
            break;
        }
        start = word.first().map_or(start, |first| position(line, first));
    }
    trimmed(if start < colon { &line[..start] } else { line })
}

/// Where a character stands among those of its line.
fn position(line: &[Character], character: &Character) -> usize {
    line.partition_point(|other| other.column < character.column)
}

/// Writes a game as a move string: `h8i9f10`, or `h8 pass f10` if it has passes.
///
/// A game without moves is `#g:`, because an empty line is no game.
pub(in crate::notation) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = SetupText::about(setup)?;
    if text.has_stones_before_moves() || setup.moves.is_empty() && !text.stones.is_empty() {
        return Err(Impossible::NoOrder);
    }
    if setup.first_to_play() != Color::Black && !setup.moves.is_empty() {
        return Err(Impossible::WhiteFirst);
    }
    let has_pass = setup.moves.contains(&None);
    let names: Vec<String> = setup
        .moves
        .iter()
        .map(|point| point.map_or("pass".to_owned(), |point| point.to_string().to_lowercase()))
        .collect();
    text.body = match names.as_slice() {
        [] => "#g:".to_owned(),
        names => names.join(if has_pass { " " } else { "" }),
    };
    text.body.push('\n');
    text.leave_out(&[
        Loss::Name,
        Loss::Size,
        Loss::Rule,
        Loss::SideToMove,
        Loss::LastMove,
        Loss::Claims,
        Loss::Expectations,
    ]);
    Ok(text)
}
