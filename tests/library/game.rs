//! Games move by move: what was missed and allowed, as written down beforehand and replayed by the rules.

use renju::board::Color;
use renju::forbidden::ForbiddenKind;
use renju::geometry::Size;
use renju::limits::{Control, Limits, NoObserver, Value};
use renju::position::{GameEnd, Position, PositionId, PositionOverrides, Setup};
use renju::questions::game::{
    GameLine, GameMove, GameReport, GameTelling, LeastLoss, NoGame, PositionReview, ReviewOptions,
    Reviewer, annotated_game, game_report, puzzles,
};
use renju::questions::{ForcedLine, MoveOrPass, WinKind};
use renju::rule::Rule;
use renju::search::WinSolver;
use renju::systems;
use renju::threat::{Answer, Attack, SolveOptions, ThreatOutcome};

use crate::weak_games::weak_games;

const OPTIONS: ReviewOptions = ReviewOptions {
    depth: None,
    limits: Limits::nodes(2_000),
    attack: Attack::Vct,
};

fn setup(moves: &str) -> Setup {
    let moves = moves.split_whitespace();
    let moves = moves.map(|name| (name != "pass").then(|| name.parse().unwrap()));
    Setup {
        moves: moves.collect(),
        ..Setup::default()
    }
}

fn line_of(setup: &Setup) -> Result<GameLine, NoGame> {
    let position = Position::from_setup(setup, &PositionOverrides::default()).unwrap();
    GameLine::new(setup, &position)
}

fn told(line: &GameLine, reviews: Vec<Option<PositionReview>>) -> GameReport {
    let evaluator = systems::find("shapes").unwrap();
    let telling = GameTelling {
        evaluator: evaluator.info(),
        blunder: LeastLoss::Points(300),
        is_timed: false,
        every: 1,
        only_side: None,
    };
    game_report(&PositionId::from("game"), line, reviews, &telling)
}

fn reviewed(line: &GameLine, options: ReviewOptions) -> GameReport {
    let evaluator = systems::find("shapes").unwrap();
    let mut reviewer = Reviewer::new(&*evaluator, options, 1 << 20);
    let reviews = (0..line.positions().len())
        .map(|index| Some(reviewer.review(line, index, &NoObserver).unwrap()))
        .collect();
    told(line, reviews)
}

fn report(moves: &str) -> GameReport {
    reviewed(&line_of(&setup(moves)).unwrap(), OPTIONS)
}

fn kind_and_plies(win: &ForcedLine) -> (WinKind, usize) {
    (win.kind, win.plies)
}

#[test]
fn a_five_that_was_missed_is_told_with_the_move_that_allowed_it() {
    let report = report("H8 G8 I8 A3 J8 A5 K8 A7 B2 L8");
    let [allowed, missed, stop] = [8, 9, 10].map(|number| &report.moves[number - 1]);
    assert_eq!(
        allowed.allowed.as_ref().map(kind_and_plies),
        Some((WinKind::Five, 1))
    );
    assert_eq!(
        allowed.after.map(|score| score.value),
        Some(Value::LossIn(2))
    );
    assert!(allowed.blunder && missed.blunder && !stop.blunder);
    let escapes = [allowed.escape, missed.escape, stop.escape];
    assert_eq!(escapes, [None; 3], "so few nodes prove nothing of L8");
    assert_eq!(missed.missed, Some(WinKind::Five));
    assert_eq!(
        missed.missed_win.as_ref().map(kind_and_plies),
        Some((WinKind::Five, 1))
    );
    assert_eq!(
        missed
            .best
            .as_ref()
            .map(|best| best.point.to_string())
            .as_deref(),
        Some("L8")
    );
    assert_eq!(allowed.only, Some(false));
    assert_eq!(
        (report.summary.decisive, report.summary.outcome.clone()),
        (None, None)
    );
    let sides = &report.summary.sides;
    assert_eq!(
        (sides.black.missed, sides.white.allowed, sides.black.moves),
        (1, 1, 5)
    );
}

#[test]
fn a_move_that_would_have_held_is_told_where_it_is_proved() {
    let options = ReviewOptions {
        limits: Limits::nodes(20_000),
        ..OPTIONS
    };
    let line = line_of(&setup("H8 G8 I8 A3 J8 A5 K8 A7 B2 L8")).unwrap();
    let report = reviewed(&line, options);
    let told = report.moves.iter().filter(|row| row.escape.is_some());
    let told: Vec<_> = told.map(|row| (row.number, row.escape)).collect();
    assert_eq!(told, [(8, "L8".parse().ok())]);
    check_claims(&line, &report);
}

#[test]
fn a_vcf_that_was_missed_is_told() {
    let report = report("H8 H9 I8 I9 J8 A5 B1 K8");
    assert_eq!(
        report.moves[5].allowed.as_ref().map(kind_and_plies),
        Some((WinKind::Vcf, 3))
    );
    assert_eq!(
        report.moves[6].missed_win.as_ref().map(kind_and_plies),
        Some((WinKind::Vcf, 3))
    );
    assert_eq!(report.moves[6].missed, Some(WinKind::Vcf));
    assert_eq!(report.moves[4].missed, None);
}

#[test]
fn a_win_that_goes_on_is_not_missed() {
    // A straight four: a stone elsewhere gives nothing away, as nothing stops both fives.
    let report = report("H8 A1 I8 A3 J8 A5 K8 A7 B2 L8 G8");
    assert!(
        report.moves.iter().all(|row| row.missed.is_none()),
        "{report:?}"
    );
    assert_eq!(
        report.moves[8].after.map(|score| score.value),
        Some(Value::WinIn(3))
    );
    assert_eq!(report.summary.winner, Some(Color::Black));
    assert_eq!(
        report.summary.outcome.as_ref().map(|end| end.by),
        Some(GameEnd::Five)
    );
    let decisive = report.summary.decisive.unwrap();
    assert!(decisive <= 6, "{decisive}");
    for row in &report.moves[decisive - 1..] {
        assert_eq!(row.proved, Some(Color::Black), "{row:?}");
    }
}

#[test]
fn a_forbidden_move_is_told_whether_or_not_it_was_claimed() {
    let goes_on = report("F8 A1 G8 A3 H6 A5 H7 A7 H8 B2");
    assert_eq!(goes_on.moves.len(), 10);
    assert_eq!(goes_on.moves[8].forbidden, [ForbiddenKind::DoubleThree]);
    assert!(goes_on.moves[8].blunder);
    assert_eq!(goes_on.summary.sides.black.forbidden, 1);
    let ends = report("F8 A1 G8 A3 H6 A5 H7 A7 H8");
    let last = &ends.moves[8];
    assert_eq!(last.forbidden, [ForbiddenKind::DoubleThree]);
    assert_eq!(last.after.map(|score| score.value), Some(Value::LossIn(1)));
    assert_eq!(
        ends.summary.outcome.as_ref().map(|end| end.by),
        Some(GameEnd::Forbidden)
    );
    assert_eq!(ends.summary.winner, Some(Color::White));
}

#[test]
fn passes_and_moves_behind_the_end_are_told() {
    let passed = report("H8 pass I8");
    assert_eq!(passed.moves[1].point, MoveOrPass::Pass);
    assert_eq!(passed.moves[2].header.to_move, Some(Color::Black));
    let over = report("H8 A1 I8 A3 J8 A5 K8 A7 L8 A9 A11");
    assert_eq!((over.moves.len(), over.summary.after_end), (9, 2));
    let freestyle = Setup {
        size: Size::new(20),
        rule: Some(Rule::Freestyle),
        ..setup("T20 A1 S19 A3 R18 A5 Q17 A7 P16")
    };
    let report = reviewed(&line_of(&freestyle).unwrap(), OPTIONS);
    assert_eq!(report.summary.winner, Some(Color::Black));
    assert_eq!(
        report.moves[8].after.map(|score| score.value),
        Some(Value::WinIn(1))
    );
}

#[test]
fn stones_without_order_are_no_game() {
    let unordered = Setup {
        black: vec!["H8".parse().unwrap()],
        white: vec!["I9".parse().unwrap()],
        ..Setup::default()
    };
    assert_eq!(line_of(&unordered), Err(NoGame::NoMoves));
}

#[test]
fn a_move_that_was_not_looked_at_has_no_row() {
    let line = line_of(&setup("H8 I9 G7 J10")).unwrap();
    let evaluator = systems::find("shapes").unwrap();
    let mut reviewer = Reviewer::new(&*evaluator, OPTIONS, 1 << 20);
    let reviews = (0..5)
        .map(|index| (index != 1).then(|| reviewer.review(&line, index, &NoObserver).unwrap()))
        .collect();
    let numbers: Vec<usize> = told(&line, reviews)
        .moves
        .iter()
        .map(|row| row.number)
        .collect();
    assert_eq!(numbers, [3, 4]);
}

#[test]
fn a_better_line_stands_beside_a_mistake_in_the_record() {
    let setup = setup("H8 G8 I8 A3 J8 A5 K8 A7 B2 L8");
    let line = line_of(&setup).unwrap();
    let game = annotated_game(&setup, &reviewed(&line, OPTIONS));
    assert_eq!(game.main_setup().moves, setup.moves);
    let mistakes = game.tree.lines().count() - 1;
    assert_eq!(mistakes, 2);
    let places: Vec<_> = game.tree.main_line().collect();
    let said = game.tree.node(places[8]).comment();
    assert!(said.contains("allows five in 1 ply\n"), "{said}");
}

#[test]
fn a_puzzle_has_one_first_move_that_wins() {
    let moves =
        "h8 g9 i9 g8 g7 f6 j10 k11 i8 g10 g11 j8 i10 i11 i7 i6 h7 f7 j7 k7 h9 j9 h10 h6 h11";
    let line = line_of(&setup(&moves.to_uppercase())).unwrap();
    let options = ReviewOptions {
        limits: Limits::nodes(20_000),
        ..OPTIONS
    };
    let report = reviewed(&line, options);
    let mut solver = WinSolver::new(SolveOptions::new(Attack::Vct));
    let ask = |solver: &mut WinSolver, nodes| {
        let id = PositionId::from("game");
        puzzles(
            &id,
            &line,
            &report,
            solver,
            Limits::nodes(nodes),
            &NoObserver,
        )
    };
    let found = ask(&mut solver, 20_000);
    let [puzzle] = found.as_slice() else {
        panic!("{found:?}")
    };
    assert_eq!(puzzle.position.id.as_str(), "game@16");
    assert_eq!(puzzle.position.expect, ["vct win 9", "best H7"]);
    assert_eq!((puzzle.grade.plies, puzzle.grade.fours), (9, 2));
    let position = &line.positions()[16];
    let mut others = 0;
    for point in position.board().empties().iter() {
        let control = Control::new(Limits::nodes(200_000));
        let answer = solver.solve_after(position, point, &control).answer;
        let wins = answer.outcome() == ThreatOutcome::Win;
        assert_eq!(wins, point.to_string() == "H7", "{point}");
        others += usize::from(matches!(answer, Answer::Disproven(_)));
    }
    assert_eq!(others + 1, position.board().empties().len());
}

/// Plays a line, whose first move is the mover's, to its five.
fn replay(before: &Position, win: &ForcedLine) {
    let attacker = before.to_move();
    let mut position = before.clone();
    for played in &win.line {
        assert_eq!(position.outcome(), None);
        let MoveOrPass::At(point) = *played else {
            return;
        };
        position = position.play(point).expect("the line is legal");
    }
    assert_eq!(
        position.outcome().and_then(|outcome| outcome.winner),
        Some(attacker)
    );
}

fn check_claims(line: &GameLine, report: &GameReport) -> usize {
    let mut claims = 0;
    for row in &report.moves {
        let GameMove {
            number,
            missed_win,
            allowed,
            ..
        } = row;
        for (win, index) in [(missed_win, number - 1), (allowed, *number)] {
            if let Some(win) = win {
                replay(&line.positions()[index], win);
                claims += 1;
            }
        }
        if let Some(escape) = row.escape {
            assert!(allowed.is_some() && row.point != MoveOrPass::At(escape));
            let other = line.positions()[number - 1].clone().play(escape).unwrap();
            let mut solver = WinSolver::new(SolveOptions {
                table_bytes: 1 << 20,
                ..SolveOptions::new(Attack::Vct)
            });
            let found = solver.solve(&other, &Control::new(Limits::nodes(2_000)));
            assert_ne!(
                found.answer.outcome(),
                ThreatOutcome::Win,
                "{escape}: {row:?}"
            );
        }
        assert_eq!(row.missed, missed_win.as_ref().map(|win| win.kind));
        assert!(row.blunder || (missed_win.is_none() && allowed.is_none()));
    }
    claims
}

/// Games between weak searches, at least that many.
fn games(count: usize) -> Vec<Setup> {
    let games = weak_games(count.div_ceil(2), 8, 5);
    games.iter().map(Position::to_setup).collect()
}

#[test]
fn what_is_said_of_games_can_be_replayed() {
    let mut claims = 0;
    for setup in games(20) {
        let line = line_of(&setup).unwrap();
        let report = reviewed(&line, OPTIONS);
        assert_eq!(report.moves.len(), line.len());
        claims += check_claims(&line, &report);
    }
    assert!(claims > 4, "{claims}");
}

#[test]
#[ignore = "takes minutes"]
fn what_is_said_of_two_hundred_games_can_be_replayed() {
    let games = games(200);
    assert_eq!(games.len(), 200);
    let mut claims = 0;
    for setup in games {
        let line = line_of(&setup).unwrap();
        claims += check_claims(&line, &reviewed(&line, OPTIONS));
    }
    println!("{claims} wins missed or allowed in 200 games");
    assert!(claims > 200, "{claims}");
}

#[test]
fn a_row_does_not_depend_on_its_neighbours() {
    let setup = games(2).remove(0);
    let line = line_of(&setup).unwrap();
    let evaluator = systems::find("shapes").unwrap();
    let mut kept = Reviewer::new(&*evaluator, OPTIONS, 1 << 20);
    for index in (0..line.positions().len()).rev().step_by(3) {
        let mut fresh = Reviewer::new(&*evaluator, OPTIONS, 1 << 20);
        let [one, other] = [&mut kept, &mut fresh]
            .map(|reviewer| reviewer.review(&line, index, &NoObserver).unwrap());
        assert_eq!(one, other, "position {index}");
    }
}
