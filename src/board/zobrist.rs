use std::fmt;

use crate::geometry::Point;

use super::Color;

/// A 64-bit hash of the stones on a board, the same on every machine and in every version.
///
/// The exclusive or of a constant for each stone, so that placing and lifting a stone is the
/// same step. Says nothing of the size, the rule or the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Key(u64);

impl Key {
    /// The empty board's.
    pub const EMPTY: Key = Key(0);

    /// The key with a stone more, or with that stone less.
    #[must_use]
    pub const fn with_stone(self, point: Point, color: Color) -> Key {
        let seed = (point.row() as u64) << 9 | (point.column() as u64) << 1 | color as u64;
        Key(self.0 ^ scrambled(seed + 1))
    }

    /// The key of the stones together with a side: the one to move, or the one whose win is
    /// looked for.
    pub const fn for_side(self, side: Color) -> u64 {
        match side {
            Color::Black => self.0,
            Color::White => self.0 ^ WHITE,
        }
    }

    /// The key as a number, for tables and files.
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// A constant that no stone has.
const WHITE: u64 = 0x5bd1_e995_9d1b_58d3;

/// The finaliser of `SplitMix64` (Steele, Lea and Flood 2014): every bit of the seed moves every bit of the result.
const fn scrambled(seed: u64) -> u64 {
    let mut word = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::geometry::Size;

    #[test]
    fn single_stones_have_keys_of_their_own() {
        let keys: HashSet<Key> = Size::MAX
            .points()
            .flat_map(|point| Color::BOTH.map(|color| Key::EMPTY.with_stone(point, color)))
            .collect();
        assert_eq!(keys.len(), 800);
        assert!(!keys.contains(&Key::EMPTY));
    }

    /// Keys stand in files that users keep, so they may not change.
    #[test]
    fn keys_are_the_same_for_ever() {
        let key = Key::EMPTY.with_stone("H8".parse().unwrap(), Color::Black);
        assert_eq!(format!("{key:?}"), "8764cad36c218368");
    }
}
