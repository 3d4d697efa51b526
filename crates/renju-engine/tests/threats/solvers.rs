//! The solvers of VCF and VCT, against the answer keys and at the edges of what can be asked.

use std::time::Duration;

use crate::keys;
use renju_core::board::Color;
use renju_core::geometry::{Point, Size, Symmetry};
use renju_core::limits::{Control, Limits, StopReason};
use renju_core::position::{Position, PositionOverrides, Setup};
use renju_core::rule::Rule;
use renju_engine::threat::{
    Answer, Attack, Checked, ProofTree, Scope, Solution, SolveOptions, solve, verify,
};
use serde::Deserialize;

/// Enough for every row of `tests/data/vct.jsonl`, a few times over.
const ENOUGH: u64 = 400_000;

#[derive(Deserialize)]
struct Row {
    id: String,
    size: Size,
    rule: Rule,
    to_move: Color,
    black: Vec<Point>,
    white: Vec<Point>,
    vcf: String,
    vct: Option<String>,
    depth: Option<usize>,
    shortest: Option<bool>,
    src: String,
}

impl Row {
    fn position(&self) -> Position {
        self.image(Symmetry::Identity)
    }

    fn image(&self, symmetry: Symmetry) -> Position {
        let image = |points: &[Point]| {
            let images = points.iter().map(|&at| symmetry.apply(at, self.size));
            images.collect::<Option<Vec<Point>>>().unwrap()
        };
        let setup = Setup {
            size: Some(self.size),
            rule: Some(self.rule),
            to_move: Some(self.to_move),
            black: image(&self.black),
            white: image(&self.white),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }

    /// What the key says of an attack: `win` or `none`.
    fn answer(&self, attack: Attack) -> &str {
        match attack {
            Attack::Vcf => &self.vcf,
            Attack::Vct => self.vct.as_deref().expect("a row about VCT"),
        }
    }

    /// The plies of a shortest win by fours. The key leaves out the last reply and the five.
    fn plies(&self) -> Option<usize> {
        let is_shortest = self.shortest == Some(true);
        self.depth.filter(|_| is_shortest).map(|depth| depth + 2)
    }
}

fn options(attack: Attack, attacker: Color) -> SolveOptions {
    SolveOptions {
        attacker: Some(attacker),
        table_bytes: 16 << 20,
        ..SolveOptions::new(attack)
    }
}

fn vct(position: &Position, attacker: Color, nodes: u64) -> Solution {
    let control = Control::new(Limits::nodes(nodes));
    solve(position, &options(Attack::Vct, attacker), &control)
}

fn answer(position: &Position, options: &SolveOptions, limits: Limits) -> Answer {
    solve(position, options, &Control::new(limits)).answer
}

/// The answer in the words of the key. A win is checked.
fn outcome(id: &str, position: &Position, attacker: Color, answer: &Answer) -> &'static str {
    match answer {
        Answer::Proven(tree) => {
            holds(id, position, attacker, tree);
            "win"
        }
        Answer::Disproven(_) => "none",
        Answer::Unknown(_) => "unknown",
    }
}

/// Checks a win by the rules; its main line is as long as the longest that was checked.
fn holds(id: &str, position: &Position, attacker: Color, tree: &ProofTree) -> Checked {
    let checked = verify(position, attacker, tree, &Control::unlimited())
        .unwrap_or_else(|error| panic!("{id}: {error}"));
    let line = tree.main_line(position, attacker);
    assert_eq!(line.len(), checked.plies as usize, "{id}");
    checked
}

fn check_vcf(row: &Row) {
    let position = row.position();
    for shortest in [false, true] {
        let options = SolveOptions {
            shortest,
            ..options(Attack::Vcf, row.to_move)
        };
        let found = solve(&position, &options, &Control::unlimited());
        let outcome = outcome(&row.id, &position, row.to_move, &found.answer);
        assert_eq!(outcome, row.vcf, "{}, shortest {shortest}", row.id);
        let Answer::Proven(tree) = found.answer else {
            continue;
        };
        let plies = tree.main_line(&position, row.to_move).len();
        match row.plies() {
            Some(least) if shortest => assert_eq!(plies, least, "{}", row.id),
            Some(least) => assert!(plies >= least, "{}: {plies}", row.id),
            None => {}
        }
        assert_eq!(found.is_shortest, shortest, "{}", row.id);
    }
}

#[test]
fn every_vcf_of_the_sample_is_found_and_no_other() {
    let rows = keys::rows::<Row>("vcf.jsonl");
    assert!(rows.len() > 40);
    rows.iter().for_each(check_vcf);
}

#[test]
#[ignore = "needs the full key"]
fn every_vcf_of_the_key_is_found_and_no_other() {
    let Some(rows) = keys::full_rows::<Row>("vcf.jsonl") else {
        return;
    };
    assert_eq!(rows.len(), 735);
    rows.iter().for_each(check_vcf);
}

#[test]
fn every_vct_of_the_sample_is_found_and_no_other_twice_alike() {
    let rows = keys::rows::<Row>("vct.jsonl");
    assert!(rows.len() > 40);
    for row in rows {
        let position = row.position();
        let found = vct(&position, row.to_move, ENOUGH);
        let outcome = outcome(&row.id, &position, row.to_move, &found.answer);
        assert_eq!(outcome, row.answer(Attack::Vct), "{}", row.id);
        let again = vct(&position, row.to_move, ENOUGH);
        assert_eq!(again, found, "{}", row.id);
    }
}

/// A win on a row without one would have a tree that holds, and the key would be wrong.
#[test]
#[ignore = "needs the full key, and minutes"]
fn most_vcts_of_the_key_are_found() {
    const NODES: u64 = 2_000_000;
    let Some(rows) = keys::full_rows::<Row>("vct.jsonl") else {
        return;
    };
    let mut shares = [("engine-game", 0, 0), ("public-puzzle-collection", 0, 0)];
    for row in rows {
        let position = row.position();
        let found = vct(&position, row.to_move, NODES);
        let outcome = outcome(&row.id, &position, row.to_move, &found.answer);
        let expected = row.answer(Attack::Vct);
        if outcome != expected && outcome != "unknown" {
            eprintln!("{}: {outcome} where the key has {expected}", row.id);
        }
        if expected == "none" {
            continue;
        }
        let share = shares.iter_mut().find(|(src, ..)| *src == row.src);
        let (_, wins, all) = share.expect("a known source");
        *wins += u32::from(outcome == "win");
        *all += 1;
    }
    let shares = shares.map(|(src, wins, all)| (src, 100 * wins / all));
    eprintln!("percent of the wins found within {NODES} nodes: {shares:?}");
    let [(_, games), (_, puzzles)] = shares;
    assert!(games >= LEAST_OF_GAMES && puzzles >= LEAST_OF_PUZZLES);
}

/// Percent of the wins of the key, found within two million nodes each.
const LEAST_OF_GAMES: u32 = 95;
const LEAST_OF_PUZZLES: u32 = 79;

#[test]
fn mirrored_and_turned_positions_have_the_same_answer() {
    let fours = keys::rows::<Row>("vcf.jsonl").into_iter().step_by(3);
    let threats = keys::rows::<Row>("vct.jsonl").into_iter().step_by(5);
    let rows = fours.map(|row| (row, Attack::Vcf));
    for (row, attack) in rows.chain(threats.map(|row| (row, Attack::Vct))) {
        for symmetry in Symmetry::ALL {
            let position = row.image(symmetry);
            let options = options(attack, row.to_move);
            let found = answer(&position, &options, Limits::nodes(5 * ENOUGH));
            let outcome = outcome(&row.id, &position, row.to_move, &found);
            assert_eq!(
                outcome,
                row.answer(attack),
                "{} {}",
                row.id,
                symmetry.name()
            );
        }
    }
}

/// A bound on the length is kept to, and one that is too small leaves the question open.
#[test]
fn a_bound_on_the_length_is_kept() {
    for row in keys::rows::<Row>("vcf.jsonl") {
        let position = row.position();
        let Some(least) = row.plies() else { continue };
        for plies in [least as u16, least as u16 - 1] {
            let options = SolveOptions {
                max_plies: Some(plies),
                ..options(Attack::Vcf, row.to_move)
            };
            let found = answer(&position, &options, Limits::NONE);
            match outcome(&row.id, &position, row.to_move, &found) {
                "win" if plies as usize == least => {}
                "unknown" if (plies as usize) < least => {
                    assert_eq!(found, Answer::Unknown(StopReason::Plies), "{}", row.id);
                }
                other => panic!("{}: {other} in {plies} plies", row.id),
            }
        }
    }
}

const SIDES: [u8; 4] = [5, 12, 15, 20];

fn on(size: Size, rule: Rule, to_move: Color, [black, white]: [Vec<Point>; 2]) -> Position {
    let setup = Setup {
        size: Some(size),
        rule: Some(rule),
        to_move: Some(to_move),
        black,
        white,
        ..Setup::default()
    };
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
}

/// A board without a row of three, but for these empty points.
fn filled(size: Size, empty: &[Point]) -> [Vec<Point>; 2] {
    let all = size.points().filter(|at| !empty.contains(at));
    let is_black = |at: &Point| (at.column() / 2 + at.row()).is_multiple_of(2);
    let (black, white) = all.partition(is_black);
    [black, white]
}

/// Both attacks of both sides, with and without limits; what is decided is given to `check`.
fn ask_everything(position: &Position, check: impl Fn(Attack, Color, &Answer)) {
    for attack in [Attack::Vcf, Attack::Vct] {
        for attacker in Color::BOTH {
            let options = options(attack, attacker);
            let short = SolveOptions {
                max_plies: Some(1),
                ..options
            };
            let whole = answer(position, &options, Limits::nodes(20_000));
            outcome("an edge", position, attacker, &whole);
            check(attack, attacker, &whole);
            let limited = [
                (options, Limits::nodes(1)),
                (options, Limits::time(Duration::ZERO)),
                (short, Limits::nodes(20_000)),
            ];
            for (options, limits) in limited {
                let answer = answer(position, &options, limits);
                let found = outcome("a limit", position, attacker, &answer);
                let is_unknown = matches!(answer, Answer::Unknown(_));
                let expected = outcome("an edge", position, attacker, &whole);
                assert!(
                    is_unknown || found == expected,
                    "{attack:?} {attacker:?} {found}"
                );
            }
        }
    }
}

fn on_every_board(check: impl Fn(Size, Rule, Color)) {
    for side in SIDES {
        let size = Size::new(side).unwrap();
        for rule in Rule::ALL {
            for to_move in Color::BOTH {
                check(size, rule, to_move);
            }
        }
    }
}

#[test]
fn nobody_wins_on_an_empty_board() {
    on_every_board(|size, rule, to_move| {
        let position = on(size, rule, to_move, [Vec::new(), Vec::new()]);
        ask_everything(&position, |attack, attacker, answer| {
            let is_none = matches!(answer, Answer::Disproven(Scope::Fours | Scope::Threats));
            assert!(is_none, "{attack:?} {attacker:?} {answer:?}");
        });
    });
}

#[test]
fn nobody_wins_on_a_full_board() {
    on_every_board(|size, rule, to_move| {
        let position = on(size, rule, to_move, filled(size, &[]));
        assert!(position.outcome().is_some());
        ask_everything(&position, |_, _, answer| {
            assert_eq!(*answer, Answer::Disproven(Scope::GameOver));
        });
    });
}

#[test]
fn a_finished_game_is_won_by_its_winner() {
    on_every_board(|size, rule, to_move| {
        let row: Vec<Point> = (0..5).filter_map(|column| Point::new(column, 2)).collect();
        let position = on(size, rule, to_move, [row, Vec::new()]);
        ask_everything(&position, |_, attacker, answer| {
            let expected = match attacker {
                Color::Black => Answer::Proven(ProofTree::empty()),
                Color::White => Answer::Disproven(Scope::GameOver),
            };
            assert_eq!(*answer, expected);
        });
    });
}

#[test]
fn one_empty_point_wins_for_nobody() {
    on_every_board(|size, rule, to_move| {
        let position = on(
            size,
            rule,
            to_move,
            filled(size, &[Point::new(1, 3).unwrap()]),
        );
        ask_everything(&position, |attack, attacker, answer| {
            let is_none = matches!(answer, Answer::Disproven(_));
            assert!(is_none, "{attack:?} {attacker:?} {answer:?}");
        });
    });
}

/// The rows from the top, on a board of six lines.
///
/// ```text
/// 6 X X O O X X
/// 5 O O X X O O
/// 4 X X O O X X
/// 3 X X . X X X     C3 makes six: forbidden to Black under renju, a win under freestyle only
/// 2 O O X X O O
/// 1 X X O O X .     F1 makes nothing
///   A B C D E F
/// ```
fn six_lines(rule: Rule, to_move: Color, more: Option<&str>) -> Position {
    let rows = ["XXOOXX", "OOXXOO", "XXOOXX", "XX.XXX", "OOXXOO", "XXOOX."];
    let size = Size::new(6).unwrap();
    let stones = |mark: char| -> Vec<Point> {
        let row = |(row, line): (u8, &str)| {
            let columns = (0u8..).zip(line.chars().collect::<Vec<_>>());
            let marked = columns.filter(move |&(_, sign)| sign == mark);
            marked
                .filter_map(move |(column, _)| Point::new(column, 5 - row))
                .collect::<Vec<_>>()
        };
        (0u8..).zip(rows).flat_map(row).collect()
    };
    let [mut black, white] = [stones('X'), stones('O')];
    black.extend(more.map(|at| at.parse::<Point>().unwrap()));
    on(size, rule, to_move, [black, white])
}

#[test]
fn black_may_have_one_legal_move_or_none() {
    for more in [None, Some("F1")] {
        for (rule, to_move) in [
            (Rule::Renju, Color::Black),
            (Rule::Renju, Color::White),
            (Rule::Standard, Color::Black),
            (Rule::Freestyle, Color::Black),
            (Rule::Freestyle, Color::White),
        ] {
            let position = six_lines(rule, to_move, more);
            ask_everything(&position, |attack, attacker, answer| {
                let wins = rule == Rule::Freestyle && attacker == Color::Black;
                let is_right = matches!(answer, Answer::Proven(_)) == wins
                    && !matches!(answer, Answer::Unknown(_));
                assert!(
                    is_right,
                    "{rule} {more:?} {attack:?} {attacker:?} {answer:?}"
                );
            });
        }
    }
}

/// The defender is to move, and is taken to pass; then it is as if the attacker were to move.
#[test]
fn an_attacker_who_is_not_to_move_finds_the_same_win() {
    for row in keys::rows::<Row>("vcf.jsonl") {
        let asked = PositionOverrides {
            to_move: Some(!row.to_move),
            ..PositionOverrides::default()
        };
        let setup = Setup {
            size: Some(row.size),
            rule: Some(row.rule),
            black: row.black.clone(),
            white: row.white.clone(),
            ..Setup::default()
        };
        let passed = Position::from_setup(&setup, &asked).unwrap();
        let options = options(Attack::Vcf, row.to_move);
        let found = solve(&passed, &options, &Control::unlimited());
        let expected = solve(&row.position(), &options, &Control::unlimited());
        assert_eq!(found, expected, "{}", row.id);
        outcome(&row.id, &passed, row.to_move, &found.answer);
    }
}
