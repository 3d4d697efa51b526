use crate::board::{Board, Color};
use crate::geometry::{ByDirection, Point};
use crate::pattern::{Shape, ShapeCounts, ShapeTable};
use crate::rule::Rule;

/// Everything a stone of one side would make on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointShapes {
    /// The shape on each line.
    pub shapes: ByDirection<Shape>,
    /// What the lines make together.
    pub combination: Option<Combination>,
    /// Whether it is Black under renju and makes two fours, two open threes or an overline, and
    /// no five. Whether the point is forbidden indeed would take a longer look.
    pub looks_forbidden: bool,
}

/// What shapes on different lines make together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Combination {
    /// A four and an open three.
    FourThree,
    /// Two fours of different lines.
    DoubleFour,
    /// Two open threes of different lines.
    DoubleThree,
}

impl Combination {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Combination::FourThree => "four-three",
            Combination::DoubleFour => "double-four",
            Combination::DoubleThree => "double-three",
        }
    }
}

impl PointShapes {
    /// The code of these shapes, of a side that is restricted as Black is under renju, or is not.
    pub fn new(shapes: ByDirection<Shape>, is_restricted: bool) -> PointShapes {
        let count = |wanted: Shape| shapes.0.iter().filter(|&&shape| shape == wanted).count();
        let fours: usize = shapes.0.iter().map(|shape| shape.fours()).sum();
        let lines_with_fours = shapes.0.iter().filter(|shape| shape.fours() > 0).count();
        let threes = count(Shape::OpenThree);
        let combination = if lines_with_fours >= 2 {
            Some(Combination::DoubleFour)
        } else if lines_with_fours == 1 && threes >= 1 {
            Some(Combination::FourThree)
        } else if threes >= 2 {
            Some(Combination::DoubleThree)
        } else {
            None
        };
        let is_bad = fours >= 2 || threes >= 2 || count(Shape::Overline) > 0;
        PointShapes {
            shapes,
            combination,
            looks_forbidden: is_restricted && is_bad && count(Shape::Five) == 0,
        }
    }
}

/// What a stone of `color` would make on an empty point.
pub fn code(board: &Board, rule: Rule, point: Point, color: Color) -> PointShapes {
    let table = ShapeTable::of(rule.five_length(color));
    let shapes = ByDirection::from_fn(|direction| {
        let view = board.window(point, direction).seen_by(color);
        table.look_up(view).shape()
    });
    PointShapes::new(shapes, rule.restricts(color))
}

/// The shapes that a stone of `color` would make on an empty point, counted.
pub fn shape_counts(board: &Board, rule: Rule, point: Point, color: Color) -> ShapeCounts {
    ShapeCounts::of(code(board, rule, point, color).shapes.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_combined() {
        use Shape::{Dead, Five, Four, OpenThree, TwoFours};
        let code = |shapes| PointShapes::new(ByDirection(shapes), true);
        let fork = code([Four, OpenThree, Dead, Dead]);
        assert_eq!(fork.combination, Some(Combination::FourThree));
        assert!(!fork.looks_forbidden);
        assert!(code([Four, OpenThree, OpenThree, Dead]).looks_forbidden);
        assert!(code([TwoFours, Dead, Dead, Dead]).looks_forbidden);
        assert!(!code([Five, Four, Four, Dead]).looks_forbidden);
        let free = PointShapes::new(ByDirection([OpenThree, Dead, OpenThree, Dead]), false);
        assert_eq!(free.combination, Some(Combination::DoubleThree));
        assert!(!free.looks_forbidden);
    }
}
