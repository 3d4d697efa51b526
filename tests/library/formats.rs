//! Games and trees through every format: what is written in full is read back equal.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use renju::board::Color;
use renju::geometry::{Point, Size};
use renju::notation::{
    Format, ParseOptions, WriteError, WriteOptions, detect_named, games, read, write, write_game,
};
use renju::position::{Game, GameInfo, GameNode, PointMark, Setup, StoredValue, Tree, TreePlace};
use renju::rule::Rule;

fn size() -> impl Strategy<Value = Size> {
    prop_oneof![
        2 => Just(Size::RENJU),
        1 => (5u8..=20).prop_map(|side| Size::new(side).unwrap()),
    ]
}

/// Words with every character that means something in one of the formats.
fn words() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9\\]\\[\\\\():;,.\"'#\n ~éß五連★]{0,12}"
}

/// Words with characters that no text file has, that end a line, or that turn the direction of
/// writing.
fn hostile_words() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => words(),
        1 => "[a;,\\]\"=#\\\\ \0\x01\x07\x08\x0b\x1a\x1b\x7f\u{85}\r\n\t\u{202e}\u{2028}\u{feff}五]{0,8}",
    ]
}

/// What a node says in addition to its move.
fn extras(size: Size) -> impl Strategy<Value = GameNode> {
    let point =
        (0..size.get(), 0..size.get()).prop_map(|(column, row)| Point::new(column, row).unwrap());
    let marks = select(vec![
        PointMark::Cross,
        PointMark::Circle,
        PointMark::Square,
        PointMark::Triangle,
    ]);
    let texts = (
        hostile_words(),
        hostile_words(),
        prop::collection::vec((point.clone(), hostile_words()), 0..2),
    );
    let signs = (
        prop::collection::vec((point, marks), 0..2),
        any::<bool>(),
        any::<bool>(),
    );
    (texts, signs, prop::option::of(0u64..100_000)).prop_map(|(texts, signs, time)| {
        let mut node = GameNode::default();
        let text = node.text_mut();
        text.title = texts.0.replace('\n', " ");
        text.comment = texts.1;
        let more = node.more_mut();
        more.labels = texts.2;
        (more.marks, more.is_marked, more.is_start) = signs;
        more.marks.sort_by_key(|(_, mark)| *mark as u8);
        more.time = time;
        node
    })
}

/// A tree of moves from an empty board, colours in turn, no point twice in a line.
fn tree(size: Size, says: bool) -> impl Strategy<Value = Tree> {
    let node = (
        any::<Index>(),
        any::<Index>(),
        0u8..20,
        prop::option::weighted(0.2, extras(size)),
    );
    prop::collection::vec(node, 0..24).prop_map(move |nodes| {
        let mut tree = Tree::default();
        let mut places = vec![Tree::ROOT];
        for (parent, point, kind, said) in nodes {
            // Mostly on from the last node.
            let parent = if kind < 14 {
                places[places.len() - 1]
            } else {
                places[parent.index(places.len())]
            };
            let path = tree.path(parent);
            let color = if path.len() % 2 == 1 {
                Color::Black
            } else {
                Color::White
            };
            let taken: Vec<Option<Point>> = path
                .iter()
                .map(|&at| tree.node(at).played.and_then(|(_, point)| point))
                .collect();
            let free: Vec<Point> = size
                .points()
                .filter(|point| !taken.contains(&Some(*point)))
                .collect();
            let point = Some(free[point.index(free.len())]).filter(|_| kind != 7);
            let is_there = tree
                .children(parent)
                .any(|child| tree.node(child).played == Some((color, point)));
            if is_there {
                continue;
            }
            let mut node = said.filter(|_| says).unwrap_or_default();
            node.played = Some((color, point));
            places.push(tree.add(parent, node));
        }
        tree
    })
}

fn info() -> impl Strategy<Value = GameInfo> {
    let text = || {
        let words = prop_oneof![
            4 => "[a-zA-Z0-9 五連_.-]{1,8}".boxed(),
            1 => hostile_words().boxed(),
        ];
        prop::option::of(words)
    };
    (
        text(),
        text(),
        text(),
        text(),
        text(),
        prop::option::of(select(vec!["B+", "W+", "Draw"])),
    )
        .prop_map(|(black, white, date, event, round, result)| GameInfo {
            black_player: black,
            white_player: white,
            date,
            event,
            round,
            result: result.map(str::to_owned),
            ..GameInfo::default()
        })
}

fn game() -> impl Strategy<Value = Game> {
    (size(), any::<bool>()).prop_flat_map(|(size, says)| {
        let rule = prop::option::of(select(&Rule::ALL[..]));
        (
            tree(size, says),
            info(),
            rule,
            prop::option::of(prop_oneof![
                4 => "[a-z0-9 ]{1,6}".boxed(),
                1 => hostile_words().boxed(),
            ]),
        )
            .prop_map(move |(tree, info, rule, id)| Game {
                id: id.filter(|_| says).map(Into::into),
                size: Some(size),
                rule,
                info: if says { info } else { GameInfo::default() },
                tree,
            })
    })
}

/// Labels of engines, and characters that stand for something else somewhere.
const LABELS: [Option<char>; 9] = [
    None,
    Some(StoredValue::UNDECIDED),
    Some('w'),
    Some('#'),
    Some(':'),
    Some(']'),
    Some('\r'),
    Some('\0'),
    Some('\u{ff}'),
];

/// A game of one line with what the formats of engines keep of it.
fn line() -> impl Strategy<Value = Setup> {
    (
        game(),
        prop::collection::vec(prop::option::of(0u64..100_000), 24),
        any::<bool>(),
        any::<i16>(),
        select(LABELS.to_vec()),
    )
        .prop_map(|(game, times, is_timed, value, label)| {
            let mut setup = game.main_setup();
            setup.info = None;
            if is_timed && !setup.moves.is_empty() {
                let info = setup.info.get_or_insert_default();
                info.times = times[..setup.moves.len()].to_vec();
                info.values = vec![Some(StoredValue {
                    label,
                    value: Some(value.into()),
                    ..StoredValue::default()
                })];
            }
            setup
        })
}

fn reading(size: Option<Size>) -> ParseOptions {
    ParseOptions {
        size,
        ..ParseOptions::default()
    }
}

/// What is written is read and, where its content tells it, recognised, whatever it leaves out.
fn is_read(bytes: &[u8], game: &Game, format: Format) {
    let shown = || String::from_utf8_lossy(bytes);
    for found in games(bytes, format, &reading(game.size)) {
        assert!(
            found.is_ok(),
            "{format}: {found:?} of {game:?}\n{}",
            shown()
        );
    }
    let by_content = [
        Format::Sgf,
        Format::Csv,
        Format::Jsonl,
        Format::DbCsv,
        Format::Lib,
    ];
    if by_content.contains(&format) {
        let name = format!("game.{}", format.ending());
        let found = detect_named(bytes, &name, &reading(game.size));
        assert_eq!(found, Ok(format), "{game:?}\n{}", shown());
    }
}

/// The game that is read back from what was written in full.
fn read_back(game: &Game, format: Format) -> Option<Game> {
    let bytes = match write_game(game, format, &WriteOptions::default()) {
        Ok(bytes) => bytes,
        Err(WriteError::Lossy(lossy)) => {
            assert!(!lossy.lost.is_empty() && !lossy.bytes.is_empty());
            is_read(&lossy.bytes, game, format);
            return None;
        }
        Err(WriteError::Impossible(why)) => {
            assert!(!why.to_string().is_empty());
            return None;
        }
    };
    is_read(&bytes, game, format);
    let found: Result<Vec<_>, _> = games(&bytes[..], format, &reading(game.size)).collect();
    let found = found.unwrap_or_else(|error| {
        panic!(
            "{format}: {error:?} of {game:?}\n{}",
            String::from_utf8_lossy(&bytes)
        )
    });
    assert_eq!(
        found.len(),
        1,
        "{format}: {}",
        String::from_utf8_lossy(&bytes)
    );
    let mut found = found.into_iter().next()?.game;
    // A training sample names the usual rule where none is said.
    found.rule = found.rule.and(game.rule);
    Some(found)
}

/// A game with what is the same said or unsaid.
fn essence(mut game: Game) -> Game {
    game.size = Some(game.size.unwrap_or(Size::RENJU));
    let first = game.tree.setup(Tree::ROOT).first_to_play();
    let root = game.tree.node_mut(Tree::ROOT);
    if root.more().is_some() {
        let more = root.more_mut();
        more.to_move = more.to_move.filter(|&color| color != first);
    }
    game
}

/// A set-up with what is the same said or unsaid.
fn essence_of_line(mut setup: Setup) -> Setup {
    setup.size = Some(setup.size.unwrap_or(Size::RENJU));
    let turn = setup.to_play_after(setup.moves.len());
    setup.to_move = setup.to_move.filter(|&color| color != turn);
    if let Some(info) = &mut setup.info {
        while info.times.pop_if(|last| last.is_none()).is_some() {}
        while info.values.pop_if(|last| last.is_none()).is_some() {}
    }
    setup.info = setup.info.filter(|info| !info.is_empty());
    setup
}

/// Whether a text of the game has a character that no text of SGF has, as its debug form shows it.
fn has_control_characters(game: &Game) -> bool {
    let shown = format!("{game:?}");
    [r"\r", r"\0", r"\u{"]
        .iter()
        .any(|escape| shown.contains(escape))
}

fn ends(tree: &Tree) -> Vec<TreePlace> {
    tree.lines().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn a_tree_comes_back_from_every_format_that_holds_it(game in game()) {
        for format in Format::ALL {
            if let Some(found) = read_back(&game, format) {
                let lines = [&found, &game].map(|game| essence_of_line(game.main_setup()));
                prop_assert_eq!(&lines[0], &lines[1], "{}", format);
                if format.has_trees() {
                    prop_assert_eq!(essence(found), essence(game.clone()), "{}", format);
                }
            }
        }
        let from_sgf = read_back(&game, Format::Sgf);
        prop_assert!(from_sgf.is_some() || has_control_characters(&game), "SGF holds every game");
        if let Some(from_sgf) = from_sgf {
            prop_assert_eq!(ends(&from_sgf.tree).len(), ends(&game.tree).len());
        }
    }

    #[test]
    fn a_line_comes_back_from_every_format_that_holds_it(setup in line()) {
        for format in Format::ALL {
            let Ok(bytes) = write(&setup, format) else { continue };
            let found = read(&bytes, format, &reading(setup.size));
            let found = found.unwrap_or_else(|error| panic!("{format}: {error:?} of {setup:?}\n{}", String::from_utf8_lossy(&bytes)));
            prop_assert_eq!(found.len(), 1);
            let mut found = essence_of_line(found[0].setup.clone());
            found.rule = found.rule.and(setup.rule);
            prop_assert_eq!(found, essence_of_line(setup.clone()), "{}", format);
        }
    }
}
