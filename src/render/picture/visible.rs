//! What of a picture is drawn: all that is on the board, or what lies in a part of it.

use super::board_picture::{BoardPicture, Segment};
use super::part::BoardPart;
use crate::geometry::Point;

impl BoardPicture {
    /// The points that have something to see, some of them more than once.
    pub fn occupied(&self) -> impl Iterator<Item = Point> + '_ {
        let marks = self.marks.iter().map(|(at, _)| *at);
        let heat = self.heat.iter().map(|(at, _)| *at);
        let lines = self.lines.iter().flat_map(|line| [line.from, line.to]);
        let points = self
            .occupied_by_stones()
            .chain(marks)
            .chain(heat)
            .chain(lines);
        points.filter(|point| point.is_on(self.size))
    }

    /// The points of stones, of those of a line of play, and of forbidden moves, which lines run through.
    pub(super) fn occupied_by_stones(&self) -> impl Iterator<Item = Point> + '_ {
        let stones = self.stones.iter().chain(&self.ghosts).map(|(at, _)| *at);
        stones.chain(self.forbidden.iter().map(|(at, _)| *at))
    }

    /// The part of the board that is drawn.
    pub(super) fn shown(&self) -> BoardPart {
        self.part.unwrap_or_else(|| BoardPart::whole(self.size))
    }

    /// Whether the point is on the board and in the part that is drawn.
    pub(super) fn shows(&self, point: Point) -> bool {
        point.is_on(self.size) && self.shown().contains(point)
    }

    /// What is seen of a marked line: nothing where an end is beyond the board.
    pub(super) fn visible(&self, line: Segment) -> Option<Segment> {
        let mut seen = line.points().filter(|&point| self.shows(point));
        let from = seen.next()?;
        let to = seen.last().unwrap_or(from);
        let is_on_board = line.from.is_on(self.size) && line.to.is_on(self.size);
        is_on_board.then_some(Segment { from, to, ..line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::render::picture::MarkStyle;

    #[test]
    fn a_line_is_cut_where_the_part_ends() {
        let point = |name: &str| name.parse::<Point>().unwrap();
        let line = Segment {
            from: point("B2"),
            to: point("F6"),
            style: MarkStyle::Three,
        };
        let ends = |part: &str| {
            let part = part.parse().ok();
            let picture = BoardPicture {
                part,
                ..BoardPicture::new(Size::RENJU)
            };
            let seen = picture.visible(line)?;
            Some((seen.from, seen.to))
        };
        assert_eq!(ends("A1:D9"), Some((point("B2"), point("D4"))));
        assert_eq!(ends("A1:O15"), Some((line.from, line.to)));
        assert_eq!(ends("G1:K6"), None);
    }
}
