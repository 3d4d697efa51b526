//! Where the labels of a chart stand: near their dots, on nothing else, within the frame.

use std::ops::Range;

/// Between a label and what is next to it, in pixels.
const GAP: i32 = 4;
/// How far labels move from their dots, in heights of a label.
const ROWS: i32 = 12;

/// A rectangle on a chart, in pixels: from its upper left corner to its lower right one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlotArea {
    pub(super) from: (i32, i32),
    pub(super) to: (i32, i32),
}

impl From<(Range<i32>, Range<i32>)> for PlotArea {
    fn from((across, down): (Range<i32>, Range<i32>)) -> PlotArea {
        PlotArea {
            from: (across.start, down.start),
            to: (across.end, down.end),
        }
    }
}

impl PlotArea {
    /// The area of a size around its middle.
    pub(super) const fn around((x, y): (i32, i32), (width, height): (i32, i32)) -> PlotArea {
        PlotArea {
            from: (x - width / 2, y - height / 2),
            to: (x + width / 2, y + height / 2),
        }
    }

    const fn meets(self, other: PlotArea) -> bool {
        self.from.0 < other.to.0
            && other.from.0 < self.to.0
            && self.from.1 < other.to.1
            && other.from.1 < self.to.1
    }
}

/// Small areas along a straight line, which labels keep off.
pub(super) fn along(from: (i32, i32), to: (i32, i32)) -> impl Iterator<Item = PlotArea> {
    let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).max(1);
    let at = move |one: i32, other: i32, step: i32| one + (other - one) * step / steps;
    let places = (0..=steps).map(move |step| (at(from.0, to.0, step), at(from.1, to.1, step)));
    places.map(|place| PlotArea::around(place, (2, 2)))
}

/// A dot, and the size of its label.
pub(super) type LabelledDot = ((i32, i32), (i32, i32));

/// The middle of the label of each dot, given with its size; `None` where nothing is free. The first
/// ones have the first choice.
///
/// A label stands above or below its dot, as near as it can. It never lies on another label or a dot,
/// and on a line of the chart only if it has no other place.
pub(super) fn placed(
    labels: &[LabelledDot],
    lines: &[PlotArea],
    dot_size: i32,
    frame: PlotArea,
) -> Vec<Option<(i32, i32)>> {
    let dots = labels
        .iter()
        .map(|&(dot, _)| PlotArea::around(dot, (dot_size, dot_size)));
    let mut taken: Vec<PlotArea> = dots.collect();
    let places = labels.iter().map(|&(dot, (width, height))| {
        let is_free = |others: &[PlotArea], middle: (i32, i32)| {
            let area = PlotArea::around(middle, (width, height));
            !others.iter().any(|&other| other.meets(area))
        };
        let candidates = candidates(dot, (width, height), dot_size, frame);
        let free: Vec<_> = candidates
            .filter(|&middle| is_free(&taken, middle))
            .collect();
        let off_lines = free.iter().find(|&&middle| is_free(lines, middle));
        let found = *off_lines.or(free.first())?;
        taken.push(PlotArea::around(found, (width + GAP, height + GAP)));
        Some(found)
    });
    places.collect()
}

/// Places in the frame above and below a dot, the nearest first, moved aside as far as it asks.
fn candidates(
    (x, y): (i32, i32),
    (width, height): (i32, i32),
    dot_size: i32,
    frame: PlotArea,
) -> impl Iterator<Item = (i32, i32)> {
    let (left, right) = (frame.from.0 + width / 2, frame.to.0 - width / 2);
    let (top, bottom) = (frame.from.1 + height / 2, frame.to.1 - height / 2);
    let nearest = dot_size / 2 + height / 2 + GAP;
    let away = (0..ROWS).map(move |row| nearest + row * (height + GAP));
    let asides = [0, -width / 2, width / 2, -width, width];
    let places = away.flat_map(move |away| {
        asides.into_iter().flat_map(move |aside| {
            let middle = (x + aside).min(right).max(left);
            [(middle, y - away), (middle, y + away)]
        })
    });
    places.filter(move |(_, row)| left <= right && (top..=bottom).contains(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: PlotArea = PlotArea {
        from: (0, 0),
        to: (800, 300),
    };
    const SIZE: (i32, i32) = (70, 16);

    /// The areas of labels for these dots, which a line joins; the areas of the line.
    fn areas(dots: &[(i32, i32)], size: (i32, i32)) -> (Vec<PlotArea>, Vec<PlotArea>) {
        let line = dots.windows(2).flat_map(|ends| along(ends[0], ends[1]));
        let line: Vec<PlotArea> = line.collect();
        let labels: Vec<_> = dots.iter().map(|&dot| (dot, size)).collect();
        let places = placed(&labels, &line, 14, FRAME).into_iter().flatten();
        (places.map(|at| PlotArea::around(at, size)).collect(), line)
    }

    #[test]
    fn labels_lie_on_nothing_and_within_the_frame() {
        let dots: Vec<(i32, i32)> = (0..33).map(|at| (at * 24, 150 + at * 7919 % 140)).collect();
        let (areas, _) = areas(&dots, SIZE);
        assert!(areas.len() > 25, "{}", areas.len());
        for (place, &area) in areas.iter().enumerate() {
            assert!(area.from.0 >= 0 && area.from.1 >= 0 && area.to.0 <= 800 && area.to.1 <= 300);
            assert!(!areas[..place].iter().any(|other| other.meets(area)));
            let on_dot = |&dot: &(i32, i32)| PlotArea::around(dot, (14, 14)).meets(area);
            assert!(!dots.iter().any(on_dot));
        }
    }

    #[test]
    fn a_label_keeps_off_the_line_and_inside_the_corner() {
        let (areas, line) = areas(&[(0, 290), (400, 30), (799, 290)], SIZE);
        assert_eq!(areas.len(), 3);
        for area in areas {
            assert!(!line.iter().any(|dot| dot.meets(area)), "{area:?}");
        }
    }

    #[test]
    fn what_has_no_room_has_no_label() {
        assert!(areas(&[(400, 150)], (900, 16)).0.is_empty());
    }
}
