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
#[derive(Clone, PartialEq, Eq, Debug)]
enum MoveToken {
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
    while let Some((token, characters, behind)) = next(rest, order) {
        let point = token
            .point(characters, names)
            .and_then(|point| check(point).map(|()| point))
            .map_err(|error| {
                error.at(
                    characters.first().map_or(1, |first| first.column),
                    characters.len(),
                )
            })?;
        moves.push(point);
        rest = behind;
    }
    Ok(moves)
}

/// Whether a text begins with a move.
pub(super) fn begins_with_move(line: &[Character]) -> bool {
    next(line, order(line)).is_some_and(|(token, ..)| token != MoveToken::Scrap)
}

/// The order of a whole text: that of its first token, `8H` or else.
fn order(line: &[Character]) -> TokenOrder {
    let rest = &line[separators(line)..];
    let is_alone = |length: usize| {
        rest.get(length)
            .is_none_or(|character| is_separator(character.char))
    };
    match number_first(rest) {
        Some((_, length)) if is_alone(length) => TokenOrder::NumberFirst,
        _ => TokenOrder::LetterFirst,
    }
}

/// The next token of a text, its characters, and what comes behind; `None` if there is nothing but
/// separators.
fn next(line: &[Character], order: TokenOrder) -> Option<(MoveToken, &[Character], &[Character])> {
    let rest = &line[separators(line)..];
    if rest.is_empty() {
        return None;
    }
    let point = match order {
        TokenOrder::LetterFirst => letter_first,
        TokenOrder::NumberFirst => number_first,
    };
    let (token, length) = pass(rest).or_else(|| point(rest)).unwrap_or_else(|| {
        let is_part = |character: &&Character| !is_separator(character.char);
        (
            MoveToken::Scrap,
            rest.iter().take_while(is_part).count().max(1),
        )
    });
    let (characters, behind) = rest.split_at(length);
    Some((token, characters, behind))
}

fn pass(rest: &[Character]) -> Option<(MoveToken, usize)> {
    let begins_with = |word: &str| {
        let begin = &rest[..word.len().min(rest.len())];
        text(begin).eq_ignore_ascii_case(word)
    };
    let word = ["pass", "--"].into_iter().find(|word| begins_with(word))?;
    Some((MoveToken::Pass, word.len()))
}

fn letter_first(rest: &[Character]) -> Option<(MoveToken, usize)> {
    let letter = rest.first()?.char;
    let digits = count_digits(&rest[1..]);
    let is_point = letter.is_ascii_alphabetic() && digits > 0;
    is_point.then(|| {
        (
            MoveToken::Point(letter, text(&rest[1..=digits])),
            1 + digits,
        )
    })
}

fn number_first(rest: &[Character]) -> Option<(MoveToken, usize)> {
    let digits = count_digits(rest);
    let letter = rest.get(digits)?.char;
    let is_point = letter.is_ascii_alphabetic() && digits > 0;
    is_point.then(|| (MoveToken::Point(letter, text(&rest[..digits])), digits + 1))
}

fn count_digits(line: &[Character]) -> usize {
    let is_digit = |character: &&Character| character.char.is_ascii_digit();
    line.iter().take_while(is_digit).count()
}

fn is_separator(char: char) -> bool {
    matches!(char, ' ' | ',' | ';' | '-' | '+')
}

/// How many characters a text begins with that only part moves: signs, and numbers such as `12.`.
fn separators(line: &[Character]) -> usize {
    let mut count = 0;
    loop {
        let rest = &line[count..];
        let digits = count_digits(rest);
        let is_sign = rest.first().is_some_and(|first| is_separator(first.char));
        count += if digits > 0
            && rest
                .get(digits)
                .is_some_and(|character| character.char == '.')
        {
            digits + 1
        } else if is_sign && pass(rest).is_none() {
            1
        } else {
            return count;
        };
    }
}

impl MoveToken {
    /// The point that it names, `None` for a pass.
    fn point(
        &self,
        characters: &[Character],
        names: CoordinateSystem,
    ) -> Result<Option<Point>, ParseError> {
        match self {
            MoveToken::Pass => Ok(None),
            MoveToken::Point(letter, number) => names.point(*letter, number).map(Some),
            MoveToken::Scrap => {
                let message = format!("{:?} is not a move", shortened(&text(characters)));
                let hint = "a move is a letter and a number such as h8, or a number and a letter \
                            with blanks between the moves, or pass";
                Err(ParseError::new(ErrorCode::BadPoint, message).hint(hint))
            }
        }
    }
}
