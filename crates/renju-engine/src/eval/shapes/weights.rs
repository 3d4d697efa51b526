//! Weights of the `shapes` evaluator, read from TOML: for points, boards and the side to move.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::point_shapes::{Combination, Fact, Facts, PointShapes};
use super::sixteenths::Sixteenths;

use renju_core::pattern::{Shape, ShapePair};
use renju_core::rule::ByKind;

/// What shapes are worth.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointShapeWeights {
    /// A stone that makes a five.
    pub five: i64,
    /// A stone that makes an overline, which does not win.
    pub overline: i64,
    /// A stone that makes a straight four.
    pub straight_four: i64,
    /// A stone that makes two fours on one line.
    pub two_fours: i64,
    /// A stone that makes a four that one point completes.
    pub four: i64,
    /// A stone that makes an open three.
    pub open_three: i64,
    /// A stone that makes a closed three.
    pub closed_three: i64,
    /// A stone that makes an open two.
    pub open_two: i64,
    /// A stone that makes a closed two.
    pub closed_two: i64,
    /// Added for two fours on several lines.
    pub double_four: i64,
    /// Added for a four on one line and an open three on another.
    pub four_three: i64,
    /// Added for two open threes.
    pub double_three: i64,
    /// A point that is forbidden, in the place of all others.
    pub looks_forbidden: i64,
}

/// What points add for their place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// What an empty point adds to the value of the board, by its [`ShapePair`].
///
/// In TOML a key names the two strongest shapes, as in `"four + open_three"`; all 35 pairs have to
/// be there. `overline` may be missing and is 0 then; so is the weight of nothing at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassWeights([Sixteenths; ShapePair::COUNT]);

impl ClassWeights {
    /// The weight of a class.
    #[inline]
    pub const fn of(&self, class: ShapePair) -> Sixteenths {
        self.0[class.index()]
    }
}

impl<'de> Deserialize<'de> for ClassWeights {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<ClassWeights, D::Error> {
        let table = BTreeMap::<ClassKey, Sixteenths>::deserialize(reader)?;
        let mut weights = [Sixteenths::default(); ShapePair::COUNT];
        for class in ShapePair::all().filter(|class| *class != ShapePair::default()) {
            weights[class.index()] = match table.get(&ClassKey(class)) {
                Some(weight) => *weight,
                None if class == ShapePair::OVERLINE => Sixteenths::default(),
                None => {
                    let message = format!("missing field `{}`", key_of(class));
                    return Err(D::Error::custom(message));
                }
            };
        }
        Ok(ClassWeights(weights))
    }
}

/// A class as weights name it, such as `four + open_three`.
pub fn key_of(class: ShapePair) -> String {
    match class.second() {
        Shape::Dead => class.strongest().name().to_owned(),
        second => format!("{} + {second}", class.strongest()),
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ClassKey(ShapePair);

impl<'de> Deserialize<'de> for ClassKey {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<ClassKey, D::Error> {
        let text = String::deserialize(reader)?;
        let mut known = ShapePair::all().filter(|class| *class != ShapePair::default());
        known
            .find(|class| key_of(*class) == text)
            .map(ClassKey)
            .ok_or_else(|| D::Error::custom(unknown_class(&text)))
    }
}

fn unknown_class(text: &str) -> String {
    format!(
        "unknown field `{text}`, expected one or two of `five`, `straight_four`, `four`, \
         `open_three`, `closed_three`, `open_two`, `closed_two` as in `four + open_three`, the \
         stronger one first, or `overline`"
    )
}

/// What is added to the value of the board for the side to move.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveWeights {
    /// Counts in every position.
    pub to_move: Sixteenths,
    /// The side to move has a five at hand.
    pub own_five: Sixteenths,
    /// The side to move has a straight four at hand.
    pub own_straight_four: Sixteenths,
    /// The side to move has a four at hand.
    pub own_four: Sixteenths,
    /// The side to move has an open three at hand.
    pub own_open_three: Sixteenths,
    /// Its opponent has a five at hand.
    #[serde(rename = "enemy_five")]
    pub opponent_five: Sixteenths,
    /// Its opponent has a straight four at hand.
    #[serde(rename = "enemy_straight_four")]
    pub opponent_straight_four: Sixteenths,
    /// Its opponent has a four at hand.
    #[serde(rename = "enemy_four")]
    pub opponent_four: Sixteenths,
    /// Its opponent has an open three at hand.
    #[serde(rename = "enemy_open_three")]
    pub opponent_open_three: Sixteenths,
    /// Added where just these are so, and no others; 0 for those that are not named.
    #[serde(default)]
    pub together: BTreeMap<Facts, Sixteenths>,
}

impl MoveWeights {
    /// What a fact adds.
    pub const fn fact(&self, fact: Fact) -> Sixteenths {
        match (fact.is_own, fact.shape) {
            (true, Shape::Five) => self.own_five,
            (true, Shape::StraightFour) => self.own_straight_four,
            (true, Shape::Four) => self.own_four,
            (true, _) => self.own_open_three,
            (false, Shape::Five) => self.opponent_five,
            (false, Shape::StraightFour) => self.opponent_straight_four,
            (false, Shape::Four) => self.opponent_four,
            (false, _) => self.opponent_open_three,
        }
    }

    /// What is added when just these facts are so.
    pub fn together(&self, facts: Facts) -> Sixteenths {
        self.together.get(&facts).copied().unwrap_or_default()
    }

    /// All that the side to move has added.
    pub fn sum(&self, facts: Facts) -> Sixteenths {
        let single: Sixteenths = facts.iter().map(|fact| self.fact(fact)).sum();
        self.to_move + single + self.together(facts)
    }
}

impl<'de> Deserialize<'de> for Facts {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Facts, D::Error> {
        let text = String::deserialize(reader)?;
        text.parse().map_err(D::Error::custom)
    }
}
