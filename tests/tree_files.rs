//! Wins in files: JSON there and back, SGF, and whatever else a file may hold.

use renju::board::Color;
use renju::geometry::{Point, Size};
use renju::notation::{ParseOptions, parse_line, parse_moves};
use renju::position::{Position, PositionOverrides, Setup};
use renju::rule::Rule;
use renju::study::win_tree::{TooLarge, TreeFile, TreeLine, TreeLineError};
use renju::threat::{Node, ProofTree, Replies, Reply, verify};

fn points(names: &str) -> Vec<Point> {
    let names = names.split_whitespace();
    names.map(|name| name.parse().unwrap()).collect()
}

/// Black's straight four, White to move and passing.
fn small() -> TreeFile {
    let setup = Setup {
        rule: Some(Rule::Renju),
        to_move: Some(Color::White),
        black: points("F8 G8 H8"),
        white: points("A1 O15"),
        ..Setup::default()
    };
    let mut tree = ProofTree::empty();
    let five = |at: &str| Node {
        attack: at.parse().unwrap(),
        replies: Vec::new(),
    };
    let (j8, e8) = (tree.add(five("J8")), tree.add(five("E8")));
    let reply = |moves, then| Reply { moves, then };
    tree.add(Node {
        attack: "I8".parse().unwrap(),
        replies: vec![
            reply(Replies::These(points("E8 D8")), j8),
            reply(Replies::AllOthers, e8),
        ],
    });
    TreeFile {
        id: "a]1\\".to_owned(),
        position: Position::from_setup(&setup, &PositionOverrides::default()).unwrap(),
        attacker: Color::Black,
        tree,
    }
}

/// A file as the program reads it.
fn read(text: &str) -> Result<TreeFile, TreeLineError> {
    let line = TreeLine::read(text)?;
    let setup = parse_line(line.position, &ParseOptions::default())
        .unwrap()
        .setup;
    Ok(TreeFile {
        position: Position::from_setup(&setup, &PositionOverrides::default()).unwrap(),
        id: setup.id.unwrap_or_default(),
        attacker: line.attacker,
        tree: line.tree,
    })
}

const SMALL: &str = concat!(
    r#"{"v":1,"position":{"id":"a]1\\","size":15,"rule":"renju","to_move":"white","#,
    r#""black":["F8","G8","H8"],"white":["A1","O15"]},"attacker":"black","#,
    r#""tree":{"move":"I8","replies":[{"moves":["E8","D8"],"then":{"move":"J8","end":"five"}},"#,
    r#"{"moves":["*"],"then":{"move":"E8","end":"five"}}]}}"#
);

#[test]
fn a_tree_is_a_line_of_json_and_reads_back() {
    let file = small();
    assert_eq!(file.to_json().unwrap(), SMALL);
    assert_eq!(read(SMALL).unwrap(), file);
    assert!(verify(&file.position, file.attacker, &file.tree).is_ok());
}

#[test]
fn a_game_keeps_its_moves() {
    let setup = parse_moves("h8 i9 g7 pass", &ParseOptions::default()).unwrap();
    let file = TreeFile {
        position: Position::from_setup(&setup, &PositionOverrides::default()).unwrap(),
        tree: ProofTree::empty(),
        ..small()
    };
    let line = file.to_json().unwrap();
    assert!(line.contains(r#""to_move":"black","moves":["H8","I9","G7","pass"]}"#));
    assert!(line.ends_with(r#""attacker":"black","tree":null}"#));
    assert_eq!(read(&line).unwrap(), file);
}

#[test]
fn an_empty_board_has_empty_lists() {
    let file = TreeFile {
        position: Position::new(Size::MAX, Rule::Freestyle),
        ..small()
    };
    let line = file.to_json().unwrap();
    assert!(line.contains(r#""black":[],"white":[]}"#), "{line}");
    assert_eq!(read(&line).unwrap(), file);
}

#[test]
fn fields_come_in_any_order_and_unknown_ones_are_ignored() {
    let line = r#" { "tree" : {"by":[{"me":"x"},1], "replies" : [ { "then" : { "end":"five" , "move":"\u004a8"} ,
        "moves" : ["E8","d8"], "note": null} , {"then":{"move":"E8","replies":[]},"moves":["*"]} ], "move":"I8" },
        "attacker":"black", "more": {"tree": null},
        "position":{"id":"a]1\\","to_move":"white","white":["A1","O15"],"black":["F8","G8","H8"]}, "v":1 } "#;
    assert_eq!(read(line).unwrap(), small());
}

#[test]
fn nodes_that_say_the_same_become_one() {
    let file = small();
    let mut tree = file.tree.clone();
    let root = tree.root().unwrap();
    let reply = |name: &str| Reply {
        moves: Replies::These(points(name)),
        then: root,
    };
    tree.add(Node {
        attack: "A9".parse().unwrap(),
        replies: vec![reply("B9"), reply("C9")],
    });
    let file = TreeFile { tree, ..file };
    let line = file.to_json().unwrap();
    assert_eq!(line.matches("I8").count(), 2);
    assert_eq!(read(&line).unwrap(), file);
}

#[test]
fn a_mistake_is_told_with_its_place() {
    let tree = |tree: &str| {
        let line = format!(r#"{{"v":1,"position":{{}},"attacker":"black","tree":{tree}}}"#);
        TreeLine::read(&line).unwrap_err().to_string()
    };
    let reply = |fields: &str| tree(&format!(r#"{{"move":"I8","replies":[{{{fields}}}]}}"#));
    let five = r#"{"move":"J8","end":"five"}"#;
    assert_eq!(tree("[]"), "tree must be an object, or null");
    assert_eq!(tree(r#"{"end":"five"}"#), "move is missing");
    assert_eq!(
        tree(r#"{"move":"I8"}"#),
        r#"at I8: the move has neither replies nor "end":"five""#
    );
    assert_eq!(
        tree(r#"{"move":8}"#),
        "move must be a string such as \"H8\""
    );
    assert_eq!(
        tree(r#"{"move":"I8","move":"I8"}"#),
        "at I8: move stands twice"
    );
    assert_eq!(
        tree(r#"{"move":"I8","end":"draw"}"#),
        "at I8: end must be \"five\""
    );
    assert_eq!(
        tree(r#"{"move":"I8","replies":{}}"#),
        "at I8: replies must be a list"
    );
    assert_eq!(
        tree(r#"{"move":"I8","replies":["E8"]}"#),
        "at I8: each of the replies must be an object"
    );
    assert_eq!(
        tree(r#"{"move":"Z8","end":"five"}"#),
        "\"Z8\" is no point: column 'Z' is not a letter from A to T"
    );
    assert_eq!(
        reply(&format!(r#""moves":["E8","*"],"then":{five}"#)),
        "at I8: \"*\" stands for all replies that are not named, and stands alone"
    );
    assert_eq!(reply(r#""moves":["E8"]"#), "at I8 E8: then is missing");
    assert_eq!(
        reply(&format!(r#""then":{five}"#)),
        "at I8: moves is missing"
    );
    assert_eq!(reply(r#""moves":"E8""#), "at I8: moves must be a list");
    assert_eq!(
        reply(
            r#""moves":["*"],"then":{"move":"J8","end":"five","replies":[{"moves":["E8"],"then":{"move":"J8","end":"five"}}]}"#
        ),
        "at I8 * J8: the move ends the game, and has replies"
    );
    assert_eq!(
        reply(r#""moves":["*"],"then":null"#),
        "at I8 *: then must be an object"
    );
}

#[test]
fn a_line_that_is_no_tree_says_what_is_missing() {
    let error = |line: &str| TreeLine::read(line).unwrap_err().to_string();
    assert_eq!(
        error("{}"),
        "no line of a tree: missing field `v` at line 1 column 2"
    );
    assert_eq!(
        error(r#"{"v":2,"position":{},"attacker":"black","tree":null}"#),
        "version 2 of the line is not known; 1 is"
    );
    assert!(
        error(r#"{"v":1,"attacker":"black","tree":null}"#).contains("missing field `position`")
    );
    assert!(
        error(r#"{"v":1,"position":{},"attacker":"red","tree":null}"#).contains("unknown variant")
    );
    assert!(error("").contains("EOF"));
    assert!(error("[1,2]").starts_with("no line of a tree: "));
}

#[test]
fn no_prefix_and_no_changed_byte_breaks_the_reader() {
    for end in 0..SMALL.len() {
        assert!(TreeLine::read(&SMALL[..end]).is_err(), "{end}");
    }
    for index in 0..SMALL.len() {
        for byte in br#""{}[],:*\ 0An"# {
            let mut bytes = SMALL.as_bytes().to_vec();
            bytes[index] = *byte;
            let text = String::from_utf8(bytes).unwrap();
            if let Ok(line) = TreeLine::read(&text) {
                let file = TreeFile {
                    attacker: line.attacker,
                    tree: line.tree,
                    ..small()
                };
                assert_eq!(read(&file.to_json().unwrap()).unwrap(), file, "{text}");
                // Whatever was read can be checked; nothing of it is believed.
                let _ = verify(&file.position, file.attacker, &file.tree);
                file.to_sgf().unwrap();
            }
        }
    }
}

/// A line of moves in reading order, an attack after a reply; no win, but a tree.
fn deep(plies: usize) -> ProofTree {
    let all: Vec<Point> = Size::MAX.points().collect();
    let mut tree = ProofTree::empty();
    let mut below = None;
    for index in (0..plies).step_by(2).rev() {
        let replies = below.map(|then| Reply {
            moves: Replies::These(vec![all[(index + 1) % 400]]),
            then,
        });
        below = Some(tree.add(Node {
            attack: all[index % 400],
            replies: replies.into_iter().collect(),
        }));
    }
    tree
}

/// Runs on a thread with a stack of a tenth of the usual size.
fn with_little_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(200 << 10);
    thread.spawn(work).unwrap().join().unwrap();
}

#[test]
fn long_lines_need_no_stack() {
    with_little_stack(|| {
        for plies in [299, 399, 4_999] {
            let file = TreeFile {
                position: Position::new(Size::MAX, Rule::Freestyle),
                tree: deep(plies),
                ..small()
            };
            let line = file.to_json().unwrap();
            assert_eq!(read(&line).unwrap(), file);
            let sgf = file.to_sgf().unwrap();
            assert_eq!(sgf.matches(";B[").count(), plies / 2 + 1);
            assert!(verify(&file.position, Color::Black, &file.tree).is_err());
            let played = file.tree.main_line(&file.position, Color::Black);
            assert_eq!(played.len(), plies.min(400));
        }
    });
}

#[test]
fn absurd_nesting_is_refused() {
    with_little_stack(|| {
        let line = TreeFile {
            tree: deep(5_001),
            ..small()
        };
        let error = TreeLine::read(&line.to_json().unwrap())
            .unwrap_err()
            .to_string();
        assert!(error.ends_with("more than 5000 objects stand within each other"));
        let (open, close) = ("[".repeat(1_000_000), "]".repeat(1_000_000));
        let start = r#"{"v":1,"position":{},"attacker":"black","tree":"#;
        for text in [
            open.clone(),
            format!("{start}{open}"),
            format!("{start}{open}{close}}}"),
            format!(r#"{start}{{"x":{open}{close},"move":{{}}}}}}"#),
            format!(
                "{start}{}",
                r#"{"move":"A1","replies":[{"then":"#.repeat(100_000)
            ),
        ] {
            assert!(TreeLine::read(&text).is_err());
        }
    });
}

#[test]
fn a_tree_that_grows_out_of_bounds_is_not_written() {
    let mut tree = ProofTree::empty();
    let mut below = tree.add(Node {
        attack: "A1".parse().unwrap(),
        replies: Vec::new(),
    });
    for _ in 0..70 {
        let reply = |name: &str| Reply {
            moves: Replies::These(points(name)),
            then: below,
        };
        below = tree.add(Node {
            attack: "A1".parse().unwrap(),
            replies: vec![reply("B1"), reply("B2")],
        });
    }
    let file = TreeFile { tree, ..small() };
    assert_eq!(file.to_json(), Err(TooLarge { nodes: u64::MAX }));
    assert!(file.to_sgf().is_err());
}

#[test]
fn a_tree_is_a_game_of_sgf_with_variations() {
    let text = small().to_sgf().unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "(;FF[4]GM[4]CA[UTF-8]AP[renju:{version}]SZ[15]RU[renju]GN[a\\]1\\\\]PL[W]\
         AB[fh][gh][hh]AW[ao][oa]C[black wins]\n\
         ;W[]C[pass];B[ih]\n\
         (;W[eh];B[jh]C[five])\n\
         (;W[dh];B[jh]C[five])\n\
         (;W[]C[any other reply];B[eh]C[five]))\n"
    );
    assert_eq!(text, expected);
    let won = TreeFile {
        tree: ProofTree::empty(),
        ..small()
    };
    assert!(won.to_sgf().unwrap().ends_with("C[black has won])\n"));
}
