use std::borrow::Cow;

use serde::Serialize;

use crate::geometry::Point;

/// One addend of a value: a window, a shape, a code, a counter, or a positional bonus.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Term {
    /// What it is, in the program's own words.
    pub name: Cow<'static, str>,
    /// The addend, in the evaluator's unit.
    pub value: i64,
    /// The points it stands for, in reading order.
    pub stones: Vec<Point>,
}

impl Term {
    /// An addend for these points.
    pub fn new(name: impl Into<Cow<'static, str>>, value: i64, mut stones: Vec<Point>) -> Term {
        stones.sort_unstable();
        Term {
            name: name.into(),
            value,
            stones,
        }
    }
}
