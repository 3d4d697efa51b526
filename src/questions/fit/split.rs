//! Which positions a fit learns from, and which it is judged by: whole games go to one side or the other.

#![expect(
    clippy::cast_precision_loss,
    reason = "weights and counts are far below 2^52"
)]

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::Serialize;

use super::choice::LabelledPosition;
use crate::board::{Color, Key, canonical, scrambled};
use crate::geometry::{Point, Size};
use crate::rule::Rule;

/// How many positions and games a fit learned from, and by how many it is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FitSplit {
    /// Positions with a label that were given.
    pub labelled: usize,
    /// Positions that were learned from.
    pub training: usize,
    /// Games that these are of; a position that is of no game counts as one.
    pub training_games: usize,
    /// Positions that the fit is judged by.
    pub held_out: usize,
    /// Games that these are of.
    pub held_out_games: usize,
    /// Positions of games held out that also stand in games learned from, turned or mirrored: left out.
    pub repeated: usize,
    /// Positions that stand there again, turned or mirrored, with none of the same best moves: kept.
    pub contradicting: usize,
}

/// What equal positions have in common: the smallest of the eight images.
type CanonicalKey = (Key, Size, Rule, Color);

fn canonical_label(labelled: &LabelledPosition) -> (CanonicalKey, BTreeSet<Point>) {
    let position = &labelled.position;
    let (image, symmetry) = canonical(position.board());
    let size = image.size();
    let moved = labelled.best.iter();
    let moved = moved.filter_map(|&point| symmetry.apply(point, size));
    let key = (image.key(), size, position.rule(), position.to_move());
    (key, moved.collect())
}

/// Splits positions into those that are learned from and those held out, at most `most` in all; which
/// ones is drawn from `seed`.
pub(super) fn split(
    labelled: Vec<LabelledPosition>,
    share: f64,
    most: usize,
    seed: u64,
) -> ([Vec<LabelledPosition>; 2], FitSplit) {
    let mut said = FitSplit {
        labelled: labelled.len(),
        ..FitSplit::default()
    };
    let labels: Vec<_> = labelled.iter().map(canonical_label).collect();
    said.contradicting = contradicting(&labels);
    let games: BTreeSet<&str> = labelled.iter().map(|one| &*one.game).collect();
    let mut games: Vec<(u64, &str)> = games
        .iter()
        .map(|&game| (drawn(seed, game), game))
        .collect();
    games.sort_unstable();
    let count = (games.len() as f64 * share).round() as usize;
    let count = count.clamp(1, games.len().max(2) - 1);
    let held_out: HashSet<String> = games
        .iter()
        .take(count)
        .map(|&(_, game)| game.to_owned())
        .collect();
    let is_held_out = |one: &LabelledPosition| held_out.contains(&one.game);
    let zipped = labelled.iter().zip(&labels);
    let trained: HashSet<CanonicalKey> = zipped
        .filter(|(one, _)| !is_held_out(one))
        .map(|(_, label)| label.0)
        .collect();
    let mut sides: [Vec<(u64, LabelledPosition)>; 2] = Default::default();
    for (number, (one, (key, _))) in labelled.into_iter().zip(&labels).enumerate() {
        let is_held_out = is_held_out(&one);
        if is_held_out && trained.contains(key) {
            said.repeated += 1;
            continue;
        }
        let draw = scrambled(seed ^ scrambled(number as u64));
        sides[usize::from(is_held_out)].push((draw, one));
    }
    let all = sides[0].len() + sides[1].len();
    let sides = sides.map(|mut side| {
        // Of too many positions the same part of either side.
        let kept = (side.len() * most.min(all)).div_ceil(all.max(1));
        let mut draws: Vec<u64> = side.iter().map(|(draw, _)| *draw).collect();
        draws.sort_unstable();
        let last = draws.get(kept.saturating_sub(1)).copied();
        side.retain(|(draw, _)| Some(*draw) <= last);
        side.into_iter().map(|(_, one)| one).collect()
    });
    (sides, said)
}

/// Positions that are there with labels of which two have no point in common.
fn contradicting(labels: &[(CanonicalKey, BTreeSet<Point>)]) -> usize {
    let mut by_key: HashMap<CanonicalKey, Vec<&BTreeSet<Point>>> = HashMap::new();
    for (key, label) in labels {
        by_key.entry(*key).or_default().push(label);
    }
    let is_contradiction = |labels: &&Vec<&BTreeSet<Point>>| {
        let is_other = |label: &&BTreeSet<Point>| label.is_disjoint(labels[0]);
        labels.iter().any(is_other)
    };
    let contradictions = by_key.values().filter(is_contradiction);
    contradictions.map(Vec::len).sum()
}

/// A number that a game has by its name and the seed.
fn drawn(seed: u64, game: &str) -> u64 {
    let bytes = game.bytes();
    bytes.fold(scrambled(seed), |hash, byte| {
        scrambled(hash ^ u64::from(byte))
    })
}

/// How many games some positions are of.
pub(super) fn games_of(positions: &[LabelledPosition]) -> usize {
    let games: HashSet<&str> = positions.iter().map(|one| &*one.game).collect();
    games.len()
}

impl FitSplit {
    /// Says what is learned from, and what held out.
    pub(super) fn count(&mut self, training: &[LabelledPosition], held_out: &[LabelledPosition]) {
        self.training = training.len();
        self.training_games = games_of(training);
        self.held_out = held_out.len();
        self.held_out_games = games_of(held_out);
    }
}
