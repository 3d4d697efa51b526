//! Lines that are pointed out, such as the stones of a three: each in a strip with a border of its own,
//! so that several through one point are told apart.

use std::cmp::Reverse;

use super::board_picture::Segment;
use super::layout::PictureLayout;
use super::scene::{Form, Stroke, Vec2};
use crate::geometry::{Point, PointSet};

/// From a marked line to its border in the innermost lane: just outside its stones.
const BORDER: f32 = 0.53;
/// From one lane to the next.
const LANE: f32 = 0.075;
/// More lanes would cover the stones beside the line.
const LANES: u8 = 4;
/// From a line to its border where lines are many: between the stones, so that each can be told from
/// the others.
const THIN: f32 = 0.13;
/// More lines than this are many.
const MANY: usize = 6;

/// From the middle of a stone to a link.
const LINK_END: f32 = 0.33;

impl PictureLayout<'_> {
    /// The marked lines as far as they are seen, each with the distance of its border.
    pub(super) fn lines(&self) -> Vec<(Segment, f32)> {
        let picture = self.picture;
        let lines = picture.lines.iter();
        let lines: Vec<Segment> = lines.filter_map(|&line| picture.visible(line)).collect();
        let borders = borders(&lines);
        lines.into_iter().zip(borders).collect()
    }

    /// The strips of lines: the insides first, so that every border is whole.
    pub(super) fn strips(&mut self, lines: &[(Segment, f32)]) {
        let palette = self.palette;
        for &(line, border) in lines {
            let tint = palette.wood.mix(palette.mark(line.style), 0.16);
            self.add(self.capsule(line, border - 0.04), tint, None);
        }
        for &(line, border) in lines {
            self.add(self.capsule(line, border), None, palette.border(line.style));
        }
    }

    /// Links between the stones of the lines whose borders lie below stones.
    pub(super) fn links(&mut self, lines: &[(Segment, f32)]) {
        let (palette, picture) = (self.palette, self.picture);
        let stones: PointSet = picture.occupied_by_stones().collect();
        for &(line, _) in lines
            .iter()
            .filter(|(line, border)| *border < BORDER || is_covered(*line, &stones))
        {
            let places = line.points().filter(|&at| stones.contains(at));
            let places: Vec<Vec2> = places.map(|at| self.position_of(at)).collect();
            for ends in places.windows(2) {
                let share = LINK_END / (ends[0].x - ends[1].x).hypot(ends[0].y - ends[1].y);
                let [from, to] = [share, 1.0 - share].map(|share| ends[0].towards(ends[1], share));
                self.line(from, to, Stroke::solid(palette.halo, 0.19));
                self.line(from, to, Stroke::solid(palette.mark(line.style), 0.1));
            }
        }
    }

    fn capsule(&self, line: Segment, radius: f32) -> Form {
        let (from, to) = (self.position_of(line.from), self.position_of(line.to));
        Form::Capsule { from, to, radius }
    }
}

/// Whether stones beside a diagonal line hide most of its border: those beside a row or column do not
/// reach it.
fn is_covered(line: Segment, stones: &PointSet) -> bool {
    let points: Vec<Point> = line.points().collect();
    let beside = points.windows(2).flat_map(|ends| {
        let corner = |one: Point, other: Point| Point::new(one.column(), other.row());
        [corner(ends[0], ends[1]), corner(ends[1], ends[0])]
    });
    let hiding = beside
        .flatten()
        .filter(|&at| stones.contains(at) && !points.contains(&at));
    hiding.count() + 1 >= points.len().max(2)
}

/// The distance of each border from its line. Lines that share a point have different ones, the shorter
/// line the smaller one; where lines are many, as far as there is room.
fn borders(lines: &[Segment]) -> Vec<f32> {
    let points: Vec<PointSet> = lines.iter().map(|line| line.points().collect()).collect();
    let meet = |one: usize, other: usize| points[one].iter().any(|at| points[other].contains(at));
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|&line| (points[line].len(), Reverse(line)));
    let mut chosen = vec![0_u8; lines.len()];
    for (place, &line) in order.iter().enumerate() {
        let others = order[..place].iter().filter(|&&other| meet(line, other));
        let taken: Vec<u8> = others.map(|&other| chosen[other]).collect();
        let free = (0..=u8::MAX).find(|lane| !taken.contains(lane));
        chosen[line] = free.unwrap_or(u8::MAX);
    }
    let is_many = lines.len() > MANY || chosen.iter().any(|&lane| lane >= LANES);
    let border = |lane: u8| {
        if is_many {
            THIN
        } else {
            BORDER + LANE * f32::from(lane)
        }
    };
    chosen.into_iter().map(border).collect()
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
        assert!(thin.iter().all(|&border| border < 0.46));
    }

    #[test]
    fn stones_beside_a_diagonal_cover_its_border() {
        let covered = |line: &str, stones: &[&str]| {
            let stones = stones.iter().map(|name| name.parse().unwrap()).collect();
            is_covered(lines(&[line])[0], &stones)
        };
        assert!(covered("H8-I9", &["H9"]) && covered("H8-J10", &["H9", "J9"]));
        assert!(!covered("H8-I9", &["H8", "I9"]) && !covered("H8-J10", &["H9"]));
        assert!(!covered("H8-I8", &["H9", "I9"]), "they lie beside a row");
    }
}
