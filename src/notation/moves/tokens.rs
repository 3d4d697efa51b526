use std::collections::HashMap;

use crate::geometry::Point;
use crate::notation::characters::{Character, text};
use crate::notation::coordinates::{CoordinateSystem, shortened};
use crate::notation::{ErrorCode, ParseError};

/// Stones that are on the board already, each with what put it there.
#[derive(Clone, Debug, Default)]
pub(super) struct OccupiedPoints(HashMap<Point, String>);

/// Whether moves are written `h8` or `8H`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TokenOrder {
    LetterFirst,
    NumberFirst,
}

/// A part of a text between separators.
struct MoveToken<'a> {
    characters: &'a [Character],
    kind: TokenKind,
}

enum TokenKind {
    Pass,
    /// A letter and a number in the order of the text.
    Point(char, String),
    /// Anything else.
    Scrap,
}

impl OccupiedPoints {
    /// Puts a stone that `by` put there; an error names who did so before.
    pub(super) fn put(&mut self, point: Point, by: String) -> Result<(), ParseError> {
        if let Some(before) = self.0.get(&point) {
            let message = format!("{point} is taken by {before}");
            return Err(ParseError::new(ErrorCode::PointTaken, message));
        }
        self.0.insert(point, by);
        Ok(())
    }

    /// The moves of a text, `None` for a pass.
    pub(super) fn play(
        &mut self,
        line: &[Character],
        names: CoordinateSystem,
    ) -> Result<Vec<Option<Point>>, ParseError> {
        let mut count = 0;
        points(line, names, |point| {
            count += 1;
            point.map_or(Ok(()), |point| self.put(point, format!("move {count}")))
        })
    }

    /// The free stones of a text.
    pub(super) fn place(
        &mut self,
        line: &[Character],
        names: CoordinateSystem,
    ) -> Result<Vec<Point>, ParseError> {
        let points = points(line, names, |point| match point {
            Some(point) => self.put(point, "another stone".to_owned()),
            None => Err(ParseError::new(ErrorCode::BadPoint, "a pass is no stone")),
        })?;
        Ok(points.into_iter().flatten().collect())
    }
}

/// The points of a text, each approved by `check`.
fn points(
    line: &[Character],
    names: CoordinateSystem,
    mut check: impl FnMut(Option<Point>) -> Result<(), ParseError>,
) -> Result<Vec<Option<Point>>, ParseError> {
    let mut moves = Vec::new();
    let order = order(line);
    let mut rest = line;
    while let Some((token, behind)) = next(rest, order) {
        let point = token.point(names);
        let point = point.and_then(|point| check(point).map(|()| point));
        moves.push(point.map_err(|error| error.over(token.characters))?);
        rest = behind;
    }
    Ok(moves)
}

/// Whether a text begins with a move.
pub(super) fn begins_with_move(line: &[Character]) -> bool {
    let token = next(line, order(line));
    token.is_some_and(|(token, _)| !matches!(token.kind, TokenKind::Scrap))
}

/// The order of a whole text: that of its first token, `8H` or else.
fn order(line: &[Character]) -> TokenOrder {
    let rest = &line[separators(line)..];
    let is_alone = |length: usize| rest.get(length).is_none_or(is_separator);
    match point(rest, TokenOrder::NumberFirst) {
        Some((_, length)) if is_alone(length) => TokenOrder::NumberFirst,
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
    Some((MoveToken { characters, kind }, behind))
}

fn pass(rest: &[Character]) -> Option<(TokenKind, usize)> {
    let begins_with = |word: &&str| {
        let begin = &rest[..word.len().min(rest.len())];
        text(begin).eq_ignore_ascii_case(word)
    };
    let word = ["pass", "--"].into_iter().find(begins_with)?;
    Some((TokenKind::Pass, word.len()))
}

/// A letter and digits, in that order or the other, and how many characters they are.
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
    };
    let is_point = letter.is_ascii_alphabetic() && !digits.is_empty();
    is_point.then(|| (TokenKind::Point(letter, text(digits)), 1 + digits.len()))
}

fn count_digits(line: &[Character]) -> usize {
    let is_digit = |character: &&Character| character.char.is_ascii_digit();
    line.iter().take_while(is_digit).count()
}

fn is_separator(character: &Character) -> bool {
    matches!(character.char, ' ' | ',' | ';' | '-' | '+')
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
            TokenKind::Point(letter, number) => names.point(*letter, number).map(Some),
            TokenKind::Scrap => {
                let message = format!("{:?} is not a move", shortened(&text(self.characters)));
                let hint = "a move is a letter and a number such as h8, or a number and a letter \
                            with blanks between the moves, or pass";
                Err(ParseError::new(ErrorCode::BadPoint, message).hint(hint))
            }
        }
    }
}
