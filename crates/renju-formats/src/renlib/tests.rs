use crate::{
    Encoding, ErrorCode, Format, Impossible, Loss, ParseError, ParseOptions, ParsedGame,
    WriteError, WriteOptions, detect, games, write_game,
};
use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::position::{Game, GameNode, NodeText, Tree, TreePlace};

const HEADER: &[u8; 20] = b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";

/// H8 with a comment in two parts and I9 after it, marked; a board text at G6 without a move.
const SMALL: &[u8] = b"\x78\x08one\x08two\r\nlines\0\0\x69\xd0\x97\x43\0\x01A1\0\0";

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn with_header(nodes: &[u8]) -> Vec<u8> {
    [&HEADER[..], nodes].concat()
}

fn read_with(bytes: &[u8], options: ParseOptions) -> (Option<ParsedGame>, Vec<ParseError>) {
    let (mut found, mut errors) = (None, Vec::new());
    for item in games(bytes, Format::Lib, &options) {
        match item {
            Ok(game) => assert!(found.replace(game).is_none(), "one game"),
            Err(error) => errors.push(error),
        }
    }
    assert!(errors.len() < 2, "one error");
    (found, errors)
}

fn read(bytes: &[u8]) -> (Game, Option<ParseError>) {
    let (game, mut errors) = read_with(bytes, ParseOptions::default());
    (game.unwrap().game, errors.pop())
}

fn written(game: &Game) -> Vec<u8> {
    write_game(game, Format::Lib, &WriteOptions::default()).unwrap()
}

fn lost(game: &Game) -> Vec<(Loss, usize)> {
    match write_game(game, Format::Lib, &WriteOptions::default()) {
        Ok(_) => Vec::new(),
        Err(WriteError::Lossy(lossy)) => lossy.lost.iter().collect(),
        Err(error) => panic!("{error}"),
    }
}

fn lines(game: &Game) -> Vec<String> {
    let name = |point: &Option<Point>| point.map_or("--".to_owned(), |point| point.to_string());
    let line = |leaf| {
        let moves = game.tree.setup(leaf).moves;
        moves.iter().map(name).collect::<Vec<_>>().join(" ")
    };
    game.tree.lines().map(line).collect()
}

/// A tree with everything that a library says, and its own kinds of nodes.
fn full() -> Game {
    let mut game = Game {
        size: Some(Size::RENJU),
        ..Game::default()
    };
    let tree = &mut game.tree;
    tree.node_mut(Tree::ROOT).text_mut().comment = "a root\nwith lines\r and \u{8} and ".to_owned();
    let play = |tree: &mut Tree, at: TreePlace, color: Color, name: &str| {
        tree.add(
            at,
            GameNode::of_move(color, (name != "--").then(|| point(name))),
        )
    };
    let h8 = play(tree, Tree::ROOT, Color::Black, "H8");
    tree.node_mut(h8).text_mut().title = "四 [title]".to_owned();
    let more = tree.node_mut(h8).more_mut();
    more.labels = [("O15", "x"), ("A1", "黒"), ("A1", ""), ("B2", "two words")]
        .map(|(name, text)| (point(name), text.to_owned()))
        .to_vec();
    more.is_start = true;
    let o15 = play(tree, h8, Color::White, "O15");
    let pass = play(tree, o15, Color::Black, "--");
    tree.node_mut(pass).more_mut().is_marked = true;
    tree.node_mut(pass).more_mut().properties =
        vec![("BOARDTEXT".to_owned(), vec!["a \\] and \\\\".to_owned()])];
    play(tree, pass, Color::White, "A1");
    let silent = tree.add(pass, GameNode::default());
    tree.node_mut(silent).text_mut().comment = "no move".to_owned();
    play(tree, silent, Color::White, "B1");
    play(tree, h8, Color::White, "A1");
    play(tree, Tree::ROOT, Color::Black, "A1");
    game
}

#[test]
fn a_small_library_is_read_exactly() {
    for bytes in [SMALL.to_vec(), with_header(SMALL)] {
        assert_eq!(
            detect(&bytes, &ParseOptions::default()),
            Ok(Format::Lib),
            "{bytes:?}"
        );
        let (game, error) = read(&bytes);
        assert_eq!(error, None);
        assert_eq!(lines(&game), ["H8 I9"]);
        let mut expected = Game {
            size: Some(Size::RENJU),
            ..Game::default()
        };
        let tree = &mut expected.tree;
        let at = tree.add(
            Tree::ROOT,
            GameNode::of_move(Color::Black, Some(point("H8"))),
        );
        let (title, comment) = ("one".to_owned(), "two\nlines".to_owned());
        *tree.node_mut(at).text_mut() = NodeText { title, comment };
        tree.node_mut(at).more_mut().labels = vec![(point("G6"), "A1".to_owned())];
        let at = tree.add(at, GameNode::of_move(Color::White, Some(point("I9"))));
        tree.node_mut(at).more_mut().is_marked = true;
        assert_eq!(game, expected);
        let mut again = with_header(SMALL);
        again[9] = 0;
        assert_eq!(written(&game), again, "all lines begin at H8: version 3.0");
    }
}

#[test]
fn what_is_written_is_read_back() {
    let game = full();
    assert_eq!(lost(&game), []);
    let bytes = written(&game);
    assert_eq!(read(&bytes), (game.clone(), None));
    assert_eq!(bytes[9], 4);
    let empty = Game {
        size: Some(Size::RENJU),
        ..Game::default()
    };
    assert_eq!(read(&written(&empty)), (empty, None));
    let japanese = WriteOptions {
        encoding: Some(Encoding::SHIFT_JIS),
    };
    let bytes = write_game(&game, Format::Lib, &japanese).unwrap();
    let asked = ParseOptions {
        encoding: Some(Encoding::SHIFT_JIS),
        ..ParseOptions::default()
    };
    let (found, errors) = read_with(&bytes, asked);
    let found = found.unwrap();
    assert_eq!((found.game, errors.len()), (game, 0));
    assert_eq!(found.assumed.encoding, Encoding::SHIFT_JIS);
}

#[test]
fn a_side_that_plays_twice_has_a_pass_between() {
    let mut game = Game::default();
    for name in ["H8", "I9"] {
        let at = game.tree.main_line().last().unwrap();
        game.tree
            .add(at, GameNode::of_move(Color::White, Some(point(name))));
    }
    let (found, _) = read(&written(&game));
    assert_eq!(lines(&found), ["-- H8 -- I9"]);
    // A root that plays is a child of the file's.
    let mut game = Game::default();
    game.tree.node_mut(Tree::ROOT).played = Some((Color::Black, Some(point("H8"))));
    let at = game.tree.add(
        Tree::ROOT,
        GameNode::of_move(Color::White, Some(point("A1"))),
    );
    game.tree.add(at, GameNode::of_move(Color::Black, None));
    assert_eq!(lines(&read(&written(&game)).0), ["H8 A1 --"]);
}

#[test]
fn what_a_library_does_not_say_is_lost_or_refused() {
    let refused = |change: fn(&mut Game)| {
        let mut game = full();
        change(&mut game);
        match write_game(&game, Format::Lib, &WriteOptions::default()) {
            Err(WriteError::Impossible(why)) => why,
            other => panic!("{other:?}"),
        }
    };
    let why = refused(|game| game.size = Some(Size::MAX));
    assert_eq!(why, Impossible::OtherSize(Size::MAX, "15x15"));
    let why = refused(|game| game.tree.node_mut(Tree::ROOT).more_mut().black = vec![point("A1")]);
    assert_eq!(why, Impossible::NoOrder);
    let why = refused(|game| {
        let last = game.tree.main_line().last().unwrap();
        game.tree
            .add(last, GameNode::of_move(Color::Black, Some(point("H8"))));
    });
    assert_eq!(why, Impossible::PointTaken(point("H8")));
    let why = refused(|game| {
        let more = game.tree.node_mut(Tree::ROOT).more_mut();
        more.labels.push((point("P1"), "off".to_owned()));
    });
    assert_eq!(why, Impossible::OffBoard(point("P1"), Size::RENJU));
    let mut game = full();
    game.id = Some("a name".into());
    game.info.black_player = Some("A".to_owned());
    game.tree.node_mut(Tree::ROOT).text_mut().title = "\0\u{8}".to_owned();
    let root = game.tree.node_mut(Tree::ROOT).more_mut();
    root.to_move = Some(Color::Black);
    root.time = Some(7);
    let expected = [
        (Loss::Name, 1),
        (Loss::Players, 1),
        (Loss::Times, 1),
        (Loss::Characters, 2),
    ];
    assert_eq!(lost(&game), expected);
    let latin = WriteOptions {
        encoding: Some(Encoding::WINDOWS_1252),
    };
    let Err(WriteError::Lossy(lossy)) = write_game(&full(), Format::Lib, &latin) else {
        panic!()
    };
    assert_eq!(lossy.lost.to_string(), "2 characters");
}

#[test]
fn a_point_taken_twice_leaves_its_subtree_out() {
    // H8, then I9 with H8 I10 below it, J9, and I9 again below that.
    let nodes = b"\x78\0\x69\x80\x78\0\x5a\x00\x69\x40\x6a\x00\x69\x80\x78\x40\x78\x40";
    let (game, error) = read(nodes);
    let error = error.unwrap();
    assert_eq!(lines(&game), ["H8 I9", "H8 J9 I9", "H8 J9"][..2]);
    assert_eq!((error.code, error.offset), (ErrorCode::PointTaken, Some(4)));
    let left_out = "H8 is taken in this line; its subtree of 3 moves is left out; and 2 more";
    assert_eq!(error.message, left_out);
    let (_, error) = read(b"\x78\0\x0f\0\xf3\x40");
    assert_eq!(
        error.unwrap().message,
        "position 0xf3 is no point; it is left out"
    );
}

#[test]
fn what_real_files_do_is_borne() {
    // A dangling byte, a promise of siblings, a last node without its flag.
    for nodes in [&b"\x78\x40\x0a"[..], b"\x78\0\x79\0", b"\0\0\x02\x80"] {
        let (_, error) = read(&with_header(nodes));
        assert_eq!(error, None, "{nodes:?}");
    }
    let (found, _) = read_with(b"\0\0\x02\x80", ParseOptions::default());
    assert_eq!(found, None, "without a header the first node is H8");
    let (game, error) = read(&with_header(b"\0\0\x78\0\x69\0\0\x48Pass\0\0"));
    assert_eq!((lines(&game), error), (vec!["H8 I9 --".to_owned()], None));
    // A comment in the coding of old.
    let (game, _) = read(&with_header(b"\x78\x60b}\x08\xe1\0"));
    let last = game.tree.main_line().last().unwrap();
    let last = game.tree.node(last);
    assert_eq!((last.title(), last.comment()), ("bå", "a"));
}

#[test]
fn mistakes_are_named_with_their_byte() {
    for (nodes, code, offset) in [
        (&b"\x78\0\x79\xc0"[..], ErrorCode::BadFile, 24),
        (b"\x78\x48ab", ErrorCode::BadFile, 24),
        (b"\x78\x41\0", ErrorCode::BadFile, 23),
        (b"\x78\x40\x79\x40", ErrorCode::BadFile, 22),
        (b"", ErrorCode::BadFile, 20),
        (b"\x78\x48\xff\xff\0\0", ErrorCode::BadEncoding, 22),
    ] {
        let utf8 = ParseOptions {
            encoding: Some(Encoding::UTF_8),
            ..ParseOptions::default()
        };
        let (_, mut errors) = read_with(&with_header(nodes), utf8);
        let error = errors.pop().unwrap();
        assert_eq!(
            (error.code, error.offset),
            (code, Some(offset)),
            "{nodes:?}"
        );
    }
    let (_, errors) = read_with(b"\xffRenLib\xff\x03\x05", ParseOptions::default());
    assert_eq!(errors[0].code, ErrorCode::Unsupported);
    let (_, errors) = read_with(b"something else", ParseOptions::default());
    assert_eq!(errors[0].code, ErrorCode::BadFile);
    let other = ParseOptions {
        size: Some(Size::MAX),
        ..ParseOptions::default()
    };
    let (_, errors) = read_with(SMALL, other);
    assert_eq!(errors[0].code, ErrorCode::BadSize);
}

#[test]
fn comments_tell_their_encoding_together() {
    let text = Encoding::GBK.encode("第一个问题，黑先").0;
    let nodes = [&b"\x78\x48"[..], &text, b"\0\0"].concat();
    let (found, _) = read_with(&nodes, ParseOptions::default());
    let found = found.unwrap();
    assert_eq!(found.assumed.encoding, Encoding::GBK);
    let last = found.game.tree.main_line().last().unwrap();
    assert_eq!(found.game.tree.node(last).title(), "第一个问题，黑先");
}

#[test]
fn no_damage_is_a_panic() {
    let bytes = written(&full());
    for cut in 0..bytes.len() {
        read_with(&bytes[..cut], ParseOptions::default());
    }
    for at in 0..bytes.len() {
        for flip in 1..=255 {
            let mut damaged = bytes.clone();
            damaged[at] ^= flip;
            let (found, _) = read_with(&damaged, ParseOptions::default());
            if let Some(found) = found {
                let again = write_game(&found.game, Format::Lib, &WriteOptions::default());
                assert!(!matches!(again, Err(WriteError::Impossible(_))));
            }
        }
    }
}

/// Passes make lines longer than the board has points, up to a number that moves are counted by.
#[test]
fn a_line_of_many_passes_is_read_and_one_of_too_many_ends() {
    let mut bytes = with_header(b"\0\0");
    for _ in 0..65_534 {
        bytes.extend([0, 0x80]);
    }
    let (game, error) = read(&bytes);
    assert_eq!((game.tree.len(), error), (65_535, None));
    let longer = [&bytes[..], &[0, 0x80, 0, 0x80]].concat();
    let (cut, error) = read(&longer);
    let error = error.expect("too long a line");
    assert_eq!((cut.tree.len(), error.code), (65_536, ErrorCode::TooLarge));
    assert_eq!(error.offset, Some(bytes.len() as u64 + 2));
    let again = written(&game);
    assert_eq!(again.len(), bytes.len());
    assert_eq!(read(&again).0, game);
}
