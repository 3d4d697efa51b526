//! Binary layout of packed games, the 8-byte head and the 4-byte moves, and their detection.

use renju_core::geometry::Size;

use super::packed::{POINT_BITS, numbers, result_of, rule_of, size_of, to_move_after};

/// How many stones of a game are its opening.
pub(super) const OPENING_STONES: &str = "OPENINGSTONES";
/// The tag of a game, if it is not 0.
pub(super) const GAME_TAG: &str = "GAMETAG";
/// How many stones there are in the end, if that is not the number of those that were played.
pub(super) const TOTAL_STONES: &str = "TOTALSTONES";
/// Bits of the stones of the opening above those of their points, where they are not 0.
pub(super) const STONE_BITS: &str = "STONEBITS";
/// Of a node: the number in place of a value where there is none, if it is not 0.
pub(super) const NO_VALUE: &str = "NOVALUE";
/// Of a node: the two bits without a meaning, if they are not 0.
pub(super) const SPARE: &str = "SPARE";
/// Of a node: the point of a pass, if not all its bits are 1.
pub(super) const PASS_BITS: &str = "PASSBITS";

/// The first eight bytes of a game.
pub(super) struct PackHead {
    pub(super) side: u8,
    pub(super) rule: u8,
    /// For the side to move after the opening: 0 lost, 1 drawn, 2 won.
    pub(super) result: u8,
    /// Stones on the board in the end.
    pub(super) total: u16,
    /// Stones of the opening.
    pub(super) opening: usize,
    pub(super) tag: u16,
    /// Moves behind the opening, all candidates among them.
    pub(super) moves: usize,
}

impl PackHead {
    pub(super) const BYTES: usize = 8;

    pub(super) fn of(bytes: [u8; PackHead::BYTES]) -> PackHead {
        let bits = u64::from_le_bytes(bytes);
        let (first, second) = (bits as u32, (bits >> 32) as u32);
        PackHead {
            side: (first & 0x1f) as u8,
            rule: (first >> 5 & 7) as u8,
            result: (first >> 8 & 0xf) as u8,
            total: (first >> 12 & 0x3ff) as u16,
            opening: (first >> 22) as usize,
            tag: (second & 0x3fff) as u16,
            moves: (second >> 14) as usize,
        }
    }

    pub(super) fn bytes(&self) -> [u8; PackHead::BYTES] {
        let first = u32::from(self.side)
            | u32::from(self.rule) << 5
            | u32::from(self.result) << 8
            | u32::from(self.total & 0x3ff) << 12
            | (self.opening as u32) << 22;
        let second = u32::from(self.tag & 0x3fff) | (self.moves as u32) << 14;
        (u64::from(second) << 32 | u64::from(first)).to_le_bytes()
    }

    /// Bytes of the stones of the opening, and of the moves behind it.
    pub(super) fn lengths(&self) -> (usize, usize) {
        (2 * self.opening, PackMove::BYTES * self.moves)
    }

    /// Whether its lengths cannot be true.
    pub(super) fn is_nonsense(&self) -> bool {
        let area = usize::from(self.side).pow(2);
        let most = area * (area + 1);
        self.side < Size::MIN.get() || self.opening > area || self.moves > most
    }

    /// Whether no number is out of its range.
    fn is_plain(&self) -> bool {
        let area = usize::from(self.side).pow(2);
        size_of(self.side).is_ok()
            && rule_of(self.rule).is_ok()
            && result_of(self.result, to_move_after(0)).is_ok()
            && (self.opening..=area).contains(&usize::from(self.total))
    }
}

/// A move behind the opening.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are the bits of the file"
)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PackMove {
    /// Whether it is the first candidate of its turn: the one that was played.
    pub(super) is_first: bool,
    /// Whether it is the last candidate of its turn.
    pub(super) is_last: bool,
    pub(super) has_no_value: bool,
    pub(super) is_pass: bool,
    /// Two bits without a meaning.
    pub(super) spare: u16,
    pub(super) point: u16,
    /// The value for the side that moves.
    pub(super) value: i16,
}

impl PackMove {
    pub(super) const BYTES: usize = 4;

    pub(super) fn of(bytes: [u8; PackMove::BYTES]) -> PackMove {
        let bits = u16::from_le_bytes([bytes[0], bytes[1]]);
        PackMove {
            is_first: bits & 1 != 0,
            is_last: bits & 2 != 0,
            has_no_value: bits & 4 != 0,
            is_pass: bits & 8 != 0,
            spare: bits >> 4 & 3,
            point: bits >> 6,
            value: i16::from_le_bytes([bytes[2], bytes[3]]),
        }
    }

    pub(super) fn bytes(self) -> [u8; PackMove::BYTES] {
        let bits = u16::from(self.is_first)
            | u16::from(self.is_last) << 1
            | u16::from(self.has_no_value) << 2
            | u16::from(self.is_pass) << 3
            | (self.spare & 3) << 4
            | (self.point & POINT_BITS) << 6;
        let value = u16::from_le_bytes(self.value.to_le_bytes());
        (u32::from(value) << 16 | u32::from(bits)).to_le_bytes()
    }
}

/// Whether bytes are games, all of them or as far as they go: no number is out of its range, no
/// point is off its board, and turns begin and end in order.
pub(crate) fn is_binpack(bytes: &[u8], is_whole: bool) -> bool {
    let is_text = bytes.iter().all(|&byte| byte >= 9);
    let mut rest = bytes;
    let mut has_moves = false;
    while let Some((head, behind)) = rest.split_first_chunk() {
        let head = PackHead::of(*head);
        let (opening, moves) = head.lengths();
        if head.is_nonsense() || !head.is_plain() || is_whole && behind.len() < opening + moves {
            return false;
        }
        let (opening, behind) = behind.split_at(opening.min(behind.len()));
        let (moves, behind) = behind.split_at(moves.min(behind.len()));
        if !numbers(opening).all(|bits| is_on_board(bits, head.side))
            || !are_turns(moves, head.side)
        {
            return false;
        }
        has_moves |= moves.len() >= PackMove::BYTES;
        rest = behind;
    }
    has_moves && !is_text && (rest.is_empty() || !is_whole)
}

fn is_on_board(bits: u16, side: u8) -> bool {
    let side = u16::from(side);
    (bits >> 5 & 0x1f) < side && bits & 0x1f < side
}

/// Whether each turn begins with its first move and ends with its last, a last turn that is cut off
/// apart.
fn are_turns(moves: &[u8], side: u8) -> bool {
    let mut is_open = false;
    moves.chunks_exact(PackMove::BYTES).all(|bytes| {
        let played = PackMove::of(std::array::from_fn(|at| bytes[at]));
        let fits = played.is_first != is_open;
        is_open = !played.is_last;
        fits && (played.is_pass || is_on_board(played.point, side))
    })
}
