//! Formats that are known by their beginning and not read yet.

use std::collections::HashSet;

/// The name of a format that bytes begin in.
pub(super) fn of_bytes(bytes: &[u8]) -> Option<&'static str> {
    let has = |at: usize, magic: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(magic));
    if has(0, b"\xffRenLib\xff") || has(0, b"\x78") && is_binary(bytes) {
        Some("lib")
    } else if has(0, &[0x04, 0x22, 0x4d, 0x18]) || is_plain_database(bytes) {
        Some("db") // An LZ4 frame may also hold samples.
    } else if has(60, b"5Ren") || has(64, b"5Ren") {
        Some("pdb")
    } else if is_binary(bytes) && is_pos(bytes) {
        Some("pos")
    } else {
        None
    }
}

/// Whether bytes have control characters that no text has.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let is_control = |byte: &u8| *byte < 0x20 && !b"\t\n\x0c\r\x1a\x1b".contains(byte);
    !is_utf16 && bytes.iter().any(is_control)
}

/// A number of moves and as many bytes, each a point of 15x15 or a pass, no point twice.
fn is_pos(bytes: &[u8]) -> bool {
    const PASS: u8 = 0xf0;
    let [count, moves @ ..] = bytes else {
        return false;
    };
    let mut seen = HashSet::new();
    (1..=225).contains(count)
        && moves.len() == usize::from(*count)
        && moves
            .iter()
            .all(|&at| at == PASS || at < 225 && seen.insert(at))
}

/// A number of records, then the key of the first: its length, a rule, a width and a height.
fn is_plain_database(bytes: &[u8]) -> bool {
    let [_, _, _, 0, low, high, rule, width, height, ..] = *bytes else {
        return false;
    };
    let key = u16::from_le_bytes([low, high]);
    key >= 3 && key % 2 == 1 && rule <= 2 && width == height && width <= 32
}

/// The name of a format that the first line of a text begins.
pub(super) fn of_first_line(line: &str) -> Option<&'static str> {
    const BEGINNINGS: [(&str, &str); 8] = [
        ("(;", "sgf"),
        ("Piskvorky", "psq"),
        ("<?xml", "rif"),
        ("<database", "rif"),
        (",=[", "bdt"),
        ("index,key,label", "db-csv"),
        ("Position,Move,Result", "sample-csv"),
        ("{\"coordinates\"", "openings-json"),
    ];
    let packed: String = line
        .chars()
        .filter(|char| !char.is_whitespace())
        .take(40)
        .collect();
    let packed = packed.trim_start_matches('\u{feff}');
    let begins = |(beginning, _): &&(&str, &str)| packed.starts_with(beginning);
    let found = BEGINNINGS.iter().find(begins).map(|&(_, name)| name);
    found
        .or((packed == "(").then_some("sgf"))
        .or(is_sample(line).then_some("sample-csv"))
}

/// Moves, one move, and a result from 0 to 2.
fn is_sample(line: &str) -> bool {
    let fields: Vec<&str> = line.trim().split(',').collect();
    let [game, next, "0" | "1" | "2"] = fields[..] else {
        return false;
    };
    game.starts_with(|char: char| char.is_ascii_lowercase()) && (2..=3).contains(&next.len())
}

/// The name of a format that has nothing but numbers on its lines.
pub(super) fn of_lines(lines: &[String]) -> Option<&'static str> {
    if is_sav(lines) {
        Some("sav")
    } else if lines.iter().all(|line| is_offsets(line)) {
        Some("openings-offset")
    } else {
        None
    }
}

/// A side twice, a number of moves, and two numbers on each line after them.
fn is_sav(lines: &[String]) -> bool {
    let number = |at: usize| lines.get(at)?.trim().parse::<u16>().ok();
    let is_move = |line: &String| {
        let numbers = line.split_whitespace().map(str::parse::<u8>);
        numbers.clone().count() == 2 && numbers.clone().all(|number| number.is_ok())
    };
    let count = number(2).map(usize::from);
    number(0).is_some_and(|side| (5..=32).contains(&side))
        && number(0) == number(1)
        && count.is_some_and(|count| count <= lines.len() - 3)
        && lines[3..].iter().all(is_move)
}

/// Pairs of numbers near 0, no pair twice.
fn is_offsets(line: &str) -> bool {
    let numbers: Result<Vec<i8>, _> = line
        .trim()
        .trim_end_matches(',')
        .split(',')
        .map(|number| number.trim().parse::<i8>())
        .collect();
    let mut seen = HashSet::new();
    numbers.is_ok_and(|numbers| {
        numbers.len() % 2 == 0
            && numbers.iter().all(|number| number.abs() <= 10)
            && numbers
                .chunks(2)
                .all(|pair| seen.insert((pair[0], pair[1])))
    })
}
