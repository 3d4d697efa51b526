use crate::{ErrorCode, Format, ParseError, ParseOptions, ParsedSetup, read, stream};
use renju_core::board::Color;
use renju_core::geometry::Point;
use renju_core::position::Setup;
use renju_core::rule::Rule;

use super::parse_moves;

fn game(text: &str) -> Setup {
    parse_moves(text, &ParseOptions::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> ParseError {
    parse_moves(text, &ParseOptions::default()).unwrap_err()
}

fn moves(names: &str) -> Vec<Option<Point>> {
    names
        .split_whitespace()
        .map(|name| name.parse().ok())
        .collect()
}

fn points(names: &str) -> Vec<Point> {
    moves(names).into_iter().flatten().collect()
}

#[test]
fn one_game_is_read_from_every_manner_of_writing() {
    for text in [
        "h8h9f10",
        "H8H9F10",
        "h8 h9 f10",
        " H8,H9;F10, ",
        "h8-h9-f10",
        "h08+h09+f10",
        "8H 9H 10F",
        "8h, 9h, 10f",
        "1. h8 2. h9 3. f10",
        "1.h8 2.h9 3.f10",
        "1. h8 h9 2. f10",
        "#h8h9f10",
        "g:h8h9f10",
        "# h8 h9 f10",
        "https://example.org/#/h8h9f10",
        "see https://example.org/x/h8h9f10/ for it",
        "https://example.org/?game=h8h9f10",
        "https://example.org/#g:h8h9f10a1,c:3",
        "ｈ８ｈ９ｆ１０",
        "h8\nh9\nf10",
        "h8 h9 f10.",
        "h8. h9. f10.",
        "1. h8 2. h9 3. f10.",
        "h8 h9 f10。",
        "H8、H9、F10",
        "H8，H9，F10",
        "moves: h8 h9 f10",
        "着法：H8 H9 F10",
        "(h8 h9 f10)",
        "[h8, h9, f10]",
    ] {
        assert_eq!(game(text).moves, moves("H8 H9 F10"), "{text}");
    }
}

#[test]
fn no_text_is_the_empty_board() {
    for text in ["", "  ", "#g:"] {
        assert_eq!(game(text), Setup::default());
    }
}

#[test]
fn passes_are_moves() {
    for text in [
        "h8 pass f10",
        "h8--f10",
        "h8 -- f10",
        "h8passf10",
        "8H PASS 10F",
        "H8 停一着 F10",
        "H8 停着 F10",
        "1. H8 2. 停一手 3. F10",
        "H8 虚手 F10",
    ] {
        assert_eq!(game(text).moves, moves("H8 pass F10"), "{text}");
    }
}

/// The only game of a file.
fn only_game(text: &str) -> ParsedSetup {
    let found = read(text.as_bytes(), Format::Moves, &ParseOptions::default());
    let mut found = found.unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0)
}

#[test]
fn stones_with_colours_that_do_not_take_turns_have_no_order() {
    for (text, black, white) in [
        ("黑F8 黑G8 黑H6 黑H7", "F8 G8 H6 H7", ""),
        ("黑F8、黑G8、黑H6", "F8 G8 H6", ""),
        ("黑F8黑G8白H6白H7", "F8 G8", "H6 H7"),
        ("黑F8 白G8 白H6 黑H7", "F8 H7", "G8 H6"),
        ("black f8 black g8 white h6", "F8 G8", "H6"),
        ("B:F8 B:G8", "F8 G8", ""),
        ("B: F8 B: G8", "F8 G8", ""),
        ("●F8 ●G8 ○H6", "F8 G8", "H6"),
        ("f8 black g8 black", "F8 G8", ""),
        ("黑F8 黑G8\n白H6 白H7", "F8 G8", "H6 H7"),
        ("黑F8 黑G8\n白H6 黑H7", "F8 G8 H7", "H6"),
        ("Black: f8 g8 White: h6 h7", "F8 G8", "H6 H7"),
        ("黑：F8、G8，白：H6、H7", "F8 G8", "H6 H7"),
    ] {
        let setup = only_game(text).setup;
        assert_eq!(setup.black, points(black), "{text}");
        assert_eq!(setup.white, points(white), "{text}");
        assert!(setup.moves.is_empty(), "{text}");
    }
    let even = only_game("白：I9 G9 黑：H8 G7").setup;
    assert_eq!(even.first, None, "equal counts are black's turn");
}

#[test]
fn stones_with_colours_that_take_turns_are_a_game() {
    for text in [
        "黑H8 白I9 黑G7",
        "黑H8白I9黑G7",
        "1.黑H8 2.白I9 3.黑G7",
        "1.黑H8 白I9 2.黑G7",
        "B:H8 W:I9 B:G7",
        "●H8 ○I9 ●G7",
        "h8 black i9 white g7 black",
        "H8 白I9 黑G7",
        "1) h8 2) i9 3) g7",
        "1、h8 2、i9 3、g7",
        "1.h8 i9 2.g7 *",
        "1. h8 i9\n2. g7.",
    ] {
        let found = only_game(text);
        assert_eq!(found.setup.moves, moves("H8 I9 G7"), "{text}");
        assert_eq!(found.setup.first, None, "{text}");
        assert!(found.warnings.is_empty(), "{text}: {:?}", found.warnings);
    }
    let passed = only_game("黑H8 白虚手 黑G7").setup;
    assert_eq!(passed.moves, moves("H8 pass G7"));
    for text in ["白H8 黑I9 白G7", "h8 white i9 black g7 white"] {
        assert_eq!(only_game(text).setup.first, Some(Color::White), "{text}");
    }
}

#[test]
fn colours_and_numbers_of_a_line_that_contradict_its_moves_are_said() {
    let other = "the text gives a move to black, but in order it is white's";
    let white = "the text gives a move to white, but in order it is black's";
    let numbers = "the numbers of the moves do not fit them";
    for (text, said) in [
        ("1.黑H8 2.黑I9", vec![(other, 9)]),
        (
            "1.黑H8 2.白I9 3.黑G7 4.白 5.黑I7",
            vec![(numbers, 1), (other, 25)],
        ),
        ("1. 黑 h8 2. 黑 i9", vec![(other, 12)]),
        ("黑H8 白I9 黑G7\n黑G9 白H9", vec![(other, 1)]),
        ("黑H8 白I9\n黑G7 黑G9", vec![(other, 5)]),
        ("H8 黑I9 白G7", vec![(other, 4)]),
        ("black h8 g7 white i9 g9 black k10", vec![(white, 13)]),
        ("1: h8 2: i9 4: g7", vec![(numbers, 1)]),
    ] {
        let warnings = only_game(text).warnings;
        let found = warnings
            .iter()
            .map(|one| (one.message.as_str(), one.column.unwrap_or_default()));
        assert_eq!(found.collect::<Vec<_>>(), said, "{text}");
    }
}

#[test]
fn fields_of_an_address_make_a_position() {
    let free = game("#b:h8i9,w:g7g8,p:h7");
    assert_eq!(free.black, points("H8 I9"));
    assert_eq!(free.white, points("G7 G8"));
    let uneven = game("g:h8i9,b:a1b1c1");
    assert_eq!(uneven.first, Some(Color::Black));
    let mixed = game("g:h8i9,b:a1,w:o15,l:h8i9,gid:123");
    assert_eq!(mixed.moves, moves("H8 I9"));
    assert_eq!(mixed.black, points("A1"));
    assert_eq!(mixed.id.as_deref(), Some("123"));
    let exchanged = game("#g:h8i9,o:i");
    assert_eq!(exchanged.first, Some(Color::White));
    assert_eq!(game("g:h8,i9,c:1").moves, moves("H8"));
    assert_eq!(
        error("#g:h8,x:i9").message,
        "\"x:i9\" is no field of an address"
    );
    assert_eq!(error("#g:h8i9,b:i9").message, "I9 is taken by move 2");
    assert_eq!(error("#g:h8,c:x").message, "\"x\" is no number of moves");
}

#[test]
fn mistakes_are_shown_at_their_place() {
    for (text, code, column, width) in [
        ("h8 é9", ErrorCode::BadPoint, 4, 2),
        ("h8 i", ErrorCode::BadPoint, 4, 1),
        ("h8 9", ErrorCode::BadPoint, 4, 1),
        ("8H9I", ErrorCode::BadPoint, 1, 4),
        ("h8 i16", ErrorCode::OffBoard, 4, 3),
        ("h8p8", ErrorCode::OffBoard, 3, 2),
        ("h8 z99999999999999999999", ErrorCode::OffBoard, 4, 21),
        ("h8i9 H8", ErrorCode::PointTaken, 6, 2),
        ("8H 9I 99J", ErrorCode::OffBoard, 7, 3),
        ("h0", ErrorCode::OffBoard, 1, 2),
    ] {
        let error = error(text);
        assert_eq!(error.code, code, "{text}");
        assert_eq!((error.column, error.width), (Some(column), width), "{text}");
    }
    assert_eq!(error("h8i9h8").message, "H8 is taken by move 1");
    assert_eq!(error("t20").message, "T20 is off the 15x15 board");
}

#[test]
fn settings_change_what_names_mean() {
    let reading = ParseOptions {
        size: "20".parse().ok(),
        origin: "top-left".parse().ok(),
        letters: "skip-i".parse().ok(),
        ..ParseOptions::default()
    };
    let game = parse_moves("a1 j20", &reading).unwrap();
    assert_eq!(game.moves, moves("A20 I1"));
    assert_eq!(game.size, reading.size);
    assert_eq!(
        parse_moves("i1", &reading).unwrap_err().code,
        ErrorCode::BadPoint
    );
}

#[test]
fn tags_stay_with_a_game_without_numbers_and_no_number_is_too_large() {
    let text = b"[Black \"ann\"]\nh8 i9\n\n4294967295. h8 4294967296. i9\n";
    let games = read(text, Format::Moves, &ParseOptions::default()).unwrap();
    let info = games[0].setup.info.as_ref().unwrap();
    assert_eq!(info.black_player.as_deref(), Some("ann"));
    assert_eq!(games[1].setup.moves, moves("H8 I9"));
    let skips_i = ParseOptions {
        letters: "skip-i".parse().ok(),
        ..ParseOptions::default()
    };
    let twice = b"1. h8 2. j9 3. g7 4. g9 5. g8 6. k10 7. g8\n";
    let error = read(twice, Format::Moves, &skips_i).unwrap_err();
    assert_eq!(error.code, ErrorCode::PointTaken, "a flag is no heading");
}

#[test]
fn a_file_has_a_game_on_each_line() {
    let text = "# found in the wild\n# name: first\nrule: renju\nh8i9\n\nh8 i99\nsize: 20\nt20\n";
    let items: Vec<Result<ParsedSetup, ParseError>> =
        stream(text.as_bytes(), Format::Moves, &ParseOptions::default()).collect();
    let [Ok(first), Err(error), Ok(last)] = &items[..] else {
        panic!("{items:?}");
    };
    assert_eq!(first.setup.id.as_deref(), Some("first"));
    assert_eq!(first.setup.rule, Some(Rule::Renju));
    assert_eq!(
        (first.line, error.line, last.line),
        (Some(4), Some(6), Some(8))
    );
    assert_eq!(last.setup.moves, moves("T20"));
    assert_eq!((&last.setup.id, last.setup.rule), (&None, None));
}

#[test]
fn remarks_of_a_log_are_passed_over() {
    let text = "Run time: 2024.08.30 14:59:42\n8H 9I Run time: 2024.08.30 15:09:16\n10I \nGame mode: A-B C-D\n";
    let items = read(text.as_bytes(), Format::Moves, &ParseOptions::default()).unwrap();
    assert_eq!(items.len(), 2);
    assert_eq!(items[0].setup.moves, moves("H8 I9"));
    assert_eq!(items[1].setup.moves, moves("I10"));
}

#[test]
fn pairs_of_numbers_are_read_as_the_user_says() {
    let options = ParseOptions {
        pairs: "xy".parse().ok(),
        ..ParseOptions::default()
    };
    for text in [
        "8,8 9,7 7,10",
        "(8,8) (9, 7)(7,10)",
        "8,8;9,7;7,10",
        "8,8,9,7,7,10",
        "1. 8,8 9,7 2. 7,10",
    ] {
        assert_eq!(
            parse_moves(text, &options).unwrap().moves,
            moves("H8 I7 G10"),
            "{text}"
        );
    }
    let error = parse_moves("8,8 9,7", &ParseOptions::default()).unwrap_err();
    assert_eq!(error.code, ErrorCode::BadPoint);
    assert!(
        error
            .hint
            .unwrap()
            .starts_with("--pairs xy reads the column first")
    );
    let off = parse_moves("8,8 16,7", &options).unwrap_err();
    assert_eq!(
        (off.code, off.column, off.width),
        (ErrorCode::OffBoard, Some(5), 4)
    );
    let taken = parse_moves("8,8 8,8", &options).unwrap_err();
    assert_eq!(taken.code, ErrorCode::PointTaken);
}

#[test]
fn an_address_that_may_be_the_name_of_something_is_said() {
    let warnings = |text: &str| {
        let found = read(text.as_bytes(), Format::Moves, &ParseOptions::default()).unwrap();
        found[0].warnings.len()
    };
    assert_eq!(warnings("https://example.org/game/b2c3d4?x=1\n"), 1);
    assert_eq!(warnings("https://example.org/game/h8h9f10?x=1\n"), 0);
    assert_eq!(warnings("https://example.org/#/b2c3d4\n"), 0);
}
