//! Damaged files of every format: no panic, and memory bounded by a small multiple of the input.
//!
//! A program of its own, because it counts what it allocates.

use std::io::{BufReader, Read};

use peak_alloc::PeakAlloc;
use renju::notation::{
    Format, ParseOptions, WriteError, WriteOptions, detect, games, stream, write_game,
};
use renju::position::Game;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// A tree with all that a node can say, a game with a pass, stones set up, a large board.
const SAMPLES: [&str; 4] = [
    "(;FF[4]GM[4]SZ[15]GN[a]PB[Ann]PW[B\u{e9}]RE[B+];B[hh]N[t]C[two\nlines]LB[ii:x][gg:yy](;W[ig]MA[aa]HO[1];B[gi]MS[7])(;W[hg]))",
    "(;SZ[15];B[hh]MS[1];W[]MS[2];B[gg]MS[3];W[ii]STORED[-12:3:exact:w])",
    "(;SZ[15]AB[hh][gg]AW[ii]PL[W]C[comment]LB[aa:1])",
    "(;SZ[20];B[aa];W[tt];B[jj];W[at])",
];

fn sample_games() -> Vec<Game> {
    let text = SAMPLES.concat();
    let found = games(text.as_bytes(), Format::Sgf, &ParseOptions::default());
    found.map(|game| game.expect("a sample").game).collect()
}

/// The samples in a format, as far as it holds them.
fn written(format: Format) -> Vec<Vec<u8>> {
    let bytes = |game: &Game| match write_game(game, format, &WriteOptions::default()) {
        Ok(bytes) => Some(bytes),
        Err(WriteError::Lossy(lossy)) => Some(lossy.bytes),
        Err(WriteError::Impossible(_)) => None,
    };
    sample_games().iter().filter_map(bytes).collect()
}

/// Bytes cut, doubled and flipped at every place.
fn damaged(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for at in 0..bytes.len() {
        all.push(bytes[..at].to_vec());
        let mut doubled = bytes.to_vec();
        doubled.insert(at, bytes[at]);
        all.push(doubled);
        let mut missing = bytes.to_vec();
        missing.remove(at);
        all.push(missing);
        for flip in [0x01, 0x20, 0x80, 0xff] {
            let mut flipped = bytes.to_vec();
            flipped[at] ^= flip;
            all.push(flipped);
        }
    }
    all
}

/// Reads all of it in each way; the most bytes that were held at once beyond those held before.
fn most_held(bytes: &[u8], format: Format) -> usize {
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let _ = detect(bytes, &ParseOptions::default());
    for game in games(bytes, format, &ParseOptions::default()) {
        drop(game);
    }
    let lines = ParseOptions {
        variations: true,
        ..ParseOptions::default()
    };
    for setup in stream(bytes, format, &lines) {
        drop(setup);
    }
    ALLOCATED.peak_usage().saturating_sub(before)
}

#[test]
fn damage_at_any_place_costs_little_memory_and_no_panic() {
    const MOST: usize = 8 << 20;
    // There are seven kinds of damage, so each is there at every third place.
    const STEP: usize = 3;
    for format in Format::ALL {
        for sample in written(format) {
            for bytes in damaged(&sample).into_iter().step_by(STEP) {
                let held = most_held(&bytes, format);
                assert!(
                    held <= 16 * bytes.len() + MOST,
                    "{format}: {held} bytes for {bytes:?}"
                );
            }
        }
    }
    for (format, bytes) in lies() {
        let held = most_held(&bytes, format);
        let length = bytes.len();
        assert!(
            held <= 16 * length + MOST,
            "{format}: {held} bytes for {length}"
        );
    }
    let held = most_held_of_endless_line();
    assert!(held <= 64 << 20, "{held} bytes of a line without end");
}

/// Lengths that promise more than there is, and depths that no stack holds.
fn lies() -> Vec<(Format, Vec<u8>)> {
    let nested = "(;B[hh]".repeat(100_000);
    let deep = format!("({})", ";B[aa];W[bb]".repeat(200_000));
    let mut library =
        b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0".to_vec();
    library.extend([0x00, 0x80].repeat(200_000));
    let mut lies = few_bytes_for_much();
    lies.extend([
        (Format::Sgf, nested.into_bytes()),
        (Format::Sgf, deep.into_bytes()),
        (Format::Sgf, b"(;C[".repeat(50_000)),
        (Format::Lib, library),
    ]);
    for format in Format::ALL.into_iter().filter(|format| format.is_binary()) {
        lies.push((format, vec![0xff; 100_000]));
        lies.push((format, vec![0; 100_000]));
        lies.push((
            format,
            [&[0xff, 0xff, 0xff, 0xff][..], &[0x7f; 1000]].concat(),
        ));
        // A frame of LZ4 that says it holds 4 GB.
        let claim = [
            0x04, 0x22, 0x4d, 0x18, 0x6c, 0x70, 0, 0, 0, 0, 1, 0, 0, 0, 0xc0, 0xff,
        ];
        lies.push((format, claim.to_vec()));
    }
    lies
}

/// Points of rectangles, empty values, nodes that say nothing, a quote without an end.
fn few_bytes_for_much() -> Vec<(Format, Vec<u8>)> {
    [
        (Format::Sgf, "(;SZ[20]", ";AB[aa:tt]AE[aa:tt]", 100_000),
        (Format::Sgf, "(;SZ[20];MA", "[aa:tt]", 300_000),
        (Format::Sgf, "(;ZZ", "[]", 1_000_000),
        (Format::Sgf, "(;", ";", 4_000_000),
        (Format::Csv, "id,moves\n\"", "a\n", 1_000_000),
    ]
    .map(|(format, begun, part, count)| (format, (begun.to_owned() + &part.repeat(count)).into()))
    .to_vec()
}

/// 64 MiB on one line: more than is read of it.
fn most_held_of_endless_line() -> usize {
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    for format in [Format::Sgf, Format::Moves, Format::Psq] {
        let line = BufReader::new(std::io::repeat(b'x').take(64 << 20));
        let found = stream(line, format, &ParseOptions::default()).count();
        assert!(found > 0, "{format}");
    }
    ALLOCATED.peak_usage().saturating_sub(before)
}
