use crate::board::Color;

use super::counters::Counter;
use super::memory::JumpRoom;
use super::memory::{Arrays, CellAddress};

/// A line through a cell, from the eyes of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineHalves {
    pub(super) at: CellAddress,
    pub(super) own: Color,
    pub(super) halves: [Arrays; 2],
}

impl LineHalves {
    /// Own stones in one row with the cell.
    pub(super) fn joined(&self) -> u8 {
        self.halves[0].s1 + self.halves[1].s1
    }

    /// Each half with the other one.
    pub(super) fn sides(&self) -> [(Arrays, Arrays); 2] {
        let [one, other] = self.halves;
        [(one, other), (other, one)]
    }

    /// The halves whose second stones are part of what was counted.
    pub(super) fn jumps(&self, counter: Counter) -> impl Iterator<Item = Arrays> + use<> {
        let stones = match counter {
            Counter::TooLong | Counter::Five => 0,
            Counter::Live4 | Counter::Rush4 => 3,
            Counter::Live3 | Counter::Rush3 => 2,
            Counter::Live2 | Counter::Rush2 => 1,
        };
        let missing = stones - self.joined().min(stones);
        let halves = self.halves.into_iter();
        halves.filter(move |half| missing > 0 && half.jumps(missing))
    }
}

/// The program's questions about one half of a line. A cell that touches another own stone is no
/// room: it would make an overline.
impl Arrays {
    /// Whether there is room for one stone.
    const fn one(self) -> bool {
        self.e1 > 1 || self.tight()
    }

    /// Whether there is room for two.
    const fn two(self) -> bool {
        self.e1 > 2 || (self.e1 == 2 && self.s2 == 0)
    }

    /// Whether there is room for three.
    const fn three(self) -> bool {
        self.e1 > 3 || (self.e1 == 3 && self.s2 == 0)
    }

    /// Whether there is room for just one.
    const fn tight(self) -> bool {
        self.e1 == 1 && self.s2 == 0
    }

    /// Whether there is room behind the second stones.
    const fn far(self, far: JumpRoom) -> bool {
        let blocking = match far {
            JumpRoom::Program => self.s3,
            JumpRoom::Tutorial => self.s1,
        };
        self.e2 > 1 || (self.e2 == 1 && blocking == 0)
    }

    /// Whether just so many stones follow behind one empty cell.
    const fn jumps(self, stones: u8) -> bool {
        self.e1 == 1 && self.s2 == stones
    }
}

/// Whether one more stone in this half makes a five.
pub(super) fn is_four(joined: u8, half: Arrays) -> bool {
    match joined {
        3 => half.e1 > 0,
        _ => half.jumps(3 - joined),
    }
}

pub(super) fn is_live_three(joined: u8, half: Arrays, other: Arrays, far: JumpRoom) -> bool {
    match joined {
        2 => half.two() && other.one(),
        0 | 1 => half.jumps(2 - joined) && half.far(far) && other.one(),
        _ => false,
    }
}

pub(super) fn is_rush_three(joined: u8, half: Arrays, other: Arrays, far: JumpRoom) -> bool {
    match joined {
        2 => (half.tight() && other.one()) || (half.two() && !other.one()),
        0 | 1 => half.jumps(2 - joined) && (half.far(far) || other.one()),
        _ => false,
    }
}

pub(super) fn is_live_two(joined: u8, half: Arrays, other: Arrays, far: JumpRoom) -> bool {
    match joined {
        1 => half.two() && half.three() && other.one(),
        0 => half.jumps(1) && half.e2 >= 1 && half.far(far) && other.one(),
        _ => false,
    }
}

pub(super) fn is_rush_two(joined: u8, half: Arrays, other: Arrays, far: JumpRoom) -> bool {
    match joined {
        1 => half.two() && (half.three() || other.one()),
        0 => half.jumps(1) && half.e2 >= 1 && (half.far(far) || other.one()),
        _ => false,
    }
}
