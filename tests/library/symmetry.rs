//! A board that is turned or mirrored is worth the same to every evaluator that has no reason to
//! see it otherwise.

use renju::board::Color;
use renju::eval::{Evaluation, Evaluator};
use renju::geometry::{Point, Size, Symmetry};
use renju::position::{Position, PositionOverrides, Setup};
use renju::rule::Rule;
use renju::systems;

/// The evaluators that do not see mirror images alike, each with its reason.
const REASONS: [(&str, &str); 4] = [
    (
        "count-block-empty",
        "C1: it reads falling lines in another way than the others; C8: it sees the first of two gaps",
    ),
    (
        "score-table",
        "D9: rows of the published table differ from their mirror images",
    ),
    (
        "point-info",
        "E1: walks to the left run past column A into the end of another row",
    ),
    (
        "point-info:tutorial",
        "E1, as the edition of the program has it",
    ),
];

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

/// Stones of both sides on few lines, so that rows form.
fn stones(dice: &mut Dice, size: Size) -> [Vec<Point>; 2] {
    let count = 6 + dice.below(usize::from(size.get()) * 3);
    let mut points: Vec<Point> = size.points().collect();
    let mut sides = [Vec::new(), Vec::new()];
    let band = 3 + dice.below(usize::from(size.get()) - 2);
    points.retain(|point| usize::from(point.row()) < band);
    for number in 0..count.min(points.len() * 2 / 3) {
        let point = points.swap_remove(dice.below(points.len()));
        // Two thirds of one side: longer rows.
        sides[usize::from(number % 3 == 0)].push(point);
    }
    sides
}

fn position(size: Size, [black, white]: &[Vec<Point>; 2], to_move: Color) -> Option<Position> {
    let setup = Setup {
        size: Some(size),
        rule: Some(Rule::Renju),
        to_move: Some(to_move),
        black: black.clone(),
        white: white.clone(),
        ..Setup::default()
    };
    Position::from_setup(&setup, &PositionOverrides::default()).ok()
}

/// What differs between the values of a board and of its image.
fn difference(
    evaluator: &dyn Evaluator,
    (size, stones, to_move): &(Size, [Vec<Point>; 2], Color),
    symmetry: Symmetry,
) -> Option<String> {
    let there = |point: Point| symmetry.apply(point, *size).expect("on the board");
    let image = stones
        .clone()
        .map(|points| points.into_iter().map(there).collect());
    let ask = |stones: &[Vec<Point>; 2], side| -> Option<Evaluation> {
        evaluator
            .evaluate(&position(*size, stones, *to_move)?, side)
            .ok()
    };
    for side in Color::BOTH {
        let (plain, turned) = (ask(stones, side)?, ask(&image, side)?);
        if plain.board != turned.board {
            return Some(format!(
                "board {:?} and {:?} to {side}",
                plain.board, turned.board
            ));
        }
        let (plain, turned) = (plain.points?, turned.points?);
        for point in size.points() {
            if plain[point] != turned[there(point)] {
                let values = (plain[point], turned[there(point)]);
                return Some(format!("{point} {values:?} to {side}"));
            }
        }
    }
    None
}

fn asymmetry(evaluator: &dyn Evaluator, boards: usize) -> Option<String> {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    (0..boards).find_map(|_| {
        let size = [9, 12, 15]
            .into_iter()
            .nth(dice.below(3))
            .and_then(Size::new)?;
        let stones = stones(&mut dice, size);
        let case = (size, stones, Color::BOTH[dice.below(2)]);
        Symmetry::ALL.into_iter().find_map(|symmetry| {
            let found = difference(evaluator, &case, symmetry)?;
            Some(format!("{symmetry}: {found}, stones {:?}", case.1))
        })
    })
}

/// One position for each of the mistakes that broke it, found by comparing images by hand.
#[test]
fn points_and_their_mirror_images() {
    for (name, black, white) in [
        ("line-patterns", "B8 D8 G8", ""),
        ("score-table:corrected", "E8 F8", "H8"),
        ("count-block-empty:corrected", "E8 F8", "H8"),
        ("count-block-empty:corrected", "E8 F8 J8 L8", "D8"),
    ] {
        let points = |names: &str| -> Vec<Point> {
            let names = names.split_whitespace();
            names.map(|name| name.parse().expect("a point")).collect()
        };
        let stones = [points(black), points(white)];
        let case = (Size::RENJU, stones, Color::Black);
        let evaluator = systems::find(name).expect("it is registered");
        for symmetry in Symmetry::ALL {
            assert_eq!(difference(&*evaluator, &case, symmetry), None, "{name}");
        }
    }
}

#[test]
fn mirror_images_are_worth_the_same() {
    for evaluator in systems::all() {
        let name = evaluator.info().name.clone();
        let reason = REASONS.iter().find(|(known, _)| *known == name);
        let found = asymmetry(&*evaluator, 60);
        match (reason, found) {
            (None, Some(found)) => panic!("{name} has no reason for this: {found}"),
            (Some((_, reason)), None) => panic!("{name} needs no such reason: {reason}"),
            _ => {}
        }
    }
}
