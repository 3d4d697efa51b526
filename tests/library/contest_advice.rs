//! Who answers the tasks of an opening: our search, and lots.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use renju::board::Color;
use renju::contest::{
    Opening, OpeningAction, OpeningAdviser, OpeningRule, OpeningTask, Seat, random_answer,
};
use renju::eval::shapes::Shapes;
use renju::geometry::{Point, Size};
use renju::limits::{Control, Limits, NoObserver, Observer, Value};
use renju::position::Position;
use renju::rule::Rule;
use renju::search::{SearchOptions, TranspositionTable, search};

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn points(names: &str) -> Vec<Point> {
    names.split_whitespace().map(point).collect()
}

fn advised_by(
    opening: &Opening,
    nodes: u64,
    seed: u64,
    observer: &dyn Observer,
) -> Option<OpeningAction> {
    let mut table = TranspositionTable::new(1 << 20);
    let mut adviser = OpeningAdviser {
        evaluator: Shapes::ours(),
        table: &mut table,
        options: SearchOptions::default(),
        limits: Limits::nodes(nodes),
        observer,
        seed,
    };
    adviser.answer(opening)
}

fn advised(opening: &Opening, nodes: u64, seed: u64) -> Option<OpeningAction> {
    advised_by(opening, nodes, seed, &NoObserver)
}

/// Every opening rule on a board of these sides that it is played on.
fn openings(sides: &[u8]) -> impl Iterator<Item = Opening> {
    let boards = sides.iter().filter_map(|&side| Size::new(side));
    boards.flat_map(|size| {
        OpeningRule::ALL
            .into_iter()
            .filter_map(move |rule| Opening::new(rule, size, Rule::default_on(size)).ok())
    })
}

/// The opening when no task is left, each answered by `answer`.
fn finished(mut opening: Opening, answer: impl Fn(&Opening) -> Option<OpeningAction>) -> Opening {
    while opening.task().is_some() {
        let action = answer(&opening).expect("there is a task");
        opening = opening.apply(action).unwrap_or_else(|refusal| {
            panic!("{} {action:?}: {refusal}", opening.rule());
        });
    }
    assert_eq!(answer(&opening), None);
    opening
}

/// After a free opening and after `center` Black or White is to move, after the others White.
fn check_finished(opening: &Opening) {
    let stones = opening.position().moves().unwrap().len();
    let expected: &[usize] = match opening.rule() {
        OpeningRule::Free => &[0],
        OpeningRule::Center => &[1],
        OpeningRule::Swap => &[3],
        OpeningRule::Swap2 => &[3, 5],
        OpeningRule::Renju26 | OpeningRule::Soosorv8 | OpeningRule::Taraguchi10 => &[5],
    };
    assert!(expected.contains(&stones), "{}: {stones}", opening.rule());
    assert!(opening.position().outcome().is_none());
}

#[test]
fn openings_by_lot_come_to_their_end_and_differ_by_their_seed() {
    for begun in openings(&[9, 15, 20]) {
        let mut ends = HashSet::new();
        for seed in 0..60 {
            let opening = finished(begun.clone(), |opening| random_answer(opening, seed));
            check_finished(&opening);
            let again = finished(begun.clone(), |opening| random_answer(opening, seed));
            assert_eq!(opening, again);
            ends.insert((opening.seats().black, opening.position().board().key()));
        }
        match begun.rule() {
            OpeningRule::Free => assert_eq!(ends.len(), 1),
            OpeningRule::Center => assert!(ends.len() <= 4),
            rule => assert!(ends.len() > 50, "{rule}: {}", ends.len()),
        }
    }
}

#[test]
fn lots_give_every_answer() {
    let mut swap2 = Opening::new(OpeningRule::Swap2, Size::RENJU, Rule::Renju).unwrap();
    for at in points("A1 B5 C3") {
        swap2 = swap2.apply(OpeningAction::Stone(at)).unwrap();
    }
    let answers: HashSet<_> = (0..40).map(|seed| random_answer(&swap2, seed)).collect();
    assert_eq!(answers.len(), 3);
}

#[test]
fn openings_of_two_advisers_come_to_their_end() {
    for begun in openings(&[9, 15, 20]) {
        for seed in 0..3 {
            let opening = finished(begun.clone(), |opening| advised(opening, 200, seed));
            check_finished(&opening);
        }
    }
}

#[test]
fn advice_is_the_same_for_the_same_nodes_and_seed() {
    for begun in openings(&[15]) {
        let play = || finished(begun.clone(), |opening| advised(opening, 300, 5));
        assert_eq!(play(), play());
    }
}

#[test]
fn advice_that_is_stopped_or_has_no_nodes_is_an_answer_all_the_same() {
    let stopped = AtomicBool::new(true);
    for begun in openings(&[15]) {
        let advice = |opening: &Opening| advised_by(opening, 1000, 1, &stopped);
        check_finished(&finished(begun.clone(), advice));
        let advice = |opening: &Opening| advised(opening, 1, 1);
        check_finished(&finished(begun, advice));
    }
}

/// The opening after these points, each for what asks for one, and keeping colours between them.
fn after(rule: OpeningRule, names: &str) -> Opening {
    let begun = Opening::new(rule, Size::RENJU, Rule::Renju).unwrap();
    let step = |opening: Opening, at| {
        let kept = match opening.task() {
            Some(OpeningTask::Swap { .. }) => opening.apply(OpeningAction::Keep).unwrap(),
            _ => opening,
        };
        let action = kept.task().unwrap().at(at).unwrap();
        kept.apply(action).unwrap()
    };
    points(names).into_iter().fold(begun, step)
}

#[test]
fn the_better_colour_is_taken() {
    for rule in [OpeningRule::Swap, OpeningRule::Swap2] {
        // Two black stones side by side in the middle, the white one in the corner.
        let good = after(rule, "H8 A1 H9");
        let black = Some(OpeningAction::TakeColor(Color::Black));
        assert_eq!(advised(&good, 2000, 1), black);
        // All stones in corners: White is to move and has the board.
        let poor = after(rule, "A1 H8 O15");
        let white = Some(OpeningAction::TakeColor(Color::White));
        assert_eq!(advised(&poor, 2000, 1), white);
    }
}

#[test]
fn who_has_the_worse_colour_swaps_it() {
    // After the fifth stone of taraguchi10 White may swap: here Black's stones are together.
    let strong = after(OpeningRule::Taraguchi10, "H8 I9 H7 K11");
    let strong = strong.apply(OpeningAction::Keep).unwrap();
    let strong = strong.apply(OpeningAction::Stone(point("G7"))).unwrap();
    assert_eq!(
        strong.task(),
        Some(OpeningTask::Swap { seat: Seat::Second })
    );
    assert_eq!(advised(&strong, 3000, 1), Some(OpeningAction::Swap));
    let weak = after(OpeningRule::Taraguchi10, "H8 H9 F6 I8");
    let weak = weak.apply(OpeningAction::Keep).unwrap();
    let weak = weak.apply(OpeningAction::Stone(point("L12"))).unwrap();
    assert_eq!(advised(&weak, 3000, 1), Some(OpeningAction::Keep));
}

#[test]
fn a_lone_fifth_move_that_is_good_makes_black_the_better_colour() {
    // Under soosorv8 the number of fifth moves decides: of one Black keeps the best.
    let fourth = after(OpeningRule::Soosorv8, "H8 I9 H7 K12");
    let declared = |count| fourth.apply(OpeningAction::DeclareCount(count)).unwrap();
    assert_eq!(declared(1).task().map(OpeningTask::seat), Some(Seat::First));
    assert_eq!(advised(&declared(1), 4000, 1), Some(OpeningAction::Keep));
    let Some(OpeningAction::DeclareCount(count)) = advised(&fourth, 4000, 1) else {
        panic!("a number is asked for");
    };
    assert!(count > 1, "{count}");
}

#[test]
fn white_chooses_the_worse_of_two_fifth_moves() {
    for offers in ["G7 A15", "A15 G7"] {
        let offered = after(OpeningRule::Renju26, &format!("H8 I9 H7 K12 {offers}"));
        let worse = Some(OpeningAction::ChooseFifth(point("A15")));
        assert_eq!(advised(&offered, 2000, 1), worse);
    }
}

#[test]
fn black_offers_the_best_move_first() {
    let fourth = after(OpeningRule::Renju26, "H8 I9 H7 K12");
    let Some(OpeningAction::Offer(best)) = advised(&fourth, 2000, 1) else {
        panic!("an offer is asked for");
    };
    let mut table = TranspositionTable::new(1 << 20);
    let control = Control::new(Limits::nodes(2000));
    let position = fourth.position();
    let options = SearchOptions::default();
    let found = search(position, Shapes::ours(), &options, &control, &mut table);
    assert_eq!(found.last.lines[0].moves[0], Some(best));
    let next = fourth.apply(OpeningAction::Offer(best)).unwrap();
    let second = advised(&next, 2000, 1).unwrap();
    assert!(next.apply(second).is_ok() && second != OpeningAction::Offer(best));
}

/// What a position is worth to the side to move.
fn value(position: &Position) -> i64 {
    let mut table = TranspositionTable::new(1 << 20);
    let control = Control::new(Limits::nodes(3000));
    let options = SearchOptions::default();
    let found = search(position, Shapes::ours(), &options, &control, &mut table);
    match found.last.lines[0].value {
        Value::Points(points) => points,
        other => panic!("{other:?}"),
    }
}

/// Stones are put by searches of few nodes, so single games may be less even than most.
#[test]
fn three_stones_of_gomoku_leave_the_game_even() {
    let mut uneven = Vec::new();
    for size in [Size::RENJU, Size::MAX] {
        for seed in 0..30 {
            let mut opening = Opening::new(OpeningRule::Swap2, size, Rule::Standard).unwrap();
            while let Some(OpeningTask::Stone { .. }) = opening.task() {
                let stone = advised(&opening, 3000, seed).unwrap();
                opening = opening.apply(stone).unwrap();
            }
            let value = value(opening.position());
            let moves = opening.position().moves();
            assert!(value.abs() < 240, "{size} {seed} {moves:?}: {value}");
            uneven.push(value.abs());
        }
    }
    let (count, sum) = (uneven.len(), uneven.iter().sum::<i64>());
    assert!(sum < 90 * count as i64, "{uneven:?}");
    let beyond = uneven.iter().filter(|&&value| value >= 160).count();
    assert!(beyond * 10 <= count, "{uneven:?}");
}
