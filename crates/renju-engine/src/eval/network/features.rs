//! First layer of the network: sums line weights to features of points, clamps and adds them up.

use renju_core::geometry::Point;
use renju_core::pattern::{LinePair, ShapeBoard};
use wide::{i16x8, i32x8};

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
    for (sums, (from, to)) in in_lanes_mut(sums).zip(in_lanes(from).zip(in_lanes(to))) {
        *sums = (i16x8::new(*sums) + (to - from)).to_array();
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
    let held = |sums: i16x8| sums.max(i16x8::ZERO).min(i16x8::splat(FULL));
    for (gain, (before, now)) in in_lanes_mut(gain).zip(in_lanes(before).zip(in_lanes(now))) {
        *gain = (i16x8::new(*gain) + (held(now) - held(before))).to_array();
    }
}

/// Adds what the features of some points have gained to those of the board.
#[inline]
pub(super) fn add(features: &mut FeatureSums, gain: &PointFeatures) {
    for (features, gain) in in_lanes_mut(features).zip(in_lanes(gain)) {
        *features = (i32x8::new(*features) + i32x8::from_i16x8(gain)).to_array();
    }
}

/// Features as a vector unit takes them, so that no compiler has to find that out.
#[inline]
fn in_lanes(features: &PointFeatures) -> impl Iterator<Item = i16x8> + '_ {
    features
        .as_chunks::<8>()
        .0
        .iter()
        .map(|lanes| i16x8::new(*lanes))
}

#[inline]
fn in_lanes_mut<N>(features: &mut [N; FEATURES]) -> impl Iterator<Item = &mut [N; 8]> {
    const { assert!(FEATURES.is_multiple_of(8)) };
    features.as_chunks_mut::<8>().0.iter_mut()
}
