//! Every format that is read into every format that is written, and the table of it in the docs.

use std::fmt::Write as _;
use std::path::Path;

use renju::board::Color;
use renju::geometry::{Point, Size};
use renju::notation::{
    Format, Impossible, Loss, Losses, ParseOptions, WriteError, WriteOptions, games, write_game,
};
use renju::position::{Game, GameInfo, GameNode, Setup, Tree};
use renju::rule::Rule;

/// The table is rewritten by `RENJU_WRITE_TABLES=1 cargo test --test library -- conversions::`.
const TABLE: &str = "docs/conversions.md";

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn moves(names: &str) -> Vec<Option<Point>> {
    names.split(' ').map(|name| name.parse().ok()).collect()
}

/// A game with players, a rule and times.
fn small_game() -> Game {
    let info = GameInfo {
        black_player: Some("Ann".to_owned()),
        white_player: Some("Bo".to_owned()),
        result: Some("B+".to_owned()),
        times: vec![Some(10), Some(20), Some(30), Some(40)],
        ..GameInfo::default()
    };
    Game::from(Setup {
        size: Some(Size::RENJU),
        rule: Some(Rule::Renju),
        moves: moves("H8 I9 G7 J10"),
        info: Some(Box::new(info)),
        ..Setup::default()
    })
}

/// A tree with a comment, a board text and a mark.
fn small_tree() -> Game {
    let mut tree = Tree::default();
    let mut node =
        |parent, color, name| tree.add(parent, GameNode::of_move(color, Some(point(name))));
    let first = node(Tree::ROOT, Color::Black, "H8");
    let reply = node(first, Color::White, "I9");
    node(first, Color::White, "H9");
    node(reply, Color::Black, "G7");
    "The centre.".clone_into(&mut tree.node_mut(first).text_mut().comment);
    let more = tree.node_mut(first).more_mut();
    more.labels = vec![(point("I9"), "a".to_owned())];
    more.is_marked = true;
    Game {
        size: Some(Size::RENJU),
        tree,
        ..Game::default()
    }
}

/// Stones in no order.
fn position() -> Game {
    Game::from(Setup {
        size: Some(Size::RENJU),
        black: vec![point("H8"), point("G7")],
        white: vec![point("I9"), point("A1")],
        ..Setup::default()
    })
}

/// A game on the largest board.
fn large_game() -> Game {
    Game::from(Setup {
        size: Some(Size::MAX),
        moves: moves("T20 A1 J10"),
        ..Setup::default()
    })
}

fn game_with_pass() -> Game {
    Game::from(Setup {
        size: Some(Size::RENJU),
        moves: moves("H8 I9 - J10"),
        ..Setup::default()
    })
}

/// A game with what is the same said or unsaid.
fn essence(game: &Game) -> (Setup, Option<Game>) {
    let mut setup = game.main_setup();
    setup.size = Some(setup.size.unwrap_or(Size::RENJU));
    let turn = setup.to_play_after(setup.moves.len());
    setup.to_move = setup.to_move.filter(|&color| color != turn);
    setup.info = setup.info.filter(|info| !info.is_empty());
    setup.black.sort_unstable();
    setup.white.sort_unstable();
    let is_tree = game.tree.lines().count() > 1;
    (setup, is_tree.then(|| game.clone()))
}

/// What became of a game: equal, what it lost, or why it was refused.
#[derive(Clone, PartialEq, Debug)]
enum Cell {
    Equal,
    Lost(Losses),
    Refused(Impossible),
}

/// Writes a game and reads it back.
fn through(game: &Game, format: Format) -> (Cell, Option<Game>) {
    let (bytes, lost) = match write_game(game, format, &WriteOptions::default()) {
        Ok(bytes) => (bytes, None),
        Err(WriteError::Lossy(lossy)) => (lossy.bytes, Some(lossy.lost)),
        Err(WriteError::Impossible(why)) => return (Cell::Refused(why), None),
    };
    let reading = ParseOptions {
        size: game.size,
        ..ParseOptions::default()
    };
    let found: Result<Vec<_>, _> = games(&bytes[..], format, &reading).collect();
    let mut found = found.unwrap_or_else(|error| panic!("{format}: {error}"));
    assert_eq!(found.len(), 1, "{format}");
    let mut found = found.remove(0).game;
    // A training sample names the usual rule where none is said.
    found.rule = found.rule.and(game.rule);
    match lost {
        None => {
            assert_eq!(essence(&found), essence(game), "{format}");
            (Cell::Equal, Some(found))
        }
        Some(lost) => (Cell::Lost(lost), Some(found)),
    }
}

/// The letter of a loss in the table.
fn letter(loss: Loss) -> char {
    match loss {
        Loss::Name => 'n',
        Loss::Size => 's',
        Loss::Rule => 'r',
        Loss::SideToMove => 'w',
        Loss::MoveOrder => 'o',
        Loss::Passes => 'q',
        Loss::Players => 'p',
        Loss::Event => 'e',
        Loss::Result => 'z',
        Loss::Times => 't',
        Loss::Variations => 'v',
        Loss::Comments => 'c',
        Loss::Labels => 'l',
        Loss::Marks => 'm',
        Loss::Properties => 'x',
        Loss::Values => 'u',
        Loss::Best => 'b',
        other => panic!("{other} has no letter"),
    }
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Equal => "=".to_owned(),
        Cell::Lost(lost) => lost.iter().map(|(loss, _)| letter(loss)).collect(),
        Cell::Refused(why) => match why {
            Impossible::NoOrder => "NO ORDER",
            Impossible::Pass => "PASS",
            Impossible::OtherSize(..) => "SIZE",
            Impossible::SideFromCounts | Impossible::SideUnclear => "SIDE",
            Impossible::NoRule => "RULE",
            Impossible::NoMoves => "NO MOVES",
            Impossible::NoResult => "RESULT",
            Impossible::NoBest => "BEST",
            other => panic!("{other} is not in the table"),
        }
        .to_owned(),
    }
}

/// The table of one game: a row for each format it is read from, as far as that holds it.
fn table(name: &str, game: &Game) -> String {
    let written: Vec<Format> = Format::ALL
        .into_iter()
        .filter(|format| format.is_written())
        .collect();
    let mut rows = format!("## {name}\n\n| from |");
    for to in &written {
        let _ = write!(rows, " {to} |");
    }
    rows += "\n| --- |";
    rows += &" --- |".repeat(written.len());
    rows.push('\n');
    for from in &written {
        let (cell, Some(read)) = through(game, *from) else {
            continue;
        };
        let _ = write!(rows, "| {from} ({}) |", text(&cell));
        for to in &written {
            let (cell, _) = through(&read, *to);
            let _ = write!(rows, " {} |", text(&cell));
        }
        rows.push('\n');
    }
    rows
}

#[test]
fn every_format_is_written_in_every_other_as_the_table_says() {
    let games = [
        ("A game with players, rule, result and times", small_game()),
        (
            "A tree with a comment, a board text and a mark",
            small_tree(),
        ),
        ("A position without order", position()),
        ("A game on 20x20", large_game()),
        ("A game with a pass", game_with_pass()),
    ];
    let tables: Vec<String> = games.iter().map(|(name, game)| table(name, game)).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(TABLE);
    let said = std::fs::read_to_string(&path).unwrap();
    let (head, _) = said.split_once("## ").unwrap_or((&said, ""));
    let made = head.to_owned() + &tables.join("\n");
    if std::env::var_os("RENJU_WRITE_TABLES").is_some() {
        return std::fs::write(&path, &made).unwrap();
    }
    assert!(
        made == said,
        "{TABLE} is not what is written; RENJU_WRITE_TABLES=1 rewrites it"
    );
}
