//! Black without a legal move passes in every command, and the game goes on.

use std::time::Duration;

use renju::board::{ByColor, Color};
use renju::contest::{
    FaultKind, ForbiddenHandling, GameAction, GameFinish, GameSummary, GameTask, GameTerms,
    LiveGame, LoadError, OpeningRule, Pairings, game_record, schedule, training_samples,
};
use renju::geometry::{Point, Size};
use renju::limits::{Control, Limits, NoObserver, Value};
use renju::notation::{
    FileRecord, FileWriter, Format, ParseOptions, WriteOptions, games, parse_line,
};
use renju::position::{Game, LegalPlay, Position, PositionOverrides, Setup};
use renju::questions::game::{GameLine, ReviewOptions, Reviewer};
use renju::questions::{MoveOrPass, ThreatOutcome, WinFinder, defences, forced_win, winning_moves};
use renju::rule::Rule;
use renju::search::WinSolver;
use renju::threat::{Attack, Scope, SolveOptions};

use crate::contest::played_from;

/// White to move, A6 and C3 empty. For Black C3 is an overline; for White it is a five, or with
/// `drawn` nothing.
fn before_pass(drawn: bool) -> Position {
    let [black, white] = if drawn {
        [
            "B6 E6 F6 C5 D5 A4 B4 E4 F4 A3 B3 D3 E3 F3 C2 D2 A1 B1 E1 F1",
            "C6 D6 A5 B5 E5 F5 C4 D4 A2 B2 E2 F2 C1 D1",
        ]
    } else {
        [
            "B6 D6 F6 A5 B5 E5 F5 D4 A3 B3 D3 E3 F3 D2 A1 B1 D1 E1",
            "C6 E6 C5 D5 A4 B4 C4 E4 F4 A2 B2 C2 E2 F2 C1 F1",
        ]
    };
    let list = |names: &str| names.replace(' ', "\",\"");
    let line = format!(
        r#"{{"size":6,"rule":"renju","to_move":"white","black":["{}"],"white":["{}"]}}"#,
        list(black),
        list(white)
    );
    let setup = parse_line(&line, &ParseOptions::default()).unwrap().setup;
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// Black to move, C3 alone empty.
fn stuck(drawn: bool) -> Position {
    before_pass(drawn).play(point("A6")).unwrap()
}

#[test]
fn a_match_passes_for_black_and_goes_on_to_the_five_or_the_full_board() {
    let names = ["one", "two"].map(str::to_owned);
    let fixtures = schedule(2, Pairings::RoundRobin, 1, 1);
    for (drawn, end) in [
        (false, (Some(Color::White), GameFinish::Five)),
        (true, (None, GameFinish::FullBoard)),
    ] {
        let game = played_from(&before_pass(drawn), "", "A6 C3", FaultKind::Error);
        assert_eq!((game.winner, game.finish), end);
        assert_eq!((game.moves(), game.thoughts.len()), (3, 3));
        let record = game_record(&game, &fixtures[0], &names, true);
        let moves = record.main_setup().moves;
        assert_eq!(moves, [Some(point("A6")), None, Some(point("C3"))]);
        assert_eq!(training_samples(&record).len(), 1, "up to the pass");
        let summary = Some(GameSummary::from(&game));
        let mut writer = FileWriter::new(Format::Sgf, WriteOptions::default());
        let bytes = writer.next(&FileRecord::Game(record)).unwrap().bytes;
        let mut back = games(&bytes[..], Format::Sgf, &ParseOptions::default());
        let back = back.next().unwrap().unwrap().game;
        assert_eq!(GameSummary::of_record(&back), summary);
    }
}

const TERMS: GameTerms = GameTerms {
    size: Size::RENJU,
    rule: Rule::Renju,
    opening: OpeningRule::Free,
    forbidden: ForbiddenHandling::Show,
    clock: None,
};

fn live(start: &Position) -> LiveGame {
    let game = Game::from(start.to_setup());
    LiveGame::load(&game, &TERMS).unwrap().game
}

#[test]
fn a_live_game_passes_for_black_and_keeps_it() {
    let mut game = live(&before_pass(false));
    assert_eq!(game.passed(), None);
    let elapsed = Duration::from_millis(70);
    game.act(GameAction::Move(point("A6")), elapsed).unwrap();
    assert_eq!(game.passed(), Some(Color::Black));
    assert!(matches!(
        game.task(),
        Some(GameTask::Move {
            color: Color::White,
            ..
        })
    ));
    let names = ByColor::from_fn(|color: Color| color.to_string());
    let record = game.record(&names, None);
    assert_eq!(record.main_setup().moves, [Some(point("A6")), None]);
    let info = record.main_setup().info.unwrap();
    assert_eq!(info.times, [Some(70)]);
    let mut read = LiveGame::load(&record, &TERMS).unwrap().game;
    assert_eq!(
        (read.position(), read.task()),
        (game.position(), game.task())
    );
    for game in [&mut game, &mut read] {
        game.act(GameAction::Move(point("C3")), elapsed).unwrap();
        let result = game.result().unwrap();
        assert_eq!(
            (result.winner, result.finish),
            (Some(Color::White), GameFinish::Five)
        );
        assert_eq!(game.passed(), None);
        assert!(game.take_back() && game.take_back() && !game.take_back());
        assert_eq!(game.position().board(), before_pass(false).board());
    }
    // Black is to move at once, and passes.
    let begun = live(&stuck(true));
    assert_eq!(begun.passed(), Some(Color::Black));
    assert_eq!(begun.position().to_move(), Color::White);
}

#[test]
fn a_record_with_another_pass_is_no_live_game() {
    let load = |moves: &[&str]| {
        let setup = Setup {
            moves: moves.iter().map(|name| name.parse().ok()).collect(),
            first: Some(Color::White),
            ..before_pass(false).to_setup()
        };
        LiveGame::load(&Game::from(setup), &TERMS).map(|_| ())
    };
    assert_eq!(load(&["pass"]), Err(LoadError::Pass(1)));
    assert_eq!(load(&["A6", "C3"]), Err(LoadError::NoPass(2)));
    assert_eq!(load(&["A6", "pass", "C3"]), Ok(()));
}

#[test]
fn solvers_and_threats_say_that_black_passes() {
    for (drawn, outcome) in [(false, ThreatOutcome::Win), (true, ThreatOutcome::None)] {
        let position = stuck(drawn);
        assert_eq!(position.legal_play(), LegalPlay::Pass);
        for (attack, scope) in [(Attack::Vcf, Scope::Fours), (Attack::Vct, Scope::Threats)] {
            let options = SolveOptions {
                table_bytes: 1 << 20,
                ..SolveOptions::new(attack)
            };
            let mut solver = WinSolver::new(options);
            let all = winning_moves("", &position, &[], &mut solver, Limits::NONE, &NoObserver);
            assert!(all.header.must_pass && all.complete && !all.passed);
            assert_eq!((all.outcome, all.scope), (ThreatOutcome::None, Some(scope)));
            let one = forced_win("", &position, &mut solver, &Control::unlimited());
            assert_eq!((one.outcome, one.scope), (ThreatOutcome::None, Some(scope)));
            let mut finder = WinFinder::new(attack, 1 << 20);
            let found = defences("", &position, &mut finder, Limits::NONE, &NoObserver);
            assert!(found.header.must_pass && found.complete && found.moves.is_empty());
            assert_eq!(found.outcome, outcome);
        }
    }
}

#[test]
fn a_game_with_a_forced_pass_is_reviewed_to_its_end() {
    let setup = Setup {
        moves: vec![Some(point("A6")), None, Some(point("C3"))],
        first: Some(Color::White),
        ..before_pass(false).to_setup()
    };
    let game = GameLine::new(&setup, &before_pass(false)).unwrap();
    let evaluator = renju::systems::find("shapes").unwrap();
    let options = ReviewOptions {
        depth: Some(2),
        limits: Limits::nodes(1_000),
        attack: Attack::Vct,
    };
    let mut reviewer = Reviewer::new(&*evaluator, options, 1 << 20);
    let review = reviewer.review(&game, 1, &NoObserver).unwrap();
    assert_eq!(review.value, Some(Value::LossIn(2)));
    assert_eq!(review.line, [MoveOrPass::Pass, MoveOrPass::At(point("C3"))]);
}
