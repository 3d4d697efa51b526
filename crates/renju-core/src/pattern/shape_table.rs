//! Lookup table of shapes: what a stone on the centre of a window makes, for one side.

use std::sync::LazyLock;

use crate::board::{View, WINDOW_REACH};
use crate::rule::FiveLength;

use super::Shape;

/// Cells of a window besides its centre.
const CELLS: usize = 2 * WINDOW_REACH as usize;
/// Windows there are: each cell is empty, own or blocked.
const WINDOWS: usize = 3usize.pow(CELLS as u32);
/// Bit of the centre in a [`View`].
const CENTRE: usize = WINDOW_REACH as usize;

/// What a stone on a point makes of its line, from a look-up.
///
/// A window is numbered in base 3 (0 empty, 1 own, 2 blocked), so that one more own stone always
/// leads to a higher number. The table is filled from the top: when a window's turn comes, what
/// one more stone makes of it is known, and that is how every shape is defined.
pub struct ShapeTable {
    /// Room for every `u16`, so that a look-up needs no check.
    entries: Box<[ShapeEntry; 1 << u16::BITS]>,
}

/// What an own stone on the centre of a window makes: a shape, and for an open three the points
/// that would make it a straight four, for a four the point of its five.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShapeEntry(u8);

const SHAPES: [Shape; 10] = [
    Shape::Dead,
    Shape::ClosedTwo,
    Shape::OpenTwo,
    Shape::ClosedThree,
    Shape::OpenThree,
    Shape::Four,
    Shape::TwoFours,
    Shape::StraightFour,
    Shape::Overline,
    Shape::Five,
];
const SHAPE_BITS: u8 = 0x0f;
const BACKWARD: u8 = 0x10;
const FORWARD: u8 = 0x20;
/// Where the entry of a four keeps the cell of its five.
const FIVE_AT: u8 = 4;

impl ShapeEntry {
    /// The strongest shape that contains the stone, whether or not it contains a stronger one too;
    /// [`made_shapes`](super::made_shapes) tells what would stand.
    pub const fn shape(self) -> Shape {
        SHAPES[(self.0 & SHAPE_BITS) as usize]
    }

    const fn is_open_three(self) -> bool {
        self.code() == Shape::OpenThree as usize
    }

    /// For tables of entries.
    pub(super) const fn to_byte(self) -> u8 {
        self.0
    }

    /// The entry that gave this byte.
    pub(super) const fn from_byte(byte: u8) -> ShapeEntry {
        ShapeEntry(byte)
    }

    /// The number of the shape in the order of [`Shape`], below 16.
    pub(super) const fn code(self) -> usize {
        (self.0 & SHAPE_BITS) as usize
    }

    /// For a [`Shape::Four`]: how many steps ahead of the stone the five is made, negative
    /// behind it.
    pub const fn five_ahead(self) -> i8 {
        (self.0 >> FIVE_AT) as i8 - CENTRE as i8
    }

    /// For an open three: whether the first empty point behind its unbroken row makes a straight four.
    pub const fn extends_backward(self) -> bool {
        self.is_open_three() && self.0 & BACKWARD != 0
    }

    /// For an open three: whether the first empty point ahead of its unbroken row makes a straight four.
    pub const fn extends_forward(self) -> bool {
        self.is_open_three() && self.0 & FORWARD != 0
    }
}

static EXACT: LazyLock<ShapeTable> = LazyLock::new(|| ShapeTable::build(FiveLength::Exact));
static OR_MORE: LazyLock<ShapeTable> = LazyLock::new(|| ShapeTable::build(FiveLength::OrMore));

/// The part of a window's number that its eleven bits of one kind make up, times one.
static TERNARY: [u16; 1 << (CELLS + 1)] = ternary();
const TERNARY_CONST: [u16; 1 << (CELLS + 1)] = ternary();

const fn ternary() -> [u16; 1 << (CELLS + 1)] {
    let mut sums = [0; 1 << (CELLS + 1)];
    let mut bits = 0;
    while bits < sums.len() {
        let mut cell = 0;
        let mut weight: u16 = 1;
        while cell <= CELLS {
            if cell != CENTRE {
                if bits >> cell & 1 == 1 {
                    sums[bits] += weight;
                }
                weight = weight.wrapping_mul(3);
            }
            cell += 1;
        }
        bits += 1;
    }
    sums
}

impl ShapeTable {
    /// The table for a side whose fives have that length; built on first use, in some milliseconds.
    pub fn of(length: FiveLength) -> &'static ShapeTable {
        match length {
            FiveLength::Exact => &EXACT,
            FiveLength::OrMore => &OR_MORE,
        }
    }

    /// What an own stone on the centre of the window makes.
    pub fn look_up(&self, view: View) -> ShapeEntry {
        let number = TERNARY[usize::from(view.own)] + 2 * TERNARY[usize::from(view.blocked)];
        self.entries[usize::from(number)]
    }

    fn build(length: FiveLength) -> ShapeTable {
        let mut entries = vec![ShapeEntry::default(); 1 << u16::BITS];
        for number in (0..WINDOWS).rev() {
            entries[number] = WindowDigits::numbered(number).entry(length, &entries);
        }
        let entries = entries.into_boxed_slice().try_into();
        ShapeTable {
            entries: entries.unwrap_or_else(|_| unreachable!("it has that many entries")),
        }
    }
}

/// A window spelled out; the centre counts as own.
struct WindowDigits {
    number: usize,
    digits: [u8; CELLS + 1],
}

impl WindowDigits {
    fn numbered(number: usize) -> WindowDigits {
        let mut digits = [1; CELLS + 1];
        let mut rest = number;
        for cell in (0..=CELLS).filter(|&cell| cell != CENTRE) {
            digits[cell] = (rest % 3) as u8;
            rest /= 3;
        }
        WindowDigits { number, digits }
    }

    fn entry(&self, length: FiveLength, known: &[ShapeEntry]) -> ShapeEntry {
        let row = 1 + self.own_behind() + self.own_ahead();
        if length.wins(row) {
            return ShapeEntry(Shape::Five as u8);
        }
        if row > 5 {
            return ShapeEntry(Shape::Overline as u8);
        }
        let made: [Shape; CELLS + 1] = std::array::from_fn(|cell| match self.digits[cell] {
            0 => known[self.number + weight(cell)].shape(),
            _ => Shape::Dead,
        });
        let shapes = made
            .iter()
            .fold(0_u16, |set, &shape| set | 1 << shape as u8);
        let makes = |shape: Shape| shapes & 1 << shape as u8 != 0;
        let is_five = |shape: &&Shape| **shape == Shape::Five;
        let shape = match made.iter().filter(is_five).count() {
            2 if row == 4 => Shape::StraightFour,
            2 => Shape::TwoFours,
            1 => return four(&made),
            _ if makes(Shape::StraightFour) => return open_three(&made),
            _ if makes(Shape::Four) || makes(Shape::TwoFours) => Shape::ClosedThree,
            _ if makes(Shape::OpenThree) => Shape::OpenTwo,
            _ if makes(Shape::ClosedThree) => Shape::ClosedTwo,
            _ => Shape::Dead,
        };
        ShapeEntry(shape as u8)
    }

    fn own_behind(&self) -> usize {
        self.digits[..CENTRE]
            .iter()
            .rev()
            .take_while(|&&digit| digit == 1)
            .count()
    }

    fn own_ahead(&self) -> usize {
        self.digits[CENTRE + 1..]
            .iter()
            .take_while(|&&digit| digit == 1)
            .count()
    }
}

/// A four with the cell that makes it a five.
fn four(made: &[Shape]) -> ShapeEntry {
    let five = made.iter().position(|&shape| shape == Shape::Five);
    let cell = five.expect("a four has its five") as u8;
    ShapeEntry(Shape::Four as u8 | cell << FIVE_AT)
}

/// An open three with its extensions. Only a stone that joins the centre's row can make a
/// straight four with it, so each is the first empty cell on its side.
fn open_three(made: &[Shape]) -> ShapeEntry {
    let backward = made[..CENTRE].contains(&Shape::StraightFour);
    let forward = made[CENTRE..].contains(&Shape::StraightFour);
    let bits = if backward { BACKWARD } else { 0 } | if forward { FORWARD } else { 0 };
    ShapeEntry(Shape::OpenThree as u8 | bits)
}

/// What an own stone on `cell` adds to a window's number; a blocked cell adds twice as much.
const fn weight(cell: usize) -> usize {
    TERNARY_CONST[1 << cell] as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_numbered_as_views_are_looked_up() {
        let view = View {
            own: 0b000_0101_0000,
            blocked: 0b100_0000_0000,
        };
        let number = usize::from(TERNARY[usize::from(view.own)])
            + 2 * usize::from(TERNARY[usize::from(view.blocked)]);
        assert_eq!(
            WindowDigits::numbered(number).digits,
            [0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 2]
        );
    }
}
