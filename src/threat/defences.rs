//! The defender's moves of a VCT search: the replies that stop the VCF which the last move
//! threatens.

use crate::board::Color;
use crate::geometry::{Point, PointSet};

use super::attacks::MoveGenerator;
use super::vcf::{ANY_LENGTH, VcfStep, critical_points};

/// What an AND node comes to before any reply is searched.
pub(super) enum DefenceMoves {
    /// Every reply leaves the attacker a VCF.
    None,
    /// The last move was no threat, or the defender has a VCF.
    NotNeeded,
    /// These replies may hold; every other reply leaves the attacker a VCF.
    Moves(Vec<Point>),
}

impl MoveGenerator<'_> {
    /// Generates the defender's moves after the attacker's last one.
    pub(super) fn defence_moves(&mut self) -> DefenceMoves {
        let (shapes, attacker) = (&self.solver.shapes, self.attacker);
        let fives = shapes.fives(attacker);
        if let Some(only) = fives.first() {
            let can_stop = fives.len() == 1 && shapes.is_legal(only, !attacker);
            return if can_stop {
                DefenceMoves::Moves(vec![only])
            } else {
                DefenceMoves::None
            };
        }
        if !self.threatens() {
            return DefenceMoves::NotNeeded;
        }
        let steps = self.solver.steps(attacker);
        let candidates = self.defences(&steps);
        let counter_nodes = self.stage.counter_nodes;
        if self.solver.has_vcf(!attacker, ANY_LENGTH, counter_nodes) {
            return DefenceMoves::NotNeeded;
        }
        let moves = self.holding_replies(candidates);
        if moves.is_empty() {
            DefenceMoves::None
        } else {
            DefenceMoves::Moves(moves)
        }
    }

    /// The candidates after which the attacker has no VCF at once. A VCF that is found against
    /// one candidate also rules out all others that do not stop it.
    fn holding_replies(&mut self, candidates: PointSet) -> Vec<Point> {
        let attacker = self.attacker;
        let mut left = candidates;
        let mut holding = Vec::new();
        for point in candidates.iter() {
            if !left.contains(point) || !self.solver.shapes.is_legal(point, !attacker) {
                continue;
            }
            self.solver.play(point, !attacker);
            let steps = self.has_vcf().then(|| self.solver.steps(attacker));
            self.solver.shapes.undo();
            match steps {
                None => holding.push(point),
                Some(steps) if self.solver.holds(attacker, &steps) => {
                    let defences = self.defences(&steps);
                    left = left & defences;
                    holding.retain(|&at| defences.contains(at));
                }
                Some(_) => {}
            }
        }
        holding
    }

    /// The points where a stone of the defender could stop a VCF: those it needs, and those where
    /// the defender would make a four on the way. Every other reply leaves it as it is, unless it
    /// depends on what is forbidden to Black: then every point is tried.
    fn defences(&mut self, steps: &[VcfStep]) -> PointSet {
        let attacker = self.attacker;
        let mut points = self.solver.shapes.fours(!attacker) | critical_points(steps);
        let mut depends_on_rule = false;
        let mut played = 0;
        for step in steps {
            depends_on_rule |= step.is_unstoppable()
                || (attacker == Color::Black && self.solver.shapes.suspects().contains(step.four));
            if let Some(reply) = step.reply() {
                self.solver.play(step.four, attacker);
                self.solver.play(reply, !attacker);
                played += 2;
                points = points | self.solver.shapes.fours(!attacker);
            }
        }
        self.solver.undo_many(played);
        let empties = self.solver.shapes.board().empties();
        points = points & empties;
        if depends_on_rule {
            for point in (empties - points).iter() {
                if self.stops(point, steps) {
                    points.insert(point);
                }
            }
        }
        points
    }

    fn stops(&mut self, point: Point, steps: &[VcfStep]) -> bool {
        if !self.solver.shapes.is_legal(point, !self.attacker) {
            return false;
        }
        self.solver.play(point, !self.attacker);
        let holds = self.solver.holds(self.attacker, steps);
        self.solver.shapes.undo();
        !holds
    }
}
