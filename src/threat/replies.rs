//! Which replies to a threat have to be answered one by one.

use crate::board::Color;
use crate::geometry::{Point, PointSet};

use super::solver::Solver;
use super::threats::Stage;
use super::vcf::{Fours, Line};

/// What the defender finds at his turn.
pub(super) enum Defences {
    /// He has lost: every reply leaves a VCF.
    None,
    /// The move before was no threat, or he wins himself.
    Enough,
    /// These replies may hold; after all others the attacker has a VCF.
    Moves(Vec<Point>),
}

impl Solver<'_> {
    /// The defender is to move.
    pub(super) fn defences(&mut self, attacker: Color, stage: &Stage, line: &mut Line) -> Defences {
        let fives = self.shapes.fives(attacker);
        if let Some(only) = fives.first() {
            let can_stop = fives.len() == 1 && self.shapes.is_legal(only, !attacker);
            return if can_stop {
                Defences::Moves(vec![only])
            } else {
                Defences::None
            };
        }
        if !self.threatens(attacker, stage, line) {
            return Defences::Enough;
        }
        let steps = self.steps(attacker, line);
        let candidates = self.spoilers(attacker, &steps);
        let mut other = Line::new();
        if self.vcf_within(!attacker, u16::MAX - 1, stage.counter, &mut other) == Fours::Win {
            return Defences::Enough;
        }
        let moves = self.holding(attacker, candidates, stage, &mut other);
        if moves.is_empty() {
            Defences::None
        } else {
            Defences::Moves(moves)
        }
    }

    /// Those of the candidates after which the attacker has no VCF at once.
    fn holding(
        &mut self,
        attacker: Color,
        candidates: PointSet,
        stage: &Stage,
        line: &mut Line,
    ) -> Vec<Point> {
        let mut left = candidates;
        let mut holding = Vec::new();
        for point in candidates.iter() {
            if !left.contains(point) || !self.shapes.is_legal(point, !attacker) {
                continue;
            }
            self.play(point, !attacker);
            let found = self.vcf_within(attacker, u16::MAX - 1, stage.vcf, line);
            let steps = if found == Fours::Win {
                self.steps(attacker, line)
            } else {
                Vec::new()
            };
            self.shapes.undo();
            if found != Fours::Win {
                holding.push(point);
            } else if self.holds(attacker, &steps) {
                let spoilers = self.spoilers(attacker, &steps);
                left = left & spoilers;
                holding.retain(|&at| spoilers.contains(at));
            }
        }
        holding
    }
}
