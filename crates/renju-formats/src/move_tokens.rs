//! The words of a text of moves: names of points, pairs of numbers, passes, and what separates them.

use super::characters::{Character, text};
use super::coordinates::{CoordinateSystem, shortened};
use super::pairs::pair;
use super::{ErrorCode, ParseError};
use renju_core::geometry::Point;

/// Whether moves are written `h8`, `8H` or `8,8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TokenOrder {
    LetterFirst,
    NumberFirst,
    Pairs,
}

/// The words for a pass.
const PASSES: [&str; 6] = ["pass", "--", "停一着", "停着", "停一手", "虚手"];

/// A part of a text between separators.
struct MoveToken<'a> {
    characters: &'a [Character],
    kind: TokenKind,
}

pub(super) enum TokenKind {
    Pass,
    /// A letter and a number, which are its characters in the order of the text.
    Point(char),
    /// Two numbers in the order of the text.
    Pair([String; 2]),
    /// What is no move.
    Scrap,
}

/// The points of a text, each approved by `check`.
pub(super) fn points(
    line: &[Character],
    names: CoordinateSystem,
    mut check: impl FnMut(Option<Point>) -> Result<(), ParseError>,
) -> Result<Vec<Option<Point>>, ParseError> {
    let mut moves = Vec::new();
    for token in tokens(line) {
        let point = token.point(names);
        let point = point.and_then(|point| check(point).map(|()| point));
        moves.push(point.map_err(|error| error.over(token.characters))?);
    }
    Ok(moves)
}

/// Tells `play` the moves of a text one by one; an error is at the place of its move.
pub(super) fn play_each(
    line: &[Character],
    names: CoordinateSystem,
    play: impl FnMut(Option<Point>) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    points(line, names, play).map(drop)
}

/// Whether a text has the names of points and nothing else.
pub(super) fn is_moves(words: &[Character]) -> bool {
    count_moves(words, false).is_some_and(|count| count > 0)
}

/// How many points a text names, if it has nothing else but passes; pairs of numbers count if they may.
pub(super) fn count_moves(words: &[Character], have_pairs: bool) -> Option<usize> {
    let mut count = 0;
    for token in tokens(words) {
        match token.kind {
            TokenKind::Point(_) => count += 1,
            TokenKind::Pair(_) if have_pairs => count += 1,
            TokenKind::Pass => {}
            _ => return None,
        }
    }
    Some(count)
}

/// The columns at which the moves of a text begin.
pub(super) fn move_columns(line: &[Character]) -> Vec<u32> {
    let is_move = |token: &MoveToken<'_>| !matches!(token.kind, TokenKind::Scrap);
    let moves = tokens(line).filter(is_move);
    moves.map(|token| token.characters[0].column).collect()
}

/// What a text begins with behind its passes, if that is a move; passes alone need the word.
pub(super) fn first_of(line: &[Character]) -> Option<TokenKind> {
    let mut kinds = tokens(line).map(|token| token.kind);
    match kinds.find(|kind| !matches!(kind, TokenKind::Pass)) {
        Some(TokenKind::Scrap) => None,
        None => {
            let has_word = line.iter().any(|sign| sign.char.is_alphabetic());
            has_word.then_some(TokenKind::Pass)
        }
        first => first,
    }
}

/// The tokens of a text.
fn tokens(line: &[Character]) -> impl Iterator<Item = MoveToken<'_>> {
    let (mut rest, order) = (line, order(line));
    std::iter::from_fn(move || {
        let (token, behind) = next(rest, order)?;
        rest = behind;
        Some(token)
    })
}

/// The order of a whole text: that of its first token.
fn order(line: &[Character]) -> TokenOrder {
    let rest = &line[separators(line)..];
    let is_alone = |length: usize| rest.get(length).is_none_or(is_separator);
    match point(rest, TokenOrder::NumberFirst) {
        Some((_, length)) if is_alone(length) => TokenOrder::NumberFirst,
        _ if pair(rest).is_some() => TokenOrder::Pairs,
        _ => TokenOrder::LetterFirst,
    }
}

/// The next token of a text and what comes behind; `None` if there is nothing but separators.
fn next(line: &[Character], order: TokenOrder) -> Option<(MoveToken<'_>, &[Character])> {
    let rest = &line[separators(line)..];
    if rest.is_empty() {
        return None;
    }
    let (kind, length) = pass(rest)
        .or_else(|| point(rest, order))
        .unwrap_or_else(|| {
            let part = rest.iter().take_while(|character| !is_separator(character));
            (TokenKind::Scrap, part.count().max(1))
        });
    let (characters, behind) = rest.split_at(length);
    let behind = match kind {
        TokenKind::Scrap => behind,
        _ => without_full_stop(behind),
    };
    Some((MoveToken { characters, kind }, behind))
}

/// What stands behind a move, without the full stop of a sentence: `h8. i9.`.
fn without_full_stop(behind: &[Character]) -> &[Character] {
    match behind {
        [
            Character {
                char: '.' | '。', ..
            },
            rest @ ..,
        ] if rest.first().is_none_or(is_separator) => rest,
        _ => behind,
    }
}

fn pass(rest: &[Character]) -> Option<(TokenKind, usize)> {
    if !matches!(rest.first()?.char, 'p' | 'P' | '-' | '停' | '虚') {
        return None;
    }
    let begins_with = |word: &&str| {
        let mut signs = rest.iter().map(|sign| sign.char.to_ascii_lowercase());
        word.chars().all(|sign| signs.next() == Some(sign))
    };
    let word = PASSES.into_iter().find(begins_with)?;
    Some((TokenKind::Pass, word.chars().count()))
}

/// A letter and digits, in that order or the other, or two numbers, and how many characters they
/// are.
fn point(rest: &[Character], order: TokenOrder) -> Option<(TokenKind, usize)> {
    let (letter, digits) = match order {
        TokenOrder::LetterFirst => {
            let (letter, behind) = rest.split_first()?;
            (letter.char, &behind[..count_digits(behind)])
        }
        TokenOrder::NumberFirst => {
            let (digits, behind) = rest.split_at(count_digits(rest));
            (behind.first()?.char, digits)
        }
        TokenOrder::Pairs => {
            let (numbers, length) = pair(rest)?;
            return Some((TokenKind::Pair(numbers), length));
        }
    };
    let is_point = letter.is_ascii_alphabetic() && !digits.is_empty();
    is_point.then(|| (TokenKind::Point(letter), 1 + digits.len()))
}

pub(super) fn count_digits(line: &[Character]) -> usize {
    let is_digit = |character: &&Character| character.char.is_ascii_digit();
    line.iter().take_while(is_digit).count()
}

pub(super) fn is_separator(character: &Character) -> bool {
    matches!(character.char, ' ' | ',' | ';' | '、' | '-' | '+')
}

/// How many characters a text begins with that only separate moves: signs, and numbers such as `12.`.
fn separators(line: &[Character]) -> usize {
    let mut count = 0;
    loop {
        let rest = &line[count..];
        let digits = count_digits(rest);
        let is_number = digits > 0 && rest.get(digits).is_some_and(|sign| sign.char == '.');
        count += if is_number {
            digits + 1
        } else if rest.first().is_some_and(is_separator) && pass(rest).is_none() {
            1
        } else {
            return count;
        };
    }
}

impl MoveToken<'_> {
    /// The point that it names, `None` for a pass.
    fn point(&self, names: CoordinateSystem) -> Result<Option<Point>, ParseError> {
        match &self.kind {
            TokenKind::Pass => Ok(None),
            TokenKind::Point(letter) => {
                let digits = self.characters.iter().map(|sign| sign.char);
                names
                    .point(*letter, digits.filter(char::is_ascii_digit))
                    .map(Some)
            }
            TokenKind::Pair([first, second]) => names.pair([first, second]).map(Some),
            TokenKind::Scrap => {
                let message = format!("{:?} is not a move", shortened(&text(self.characters)));
                let hint = "a move is a letter and a number such as h8, or a number and a letter \
                            with blanks between the moves, or pass";
                Err(ParseError::new(ErrorCode::BadPoint, message).hint(hint))
            }
        }
    }
}
