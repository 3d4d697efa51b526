//! Weights that are fitted: planted ones are found again, from the choices that they make.

use std::sync::atomic::AtomicBool;

use renju::eval::RanksBy;
use renju::geometry::{Point, Size};
use renju::position::Position;
use renju::questions::fit::{
    FitError, FitOptions, FittedEvaluator, LabelSource, LabelledPosition, fit,
};
use renju::rule::Rule;
use renju::systems::{self, EvaluatorHandle};
use renju_core::split_mix::SplitMix64;

const OPTIONS: FitOptions = FitOptions {
    held_out: 0.25,
    seed: 7,
    pull: 1.0,
    most: 400,
    threads: 1,
};

/// Positions of random games with the point that an evaluator prefers, for White.
fn choices_of(evaluator: &EvaluatorHandle, games: usize) -> Vec<LabelledPosition> {
    let mut random = SplitMix64::new(3);
    let mut labelled = Vec::new();
    for game in 0..games {
        let mut position = Position::new(Size::RENJU, Rule::Freestyle);
        for number in 0..13 {
            let near = position.board().empties().iter();
            let centre: Point = "H8".parse().unwrap();
            let near = near.filter(|point| {
                let off = |one: u8, other: u8| one.abs_diff(other) < 4;
                off(point.column(), centre.column()) && off(point.row(), centre.row())
            });
            let near: Vec<Point> = near.collect();
            let point = near[random.below(near.len()).unwrap()];
            position = position.play(point).unwrap();
            if position.outcome().is_some() {
                break;
            }
            if number > 3 {
                labelled.push(labelled_by(evaluator, &position, game));
            }
        }
    }
    labelled
}

fn labelled_by(evaluator: &EvaluatorHandle, position: &Position, game: usize) -> LabelledPosition {
    let side = position.to_move();
    let [own, other] = [side, !side].map(|side| {
        let said = evaluator.evaluate(position, side).unwrap();
        said.points.unwrap()
    });
    let takes_both = evaluator.info().ranks_by == RanksBy::Both;
    let value = |point: Point| {
        let own = own[point].unwrap();
        if takes_both {
            own + other[point].unwrap()
        } else {
            own
        }
    };
    let empties = position.board().empties().iter();
    let valued: Vec<_> = empties.map(|point| (value(point), point)).collect();
    let top = valued.iter().map(|(value, _)| *value).max().unwrap();
    let best = valued.into_iter().filter(|(value, _)| *value == top);
    LabelledPosition {
        game: game.to_string(),
        position: position.clone(),
        best: best.map(|(_, point)| point).collect(),
        source: LabelSource::Answer,
    }
}

fn fitted(
    name: &str,
    labelled: Vec<LabelledPosition>,
    options: FitOptions,
) -> Result<FittedEvaluator, FitError> {
    let evaluator = systems::find(name).unwrap();
    let never = AtomicBool::new(false);
    let done = fit(&evaluator, labelled, options, (&|| (), &never))?;
    Ok(done.expect("nothing stops it"))
}

#[test]
fn planted_weights_are_found_again() {
    let planted = "base = \"lianzhu\"\n[codes]\nlive_two = 2500\nsleeping_three = 60\njump_live_three = 300\n";
    let planted = systems::from_toml(planted, "planted").unwrap();
    let labelled = choices_of(&planted, 40);
    let found = fitted("lianzhu", labelled.clone(), OPTIONS).unwrap();
    let report = &found.report;
    let (before, after) = (report.held_out.before, report.held_out.after);
    assert!(after.agreement > before.agreement + 0.05, "{report:?}");
    assert!(after.agreement > 0.9, "{report:?}");
    let training = report.training;
    assert!(training.after.loss < training.before.loss, "{report:?}");
    assert_eq!(
        report.split.training_games + report.split.held_out_games,
        40
    );
    // What is written is the evaluator that was measured, and the same whatever threads there are.
    let read = systems::from_toml(&found.weights, "lianzhu").unwrap();
    let again = FitOptions {
        threads: 3,
        ..OPTIONS
    };
    let again = fitted("lianzhu", labelled.clone(), again).unwrap();
    assert_eq!(again.weights, found.weights);
    assert_eq!(again.report, *report);
    for one in labelled.iter().step_by(40) {
        let side = one.position.to_move();
        let said = |by: &EvaluatorHandle| by.evaluate(&one.position, side).unwrap();
        assert_eq!(said(&read), said(&found.evaluator));
    }
    // A pull that no choice outweighs leaves all as it was.
    let pull = FitOptions {
        pull: 1e9,
        ..OPTIONS
    };
    let held = fitted("lianzhu", labelled, pull).unwrap();
    assert_eq!(held.weights, "base = \"lianzhu\"\n");
    assert_eq!(held.report.held_out.before, held.report.held_out.after);
}

#[test]
fn what_cannot_be_fitted_says_why() {
    let planted = systems::find("five-tuple").unwrap();
    let labelled = choices_of(&planted, 6);
    let message = |name: &str, labelled: &[LabelledPosition]| {
        fitted(name, labelled.to_vec(), OPTIONS)
            .err()
            .map(|error| error.to_string())
    };
    let five = message("five-tuple", &labelled[..5]).unwrap();
    assert!(five.contains("needs 20 positions"), "{five}");
    let of_one: Vec<_> = labelled
        .iter()
        .map(|one| LabelledPosition {
            game: String::new(),
            ..one.clone()
        })
        .collect();
    assert!(message("five-tuple", &of_one).unwrap().contains("of 1"));
    assert!(message("network", &labelled).unwrap().contains("network"));
    assert!(message("random", &labelled).is_some());
    // Any evaluator is fitted or refused with a word.
    for evaluator in systems::all() {
        let name = &evaluator.info().name;
        match fitted(name, labelled[..27].to_vec(), OPTIONS) {
            Ok(found) => assert!(
                found.report.unchanged + found.report.weights.len() > 0,
                "{name}"
            ),
            Err(error) => assert!(!error.to_string().is_empty(), "{name}"),
        }
    }
}

/// A position of the games held out that also stands in others, here mirrored, is no judge; one with
/// another best move contradicts.
#[test]
fn a_position_is_on_one_side_of_the_split_alone() {
    let planted = systems::find("lianzhu").unwrap();
    let mut labelled = choices_of(&planted, 10);
    let copies: Vec<_> = labelled
        .iter()
        .filter(|one| *one.game < *"4")
        .map(|one| LabelledPosition {
            game: format!("copy of {}", one.game),
            ..one.clone()
        })
        .collect();
    labelled.extend(copies);
    let found = fitted("lianzhu", labelled.clone(), OPTIONS).unwrap();
    assert!(found.report.split.repeated > 0);
    assert_eq!(found.report.split.contradicting, 0);
    let other = labelled[0]
        .position
        .board()
        .empties()
        .iter()
        .find(|point| !labelled[0].best.contains(point));
    labelled[0].best = other.into_iter().collect();
    let found = fitted("lianzhu", labelled, OPTIONS).unwrap();
    assert_eq!(found.report.split.contradicting, 2);
}
