use crate::board::Color;

use super::memory::CellAddress;
use super::{BoardReader, PointInfo};

/// The moves that the program looks at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Candidates {
    /// A five ends the list.
    Win(CellAddress),
    /// All that may be played, in the order the program meets them.
    Open {
        /// The moves, with what they are worth to both sides together.
        moves: Vec<(CellAddress, i64)>,
        /// Where the opponent would make a five; of several the last.
        block: Option<CellAddress>,
    },
}

impl PointInfo {
    /// The moves that the program looks at for `side`: the empty cells beside stones, from the
    /// top line down, without those it forbids to Black.
    pub fn candidates(&self, reader: &mut BoardReader, side: Color) -> Candidates {
        let (mut moves, mut block) = (Vec::new(), None);
        for spot in beside_stones(reader) {
            let own = reader.counters(spot, side);
            if self.is_banned(side, &own) {
                continue;
            }
            if own.has_five() {
                return Candidates::Win(spot);
            }
            let enemy = reader.counters(spot, !side);
            if enemy.has_five() && !self.is_banned(!side, &enemy) {
                block = Some(spot);
            }
            moves.push((spot, self.point_value(&own) + self.point_value(&enemy)));
        }
        Candidates::Open { moves, block }
    }
}

/// The empty cells of the 3x3 blocks around stones, each once.
fn beside_stones(reader: &BoardReader) -> Vec<CellAddress> {
    let mut found: Vec<CellAddress> = Vec::new();
    let mut is_found = [[false; 20]; 20];
    for stone in reader.spots().filter(|&spot| reader.stone(spot).is_some()) {
        for spot in reader.block(stone) {
            let seen = &mut is_found[spot.line()][spot.column()];
            if !*seen && reader.stone(spot).is_none() {
                found.push(spot);
            }
            *seen = true;
        }
    }
    found
}

/// Sorts moves by their value as the program does, lowest first; what comes of equal values is
/// the program's own.
pub fn sort_moves(moves: &mut [(CellAddress, i64)]) {
    if moves.len() < 2 {
        return;
    }
    let (last, pivot) = (moves.len() - 1, moves[0].1);
    let (mut up, mut down) = (0, moves.len());
    loop {
        up += 1;
        while up < last && moves[up].1 <= pivot {
            up += 1;
        }
        down -= 1;
        while down > 0 && moves[down].1 >= pivot {
            down -= 1;
        }
        if up >= down {
            break;
        }
        moves.swap(up, down);
    }
    moves.swap(0, down);
    let (below, above) = moves.split_at_mut(down);
    sort_moves(&mut above[1..]);
    sort_moves(below);
}
