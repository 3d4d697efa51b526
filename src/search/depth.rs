use std::ops::{Add, Sub};

/// How far to look ahead, in eighths of a move, so that reductions can be small.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Depth(i32);

impl Depth {
    /// No further.
    pub(super) const ZERO: Depth = Depth(0);
    /// One move.
    pub(super) const ONE: Depth = Depth(8);

    /// So many moves.
    pub(super) const fn plies(plies: i32) -> Depth {
        Depth(plies * Depth::ONE.0)
    }

    /// So many eighths.
    pub(super) const fn eighths(eighths: i32) -> Depth {
        Depth(eighths)
    }

    /// The number of eighths.
    pub(super) const fn get(self) -> i32 {
        self.0
    }

    /// Whole moves, none below zero.
    pub(super) fn moves(self) -> usize {
        (self.0 / Depth::ONE.0).max(0) as usize
    }
}

impl Add for Depth {
    type Output = Depth;

    fn add(self, other: Depth) -> Depth {
        Depth(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Depth;

    fn sub(self, other: Depth) -> Depth {
        Depth(self.0 - other.0)
    }
}
