//! Where the labels of a chart stand: near their dots, on nothing else, within the frame.

/// Between a label and what is next to it, in pixels.
const GAP: i32 = 4;
/// How far labels move from their dots, in heights of a label.
const ROWS: i32 = 12;

/// A straight piece of a line, in pixels.
pub(super) type Stretch = ((i32, i32), (i32, i32));

/// A rectangle on a chart, in pixels: from its upper left corner to its lower right one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlotArea {
    pub(super) from: (i32, i32),
    pub(super) to: (i32, i32),
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

    const fn contains(self, other: PlotArea) -> bool {
        self.from.0 <= other.from.0
            && self.from.1 <= other.from.1
            && self.to.0 >= other.to.0
            && self.to.1 >= other.to.1
    }

    /// Whether a straight line runs through it, looked at in small steps.
    fn is_crossed(self, (from, to): Stretch) -> bool {
        let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).max(1);
        let at = |one: i32, other: i32, step: i32| one + (other - one) * step / steps;
        let mut dots = (0..=steps).map(|step| (at(from.0, to.0, step), at(from.1, to.1, step)));
        dots.any(|dot| PlotArea::around(dot, (2, 2)).meets(self))
    }
}

/// A label that is to stand near a dot.
#[derive(Clone, Copy, Debug)]
pub(super) struct WantedLabel {
    pub(super) dot: (i32, i32),
    pub(super) size: (i32, i32),
    /// Whether there is more room below the dot than above it.
    pub(super) is_below: bool,
}

/// The middle of each label, the first ones where they belong; `None` where nothing is free.
///
/// A label stands above or below its dot, as near as it can. It never lies on another label or a dot,
/// and on the `lines` of the chart only if it has no other place.
pub(super) fn placed(
    labels: &[WantedLabel],
    lines: &[Stretch],
    dot_size: i32,
    frame: PlotArea,
) -> Vec<Option<(i32, i32)>> {
    let dots = labels
        .iter()
        .map(|label| PlotArea::around(label.dot, (dot_size, dot_size)));
    let mut taken: Vec<PlotArea> = dots.collect();
    let places = labels.iter().map(|label| {
        let mut free = candidates(label, dot_size, frame).filter(|&middle| {
            let area = PlotArea::around(middle, label.size);
            frame.contains(area) && !taken.iter().any(|other| other.meets(area))
        });
        let first = free.clone().next();
        let is_off_line = |&middle: &(i32, i32)| {
            let area = PlotArea::around(middle, label.size);
            !lines.iter().any(|&stretch| area.is_crossed(stretch))
        };
        let found = free.find(is_off_line).or(first)?;
        let (width, height) = label.size;
        taken.push(PlotArea::around(found, (width + GAP, height + GAP)));
        Some(found)
    });
    places.collect()
}

/// Places above and below a dot, the nearest first, each moved aside as far as the frame asks.
fn candidates(
    label: &WantedLabel,
    dot_size: i32,
    frame: PlotArea,
) -> impl Iterator<Item = (i32, i32)> + Clone {
    let WantedLabel {
        dot: (x, y),
        size: (width, height),
        is_below,
    } = *label;
    let nearest = (dot_size + height) / 2 + GAP;
    let (left, right) = (frame.from.0 + width / 2 + 1, frame.to.0 - width / 2 - 1);
    (0..ROWS).flat_map(move |row| {
        let away = nearest + row * (height + GAP);
        let sides = if is_below {
            [away, -away]
        } else {
            [-away, away]
        };
        sides.into_iter().flat_map(move |down| {
            [0, -width / 2, width / 2].map(|aside| ((x + aside).min(right).max(left), y + down))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: PlotArea = PlotArea {
        from: (0, 0),
        to: (800, 300),
    };

    fn stretches(line: &[(i32, i32)]) -> Vec<Stretch> {
        line.windows(2).map(|ends| (ends[0], ends[1])).collect()
    }

    fn areas(labels: &[WantedLabel], line: &[(i32, i32)]) -> Vec<PlotArea> {
        let places = placed(labels, &stretches(line), 14, FRAME)
            .into_iter()
            .zip(labels);
        let areas = places.filter_map(|(at, label)| Some(PlotArea::around(at?, label.size)));
        areas.collect()
    }

    fn wanted(dot: (i32, i32)) -> WantedLabel {
        WantedLabel {
            dot,
            size: (70, 16),
            is_below: dot.1 > 150,
        }
    }

    #[test]
    fn labels_lie_on_nothing_and_within_the_frame() {
        let line: Vec<(i32, i32)> = (0..33).map(|at| (at * 24, 150 + at * 7919 % 140)).collect();
        let labels: Vec<WantedLabel> = line.iter().copied().map(wanted).collect();
        let areas = areas(&labels, &line);
        assert!(areas.len() > 25, "{}", areas.len());
        for (place, area) in areas.iter().enumerate() {
            assert!(FRAME.contains(*area), "{area:?}");
            assert!(!areas[..place].iter().any(|other| other.meets(*area)));
            let dot = |label: &WantedLabel| PlotArea::around(label.dot, (14, 14));
            assert!(!labels.iter().any(|label| dot(label).meets(*area)));
        }
    }

    #[test]
    fn a_label_keeps_off_the_line_and_inside_the_corner() {
        let line = [(0, 290), (400, 20), (800, 290)];
        let areas = areas(&[wanted((400, 20)), wanted((798, 289))], &line);
        let crossed = |area: &PlotArea| {
            line.windows(2)
                .any(|ends| area.is_crossed((ends[0], ends[1])))
        };
        assert!(!areas.iter().any(crossed), "{areas:?}");
        assert_eq!(areas.len(), 2);
    }

    #[test]
    fn what_has_no_room_has_no_label() {
        let wide = WantedLabel {
            size: (900, 16),
            ..wanted((400, 150))
        };
        assert!(areas(&[wide], &[]).is_empty());
    }
}
