//! CSV exports of Rapfi databases: reads and writes the table with one record on each row.

use crate::loss::{Impossible, Loss};
use crate::parsed::{ByteStream, Evidence, ParsedGame, ParsedGames, TextSample, is_in_no_text};
use crate::setup_text::Written;
use crate::{ErrorCode, Format, ParseError, ParseOptions, ResolvedOptions, TextLine, TextLines};
use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet, Size};
use renju_core::position::{Game, StoredValue, ValueBound};
use renju_core::rule::Rule;

use super::binary;
use super::record::DatabaseRecord;
use super::text::RecordBoard;

/// The first line of every export.
const COLUMNS: &str = "index,key,label,value,depth,bound,text";

/// The letters of the rules in a key.
const RULES: [(&str, Rule); 3] = [
    ("f", Rule::Freestyle),
    ("s", Rule::Standard),
    ("r", Rule::Renju),
];

/// The labels that are no letters.
const UNDECIDED: &str = "(none)";
const NO_LABEL: &str = "(null)";

/// The columns of an export.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    let first = sample.lines.first().map_or("", |line| line);
    let first = first.trim_start_matches('\u{feff}');
    Evidence::certain_if(first.starts_with("index,key,label"))
}

/// The records of an export, one on a line.
pub(crate) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedGames<'_> {
    let lines = TextLines::new(input, options.encoding).not_blank();
    let rows = lines.filter(|line| !line.as_ref().is_ok_and(|line| line.text.trim() == COLUMNS));
    Box::new(rows.flat_map(move |line| {
        let (game, error) = match line.and_then(|line| row(&line, options)) {
            Ok((game, error)) => (Some(Ok(game)), error),
            Err(error) => (None, Some(error)),
        };
        game.into_iter().chain(error.map(Err))
    }))
}

/// A field of a row, and its place: characters from 1.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    column: u32,
}

impl<'a> Field<'a> {
    /// The text up to a comma, and what comes after it.
    fn cut(self) -> Option<(Field<'a>, Field<'a>)> {
        // A label may be a comma itself.
        let is_comma = self.text.starts_with(",,");
        let at = if is_comma { 1 } else { self.text.find(',')? };
        let (text, rest) = self.text.split_at(at);
        let column = self.column + text.chars().count() as u32 + 1;
        let text = Field {
            text,
            column: self.column,
        };
        Some((
            text,
            Field {
                text: &rest[1..],
                column,
            },
        ))
    }

    fn error(self, code: ErrorCode, message: impl Into<String>) -> ParseError {
        ParseError::new(code, message).at(self.column, self.text.chars().count())
    }

    fn number(self) -> Result<i32, ParseError> {
        let wrong = |_| {
            let message = format!("{:?} is no number", shortened(self.text));
            self.error(ErrorCode::BadFile, message)
        };
        self.text.trim().parse().map_err(wrong)
    }
}

/// The record of a row, and what is wrong with its text.
fn row(
    line: &TextLine,
    options: ParseOptions,
) -> Result<(ParsedGame, Option<ParseError>), ParseError> {
    let placed = |error: ParseError| error.on(line);
    let all = Field {
        text: &line.text,
        column: 1,
    };
    let mut rest = all;
    let mut next = || {
        let (field, others) = rest.cut()?;
        rest = others;
        Some(field)
    };
    let (Some(_), Some(key), Some(label), Some(value), Some(depth), Some(bound)) =
        (next(), next(), next(), next(), next(), next())
    else {
        let message = format!("the row does not have the fields {COLUMNS}");
        return Err(placed(all.error(ErrorCode::BadFile, message)));
    };
    let board = |size| RecordBoard {
        size,
        origin: options.origin.unwrap_or_default(),
    };
    let numbers = [label, value, depth, bound];
    let record = record(key, numbers, rest, options, board).map_err(placed)?;
    let size = record.size;
    let (game, wrong) = record.into_game(board(size));
    let error = wrong.map(|line| {
        let message = format!("board text {line:?} names no point");
        rest.error(ErrorCode::BadFile, message)
    });
    let parsed = ParsedGame {
        game,
        assumed: ResolvedOptions::new(Format::DbCsv, options, line.encoding),
        line: Some(line.number),
        warnings: Vec::new(),
    };
    Ok((parsed, error.map(placed)))
}

fn record(
    key: Field<'_>,
    numbers: [Field<'_>; 4],
    text: Field<'_>,
    options: ParseOptions,
    board: impl Fn(Size) -> RecordBoard,
) -> Result<DatabaseRecord, ParseError> {
    let mut record = position(key, options, board)?;
    let [label, value, depth, bound] = numbers;
    let stored = StoredValue {
        label: label_of(label)?,
        value: Some(value.number()?),
        depth: Some(depth.number()?),
        bound: Some(bound.text.parse().map_err(|_| {
            let message = "a bound is none, upper, lower or exact";
            bound.error(ErrorCode::BadFile, message)
        })?),
    };
    let quoted = text.text.trim_end();
    let inner = quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let inner = inner.ok_or_else(|| text.error(ErrorCode::BadFile, "a text stands in quotes"))?;
    record.text = unescaped(inner);
    let is_nothing = stored == nothing() && record.text.is_empty();
    record.stored = (!is_nothing).then_some(stored);
    Ok(record)
}

/// What an export says of a record without data.
fn nothing() -> StoredValue {
    StoredValue {
        label: None,
        value: Some(0),
        depth: Some(0),
        bound: Some(ValueBound::None),
    }
}

/// `r-15-15-h8f7-g9-w`: the rule, the board, the stones, the side to move.
fn position(
    key: Field<'_>,
    options: ParseOptions,
    board: impl Fn(Size) -> RecordBoard,
) -> Result<DatabaseRecord, ParseError> {
    let parts: Vec<&str> = key.text.split('-').collect();
    let [rule, width, height, black, white, to_move] = parts[..] else {
        let message = "a key has a rule, a board, black and white stones and a side to move, such as r-15-15-h8-i9-b";
        return Err(key.error(ErrorCode::BadFile, message));
    };
    let rule = RULES.iter().find(|(letter, _)| *letter == rule);
    let &(_, rule) = rule.ok_or_else(|| key.error(ErrorCode::BadRule, "a rule is f, s or r"))?;
    let size = width
        .parse()
        .ok()
        .and_then(Size::new)
        .filter(|_| width == height);
    let size = size.ok_or_else(|| {
        let message = format!(
            "{}x{} boards are not read: only 5x5 to 20x20 are",
            shortened(width),
            shortened(height)
        );
        key.error(ErrorCode::BadSize, message)
    })?;
    if let Some(asked) = options.size.filter(|&asked| asked != size) {
        let message = format!("the record has a {size} board, but {asked} was asked for");
        return Err(key.error(ErrorCode::BadSize, message));
    }
    let to_move = match to_move {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return Err(key.error(ErrorCode::BadColor, "the side to move is b or w")),
    };
    let mut record = DatabaseRecord::new(rule, size, to_move);
    let (board, mut taken) = (board(size), PointSet::EMPTY);
    for (color, stones) in [(Color::Black, black), (Color::White, white)] {
        for name in names(stones) {
            let added = record.add(&mut taken, color, point(name, board), || shortened(name));
            added.map_err(|error| key.error(error.code, error.message))?;
        }
    }
    Ok(record)
}

/// The names of points: a letter begins one.
fn names(stones: &str) -> impl Iterator<Item = &str> {
    let mut rest = stones;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?.len_utf8();
        let next = rest[first..].find(|char: char| !char.is_ascii_digit());
        let (name, others) = rest.split_at(next.map_or(rest.len(), |next| first + next));
        rest = others;
        Some(name)
    })
}

/// A letter from `a` and a number from 1.
fn point(name: &str, board: RecordBoard) -> Option<Point> {
    let letter = name.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row: u8 = name[1..].parse().ok()?;
    board.point(letter - b'a', row.checked_sub(1)?)
}

/// A letter, or the number of a byte that is none.
fn label_of(label: Field<'_>) -> Result<Option<char>, ParseError> {
    let mut chars = label.text.chars();
    match (label.text, chars.next(), chars.next()) {
        (NO_LABEL | "\0", _, _) => Ok(None),
        (UNDECIDED, _, _) => Ok(Some(StoredValue::UNDECIDED)),
        (_, Some(letter), None) => Ok(Some(letter)),
        (text, _, _) => {
            let inner = text
                .strip_prefix('(')
                .and_then(|rest| rest.strip_suffix(')'));
            let number = inner.and_then(|number| number.parse::<i8>().ok());
            let wrong = || label.error(ErrorCode::BadFile, "a label is a letter, (none) or (null)");
            Ok(binary::label_of(number.ok_or_else(wrong)? as u8))
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

/// The text that a quoted one stands for.
fn unescaped(quoted: &str) -> String {
    let mut text = String::with_capacity(quoted.len());
    let mut chars = quoted.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => text.extend(chars.next().map(|escaped| match escaped {
                'n' => '\n',
                'b' => '\u{8}',
                'r' => '\r',
                '0' => '\0',
                other => other,
            })),
            _ => text.push(char),
        }
    }
    text
}

/// Writes an export of one record: the position at the end of the main line.
pub(crate) fn write(game: &Game) -> Result<Written, Impossible> {
    let (record, mut lost) = DatabaseRecord::of_game(game)?;
    let stored = record.stored.unwrap_or_default();
    lost.add(Loss::Values, usize::from(stored.label == Some('\0')));
    let is_lost = |&sign: &char| is_in_no_text(sign) && !matches!(sign, '\u{8}' | '\0');
    lost.add(
        Loss::Characters,
        record.text.chars().filter(is_lost).count(),
    );
    let label = match stored.label {
        None => NO_LABEL.to_owned(),
        Some(StoredValue::UNDECIDED) => UNDECIDED.to_owned(),
        Some(letter) if letter.is_ascii_graphic() || !letter.is_ascii() => letter.to_string(),
        Some(letter) => format!("({})", u32::from(letter)),
    };
    let name = |point: &Point| point.to_string().to_lowercase();
    let names = |points: &[Point]| points.iter().map(name).collect::<String>();
    let letter = RULES.iter().find(|(_, rule)| *rule == record.rule);
    let text = format!(
        "{COLUMNS}\n0,{}-{side}-{side}-{}-{}-{},{label},{},{},{},\"{}\"\n",
        letter.map_or("f", |(letter, _)| letter),
        names(&record.black),
        names(&record.white),
        &record.to_move.name()[..1],
        stored.value.unwrap_or_default(),
        stored.depth.unwrap_or_default(),
        stored.bound.unwrap_or(ValueBound::None).name(),
        escaped(&record.text),
        side = record.size.get(),
    );
    Ok(Written {
        bytes: text.into_bytes(),
        lost,
    })
}

fn escaped(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '"' | '\\' => quoted.extend(['\\', char]),
            '\n' => quoted.push_str("\\n"),
            '\u{8}' => quoted.push_str("\\b"),
            '\r' => quoted.push_str("\\r"),
            '\0' => quoted.push_str("\\0"),
            other if is_in_no_text(other) => quoted.push(char::REPLACEMENT_CHARACTER),
            _ => quoted.push(char),
        }
    }
    quoted
}
