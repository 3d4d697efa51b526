//! Fits the `[board]` weights of `shapes` to the results of games of the evaluator against itself.
//!
//! ```text
//! cargo run --release --example tune_shapes -- [GAMES] [SEED]      20000 games and seed 1 if left out
//! ```
//!
//! Each game begins with six moves drawn from the eight best points, then the best point is
//! played, of nearly equal ones any. Half of the games are renju, half freestyle. From each, every
//! third position in which the side to move cannot make a five or a straight four at once is kept
//! with the result. The weights are those of a logistic regression of the result on the number of
//! points of each shape and combination, own minus enemy's, with a constant for being to move;
//! every fifth game is held back to tell how well they do. Same numbers, same output.

use renju::board::{Board, Color};
use renju::eval::shapes::{Code, Combination, Shapes, code};
use renju::forbidden::{ThreeReading, forbidden_points};
use renju::geometry::{Point, Size};
use renju::pattern::Shape;
use renju::rules::{Rule, row_length_through};

/// What is counted: shapes, combinations, points that look forbidden, and the move.
const FEATURES: usize = 14;
const NAMES: [&str; FEATURES - 1] = [
    "five",
    "overline",
    "straight_four",
    "two_fours",
    "four",
    "open_three",
    "closed_three",
    "open_two",
    "closed_two",
    "double_four",
    "four_three",
    "double_three",
    "looks_forbidden",
];
/// The value whose odds are e to 1.
const SCALE: f64 = 250.0;
/// Pull of each weight towards zero, in samples.
const RIDGE: f64 = 10.0;

type Features = [f64; FEATURES];

/// A position with what came of it for the side to move: 1, 0.5 or 0.
struct Sample {
    features: Features,
    result: f64,
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let games = numbers
        .next()
        .map_or(20_000, |word| word.expect("a number of games"));
    let seed = numbers
        .next()
        .map_or(1, |word| word.expect("a number for the seed"));
    let mut random = Random(seed);
    let (mut fitted, mut held_back) = (Vec::new(), Vec::new());
    for game in 0..games {
        let rule = if game % 2 == 0 {
            Rule::Renju
        } else {
            Rule::Freestyle
        };
        let samples = if game % 5 == 4 {
            &mut held_back
        } else {
            &mut fitted
        };
        samples.extend(play(rule, &mut random));
    }
    let weights = fit(&fitted);
    println!(
        "# {games} games, seed {seed}: {} positions fitted, {} held back",
        fitted.len(),
        held_back.len()
    );
    println!(
        "# log loss: {:.4} fitted, {:.4} held back",
        loss(&weights, &fitted),
        loss(&weights, &held_back)
    );
    println!(
        "# log loss of a coin: {:.4}",
        loss(&[0.0; FEATURES], &held_back)
    );
    println!("# the move: {:.0}", weights[FEATURES - 1] * SCALE);
    println!("[board]");
    for (name, weight) in NAMES.iter().zip(weights) {
        println!("{name} = {:.0}", weight * SCALE);
    }
}

/// One game, as samples.
fn play(rule: Rule, random: &mut Random) -> Vec<Sample> {
    let mut board = Board::empty(Size::RENJU);
    let mut side = Color::Black;
    let mut kept: Vec<(Color, Features)> = Vec::new();
    let mut winner = None;
    for number in 0..Size::RENJU.area() {
        let points = ranked(&board, rule, side);
        let Some(&(best, value)) = points.first() else {
            break;
        };
        let is_opening = number < 6;
        let near = points
            .iter()
            .take_while(|(_, other)| is_opening || *other * 20 >= value * 19)
            .count();
        let point = match near.min(8) {
            0 => best,
            count => points[random.below(count)].0,
        };
        if number % 3 == 0 && !is_opening && value < Shapes::ours().weights().attack.straight_four {
            kept.push((side, features(&board, rule, side)));
        }
        board.place(point, side);
        if wins(&board, rule, point, side) {
            winner = Some(side);
            break;
        }
        side = !side;
    }
    let result = |side: Color| match winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner == side)),
    };
    kept.into_iter()
        .map(|(side, features)| Sample {
            features,
            result: result(side),
        })
        .collect()
}

/// The points that may be played, best first.
fn ranked(board: &Board, rule: Rule, side: Color) -> Vec<(Point, i64)> {
    let is_restricted = rule.restricts_black() && side == Color::Black;
    let values = Shapes::ours().point_values(board, rule, side);
    let mut points: Vec<(Point, i64)> = board
        .empties()
        .iter()
        .filter_map(|point| Some((point, values[point]?)))
        .collect();
    if is_restricted {
        let forbidden = forbidden_points(board, ThreeReading::default());
        points.retain(|(point, _)| !forbidden.contains(*point));
    }
    points.sort_by_key(|&(point, value)| (std::cmp::Reverse(value), point));
    points
}

fn wins(board: &Board, rule: Rule, point: Point, side: Color) -> bool {
    renju::geometry::Direction::ALL
        .into_iter()
        .any(|direction| {
            let stones = row_length_through(board, point, direction, side);
            rule.five_length(side).wins(stones)
        })
}

fn features(board: &Board, rule: Rule, side: Color) -> Features {
    let mut features = [0.0; FEATURES];
    for point in board.empties().iter() {
        count(code(board, rule, point, side), 1.0, &mut features);
        count(code(board, rule, point, !side), -1.0, &mut features);
    }
    features[FEATURES - 1] = 1.0;
    features
}

fn count(code: Code, sign: f64, features: &mut Features) {
    const SHAPES: [Shape; 9] = [
        Shape::Five,
        Shape::Overline,
        Shape::StraightFour,
        Shape::TwoFours,
        Shape::Four,
        Shape::OpenThree,
        Shape::ClosedThree,
        Shape::OpenTwo,
        Shape::ClosedTwo,
    ];
    const COMBINATIONS: [Combination; 3] = [
        Combination::DoubleFour,
        Combination::FourThree,
        Combination::DoubleThree,
    ];
    if code.looks_forbidden {
        features[12] += sign;
        return;
    }
    for shape in code.shapes.0 {
        if let Some(number) = SHAPES.iter().position(|&counted| counted == shape) {
            features[number] += sign;
        }
    }
    if let Some(number) = COMBINATIONS
        .iter()
        .position(|&counted| Some(counted) == code.combination)
    {
        features[9 + number] += sign;
    }
}

/// Newton's method for logistic regression.
fn fit(samples: &[Sample]) -> Features {
    let mut weights = [0.0; FEATURES];
    for _ in 0..12 {
        let mut gradient = weights.map(|weight| -RIDGE * weight);
        let mut curvature = [[0.0; FEATURES]; FEATURES];
        for (number, row) in curvature.iter_mut().enumerate() {
            row[number] = RIDGE;
        }
        for sample in samples {
            let chance = chance(&weights, &sample.features);
            let slope = chance * (1.0 - chance);
            for (row, &here) in sample.features.iter().enumerate() {
                gradient[row] += (sample.result - chance) * here;
                for (column, &there) in sample.features.iter().enumerate() {
                    curvature[row][column] += slope * here * there;
                }
            }
        }
        let step = solve(curvature, gradient);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    weights
}

/// Solves a system of linear equations by elimination.
fn solve(mut rows: [[f64; FEATURES]; FEATURES], mut right: Features) -> Features {
    for pivot in 0..FEATURES {
        for row in pivot + 1..FEATURES {
            let factor = rows[row][pivot] / rows[pivot][pivot];
            let above = rows[pivot];
            for (number, above) in rows[row].iter_mut().zip(above) {
                *number -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for pivot in (0..FEATURES).rev() {
        for column in pivot + 1..FEATURES {
            right[pivot] -= rows[pivot][column] * right[column];
        }
        right[pivot] /= rows[pivot][pivot];
    }
    right
}

fn chance(weights: &Features, features: &Features) -> f64 {
    let sum: f64 = weights
        .iter()
        .zip(features)
        .map(|(weight, feature)| weight * feature)
        .sum();
    1.0 / (1.0 + (-sum).exp())
}

#[expect(clippy::cast_precision_loss, reason = "a mean is rounded anyway")]
fn loss(weights: &Features, samples: &[Sample]) -> f64 {
    let loss = |sample: &Sample| {
        let chance = chance(weights, &sample.features).clamp(1e-9, 1.0 - 1e-9);
        -(sample.result * chance.ln() + (1.0 - sample.result) * (1.0 - chance).ln())
    };
    samples.iter().map(loss).sum::<f64>() / samples.len().max(1) as f64
}

/// `SplitMix64` (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as usize % count
    }
}
