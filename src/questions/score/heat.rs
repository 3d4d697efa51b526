//! Heat map on a board picture: discs and ranks for the points with the best scores.

use crate::geometry::Point;
use crate::questions::ScoredPoints;
use crate::render::picture::{BoardPicture, Mark};

/// Points whose rank is written on a picture of scores.
pub(crate) const RANKED: usize = 5;
/// Points that have a disc there.
const WARM: usize = 20;

/// Adds a disc for each of the best points, the first ones with their ranks.
pub(crate) fn add_ranks(picture: &mut BoardPicture, points: &ScoredPoints) {
    add_discs(picture, points.0.iter().map(|at| (at.point, at.rank)));
    for at in points.0.iter().take(RANKED) {
        picture.mark(at.point, Mark::Label(at.rank.to_string()));
    }
}

/// Adds a disc for each point that has one of the first ranks. By rank, since one value that is far
/// above the others would leave them no disc.
pub(crate) fn add_discs(picture: &mut BoardPicture, ranks: impl Iterator<Item = (Point, usize)>) {
    let warmest = ranks.filter(|(_, rank)| *rank <= WARM);
    let warmth = warmest.map(|(point, rank)| (point, (WARM + 1 - rank) as i64));
    picture.add_heat(&warmth.collect::<Vec<_>>());
}
