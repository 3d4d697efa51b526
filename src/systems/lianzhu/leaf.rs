use crate::board::Color;
use crate::geometry::Point;

use super::LianzhuTable;

/// How Black weighs White's threats at the end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeafMode {
    /// White's best threat counts once.
    Charge,
    /// White's best threat counts twice.
    Defend,
}

impl LeafMode {
    /// That of a side's first search.
    pub const fn at_first(side: Color) -> LeafMode {
        match side {
            Color::Black => LeafMode::Charge,
            Color::White => LeafMode::Defend,
        }
    }
}

impl LianzhuTable<'_> {
    /// What the search takes the board to be worth to `side`. White has only one mode.
    ///
    /// Black sets the best of its stones against White's best empty point; White sets all its
    /// stones against all empty points that Black may play on.
    pub fn leaf(&self, side: Color, mode: LeafMode) -> i64 {
        let board = self.board();
        let (stones, empties) = (board.stones(side), board.empties());
        match side {
            Color::Black => {
                let greatest = |values: &mut dyn Iterator<Item = i64>| values.max().unwrap_or(0);
                let own = |point: Point| self.value(Color::Black, point);
                let threat = |point: Point| self.value(Color::White, point);
                let attack = greatest(&mut stones.iter().map(own)).max(0);
                let threat = greatest(&mut empties.iter().map(threat)).max(0);
                match mode {
                    LeafMode::Charge => attack - threat,
                    LeafMode::Defend => attack - 2 * threat,
                }
            }
            Color::White => {
                let own = |point: Point| self.value(Color::White, point);
                let threat = |point: Point| self.value(Color::Black, point);
                let open = empties - self.bans();
                stones.iter().map(own).sum::<i64>() - open.iter().map(threat).sum::<i64>()
            }
        }
    }

    /// The empty points that `side` tries: up to `width` with the highest total above 0, best
    /// first and in reading order where equal, Black's forbidden points left out.
    pub fn candidates(&self, side: Color, width: usize) -> Vec<Point> {
        let mut best: Vec<(i64, Point)> = Vec::with_capacity(width.min(400) + 1);
        for point in self.board().empties().iter() {
            let total = self.total(point);
            let is_full = best.len() == width;
            let is_low = is_full && best.last().is_none_or(|&(last, _)| last >= total);
            if total <= 0 || is_low || !self.is_legal(point, side) {
                continue;
            }
            let place = best.partition_point(|&(other, _)| other >= total);
            best.insert(place, (total, point));
            best.truncate(width);
        }
        best.into_iter().map(|(_, point)| point).collect()
    }
}
