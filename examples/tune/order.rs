use std::fmt::Write;

use renju::board::Color;
use renju::eval::shapes::key_of;
use renju::geometry::{Direction, Point, PointSet};
use renju::pattern::{ShapeBoard, ShapePair};
use renju::rule::Rule;

use super::Error;
use super::arguments::Arguments;
use super::game::{Line, read_lines};
use super::label::Labelled;
use super::random::Random;

/// The kinds of sides, as the file names them.
const KINDS: [&str; 4] = ["renju_black", "renju_white", "standard", "freestyle"];
/// So much more of a score stands for odds of e to 1.
const UNIT: f32 = 40.0;
/// Where the numbers of a kind lie: by what a move makes, by what it takes, by both.
const TAKEN: usize = ShapePair::COUNT;
const BOTH: usize = 2 * ShapePair::COUNT;
const COUNT: usize = BOTH + ShapePair::COUNT * ShapePair::COUNT;

/// A position: what each candidate makes and takes, and which of them was best.
struct Choice {
    candidates: Vec<[ShapePair; 2]>,
    best: usize,
    is_held_out: bool,
}

/// What is to be learned: which move is best, by what moves make and take.
pub(super) struct Plan {
    files: Vec<String>,
    /// How often each position is seen.
    epochs: usize,
    /// The size of the steps at the start.
    rate: f32,
    seed: u64,
}

impl Plan {
    pub(super) fn read(arguments: &mut Arguments) -> Result<Plan, Error> {
        Ok(Plan {
            files: arguments.words_from(1).to_vec(),
            epochs: arguments.take("epochs", 12)?,
            rate: arguments.take("rate", 0.002)?,
            seed: arguments.take("seed", 1)?,
        })
    }

    /// The whole file of scores.
    pub(super) fn run(&self) -> Result<String, Error> {
        let mut of_kinds = [const { Vec::new() }; KINDS.len()];
        for line in read_lines(&self.files)? {
            if let Line::Labelled(labelled) = line
                && let Some(choice) = Choice::of(&labelled)
            {
                of_kinds[kind_of(&labelled)].push(choice);
            }
        }
        let mut text = String::from(ABOUT);
        let mut rows = String::new();
        for (kind, mut choices) in of_kinds.into_iter().enumerate() {
            let name = KINDS[kind];
            if choices.iter().all(|choice| choice.is_held_out) {
                return Err(format!("no position with a best move of {name}").into());
            }
            let scores = self.fit(kind, &mut choices);
            let _ = writeln!(text, "# {name}: {}", scores.told(&choices));
            let _ = writeln!(rows, "\n{name} = [\n{}]", scores.rows());
        }
        Ok(text + &rows)
    }

    fn fit(&self, kind: usize, choices: &mut [Choice]) -> Scores {
        let mut random = Random::of_game(self.seed, kind);
        let mut scores = Scores::new();
        let mut squares = vec![0.0f32; COUNT];
        for epoch in 0..self.epochs {
            for at in (1..choices.len()).rev() {
                choices.swap(at, random.below(at + 1));
            }
            let left = small(self.epochs - epoch) / small(self.epochs);
            for choice in choices.iter().filter(|choice| !choice.is_held_out) {
                for (number, chance) in scores.chances(choice).into_iter().enumerate() {
                    let slope = chance - f32::from(u8::from(number == choice.best));
                    for at in places(choice.candidates[number]) {
                        squares[at] = 0.9999 * squares[at] + 0.0001 * slope * slope;
                        scores.0[at] -= self.rate * left * slope / (squares[at].sqrt() + 0.01);
                    }
                }
            }
            eprintln!(
                "{}: epoch {}, {}",
                KINDS[kind],
                epoch + 1,
                scores.told(choices)
            );
        }
        scores
    }
}

fn kind_of(labelled: &Labelled) -> usize {
    match (labelled.rule, labelled.to_move) {
        (Rule::Renju, Color::Black) => 0,
        (Rule::Renju, Color::White) => 1,
        (Rule::Standard, _) => 2,
        (Rule::Freestyle, _) => 3,
    }
}

impl Choice {
    /// Nothing where there is a five to stop, as there is one move then, and where the best move is
    /// none that the search tries in its tree.
    fn of(labelled: &Labelled) -> Option<Choice> {
        let best = labelled.best?;
        let shapes = ShapeBoard::new(labelled.board(), labelled.rule);
        let mover = labelled.to_move;
        if !shapes.fives(!mover).is_empty() {
            return None;
        }
        let board = shapes.board();
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let empties = board.empties();
        let near: Vec<Point> = empties
            .iter()
            .filter(|&point| is_near(point, stones))
            .collect();
        let pairs =
            |&point: &Point| [mover, !mover].map(|color| shapes.counts(point, color).pair());
        Some(Choice {
            best: near.iter().position(|&point| point == best)?,
            candidates: near.iter().map(pairs).collect(),
            is_held_out: labelled.is_held_out(),
        })
    }
}

/// Whether the search tries a point beside these stones: within two lines, or three along a line.
fn is_near(point: Point, stones: PointSet) -> bool {
    let is_close = |stone: Point| {
        let columns = point.column().abs_diff(stone.column());
        let rows = point.row().abs_diff(stone.row());
        let mut distances = Direction::ALL
            .into_iter()
            .filter_map(|direction| point.distance(stone, direction));
        columns.max(rows) <= 2 || distances.any(|away| away.abs() <= 3)
    };
    stones.iter().any(is_close)
}

/// The scores of a kind of side, in log odds.
struct Scores(Vec<f32>);

impl Scores {
    /// More for stronger shapes, which is what those keep that no position has.
    fn new() -> Scores {
        let mut numbers = vec![0.0; COUNT];
        for (strength, pair) in ShapePair::all().enumerate() {
            let start = if pair == ShapePair::OVERLINE {
                0.0
            } else {
                small(strength) / 8.0
            };
            numbers[pair.index()] = start;
            numbers[TAKEN + pair.index()] = start;
        }
        Scores(numbers)
    }

    fn score(&self, candidate: [ShapePair; 2]) -> f32 {
        places(candidate).into_iter().map(|at| self.0[at]).sum()
    }

    /// How likely it is of each candidate that it is the best (softmax).
    fn chances(&self, choice: &Choice) -> Vec<f32> {
        let scores: Vec<f32> = choice
            .candidates
            .iter()
            .map(|&candidate| self.score(candidate))
            .collect();
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let odds: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
        let sum: f32 = odds.iter().sum();
        odds.into_iter().map(|odds| odds / sum).collect()
    }

    /// What the scores say of the positions that are held out.
    fn told(&self, choices: &[Choice]) -> String {
        let (mut loss, mut first, mut among_three, mut count) = (0.0, 0, 0, 0);
        for choice in choices.iter().filter(|choice| choice.is_held_out) {
            let chances = self.chances(choice);
            let of_best = chances[choice.best];
            let better = chances.iter().filter(|&&chance| chance > of_best).count();
            loss -= f64::from(of_best).ln();
            first += u32::from(better == 0);
            among_three += u32::from(better < 3);
            count += 1;
        }
        let share = |number: u32| 100.0 * f64::from(number) / f64::from(count);
        format!(
            "{} positions learned; of {count} held out loss {:.4}, the best move first in {:.1} percent, \
             among the first three in {:.1}",
            choices.len() - count as usize,
            loss / f64::from(count),
            share(first),
            share(among_three)
        )
    }

    fn rows(&self) -> String {
        let mut rows = String::new();
        for made in ShapePair::all() {
            let score = |taken| (self.score([made, taken]) * UNIT).round() as i64;
            let row: Vec<String> = ShapePair::all()
                .map(|taken| score(taken).to_string())
                .collect();
            let name = if made == ShapePair::default() {
                "nothing".to_owned()
            } else {
                key_of(made)
            };
            let _ = writeln!(rows, "  [{}], # {name}", row.join(", "));
        }
        rows
    }
}

/// The numbers that a move's score is the sum of.
fn places([made, taken]: [ShapePair; 2]) -> [usize; 3] {
    let (made, taken) = (made.index(), taken.index());
    [made, TAKEN + taken, BOTH + made * ShapePair::COUNT + taken]
}

fn small(number: usize) -> f32 {
    f32::from(number as u16)
}

/// The head of the file.
const ABOUT: &str = "\
# What a move promises before it is searched. Written by `examples/tune order`.
#
# A row is what the move makes for its side, a number of it what it takes from the opponent, both by the
# two strongest shapes of the point: nothing, then pairs from the weakest to the strongest, last an
# overline. 40 more, and a move is the best e times as often, by searches of 2,000 nodes.
#
";
