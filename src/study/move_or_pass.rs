use std::fmt;

use serde::Serialize;

use crate::geometry::Point;

/// A move of a game or of a line: a stone, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveOrPass {
    /// A stone on this point.
    At(Point),
    /// No stone, `"pass"` in JSON.
    Pass,
}

impl From<Option<Point>> for MoveOrPass {
    fn from(point: Option<Point>) -> MoveOrPass {
        point.map_or(MoveOrPass::Pass, MoveOrPass::At)
    }
}

impl fmt::Display for MoveOrPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveOrPass::At(point) => point.fmt(f),
            MoveOrPass::Pass => f.write_str("pass"),
        }
    }
}

impl Serialize for MoveOrPass {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            MoveOrPass::At(point) => point.serialize(serializer),
            MoveOrPass::Pass => serializer.serialize_str("pass"),
        }
    }
}
