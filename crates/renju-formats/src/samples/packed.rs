//! Encodings common to the training samples: packed points, and codes of results, rules and sizes.

use crate::board_block::rule_number;
use crate::bytes::ByteReader;
use crate::coordinates::CoordinateSystem;
use crate::loss::Impossible;
use crate::lz4::unframed;
use crate::parsed::ByteStream;
use crate::properties::values;
use crate::{ErrorCode, ParseError};
use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::position::{GameInfo, Setup};
use renju_core::rule::Rule;

/// The bits of a number that are a point.
pub(super) const POINT_BITS: u16 = 0x3ff;

/// The column, and the row from the top, in five bits each.
pub(super) fn packed(point: Point, size: Size) -> u16 {
    let from_top = size.get().saturating_sub(1 + point.row());
    u16::from(point.column()) << 5 | u16::from(from_top)
}

/// The point of these bits.
pub(super) fn unpacked(bits: u16, names: CoordinateSystem) -> Result<Point, ParseError> {
    let (column, row) = ((bits >> 5 & 0x1f) as u8, (bits & 0x1f) as u8);
    let side = names.size.get();
    let point = (column < side && row < side).then(|| Point::new(column, names.row(row + 1)));
    point.flatten().ok_or_else(|| {
        let message = format!(
            "column {} and row {} are off the {} board",
            column + 1,
            row + 1,
            names.size
        );
        ParseError::new(ErrorCode::OffBoard, message)
    })
}

/// The stones that stand on a board of any size.
pub(super) struct TakenPoints([bool; Size::MAX.area()]);

impl TakenPoints {
    pub(super) fn new() -> TakenPoints {
        TakenPoints([false; Size::MAX.area()])
    }

    pub(super) fn has(&self, point: Point) -> bool {
        self.0[TakenPoints::place(point)]
    }

    /// Puts a stone down.
    ///
    /// # Errors
    ///
    /// If one stands there.
    pub(super) fn put(&mut self, point: Point) -> Result<(), ParseError> {
        if std::mem::replace(&mut self.0[TakenPoints::place(point)], true) {
            let message = format!("{point} is taken");
            return Err(ParseError::new(ErrorCode::PointTaken, message));
        }
        Ok(())
    }

    fn place(point: Point) -> usize {
        usize::from(point.row()) * usize::from(Size::MAX.get()) + usize::from(point.column())
    }
}

/// How a game ended, by its number for the side to move: 0 lost, 1 drawn, 2 won.
pub(super) fn result_of(code: u8, to_move: Color) -> Result<String, ParseError> {
    let winner = match code {
        0 => Some(!to_move),
        1 => None,
        2 => Some(to_move),
        _ => {
            let message = format!("{code} is no result: 0, 1 or 2");
            return Err(ParseError::new(ErrorCode::BadFile, message));
        }
    };
    let words = match winner {
        Some(Color::Black) => "B+",
        Some(Color::White) => "W+",
        None => "Draw",
    };
    Ok(words.to_owned())
}

/// What is said of a sample, and the move behind its `points`.
///
/// # Errors
///
/// If it is not known, off the board or on a stone.
pub(super) fn next_move<'a>(
    setup: &'a Setup,
    points: &[Point],
    size: Size,
) -> Result<(&'a GameInfo, Point), Impossible> {
    let info = setup.info.as_deref().ok_or(Impossible::NoBest)?;
    let best = info.best.ok_or(Impossible::NoBest)?;
    if !best.is_on(size) {
        return Err(Impossible::OffBoard(best, size));
    }
    if points.contains(&best) {
        return Err(Impossible::PointTaken(best));
    }
    Ok((info, best))
}

/// The number of a result for the side to move, and whether it says all.
///
/// # Errors
///
/// If it is not known who won.
pub(super) fn result_code(info: &GameInfo, to_move: Color) -> Result<(u8, bool), Impossible> {
    let words = info.result.as_deref().ok_or(Impossible::NoResult)?;
    let winner = match words.get(..2) {
        Some("B+" | "b+") => Some(Color::Black),
        Some("W+" | "w+") => Some(Color::White),
        _ if matches!(words, "0" | "Draw" | "draw") => None,
        _ => return Err(Impossible::NoResult),
    };
    let code = match winner {
        None => 1,
        Some(winner) if winner == to_move => 2,
        Some(_) => 0,
    };
    Ok((code, matches!(words, "B+" | "W+" | "Draw")))
}

/// The rule by its number in the Gomocup protocol.
pub(super) fn rule_of(code: u8) -> Result<Rule, ParseError> {
    match code {
        0 => Ok(Rule::Freestyle),
        1 => Ok(Rule::Standard),
        4 => Ok(Rule::Renju),
        _ => {
            let message = format!("{code} is no rule: 0, 1 or 4");
            Err(ParseError::new(ErrorCode::BadRule, message))
        }
    }
}

/// The number of a rule, of that which is usual on the board if none is said.
pub(super) fn rule_code(rule: Option<Rule>, size: Size) -> u8 {
    rule_number(rule.unwrap_or_else(|| Rule::default_on(size)))
}

/// The side of a board by its number.
pub(super) fn size_of(side: u8) -> Result<Size, ParseError> {
    Size::new(side).ok_or_else(|| {
        let message = format!("the board is {side}x{side}; those from 5x5 to 20x20 are read");
        ParseError::new(ErrorCode::BadSize, message)
    })
}

/// Whose turn it is after `count` moves of a game that Black begins.
pub(super) fn to_move_after(count: usize) -> Color {
    Color::BOTH[count % 2]
}

/// Begins to read the bytes that a file or its LZ4 frame holds.
pub(super) fn reader(input: ByteStream<'_>) -> Result<ByteReader<'_>, ParseError> {
    let input = unframed(input).map_err(|error| ParseError::io(&error))?;
    Ok(ByteReader::new(input))
}

/// The numbers that a property of the game holds.
pub(super) fn said_numbers(info: &GameInfo, name: &str) -> impl Iterator<Item = u16> {
    let numbers = values(info, name).iter();
    numbers.map(|number| number.parse().unwrap_or_default())
}

/// The numbers of two bytes that these are; a last odd byte is left out.
pub(super) fn numbers(bytes: &[u8]) -> impl Iterator<Item = u16> {
    bytes
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
}
