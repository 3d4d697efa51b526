//! What several targets share: the property of all readers, and positions made of bytes.

pub mod accounted;

use renju::board::Color;
use renju::geometry::Size;
use renju::notation::{Format, ParseOptions, WriteError, read, stream, write};
use renju::position::{Position, PositionOverrides, Setup};
use renju::rule::Rule;

/// Reads bytes as `format`: nothing panics, and what is read and can be written in full is read back
/// equal.
pub fn round_trip(bytes: &[u8], format: Format) {
    for item in stream(bytes, format, &ParseOptions::default()) {
        let Ok(item) = item else { continue };
        for to in Format::ALL {
            match write(&item.setup, to) {
                Ok(written) => reads_back(&item.setup, &written, to),
                Err(WriteError::Lossy(lossy)) => assert!(!lossy.lost.is_empty()),
                Err(WriteError::Impossible(_)) => {}
            }
        }
    }
}

fn reads_back(setup: &Setup, written: &[u8], format: Format) {
    let reading = ParseOptions {
        size: setup.size,
        ..ParseOptions::default()
    };
    let text = String::from_utf8_lossy(written);
    let items = read(written, format, &reading)
        .unwrap_or_else(|error| panic!("{error}: {setup:?} was written as\n{text}"));
    let [item] = &items[..] else {
        panic!("{} records for one in\n{text}", items.len());
    };
    let mut found = essence(&item.setup);
    // A training sample names the usual rule where none is said.
    found.rule = found.rule.and(setup.rule);
    assert_eq!(found, essence(setup), "{format}:\n{text}");
}

/// What is compared: stones and marks without their order, and what is the same said or unsaid.
fn essence(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    setup.size = Some(setup.size.unwrap_or(renju::geometry::Size::RENJU));
    setup.first = Some(setup.first_to_play()).filter(|_| !setup.moves.is_empty());
    setup.black.sort_unstable();
    setup.white.sort_unstable();
    setup
        .claims
        .sort_unstable_by_key(|claim| (claim.point, claim.mark));
    setup
        .marks
        .sort_unstable_by_key(|mark| (mark.point, mark.mark));
    setup
        .marks
        .sort_unstable_by_key(|mark| (mark.point, mark.mark));
    if setup.last == setup.moves.iter().rev().find_map(|&point| point) {
        setup.last = None;
    }
    let turn_is_clear = !setup.moves.is_empty()
        || setup.black.len() == setup.white.len()
        || setup.black.len() == setup.white.len() + 1;
    let first = setup.first_to_play();
    let turn = if setup.moves.len().is_multiple_of(2) {
        first
    } else {
        !first
    };
    setup.to_move = setup
        .to_move
        .filter(|&color| !turn_is_clear || color != turn);
    if let Some(info) = &mut setup.info {
        // The rule in other words.
        info.rule = info.rule.take().filter(|_| setup.rule.is_none());
        while info.times.pop_if(|time| time.is_none()).is_some() {}
        while info.values.pop_if(|value| value.is_none()).is_some() {}
    }
    setup.info = setup.info.filter(|info| !info.is_empty());
    // A number that is a name, and a pass of Black where White begins.
    setup.id = setup.id.map(|id| id.as_str().into());
    if setup.first == Some(Color::White) && setup.black.is_empty() && setup.white.is_empty() {
        setup.first = Some(Color::Black);
        setup.moves.insert(0, None);
    }
    setup
}

/// A small position: side and rule by the first byte, the side to move by the second, a point by each
/// of the others. `None` if there can be no such position.
pub fn small_position(bytes: &[u8]) -> Option<Position> {
    let (&[form, turn], cells) = bytes.split_first_chunk()?;
    let size = Size::new(5 + form % 5)?;
    let rules = [Rule::Freestyle, Rule::Standard, Rule::Renju];
    let rule = rules[usize::from(form / 5) % rules.len()];
    let points = |of: u8| {
        let cells = size.points().zip(cells);
        let stones = cells.filter(move |(_, cell)| **cell % 4 == of);
        stones.map(|(point, _)| point).collect()
    };
    let setup = Setup {
        size: Some(size),
        rule: Some(rule),
        to_move: Some(if turn % 2 == 0 {
            Color::Black
        } else {
            Color::White
        }),
        black: points(1),
        white: points(2),
        ..Setup::default()
    };
    Position::from_setup(&setup, &PositionOverrides::default()).ok()
}

/// The position after a move, `None` being a pass.
///
/// # Panics
///
/// If the move is not legal.
pub fn after(position: &Position, point: Option<renju::geometry::Point>) -> Position {
    if let Some(point) = point {
        let played = position.clone().play(point);
        return played.unwrap_or_else(|error| panic!("{error} in {position:?}"));
    }
    let legal = position.board().empties().iter();
    let mut legal = legal.filter(|&point| position.clone().play(point).is_ok());
    assert_eq!(legal.next(), None, "a pass in {position:?}");
    let board = position.board();
    let setup = Setup {
        size: Some(board.size()),
        rule: Some(position.rule()),
        to_move: Some(!position.to_move()),
        black: board.stones(Color::Black).iter().collect(),
        white: board.stones(Color::White).iter().collect(),
        ..Setup::default()
    };
    Position::from_setup(&setup, &PositionOverrides::default()).expect("it was one before")
}
