use serde::Deserialize;

use crate::pattern::Shape;

use super::board_weights::{ByKind, ClassWeights, MoveWeights};
use super::code::{Combination, PointShapes};

/// What shapes are worth.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapesWeights {
    /// What the weights are for: `"shapes"`.
    pub system: String,
    /// What a side's own stone would make on a point.
    pub attack: PointShapeWeights,
    /// What the opponent's stone would make on a point.
    pub defence: PointShapeWeights,
    /// What points add for their place.
    pub place: PlaceWeights,
    /// What empty points add to the value of the board.
    pub board: ByKind<ClassWeights>,
    /// What the side to move has added to it.
    #[serde(rename = "move")]
    pub mover: ByKind<MoveWeights>,
}

/// A weight for each shape that a stone can make on a line, and for combinations of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "the names are those of `Shape` and `Combination`"
)]
pub struct PointShapeWeights {
    pub five: i64,
    pub overline: i64,
    pub straight_four: i64,
    pub two_fours: i64,
    pub four: i64,
    pub open_three: i64,
    pub closed_three: i64,
    pub open_two: i64,
    pub closed_two: i64,
    pub double_four: i64,
    pub four_three: i64,
    pub double_three: i64,
    pub looks_forbidden: i64,
}

/// What points add for their place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceWeights {
    /// For each line between the point and the edge.
    pub centre: i64,
}

impl PointShapeWeights {
    /// The weight of a shape.
    pub const fn shape(&self, shape: Shape) -> i64 {
        match shape {
            Shape::Dead => 0,
            Shape::ClosedTwo => self.closed_two,
            Shape::OpenTwo => self.open_two,
            Shape::ClosedThree => self.closed_three,
            Shape::OpenThree => self.open_three,
            Shape::Four => self.four,
            Shape::TwoFours => self.two_fours,
            Shape::StraightFour => self.straight_four,
            Shape::Overline => self.overline,
            Shape::Five => self.five,
        }
    }

    /// The weight of a combination.
    pub const fn combination(&self, combination: Combination) -> i64 {
        match combination {
            Combination::FourThree => self.four_three,
            Combination::DoubleFour => self.double_four,
            Combination::DoubleThree => self.double_three,
        }
    }

    /// The weight of everything a stone would make.
    pub fn code(&self, code: &PointShapes) -> i64 {
        if code.looks_forbidden {
            return self.looks_forbidden;
        }
        let shapes = code.shapes.0.iter().map(|&shape| self.shape(shape));
        let combination = code.combination.map_or(0, |found| self.combination(found));
        shapes.sum::<i64>() + combination
    }
}
