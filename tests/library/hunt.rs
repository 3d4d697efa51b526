//! Mistakes planted in a judge, an evaluator and a player: each is found, and on a board of a few stones.

use std::sync::atomic::{AtomicU64, Ordering};

use renju::board::{Board, Color};
use renju::eval::{Failure, FailureKind};
use renju::forbidden::{
    ForbiddenKind, ThreeReading, Verdict, forbidden_kinds, forbidden_points, judge,
    judge_by_definition,
};
use renju::geometry::{Point, PointSet, Size};
use renju::position::Position;
use renju::questions::Expectation;
use renju::questions::hunt::{
    BoardManner, DifferenceKind, ForbiddenPair, HuntBoards, HuntCase, HuntOptions, HuntPair,
    HuntReport, MinMaxPair, PlayerPair, ValuePair, VerdictDetail, hunt,
};
use renju::rule::Rule;
use renju::systems;

const LITERAL: ThreeReading = ThreeReading::Literal;

fn boards(manner: BoardManner) -> HuntBoards {
    HuntBoards {
        seed: 3,
        size: Size::RENJU,
        rule: Rule::Renju,
        manner,
        real: Vec::new(),
    }
}

fn hunted(pair: &dyn HuntPair, manner: BoardManner, count: u64, threads: usize) -> HuntReport {
    let options = HuntOptions {
        boards: count,
        cases: 40,
        threads,
    };
    hunt(pair, &boards(manner), &options, &|_| true).unwrap()
}

/// What a judge says of a point, where the right answer is the last.
type Mistake = fn(&Board, Point, bool) -> bool;

/// The cases against a judge that says of each point what `mistaken` makes of the right answer.
fn cases_of_judge(mistaken: Mistake) -> Vec<HuntCase> {
    let judge = |position: &Position| -> Result<PointSet, Failure> {
        let right = forbidden_points(position.board(), LITERAL);
        let empties = position.board().empties().iter();
        Ok(empties
            .filter(|&point| mistaken(position.board(), point, right.contains(point)))
            .collect())
    };
    let pair = ForbiddenPair {
        name: "planted".to_owned(),
        judge: &judge,
        reading: LITERAL,
    };
    hunted(&pair, BoardManner::Shapes, 4000, 2).cases
}

fn without(kind: ForbiddenKind, board: &Board, point: Point, right: bool) -> bool {
    let kinds = || forbidden_kinds(board, point, LITERAL);
    right && kinds().into_iter().any(|other| other != kind)
}

fn is_legal_by_false_threes(board: &Board, point: Point) -> bool {
    match judge(board, point) {
        Verdict::Allowed(proof) => proof.has_false_double_three(),
        Verdict::Wins(_) | Verdict::Forbidden(_) => false,
    }
}

#[test]
fn a_mistake_of_a_judge_is_found_on_the_smallest_board_there_is() {
    let planted: [(DifferenceKind, usize, Mistake); 5] = [
        (DifferenceKind::MissesOverline, 5, |board, point, right| {
            without(ForbiddenKind::Overline, board, point, right)
        }),
        // Two fours on one line take four stones: X.X.XX.
        (
            DifferenceKind::MissesDoubleFour,
            4,
            |board, point, right| without(ForbiddenKind::DoubleFour, board, point, right),
        ),
        (
            DifferenceKind::MissesDoubleThree,
            4,
            |board, point, right| without(ForbiddenKind::DoubleThree, board, point, right),
        ),
        (DifferenceKind::ForbidsFive, 8, |board, point, right| {
            let is_hidden = |verdict: Verdict| match verdict {
                Verdict::Wins(win) => !win.proof.kinds().is_empty(),
                _ => false,
            };
            right
                || Rule::Renju.makes_five(board, point, Color::Black)
                    && is_hidden(judge(board, point))
        }),
        (
            DifferenceKind::ForbidsFalseThree,
            6,
            |board, point, right| right || is_legal_by_false_threes(board, point),
        ),
    ];
    for (kind, most, mistaken) in planted {
        let cases = cases_of_judge(mistaken);
        assert!(!cases.is_empty(), "{kind}");
        assert!(
            cases.iter().all(|case| case.difference.kind == kind),
            "{kind}: {cases:?}"
        );
        assert!(cases[0].stones() <= most, "{kind}: {:?}", cases[0].position);
    }
}

/// Each case says who is right, in the words of `check`, and the definition agrees.
#[test]
fn what_a_case_expects_is_what_the_definition_says() {
    let cases = cases_of_judge(|_, point, right| right != (point.column() == 7));
    assert!(!cases.is_empty());
    for case in cases {
        let [expected] = &case.position.expect[..] else {
            panic!("{:?}", case.position.expect)
        };
        let board = case.position.position.board();
        let point = case.difference.point.unwrap();
        let kinds = judge_by_definition(&board, point, LITERAL).kinds().to_vec();
        match expected.parse().unwrap() {
            Expectation::Forbidden {
                point: told,
                kinds: named,
            } => {
                assert_eq!((told, named), (point, kinds));
            }
            Expectation::Legal { point: told } => assert_eq!((told, kinds), (point, Vec::new())),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn a_false_three_by_a_nested_verdict_is_a_kind_of_its_own() {
    // A judge that takes every look-alike three for a three.
    let cases =
        cases_of_judge(|board, point, right| right || is_legal_by_false_threes(board, point));
    let nested = cases
        .iter()
        .filter(|case| case.difference.details == [VerdictDetail::Nested]);
    assert_eq!(nested.count(), 1, "{cases:?}");
}

/// What is drawn and is no position is not counted.
#[test]
fn as_many_boards_are_asked_about_as_are_asked_for() {
    let asked = AtomicU64::new(0);
    let judge = |position: &Position| -> Result<PointSet, Failure> {
        asked.fetch_add(1, Ordering::Relaxed);
        Ok(forbidden_points(position.board(), LITERAL))
    };
    let pair = ForbiddenPair {
        name: "right".to_owned(),
        judge: &judge,
        reading: LITERAL,
    };
    let found = hunted(&pair, BoardManner::Shapes, 300, 2);
    assert_eq!((found.boards, found.differing), (300, 0));
    assert_eq!(asked.load(Ordering::Relaxed), 300);
}

#[test]
fn where_no_board_is_answered_the_first_failure_is_told() {
    let pair = ForbiddenPair {
        name: "silent".to_owned(),
        judge: &|_| Err(Failure::new(FailureKind::Crashed, "ended")),
        reading: LITERAL,
    };
    let options = HuntOptions {
        boards: 10,
        cases: 40,
        threads: 2,
    };
    let failure = hunt(&pair, &boards(BoardManner::Shapes), &options, &|_| true).unwrap_err();
    assert_eq!(failure.message, "ended");
}

#[test]
fn the_same_seed_finds_the_same_with_any_number_of_threads() {
    let pair = ForbiddenPair {
        name: "none".to_owned(),
        judge: &|_| Ok(PointSet::EMPTY),
        reading: LITERAL,
    };
    let found = [1, 2, 3].map(|threads| hunted(&pair, BoardManner::Shapes, 500, threads));
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
    assert!(found[0].cases.len() > 2);
}

/// Ours, by the shape table, against the rule text followed line by line.
fn differences_of_ours(count: u64) -> HuntReport {
    let by_definition = |position: &Position| -> Result<PointSet, Failure> {
        let board = position.board();
        let is_forbidden =
            |&point: &Point| judge_by_definition(board, point, LITERAL).is_forbidden();
        Ok(board.empties().iter().filter(is_forbidden).collect())
    };
    let pair = ForbiddenPair {
        name: "definition".to_owned(),
        judge: &by_definition,
        reading: LITERAL,
    };
    hunted(&pair, BoardManner::Shapes, count, 2)
}

#[test]
fn nothing_is_found_against_the_definition() {
    assert_eq!(differences_of_ours(2_000).differing, 0);
}

#[test]
#[ignore = "minutes"]
fn nothing_is_found_against_the_definition_on_many_boards() {
    assert_eq!(differences_of_ours(80_000).differing, 0);
}

#[test]
fn evaluators_differ_where_neither_holds_the_others_best_point_best() {
    let [one, other] = ["five-tuple", "lianzhu"].map(|name| systems::find(name).unwrap());
    let same = ValuePair {
        evaluators: [("a".to_owned(), &*one), ("b".to_owned(), &*one)],
        first: 1,
    };
    assert_eq!(hunted(&same, BoardManner::Games, 60, 2).differing, 0);
    let pair = ValuePair {
        evaluators: [
            ("five-tuple".to_owned(), &*one),
            ("lianzhu".to_owned(), &*other),
        ],
        first: 3,
    };
    let found = hunted(&pair, BoardManner::Games, 300, 2);
    assert!(!found.cases.is_empty());
    for case in &found.cases {
        let [first, second] = &case.difference.answers;
        assert!(
            first
                .points
                .iter()
                .all(|point| !second.points.contains(point))
        );
        assert!(
            first.others < first.value && second.others < second.value,
            "{case:?}"
        );
    }
}

/// A player that takes the first empty point misses all wins, and lets the opponent win.
#[test]
fn a_player_misses_a_five_on_four_stones() {
    let first = |position: &Position| -> Result<Point, Failure> {
        let empties = position.board().empties();
        let legal = forbidden_points(position.board(), LITERAL);
        Ok((empties - legal).first().unwrap())
    };
    let pair = PlayerPair {
        name: "first".to_owned(),
        player: &first,
        plies: 5,
        nodes: 5_000,
    };
    let found = hunted(&pair, BoardManner::Games, 600, 2);
    let of = |kind, plies| {
        let mut cases = found.cases.iter();
        cases
            .find(|case| (case.difference.kind, case.difference.plies) == (kind, Some(plies)))
            .map(HuntCase::stones)
    };
    assert_eq!(of(DifferenceKind::MissesWin, 1), Some(4), "{found:?}");
    assert_eq!(of(DifferenceKind::AllowsWin, 1), Some(4), "{found:?}");
    assert!(of(DifferenceKind::MissesWin, 3).is_some());
    let moved: Vec<&HuntCase> = found
        .cases
        .iter()
        .filter(|case| case.difference.point.is_some())
        .collect();
    assert!(
        moved
            .iter()
            .all(|case| !case.difference.line.is_empty() && !case.position.expect.is_empty())
    );
}

#[test]
fn the_published_lianzhu_parts_from_its_min_max_and_the_corrected_does_not() {
    let parts = |name| {
        let program = systems::find(name).unwrap();
        let pair = MinMaxPair {
            program: program.as_system().unwrap(),
            options: renju::eval::PlayOptions {
                depth: Some(2),
                width: Some(6),
                ..Default::default()
            },
            limits: renju::limits::Limits::nodes(20_000),
        };
        hunted(&pair, BoardManner::Games, 60, 2).cases
    };
    let cases = parts("lianzhu");
    assert_eq!(cases[0].difference.kind, DifferenceKind::WrongValue);
    assert!(cases[0].stones() < 20, "{:?}", cases[0].position);
    assert!(parts("lianzhu:corrected").is_empty());
}
