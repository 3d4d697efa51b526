//! Bitwise shape detection on a whole line; shapes that a stronger one covers are dropped.

use std::cmp::Reverse;

use crate::rule::FiveLength;

use super::Shape;

/// A point of a line as one side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineCell {
    /// A point without a stone.
    Empty,
    /// A stone of the side in question.
    Own,
    /// A stone of the other side.
    Opponent,
}

/// A shape that stands on a line; cells are counted from 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LineShape {
    /// Which shape it is.
    pub shape: Shape,
    /// The cells of its stones, ascending.
    pub stones: Vec<usize>,
    /// The cells where one more stone makes of it what its definition says, ascending.
    pub next: Vec<usize>,
}

/// Every shape that stands on a line of cells, strongest first, and left to right among equals;
/// found in one pass over its rows-to-be.
///
/// A set that contains, or lies within, the stones of a stronger shape is left out.
///
/// # Panics
///
/// Panics if the line has more than 20 cells.
pub fn shapes_of_line(line: &[LineCell], length: FiveLength) -> Vec<LineShape> {
    assert!(
        line.len() <= 20,
        "no board has a line of {} points",
        line.len()
    );
    // A wall stands before the first cell.
    let bits = |kind: LineCell| {
        let cells = (0..line.len()).filter(|&cell| line[cell] == kind);
        cells.fold(0, |bits, cell| bits | 2 << cell)
    };
    let cells = |bits: u32| cells(bits).map(|cell| cell as usize - 1).collect();
    let line = LineBits {
        own: bits(LineCell::Own),
        empty: bits(LineCell::Empty),
    };
    let mut found = Vec::new();
    line.shapes(length, &mut found);
    let shapes = found.into_iter().map(|found| LineShape {
        shape: found.shape,
        stones: cells(found.stones),
        next: cells(found.next),
    });
    shapes.collect()
}

/// The cells of a set, ascending.
pub(super) fn cells(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = bits.trailing_zeros();
        let is_left = bits != 0;
        bits &= bits.wrapping_sub(1);
        is_left.then_some(cell)
    })
}

/// A line as one side sees it, a bit for each cell. What is neither own nor empty cannot be had;
/// the lowest and the highest bit are such.
#[derive(Clone, Copy)]
pub(super) struct LineBits {
    pub(super) own: u32,
    pub(super) empty: u32,
}

/// A shape of a line, its stones and its next points as sets of cells.
#[derive(Clone, Copy)]
pub(super) struct BitShape {
    pub(super) shape: Shape,
    pub(super) stones: u32,
    pub(super) next: u32,
}

impl LineBits {
    /// The shapes that stand, strongest first and left to right among equals; what was in `found`
    /// is dropped.
    pub(super) fn shapes(self, length: FiveLength, found: &mut Vec<BitShape>) {
        found.clear();
        if self.own.count_ones() < 2 {
            return;
        }
        let mut add = |shape: Shape, stones: u32, next: u32| {
            let is_same = |known: &&mut BitShape| (known.shape, known.stones) == (shape, stones);
            match found.iter_mut().find(is_same) {
                Some(known) => known.next |= next,
                None => found.push(BitShape {
                    shape,
                    stones,
                    next,
                }),
            }
        };
        self.rows_to_be(length, &mut add);
        self.straight_fours_to_be(length, &mut add);
        self.overlines(length, &mut add);
        found.sort_unstable_by(|one, other| {
            let by_strength = Reverse(one.shape).cmp(&Reverse(other.shape));
            by_strength.then_with(|| cells(one.stones).cmp(cells(other.stones)))
        });
        drop_covered(found);
    }

    /// Winning rows that up to three more stones would make: fives, fours, closed threes and twos.
    fn rows_to_be(self, length: FiveLength, add: &mut impl FnMut(Shape, u32, u32)) {
        let open = self.own | self.empty;
        for start in cells(starts_of_five(open)) {
            for end in start + 5.. {
                let row = span(start, end);
                if row & !open != 0 || (end > start + 5 && length == FiveLength::Exact) {
                    break;
                }
                let missing = row & self.empty;
                if self.touches_own(start, end) {
                    continue;
                }
                match missing.count_ones() {
                    0 => add(Shape::Five, row, 0),
                    1 => add(Shape::Four, row & self.own, missing),
                    2 => add(Shape::ClosedThree, row & self.own, missing),
                    3 => add(Shape::ClosedTwo, row & self.own, missing),
                    _ => {}
                }
            }
        }
    }

    /// Straight fours, standing or to be made by one or two more stones.
    fn straight_fours_to_be(self, length: FiveLength, add: &mut impl FnMut(Shape, u32, u32)) {
        let open = self.own | self.empty;
        // An empty point, four that can be had, an empty point.
        let before = starts_of_five(open) & self.empty & (self.empty >> 5);
        for before in cells(before) {
            let (start, end) = (before + 1, before + 5);
            if length == FiveLength::Exact && self.touches_own(before, end + 1) {
                continue; // An end would make six.
            }
            let row = span(start, end);
            let missing = row & self.empty;
            match missing.count_ones() {
                0 => add(Shape::StraightFour, row, 1 << before | 1 << end),
                1 => add(Shape::OpenThree, row & self.own, missing),
                2 => add(Shape::OpenTwo, row & self.own, missing),
                _ => {}
            }
        }
    }

    fn overlines(self, length: FiveLength, add: &mut impl FnMut(Shape, u32, u32)) {
        if length.wins(6) {
            return;
        }
        let mut rows = starts_of_five(self.own);
        while rows != 0 {
            let start = rows.trailing_zeros();
            let end = start + (self.own >> start).trailing_ones();
            if end - start > 5 {
                add(Shape::Overline, span(start, end), 0);
            }
            rows &= !span(start, end);
        }
    }

    /// Whether an own stone stands just outside the cells from `start` up to `end`.
    const fn touches_own(self, start: u32, end: u32) -> bool {
        self.own & (1 << (start - 1) | 1 << end) != 0
    }
}

/// The cells from which on five in a row are in the set.
const fn starts_of_five(bits: u32) -> u32 {
    let two = bits & (bits >> 1);
    let four = two & (two >> 2);
    four & (bits >> 4)
}

/// Drops each shape that a stronger one contains, or that contains a stronger one; the strongest
/// stand first.
fn drop_covered(found: &mut Vec<BitShape>) {
    let mut kept = 0;
    for index in 0..found.len() {
        let new = found[index];
        let is_covered = found[..kept].iter().any(|stronger| {
            let both = stronger.stones & new.stones;
            stronger.shape > new.shape && (both == new.stones || both == stronger.stones)
        });
        if !is_covered {
            found[kept] = new;
            kept += 1;
        }
    }
    found.truncate(kept);
}

const fn span(start: u32, end: u32) -> u32 {
    (1 << end) - (1 << start)
}
