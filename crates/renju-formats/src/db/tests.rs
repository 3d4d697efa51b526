use crate::{
    Encoding, ErrorCode, Format, Impossible, Loss, Origin, ParseError, ParseOptions, ParsedGame,
    WriteError, WriteOptions, detect, games, write_game,
};
use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::position::{Game, GameNode, NodeText, StoredValue, Tree, ValueBound};
use renju_core::rule::Rule;

use super::binary::records_of;

/// A header, and H8 against I9 with a pass, a label and texts.
const SMALL: &[u8] = b"\x02\0\0\0\
    \x03\0\0\0\0\x14\0\0\0\0\0\0charset=\"UTF-8\"\
    \x09\0\x02\x0f\x0f\x07\x07\xff\xff\x08\x08\x17\0w\x77\xb8\x8e\x33@BTXT@E0A1\x08one\x08two";

const EXPORT: &str = "index,key,label,value,depth,bound,text\n\
    0,r-15-15-h8-i9-w,w,-18313,3299,lower,\"@BTXT@E0A1\\bone\\btwo\"\n";

fn points(names: &str) -> Vec<Point> {
    let names = names.split_whitespace();
    names.map(|name| name.parse().unwrap()).collect()
}

fn read_all(
    bytes: &[u8],
    format: Format,
    options: ParseOptions,
) -> (Vec<ParsedGame>, Vec<ParseError>) {
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for item in games(bytes, format, &options) {
        match item {
            Ok(game) => found.push(game),
            Err(error) => errors.push(error),
        }
    }
    (found, errors)
}

fn read(bytes: &[u8], format: Format) -> Vec<Game> {
    let (found, errors) = read_all(bytes, format, ParseOptions::default());
    assert_eq!(errors, []);
    found.into_iter().map(|parsed| parsed.game).collect()
}

fn written(game: &Game, format: Format) -> Vec<u8> {
    write_game(game, format, &WriteOptions::default()).unwrap()
}

/// A position as the readers give one.
fn record(black: &str, white: &str, to_move: Color) -> Game {
    let mut game = Game {
        size: Some(Size::RENJU),
        rule: Some(Rule::Renju),
        ..Game::default()
    };
    let more = game.tree.node_mut(Tree::ROOT).more_mut();
    (more.black, more.white) = (points(black), points(white));
    more.to_move = Some(to_move);
    game
}

fn small() -> Game {
    let mut game = record("H8", "I9", Color::White);
    let root = game.tree.node_mut(Tree::ROOT);
    let (title, comment) = ("one".to_owned(), "two".to_owned());
    *root.text_mut() = NodeText { title, comment };
    let more = root.more_mut();
    more.labels = vec![("O1".parse().unwrap(), "A1".to_owned())];
    more.value = Some(StoredValue {
        label: Some('w'),
        value: Some(-18313),
        depth: Some(3299),
        bound: Some(ValueBound::Lower),
    });
    game
}

/// Positions with everything that a database says.
fn games_of_all_kinds() -> Vec<Game> {
    let mut made = vec![
        record("", "", Color::Black),
        record("H8", "", Color::White),
        record("", "A1 H8", Color::White),
        record("A1 B2 H8", "", Color::Black),
        record("A1 C3", "B2 H8", Color::White),
    ];
    made[1].size = Some(Size::MIN);
    made[1].tree.node_mut(Tree::ROOT).more_mut().black = points("E5");
    made[2].size = Some(Size::MAX);
    made[2].rule = Some(Rule::Freestyle);
    made[3].rule = Some(Rule::Standard);
    let comments = [
        ("", "@BTXT@ \\ \" \\n"),
        ("", "a\u{8}b\0"),
        ("t\n", ""),
        ("t", "\u{8}\r\n,"),
        ("", "四\0\0"),
    ];
    for (number, comment) in comments.into_iter().enumerate() {
        for has_label in [false, true] {
            let mut game = record("H8", "I9", Color::Black);
            let root = game.tree.node_mut(Tree::ROOT);
            let (title, comment) = (comment.0.to_owned(), comment.1.to_owned());
            *root.text_mut() = NodeText { title, comment };
            let more = root.more_mut();
            if has_label {
                let labels = ["", "\" \\ 黒\r", "O"];
                let at = points("O15 A1 K11");
                more.labels = at.into_iter().zip(labels.map(str::to_owned)).collect();
            }
            more.value = Some(StoredValue {
                label: [
                    None,
                    Some(StoredValue::UNDECIDED),
                    Some('\u{e9}'),
                    Some(','),
                    Some('!'),
                ][number],
                value: Some(-30_000),
                depth: Some(-1),
                bound: Some(ValueBound::ALL[number % 4]),
            });
            made.push(game);
        }
    }
    made.push(small());
    made
}

#[test]
fn a_small_database_is_read_exactly() {
    // 0x338e is 3299 * 4 + 2: a lower bound.
    let options = ParseOptions::default();
    assert_eq!(detect(SMALL, &options), Ok(Format::Db));
    assert_eq!(read(SMALL, Format::Db), [small()]);
    assert_eq!(written(&small(), Format::Db), SMALL);
    let export = EXPORT.to_owned();
    assert_eq!(detect(export.as_bytes(), &options), Ok(Format::DbCsv));
    assert_eq!(read(export.as_bytes(), Format::DbCsv), [small()]);
    assert_eq!(written(&small(), Format::DbCsv), export.as_bytes());
    let top = ParseOptions {
        origin: Some(Origin::TopLeft),
        ..options
    };
    for (bytes, format) in [(SMALL, Format::Db), (export.as_bytes(), Format::DbCsv)] {
        let (found, _) = read_all(bytes, format, top);
        let more = found[0].game.tree.node(Tree::ROOT).more().unwrap();
        assert_eq!(
            (&more.white[..], more.labels[0].0),
            (&points("I7")[..], points("O15")[0])
        );
    }
}

#[test]
fn what_is_written_is_read_back() {
    for game in games_of_all_kinds() {
        for format in [Format::Db, Format::DbCsv] {
            let bytes = written(&game, format);
            let found = read(&bytes, format);
            assert_eq!(found, std::slice::from_ref(&game), "{format:?} {bytes:?}");
        }
    }
}

#[test]
fn files_of_many_records_and_frames_are_read() {
    let made = games_of_all_kinds();
    let mut file = written(&made[0], Format::Db);
    let mut count = 2;
    for game in &made[1..] {
        let other = written(game, Format::Db);
        let (more, records) = records_of(&other);
        file.extend(records);
        count += more;
    }
    file[..4].copy_from_slice(&count.to_le_bytes());
    assert_eq!(read(&file, Format::Db), made);
    let mut frame = lz4_flex::frame::FrameEncoder::new(Vec::new());
    std::io::Write::write_all(&mut frame, &file).unwrap();
    let frame = frame.finish().unwrap();
    assert_eq!(detect(&frame, &ParseOptions::default()), Ok(Format::Db));
    assert_eq!(read(&frame, Format::Db), made);
    for cut in 0..frame.len() {
        read_all(&frame[..cut], Format::Db, ParseOptions::default());
    }
}

#[test]
fn texts_without_a_header_tell_their_encoding_together() {
    let gbk = WriteOptions {
        encoding: Some(Encoding::GBK),
    };
    let mut game = small();
    game.tree.node_mut(Tree::ROOT).text_mut().comment = "第一个问题，黑先".to_owned();
    let bytes = write_game(&game, Format::Db, &gbk).unwrap();
    assert_eq!(bytes[0], 1, "no header");
    let (found, errors) = read_all(&bytes, Format::Db, ParseOptions::default());
    assert_eq!((&found[0].game, errors.len()), (&game, 0));
    assert_eq!(found[0].assumed.encoding, Encoding::GBK);
}

#[test]
fn what_a_database_does_not_say_is_lost_or_refused() {
    let impossible = |game: &Game, format| match write_game(game, format, &WriteOptions::default())
    {
        Err(WriteError::Impossible(why)) => why,
        other => panic!("{other:?}"),
    };
    let mut game = Game {
        id: Some("a".into()),
        rule: Some(Rule::Renju),
        ..Game::default()
    };
    let h8 = points("H8").pop();
    let at = game
        .tree
        .add(Tree::ROOT, GameNode::of_move(Color::Black, h8));
    game.tree
        .add(Tree::ROOT, GameNode::of_move(Color::Black, None));
    game.tree.node_mut(Tree::ROOT).text_mut().comment = "lost".to_owned();
    game.tree.node_mut(at).text_mut().comment = "kept".to_owned();
    let more = game.tree.node_mut(at).more_mut();
    more.labels = vec![("A1".parse().unwrap(), "a\nb".to_owned())];
    for format in [Format::Db, Format::DbCsv] {
        let Err(WriteError::Lossy(lossy)) = write_game(&game, format, &WriteOptions::default())
        else {
            panic!()
        };
        let lost: Vec<_> = lossy.lost.iter().collect();
        let expected = [
            Loss::Name,
            Loss::MoveOrder,
            Loss::Variations,
            Loss::Comments,
            Loss::Characters,
        ];
        assert_eq!(lost, expected.map(|loss| (loss, 1)));
        let setup = read(&lossy.bytes, format)[0].main_setup();
        assert_eq!(
            (setup.black, setup.to_move),
            (points("H8"), Some(Color::White))
        );
        let stored = setup.info.unwrap().values[0].unwrap();
        assert_eq!(
            stored.label,
            Some(StoredValue::UNDECIDED),
            "a text needs a label"
        );
        let mut nameless = small();
        nameless.rule = None;
        assert_eq!(impossible(&nameless, format), Impossible::NoRule);
        let mut open = record("A1 B1 C1", "", Color::Black);
        open.tree.node_mut(Tree::ROOT).more_mut().to_move = None;
        assert_eq!(impossible(&open, format), Impossible::SideUnclear);
    }
    let mut long = small();
    long.tree.node_mut(Tree::ROOT).text_mut().comment = "x".repeat(1 << 16);
    assert!(matches!(
        impossible(&long, Format::Db),
        Impossible::TooMany(_)
    ));
}

#[test]
fn mistakes_leave_the_other_records() {
    let base = &SMALL[31..];
    let with = |changes: &[(usize, u8)]| {
        let mut record = base.to_vec();
        for &(at, byte) in changes {
            record[at] = byte;
        }
        let file = [&b"\x02\0\0\0"[..], &record, base].concat();
        let (found, errors) = read_all(&file, Format::Db, ParseOptions::default());
        assert_eq!(found.last().map(|found| &found.game), Some(&small()));
        assert_eq!((errors.len(), errors[0].offset), (1, Some(4)));
        (found.len(), errors[0].code)
    };
    assert_eq!(with(&[(2, 3)]), (1, ErrorCode::BadRule));
    assert_eq!(with(&[(3, 14)]), (1, ErrorCode::BadSize));
    assert_eq!(with(&[(5, 15)]), (1, ErrorCode::OffBoard));
    assert_eq!(with(&[(9, 7), (10, 7)]), (1, ErrorCode::PointTaken));
    assert_eq!(
        with(&[(5, 255), (6, 255), (7, 7), (8, 7)]),
        (1, ErrorCode::BadFile)
    );
    assert_eq!(
        with(&[(24, b'F')]),
        (2, ErrorCode::BadFile),
        "a label off the board"
    );
    let end = |bytes: &[u8]| {
        let (found, errors) = read_all(bytes, Format::Db, ParseOptions::default());
        assert_eq!(
            (found.len(), errors.len(), errors[0].code),
            (1, 1, ErrorCode::BadFile)
        );
        errors[0].offset
    };
    let mut lie = SMALL.to_vec();
    lie[..4].fill(0xff);
    assert_eq!(end(&lie), Some(SMALL.len() as u64));
    assert_eq!(end(&[SMALL, b"x"].concat()), Some(SMALL.len() as u64));
    for row in [
        "0,q-15-15-h8-i9-w,w,0,0,none,\"\"",
        "0,r-15-14-h8-i9-w,w,0,0,none,\"\"",
        "0,r-15-15-h8-p9-w,w,0,0,none,\"\"",
        "0,r-15-15-h8-h8-w,w,0,0,none,\"\"",
        "0,r-15-15-h8-i9-x,w,0,0,none,\"\"",
        "0,r-15-15-h8-i9-w,ww,0,0,none,\"\"",
        "0,r-15-15-h8-i9-w,w,x,0,none,\"\"",
        "0,r-15-15-h8-i9-w,w,0,0,nine,\"\"",
        "0,r-15-15-h8-i9-w,w,0,0,none,\"",
        "0,r-15-15-h8-i9-w",
        "四,四-四,,,,,,",
    ] {
        let export = EXPORT.to_owned();
        let text = format!("{export}{row}\n{}", export.lines().nth(1).unwrap());
        let (found, errors) = read_all(text.as_bytes(), Format::DbCsv, ParseOptions::default());
        assert_eq!(
            (found.len(), errors.len(), errors[0].line),
            (2, 1, Some(3)),
            "{row}"
        );
    }
}

#[test]
fn no_damage_is_a_panic() {
    let made = games_of_all_kinds();
    let game = &made[made.len() - 2];
    for format in [Format::Db, Format::DbCsv] {
        let bytes = written(game, format);
        for cut in 0..bytes.len() {
            read_all(&bytes[..cut], format, ParseOptions::default());
        }
        for at in 0..bytes.len() {
            for flip in 1..=255 {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                let (found, _) = read_all(&damaged, format, ParseOptions::default());
                for found in found {
                    let again = write_game(&found.game, format, &WriteOptions::default());
                    assert!(!matches!(again, Err(WriteError::Impossible(_))));
                }
            }
        }
    }
}
