//! What `score --details` adds: everything a published system computes of a position, with the
//! names and layouts of the answer keys.

use serde::{Serialize, Serializer};

use super::{count_block_empty, five_tuple, lianzhu, point_info, score_table};
use crate::board::Board;
use crate::eval::{Edition, PointValues, system_and_variant};
use crate::geometry::Point;
use crate::position::Position;
use crate::systems::published::PROGRAMS;

/// Everything a published system computes of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Details {
    /// Windows of five.
    FiveTuple(Box<five_tuple::details::FiveTupleDetails>),
    /// Shape codes of four lines.
    Lianzhu(Box<lianzhu::details::LianzhuDetails>),
    /// Pulls of stones.
    LianzhuGen1(Box<lianzhu::details::Gen1Details>),
    /// Count, block and gap.
    CountBlockEmpty(Box<count_block_empty::details::CountBlockEmptyDetails>),
    /// Run lengths and their scores.
    ScoreTable(Box<score_table::details::ScoreTableDetails>),
    /// Eight counters a point.
    PointInfo(Box<point_info::details::PointInfoDetails>),
}

/// The details of the published system of this name; `None` if it has none.
pub fn details(name: &str, position: &Position) -> Option<Details> {
    let (system, variant) = system_and_variant(name);
    let edition = Edition::of_variant(variant);
    match system {
        "five-tuple" => Some(Details::FiveTuple(Box::new(five_tuple::details::details(
            variant, position,
        )))),
        "lianzhu" => Some(Details::Lianzhu(Box::new(lianzhu::details::details(
            variant, position,
        )))),
        "lianzhu-gen1" => Some(Details::LianzhuGen1(Box::new(lianzhu::details::gen1(
            position,
        )))),
        "count-block-empty" => Some(Details::CountBlockEmpty(Box::new(
            count_block_empty::details::details(edition, position),
        ))),
        "score-table" => Some(Details::ScoreTable(Box::new(
            score_table::details::details(edition, position),
        ))),
        "point-info" => Some(Details::PointInfo(Box::new(point_info::details::details(
            variant, position,
        )))),
        _ => None,
    }
}

/// Whether there are details of an evaluator of this name.
pub fn has_details(name: &str) -> bool {
    PROGRAMS.contains(&name)
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
        serializer.collect_map(self.0.iter().map(|(point, value)| (point, value)))
    }
}

/// A value for every point of the board in reading order, `None` where there is none.
pub(in crate::systems) fn flat(board: &Board, values: &PointValues) -> Vec<Option<i64>> {
    let points = board.size().points();
    points.map(|point| values[point]).collect()
}

/// Stones on the board.
pub(in crate::systems) fn stones(board: &Board) -> usize {
    board.size().area() - board.empties().len()
}
