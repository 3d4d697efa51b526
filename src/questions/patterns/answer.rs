//! Shapes on the board: their number for each side, their stones, and effects of a new stone.

use serde::{Serialize, Serializer};

use super::shape_map::{ShapeMap, ShapesAt};
use crate::board::{ByColor, Color};
use crate::geometry::Point;
use crate::pattern::{Shape, StandingShape, census, made_shapes, standing_counts};
use crate::position::{Position, PositionId};
use crate::questions::ReportHeader;

/// What to tell of shapes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PatternOptions {
    /// Only this side's; both if `None`.
    pub of: Option<Color>,
    /// Whether to list each shape with its points.
    pub list: bool,
    /// Whether to tell of every empty point what a stone there would make.
    pub map: bool,
    /// The empty point to tell what a stone there would make.
    pub at: Option<Point>,
}

/// The shapes on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatternReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// How many of each kind each side has; `None` for a side not asked for.
    pub counts: ByColor<Option<Counts>>,
    /// Each shape with its points, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shapes: Option<Vec<StandingShape>>,
    /// What a stone on one point would make, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<AtPoint>,
    /// What a stone on each empty point would make, if asked for; `None` for a side not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<ByColor<Option<ShapeMap>>>,
}

/// How many shapes of each kind stand, in the order of [`Shape::STANDING`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts(pub [usize; 8]);

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Shape::STANDING.iter().zip(self.0))
    }
}

/// What a stone on a point would make for either side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AtPoint {
    /// The empty point in question.
    pub point: Point,
    /// For each side and direction.
    #[serde(flatten)]
    pub shapes: ByColor<Option<ShapesAt>>,
}

/// Counts and lists the shapes on a board.
///
/// # Panics
///
/// Panics if `options.at` is off the board or has a stone.
pub fn patterns(
    id: impl Into<PositionId>,
    position: &Position,
    options: &PatternOptions,
) -> PatternReport {
    let (board, rule) = (position.board(), position.rule());
    let counts = standing_counts(board, rule);
    let is_asked = |color: Color| options.of.is_none_or(|of| of == color);
    PatternReport {
        header: ReportHeader::new(id, "patterns", position),
        counts: ByColor::from_fn(|color| is_asked(color).then(|| Counts(counts[color]))),
        at: options.at.map(|point| at(position, point, is_asked)),
        map: options.map.then(|| {
            ByColor::from_fn(|color| is_asked(color).then(|| ShapeMap::of(position, color)))
        }),
        shapes: options.list.then(|| {
            let shapes = census(board, rule).shapes.into_iter();
            shapes.filter(|standing| is_asked(standing.color)).collect()
        }),
    }
}

fn at(position: &Position, point: Point, is_asked: impl Fn(Color) -> bool) -> AtPoint {
    let (board, rule) = (position.board(), position.rule());
    assert!(board.is_empty(point), "{point} is off the board or taken");
    let made = |color: Color| ShapesAt(made_shapes(board, rule, point, color));
    AtPoint {
        point,
        shapes: ByColor::from_fn(|color| is_asked(color).then(|| made(color))),
    }
}
