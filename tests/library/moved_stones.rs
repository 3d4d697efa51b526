//! Expectations against positions in which one stone was moved: what `check` answers is held against
//! the rules and the solvers themselves.

use std::fs;
use std::path::{Path, PathBuf};

use renju::board::Color;
use renju::forbidden::{ForbiddenKind, ThreeReading, judge_by_definition};
use renju::geometry::Point;
use renju::limits::{Control, Limits, NoObserver};
use renju::notation::{self, ParseOptions, detect};
use renju::pattern::{Shape, census};
use renju::position::{Position, PositionOverrides, Setup};
use renju::questions::{CheckOptions, Expectation, ExpectationChecker};
use renju::systems;
use renju::threat::{Answer, Attack, SolveOptions, solve};

/// The nodes that a solver may visit.
const NODES: u64 = 50_000;

/// Every sample that expects something, with what it expects.
fn samples() -> Vec<(PathBuf, Position, Vec<Expectation>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions");
    let mut files = vec![root.join("positions.jsonl"), root.join("games/many.txt")];
    for folder in ["shapes", "forbidden", "evaluators", "threats"] {
        let entries = fs::read_dir(root.join(folder)).expect("the samples are there");
        files.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    files.sort();
    let mut samples = Vec::new();
    for path in files {
        let bytes = fs::read(&path).expect("a file");
        let reading = ParseOptions::default();
        let format = detect(&bytes, &reading).expect("a format");
        for item in notation::read(&bytes, format, &reading).expect("positions") {
            let position = Position::from_setup(&item.setup, &PositionOverrides::default());
            let expect = item.setup.expect.iter();
            let expect: Vec<Expectation> = expect
                .map(|words| words.parse().expect("an expectation"))
                .collect();
            if !expect.is_empty() {
                samples.push((path.clone(), position.expect("a position"), expect));
            }
        }
    }
    samples
}

/// The position with one stone on another point, drawn by chance.
fn with_a_stone_moved(position: &Position, random: &mut u64) -> Option<Position> {
    let board = position.board();
    let stones: Vec<(Point, Color)> = Color::BOTH
        .into_iter()
        .flat_map(|color| board.stones(color).iter().map(move |point| (point, color)))
        .collect();
    let mut draw = |count: usize| {
        // Knuth's constants for a linear congruential generator; its high bits are the good ones.
        *random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*random >> 33) as usize % count.max(1)
    };
    let (from, color) = *stones.get(draw(stones.len()))?;
    let near = |point: &Point| {
        let apart = |one: u8, other: u8| one.abs_diff(other);
        apart(point.column(), from.column()).max(apart(point.row(), from.row())) <= 2
    };
    let free: Vec<Point> = board.empties().iter().filter(near).collect();
    let to = *free.get(draw(free.len()))?;
    let of = |wanted: Color| -> Vec<Point> {
        let stones = stones.iter().filter(|(_, color)| *color == wanted);
        let stones = stones.map(|&(point, _)| point);
        stones
            .filter(|&point| point != from)
            .chain((wanted == color).then_some(to))
            .collect()
    };
    let moved = Setup {
        size: Some(board.size()),
        rule: Some(position.rule()),
        to_move: Some(position.to_move()),
        black: of(Color::Black),
        white: of(Color::White),
        ..Setup::default()
    };
    let moved = Position::from_setup(&moved, &PositionOverrides::default());
    Some(moved.expect("the stones stand apart"))
}

/// What Black may not play there, by the text of the rules.
fn kinds(position: &Position, point: Point) -> Vec<ForbiddenKind> {
    if !position.rule().restricts(Color::Black) {
        return Vec::new();
    }
    let verdict = judge_by_definition(position.board(), point, ThreeReading::Literal);
    verdict.kinds().to_vec()
}

/// The length of a forced win, `None` if there is none; `Err` if that is not known.
fn win(position: &Position, attack: Attack, shortest: bool) -> Result<Option<usize>, ()> {
    let options = SolveOptions {
        shortest,
        ..SolveOptions::new(attack)
    };
    match solve(position, &options, &Control::new(Limits::nodes(NODES))).answer {
        Answer::Proven(tree) => Ok(Some(tree.main_line(position, position.to_move()).len())),
        Answer::Disproven(_) => Ok(None),
        Answer::Unknown(_) => Err(()),
    }
}

/// Whether an expectation holds, without the code of `check`; `None` if that is not known.
fn holds(position: &Position, expectation: &Expectation) -> Option<bool> {
    Some(match expectation {
        Expectation::Forbidden {
            point,
            kinds: named,
        } => {
            let found = kinds(position, *point);
            !found.is_empty() && (named.is_empty() || *named == found)
        }
        Expectation::NothingForbidden => {
            let mut empty = position.board().empties().iter();
            empty.all(|point| kinds(position, point).is_empty())
        }
        Expectation::Legal { point } => kinds(position, *point).is_empty(),
        Expectation::Win { attack, at_most } => {
            let found = win(position, *attack, at_most.is_some()).ok()?;
            found.is_some_and(|plies| at_most.is_none_or(|most| plies <= most))
        }
        Expectation::NoWin { attack } => win(position, *attack, false).ok()?.is_none(),
        Expectation::AnyWin => win(position, Attack::Vct, false).ok()?.is_some(),
        Expectation::Shapes {
            color,
            shape,
            count,
        } => {
            let census = census(position.board(), position.rule());
            census.count(*color, *shape).0.iter().sum::<usize>() == *count
        }
        Expectation::NoShapes => {
            let census = census(position.board(), position.rule());
            let mut all = Color::BOTH
                .into_iter()
                .flat_map(|color| Shape::STANDING.map(|shape| census.count(color, shape)));
            all.all(|count| count.0.iter().sum::<usize>() == 0)
        }
        Expectation::Best { .. } => unreachable!("no sample expects a best move"),
    })
}

#[test]
fn a_moved_stone_is_caught_wherever_the_answer_changes() {
    let shapes = systems::find("shapes").expect("the default");
    let options = CheckOptions {
        limits: Limits::nodes(NODES),
        depth: None,
        table_bytes: 4 << 20,
    };
    let mut checker = ExpectationChecker::new(&*shapes, options);
    let mut random = 16;
    let (mut moved, mut changed, mut unchanged) = (0, 0, 0);
    for (path, position, expectations) in samples() {
        let Some(position) = with_a_stone_moved(&position, &mut random) else {
            continue; // An empty board has no stone to move.
        };
        moved += 1;
        for expectation in expectations {
            let place = format!("{}: {expectation}", path.display());
            if expectation.fits(&position).is_err() {
                changed += 1; // The stone stands on the point itself, which is an error.
                continue;
            }
            let Some(expected) = holds(&position, &expectation) else {
                continue;
            };
            let answer = checker.check(&position, &expectation, &NoObserver);
            assert_eq!(answer.unwrap().met, Some(expected), "{place}");
            *(if expected {
                &mut unchanged
            } else {
                &mut changed
            }) += 1;
        }
    }
    println!("{moved} positions: {changed} answers changed, {unchanged} did not");
    assert!(
        moved >= 100 && changed >= 50 && unchanged >= 30,
        "{moved} {changed} {unchanged}"
    );
}
