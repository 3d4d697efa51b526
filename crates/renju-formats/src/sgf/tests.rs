use crate::{
    ErrorCode, Format, Loss, ParseError, ParseOptions, WriteError, WriteOptions, detect, games,
    parse_moves, read, stream, write, write_game,
};
use renju_core::board::Color;
use renju_core::position::{Position, PositionOverrides, Setup};

fn read_all(text: &str) -> Vec<Result<Setup, ParseError>> {
    let items = stream(text.as_bytes(), Format::Sgf, &ParseOptions::default());
    items.map(|item| item.map(|item| item.setup)).collect()
}

fn game(moves: &str) -> Setup {
    parse_moves(moves, &ParseOptions::default()).unwrap()
}

#[test]
fn a_collection_is_read_game_by_game_along_the_main_lines() {
    let text = "\u{feff} (;GM[4]SZ[15:15]RU[RIF]GN[a\\]b]\n;B[hh]C[a (joke\\) ;B[aa\\]]\n(;W[ii];B[gg])(;W[aa]))\n(;Black[hh];W[])";
    assert_eq!(
        detect(text.as_bytes(), &ParseOptions::default()),
        Ok(Format::Sgf)
    );
    let found: Vec<Setup> = read_all(text).into_iter().map(Result::unwrap).collect();
    assert_eq!(found[0].moves, game("h8 i7 g9").moves);
    assert_eq!(found[0].id.as_deref(), Some("a]b"));
    assert_eq!(found[1].moves, [game("h8").moves[0], None]);
}

#[test]
fn set_up_stones_and_rectangles() {
    let found = read_all("(;SZ[19]AB[aa:bb][dd]AW[cc]PL[B];W[tt])");
    let setup = found[0].as_ref().unwrap();
    assert_eq!(setup.black.len(), 5);
    assert_eq!(setup.black[0], "A19".parse().unwrap());
    assert_eq!(setup.moves, [None]);
}

/// Whose turn it is at the end of a game, after the stones and moves that it has.
fn turn(game: &str) -> Option<Color> {
    let found = read_all(game).remove(0).unwrap();
    let asked = PositionOverrides {
        may_leave_side_open: true,
        ..PositionOverrides::default()
    };
    let position = Position::from_setup(&found, &asked).unwrap();
    let moved = found.moves.iter().flatten().count();
    let stones = Color::BOTH.map(|color| position.board().stones(color).len());
    assert_eq!(
        stones.iter().sum::<usize>(),
        found.black.len() + found.white.len() + moved
    );
    position.known_to_move()
}

#[test]
fn the_turn_is_told_by_pl_then_by_the_moves_then_by_the_counts() {
    let (black, white) = (Some(Color::Black), Some(Color::White));
    let stones = "(;SZ[15]AB[gg][hh][ii]AW[gh]";
    for (rest, expected) in [
        (")", None),
        ("PL[B])", black),
        ("PL[W])", white),
        (";PL[W])", white),
        ("PL[B];B[ab])", white),
        ("PL[B];B[ab];W[cd])", black),
        ("PL[W];W[ab])", black),
        ("PL[W];W[ab];B[cd])", white),
        (";PL[B];B[ab];W[cd])", black),
        // The moves alone.
        (";B[ab])", white),
        (";B[ab];W[cd])", black),
        (";W[ab];B[cd])", white),
        (";B[ab];W[cd]PL[W])", white),
        (";B[ab];W[])", black),
        // Moves that PL does not fit are those that were played.
        ("PL[B];W[ab];B[cd])", white),
        // Several nodes with stones.
        (";AW[gi];PL[B];B[ab];W[cd])", black),
        (";AW[gi];AB[gj];B[ab])", white),
        // Stones among the moves: the other side moves, unless the counts say more.
        (";B[ab];W[cd];AB[ee])", black),
        (";B[ab];AB[ee])", white),
        (";B[ab];W[cd];AB[ee]PL[W])", white),
        (";B[ab];W[cd];AB[ee]PL[B];B[ef])", white),
        (";B[ab];W[cd];AW[ee][ef])", black),
    ] {
        assert_eq!(turn(&format!("{stones}{rest}")), expected, "{rest}");
    }
}

#[test]
fn what_can_be_had_of_a_damaged_game_is_had_and_the_next_one_too() {
    let found = read_all("(;B[hh];W[zz];B[aa])(;B[hh](;W[ii]");
    assert_eq!(found.len(), 4);
    assert_eq!(found[0].as_ref().unwrap().moves, game("h8").moves);
    let error = found[1].as_ref().unwrap_err();
    assert_eq!((error.line, error.column), (Some(1), Some(11)));
    assert_eq!(found[2].as_ref().unwrap().moves, game("h8 i7").moves);
    assert!(
        found[3]
            .as_ref()
            .unwrap_err()
            .message
            .contains("not closed")
    );
    let nothing = read_all("no game");
    assert!(nothing.len() == 1 && nothing[0].is_err());
}

#[test]
fn what_is_written_is_read_back() {
    for moves in ["h8 i9 -- g7", "a1 o15"] {
        let setup = Setup {
            id: Some("a ] \\ b".into()),
            rule: Some(renju_core::rule::Rule::Renju),
            size: Some(renju_core::geometry::Size::RENJU),
            ..game(moves)
        };
        let bytes = write(&setup, Format::Sgf).unwrap();
        let found = read(&bytes, Format::Sgf, &ParseOptions::default()).unwrap();
        assert_eq!(found[0].setup, setup);
    }
    let board = Setup {
        size: Some(renju_core::geometry::Size::RENJU),
        to_move: Some(renju_core::board::Color::White),
        black: vec!["H8".parse().unwrap()],
        white: vec!["A1".parse().unwrap(), "O15".parse().unwrap()],
        ..Setup::default()
    };
    let bytes = write(&board, Format::Sgf).unwrap();
    let found = read(&bytes, Format::Sgf, &ParseOptions::default()).unwrap();
    assert_eq!(found[0].setup, board);
}

#[test]
fn a_rule_in_other_words_keeps_them() {
    let text = "(;SZ[15]RU[renju]RULETEXT[Yamaguchi];B[hh])";
    let found = games(text.as_bytes(), Format::Sgf, &ParseOptions::default());
    let game = found.map(Result::unwrap).next().unwrap().game;
    assert_eq!(game.rule, Some(renju_core::rule::Rule::Renju));
    assert_eq!(game.info.rule.as_deref(), Some("Yamaguchi"));
    let bytes = write_game(&game, Format::Sgf, &WriteOptions::default()).unwrap();
    let again = games(&bytes[..], Format::Sgf, &ParseOptions::default());
    assert_eq!(again.map(Result::unwrap).next().unwrap().game, game);
}

#[test]
fn a_board_that_is_none_gives_no_moves() {
    let found = read_all("(;SZ[22];B[hh])(;SZ[15];B[hh])");
    assert_eq!(found.len(), 2);
    assert!(found[0].as_ref().unwrap_err().message.contains("22"));
    assert_eq!(found[1].as_ref().unwrap().moves, game("h8").moves);
}

#[test]
fn a_game_beyond_a_budget_is_given_up_to_there_and_the_next_one_is_read() {
    let next = "(;SZ[15];B[hh])";
    for (hostile, said) in [
        (
            format!(";SZ[20]{}", ";AB[aa:tt]".repeat(3000)),
            "points in the rectangles",
        ),
        (
            format!(";SZ[20];MA{}", "[aa]".repeat(401)),
            "more than 400 points",
        ),
        (
            format!(";SZ[20];LB{}", "[aa:x]".repeat(401)),
            "more than 400 points",
        ),
        (
            format!(";B[hh]ZZ{}", "[]".repeat(70_000)),
            "values in one node",
        ),
        (
            format!(";B[hh]{}", ";B[]".repeat(65_536)),
            "nodes in one line",
        ),
        (
            format!(";B[hh]{}", "(;)".repeat((1 << 20) + 1)),
            "nodes without a property",
        ),
    ] {
        let found = read_all(&format!("({hostile}){next}"));
        assert_eq!(found.len(), 3, "{said}");
        assert!(found[0].is_ok() && found[2].is_ok(), "{said}");
        let error = found[1].as_ref().unwrap_err();
        assert_eq!(error.code, ErrorCode::TooLarge, "{said}");
        assert!(error.message.contains(said), "{}", error.message);
    }
}

#[test]
fn nothing_is_read_behind_a_game_of_too_many_bytes() {
    let text = format!(
        "(;SZ[15];B[hh])\n(;SZ[15];B[hh]\n{}",
        "C[a comment]\n".repeat(100)
    );
    let options = ParseOptions {
        game_bytes: Some(600),
        ..ParseOptions::default()
    };
    let found: Vec<_> = stream(text.as_bytes(), Format::Sgf, &options).collect();
    assert_eq!(found.len(), 3);
    assert!(found[0].is_ok() && found[1].is_ok());
    let error = found[2].as_ref().unwrap_err();
    assert_eq!((error.code, error.line), (ErrorCode::TooLarge, Some(49)));
}

#[test]
fn a_stone_put_where_one_stands_takes_its_place() {
    let found = read_all("(;SZ[15]AB[hh][gg];AB[hh]AW[gg])");
    let setup = found[0].as_ref().unwrap();
    assert_eq!((setup.black.len(), setup.white.len()), (1, 1));
}

#[test]
fn characters_that_no_text_has_are_replaced_and_told() {
    let mut setup = game("h8 i9");
    setup.id = Some("a\0b\u{1}".into());
    let Err(WriteError::Lossy(lossy)) = write(&setup, Format::Sgf) else {
        panic!("two characters are lost");
    };
    let lost: Vec<_> = lossy.lost.iter().collect();
    assert_eq!(lost, [(Loss::Characters, 2)]);
    assert_eq!(
        detect(&lossy.bytes, &ParseOptions::default()),
        Ok(Format::Sgf)
    );
    let found = read(&lossy.bytes, Format::Sgf, &ParseOptions::default()).unwrap();
    assert_eq!(found[0].setup.id.as_deref(), Some("a\u{fffd}b\u{fffd}"));
}

#[test]
fn what_may_be_another_game_or_side_is_said() {
    let warnings = |text: &str| {
        let found = games(text.as_bytes(), Format::Sgf, &ParseOptions::default());
        let found = found.flat_map(|game| game.unwrap().warnings);
        found.map(|warning| warning.message).collect::<String>()
    };
    assert!(warnings("(;GM[2]SZ[15];B[hh])").contains("GM[2] is another game"));
    assert!(warnings("(;GN[Pente, round 2]SZ[15];B[hh])").contains("names another game"));
    let against = warnings("(;SZ[15]AB[hh]PL[B])");
    assert!(
        against.contains("PL says that black is to move, but by the counts of stones it is white")
    );
    for plain in ["(;GN[Carpenter]SZ[15];B[hh])", "(;SZ[15]AB[hh]PL[W])"] {
        assert_eq!(warnings(plain), "", "{plain}");
    }
}
