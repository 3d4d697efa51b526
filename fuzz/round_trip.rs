//! The property that the targets of readers share.
//!
//! Run one with `RUSTC_BOOTSTRAP=1 cargo fuzz run -s none diagram -- -max_total_time=60`.

use renju::notation::{Format, ParseOptions, WriteError, read, stream, write};
use renju::position::Setup;

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
    assert_eq!(essence(&item.setup), essence(setup), "\n{text}");
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
    setup
}
