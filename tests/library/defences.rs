//! Threats and what stops them, on whole boards: every claim replayed by the rules.

use std::time::{Duration, Instant};

use renju::board::Color;
use renju::geometry::Size;
use renju::limits::{Control, Limits, NoObserver};
use renju::position::{Position, PositionOverrides, Setup};
use renju::questions::{
    DefenceMeans, DefenceMove, DefenceReport, DefenceVerdict, ForcedLine, MoveOrPass, WinFinder,
    WinKind, defences, winning_moves,
};
use renju::rule::Rule;
use renju::search::WinSolver;
use renju::threat::{Attack, SolveOptions, ThreatOutcome};

use crate::weak_games::weak_games;

fn points(names: &str) -> Vec<renju::geometry::Point> {
    let names = names.split_whitespace();
    names.map(|name| name.parse().unwrap()).collect()
}

fn position(black: &str, white: &str, to_move: Color) -> Position {
    let setup = Setup {
        black: points(black),
        white: points(white),
        to_move: Some(to_move),
        ..Setup::default()
    };
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
}

fn ask(position: &Position, nodes: u64) -> DefenceReport {
    let limits = Limits {
        nodes: Some(nodes),
        time: None,
    };
    defences(
        "test",
        position,
        &mut WinFinder::new(Attack::Vct, 4 << 20),
        limits,
        &NoObserver,
    )
}

fn names<'a>(moves: impl Iterator<Item = &'a DefenceMove>) -> String {
    let names: Vec<String> = moves.map(|defence| defence.point.to_string()).collect();
    names.join(" ")
}

/// Plays a line, whose first move is the attacker's, to its five.
fn replay(before: &Position, line: &ForcedLine) {
    let attacker = before.to_move();
    let mut position = before.clone();
    for played in &line.line {
        assert_eq!(position.outcome(), None);
        let MoveOrPass::At(point) = *played else {
            return; // A side without a legal move; the rules of passing are those of the tree.
        };
        position = position.play(point).expect("the line is legal");
    }
    assert_eq!(
        position.outcome().and_then(|outcome| outcome.winner),
        Some(attacker)
    );
    assert_eq!(line.plies, line.line.len());
}

/// Replays everything that a report claims.
fn replay_all(position: &Position, report: &DefenceReport) {
    let after = |defence: &DefenceMove| position.clone().play(defence.point).unwrap();
    for defence in &report.moves {
        assert_eq!(
            defence.win.is_some(),
            defence.verdict == DefenceVerdict::Loses
        );
        assert_eq!(
            defence.means.is_some(),
            defence.verdict == DefenceVerdict::Holds
        );
        if let Some(win) = &defence.win {
            replay(&after(defence), win);
        }
    }
    if let Some(win) = &report.own_win {
        replay(position, win);
    }
}

#[test]
fn a_three_is_stopped_at_its_ends_and_by_fours_for_a_while() {
    // An open three of Black; White has a four with one stone missing.
    let three = position("G8 H8 I8 A4 F12", "A1 A2 A3 C12 D12 E12 O1", Color::White);
    let report = ask(&three, 20_000);
    assert_eq!(
        report.threat.as_ref().map(|win| win.kind),
        Some(WinKind::Vcf)
    );
    assert!(report.complete);
    replay_all(&three, &report);
    assert_eq!(report.own_win, None);
    let of = |means| names(report.holding().filter(|held| held.means == Some(means)));
    assert_eq!(of(DefenceMeans::Four), "A12 B12");
    assert_eq!(of(DefenceMeans::Defence), "F8 J8");
    assert_eq!(of(DefenceMeans::Win), "");
}

#[test]
fn a_four_is_stopped_at_one_point() {
    let four = position("G8 H8 I8 J8", "F8 A1 A3", Color::White);
    let report = ask(&four, 1_000);
    assert_eq!(
        report.threat.as_ref().map(|win| (win.kind, win.plies)),
        Some((WinKind::Five, 1))
    );
    assert_eq!(names(report.holding()), "K8");
    assert_eq!(
        report.of(DefenceVerdict::Loses).count(),
        report.moves.len() - 1
    );
}

#[test]
fn nothing_is_threatened_on_an_empty_board_or_behind_the_end() {
    let empty = Position::new(Size::RENJU, Rule::Renju);
    let over = position("G8 H8 I8 J8 K8", "A1 A3 A5 A7", Color::White);
    for position in [empty, over] {
        let report = ask(&position, 1_000);
        assert_eq!((report.threat, report.moves.len()), (None, 0));
        assert!(report.complete);
    }
}

#[test]
fn a_limit_leaves_moves_open_and_says_so() {
    let three = position("G8 H8 I8 A4 F12", "A1 A2 A3 C12 D12 E12 O1", Color::White);
    let report = ask(&three, 12);
    assert!(!report.complete);
    assert!(report.stop.is_some());
}

#[test]
fn every_first_move_of_a_win_is_named() {
    let position = position("G8 H8 I8", "A1 A3 A5", Color::Black);
    let mut solver = WinSolver::new(SolveOptions::new(Attack::Vcf));
    let found = winning_moves("", &position, &[], &mut solver, Limits::NONE, &NoObserver);
    let names: Vec<String> = found
        .moves
        .iter()
        .map(|winning| winning.point.to_string())
        .collect();
    assert_eq!(names, ["F8", "J8"]);
    assert_eq!((found.only, found.complete), (None, true));
}

/// Positions of games between our searches in which something is threatened.
fn threatened(count: usize) -> Vec<Position> {
    let mut found = Vec::new();
    for game in (11..).flat_map(|seed| weak_games(2, 400, seed)) {
        let mut position = Position::new(Size::RENJU, Rule::Renju);
        for &played in game.moves().unwrap_or_default() {
            if position.outcome().is_none() && ask(&position, 2_000).threat.is_some() {
                found.push(position.clone());
            }
            let Some(next) = played.and_then(|point| position.clone().play(point).ok()) else {
                break;
            };
            position = next;
        }
        if found.len() >= count {
            break;
        }
    }
    found.truncate(count);
    found
}

#[test]
fn what_is_said_of_threats_in_games_can_be_replayed() {
    let positions = threatened(12);
    assert_eq!(positions.len(), 12);
    for position in &positions {
        replay_all(position, &ask(position, 2_000));
    }
}

/// How many positions were decided within a second each, and how many moves hold. What holds is asked
/// again with ten times the nodes of `nodes`.
fn decided_in_a_second(positions: &[Position], nodes: u64) -> (usize, usize) {
    let (mut decided, mut held) = (0, 0);
    let mut solver = WinSolver::new(SolveOptions::new(Attack::Vct));
    for position in positions {
        let since = Instant::now();
        let limits = Limits {
            nodes: Some(nodes),
            time: Some(Duration::from_secs(1)),
        };
        let mut finder = WinFinder::new(Attack::Vct, 16 << 20);
        let report = defences("", position, &mut finder, limits, &NoObserver);
        decided += usize::from(report.complete && since.elapsed() < Duration::from_secs(1));
        replay_all(position, &report);
        for defence in report.holding() {
            let after = position.clone().play(defence.point).unwrap();
            let control = Control::new(Limits::nodes(10 * nodes));
            let again = solver.solve(&after, &control).answer.outcome();
            let seen = format!("{defence:?} {:?}", position.to_setup());
            assert_ne!(again, ThreatOutcome::Win, "{seen}");
            held += 1;
        }
    }
    (decided, held)
}

#[test]
#[ignore = "takes minutes"]
fn what_holds_in_threatened_positions_holds_at_ten_times_the_limit() {
    let positions = threatened(300);
    assert_eq!(positions.len(), 300);
    let (decided, held) = decided_in_a_second(&positions, 20_000);
    println!("{decided} of 300 decided within a second; {held} moves hold");
    assert!(held > 150, "{held} moves hold");
}
