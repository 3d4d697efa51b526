//! Boards that ask for as many nested verdicts as could be found: how many they take, and that the
//! verdicts are those of the definition.

use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

use serde::Deserialize;

use crate::board::{Board, Color};
use crate::geometry::{Point, PointSet, Size};
use crate::pattern::Shape;
use crate::rule::Rule;

use super::fast::{FastJudge, Overlay, extensions};
use super::{
    ExtensionResult, Proof, ProofBuilder, ThreeReading, Verdict, forbidden_kinds, forbidden_points,
    judge_by_definition, suspects,
};

/// More than any board takes that was found, with all nested proofs.
const BOUND: u64 = 6_000;

/// A board of `tests/data/hostile.jsonl`, as [`climb`] found it.
#[derive(Deserialize)]
struct Hostile {
    id: String,
    size: u8,
    black: Vec<Point>,
    white: Vec<Point>,
    /// Judgements for all points without proofs.
    judgements: u64,
}

impl Hostile {
    fn board(&self) -> Board {
        Board::with_stones(Size::new(self.size).unwrap(), &self.black, &self.white)
    }
}

fn hostile() -> Vec<Hostile> {
    let lines = include_str!("../../../../tests/data/hostile.jsonl").lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The lattice of black stones on which nothing was decided in reasonable time before verdicts
/// were remembered.
fn lattice(size: Size) -> Board {
    let is_black = |point: &Point| {
        let (x, y) = (i16::from(point.column()), i16::from(point.row()));
        (x - 2 * (y % 2)).rem_euclid(3) == 0
    };
    let black: Vec<Point> = size.points().filter(is_black).collect();
    Board::with_stones(size, &black, &[])
}

fn boards() -> Vec<(String, Board)> {
    let found = hostile()
        .into_iter()
        .map(|hostile| (hostile.id.clone(), hostile.board()));
    let lattices =
        [15, 20].map(|side| (format!("lattice-{side}"), lattice(Size::new(side).unwrap())));
    lattices.into_iter().chain(found).collect()
}

/// Judgements for all points of a board, without proofs.
fn judgements(board: &Board) -> u64 {
    let mut judge = FastJudge::new(board, ThreeReading::Literal);
    judge.remember();
    assert!(decides_all(&mut judge, board));
    judge.judgements()
}

fn decides_all(judge: &mut FastJudge<'_>, board: &Board) -> bool {
    let mut points = suspects(board).iter();
    points.all(|point| judge.is_forbidden(point).is_some())
}

#[test]
fn hostile_boards_take_no_more_judgements_than_were_counted() {
    assert!(hostile().len() >= 20);
    for hostile in hostile() {
        assert!(
            judgements(&hostile.board()) <= hostile.judgements,
            "{}",
            hostile.id
        );
    }
    for (id, board) in boards() {
        let mut builder = ProofBuilder::new(&board, ThreeReading::Literal, BOUND);
        for point in forbidden_points(&board, ThreeReading::Literal).iter() {
            assert!(builder.verdict(point, None).is_some(), "{id} {point}");
        }
    }
}

#[test]
fn a_judge_gives_up_at_its_limit_and_not_before() {
    for hostile in hostile() {
        let board = hostile.board();
        let needed = judgements(&board);
        for (limit, is_enough) in [(needed, true), (needed - 1, false)] {
            let mut judge = FastJudge::limited(&board, ThreeReading::Literal, limit);
            judge.remember();
            assert_eq!(decides_all(&mut judge, &board), is_enough, "{}", hostile.id);
        }
    }
}

#[test]
fn hostile_boards_are_judged_as_the_definition_says() {
    for (id, board) in boards() {
        let mut builder = ProofBuilder::new(&board, ThreeReading::Literal, BOUND);
        let judge = FastJudge::new(&board, ThreeReading::Literal);
        let mut told = Vec::new();
        for point in board.empties().iter() {
            let verdict = builder.verdict(point, None).unwrap();
            told.push((point, verdict.proof().clone()));
            let kinds = forbidden_kinds(&board, point, ThreeReading::Literal);
            assert_eq!(verdict.kinds(), kinds, "{id} {point}");
            let by_rule_text = Rule::Renju.forbidden_kinds(&board, point, Color::Black);
            assert_eq!(by_rule_text, kinds, "{id} {point}");
            if is_soon_defined(&judge, point) {
                let defined = judge_by_definition(&board, point, ThreeReading::Literal);
                assert_eq!(in_full(&verdict, &told), defined, "{id} {point}");
            }
        }
    }
}

/// Whether the definition, which looks into every three, ends soon.
fn is_soon_defined(judge: &FastJudge<'_>, point: Point) -> bool {
    looked_into(judge, point, None, &mut 100).is_some()
}

fn looked_into(
    judge: &FastJudge<'_>,
    point: Point,
    under: Option<&Overlay<'_>>,
    left: &mut u64,
) -> Option<()> {
    *left = left.checked_sub(1)?;
    let stone = Overlay { at: point, under };
    let lines = judge.lines(point, under);
    for (direction, &entry) in lines.entries.iter() {
        if entry.shape() == Shape::OpenThree {
            let fourths = extensions(lines.views[direction], entry);
            for fourth in fourths.filter_map(|count| point.step(direction, count)) {
                looked_into(judge, fourth, Some(&stone), left)?;
            }
        }
    }
    Some(())
}

/// The verdict with every proof in the place of a reference to it.
fn in_full(verdict: &Verdict, told: &[(Point, Proof)]) -> Verdict {
    let mut verdict = verdict.clone();
    fill(
        match &mut verdict {
            Verdict::Allowed(proof) => proof,
            Verdict::Wins(win) => &mut win.proof,
            Verdict::Forbidden(forbidden) => &mut forbidden.proof,
        },
        told,
    );
    verdict
}

fn fill(proof: &mut Proof, told: &[(Point, Proof)]) {
    let extensions = proof
        .threes
        .iter_mut()
        .flat_map(|three| &mut three.extensions);
    for extension in extensions {
        if let ExtensionResult::Forbidden { because } = &mut extension.outcome {
            if let Some(path) = because.see.take() {
                because.proof = Some(seen(&path, told).clone());
            }
            fill(because.proof.as_mut().expect("a whole proof"), told);
        }
    }
}

/// The proof that a reference leads to.
fn seen<'a>(path: &[Point], told: &'a [(Point, Proof)]) -> &'a Proof {
    let first = told.iter().find(|(point, _)| *point == path[0]);
    let proof = &first.expect("a point that was judged before").1;
    proof.nested(&path[1..]).expect("a proof that was given")
}

/// xorshift64*, so that a search can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

/// Where a climb begins: a lattice, stones in regular rows, or stones at random.
fn start(size: Size, random: &mut Random) -> Board {
    let (right, up, every) = (random.below(6), random.below(6), 2 + random.below(5));
    let is_regular = |point: &Point| {
        (usize::from(point.column()) * right + usize::from(point.row()) * up) % every == 0
    };
    let black: Vec<Point> = match random.below(4) {
        0 => return lattice(size),
        1 | 2 => size.points().filter(is_regular).collect(),
        _ => size
            .points()
            .filter(|_| random.below(every + 1) == 0)
            .collect(),
    };
    Board::with_stones(size, &black, &[])
}

/// The board with one to four points changed, which are close together.
fn mutated(board: &Board, random: &mut Random) -> Board {
    let mut board = board.clone();
    let side = board.size().get();
    let centre = [0; 2].map(|_: i32| random.below(usize::from(side)) as i8);
    for _ in 0..=random.below(4) {
        let [column, row] =
            centre.map(|at| (at + random.below(7) as i8 - 3).rem_euclid(side as i8));
        let point = Point::new(column as u8, row as u8).unwrap();
        if !board.is_empty(point) {
            board.lift(point);
        }
        match random.below(7) {
            0..3 => board.place(point, Color::Black),
            3 => board.place(point, Color::White),
            _ => {}
        }
    }
    board
}

/// Climbs from one start until nothing better has been found for long.
fn climbed(size: Size, patience: usize, random: &mut Random) -> (u64, Board) {
    let mut board = start(size, random);
    let mut most = judgements(&board);
    let (mut best, mut since, mut tries) = ((most, board.clone()), 0, 0);
    while since < patience {
        let next = mutated(&board, random);
        let count = judgements(&next);
        (since, tries) = (since + 1, tries + 1);
        // A little is given away now and then, less and less.
        let allowance = most / (20 + tries / 50) * u64::from(random.below(4) == 0);
        if count + allowance >= most {
            (most, board) = (count, next);
        }
        if most > best.0 {
            (best, since) = ((most, board.clone()), 0);
        }
    }
    best
}

/// Adds boards that take more judgements than those before to `target/hostile.jsonl`, as lines for
/// `tests/data/hostile.jsonl`:
/// `CLIMB=600 SIDE=15 SEED=1 cargo test -p renju-core --lib hostile -- --ignored`.
#[test]
#[ignore = "looks for hostile boards for as long as it is told to"]
fn climb() {
    let number = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |text| text.parse().unwrap())
    };
    let (seconds, seed) = (number("CLIMB", 10), number("SEED", 1));
    let size = Size::new(number("SIDE", 15) as u8).unwrap();
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let end = Instant::now() + Duration::from_secs(seconds);
    let found = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/hostile.jsonl");
    let mut found = File::options()
        .append(true)
        .create(true)
        .open(found)
        .unwrap();
    let mut most = 0;
    while Instant::now() < end {
        let (count, board) = climbed(size, 3_000, &mut random);
        if count > most {
            most = count;
            let stones = |color: Color| -> Vec<Point> {
                let stones: PointSet = board.stones(color);
                stones.iter().collect()
            };
            let line = serde_json::json!({
                "id": format!("{size}-seed-{seed}"), "size": size.get(), "judgements": count,
                "black": stones(Color::Black), "white": stones(Color::White),
            });
            writeln!(found, "{line}").unwrap();
        }
    }
}
