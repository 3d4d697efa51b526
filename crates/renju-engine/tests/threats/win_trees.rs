//! Wins as trees: checked by the rules, changed in every way, followed along their main line.

use std::collections::BTreeSet;
use std::time::Duration;

use renju_core::board::Color;
use renju_core::forbidden::ForbiddenKind;
use renju_core::geometry::{Point, Size};
use renju_core::limits::{Control, Limits, StopReason};
use renju_core::position::{Position, PositionOverrides, Setup};
use renju_core::rule::Rule;
use renju_engine::threat::{
    Answer, Attack, Checked, Node, ProofTree, SolveOptions, TreeError, TreeErrorKind, VerifyError,
    solve,
};
use serde::Deserialize;

use crate::keys;
use crate::plain_trees::changes::changes;
use crate::plain_trees::errors::is_true;
use crate::plain_trees::{Plain, after, five, passed, point, points, position, wins};

#[derive(Deserialize)]
struct Row {
    id: String,
    rule: Rule,
    to_move: Color,
    black: Vec<Point>,
    white: Vec<Point>,
    vcf: String,
    depth: Option<u32>,
}

impl Row {
    fn position(&self) -> Position {
        let setup = Setup {
            rule: Some(self.rule),
            to_move: Some(self.to_move),
            black: self.black.clone(),
            white: self.white.clone(),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }
}

/// The tree of a win by fours; `None` if there is none.
fn solved(position: &Position, attacker: Color) -> Option<ProofTree> {
    let options = SolveOptions {
        attacker: Some(attacker),
        ..SolveOptions::new(Attack::Vcf)
    };
    match solve(position, &options, &Control::unlimited()).answer {
        Answer::Proven(tree) => Some(tree),
        Answer::Disproven(_) => None,
        Answer::Unknown(stop) => panic!("{stop:?}"),
    }
}

/// The answer without limits.
fn verify(position: &Position, attacker: Color, tree: &ProofTree) -> Result<Checked, TreeError> {
    renju_engine::threat::verify(position, attacker, tree, &Control::unlimited()).map_err(|error| {
        match error {
            VerifyError::Wrong(error) => error,
            VerifyError::Stopped(stop) => panic!("{stop:?}"),
        }
    })
}

fn checked(position: &Position, attacker: Color, tree: &Plain) -> Result<Checked, TreeError> {
    let result = verify(position, attacker, &tree.tree());
    let start = passed(position, attacker);
    assert_eq!(result.is_ok(), wins(&start, attacker, tree), "{result:?}");
    result
}

fn error(position: &Position, attacker: Color, tree: &Plain) -> TreeError {
    checked(position, attacker, tree).unwrap_err()
}

#[test]
fn the_trees_of_the_key_are_wins() {
    for row in keys::rows::<Row>("vcf.jsonl") {
        let position = row.position();
        let found = solved(&position, row.to_move);
        assert_eq!(found.is_some(), row.vcf == "win", "{}", row.id);
        let Some(tree) = found else { continue };
        let checked = verify(&position, row.to_move, &tree).unwrap_or_else(|error| {
            panic!("{}: {error}", row.id);
        });
        assert!(checked.plies >= row.depth.unwrap() + 2, "{}", row.id);
        the_main_line_is_played(&position, row.to_move, &tree);
        assert_eq!(
            tree.main_line(&position, row.to_move).len(),
            checked.plies as usize
        );
    }
}

/// The main line without passes, Black attacking.
fn line(tree: &ProofTree, position: &Position) -> Vec<Point> {
    let moves = tree.main_line(position, Color::Black);
    moves.into_iter().flatten().collect()
}

fn the_main_line_is_played(position: &Position, attacker: Color, tree: &ProofTree) {
    let mut game = passed(position, attacker);
    for at in tree.main_line(position, attacker).into_iter().flatten() {
        game = game.play(at).unwrap();
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    assert_eq!(winner, Some(attacker));
}

#[test]
fn a_changed_tree_is_refused_for_the_right_reason_or_still_a_win() {
    let (mut refused, mut right) = (0, 0);
    let mut kinds = BTreeSet::new();
    for row in keys::rows::<Row>("vcf.jsonl") {
        let position = row.position();
        let tree = solved(&position, row.to_move);
        let Some(tree) = tree.and_then(|tree| Plain::of(&tree)) else {
            continue;
        };
        if tree.len() > 11 {
            continue;
        }
        for (change, number, changed) in changes(&tree, &position) {
            let context = || format!("{}: {change:?} at node {number}", row.id);
            if let Err(error) = verify(&position, row.to_move, &changed.tree()) {
                refused += 1;
                kinds.insert(serde_json::to_value(&error).unwrap()["kind"].to_string());
                assert!(change.fits(&error.kind), "{}: {error}", context());
                let true_here = is_true(&error, &position, row.to_move, &changed);
                assert!(true_here, "{}: {error}", context());
            } else {
                right += 1;
                assert!(wins(&position, row.to_move, &changed), "{}", context());
            }
        }
    }
    assert_eq!(kinds.len(), 11, "{kinds:?}");
    assert!(
        refused > 10_000 && right > 10,
        "{refused} refused, {right} right"
    );
}

/// Black makes a four and a three at once, but the three becomes a four only on one side.
///
/// ```text
/// 9 . . . . . . . * . . . .     H9 completes the column H5-H8
/// 8 . . . . . X X * . ~ X .     H8 makes a four and a three;
/// 7 . . . . . . . X . . . .     I8 makes F8-I8, and J8 would make six with K8
/// 6 . . . . . . . X . . . .
/// 5 . . . . . . . X . . . .
/// 4 . . . . . . . O . . . .
///   A B C D E F G H I J K L
/// ```
#[test]
fn a_four_and_three_whose_three_gives_no_straight_four_is_no_proof_for_black() {
    let straight = after("I8", [("E8", five("J8")), ("*", five("E8"))]);
    let tree = after("H8", [("H9", straight), ("*", five("H9"))]);
    let on = |rule| position(rule, Color::Black, "F8 G8 K8 H5 H6 H7", "H4 A1 A3 A5 A7");
    let found = error(&on(Rule::Renju), Color::Black, &tree);
    assert_eq!(found.path, points("H8 H9 I8 E8"));
    let overline = TreeErrorKind::Forbidden {
        at: point("J8"),
        kinds: vec![ForbiddenKind::Overline],
    };
    assert_eq!(found.kind, overline);
    assert_eq!(
        found.to_string(),
        "after H8 H9 I8 E8: the attacker's J8 is forbidden: overline"
    );
    let standard = error(&on(Rule::Standard), Color::Black, &tree);
    assert_eq!(standard.kind, TreeErrorKind::EndsEarly);
    assert_eq!(standard.path, points("H8 H9 I8 E8 J8"));
    let freestyle = checked(&on(Rule::Freestyle), Color::Black, &tree).unwrap();
    assert_eq!(freestyle.plies, 5);
    // On the other side there is a straight four.
    let straight = after("E8", [("I8", five("D8")), ("*", five("I8"))]);
    let tree = after("H8", [("H9", straight), ("*", five("H9"))]);
    assert!(checked(&on(Rule::Renju), Color::Black, &tree).is_ok());
}

#[test]
fn white_wins_by_a_four_that_black_may_not_stop() {
    let on = |rule| {
        let black = "D8 I5 I6 I7 I9 I10";
        position(rule, Color::White, black, "E8 F8 G8 I11 A1 A3")
    };
    let tree = after("H8", [("*", five("I8"))]);
    let checked_tree = checked(&on(Rule::Renju), Color::White, &tree).unwrap();
    assert_eq!(checked_tree.plies, 3);
    the_main_line_is_played(&on(Rule::Renju), Color::White, &tree.tree());
    // Who names the point is wrong, and so is the tree where the point is free.
    let naming = after("H8", [("I8", five("D9")), ("*", five("I8"))]);
    let found = error(&on(Rule::Renju), Color::White, &naming);
    let kinds = vec![ForbiddenKind::Overline];
    let at = point("I8");
    assert_eq!(found.kind, TreeErrorKind::ReplyForbidden { at, kinds });
    let found = error(&on(Rule::Standard), Color::White, &tree);
    assert_eq!(found.path, points("H8 I8"));
    assert_eq!(found.kind, TreeErrorKind::Taken { at });
    let found = error(&on(Rule::Freestyle), Color::White, &tree);
    assert_eq!(found.kind, TreeErrorKind::DefenderHasFive { at });
}

#[test]
fn six_in_a_row_end_a_tree_where_they_win() {
    let six = |rule, color| {
        let (own, other) = ("E8 F8 G8 I8 J8", "A1 A3 A5 A7 C1");
        let (black, white) = match color {
            Color::Black => (own, other),
            Color::White => (other, own),
        };
        verify(
            &position(rule, color, black, white),
            color,
            &five("H8").tree(),
        )
    };
    assert!(six(Rule::Freestyle, Color::Black).is_ok());
    assert!(six(Rule::Renju, Color::White).is_ok());
    let error = six(Rule::Standard, Color::Black).unwrap_err();
    assert_eq!(error.kind, TreeErrorKind::EndsEarly);
    let error = six(Rule::Renju, Color::Black).unwrap_err();
    assert!(matches!(error.kind, TreeErrorKind::Forbidden { .. }));
}

#[test]
fn a_five_comes_before_what_is_forbidden() {
    let black = "D8 E8 F8 G8 H4 H5 H6 H7 H9";
    let on = position(
        Rule::Renju,
        Color::Black,
        black,
        "A1 A3 A5 A7 A9 C1 C3 C5 C7",
    );
    assert!(checked(&on, Color::Black, &five("C8")).is_ok());
    assert!(checked(&on, Color::Black, &five("H8")).is_ok());
}

#[test]
fn a_defender_to_move_passes() {
    let black = "F8 G8 H8";
    let on = position(Rule::Renju, Color::White, black, "A1 A3 A5");
    let tree = after("I8", [("E8", five("J8")), ("*", five("E8"))]);
    assert_eq!(checked(&on, Color::Black, &tree).unwrap().plies, 3);
    assert_eq!(line(&tree.tree(), &on), points("I8 E8 J8"));
}

#[test]
fn an_empty_tree_is_the_win_of_a_game_that_is_won() {
    let empty = ProofTree::empty();
    let won = position(Rule::Renju, Color::White, "D8 E8 F8 G8 H8", "A1 A3 A5 A7");
    assert_eq!(verify(&won, Color::Black, &empty), Ok(Checked::default()));
    assert_eq!(line(&empty, &won), []);
    let kind =
        |on: &Position, attacker, tree: &ProofTree| verify(on, attacker, tree).unwrap_err().kind;
    assert_eq!(kind(&won, Color::White, &empty), TreeErrorKind::GameOver);
    let more = five("B1").tree();
    assert_eq!(kind(&won, Color::Black, &more), TreeErrorKind::GameOver);
    let open = position(Rule::Renju, Color::Black, "D8 E8 F8 G8", "A1 A3 A5 A7");
    assert_eq!(kind(&open, Color::Black, &empty), TreeErrorKind::NotOver);
    assert!(verify(&open, Color::Black, &five("H8").tree()).is_ok());
}

/// A board of rows from the top, White to move.
fn small_board(rows: [&str; 6]) -> Position {
    let stones = |mark: char| {
        let mut points = Vec::new();
        for (row, line) in (0..6).rev().zip(rows) {
            for (column, sign) in (0..).zip(line.chars().filter(|sign| *sign != ' ')) {
                points.extend((sign == mark).then(|| Point::new(column, row).unwrap()));
            }
        }
        points
    };
    let setup = Setup {
        size: Size::new(6),
        rule: Some(Rule::Renju),
        to_move: Some(Color::White),
        black: stones('X'),
        white: stones('O'),
        ..Setup::default()
    };
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
}

#[test]
fn the_board_is_never_full_and_a_defender_without_a_move_passes() {
    let mut rows = [
        "X X O O X X",
        "O O X X O O",
        "X X O O X X",
        "X X . X X X",
        "O O X X O O",
        "X X O O X .",
    ];
    let tree = after("F1", [("*", five("C3"))]);
    let found = error(&small_board(rows), Color::White, &tree);
    assert_eq!(
        (found.path, found.kind),
        (points("F1 C3"), TreeErrorKind::EndsEarly)
    );
    rows[3] = "X X O X X X";
    let found = error(&small_board(rows), Color::White, &tree);
    assert_eq!(
        (found.path, found.kind),
        (points("F1"), TreeErrorKind::FullBoard)
    );
}

/// All others lead to more than a five: each of them is tried.
#[test]
fn all_others_may_lead_to_a_longer_win() {
    let on = position(
        Rule::Renju,
        Color::Black,
        "F8 G8 H8 M2 M3 M4",
        "A1 C12 O9 K13 E2 C5",
    );
    let row = || after("I8", [("E8", five("J8")), ("*", five("E8"))]);
    let column = || after("M5", [("M6", five("M1")), ("*", five("M6"))]);
    // A quiet move: White can stop only one of two straight fours.
    let tree = after("A15", [("E8 I8 J8", column()), ("*", row())]);
    assert_eq!(checked(&on, Color::Black, &tree).unwrap().plies, 5);
    let tree = after("A15", [("I8 J8", column()), ("*", row())]);
    let found = error(&on, Color::Black, &tree);
    let kind = TreeErrorKind::ReplyTaken { at: point("E8") };
    assert_eq!((found.path, found.kind), (points("A15 E8 I8"), kind));
}

/// I8 makes an open three with J9 K10 and a closed one with I9 I10: nearly a double-three.
#[test]
fn of_all_others_those_that_only_might_be_forbidden_need_an_answer() {
    let black = "J9 K10 I9 I10 A1 E2 C5 O3";
    let on = position(Rule::Renju, Color::White, black, "F8 G8 H8 M2 M3 M4 I7 I13");
    let row = || after("I8", [("E8", five("J8")), ("*", five("E8"))]);
    let column = || after("M5", [("M6", five("M1")), ("*", five("M6"))]);
    let tree = after("A15", [("E8 I8 J8", column()), ("*", row())]);
    assert_eq!(checked(&on, Color::White, &tree).unwrap().plies, 5);
    let tree = after("A15", [("E8 J8", column()), ("*", row())]);
    let found = error(&on, Color::White, &tree);
    let kind = TreeErrorKind::Taken { at: point("I8") };
    assert_eq!((found.path, found.kind), (points("A15 I8"), kind));
}

#[test]
fn of_all_others_the_forbidden_ones_need_no_answer() {
    let on = |rule| {
        let black = "D8 I5 I6 I7 I9 I10 C13 O15";
        position(rule, Color::White, black, "E8 F8 G8 I4 I11 K2 L2 M2")
    };
    let row = || after("H8", [("*", five("I8"))]);
    let other = || after("N2", [("O2", five("J2")), ("*", five("O2"))]);
    let tree = after("A15", [("H8", other()), ("*", row())]);
    assert!(checked(&on(Rule::Renju), Color::White, &tree).is_ok());
    let found = error(&on(Rule::Standard), Color::White, &tree);
    assert_eq!(found.path, points("A15 A1 H8 I8"));
}

#[test]
fn the_main_line_takes_the_longest_defence_and_prefers_named_replies() {
    let on = position(Rule::Renju, Color::Black, "F8 G8 H8", "A1 A3 A5");
    let tree = after("I8", [("*", five("J8")), ("J8", five("E8"))]);
    assert_eq!(line(&tree.tree(), &on), points("I8 J8 E8"));
    let others = after("I8", [("*", five("J8"))]);
    assert_eq!(line(&others.tree(), &on), points("I8 B1 J8"));
    let strange = five("A1").tree();
    assert_eq!(line(&strange, &on), []);
}

#[test]
fn shared_nodes_are_counted_as_often_as_they_are_reached() {
    let mut tree = ProofTree::empty();
    let mut below = tree.add(Node::leaf(point("A1")));
    for row in 0..15 {
        let replies = points("B1 B2 B3").into_iter();
        below = tree.add(Node {
            attack: Point::new(3, row).unwrap(),
            replies: replies.map(|at| (at, below)).collect(),
            others: None,
        });
    }
    assert_eq!(tree.len(), 16);
    assert_eq!(tree.unshared_len(), (3_u64.pow(16) - 1) / 2);
    assert_eq!(tree.count_replies(below), 45);
}

#[test]
fn equal_nodes_are_merged() {
    let five = |at| Node::leaf(point(at));
    let mut tree = ProofTree::empty();
    let [first, again, other] = ["A1", "A1", "A2"].map(|at| tree.add(five(at)));
    let node = |answer| Node {
        replies: vec![(point("B1"), answer)],
        others: Some(other),
        ..five("B2")
    };
    // The first of these is the root again, and nothing refers to it.
    tree.add(node(first));
    tree.add(five("A3"));
    tree.add(node(again));
    let merged = tree.merged();
    assert_eq!(merged.len(), 3);
    assert_eq!(Plain::of(&merged), Plain::of(&tree));
    assert_eq!(merged.merged(), merged);
}

#[test]
fn an_answer_stands_before_the_node_it_belongs_to() {
    let mut tree = ProofTree::empty();
    let leaf = tree.add(Node::leaf(point("A1")));
    let node = Node {
        others: Some(leaf),
        ..Node::leaf(point("B1"))
    };
    let nodes = vec![Node::leaf(point("A1")), node.clone()];
    assert!(ProofTree::try_from(nodes).is_ok());
    let error = ProofTree::try_from(vec![node]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "node 0 refers to node 0; answers stand before it, counted from 0"
    );
}

/// A straight four that is completed only after quiet moves, with 200 replies each. Nearly all
/// lead to the same node, so a small file asks for millions of positions.
fn hostile() -> (Position, ProofTree) {
    let position = position(Rule::Renju, Color::Black, "F8 G8 H8 I8", "A14 C15 E13 G15");
    let mut tree = ProofTree::empty();
    let [e8, j8] = ["E8", "J8"].map(|at| tree.add(Node::leaf(point(at))));
    let [last, instead] = ["O14", "N14"].map(|at| {
        tree.add(Node {
            attack: point(at),
            replies: vec![(point("E8"), j8)],
            others: Some(e8),
        })
    });
    let mut others = last;
    for at in points("O12 O11 O10") {
        others = tree.add(Node {
            attack: at,
            replies: vec![
                (point("E8"), j8),
                (point("J8"), e8),
                (point("O14"), instead),
            ],
            others: Some(others),
        });
    }
    (position, tree)
}

#[test]
fn a_tree_that_answers_for_too_many_positions_runs_into_the_limit() {
    let (position, tree) = hostile();
    let limits = [
        (Limits::nodes(10_000), StopReason::Nodes),
        (Limits::time(Duration::from_millis(1)), StopReason::Time),
    ];
    for (limits, stop) in limits {
        let control = Control::new(limits);
        let result = renju_engine::threat::verify(&position, Color::Black, &tree, &control);
        assert_eq!(result, Err(VerifyError::Stopped(stop)));
    }
}

#[test]
fn a_node_limit_that_is_just_enough_is_no_limit() {
    let on = position(Rule::Renju, Color::Black, "F8 G8 H8", "A1 A3 A5");
    let tree = after("I8", [("E8", five("J8")), ("*", five("E8"))]).tree();
    let within = |nodes| {
        let control = Control::new(Limits::nodes(nodes));
        renju_engine::threat::verify(&on, Color::Black, &tree, &control)
    };
    // I8, J8 and E8, against each of the 218 replies.
    let all = Checked {
        attacks: 3,
        replies: 218,
        plies: 3,
    };
    assert_eq!(within(5), Ok(all));
    assert_eq!(within(4), Err(VerifyError::Stopped(StopReason::Nodes)));
}

/// Two quiet moves beside a straight four that is there already: whatever two replies White finds, in
/// whichever order, the last attack meets the same stones.
#[test]
fn a_position_that_is_met_again_is_not_looked_at_again() {
    let on = position(Rule::Renju, Color::Black, "F8 G8 H8 I8", "A1 O1 A15 O15");
    let last = || after("O10", [("E8", five("J8")), ("*", five("E8"))]);
    let stops = [("E8", five("J8")), ("J8 O10", five("E8")), ("*", last())];
    let second = after("O11", stops);
    let stops = [
        ("E8", five("J8")),
        ("J8 O10 O11", five("E8")),
        ("*", second),
    ];
    let found = verify(&on, Color::Black, &after("O12", stops).tree()).unwrap();
    // Replies with a node of their own, and pairs of them.
    let (others, pairs) = (212, 212 * 211 / 2);
    let expected = Checked {
        attacks: 5 + 4 * others + 3 * pairs,
        replies: 216 + 214 * others + 212 * pairs,
        plies: 7,
    };
    assert_eq!(found, expected);
}

#[test]
fn a_five_of_the_defender_is_seen_at_both_ends_of_its_row() {
    for (reply, black, five_at) in [("E8", "D8", "I8"), ("I8", "J8", "E8")] {
        let on = position(Rule::Renju, Color::Black, black, "F8 G8 H8");
        let quiet = after("A13", [("*", five("O1"))]);
        let tree = after("A15", [(reply, quiet), ("*", five("O1"))]).tree();
        let found = verify(&on, Color::Black, &tree).unwrap_err();
        let at = point(five_at);
        assert_eq!(found.kind, TreeErrorKind::DefenderHasFive { at });
    }
}
