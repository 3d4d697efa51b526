//! Which replies to a threat have to be answered one by one.

use crate::board::Color;
use crate::geometry::{Point, PointSet};

use super::attacks::VctStage;
use super::solver::Solver;
use super::vcf::{Line, VcfResult};

/// What the defender finds at his node_type.
pub(super) enum DefenceMoves {
    /// He has lost: every reply leaves a VCF.
    None,
    /// The move before was no threat, or he wins himself.
    NotNeeded,
    /// These replies may hold; after all others the attacker has a VCF.
    Moves(Vec<Point>),
}

impl Solver<'_> {
    /// The defender is to move.
    pub(super) fn defence_moves(
        &mut self,
        attacker: Color,
        stage: &VctStage,
        line: &mut Line,
    ) -> DefenceMoves {
        let fives = self.shapes.fives(attacker);
        if let Some(only) = fives.first() {
            let can_stop = fives.len() == 1 && self.shapes.is_legal(only, !attacker);
            return if can_stop {
                DefenceMoves::Moves(vec![only])
            } else {
                DefenceMoves::None
            };
        }
        if !self.threatens(attacker, stage, line) {
            return DefenceMoves::NotNeeded;
        }
        let steps = self.steps(attacker, line);
        let candidates = self.defences(attacker, &steps);
        let mut other = Line::new();
        if self.vcf_within(!attacker, u16::MAX - 1, stage.counter_nodes, &mut other)
            == VcfResult::Win
        {
            return DefenceMoves::NotNeeded;
        }
        let moves = self.holding_moves(attacker, candidates, stage, &mut other);
        if moves.is_empty() {
            DefenceMoves::None
        } else {
            DefenceMoves::Moves(moves)
        }
    }

    /// Those of the candidates after which the attacker has no VCF at once.
    fn holding_moves(
        &mut self,
        attacker: Color,
        candidates: PointSet,
        stage: &VctStage,
        line: &mut Line,
    ) -> Vec<Point> {
        let mut left = candidates;
        let mut holding = Vec::new();
        for point in candidates.iter() {
            if !left.contains(point) || !self.shapes.is_legal(point, !attacker) {
                continue;
            }
            self.play(point, !attacker);
            let found = self.vcf_within(attacker, u16::MAX - 1, stage.vcf_nodes, line);
            let steps = if found == VcfResult::Win {
                self.steps(attacker, line)
            } else {
                Vec::new()
            };
            self.shapes.undo();
            if found != VcfResult::Win {
                holding.push(point);
            } else if self.holds(attacker, &steps) {
                let defences = self.defences(attacker, &steps);
                left = left & defences;
                holding.retain(|&at| defences.contains(at));
            }
        }
        holding
    }
}
