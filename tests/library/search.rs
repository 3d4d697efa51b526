//! Best play: every line that is told can be played, wins and losses are what they claim, and the
//! edges of the board, of the rules and of the limits are met.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::keys;
use renju::board::Color;
use renju::eval::Evaluator;
use renju::geometry::{Point, PointSet, Size};
use renju::limits::{
    Control, Iteration, Limits, NoObserver, Observer, PrincipalVariation, Progress, StopReason,
    Value,
};
use renju::position::{Position, PositionOverrides, Setup};
use renju::questions::{SearchQuestion, first_moves};
use renju::rule::Rule;
use renju::search::{SearchOptions, SearchResult, TranspositionTable, search};
use renju::systems;
use renju::threat::ThreatOutcome;
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    size: Size,
    rule: Rule,
    to_move: Color,
    black: Vec<Point>,
    white: Vec<Point>,
}

impl Row {
    fn position(self) -> Position {
        position(&Setup {
            size: Some(self.size),
            rule: Some(self.rule),
            to_move: Some(self.to_move),
            black: self.black,
            white: self.white,
            ..Setup::default()
        })
    }
}

fn position(setup: &Setup) -> Position {
    Position::from_setup(setup, &PositionOverrides::default()).expect("it can be")
}

fn points(names: &str) -> Vec<Point> {
    let names = names.split_whitespace();
    names.map(|name| name.parse().expect("a point")).collect()
}

fn set(names: &str) -> PointSet {
    points(names).into_iter().collect()
}

fn game(names: &str) -> Position {
    position(&Setup {
        moves: points(names).into_iter().map(Some).collect(),
        ..Setup::default()
    })
}

/// Six lines where Black would make six in a row on C3 and may not; the last point of the board,
/// F1, is empty or black.
fn almost_full(is_f1_empty: bool) -> Position {
    let rows = ["XXOOXX", "OOXXOO", "XX.XXX", "XXOOXX", "OOXXOO", "XXOOXX"];
    let mut setup = Setup {
        size: Size::new(6),
        rule: Some(Rule::Renju),
        to_move: Some(Color::Black),
        ..Setup::default()
    };
    for (row, cells) in (0u8..).zip(rows) {
        for (column, cell) in (0u8..).zip(cells.chars()) {
            let point = Point::new(column, row).expect("a point of the board");
            match cell {
                'X' if is_f1_empty && point == points("F1")[0] => {}
                'X' => setup.black.push(point),
                'O' => setup.white.push(point),
                _ => {}
            }
        }
    }
    position(&setup)
}

fn shapes() -> &'static dyn Evaluator {
    renju::eval::shapes::Shapes::ours()
}

/// What is asked, and how much it may take.
#[derive(Clone, Copy)]
struct Question {
    options: SearchOptions,
    limits: Limits,
}

impl Question {
    fn lines(mut self, lines: usize) -> Question {
        self.options.lines = lines;
        self
    }

    fn only(mut self, only: Option<PointSet>) -> Question {
        self.options.only = only;
        self
    }

    fn avoid(mut self, avoid: PointSet) -> Question {
        self.options.avoid = avoid;
        self
    }

    fn threads(mut self, threads: usize) -> Question {
        self.options.threads = threads;
        self
    }

    fn within(mut self, limits: Limits) -> Question {
        self.limits = limits;
        self
    }
}

fn unlimited() -> Question {
    Question {
        options: SearchOptions::default(),
        limits: Limits::NONE,
    }
}

fn by_nodes(nodes: u64) -> Question {
    unlimited().within(Limits::nodes(nodes))
}

fn by_depth(depth: u16) -> Question {
    Question {
        options: SearchOptions::depth(depth),
        limits: Limits::NONE,
    }
}

/// Searches with a fresh table, and checks every line.
fn ask(position: &Position, question: &Question) -> SearchResult {
    ask_by(position, shapes(), question)
}

fn ask_by(position: &Position, evaluator: &dyn Evaluator, question: &Question) -> SearchResult {
    let (options, control) = (&question.options, Control::new(question.limits));
    let mut table = TranspositionTable::new(1 << 20);
    let found = search(position, evaluator, options, &control, &mut table);
    check(position, options, &found);
    found
}

/// Whether a first move may be played at a point.
fn is_legal(position: &Position, point: Point) -> bool {
    position.clone().play(point).is_ok()
}

fn has_legal_move(position: &Position) -> bool {
    let mut empties = position.board().empties().iter();
    empties.any(|point| is_legal(position, point))
}

/// Everything that holds of every answer.
fn check(position: &Position, options: &SearchOptions, found: &SearchResult) {
    let lines = &found.last.lines;
    if position.outcome().is_some() {
        assert_eq!((lines.len(), found.stop), (0, StopReason::GameOver));
        return;
    }
    let is_wanted = |point: &Point| {
        options.only.is_none_or(|only| only.contains(*point)) && !options.avoid.contains(*point)
    };
    let empties = position.board().empties().iter().filter(is_wanted);
    let choice = empties.filter(|&point| is_legal(position, point)).count();
    let may_pass = usize::from(!has_legal_move(position));
    assert_eq!(
        lines.len(),
        options.lines.min(choice).max(may_pass),
        "{lines:?}"
    );
    for line in lines {
        replay(position, line);
    }
    let firsts = lines.iter().filter_map(|line| line.moves[0]);
    let distinct: PointSet = firsts.clone().collect();
    assert_eq!(distinct.len(), firsts.clone().count(), "{lines:?}");
    assert!(firsts.clone().all(|first| is_wanted(&first)), "{lines:?}");
    let values: Vec<i64> = lines.iter().map(|line| rank(line.value)).collect();
    assert!(values.is_sorted_by(|one, other| one >= other), "{lines:?}");
}

/// A number that is greater for what is better.
fn rank(value: Value) -> i64 {
    match value {
        Value::Points(points) => points,
        Value::Draw => 0,
        Value::WinIn(plies) => 1_000_000 - i64::from(plies),
        Value::LossIn(plies) => i64::from(plies) - 1_000_000,
    }
}

/// Plays a line by the rules, and compares what it comes to with what it claims.
fn replay(start: &Position, line: &PrincipalVariation) {
    let mut position = start.clone();
    assert!(!line.moves.is_empty());
    for step in &line.moves {
        position = match *step {
            Some(point) => position
                .play(point)
                .unwrap_or_else(|error| panic!("{error} in {line:?}")),
            None => passed(&position),
        };
    }
    let winner = position.outcome().and_then(|outcome| outcome.winner);
    let mover = start.to_move();
    match line.value {
        Value::WinIn(plies) => {
            assert_eq!(
                (winner, line.moves.len()),
                (Some(mover), plies.into()),
                "{line:?}"
            );
        }
        Value::LossIn(plies) => {
            assert_eq!(
                (winner, line.moves.len()),
                (Some(!mover), plies.into()),
                "{line:?}"
            );
        }
        Value::Points(_) | Value::Draw => assert_eq!(winner, None, "{line:?}"),
    }
}

/// The position after a pass, which only a side without a legal move makes.
fn passed(position: &Position) -> Position {
    assert!(!has_legal_move(position), "a pass beside legal moves");
    let mut setup = position.to_setup();
    setup.first = setup.first.filter(|_| !setup.moves.is_empty());
    setup.first = setup.first.or(Some(position.to_move()));
    setup.to_move = Some(!position.to_move());
    setup.moves.push(None);
    self::position(&setup)
}

/// A game of random legal moves near the middle, not over.
fn random_game(size: Size, rule: Rule, moves: usize, seed: u64) -> Position {
    let mut random = seed;
    let mut position = Position::new(size, rule);
    for _ in 0..moves {
        let empties: Vec<Point> = position.board().empties().iter().collect();
        let mut choose = || {
            random = random
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            empties[(random >> 33) as usize % empties.len()]
        };
        let middle = size.get() / 2;
        let is_near = |point: &Point| {
            point.column().abs_diff(middle) <= 4 && point.row().abs_diff(middle) <= 4
        };
        let tries = (0..50).map(|_| choose());
        let next = tries
            .filter(is_near)
            .find_map(|point| position.clone().play(point).ok());
        match next {
            Some(next) if next.outcome().is_none() => position = next,
            _ => break,
        }
    }
    position
}

#[test]
fn lines_of_puzzles_can_be_played_and_wins_are_wins() {
    for name in ["vcf.jsonl", "vct.jsonl"] {
        let rows: Vec<Row> = keys::rows(name);
        for (number, row) in rows.into_iter().enumerate() {
            let question = by_nodes(4_000).lines(1 + number % 3);
            ask(&row.position(), &question);
        }
    }
}

#[test]
fn lines_of_random_games_can_be_played_and_wins_are_wins() {
    for rule in [Rule::Renju, Rule::Standard, Rule::Freestyle] {
        for side in [5, 6, 12, 15, 20] {
            let size = Size::new(side).expect("a side");
            for seed in 1..=6u64 {
                let moves = 4 + 5 * seed as usize;
                let position = random_game(size, rule, moves, seed * 31 + u64::from(side));
                let question = by_nodes(1_500).lines(if seed % 2 == 0 { 1 } else { 4 });
                ask(&position, &question);
            }
        }
    }
}

#[test]
fn every_evaluator_can_lead_a_search() {
    let position = game("H8 I9 G7 F6 H6 H7");
    for evaluator in systems::all() {
        let found = ask_by(&position, &*evaluator, &by_nodes(60));
        assert_eq!(found.last.lines.len(), 1, "{}", evaluator.info().name);
    }
}

#[test]
fn an_empty_board_is_answered_on_every_side_and_by_every_rule() {
    for side in [5, 12, 15, 20] {
        let size = Size::new(side).expect("a side");
        for rule in [Rule::Renju, Rule::Standard, Rule::Freestyle] {
            let found = ask(&Position::new(size, rule), &by_nodes(300));
            assert_eq!(found.last.lines.len(), 1);
        }
    }
}

#[test]
fn a_five_is_made_and_a_four_is_stopped() {
    let found = ask(&game("H8 A1 I8 A3 J8 A5 K8 A7"), &by_depth(2));
    assert_eq!(found.last.lines[0].value, Value::WinIn(1));
    assert_eq!(found.stop, StopReason::Decided);
    let found = ask(&game("H8 G8 I8 A3 J8 A5 K8"), &by_depth(2));
    assert_eq!(found.last.lines[0].moves[0], Some(points("L8")[0]));
    let lost = ask(&game("H8 A1 I8 A3 J8 A5 K8"), &by_depth(2));
    assert_eq!(lost.last.lines[0].value, Value::LossIn(2));
}

#[test]
fn a_finished_game_and_a_full_board_are_not_searched() {
    let won = game("H8 A1 I8 A3 J8 A5 K8 A7 L8");
    assert_eq!(ask(&won, &by_depth(3)).stop, StopReason::GameOver);
    let size = Size::new(5).expect("a side");
    let is_black = |point: &Point| (point.column() + 2 * point.row()) % 4 < 2;
    let all = || PointSet::all(size).iter();
    let full = position(&Setup {
        size: Some(size),
        black: all().filter(is_black).collect(),
        white: all().filter(|point| !is_black(point)).collect(),
        to_move: Some(Color::Black),
        ..Setup::default()
    });
    assert!(
        full.outcome()
            .is_some_and(|outcome| outcome.winner.is_none())
    );
    assert_eq!(ask(&full, &by_depth(3)).stop, StopReason::GameOver);
}

#[test]
fn a_side_without_a_legal_move_passes() {
    let found = ask(&almost_full(false), &by_depth(3));
    assert_eq!(found.last.lines.len(), 1);
    assert_eq!(found.last.lines[0].moves[0], None);
}

#[test]
fn the_one_legal_move_is_the_answer() {
    let position = almost_full(true);
    for question in [by_depth(3), by_nodes(1)] {
        let question = question.lines(5);
        let found = ask(&position, &question);
        assert_eq!(found.last.lines[0].moves[0], Some(points("F1")[0]));
    }
}

#[test]
fn there_are_as_many_lines_as_legal_moves_at_most() {
    let size = Size::new(5).expect("a side");
    let position = random_game(size, Rule::Freestyle, 6, 3);
    let question = by_nodes(2_000).lines(1000);
    let found = ask(&position, &question);
    assert_eq!(found.last.lines.len(), position.board().empties().len());
}

#[test]
fn one_node_or_a_millisecond_is_enough_for_a_legal_move() {
    for position in [
        Position::new(Size::RENJU, Rule::Renju),
        game("H8 I9 G7 F6 H6 H7"),
        random_game(Size::MAX, Rule::Freestyle, 40, 5),
    ] {
        let timed = unlimited().within(Limits::time(Duration::from_millis(1)));
        let never = unlimited().within(Limits::time(Duration::ZERO));
        for question in [by_nodes(1), timed, never] {
            assert_eq!(ask(&position, &question).last.lines.len(), 1);
        }
        assert!(ask(&position, &by_nodes(1)).last.nodes <= 1);
    }
}

#[test]
fn the_limit_of_nodes_is_kept() {
    let position = game("H8 I9 G7 F6 H6 H7 J10");
    for nodes in [1, 2, 10, 257, 3_000, 20_000] {
        assert!(ask(&position, &by_nodes(nodes)).last.nodes <= nodes);
    }
}

#[test]
fn a_loss_is_told_with_its_moves_wherever_the_nodes_run_out() {
    // At 2,000 nodes the limit comes when the best move has just been found to lose.
    let position = game("I10 G8 J11 C1 L11 H1 I13 M1 J13 C4 M13");
    let mut losses = 0;
    for nodes in (1_000..6_000).step_by(250) {
        let found = ask(&position, &by_nodes(nodes));
        let best = &found.last.lines[0];
        if let Value::LossIn(plies) = best.value {
            replay(&position, best);
            assert_eq!(usize::from(plies), best.moves.len(), "{nodes}: {best:?}");
            losses += 1;
        }
    }
    assert!(losses > 0);
}

#[test]
fn a_loss_of_the_first_move_is_not_that_of_the_position() {
    // J6 holds. At 300 nodes E6 has been found to lose, and J6 was not looked at.
    let moves = "G5 F7 H5 F5 F6 H4 H6 G6 H7 I7 I6 G8 J7 G4 J5";
    let position = game(moves);
    for nodes in (100..3_000).step_by(50) {
        for lines in [1, 3] {
            let found = ask(&position, &by_nodes(nodes).lines(lines));
            let best = &found.last.lines[0];
            assert!(!matches!(best.value, Value::LossIn(_)), "{nodes}: {best:?}");
        }
    }
}

#[test]
fn of_moves_that_were_left_out_nothing_is_said() {
    let position = game("H8 A1 I8 A3 J8 A5 K8 A7");
    let question = by_depth(3).only(Some(set("H9")));
    let forced_wins = ask(&position, &question).forced_wins.expect("an answer");
    assert_ne!(forced_wins.own, ThreatOutcome::None, "G8 wins");
}

/// The iterations that are reported.
#[derive(Default)]
struct Told(Mutex<Vec<Iteration>>);

impl Observer for Told {
    fn iteration(&self, iteration: &Iteration) {
        self.0.lock().expect("no panic").push(iteration.clone());
    }
}

#[test]
fn iterations_are_told_in_order_and_none_is_left_out_whoever_is_first() {
    let position = game("H8 I9 J8");
    for threads in [1, 2, 3, 4].repeat(6) {
        for question in [by_depth(2), by_depth(6), by_nodes(20_000)] {
            let told = Told::default();
            let control = Control::observed(question.limits, &told);
            let options = question.threads(threads).options;
            let mut table = TranspositionTable::new(1 << 20);
            let found = search(&position, shapes(), &options, &control, &mut table);
            let told = told.0.into_inner().expect("no panic");
            let mut depths: Vec<u16> = told.iter().map(|iteration| iteration.depth).collect();
            // A last iteration that is not complete tells of the one before again.
            depths.dedup();
            let deepest = found.last.depth;
            assert_eq!(
                depths,
                (1..=deepest).collect::<Vec<_>>(),
                "{threads} threads"
            );
            assert!(
                told.is_sorted_by_key(|iteration| iteration.nodes),
                "{told:?}"
            );
            assert!(found.last.nodes > u64::from(deepest), "{told:?}");
        }
    }
}

#[test]
fn first_moves_are_chosen_from_those_that_were_named() {
    let double_three = position(&Setup {
        black: points("F8 G8 H6 H7"),
        white: points("A1 A3 A5 A7"),
        ..Setup::default()
    });
    let chosen = first_moves(&double_three, &points("H8 A15 I8"), &points("I8")).expect("A15 is");
    let question = by_nodes(500).lines(3).only(chosen.only).avoid(chosen.avoid);
    let found = ask(&double_three, &question);
    assert_eq!(found.last.lines[0].moves[0], Some(points("A15")[0]));
    assert!(first_moves(&double_three, &points("H8"), &[]).is_err());
    // A search that is told of forbidden points all the same leaves them out.
    let question = question.only(Some(set("H8 A15")));
    assert_eq!(ask(&double_three, &question).last.lines.len(), 1);
}

#[test]
fn a_win_to_be_avoided_is_avoided() {
    let position = game("H8 A1 I8 A3 J8 A5 K8 A7");
    let question = by_depth(3).avoid(set("G8"));
    let found = ask(&position, &question);
    assert_eq!(found.last.lines[0].moves, [Some(points("L8")[0])]);
    let question = by_nodes(3_000).avoid(set("G8 L8"));
    ask(&position, &question);
}

/// The answer as a JSON line.
fn json(position: &Position, question: &Question, observer: &dyn Observer) -> String {
    let evaluator = shapes();
    let question = SearchQuestion {
        id: &"test".into(),
        position,
        evaluator,
        options: question.options,
        limits: question.limits,
    };
    let report =
        renju::questions::search(&question, observer, &mut TranspositionTable::new(1 << 20));
    serde_json::to_string(&report.expect("an answer")).expect("JSON")
}

#[test]
fn one_thread_gives_the_same_bytes_every_time() {
    let rows: Vec<Row> = keys::rows("vct.jsonl");
    for row in rows.into_iter().step_by(6) {
        let position = row.position();
        for question in [by_nodes(6_000), by_depth(5)] {
            let nodes = question.limits.nodes.unwrap_or(20_000);
            let question = question.within(Limits::nodes(nodes)).lines(2);
            let [one, other] = [(); 2].map(|()| json(&position, &question, &NoObserver));
            assert_eq!(one, other);
            assert!(one.contains(r#""deterministic":true"#), "{one}");
        }
    }
}

#[test]
fn a_report_says_what_may_differ() {
    let position = game("H8 I9");
    let threads = by_nodes(500).threads(2);
    let time = by_depth(1).within(Limits::time(Duration::from_secs(3600)));
    for question in [threads, time] {
        let line = json(&position, &question, &NoObserver);
        assert!(line.contains(r#""deterministic":false"#), "{line}");
    }
    ask(&position, &threads);
}

#[test]
fn whichever_thread_comes_to_the_last_depth_its_answer_counts() {
    let position = game("H8 I9 J8");
    for depth in [1, 4, 6].repeat(8) {
        for threads in [2, 3, 4] {
            let found = ask(&position, &by_depth(depth).threads(threads));
            assert_eq!((found.last.depth, found.stop), (depth, StopReason::Depth));
            assert!(found.last.selective_depth >= depth);
        }
    }
}

/// Stops a search after its first iteration.
struct Hasty(AtomicUsize);

impl Observer for Hasty {
    fn iteration(&self, _: &Iteration) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn progress(&self, _: &Progress) -> ControlFlow<()> {
        match self.0.load(Ordering::Relaxed) {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

#[test]
fn an_observer_ends_a_search_that_has_no_limit() {
    let hasty = Hasty(0.into());
    let position = game("H8 I9 G7 F6 H6 H7");
    let control = Control::observed(Limits::NONE, &hasty);
    let options = SearchOptions::default();
    let mut table = TranspositionTable::new(1 << 20);
    let found = search(&position, shapes(), &options, &control, &mut table);
    check(&position, &options, &found);
    assert_eq!(found.stop, StopReason::Interrupted);
    assert!(json(&position, &unlimited(), &hasty).contains(r#""deterministic":false"#));
}
