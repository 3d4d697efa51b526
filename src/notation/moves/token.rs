use std::collections::HashMap;

use crate::geometry::Point;
use crate::notation::glyph::{Glyph, text};
use crate::notation::names::{Names, shortened};
use crate::notation::{ErrorCode, ParseError};

/// Stones that are on the board already, each with what put it there.
#[derive(Clone, Debug, Default)]
pub(super) struct Stones(HashMap<Point, String>);

/// Whether moves are written `h8` or `8H`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    LetterFirst,
    NumberFirst,
}

/// A part of a text between separators.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Pass,
    /// A letter and a number in the order of the text.
    Point(char, String),
    /// Anything else.
    Scrap,
}

impl Stones {
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
        line: &[Glyph],
        names: Names,
    ) -> Result<Vec<Option<Point>>, ParseError> {
        let mut count = 0;
        points(line, names, |point| {
            count += 1;
            point.map_or(Ok(()), |point| self.put(point, format!("move {count}")))
        })
    }

    /// The free stones of a text.
    pub(super) fn place(&mut self, line: &[Glyph], names: Names) -> Result<Vec<Point>, ParseError> {
        let points = points(line, names, |point| match point {
            Some(point) => self.put(point, "another stone".to_owned()),
            None => Err(ParseError::new(ErrorCode::BadPoint, "a pass is no stone")),
        })?;
        Ok(points.into_iter().flatten().collect())
    }
}

/// The points of a text, each approved by `check`.
fn points(
    line: &[Glyph],
    names: Names,
    mut check: impl FnMut(Option<Point>) -> Result<(), ParseError>,
) -> Result<Vec<Option<Point>>, ParseError> {
    let mut moves = Vec::new();
    let order = order(line);
    let mut rest = line;
    while let Some((token, glyphs, behind)) = next(rest, order) {
        let point = token
            .point(glyphs, names)
            .and_then(|point| check(point).map(|()| point))
            .map_err(|error| {
                error.at(glyphs.first().map_or(1, |first| first.column), glyphs.len())
            })?;
        moves.push(point);
        rest = behind;
    }
    Ok(moves)
}

/// Whether a text begins with a move.
pub(super) fn begins_with_move(line: &[Glyph]) -> bool {
    next(line, order(line)).is_some_and(|(token, ..)| token != Token::Scrap)
}

/// The order of a whole text: that of its first token, `8H` or else.
fn order(line: &[Glyph]) -> Order {
    let rest = &line[separators(line)..];
    let is_alone = |length: usize| {
        rest.get(length)
            .is_none_or(|glyph| is_separator(glyph.char))
    };
    match number_first(rest) {
        Some((_, length)) if is_alone(length) => Order::NumberFirst,
        _ => Order::LetterFirst,
    }
}

/// The next token of a text, its characters, and what comes behind; `None` if there is nothing but
/// separators.
fn next(line: &[Glyph], order: Order) -> Option<(Token, &[Glyph], &[Glyph])> {
    let rest = &line[separators(line)..];
    if rest.is_empty() {
        return None;
    }
    let point = match order {
        Order::LetterFirst => letter_first,
        Order::NumberFirst => number_first,
    };
    let (token, length) = pass(rest).or_else(|| point(rest)).unwrap_or_else(|| {
        let is_part = |glyph: &&Glyph| !is_separator(glyph.char);
        (Token::Scrap, rest.iter().take_while(is_part).count().max(1))
    });
    let (glyphs, behind) = rest.split_at(length);
    Some((token, glyphs, behind))
}

fn pass(rest: &[Glyph]) -> Option<(Token, usize)> {
    let begins_with = |word: &str| {
        let begin = &rest[..word.len().min(rest.len())];
        text(begin).eq_ignore_ascii_case(word)
    };
    let word = ["pass", "--"].into_iter().find(|word| begins_with(word))?;
    Some((Token::Pass, word.len()))
}

fn letter_first(rest: &[Glyph]) -> Option<(Token, usize)> {
    let letter = rest.first()?.char;
    let digits = count_digits(&rest[1..]);
    let is_point = letter.is_ascii_alphabetic() && digits > 0;
    is_point.then(|| (Token::Point(letter, text(&rest[1..=digits])), 1 + digits))
}

fn number_first(rest: &[Glyph]) -> Option<(Token, usize)> {
    let digits = count_digits(rest);
    let letter = rest.get(digits)?.char;
    let is_point = letter.is_ascii_alphabetic() && digits > 0;
    is_point.then(|| (Token::Point(letter, text(&rest[..digits])), digits + 1))
}

fn count_digits(line: &[Glyph]) -> usize {
    let is_digit = |glyph: &&Glyph| glyph.char.is_ascii_digit();
    line.iter().take_while(is_digit).count()
}

fn is_separator(char: char) -> bool {
    matches!(char, ' ' | ',' | ';' | '-' | '+')
}

/// How many characters a text begins with that only part moves: signs, and numbers such as `12.`.
fn separators(line: &[Glyph]) -> usize {
    let mut count = 0;
    loop {
        let rest = &line[count..];
        let digits = count_digits(rest);
        let is_sign = rest.first().is_some_and(|first| is_separator(first.char));
        count += if digits > 0 && rest.get(digits).is_some_and(|glyph| glyph.char == '.') {
            digits + 1
        } else if is_sign && pass(rest).is_none() {
            1
        } else {
            return count;
        };
    }
}

impl Token {
    /// The point that it names, `None` for a pass.
    fn point(&self, glyphs: &[Glyph], names: Names) -> Result<Option<Point>, ParseError> {
        match self {
            Token::Pass => Ok(None),
            Token::Point(letter, number) => names.point(*letter, number).map(Some),
            Token::Scrap => {
                let message = format!("{:?} is not a move", shortened(&text(glyphs)));
                let hint = "a move is a letter and a number such as h8, or a number and a letter \
                            with blanks between the moves, or pass";
                Err(ParseError::new(ErrorCode::BadPoint, message).hint(hint))
            }
        }
    }
}
