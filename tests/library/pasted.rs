//! What people paste, in thirteen manners: every text is read rightly, or refused, or a warning tells
//! the doubt; nothing is read wrongly in silence.
//!
//! The texts and what must come out are those of `tests/data/reports` (`expected.jsonl`).

use std::fs;

use renju::notation::{Format, ParseError, ParseOptions, ParsedSetup, detect_named, stream};
use renju::position::{Position, PositionOverrides};
use serde_json::{Value, json};

#[path = "../../fuzz/accounted.rs"]
mod accounted;

const FOLDER: &str = "tests/data/reports";

/// A manner of pasting: what becomes of the text.
type Manner = fn(&str) -> Option<Vec<u8>>;

const MANNERS: [(&str, Manner); 13] = [
    ("as it is", |text| Some(text.into())),
    ("CR LF", |text| Some(text.replace('\n', "\r\n").into())),
    ("tabs", |text| {
        let blanks = if text.contains("  ") { "  " } else { " " };
        Some(text.replace(blanks, "\t").into())
    }),
    ("blanks behind", |text| {
        Some(text.replace('\n', "   \n").into())
    }),
    ("quoted", |text| Some(before_lines("> ", text))),
    ("indented", |text| Some(before_lines("    ", text))),
    ("marked as UTF-8", |text| {
        Some([b"\xef\xbb\xbf", text.as_bytes()].concat())
    }),
    ("prose before", |text| {
        Some(format!("Can you help me with this one?\n\n{text}").into())
    }),
    ("prose behind", |text| {
        Some(format!("{text}\nThanks a lot for any help.\n").into())
    }),
    ("full width", |text| {
        Some(text.chars().map(full_width).collect::<String>().into())
    }),
    ("GBK", |text| encoded(encoding_rs::GBK, text)),
    ("Shift-JIS", |text| encoded(encoding_rs::SHIFT_JIS, text)),
    ("EUC-KR", |text| encoded(encoding_rs::EUC_KR, text)),
];

fn before_lines(mark: &str, text: &str) -> Vec<u8> {
    text.lines()
        .flat_map(|line| format!("{mark}{line}\n").into_bytes())
        .collect()
}

fn full_width(char: char) -> char {
    match char {
        '!'..='~' => char::from_u32(u32::from(char) + 0xfee0).unwrap(),
        ' ' => '\u{3000}',
        other => other,
    }
}

/// The text in an encoding in which it is not as in UTF-8, if that has all of its characters.
fn encoded(encoding: &'static encoding_rs::Encoding, text: &str) -> Option<Vec<u8>> {
    let (bytes, _, is_lossy) = encoding.encode(text);
    (!is_lossy && bytes != text.as_bytes()).then(|| bytes.into_owned())
}

/// The options that the arguments of a row name.
fn options(arguments: &[Value]) -> ParseOptions {
    let value = |flag: &str| {
        let place = arguments.iter().position(|argument| argument == flag)?;
        arguments[place + 1].as_str()
    };
    ParseOptions {
        pairs: value("--pairs").map(|name| name.parse().unwrap()),
        origin: value("--origin").map(|name| name.parse().unwrap()),
        letters: value("--letters").map(|name| name.parse().unwrap()),
        ..ParseOptions::default()
    }
}

fn read(bytes: &[u8], name: &str, options: &ParseOptions) -> Result<Vec<ParsedSetup>, ParseError> {
    let format = detect_named(bytes, name, options)?;
    stream(bytes, format, options).collect()
}

/// What `show --json` says of a set-up, as far as the keys name it.
fn shown(parsed: &ParsedSetup) -> Value {
    let position = Position::from_setup(&parsed.setup, &PositionOverrides::default()).unwrap();
    let stones = |color| {
        let mut names: Vec<String> = position
            .board()
            .stones(color)
            .iter()
            .map(|point| point.to_string())
            .collect();
        names.sort();
        names
    };
    let moves: Vec<String> = parsed
        .setup
        .moves
        .iter()
        .map(|point| point.map_or("pass".to_owned(), |point| point.to_string()))
        .collect();
    json!({
        "size": position.board().size().get(),
        "black": stones(renju::board::Color::Black),
        "white": stones(renju::board::Color::White),
        "to_move": position.to_move().name(),
        "moves": moves,
    })
}

/// Whether a reading has what a record of the key wants.
fn fits(wanted: &Value, reading: &Value) -> bool {
    if let Some(any) = wanted.get("any_of") {
        return any.as_array().unwrap().iter().any(|one| fits(one, reading));
    }
    wanted.as_object().unwrap().iter().all(|(key, value)| {
        let mut value = value.clone();
        if let (Value::Array(names), "black" | "white") = (&mut value, key.as_str()) {
            names.sort_by_key(Value::to_string);
        }
        reading[key] == value
    })
}

/// How a text was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    Right,
    Refused,
    Warned,
    Wrong,
}

fn reading(row: &Value, bytes: &[u8]) -> Reading {
    let arguments = row["args"].as_array().unwrap();
    let found = read(bytes, row["file"].as_str().unwrap(), &options(arguments));
    let Ok(found) = found else {
        return Reading::Refused;
    };
    let no_records = Vec::new();
    let wanted = row["expect"]["records"].as_array().unwrap_or(&no_records);
    let are_right = wanted.len() == found.len()
        && wanted
            .iter()
            .zip(&found)
            .all(|(wanted, found)| fits(wanted, &shown(found)));
    match are_right {
        true => Reading::Right,
        false if found.iter().any(|found| !found.warnings.is_empty()) => Reading::Warned,
        false => Reading::Wrong,
    }
}

fn rows() -> Vec<Value> {
    let key = fs::read_to_string(format!("{FOLDER}/expected.jsonl")).unwrap();
    let rows = key.lines().map(|line| serde_json::from_str(line).unwrap());
    // The others ask for the verdict of a point, and are in the sessions.
    rows.filter(|row: &Value| row["args"][0] == "show")
        .collect()
}

#[test]
fn every_report_is_read_rightly() {
    for row in rows() {
        let file = row["file"].as_str().unwrap();
        let bytes = fs::read(format!("{FOLDER}/{file}")).unwrap();
        let is_refused = row["expect"]["records"] == json!([]);
        let wanted = if is_refused {
            Reading::Refused
        } else {
            Reading::Right
        };
        assert_eq!(reading(&row, &bytes), wanted, "{file}: {}", row["why"]);
    }
}

#[test]
fn no_manner_of_pasting_makes_a_wrong_reading_in_silence() {
    let mut counts = std::collections::BTreeMap::new();
    for row in rows() {
        let file = row["file"].as_str().unwrap();
        let Ok(text) = String::from_utf8(fs::read(format!("{FOLDER}/{file}")).unwrap()) else {
            continue;
        };
        let is_text =
            renju::notation::Format::of_file_name(file) != Some(renju::notation::Format::Pos);
        for (name, manner) in MANNERS.iter().filter(|_| is_text) {
            let Some(bytes) = manner(&text) else { continue };
            let found = reading(&row, &bytes);
            assert_ne!(found, Reading::Wrong, "{file}, {name}");
            *counts.entry((*name, format!("{found:?}"))).or_insert(0) += 1;
        }
    }
    let right = counts
        .iter()
        .filter(|((_, found), _)| found == "Right")
        .map(|(_, count)| count);
    assert!(right.sum::<usize>() >= 580, "{counts:?}");
}

/// Each character of each board of the reports in turn.
#[test]
fn no_character_of_a_board_is_dropped() {
    let mut boards = 0;
    for entry in fs::read_dir(FOLDER).unwrap() {
        let path = entry.unwrap().path();
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let found = detect_named(text.as_bytes(), "", &ParseOptions::default());
        if found == Ok(Format::Diagram) {
            boards += 1;
            let dropped = accounted::dropped_character(&text, 0, 1);
            assert_eq!(dropped, None, "{}", path.display());
        }
    }
    assert!(boards > 20, "{boards}");
}

/// Texts that may be meant otherwise than they are read, or that have something beside what is read.
#[test]
fn what_may_be_meant_otherwise_is_said() {
    let board = ".....\n..X..\n..O..\n.....\n.....\n";
    let around = format!("(;GM[4]SZ[15];B[hh];W[ig])\n\n{board}");
    let block = format!("BOARD\n7,7,1\n8,6,2\nDONE\n\n{board}");
    let texts = [
        ("a.jsonl", r#"{"moves":"h8i9","settings":{"size":19}}"#),
        ("a.jsonl", r#"{"moves":"h8i9","n":19}"#),
        ("a.jsonl", r#"{"moves":"h8i9","game":"connect6"}"#),
        ("a.jsonl", r#"{"moves":"h8i9","win_length":4}"#),
        ("a.jsonl", r#"{"moves":"h8j9","coordinates":"gtp"}"#),
        ("a.jsonl", r#"{"moves":"h8i9","currentPlayerIndex":1}"#),
        ("a.csv", "moves,side\nh8 i9 g7,black\n"),
        ("a.txt", "https://example.org/board/19/freestyle/h8i9g7"),
        ("a.txt", "https://example.org/b?black=h8,g7&white=i9,g9"),
        (
            "a.txt",
            "https://gomocalc.com/#/h8i9 https://gomocalc.com/#/h8i9g7",
        ),
        ("a.txt", "1. h8 2. i9 4. g9 5. j10"),
        ("a.txt", "1. h8 2. i9 3. g7 4. g9 5. j10 k7 6. h10"),
        ("a.txt", "1. H8\n1. I9\n2. G7\n2. G9\n"),
        ("a.txt", "1. H8 -- I9\n2. G7 -- G9\n"),
        ("a.txt", "H8 I9\nG7 G9\n"),
        ("a.txt", "b2 wrote: h8 i9 g7 g9\n"),
        ("a.sgf", "(;GM[2]SZ[8];B[fe];W[fd])"),
        ("a.sgf", &around),
        ("a.txt", &block),
        ("a.txt", "RECTSTART 20,15\nBOARD\n7,7,1\n8,6,2\nDONE\n"),
        ("a.txt", "\tmake run\n"),
        ("a.txt", "-.....\n......\n...+..\n......\n......\n......\n"),
        (
            "a.txt",
            "0 0 0 0 0\n0 1 0 3 0\n0 3 1 0 0\n0 0 0 0 0\n0 0 0 0 0\n",
        ),
        ("a.txt", "......\n...X..\n...O..\n.34...\n......\n......\n"),
    ];
    for (name, text) in texts {
        let read = read(text.as_bytes(), name, &ParseOptions::default());
        let has_warning = |read: &Vec<ParsedSetup>| read.iter().any(|one| !one.warnings.is_empty());
        assert!(!read.is_ok_and(|read| !has_warning(&read)), "{text}");
    }
    let said = r#"{"moves":"h8i9","size":15,"settings":{"size":19}}"#;
    let plain = "https://gomocalc.com/#/h8i9g7?ref=main";
    for (name, text) in [
        ("a.jsonl", said),
        ("a.txt", plain),
        ("a.txt", "H8 I9 G7\nG7 G9\n"),
    ] {
        let read = read(text.as_bytes(), name, &ParseOptions::default()).unwrap();
        assert!(read.iter().all(|one| one.warnings.is_empty()), "{text}");
    }
}
