//! What `score --details` adds: everything a published system computes of a position, with the
//! names and layouts of the answer keys.

mod five_tuple;
mod point_info;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::board::Board;
use crate::eval::Edition;
use crate::eval::PointValues;
use crate::geometry::Point;
use crate::position::Position;

/// Everything a published system computes of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Details {
    /// Windows of five.
    FiveTuple(Box<five_tuple::FiveTupleDetails>),
    /// Eight counters a point.
    PointInfo(Box<point_info::PointInfoDetails>),
}

/// The details of the published system of this name; `None` if it has none.
pub fn details(name: &str, position: &Position) -> Option<Details> {
    let (system, variant) = name.split_once(':').unwrap_or((name, ""));
    let edition = match variant {
        "corrected" => Edition::Corrected,
        _ => Edition::Published,
    };
    match system {
        "five-tuple" => Some(Details::FiveTuple(Box::new(five_tuple::details(
            edition, variant, position,
        )))),
        "point-info" => Some(Details::PointInfo(Box::new(point_info::details(
            edition, variant, position,
        )))),
        _ => None,
    }
}

/// Values of points as a map from their names, in reading order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByPoint<T>(pub Vec<(Point, T)>);

impl<T> FromIterator<(Point, T)> for ByPoint<T> {
    fn from_iter<I: IntoIterator<Item = (Point, T)>>(entries: I) -> ByPoint<T> {
        ByPoint(entries.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for ByPoint<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (point, value) in &self.0 {
            map.serialize_entry(point, value)?;
        }
        map.end()
    }
}

/// A value for every point of the board in reading order, `None` where there is none.
fn flat(board: &Board, values: &PointValues) -> Vec<Option<i64>> {
    let points = board.size().points();
    points.map(|point| values[point]).collect()
}

/// Stones on the board.
fn stones(board: &Board) -> usize {
    board.size().area() - board.empties().len()
}
