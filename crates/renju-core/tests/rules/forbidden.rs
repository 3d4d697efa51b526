//! Forbidden points, held against the answer key.

use std::collections::{BTreeMap, BTreeSet};

use crate::keys;
use renju_core::board::{Board, Color};
use renju_core::forbidden::{
    ExtensionResult, ForbiddenKind, ForbiddenReason, Proof, ProofBuilder, Three, ThreeReading,
    Verdict, forbidden_kinds, forbidden_points, is_forbidden, judge, judge_by, judge_by_definition,
    real_threes,
};
use renju_core::geometry::{Direction, Point, PointSet, Size, Symmetry};
use renju_core::pattern::ShapeBoard;
use renju_core::rule::{Rule, Run, row_through};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    id: String,
    black: Vec<Point>,
    white: Vec<Point>,
    forbidden: Vec<KeyPoint>,
    #[serde(default)]
    contested: BTreeSet<Point>,
    #[serde(default)]
    dead_threes: Vec<DeadThrees>,
}

#[derive(Deserialize)]
struct KeyPoint {
    point: Point,
    kinds: Vec<ForbiddenKind>,
}

#[derive(Deserialize)]
struct DeadThrees {
    point: Point,
    real_threes: usize,
    shapes: usize,
    forbidden: bool,
    dead: Vec<BTreeMap<Point, String>>,
}

impl Row {
    fn board(&self) -> Board {
        Board::with_stones(Size::RENJU, &self.black, &self.white)
    }

    fn expected(&self) -> BTreeMap<Point, Vec<ForbiddenKind>> {
        self.forbidden
            .iter()
            .map(|key| (key.point, key.kinds.clone()))
            .collect()
    }
}

fn check_row(row: &Row) {
    let board = row.board();
    let expected = row.expected();
    let shapes = ShapeBoard::new(board.clone(), Rule::Renju);
    let by_quick = forbidden_points(&board, ThreeReading::Literal);
    let by_other_reading = forbidden_points(&board, ThreeReading::FiveCounts);
    for point in board.empties().iter() {
        let place = format!("{} {point}", row.id);
        let verdict = judge(&board, point);
        let kinds = expected.get(&point).cloned().unwrap_or_default();
        assert_eq!(verdict.kinds(), kinds, "{place}");
        let by_table = forbidden_kinds(&board, point, ThreeReading::Literal);
        assert_eq!(by_table, kinds, "{place}");
        assert_eq!(by_quick.contains(point), verdict.is_forbidden(), "{place}");
        assert_eq!(
            is_forbidden(&shapes, point),
            verdict.is_forbidden(),
            "{place}"
        );
        let other = judge_by(&board, point, ThreeReading::FiveCounts);
        let differs = other.is_forbidden() != verdict.is_forbidden();
        assert_eq!(differs, row.contested.contains(&point), "{place}");
        assert_eq!(
            by_other_reading.contains(point),
            other.is_forbidden(),
            "{place}"
        );
        let defined = judge_by_definition(&board, point, ThreeReading::Literal);
        assert_eq!(in_full(&verdict), defined, "{place}");
        let by_text = Rule::Renju.forbidden_kinds(&board, point, Color::Black);
        assert_eq!(by_text, kinds, "{place}");
        let is_allowed = Rule::Renju.allows(&board, point, Color::Black);
        assert_eq!(is_allowed, kinds.is_empty(), "{place}");
        assert!(Rule::Renju.allows(&board, point, Color::White), "{place}");
        let is_legal = shapes.is_legal(point, Color::Black);
        assert_eq!(is_legal, kinds.is_empty(), "{place}");
        assert!(shapes.is_legal(point, Color::White), "{place}");
        let threes = real_threes(&board, point);
        for direction in Direction::ALL {
            let is_real = |three: &Three| three.run.direction == direction && three.real;
            let is_proved = defined.proof().threes.iter().any(is_real);
            assert_eq!(threes[direction], is_proved, "{place} {direction}");
        }
        replay(&board, point, &defined);
        check_proof(&board, point, &verdict);
    }
    for key in &row.dead_threes {
        check_dead_threes(&row.id, &judge(&board, key.point), key);
    }
}

/// What a proof says of itself, and what is left of it where a limit of depth cuts it.
fn check_proof(board: &Board, point: Point, verdict: &Verdict) {
    let mut builder = ProofBuilder::new(board, ThreeReading::Literal, u64::MAX);
    assert_eq!(builder.kinds(point).as_deref(), Some(verdict.kinds()));
    assert_eq!(builder.is_forbidden(point), Some(verdict.is_forbidden()));
    assert_eq!(builder.nested_proofs(), [0; 0]);
    assert_eq!(builder.verdict(point, None).as_ref(), Some(verdict));
    let proof = verdict.proof();
    assert_eq!(verdict.clone().into_proof(), *proof);
    let mut counts = Vec::new();
    count_nested(proof, 0, &mut counts);
    assert_eq!(builder.nested_proofs(), counts, "{point}");

    let real = proof.threes.iter().filter(|three| three.real).count();
    let is_false = proof.threes.len() > 1 && real < proof.threes.len();
    assert_eq!(proof.has_false_double_three(), is_false);
    let meeting = "4".repeat(proof.fours.len()) + &"3".repeat(real);
    let said = meeting.split("").filter(|digit| !digit.is_empty());
    let said = said.collect::<Vec<_>>().join("-");
    assert_eq!(proof.combination(), (meeting.len() > 2).then_some(said));

    assert_eq!(proof.clone().pruned(0), None);
    for depth in 1..=counts.len() + 2 {
        let cut = proof.clone().pruned(depth).expect("it has a level");
        let mut left = Vec::new();
        count_nested(&cut, 0, &mut left);
        assert_eq!(left, counts[..counts.len().min(depth - 1)], "{point}");
        assert_eq!(cut == *proof, fits(proof, 0, depth), "{point}");
        assert!(fits(&cut, 0, depth), "{point}");
        let mut builder = ProofBuilder::new(board, ThreeReading::Literal, u64::MAX);
        let limited = builder.verdict(point, Some(depth)).expect("no limit");
        assert_eq!(limited.kinds(), verdict.kinds());
        assert!(fits(limited.proof(), 0, depth), "{point}");
        let mut given = Vec::new();
        count_nested(limited.proof(), 0, &mut given);
        assert_eq!(builder.nested_proofs(), given, "{point}");
        assert_eq!(given.len(), counts.len().min(depth - 1), "{point}");
    }
    check_references(proof, proof, point);
}

/// A proof is referred to only where it is long: where there are verdicts within it.
fn check_references(proof: &Proof, whole: &Proof, point: Point) {
    for because in nested(proof) {
        if let Some([first, fourths @ ..]) = because.see.as_deref() {
            assert_eq!(*first, point);
            let told = whole.nested(fourths).expect("it was given there");
            assert!(nested(told).next().is_some(), "{point}");
        }
        if let Some(proof) = &because.proof {
            check_references(proof, whole, point);
        }
    }
}

/// Why fourth stones are forbidden within a proof.
fn nested(proof: &Proof) -> impl Iterator<Item = &ForbiddenReason> {
    let extensions = proof.threes.iter().flat_map(|three| &three.extensions);
    extensions.filter_map(|extension| match &extension.outcome {
        ExtensionResult::Forbidden { because } => Some(because),
        _ => None,
    })
}

/// Adds how many proofs are given after one trial stone, after two, and so on.
fn count_nested(proof: &Proof, above: usize, counts: &mut Vec<usize>) {
    for proof in nested(proof).filter_map(|because| because.proof.as_ref()) {
        if counts.len() == above {
            counts.push(0);
        }
        counts[above] += 1;
        count_nested(proof, above + 1, counts);
    }
}

/// Whether a proof has at most this many levels, itself the first, and refers to none below them.
fn fits(proof: &Proof, above: usize, depth: usize) -> bool {
    above < depth
        && nested(proof).all(|because| {
            let refers = because.see.as_ref().map_or(0, Vec::len);
            let inner = because.proof.as_ref();
            refers <= depth && inner.is_none_or(|proof| fits(proof, above + 1, depth))
        })
}

#[test]
fn kinds_are_named_as_in_messages() {
    let kinds = [ForbiddenKind::DoubleThree, ForbiddenKind::Overline];
    assert_eq!(ForbiddenKind::in_words(&kinds), "double-three, overline");
}

fn check_dead_threes(id: &str, verdict: &Verdict, key: &DeadThrees) {
    let place = format!("{id} {}", key.point);
    let threes = &verdict.proof().threes;
    assert_eq!(verdict.is_forbidden(), key.forbidden, "{place}");
    assert_eq!(threes.len(), key.shapes, "{place}");
    assert_eq!(
        threes.iter().filter(|three| three.real).count(),
        key.real_threes,
        "{place}"
    );
    let dead: Vec<BTreeMap<Point, BTreeSet<String>>> = threes
        .iter()
        .filter(|three| !three.real)
        .map(|three| failures(&three.extensions))
        .collect();
    assert_eq!(dead.len(), key.dead.len(), "{place}");
    for wanted in &key.dead {
        // The key stops at the first reason that holds.
        let fits = |found: &&BTreeMap<Point, BTreeSet<String>>| {
            found.keys().eq(wanted.keys())
                && wanted
                    .iter()
                    .all(|(point, kinds)| kinds.split('+').all(|kind| found[point].contains(kind)))
        };
        assert!(
            dead.iter().find(fits).is_some(),
            "{place}: {wanted:?} among {dead:?}"
        );
    }
}

/// The verdict with each proof in all places where it holds.
fn in_full(verdict: &Verdict) -> Verdict {
    let mut full = verdict.clone();
    let proof = match &mut full {
        Verdict::Allowed(proof) => proof,
        Verdict::Wins(win) => &mut win.proof,
        Verdict::Forbidden(forbidden) => &mut forbidden.proof,
    };
    fill(proof, verdict.proof());
    full
}

fn fill(proof: &mut Proof, told: &Proof) {
    let threes = proof.threes.iter_mut();
    for extension in threes.flat_map(|three| &mut three.extensions) {
        if let ExtensionResult::Forbidden { because } = &mut extension.outcome {
            if let Some(path) = because.see.take() {
                because.proof = told.nested(&path[1..]).cloned();
            }
            fill(because.proof.as_mut().expect("a whole proof"), told);
        }
    }
}

/// Why each point that would make a straight four may not be played.
fn failures(extensions: &[renju_core::forbidden::Extension]) -> BTreeMap<Point, BTreeSet<String>> {
    extensions
        .iter()
        .filter_map(|extension| match &extension.outcome {
            ExtensionResult::Forbidden { because } => Some((
                extension.at,
                because.kinds.iter().map(ToString::to_string).collect(),
            )),
            ExtensionResult::MakesFive { .. } => {
                Some((extension.at, std::iter::once("five".to_owned()).collect()))
            }
            ExtensionResult::NotStraight { .. } => None,
            ExtensionResult::StraightFour => panic!("a dead three has no such extension"),
        })
        .collect()
}

/// Checks every statement of a proof on the board, with nothing but rows of stones.
fn replay(board: &Board, point: Point, verdict: &Verdict) {
    let mut board = board.clone();
    board.place(point, Color::Black);
    if let Verdict::Wins(win) = verdict {
        assert!(is_row(&board, &win.five, 5..6) && win.five.stones.contains(&point));
    } else {
        assert_eq!(verdict.kinds(), verdict.proof().kinds());
    }
    replay_proof(&mut board, point, verdict.proof());
}

fn replay_proof(board: &mut Board, point: Point, proof: &Proof) {
    for overline in &proof.overlines {
        assert!(is_row(board, overline, 6..21) && overline.stones.contains(&point));
    }
    for four in &proof.fours {
        assert!(four.run.stones.len() == 4 && four.run.stones.contains(&point));
        assert!(!four.fives_at.is_empty());
        for &five in &four.fives_at {
            let run = with(&four.run, five);
            board.with_stone(five, Color::Black, |board| {
                assert!(is_row(board, &run, 5..6));
            });
        }
    }
    for three in &proof.threes {
        assert!(three.run.stones.len() == 3 && three.run.stones.contains(&point));
        for extension in &three.extensions {
            let run = with(&three.run, extension.at);
            board.with_stone(extension.at, Color::Black, |board| {
                assert!(is_row(board, &run, 4..5));
                let straight = is_straight_four(board, &run);
                assert_eq!(
                    straight,
                    !matches!(extension.outcome, ExtensionResult::NotStraight { .. })
                );
                match &extension.outcome {
                    ExtensionResult::StraightFour | ExtensionResult::NotStraight { .. } => {}
                    ExtensionResult::MakesFive { five } => assert!(is_row(board, five, 5..6)),
                    ExtensionResult::Forbidden { because } => {
                        replay_nested(board, extension.at, because);
                    }
                }
            });
            let at_that_moment = judge(board, extension.at);
            match &extension.outcome {
                ExtensionResult::StraightFour => {
                    assert!(matches!(at_that_moment, Verdict::Allowed(_)));
                }
                ExtensionResult::MakesFive { .. } => {
                    assert!(matches!(at_that_moment, Verdict::Wins(_)));
                }
                ExtensionResult::Forbidden { .. } => assert!(at_that_moment.is_forbidden()),
                ExtensionResult::NotStraight { .. } => {}
            }
        }
    }
}

fn replay_nested(board: &mut Board, point: Point, because: &ForbiddenReason) {
    let proof = because.proof.as_ref().expect("a whole proof is asked for");
    assert!(!because.kinds.is_empty());
    assert_eq!(because.kinds, proof.kinds());
    replay_proof(board, point, proof);
}

fn with(run: &Run, point: Point) -> Run {
    Run::new(
        run.direction,
        run.stones.iter().copied().chain([point]).collect(),
    )
}

/// Whether the run is an unbroken black row, neither shorter nor longer, of such a length.
fn is_row(board: &Board, run: &Run, length: std::ops::Range<usize>) -> bool {
    let row = row_through(board, run.stones[0], run.direction, Color::Black);
    length.contains(&row.len())
        && Run::new(run.direction, row) == *run
        && run
            .stones
            .iter()
            .all(|&stone| board.stone(stone) == Some(Color::Black))
}

fn is_straight_four(board: &mut Board, run: &Run) -> bool {
    let row = row_through(board, run.stones[0], run.direction, Color::Black);
    [
        row[0].step(run.direction, -1),
        row[row.len() - 1].step(run.direction, 1),
    ]
    .into_iter()
    .all(|end| match end {
        Some(end) if board.is_empty(end) => board.with_stone(end, Color::Black, |board| {
            row_through(board, end, run.direction, Color::Black).len() == 5
        }),
        _ => false,
    })
}

#[test]
fn every_point_is_judged_as_the_key_says_and_every_proof_replays() {
    let rows: Vec<Row> = keys::rows("forbidden.jsonl");
    assert!(rows.len() > 500);
    rows.iter().for_each(check_row);
}

#[test]
#[ignore = "the full key"]
fn every_point_of_the_full_key_is_judged_as_it_says() {
    for name in ["forbidden.jsonl", "forbidden_classic.jsonl"] {
        if let Some(rows) = keys::full_rows::<Row>(name) {
            rows.iter().for_each(check_row);
        }
    }
}

#[test]
fn verdicts_do_not_depend_on_how_the_board_is_turned() {
    let rows: Vec<Row> = keys::rows("forbidden.jsonl");
    for row in rows.iter().step_by(10) {
        for symmetry in Symmetry::ALL {
            let image = |point: &Point| symmetry.apply(*point, Size::RENJU).unwrap();
            let black: Vec<Point> = row.black.iter().map(image).collect();
            let white: Vec<Point> = row.white.iter().map(image).collect();
            let board = Board::with_stones(Size::RENJU, &black, &white);
            let expected: PointSet = row.expected().keys().map(image).collect();
            assert_eq!(
                forbidden_points(&board, ThreeReading::Literal),
                expected,
                "{}",
                row.id
            );
        }
    }
}
