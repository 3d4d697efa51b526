//! Lines that are pointed out, such as the stones of a three: each in a strip with a border of its own,
//! so that several through one point are told apart.

use std::cmp::Reverse;

use super::board_picture::{BoardPicture, Segment};
use super::layout::{PictureLayout, STONE};
use super::scene::{Form, Stroke, Vec2};
use crate::geometry::{Point, PointSet};

/// From a marked line to its border in the innermost lane: just outside its stones.
const BORDER: f32 = 0.53;
/// From one lane to the next.
const LANE: f32 = 0.075;
/// More lanes would cover the stones beside the line.
const LANES: usize = 4;
/// From a line to its border where lines are many: between the stones, so that each can be told from
/// the others.
const THIN: f32 = 0.13;
/// The same from one lane to the next, and as many as have room.
const THIN_LANE: f32 = 0.09;
const THIN_LANES: usize = 3;
/// More lines than this are many.
const MANY: usize = 6;

/// From the middle of a stone to a link.
const LINK_END: f32 = 0.33;

/// A marked line, and how far from it its border runs.
pub(super) struct MarkedLine {
    segment: Segment,
    border: f32,
}

impl PictureLayout<'_> {
    /// The marked lines as far as they are seen.
    pub(super) fn lines(&self) -> Vec<MarkedLine> {
        let picture = self.picture;
        let lines = picture
            .lines
            .iter()
            .filter_map(|line| picture.visible(line));
        let lines: Vec<Segment> = lines.collect();
        let borders = borders(&lines);
        let marked = lines.into_iter().zip(borders);
        marked
            .map(|(segment, border)| MarkedLine { segment, border })
            .collect()
    }

    /// The strips of lines: the insides first, so that every border is whole.
    pub(super) fn strips(&mut self, lines: &[MarkedLine]) {
        let palette = self.palette;
        for MarkedLine { segment, border } in lines {
            let tint = palette.wood.mix(palette.mark(segment.style), 0.16);
            self.add(self.capsule(*segment, border - 0.04), tint, None);
        }
        for MarkedLine { segment, border } in lines {
            let stroke = palette.border(segment.style);
            self.add(self.capsule(*segment, *border), None, stroke);
        }
    }

    /// Links between the stones of the lines whose borders lie below stones.
    pub(super) fn links(&mut self, lines: &[MarkedLine]) {
        let (palette, picture) = (self.palette, self.picture);
        for MarkedLine { segment, border } in lines {
            if *border >= BORDER && !is_covered(picture, *segment, *border) {
                continue;
            }
            let stones = segment.points().filter(|&at| self.stone_at(at).is_some());
            let stones: Vec<Vec2> = stones.map(|at| self.position_of(at)).collect();
            for (color, width) in [(palette.halo, 0.19), (palette.mark(segment.style), 0.1)] {
                for ends in stones.windows(2) {
                    let share = LINK_END / distance(ends[0], ends[1]);
                    let (from, to) = (
                        ends[0].towards(ends[1], share),
                        ends[1].towards(ends[0], share),
                    );
                    self.line(from, to, Stroke::solid(color, width));
                }
            }
        }
    }

    fn capsule(&self, line: Segment, radius: f32) -> Form {
        let (from, to) = (self.position_of(line.from), self.position_of(line.to));
        Form::Capsule { from, to, radius }
    }
}

/// Whether a stone that is not on the line lies on its border.
fn is_covered(picture: &BoardPicture, line: Segment, border: f32) -> bool {
    let place = |at: Point| Vec2 {
        x: f32::from(at.column()),
        y: f32::from(at.row()),
    };
    let on_line: PointSet = line.points().collect();
    let from_line = |at: Point| {
        let to_points = on_line.iter().map(|on| distance(place(on), place(at)));
        let nearest = to_points.fold(f32::MAX, f32::min);
        // A stone beside a diagonal is as near to its middle as to none of its points.
        let is_diagonal =
            line.from.column() != line.to.column() && line.from.row() != line.to.row();
        let is_beside = is_diagonal && nearest < 1.1;
        if is_beside {
            nearest.min(0.71)
        } else {
            nearest
        }
    };
    let stones = picture.stones.iter().map(|(at, _)| *at);
    let mut others = stones.filter(|&at| !on_line.contains(at));
    others.any(|at| from_line(at) < STONE + border)
}

fn distance(one: Vec2, other: Vec2) -> f32 {
    (one.x - other.x).hypot(one.y - other.y)
}

/// The distance of each border from its line. Lines that share a point have different ones, the shorter
/// line the smaller one; where lines are many, as far as there is room.
fn borders(lines: &[Segment]) -> Vec<f32> {
    let points: Vec<PointSet> = lines.iter().map(|line| line.points().collect()).collect();
    let meet = |one: usize, other: usize| points[one].iter().any(|at| points[other].contains(at));
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|&line| (points[line].len(), Reverse(line)));
    let mut lanes = vec![0; lines.len()];
    for (place, &line) in order.iter().enumerate() {
        let others = order[..place].iter().filter(|&&other| meet(line, other));
        let taken: Vec<usize> = others.map(|&other| lanes[other]).collect();
        let free = (0..).find(|lane| !taken.contains(lane));
        lanes[line] = free.unwrap_or_default();
    }
    let is_many = lines.len() > MANY || lanes.iter().any(|&lane| lane >= LANES);
    let border = |lane: usize| {
        if is_many {
            THIN + THIN_LANE * (lane % THIN_LANES) as f32
        } else {
            BORDER + LANE * lane as f32
        }
    };
    lanes.into_iter().map(border).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::picture::MarkStyle;

    fn lines(names: &[&str]) -> Vec<Segment> {
        let line = |name: &&str| {
            let (from, to) = name.split_once('-').unwrap();
            let [from, to] = [from, to].map(|end| end.parse().unwrap());
            let style = MarkStyle::Three;
            Segment { from, to, style }
        };
        names.iter().map(line).collect()
    }

    /// Two borders are seen as two from this difference on.
    fn differ(one: f32, other: f32) -> bool {
        (one - other).abs() > 0.05
    }

    #[test]
    fn lines_through_one_point_have_borders_of_their_own() {
        let triangle = borders(&lines(&["H8-I9", "I9-H10", "H8-H10"]));
        let [one, two, three] = triangle[..] else {
            panic!("a border for each line");
        };
        assert!(differ(one, two) && differ(two, three) && differ(one, three));
        let within = borders(&lines(&["A1-E1", "B1-D1"]));
        assert!(within[0] > within[1] && differ(within[0], within[1]));
    }

    #[test]
    fn lines_apart_are_drawn_alike() {
        let apart = borders(&lines(&["A1-C1", "A3-C3", "H8-J10"]));
        assert!(apart.iter().all(|&border| !differ(border, BORDER)));
    }

    #[test]
    fn many_lines_are_thin() {
        let star = [
            "H8-K8", "H8-H11", "H8-K11", "H8-K5", "H8-E8", "H8-E5", "H8-E11",
        ];
        let thin = borders(&lines(&star));
        assert!(thin.iter().all(|&border| border < STONE));
    }

    #[test]
    fn stones_beside_a_diagonal_cover_its_border() {
        let picture = |stone: &str| BoardPicture {
            stones: vec![(stone.parse().unwrap(), crate::board::Color::Black)],
            ..BoardPicture::new(crate::geometry::Size::RENJU)
        };
        let covered = |line: &str, stone| is_covered(&picture(stone), lines(&[line])[0], BORDER);
        assert!(covered("H8-J10", "H9") && !covered("H8-J10", "H8"));
        assert!(!covered("H8-J8", "I9"), "it lies between the stones");
    }
}
