//! Run lengths of a line in five sections around a stone: the keys of the score table.

use serde::{Deserialize, Serialize};

use crate::line_view::{LineView, SIDE, ViewedCell};
use renju_core::geometry::{Direction, Point};
use renju_engine::eval::Edition;

/// A section that the walk did not reach.
const UNREAD: i8 = -1;

/// The place of the centre section.
const CENTRE: usize = 2;

/// Own stones in the five sections of a line: far left, left, centre, right, far right.
///
/// A section without stones has 0, one that the walk did not reach -1. Right is backwards along
/// the direction, as the program steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Lengths(pub [i8; 5]);

impl Lengths {
    /// A lone stone, nothing around it looked at.
    const START: Lengths = Lengths([UNREAD, UNREAD, 1, UNREAD, UNREAD]);

    /// Whether each length is at least the other's.
    pub(super) fn reach(self, bounds: Lengths) -> bool {
        let mut pairs = self.0.into_iter().zip(bounds.0);
        pairs.all(|(own, bound)| own >= bound)
    }

    /// Own stones in the run that was measured.
    pub(super) const fn centre(self) -> i8 {
        self.0[CENTRE]
    }

    /// The side whose neighbouring run is longer than the centre; of two, the longer one, or both
    /// where they are equal.
    const fn longer_sides(self) -> &'static [LineSide] {
        let [_, left, centre, right, _] = self.0;
        if left <= centre && right <= centre {
            &[]
        } else if left > right {
            &[LineSide::Left]
        } else if right > left {
            &[LineSide::Right]
        } else {
            &[LineSide::Left, LineSide::Right]
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LineSide {
    Left = 1,
    Right = -1,
}

/// A line, measured from a stone of it.
pub(super) struct Measured<'a> {
    pub(super) lengths: Lengths,
    walk: LengthWalk<'a>,
}

/// Measures a line through a stone.
///
/// As published, a line with a run next to the centre that is longer than it is worth nothing, and
/// shows nothing. The corrected edition measures from the nearest stone of that run instead; there
/// are two answers where the runs on both sides are equally long, and the better one counts.
pub(super) fn measure(
    sight: LineView<'_>,
    direction: Direction,
    edition: Edition,
) -> [Option<Measured<'_>>; 2] {
    let walk = LengthWalk {
        sight,
        direction,
        edition,
        from: sight.stone,
    };
    let lengths = walk.both_sides(|_| ());
    match (lengths.longer_sides(), edition) {
        ([], _) => [Some(Measured { lengths, walk }), None],
        (_, Edition::Published) => {
            let lengths = Lengths::START;
            [Some(Measured { lengths, walk }), None]
        }
        (sides, Edition::Corrected) => {
            let measured = |place: usize| sides.get(place).map(|&side| walk.beyond(side));
            [measured(0), measured(1)]
        }
    }
}

impl Measured<'_> {
    /// The stones that were counted, and the one that was looked from.
    pub(super) fn stones(&self) -> Vec<Point> {
        let mut stones = vec![self.walk.from];
        self.walk.both_sides(|stone| stones.push(stone));
        stones
    }
}

#[derive(Clone, Copy)]
struct LengthWalk<'a> {
    sight: LineView<'a>,
    direction: Direction,
    edition: Edition,
    from: Point,
}

impl<'a> LengthWalk<'a> {
    /// Measures from the run across the gap, or from one still longer behind it.
    fn beyond(mut self, side: LineSide) -> Measured<'a> {
        loop {
            let lengths = self.both_sides(|_| ());
            let is_longer = lengths.longer_sides().contains(&side);
            match self.across_the_gap(side).filter(|_| is_longer) {
                Some(stone) => self.from = stone,
                None => {
                    return Measured {
                        lengths,
                        walk: self,
                    };
                }
            }
        }
    }

    fn cell(&self, side: LineSide, count: i8) -> ViewedCell {
        let count = side as i8 * count;
        self.sight.cell(self.from, self.direction, count)
    }

    fn point(&self, side: LineSide, count: i8) -> Option<Point> {
        self.from.step(self.direction, side as i8 * count)
    }

    fn both_sides(&self, mut meet: impl FnMut(Point)) -> Lengths {
        let mut lengths = Lengths::START;
        for side in [LineSide::Right, LineSide::Left] {
            self.one_side(side, &mut lengths.0, &mut meet);
        }
        lengths
    }

    fn one_side(&self, side: LineSide, lengths: &mut [i8; 5], mut meet: impl FnMut(Point)) {
        let mut section = CENTRE;
        for count in 1.. {
            match self.cell(side, count) {
                ViewedCell::Blocked => return,
                ViewedCell::Own => {
                    lengths[section] = lengths[section].max(0) + 1;
                    self.point(side, count).into_iter().for_each(&mut meet);
                    if is_enough(section, *lengths) {
                        return;
                    }
                }
                ViewedCell::Empty => {
                    lengths[section] = lengths[section].max(0);
                    if section == 0 || section == 4 {
                        return;
                    }
                    section = match side {
                        LineSide::Left => section - 1,
                        LineSide::Right => section + 1,
                    };
                    if self.edition == Edition::Corrected {
                        lengths[section] = 0;
                    }
                }
            }
        }
    }

    /// The first stone behind the nearest empty cell.
    fn across_the_gap(&self, side: LineSide) -> Option<Point> {
        let mut counts = 1..SIDE;
        let gap = counts.find(|&count| self.cell(side, count) != ViewedCell::Own)?;
        self.point(side, gap + 1)
    }
}

/// Where the program stops counting: a far left section at 5, a far right one at its first stone
/// if the centre stands at 5. No score depends on it.
const fn is_enough(section: usize, lengths: [i8; 5]) -> bool {
    (section == 0 && lengths[0] == 5) || (section == 4 && lengths[CENTRE] == 5)
}
