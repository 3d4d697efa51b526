//! First layer of the network: sums line weights to features of points, clamps and adds them up.

use renju_core::geometry::Point;
use renju_core::pattern::{LinePair, ShapeBoard};

use super::weight_rows::FEATURES;
use super::weights::{FULL, RuleNetwork};

/// The features of a point before they are held between 0 and 1.
pub(super) type PointFeatures = [i16; FEATURES];

/// The features of the board.
pub(super) type FeatureSums = [i32; FEATURES];

/// The features of an empty point.
pub(super) fn sums_of(network: &RuleNetwork, shapes: &ShapeBoard, point: Point) -> PointFeatures {
    let mut sums = network.bias.0;
    for (_, &pair) in shapes.line_pairs(point).iter() {
        change(&mut sums, network, [LinePair::default(), pair]);
    }
    sums
}

/// Puts a line of a point from one pair to another.
#[inline]
pub(super) fn change(sums: &mut PointFeatures, network: &RuleNetwork, [from, to]: [LinePair; 2]) {
    let (from, to) = (network.lines.of(from), network.lines.of(to));
    for feature in 0..FEATURES {
        sums[feature] += to[feature] - from[feature];
    }
}

/// The features of the board: of its empty points, each less what it is where neither side can make
/// anything.
pub(super) fn board_features(network: &RuleNetwork, shapes: &ShapeBoard) -> FeatureSums {
    let mut features = [0; FEATURES];
    for point in shapes.board().empties().iter() {
        let mut gain = [0; FEATURES];
        replace(&mut gain, &network.bias.0, &sums_of(network, shapes, point));
        add(&mut features, &gain);
    }
    features
}

/// Takes what a point gave out of the features of some points, and puts in what it gives now.
#[inline]
pub(super) fn replace(gain: &mut PointFeatures, before: &PointFeatures, now: &PointFeatures) {
    for feature in 0..FEATURES {
        let held = |sums: &PointFeatures| sums[feature].clamp(0, FULL);
        gain[feature] += held(now) - held(before);
    }
}

/// Adds what the features of some points have gained to those of the board.
#[inline]
pub(super) fn add(features: &mut FeatureSums, gain: &PointFeatures) {
    for feature in 0..FEATURES {
        features[feature] += i32::from(gain[feature]);
    }
}
