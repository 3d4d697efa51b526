use crate::{
    ErrorCode, Format, Impossible, Loss, ParseError, ParseOptions, ParsedSetup, WriteError, detect,
    read, stream, write,
};
use renju_core::position::{GameInfo, Setup};
use renju_core::rule::Rule;

const GAME: &str = "Piskvorky 20x20, 7:11, 0\n10,10,0\n11,12,4500\n10,13\n1,1,65\none.zip\nother.zip\n0\n\
                    1,Freestyle15_1\n";

fn items(text: &[u8], format: Format) -> Vec<Result<ParsedSetup, ParseError>> {
    stream(text, format, &ParseOptions::default()).collect()
}

fn one(text: &str, format: Format) -> Setup {
    items(text.as_bytes(), format).remove(0).unwrap().setup
}

fn names(setup: &Setup) -> String {
    let names = setup.moves.iter().flatten().map(ToString::to_string);
    names.collect::<Vec<_>>().join(" ")
}

fn written(setup: &Setup, format: Format) -> (String, Vec<Loss>) {
    let (bytes, lost) = match write(setup, format) {
        Ok(bytes) => (bytes, Vec::new()),
        Err(WriteError::Lossy(lossy)) => {
            let lost = lossy.lost.iter().map(|(loss, _)| loss).collect();
            (lossy.bytes, lost)
        }
        Err(WriteError::Impossible(impossible)) => panic!("{impossible}"),
    };
    (String::from_utf8(bytes).unwrap(), lost)
}

#[test]
fn a_game_has_moves_from_the_top_with_times_and_names() {
    let options = ParseOptions::default();
    assert_eq!(detect(GAME.as_bytes(), &options), Ok(Format::Psq));
    let setup = one(GAME, Format::Psq);
    assert_eq!(names(&setup), "J11 K9 J8 A20");
    assert_eq!(setup.size.map(u8::from), Some(20));
    assert_eq!(setup.rule, Some(Rule::Freestyle));
    let info = setup.info.as_deref().unwrap();
    assert_eq!(info.times, [Some(0), Some(4500), None, Some(65)]);
    assert_eq!(info.black_player.as_deref(), Some("one.zip"));
    assert_eq!(info.white_player.as_deref(), Some("other.zip"));
    assert_eq!(info.properties.len(), 3, "{:?}", info.properties);
    assert_eq!(written(&setup, Format::Psq), (GAME.to_owned(), Vec::new()));
}

#[test]
fn the_second_player_may_move_first() {
    let text = "Piskvorky 15x15, 0:0, 1\r\n8,8,5\r\nwhite\r\nblack\r\n-1\r\n";
    let setup = one(text, Format::Psq);
    let info = setup.info.as_deref().unwrap();
    assert_eq!(info.black_player.as_deref(), Some("black"));
    assert_eq!(written(&setup, Format::Psq), (text.to_owned(), Vec::new()));
}

#[test]
fn other_ways_to_write_it_are_read() {
    for (text, code) in [
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,8,0\n-1\n", true),
        ("Piskvorky 15x15 , 0 - 0\r\n8, 8\r\n9, 8\r\n-1", true),
        (
            "\u{feff}Piskvorky 15x15, 0:0, 0\n\n8,8\n9 , 8 , 0\n\n-1\nremarks\n",
            true,
        ),
        ("Piskvorky 15x15\n8,8,0\n9,8,0\n", false),
    ] {
        let found = items(text.as_bytes(), Format::Psq).remove(0).unwrap();
        assert_eq!(names(&found.setup), "H8 I8", "{text}");
        assert_eq!(found.warnings.is_empty(), code, "{text}");
        assert_eq!(
            detect(text.as_bytes(), &ParseOptions::default()),
            Ok(Format::Psq)
        );
    }
    let plain = one("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,8,0\n-1\n", Format::Psq);
    assert_eq!(plain.info, None, "zeros say nothing of times");
}

#[test]
fn several_games_may_follow_each_other() {
    let text = format!("{GAME}{GAME}Piskvorky 99x99\n8,8\n{GAME}");
    let found = items(text.as_bytes(), Format::Psq);
    let good: Vec<_> = found.iter().flatten().map(|game| game.line).collect();
    assert_eq!(good, [Some(1), Some(10), Some(21)]);
    let error = found[2].as_ref().unwrap_err();
    assert_eq!((error.code, error.line), (ErrorCode::BadSize, Some(19)));
}

#[test]
fn a_mistake_ends_the_game_and_is_named() {
    for (text, code, line, moves, words) in [
        (
            "8,8,1\n8,8,2\n9,9,3\n0",
            ErrorCode::PointTaken,
            3,
            "H8",
            "H8 is taken by move 1; the 2 moves",
        ),
        (
            "8,8\n16,1\n-1",
            ErrorCode::OffBoard,
            3,
            "H8",
            "16,1 is off the 15x15 board; this move",
        ),
        (
            "8,8\n0,1\n-1",
            ErrorCode::OffBoard,
            3,
            "H8",
            "this move is left out",
        ),
        (
            "8,8\n9;9\n7,7\n-1",
            ErrorCode::BadPoint,
            3,
            "H8",
            "\"9;9\" is no move; this move",
        ),
        (
            "99999999999999999999,1",
            ErrorCode::OffBoard,
            2,
            "",
            "left out",
        ),
    ] {
        let text = format!("Piskvorky 15x15, 0:0, 0\n{text}\n");
        let mut found = items(text.as_bytes(), Format::Psq);
        let error = found.pop().unwrap().unwrap_err();
        assert_eq!((error.code, error.line), (code, Some(line)), "{text}");
        assert!(error.message.contains(words), "{}", error.message);
        let good = found.pop().map(|game| names(&game.unwrap().setup));
        assert_eq!(good.unwrap_or_default(), moves, "{text}");
    }
    for text in [
        "",
        "\n",
        "8,8,0\n",
        "Piskvorky\n",
        "Piskvorky 15x14, 0:0, 0\n8,8\n-1\n",
    ] {
        let found = items(text.as_bytes(), Format::Psq);
        assert!(found.len() == 1 && found[0].is_err(), "{text:?}");
    }
    let other = ParseOptions {
        size: "15".parse().ok(),
        ..ParseOptions::default()
    };
    let error = read(GAME.as_bytes(), Format::Psq, &other).unwrap_err();
    assert_eq!((error.code, error.line), (ErrorCode::BadSize, Some(1)));
}

#[test]
fn a_rec_names_the_players_and_counts_from_0() {
    let text = "one\nother\n7,7,456\n8,6,10\n0\n";
    let options = ParseOptions::default();
    assert_eq!(detect(text.as_bytes(), &options), Ok(Format::Rec));
    let found = items(text.as_bytes(), Format::Rec).remove(0).unwrap();
    assert_eq!(names(&found.setup), "H8 I9");
    assert!(found.warnings[0].message.contains("15x15 is assumed"));
    assert_eq!(
        written(&found.setup, Format::Rec),
        (text.to_owned(), Vec::new())
    );
    let large = ParseOptions {
        size: "20".parse().ok(),
        ..options
    };
    let large = read(text.as_bytes(), Format::Rec, &large)
        .unwrap()
        .remove(0);
    assert_eq!(names(&large.setup), "H13 I14");
    assert!(large.warnings.is_empty());
    assert_eq!(
        written(&large.setup, Format::Rec),
        (text.to_owned(), vec![Loss::Size])
    );
    let short = "?\nother\n7,7\n-1\n0,Renju\n";
    assert_eq!(detect(short.as_bytes(), &options), Ok(Format::Rec));
    for bad in ["", "one\n", "one\n7,7\n", "one\nother\n15,0,1\n0\n"] {
        let found = items(bad.as_bytes(), Format::Rec);
        assert!(found.len() == 1 && found[0].is_err(), "{bad:?}");
    }
}

#[test]
fn what_cannot_be_written_is_lost_or_refused() {
    let mut setup = one(GAME, Format::Psq);
    let info = setup.info.as_mut().unwrap();
    info.black_player = Some("8,8".to_owned());
    info.white_player = Some("a\nb".to_owned());
    info.result = Some("B+".to_owned());
    info.properties
        .push(("OTHER".to_owned(), vec!["x".to_owned()]));
    info.times = vec![Some(1); 5];
    let (text, lost) = written(&setup, Format::Psq);
    let expected = [Loss::Players, Loss::Result, Loss::Times, Loss::Properties];
    assert_eq!(lost, expected);
    assert!(text.contains("\n1,1,1\n0\n1,Freestyle15_1\n"), "{text}");
    setup.moves.push(None);
    let refused = WriteError::Impossible(Impossible::Pass);
    assert_eq!(write(&setup, Format::Psq), Err(refused.clone()));
    assert_eq!(write(&setup, Format::Rec), Err(refused));
}

#[test]
fn zeros_at_the_end_say_nothing_of_times() {
    let times: [&[Option<u64>]; 2] = [&[None, None, Some(0)], &[Some(0); 3]];
    for times in times {
        let game = one(
            "Piskvorky 15x15, 0:0, 0\n8,8\n1,15\n15,1\n-1\n",
            Format::Psq,
        );
        let info = GameInfo {
            times: times.to_vec(),
            ..GameInfo::default()
        };
        let setup = Setup {
            info: Some(Box::new(info)),
            ..game
        };
        assert_eq!(written(&setup, Format::Psq).1, [Loss::Times], "{times:?}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    let times: [&[Option<u64>]; 4] = [
        &[],
        &[Some(7)],
        &[None, Some(0)],
        &[Some(0), Some(0), Some(1)],
    ];
    let players = [None, Some("one"), Some("x]\\ 8"), Some("-1a")];
    for (times, black) in times.into_iter().zip(players) {
        for white in players {
            let game = one(
                "Piskvorky 15x15, 0:0, 0\n8,8\n1,15\n15,1\n-1\n",
                Format::Psq,
            );
            let info = GameInfo {
                times: times.to_vec(),
                black_player: black.map(str::to_owned),
                white_player: white.map(str::to_owned),
                ..GameInfo::default()
            };
            let setup = Setup {
                info: (!info.is_empty()).then(|| Box::new(info)),
                ..game
            };
            for format in [Format::Psq, Format::Rec] {
                let (text, lost) = written(&setup, format);
                let mut back = one(&text, format);
                back.size = setup.size;
                assert_eq!((back, lost), (setup.clone(), Vec::new()), "{text}");
            }
        }
    }
}

/// Cut at every place, and every byte changed: no panic, and an end.
#[test]
fn damaged_files_are_read_to_their_end() {
    let rec = "one\nother\n7,7,456\n8,6,10\n0\n";
    for (text, format) in [(GAME, Format::Psq), (rec, Format::Rec)] {
        for at in 0..text.len() {
            assert!(items(&text.as_bytes()[..at], format).len() <= 2);
            for byte in [0, b'\n', b',', b'9', b'-', 0xff] {
                let mut bytes = text.as_bytes().to_vec();
                bytes[at] = byte;
                assert!((1..=3).contains(&items(&bytes, format).len()));
            }
        }
    }
}
