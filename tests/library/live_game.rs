//! Games while they are played: what becomes of forbidden moves, clocks, draws, taking back, and
//! what a record keeps.

use std::time::Duration;

use renju::board::{ByColor, Color};
use renju::contest::{
    ActionRefusal, FaultKind, ForbiddenHandling, GameAction, GameFinish, GameTask, GameTerms,
    LiveGame, OpeningRule, Seat, random_answer,
};
use renju::geometry::{Point, Size};
use renju::notation::{FileRecord, FileWriter, Format, ParseOptions, WriteOptions, games};
use renju::rule::Rule;

const TERMS: GameTerms = GameTerms {
    size: Size::RENJU,
    rule: Rule::Renju,
    opening: OpeningRule::Free,
    forbidden: ForbiddenHandling::Show,
    clock: None,
};

/// After these moves H8 is a double-three.
const BEFORE_DOUBLE_THREE: &str = "F8 A1 G8 A3 H6 A5 H7 A7";

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn play(game: &mut LiveGame, moves: &str) {
    for name in moves.split_whitespace() {
        game.act(GameAction::Move(point(name)), Duration::ZERO)
            .unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    }
}

fn game_with(forbidden: ForbiddenHandling, moves: &str) -> LiveGame {
    let mut game = LiveGame::new(GameTerms { forbidden, ..TERMS }).unwrap();
    play(&mut game, moves);
    game
}

fn finish(game: &LiveGame) -> Option<(Option<Color>, GameFinish)> {
    game.result().map(|result| (result.winner, result.finish))
}

const LOST_BY_FORBIDDEN: Option<(Option<Color>, GameFinish)> =
    Some((Some(Color::White), GameFinish::Fault(FaultKind::Forbidden)));

#[test]
fn a_shown_forbidden_point_is_refused_unless_one_insists() {
    let mut game = game_with(ForbiddenHandling::Show, BEFORE_DOUBLE_THREE);
    let refused = game.act(GameAction::Move(point("H8")), Duration::ZERO);
    assert!(matches!(refused, Err(ActionRefusal::Forbidden { .. })));
    assert_eq!(game.result(), None);
    game.act(GameAction::Insist(point("H8")), Duration::ZERO)
        .unwrap();
    assert_eq!(finish(&game), LOST_BY_FORBIDDEN);
}

#[test]
fn a_hidden_forbidden_point_loses() {
    let mut game = game_with(ForbiddenHandling::Hide, BEFORE_DOUBLE_THREE);
    play(&mut game, "H8");
    assert_eq!(finish(&game), LOST_BY_FORBIDDEN);
}

#[test]
fn a_forbidden_move_loses_if_it_is_claimed_at_once_and_else_stands() {
    let mut game = game_with(ForbiddenHandling::Claim, BEFORE_DOUBLE_THREE);
    let early = game.act(GameAction::Claim, Duration::ZERO);
    assert_eq!(early, Err(ActionRefusal::NothingToClaim));
    play(&mut game, "H8");
    assert_eq!(game.claimable(), Some(point("H8")));
    let mut claimed = game.clone();
    claimed.act(GameAction::Claim, Duration::ZERO).unwrap();
    assert_eq!(finish(&claimed), LOST_BY_FORBIDDEN);
    play(&mut game, "A9");
    assert_eq!(game.claimable(), None);
    assert_eq!(game.result(), None);
    assert_eq!(
        game.position().board().stone(point("H8")),
        Some(Color::Black)
    );
    // The stones of the double-three can become a five.
    play(&mut game, "I8 A11 J8");
    assert_eq!(finish(&game), Some((Some(Color::Black), GameFinish::Five)));
}

#[test]
fn an_unclaimed_overline_is_no_five() {
    let moves = "D8 A1 E8 A3 F8 A5 H8 A7 I8 A9 G8";
    let mut game = game_with(ForbiddenHandling::Claim, moves);
    assert_eq!(game.claimable(), Some(point("G8")));
    play(&mut game, "A11");
    assert_eq!(game.result(), None);
}

#[test]
fn a_five_counts_before_everything_forbidden() {
    // K8 makes a five on row 8 and an overline on column K.
    let moves = "G8 A1 H8 A3 I8 A5 J8 A7 K5 A9 K6 A11 K7 A13 K9 C1 K10 C3 K8";
    for forbidden in ForbiddenHandling::ALL {
        let game = game_with(forbidden, moves);
        assert_eq!(
            finish(&game),
            Some((Some(Color::Black), GameFinish::Five)),
            "{forbidden}"
        );
    }
}

#[test]
fn who_takes_more_time_than_is_left_loses() {
    let clock = "10s+0s".parse().ok();
    let mut game = LiveGame::new(GameTerms { clock, ..TERMS }).unwrap();
    let second = Duration::from_secs(1);
    let act = |game: &mut LiveGame, name: &str, time| {
        game.act(GameAction::Move(point(name)), time).unwrap();
    };
    act(&mut game, "H8", 6 * second);
    act(&mut game, "H9", second);
    assert_eq!(game.clock().unwrap().left(Seat::First), 4 * second);
    act(&mut game, "I9", 5 * second);
    assert_eq!(
        finish(&game),
        Some((Some(Color::White), GameFinish::Fault(FaultKind::Late)))
    );
    assert_eq!(game.stones(), 2);
}

#[test]
fn a_draw_is_offered_once_for_each_move() {
    let mut game = game_with(ForbiddenHandling::Show, "H8");
    let act = |game: &mut LiveGame, action| game.act(action, Duration::ZERO);
    act(&mut game, GameAction::OfferDraw).unwrap();
    assert_eq!(
        game.task(),
        Some(GameTask::AnswerDraw { seat: Seat::First })
    );
    assert!(act(&mut game, GameAction::Move(point("A1"))).is_err());
    act(&mut game, GameAction::DeclineDraw).unwrap();
    assert_eq!(
        act(&mut game, GameAction::OfferDraw),
        Err(ActionRefusal::DrawDeclined)
    );
    play(&mut game, "H9 I9");
    act(&mut game, GameAction::OfferDraw).unwrap();
    act(&mut game, GameAction::AcceptDraw).unwrap();
    assert_eq!(finish(&game), Some((None, GameFinish::Agreement)));
}

#[test]
fn every_step_can_be_taken_back_even_the_last() {
    let mut game = game_with(ForbiddenHandling::Hide, BEFORE_DOUBLE_THREE);
    play(&mut game, "H8");
    assert!(game.take_back());
    assert_eq!(game.result(), None);
    play(&mut game, "I10");
    game.resign(Seat::First);
    assert!(game.task().is_none());
    let mut count = 0;
    while game.take_back() {
        count += 1;
    }
    assert_eq!(count, 10);
    assert_eq!(game.stones(), 0);
    assert!(!game.take_back());
}

/// A game by lots, opened by a rule, of at most so many steps.
fn random_game(opening: OpeningRule, forbidden: ForbiddenHandling, seed: u64) -> LiveGame {
    let clock = seed.is_multiple_of(2).then(|| "5m+3s".parse().unwrap());
    let terms = GameTerms {
        opening,
        forbidden,
        clock,
        ..TERMS
    };
    let mut game = LiveGame::new(terms).unwrap();
    let mut state = seed;
    for _ in 0..seed % 80 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let elapsed = Duration::from_millis(state >> 54);
        let action = match game.task() {
            Some(GameTask::Opening(_)) => {
                GameAction::Opening(random_answer(game.opening(), state).unwrap())
            }
            Some(_) => {
                let empties: Vec<Point> = game.position().board().empties().iter().collect();
                GameAction::Insist(empties[(state >> 33) as usize % empties.len()])
            }
            None => break,
        };
        game.act(action, elapsed).unwrap();
    }
    if seed.is_multiple_of(7) {
        game.resign(Seat::Second);
    }
    game
}

fn read_back(game: &LiveGame, format: Format) -> LiveGame {
    let names = ByColor {
        black: "Ann".to_owned(),
        white: "Bo (2d)".to_owned(),
    };
    let record = FileRecord::Game(game.record(&names, Some("2026-11-23".to_owned())));
    let mut writer = FileWriter::new(format, WriteOptions::default());
    let bytes = writer.next(&record).unwrap().bytes;
    let read = games(&bytes[..], format, &ParseOptions::default()).next();
    let loaded = LiveGame::load(&read.unwrap().unwrap().game, &TERMS).unwrap();
    assert_eq!(loaded.names.black.as_deref(), Some("Ann"));
    assert_eq!(loaded.names.white.as_deref(), Some("Bo (2d)"));
    loaded.game
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    for opening in OpeningRule::ALL {
        for seed in 0..60 {
            let forbidden = ForbiddenHandling::ALL[seed as usize % 3];
            let game = random_game(opening, forbidden, seed);
            for format in [Format::Sgf, Format::Jsonl] {
                let read = read_back(&game, format);
                let told = format!("{opening}, seed {seed}, {}", format.name());
                assert_eq!(read.position().board(), game.position().board(), "{told}");
                assert_eq!(read.task(), game.task(), "{told}");
                assert_eq!(read.seats(), game.seats(), "{told}");
                assert_eq!(read.opening().offers(), game.opening().offers(), "{told}");
                assert_eq!(read.claimable(), game.claimable(), "{told}");
                assert_eq!(read.terms(), game.terms(), "{told}");
                assert_eq!(finish(&read), finish(&game), "{told}");
            }
        }
    }
}

#[test]
fn a_damaged_record_is_refused_with_its_place() {
    let record = |moves: &str, steps: &[&str]| {
        let mut game = LiveGame::new(TERMS).unwrap();
        play(&mut game, moves);
        let names = ByColor::from_fn(|color: Color| color.to_string());
        let mut record = game.record(&names, None);
        let steps = steps.iter().map(ToString::to_string).collect();
        record.info.properties = vec![
            ("OPENINGRULE".to_owned(), vec!["swap".to_owned()]),
            ("OPENINGSTEPS".to_owned(), steps),
        ];
        LiveGame::load(&record, &TERMS).unwrap_err().to_string()
    };
    assert_eq!(
        record("H8 H9 I9", &["H8", "H9", "yes"]),
        "step 3 of the opening, \"yes\", is no answer to what is asked for"
    );
    assert_eq!(
        record("H8 H9 I9", &["H8", "H9", "A1", "black"]),
        "the moves do not begin with the stones of the opening"
    );
    let over = record("H8 A1 H9 A3 H10 A5 H11 A7 H12", &["H8", "H9"]);
    assert!(over.contains("stones of the opening"), "{over}");
}
