//! Binary databases of Yixin and Rapfi: reads and writes their keys, values and texts.

use std::collections::VecDeque;

use crate::bytes::ByteReader;
use crate::loss::{Impossible, Loss, Losses};
use crate::lz4::unframed;
use crate::parsed::ByteSample;
use crate::parsed::{ByteStream, ParsedGame, ParsedGames, failed};
use crate::setup_text::Written;
use crate::{
    Encoding, ErrorCode, Format, Origin, ParseError, ParseOptions, ResolvedOptions, WriteOptions,
};
use renju_core::board::Color;
use renju_core::counted::counted;
use renju_core::geometry::{PointSet, Size};
use renju_core::position::{Game, StoredValue, ValueBound};
use renju_core::rule::Rule;

use super::record::DatabaseRecord;
use super::text::RecordBoard;

/// What the header says of the texts; without it their encoding is open.
const CHARSET: &[u8] = b"charset=\"UTF-8\"";

/// The key of the header: no rule, no board.
const HEADER_KEY: [u8; 3] = [0; 3];

/// Both bytes of a pass.
const PASS: u8 = 0xff;

/// The bytes of the data before the text: label, value, depth and bound.
const NUMBERS: usize = 5;

/// Bytes of texts that tell their encoding, and bytes of the file that are read ahead for them.
const TEXTS_AHEAD: usize = 1 << 16;
const BYTES_AHEAD: u64 = 1 << 20;

/// The rules by their numbers.
const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

/// The records of a database, each a position.
pub(crate) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedGames<'_> {
    match unframed(input) {
        Ok(input) => Box::new(DatabaseReader {
            bytes: ByteReader::new(input),
            options,
            left: None,
            encoding: options.encoding,
            ahead: VecDeque::new(),
            texts: Vec::new(),
            is_done: false,
            error: None,
        }),
        Err(error) => failed(ParseError::io(&error)),
    }
}

/// A number of records, and a first key that is one: a rule, a board, and stones on it.
pub(crate) fn detect(sample: &ByteSample<'_>) -> bool {
    let [_, _, _, 0, low, high, rest @ ..] = sample.bytes else {
        return false;
    };
    let length = usize::from(u16::from_le_bytes([*low, *high]));
    let (Some(key), true) = (rest.get(..length), sample.bytes[..3] != [0; 3]) else {
        return false;
    };
    let [rule, width, height, stones @ ..] = key else {
        return false;
    };
    let is_there = |stone: &[u8]| stone == [PASS; 2] || stone[0] < *width && stone[1] < *height;
    usize::from(*rule) < RULES.len()
        && width == height
        && (*width == 0 && stones.is_empty() || (5..=32).contains(width))
        && stones.len().is_multiple_of(2)
        && stones.chunks(2).all(is_there)
}

/// A record as it is stored.
struct StoredRecord {
    offset: u64,
    key: Vec<u8>,
    data: Vec<u8>,
}

impl StoredRecord {
    fn is_header(&self) -> bool {
        self.key.get(1..3) == Some(&[0, 0])
    }

    fn text(&self) -> &[u8] {
        self.data.get(NUMBERS..).unwrap_or_default()
    }

    fn error(&self, code: ErrorCode, message: impl Into<String>) -> ParseError {
        ParseError::new(code, message).at_byte(self.offset)
    }
}

/// Reads a record at a time, and some ahead as long as the encoding of their texts is not known.
struct DatabaseReader<'a> {
    bytes: ByteReader<'a>,
    options: ParseOptions,
    /// How many records are still to be read, by the number at the start.
    left: Option<u32>,
    encoding: Option<Encoding>,
    ahead: VecDeque<Result<StoredRecord, ParseError>>,
    /// The texts of those.
    texts: Vec<u8>,
    is_done: bool,
    /// What is wrong in the record that was given last.
    error: Option<ParseError>,
}

impl Iterator for DatabaseReader<'_> {
    type Item = Result<ParsedGame, ParseError>;

    fn next(&mut self) -> Option<Result<ParsedGame, ParseError>> {
        if let Some(error) = self.error.take() {
            return Some(Err(error));
        }
        loop {
            self.read_ahead();
            let encoding = *self
                .encoding
                .get_or_insert_with(|| Encoding::guess(&std::mem::take(&mut self.texts)));
            let stored = match self.ahead.pop_front()? {
                Ok(stored) => stored,
                Err(error) => return Some(Err(error)),
            };
            if stored.is_header() && stored.text().starts_with(CHARSET) {
                continue;
            }
            return Some(self.parsed(&stored, encoding));
        }
    }
}

impl DatabaseReader<'_> {
    /// Has a record at hand, or as many as tell their encoding.
    fn read_ahead(&mut self) {
        while !self.is_done {
            let is_enough = self.encoding.is_some()
                || self.texts.len() >= TEXTS_AHEAD
                || self.bytes.offset() >= BYTES_AHEAD;
            if is_enough && !self.ahead.is_empty() {
                return;
            }
            match self.stored() {
                Ok(None) => self.is_done = true,
                Ok(Some(stored)) => {
                    if stored.is_header() && stored.text().starts_with(CHARSET) {
                        self.encoding.get_or_insert(Encoding::UTF_8);
                    } else if self.encoding.is_none() {
                        self.texts.extend(stored.text());
                        self.texts.push(b'\n');
                    }
                    self.ahead.push_back(Ok(stored));
                }
                Err(error) => {
                    self.is_done = true;
                    self.ahead.push_back(Err(error));
                }
            }
        }
    }

    /// The next record as it is stored; `None` at the end.
    fn stored(&mut self) -> Result<Option<StoredRecord>, ParseError> {
        let left = match self.left {
            Some(left) => left,
            None => self.bytes.u32()?,
        };
        if left == 0 {
            self.left = Some(0);
            return self.nothing_follows();
        }
        if self.bytes.is_at_end()? {
            let records = counted(left, "more record follows", "more records follow");
            let message = format!("the file ends here, but by its header {records}");
            return Err(self.bytes.error(ErrorCode::BadFile, message));
        }
        self.left = Some(left - 1);
        let offset = self.bytes.offset();
        let length = self.bytes.u16()?;
        let key = self.bytes.exactly(length.into())?;
        // Rapfi takes a record without a key for one without data, whatever follows.
        let length = if key.is_empty() { 0 } else { self.bytes.u16()? };
        let data = self.bytes.exactly(length.into())?;
        Ok(Some(StoredRecord { offset, key, data }))
    }

    fn nothing_follows(&mut self) -> Result<Option<StoredRecord>, ParseError> {
        if self.bytes.is_at_end()? {
            return Ok(None);
        }
        let message = "by its header the database has no more records, but more bytes follow";
        Err(self.bytes.error(ErrorCode::BadFile, message))
    }

    /// The position of a record.
    fn parsed(
        &mut self,
        stored: &StoredRecord,
        encoding: Encoding,
    ) -> Result<ParsedGame, ParseError> {
        let origin = self.options.origin.unwrap_or_default();
        let mut record = self.key(stored, origin)?;
        record.stored = numbers(&stored.data);
        let (text, is_exact) = encoding.decode_leniently(stored.text());
        record.text = text;
        let size = record.size;
        let (game, wrong) = record.into_game(RecordBoard { size, origin });
        let message = match (wrong, stored.data.len()) {
            (Some(line), _) => Some(format!("board text {line:?} names no point")),
            (None, 2 | 4) => Some("the data of the record end within a number".to_owned()),
            _ if !is_exact => Some(format!("the text of the record is not {encoding}")),
            _ => None,
        };
        self.error = message.map(|message| stored.error(ErrorCode::BadFile, message));
        Ok(ParsedGame {
            game,
            assumed: ResolvedOptions::new(Format::Db, self.options, encoding),
            line: None,
            warnings: Vec::new(),
        })
    }

    /// The rule, board and stones of a record.
    fn key(&self, stored: &StoredRecord, origin: Origin) -> Result<DatabaseRecord, ParseError> {
        let [rule, width, height, stones @ ..] = &stored.key[..] else {
            let message = "a record without a rule and a board";
            return Err(stored.error(ErrorCode::BadFile, message));
        };
        if stored.is_header() {
            let message = "a header without a charset is ignored";
            return Err(stored.error(ErrorCode::BadFile, message));
        }
        let rule = RULES.get(usize::from(*rule)).ok_or_else(|| {
            let message = format!("{rule} is no rule: 0 to 2 are");
            stored.error(ErrorCode::BadRule, message)
        })?;
        let size = Size::new(*width).filter(|_| width == height);
        let size = size.ok_or_else(|| {
            let message = format!("{width}x{height} boards are not read: only 5x5 to 20x20 are");
            stored.error(ErrorCode::BadSize, message)
        })?;
        if let Some(asked) = self.options.size.filter(|&asked| asked != size) {
            let message = format!("the record has a {size} board, but {asked} was asked for");
            return Err(stored.error(ErrorCode::BadSize, message));
        }
        if !stones.len().is_multiple_of(2) {
            let message = "the key of the record ends within a stone";
            return Err(stored.error(ErrorCode::BadFile, message));
        }
        let count = stones.len() / 2;
        let (black, white) = stones.split_at(count.div_ceil(2) * 2);
        let mut record = DatabaseRecord::new(*rule, size, Color::BOTH[count % 2]);
        let board = RecordBoard { size, origin };
        let added = put_stones(&mut record, black, white, board);
        added.map_err(|error| error.at_byte(stored.offset))?;
        Ok(record)
    }
}

/// Puts the stones of a key on the board of its record. Passes come behind the stones of a side.
fn put_stones(
    record: &mut DatabaseRecord,
    black: &[u8],
    white: &[u8],
    board: RecordBoard,
) -> Result<(), ParseError> {
    let mut taken = PointSet::EMPTY;
    for (color, stones) in [(Color::Black, black), (Color::White, white)] {
        let mut has_passed = false;
        for stone in stones.chunks(2) {
            if stone == [PASS; 2] {
                has_passed = true;
                continue;
            }
            if has_passed {
                let message = "a stone after a pass, but a pass must come last";
                return Err(ParseError::new(ErrorCode::BadFile, message));
            }
            let (column, row) = (stone[0], stone[1]);
            let name = || format!("column {column}, row {row}");
            record.add(&mut taken, color, board.point(column, row), name)?;
        }
    }
    Ok(())
}

/// What a record stores of an engine, as far as it does.
fn numbers(data: &[u8]) -> Option<StoredValue> {
    let label = label_of(*data.first()?);
    let number = |at: usize| {
        let bytes = data.get(at..at + 2)?;
        Some(i16::from_le_bytes([bytes[0], bytes[1]]))
    };
    let depth_and_bound = number(3);
    Some(StoredValue {
        label,
        value: number(1).map(i32::from),
        depth: depth_and_bound.map(|number| i32::from(number >> 2)),
        bound: depth_and_bound.map(|number| BOUNDS[usize::from(number as u16 & 3)]),
    })
}

/// The label that a byte stands for.
pub(super) fn label_of(byte: u8) -> Option<char> {
    match byte {
        0 => None,
        0xff => Some(StoredValue::UNDECIDED),
        letter => Some(char::from(letter)),
    }
}

/// The bounds by their numbers.
const BOUNDS: [ValueBound; 4] = [
    ValueBound::None,
    ValueBound::Upper,
    ValueBound::Lower,
    ValueBound::Exact,
];

/// Writes a database of the position at the end of the main line, with the header that Rapfi writes
/// if its text is UTF-8.
pub(crate) fn write(game: &Game, options: WriteOptions) -> Result<Written, Impossible> {
    let encoding = options.encoding.unwrap_or(Encoding::UTF_8);
    if encoding.is_utf16() {
        return Err(Impossible::Encoding(encoding));
    }
    let (record, mut lost) = DatabaseRecord::of_game(game)?;
    let (text, lacking) = encoding.encode(&record.text);
    lost.add(Loss::Characters, lacking);
    let mut bytes = vec![0; 4];
    let mut count: u32 = 1;
    if encoding == Encoding::UTF_8 {
        count += 1;
        let data = [&[0; NUMBERS], CHARSET].concat();
        add(&mut bytes, &HEADER_KEY, &data)?;
    }
    let mut data = stored_numbers(record.stored, !text.is_empty(), &mut lost);
    data.extend(text);
    add(&mut bytes, &key_of(&record), &data)?;
    bytes[..4].copy_from_slice(&count.to_le_bytes());
    Ok(Written { bytes, lost })
}

/// How many records a file of ours adds to another one of the same encoding, and their bytes: what
/// stands behind the number of records and the header.
pub(crate) fn records_of(file: &[u8]) -> (u32, &[u8]) {
    let records = file.get(4..).unwrap_or_default();
    let header = [&[3, 0], &HEADER_KEY[..], &[20, 0], &[0; NUMBERS], CHARSET].concat();
    (1, records.strip_prefix(&header[..]).unwrap_or(records))
}

fn add(bytes: &mut Vec<u8>, key: &[u8], data: &[u8]) -> Result<(), Impossible> {
    for part in [key, data] {
        let length = u16::try_from(part.len());
        let length = length.map_err(|_| Impossible::TooMany("the bytes of the comment"))?;
        bytes.extend(length.to_le_bytes());
        bytes.extend(part);
    }
    Ok(())
}

/// Rule, board and stones, in the order in which Rapfi looks for them, with as many passes as make the counts tell whose turn it is.
fn key_of(record: &DatabaseRecord) -> Vec<u8> {
    let rule = RULES.iter().position(|&rule| rule == record.rule);
    let side = record.size.get();
    let mut key = vec![rule.unwrap_or_default() as u8, side, side];
    let more_black = usize::from(record.to_move == Color::White);
    let (black, white) = (record.black.len(), record.white.len());
    let passes = [
        (white + more_black).saturating_sub(black),
        black.saturating_sub(white + more_black),
    ];
    for (stones, passes) in [&record.black, &record.white].into_iter().zip(passes) {
        let mut stones: Vec<[u8; 2]> = stones
            .iter()
            .map(|point| [point.column(), point.row()])
            .collect();
        // Rapfi compares the bytes of keys.
        stones.sort_unstable();
        key.extend(stones.concat());
        key.resize(key.len() + 2 * passes, PASS);
    }
    key
}

/// Label, value, depth and bound as far as they are there; all of them if a text follows.
fn stored_numbers(stored: Option<StoredValue>, has_text: bool, lost: &mut Losses) -> Vec<u8> {
    let Some(stored) = stored else {
        return Vec::new();
    };
    let label = match stored.label {
        None => Some(0),
        Some(StoredValue::UNDECIDED) => Some(0xff),
        Some(letter) => u8::try_from(letter)
            .ok()
            .filter(|&byte| label_of(byte) == Some(letter)),
    };
    let value = i16::try_from(stored.value.unwrap_or_default());
    let bound = stored.bound.unwrap_or(ValueBound::None);
    let bound = BOUNDS.iter().position(|&other| other == bound);
    let depth = i64::from(stored.depth.unwrap_or_default()) * 4;
    let depth = i16::try_from(depth + bound.unwrap_or_default() as i64);
    let fits = label.is_some() && value.is_ok() && depth.is_ok();
    lost.add(Loss::Values, usize::from(!fits));
    let mut bytes = vec![label.unwrap_or(0xff)];
    bytes.extend(value.unwrap_or_default().to_le_bytes());
    bytes.extend(depth.unwrap_or_default().to_le_bytes());
    let has_depth = stored.depth.is_some() || stored.bound.is_some();
    let length = match stored.value {
        _ if has_depth || has_text => NUMBERS,
        Some(_) => 3,
        None => 1,
    };
    bytes.truncate(length);
    bytes
}
