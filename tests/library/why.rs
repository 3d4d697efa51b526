//! Why an evaluator prefers a point: terms add up to the difference, whatever is on the board.

use std::collections::BTreeMap;

use renju::board::Color;
use renju::geometry::{Point, Size};
use renju::position::Position;
use renju::questions::{WeightSummary, WeightTrials, WhyBasis, WhyOptions, WhyReport, why};
use renju::rule::Rule;
use renju::systems::{self, ChangeableWeights};
use renju_core::split_mix::SplitMix64;

/// A game of random moves near the centre: on boards of all sizes, by all rules.
fn random_position(random: &mut SplitMix64, size: Size, rule: Rule) -> Position {
    let moves = random.below(size.area() / 4).unwrap_or_default();
    let mut position = Position::new(size, rule);
    for _ in 0..moves {
        let near: Vec<Point> = position.board().empties().iter().collect();
        let Some(place) = random.below(near.len()) else {
            break;
        };
        let next = position.clone().play(near[place]);
        match next {
            Ok(next) if next.outcome().is_none() => position = next,
            _ => {}
        }
    }
    position
}

/// The differences of terms add up to the difference of the values, which are those of the two points.
fn check_sums(positions: usize, seed: u64) {
    let mut random = SplitMix64::new(seed);
    let sizes = [9, 12, 15, 19].map(|side| Size::new(side).unwrap());
    for number in 0..positions {
        let (size, rule) = (sizes[number % 4], Rule::ALL[number / 4 % 3]);
        let position = random_position(&mut random, size, rule);
        let empties: Vec<Point> = position.board().empties().iter().collect();
        let [first, second] = [0, 1].map(|_| empties[random.below(empties.len()).unwrap()]);
        for evaluator in systems::all() {
            let options = WhyOptions {
                of: Color::BOTH.get(number % 3).copied(),
                points: [Some(first), Some(second)],
                ..WhyOptions::default()
            };
            let name = format!("{number} {}", evaluator.info().name);
            let report = why(name.clone(), &position, &*evaluator, &options).unwrap();
            assert_eq!(report.by, WhyBasis::Terms, "{name}");
            let sum = report.terms.iter().map(|term| term.difference).sum();
            assert_eq!(report.difference, Some(sum), "{name} {position:?}");
            let [one, other] = &report.points[..] else {
                panic!("{name}: {:?}", report.points);
            };
            assert_eq!(one.value + -other.value, sum, "{name}");
            assert_eq!((one.point, other.point), (first, second), "{name}");
        }
    }
}

#[test]
fn terms_add_up_to_the_difference() {
    check_sums(240, 44);
}

#[test]
#[ignore = "every evaluator on 500 boards"]
fn terms_add_up_to_the_difference_everywhere() {
    check_sums(500, 45);
}

/// The evaluators that have weights in which their values are linear.
const LINEAR: [&str; 14] = [
    "shapes",
    "line-patterns",
    "five-tuple",
    "five-tuple:corrected",
    "five-tuple:document-table",
    "lianzhu",
    "lianzhu:corrected",
    "count-block-empty",
    "count-block-empty:corrected",
    "score-table",
    "score-table:corrected",
    "score-table-windows",
    "point-info",
    "point-info:corrected",
];

/// Each change of a weight that is claimed to make another point better does, and one unit less does not.
fn check_weights(cases: usize, seed: u64) {
    let mut random = SplitMix64::new(seed);
    let (mut claims, mut nonlinear) = (0, 0);
    let made = LINEAR.map(|name| {
        let evaluator = systems::find(name).unwrap();
        let weights = ChangeableWeights::of(&evaluator).unwrap();
        (WeightTrials::new(&evaluator).unwrap(), evaluator, weights)
    });
    for number in 0..cases {
        let (trials, evaluator, weights) = &made[number % made.len()];
        let size = Size::new([9, 12, 15][number / made.len() % 3]).unwrap();
        let position = random_position(&mut random, size, Rule::ALL[number % 3]);
        let empties: Vec<Point> = position.board().empties().iter().collect();
        let points = [0, 1].map(|_| Some(empties[random.below(empties.len()).unwrap()]));
        let is_any = number % 2 == 0;
        let options = WhyOptions {
            points: if is_any { [None; 2] } else { points },
            weights: Some(trials),
            ..WhyOptions::default()
        };
        let Ok(report) = why("case", &position, &**evaluator, &options) else {
            nonlinear += 1;
            continue;
        };
        let found = report.weights.unwrap();
        nonlinear += usize::from(!found.nonlinear.is_empty());
        for change in found.changes.iter().step_by(if is_any { 7 } else { 1 }) {
            claims += 1;
            let name = format!("{number} {} {change:?}", evaluator.info().name);
            let weight = (0..weights.len()).find(|&weight| weights.name(weight) == change.weight);
            let weight = weight.unwrap();
            let with = |value: i64| -> WhyReport {
                let changed = weights.with(weight, value).unwrap();
                let points = [Some(found.better), Some(change.point)];
                let options = WhyOptions {
                    points,
                    ..WhyOptions::default()
                };
                why("changed", &position, &*changed, &options).unwrap()
            };
            let changed = with(change.then);
            assert!(changed.points[0].value < changed.points[1].value, "{name}");
            let less = with(change.then - (change.then - change.now).signum());
            assert!(less.points[0].value >= less.points[1].value, "{name}");
            assert!(!is_any || less.points[0].rank == Some(1), "{name}");
        }
    }
    eprintln!("{cases} cases, {claims} claims, {nonlinear} cases with weights that are not linear");
    assert!(claims > cases, "{claims}");
}

#[test]
fn the_smallest_change_of_a_weight_changes_the_choice() {
    check_weights(200, 46);
}

#[test]
#[ignore = "400 cases"]
fn the_smallest_change_of_a_weight_changes_the_choice_everywhere() {
    check_weights(400, 47);
}

/// Groups of weights are those whose slopes are in one proportion wherever they were looked at, and
/// weights that never matter have no slope anywhere.
#[test]
fn weights_that_say_the_same_and_that_say_nothing_are_found() {
    let evaluator = systems::find("point-info").unwrap();
    let trials = WeightTrials::new(&evaluator).unwrap();
    let mut random = SplitMix64::new(48);
    let mut summary = WeightSummary::default();
    let mut slopes: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for place in 0..4 {
        let position = random_position(&mut random, Size::RENJU, Rule::Renju);
        let options = WhyOptions {
            weights: Some(&trials),
            ..WhyOptions::default()
        };
        let report = why("one", &position, &*evaluator, &options).unwrap();
        summary.add(&report);
        for (weight, pair) in report.weights.unwrap().slopes.0 {
            let all = slopes.entry(weight).or_insert_with(|| vec![0.0; 8]);
            all[2 * place] = pair[0].get();
            all[2 * place + 1] = pair[1].get();
        }
    }
    summary.finish(&trials);
    assert_eq!(summary.positions, 4);
    assert!(summary.never.contains(&"search.depth".to_owned()));
    assert!(summary.never.iter().all(|name| !slopes.contains_key(name)));
    assert_eq!(
        summary.weights.iter().map(|of| of.decides).sum::<usize>(),
        4
    );
    // By the angle between them.
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    for (one, a) in &slopes {
        for (other, b) in &slopes {
            let squares = product(a, a) * product(b, b);
            let is_same = (product(a, b).powi(2) - squares).abs() < 1e-9 * squares;
            let mut groups = summary.collinear.iter();
            let is_grouped = groups.any(|group| group.contains(one) && group.contains(other));
            assert_eq!(
                is_same && one != other,
                is_grouped && one != other,
                "{one} {other}"
            );
        }
    }
}
