//! Shape map: the strongest effect that a stone of one side has on each empty point.

use serde::{Serialize, Serializer};

use crate::board::Color;
use crate::eval::shapes::{Combination, PointShapes};
use crate::forbidden::ForbiddenKind;
use crate::geometry::{ByDirection, Point};
use crate::named_enum::named_enum;
use crate::pattern::{Shape, made_shapes};
use crate::position::Position;

named_enum! {
    /// The most that a stone makes on a point, all four lines together; what decides first.
    pub enum StoneEffect: "effect" {
        /// A five: the stone wins.
        Five = "five",
        /// The stone is forbidden to Black, judged to the end.
        Forbidden = "forbidden",
        /// A straight four, whatever else there is.
        StraightFour = "straight_four",
        /// Two fours, on one line or on several.
        DoubleFour = "double_four",
        /// A four on one line and an open three on another.
        FourThree = "four_three",
        /// A four that one point completes.
        Four = "four",
        /// Two open threes on different lines.
        DoubleThree = "double_three",
        /// One open three.
        OpenThree = "open_three",
        /// Nothing better than a closed three.
        ClosedThree = "closed_three",
        /// Nothing better than an open two.
        OpenTwo = "open_two",
        /// Nothing better than a closed two.
        ClosedTwo = "closed_two",
        /// A row too long to win, and nothing else.
        Overline = "overline",
    }
}

impl StoneEffect {
    /// What the lines make together; `None` for a stone that makes nothing.
    fn of(shapes: PointShapes) -> Option<StoneEffect> {
        let has = |shape: Shape| shapes.shapes.0.contains(&shape);
        let has_two_fours =
            has(Shape::TwoFours) || shapes.combination == Some(Combination::DoubleFour);
        let tests = [
            (StoneEffect::Five, has(Shape::Five)),
            (StoneEffect::Forbidden, shapes.looks_forbidden),
            (StoneEffect::StraightFour, has(Shape::StraightFour)),
            (StoneEffect::DoubleFour, has_two_fours),
            (
                StoneEffect::FourThree,
                shapes.combination == Some(Combination::FourThree),
            ),
            (StoneEffect::Four, has(Shape::Four)),
            (
                StoneEffect::DoubleThree,
                shapes.combination == Some(Combination::DoubleThree),
            ),
            (StoneEffect::OpenThree, has(Shape::OpenThree)),
            (StoneEffect::ClosedThree, has(Shape::ClosedThree)),
            (StoneEffect::OpenTwo, has(Shape::OpenTwo)),
            (StoneEffect::ClosedTwo, has(Shape::ClosedTwo)),
            (StoneEffect::Overline, has(Shape::Overline)),
        ];
        let found = tests.into_iter().find(|(_, holds)| *holds);
        found.map(|(effect, _)| effect)
    }
}

/// What a stone of one side would make on each empty point where it makes anything, in reading
/// order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeMap(pub Vec<MappedPoint>);

/// What a stone would make on an empty point.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MappedPoint {
    /// Where the stone would stand.
    #[serde(skip)]
    pub point: Point,
    /// The most that it makes.
    pub makes: StoneEffect,
    /// Why it is forbidden; empty if it is not.
    pub kinds: Vec<ForbiddenKind>,
    /// The shape on each line by itself.
    pub lines: ShapesAt,
}

/// What a stone would make in each direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapesAt(pub ByDirection<Shape>);

impl Serialize for ShapesAt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let made = |shape: Shape| (shape != Shape::Dead).then_some(shape);
        serializer.collect_map(
            self.0
                .iter()
                .map(|(direction, &shape)| (direction, made(shape))),
        )
    }
}

impl ShapeMap {
    /// The map of a side.
    pub(super) fn of(position: &Position, color: Color) -> ShapeMap {
        let points = position.board().empties().iter();
        ShapeMap(
            points
                .filter_map(|point| mapped(position, color, point))
                .collect(),
        )
    }
}

impl Serialize for ShapeMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|mapped| (mapped.point, mapped)))
    }
}

fn mapped(position: &Position, color: Color, point: Point) -> Option<MappedPoint> {
    let (board, rule) = (position.board(), position.rule());
    let lines = made_shapes(board, rule, point, color);
    let together = PointShapes::new(lines, rule.restricts(color));
    let makes = StoneEffect::of(together.judged(board, point))?;
    let kinds = match makes {
        StoneEffect::Forbidden => rule.forbidden_kinds(board, point, color),
        _ => Vec::new(),
    };
    Some(MappedPoint {
        point,
        makes,
        kinds,
        lines: ShapesAt(lines),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::position::{PositionOverrides, Setup};
    use crate::rule::Rule;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn effect(rule: Rule, color: Color, stones: &str, at: &str) -> Option<StoneEffect> {
        let mut setup = Setup {
            size: Some(Size::RENJU),
            rule: Some(rule),
            to_move: Some(color),
            ..Setup::default()
        };
        match color {
            Color::Black => setup.black = points(stones),
            Color::White => setup.white = points(stones),
        }
        let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
        let map = ShapeMap::of(&position, color);
        let at = at.parse().unwrap();
        let found = map.0.into_iter().find(|mapped| mapped.point == at);
        found.map(|mapped| mapped.makes)
    }

    #[test]
    fn the_most_that_a_stone_makes_is_named() {
        use StoneEffect::*;
        for (stones, at, white, black) in [
            ("E8 F8 G8 H8", "I8", Five, Five),
            ("F8 G8 H8", "I8", StraightFour, StraightFour),
            ("E8 F8 G8 H6 H7 H9", "H8", StraightFour, Forbidden),
            ("D8 F8 G8", "H8", Four, Four),
            ("B8 D8 F8 H8", "E8", DoubleFour, Forbidden),
            ("D8 F8 G8 H6 H7", "H8", FourThree, FourThree),
            ("F8 G8 H6 H7", "H8", DoubleThree, Forbidden),
            ("F8 J8 G7 I7 G6 I6", "G5", DoubleThree, OpenThree),
            ("F8 G8", "H8", OpenThree, OpenThree),
            ("E8 F8 G8 I8 J8", "H8", Five, Forbidden),
            ("H8", "I8", OpenTwo, OpenTwo),
            ("A1 B1", "C1", ClosedThree, ClosedThree),
        ] {
            let found = Color::BOTH.map(|color| effect(Rule::Renju, color, stones, at));
            assert_eq!(found, [Some(black), Some(white)], "{stones} {at}");
        }
        assert_eq!(effect(Rule::Renju, Color::White, "H8", "A1"), None);
        let long = effect(Rule::Standard, Color::White, "A1 B1 C1 E1 F1", "D1");
        assert_eq!(long, Some(Overline));
    }
}
