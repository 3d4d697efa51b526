//! Proof trees in files: JSON there and back, SGF, and whatever else a file may hold.

use renju::board::Color;
use renju::geometry::{Point, Size};
use renju::limits::Control;
use renju::notation::{
    Format, ParseOptions, WriteOptions, games, parse_line, parse_moves, write_game,
};
use renju::position::{Game, Position, PositionOverrides, Setup};
use renju::questions::{
    ForcedWinReport, ThreatOutcome, TooLarge, TreeLine, check_win, forced_win, win_game,
};
use renju::rule::Rule;
use renju::search::WinSolver;
use renju::threat::{Attack, Node, ProofTree, SolveOptions, verify};

fn points(names: &str) -> Vec<Point> {
    let names = names.split_whitespace();
    names.map(|name| name.parse().unwrap()).collect()
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// Black has a three, White is to move and passes.
fn three() -> Position {
    let setup = Setup {
        rule: Some(Rule::Renju),
        to_move: Some(Color::White),
        black: points("F8 G8 H8"),
        white: points("A1 O15"),
        ..Setup::default()
    };
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
}

/// Black's straight four.
fn straight_four() -> ProofTree {
    let mut tree = ProofTree::empty();
    let j8 = tree.add(Node::leaf(point("J8")));
    let e8 = tree.add(Node::leaf(point("E8")));
    tree.add(Node {
        attack: point("I8"),
        replies: vec![(point("E8"), j8), (point("D8"), j8)],
        others: Some(e8),
    });
    tree
}

/// What `vcf` answers for Black.
fn answer(position: &Position) -> ForcedWinReport {
    let options = SolveOptions {
        attacker: Some(Color::Black),
        ..SolveOptions::new(Attack::Vcf)
    };
    forced_win(
        "a]1\\",
        position,
        &mut WinSolver::new(options),
        &Control::unlimited(),
    )
}

/// The answer that this tree is a win.
fn win(position: &Position, tree: ProofTree) -> ForcedWinReport {
    ForcedWinReport {
        outcome: ThreatOutcome::Win,
        tree: Some(tree),
        ..answer(position)
    }
}

fn json(position: &Position, report: &ForcedWinReport) -> String {
    TreeLine::new(position, report).to_json()
}

/// Reads a line as the program does.
fn read(text: &str) -> (Position, TreeLine) {
    let line = TreeLine::read(text).unwrap();
    let setup = parse_line(line.position.get(), &ParseOptions::default()).unwrap();
    let position = Position::from_setup(&setup.setup, &PositionOverrides::default()).unwrap();
    (position, line)
}

const SMALL: &str = concat!(
    r#"{"v":2,"id":"a]1\\","study":"vcf","attacker":"black","outcome":"win","#,
    r#""position":{"id":"a]1\\","size":15,"rule":"renju","to_move":"white","#,
    r#""black":["F8","G8","H8"],"white":["A1","O15"]},"#,
    r#""nodes":[{"attack":"J8"},{"attack":"E8"},"#,
    r#"{"attack":"I8","replies":{"E8":0,"D8":0},"others":1}]}"#
);

#[test]
fn a_tree_is_a_line_of_json_and_reads_back() {
    let position = three();
    assert_eq!(json(&position, &win(&position, straight_four())), SMALL);
    let (read_position, line) = read(SMALL);
    assert_eq!(read_position, position);
    assert_eq!(line.attacker, Color::Black);
    assert_eq!(line.outcome, ThreatOutcome::Win);
    let tree = line.tree.unwrap();
    assert_eq!(tree, straight_four());
    assert!(verify(&position, Color::Black, &tree, &Control::unlimited()).is_ok());
}

#[test]
fn a_game_keeps_its_moves_and_a_won_one_needs_no_nodes() {
    let setup = parse_moves("h8 i9 g7 pass", &ParseOptions::default()).unwrap();
    let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
    let line = json(&position, &win(&position, ProofTree::empty()));
    assert!(line.contains(r#""to_move":"black","moves":["H8","I9","G7","pass"]}"#));
    assert!(line.ends_with(r#","nodes":[]}"#));
    assert_eq!(read(&line).0, position);
    assert_eq!(read(&line).1.tree, Some(ProofTree::empty()));
}

#[test]
fn a_position_without_a_win_has_a_line_without_nodes() {
    let position = Position::new(Size::MAX, Rule::Freestyle);
    let line = json(&position, &answer(&position));
    assert!(line.contains(r#""outcome":"none","position":{"#), "{line}");
    assert!(line.ends_with(r#""black":[],"white":[]},"nodes":null}"#));
    let (read_position, line) = read(&line);
    assert_eq!(
        (read_position, line.tree.is_some()),
        (position.clone(), false)
    );
    let unlimited = Control::unlimited();
    let report = check_win("a", &position, Color::Black, None, &unlimited);
    assert_eq!((report.holds, report.flaw, report.stop), (None, None, None));
    let undecided = ForcedWinReport {
        outcome: ThreatOutcome::Unknown,
        ..answer(&position)
    };
    let line = read(&json(&position, &undecided)).1;
    assert_eq!(line.outcome, ThreatOutcome::Unknown);
}

#[test]
fn fields_come_in_any_order_and_unknown_ones_are_ignored() {
    let line = r#" { "nodes" : [ {"attack":"\u004a8","end":"five"},{"why":[{"x":1}],"attack":"E8", "replies":{}},
        {"others":1,"replies":{"e8":0,"D8":0},"attack":"I8"}],
        "attacker":"black", "more": {"nodes": null}, "outcome":"win", "id":7,
        "position":{"id":"a]1\\","to_move":"white","white":["A1","O15"],"black":["F8","G8","H8"]}, "v":2 } "#;
    let (position, line) = read(line);
    assert_eq!((position, line.tree), (three(), Some(straight_four())));
}

#[test]
fn a_mistake_is_shown_with_its_place() {
    let error = |from: &str, to: &str| {
        assert!(SMALL.contains(from), "{from}");
        let text = SMALL.replacen(from, to, 1);
        TreeLine::read(&text).unwrap_err().to_string()
    };
    let errors = [
        (error(r#""v":2,"#, ""), "missing field `v`"),
        (
            error(r#""v":2"#, r#""v":1"#),
            "version 1 of the line is not known; 2 is",
        ),
        (
            error(r#""position""#, r#""place""#),
            "missing field `position`",
        ),
        (
            error(r#""attacker":"black""#, r#""attacker":"red""#),
            "color \"red\" is neither",
        ),
        (
            error(r#""outcome":"win""#, r#""outcome":"loss""#),
            "outcome \"loss\" is none of",
        ),
        (
            error(r#""outcome":"win""#, r#""outcome":"none""#),
            "the outcome is none: a win has",
        ),
        (
            error(r#""nodes":["#, r#""leaves":["#),
            "the outcome is win: a win has nodes",
        ),
        (
            error(r#""nodes":["#, r#""nodes":[8,"#),
            "invalid type: integer `8`, expected struct",
        ),
        (
            error(r#""attack":"J8""#, r#""move":"J8""#),
            "missing field `attack`",
        ),
        (
            error(r#""attack":"J8""#, r#""attack":"Z8""#),
            "column 'Z' is not a letter from A to T",
        ),
        (
            error(r#""others":1"#, r#""others":2"#),
            "node 2 refers to node 2; answers stand before",
        ),
        (
            error(r#""D8":0"#, r#""D8":-1"#),
            "invalid value: integer `-1`, expected u32",
        ),
        (
            error(r#"{"E8":0,"D8":0}"#, r#"["E8"]"#),
            "invalid type: sequence, expected replies",
        ),
        (error("}]}", ""), "EOF while parsing"),
    ];
    for (found, expected) in errors {
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn no_prefix_and_no_changed_byte_breaks_the_reader() {
    for end in 0..SMALL.len() {
        assert!(TreeLine::read(&SMALL[..end]).is_err(), "{end}");
    }
    let position = three();
    for index in 0..SMALL.len() {
        for byte in br#""{}[],:*\ 0An"# {
            let mut bytes = SMALL.as_bytes().to_vec();
            bytes[index] = *byte;
            let text = String::from_utf8(bytes).unwrap();
            if let Ok(TreeLine {
                tree: Some(tree), ..
            }) = TreeLine::read(&text)
            {
                let report = win(&position, tree.clone());
                assert_eq!(
                    read(&json(&position, &report)).1.tree,
                    Some(tree.merged()),
                    "{text}"
                );
                // Whatever was read can be checked; nothing of it is believed.
                let _ = verify(&position, Color::Black, &tree, &Control::unlimited());
                win_game(&position, &report).unwrap();
            }
        }
    }
}

/// A line of moves in reading order, again and again; no win, but a tree.
fn deep(levels: usize) -> ProofTree {
    let all: Vec<Point> = Size::MAX.points().collect();
    let mut tree = ProofTree::empty();
    let mut below = tree.add(Node::leaf(all[0]));
    for index in 1..levels {
        below = tree.add(Node {
            replies: vec![(all[(2 * index + 1) % 400], below)],
            ..Node::leaf(all[2 * index % 400])
        });
    }
    tree
}

/// Nodes that are all answers of the root, the same replies again and again.
fn wide(nodes: usize) -> ProofTree {
    let all: Vec<Point> = Size::MAX.points().collect();
    let mut tree = ProofTree::empty();
    let mut root = Node::leaf(all[0]);
    for index in 1..nodes {
        let at = all[index % 400];
        root.replies.push((at, tree.add(Node::leaf(at))));
    }
    tree.add(root);
    tree
}

/// Runs on a thread with a stack of a tenth of the usual size.
fn with_little_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(200 << 10);
    thread.spawn(work).unwrap().join().unwrap();
}

#[test]
fn no_tree_is_too_deep_or_too_wide_for_the_stack() {
    with_little_stack(|| {
        let position = Position::new(Size::MAX, Rule::Freestyle);
        for tree in [deep(200), deep(300_000), wide(300_000)] {
            let report = win(&position, tree.clone());
            assert_eq!(read(&json(&position, &report)).1.tree, Some(tree.merged()));
            let game = win_game(&position, &report).unwrap();
            assert_eq!(game.tree.len(), 2 * tree.len());
            assert_eq!(sgf(&game).matches(";B[").count(), tree.len());
            let control = Control::unlimited();
            assert!(verify(&position, Color::Black, &tree, &control).is_err());
            let line = tree.main_line(&position, Color::Black);
            assert!(line.len() <= 400);
            let replies = tree.count_replies(tree.root().unwrap());
            assert_eq!(replies, tree.len() - 1);
        }
    });
}

#[test]
fn absurd_nesting_is_refused() {
    with_little_stack(|| {
        let (open, close) = ("[".repeat(1_000_000), "]".repeat(1_000_000));
        let nodes = SMALL.find(r#"[{"attack""#).unwrap();
        let start = &SMALL[..nodes];
        for text in [
            open.clone(),
            format!("{start}{open}"),
            format!("{start}{open}{close}}}"),
            format!(r#"{start}[{{"x":{open}{close},"attack":{{}}}}]}}"#),
            format!("{start}{}", r#"[{"replies":"#.repeat(100_000)),
        ] {
            assert!(TreeLine::read(&text).is_err());
        }
    });
}

/// A game in SGF, which holds all of it.
fn sgf(game: &Game) -> String {
    let text = write_game(game, Format::Sgf, &WriteOptions::default()).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn shared_nodes_are_written_once_as_json_and_not_unrolled_as_a_game() {
    let mut tree = ProofTree::empty();
    let mut below = tree.add(Node::leaf(point("A1")));
    for _ in 0..70 {
        below = tree.add(Node {
            replies: vec![(point("B1"), below), (point("B2"), below)],
            ..Node::leaf(point("A1"))
        });
    }
    let position = three();
    let report = win(&position, tree);
    assert_eq!(json(&position, &report).matches("attack\"").count(), 71);
    let attacks = u64::MAX;
    assert_eq!(win_game(&position, &report), Err(TooLarge { attacks }));
}

#[test]
fn a_tree_is_a_game_with_variations() {
    let position = three();
    let written = |report: &ForcedWinReport| {
        let game = win_game(&position, report).unwrap();
        let text = sgf(&game);
        let read: Vec<_> = games(text.as_bytes(), Format::Sgf, &ParseOptions::default()).collect();
        let [Ok(read)] = &read[..] else {
            panic!("{text}")
        };
        assert_eq!(read.game, game);
        let set_up =
            "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]GN[a\\]1\\\\]AB[fh][gh][hh]AW[ao][oa]PL[W]";
        text.strip_prefix(set_up).map(str::to_owned)
    };
    let expected = "C[black wins]\n\
         ;W[]C[pass]\n\
         ;B[ih]\n\
         (;W[eh]\n\
         ;B[jh]C[five])\n\
         (;W[dh]\n\
         ;B[jh]C[five])\n\
         (;W[]C[any other reply]\n\
         ;B[eh]C[five]))\n";
    assert_eq!(
        written(&win(&position, straight_four())).as_deref(),
        Some(expected)
    );
    let won = win(&position, ProofTree::empty());
    assert_eq!(written(&won).as_deref(), Some("C[black has won])\n"));
    let without = |outcome| ForcedWinReport {
        outcome,
        tree: None,
        ..answer(&position)
    };
    let none = written(&without(ThreatOutcome::None));
    assert_eq!(none.as_deref(), Some("C[no vcf for black])\n"));
    let unknown = written(&without(ThreatOutcome::Unknown));
    assert_eq!(unknown.as_deref(), Some("C[vcf for black: undecided])\n"));
}
