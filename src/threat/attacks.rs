//! Which moves threaten.

use crate::board::Color;
use crate::geometry::{Point, PointSet};
use crate::pattern::Shape;

use super::solver::Solver;
use super::vcf::{Line, VcfLimits, VcfResult};
use super::vcf_line::{VcfStep, critical_points};

/// How hard threats are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct VctStage {
    /// What it is taken to cost to look for quiet threats.
    pub(super) quiet_cost: u32,
    /// The least that a quiet move has to make.
    min_shape: Shape,
    /// The most positions to look at for a VCF of the attacker at his node_type.
    pub(super) vcf_nodes: u64,
    /// The most for the VCF that a move threatens.
    pub(super) threat_nodes: u64,
    /// The most for a VCF of the defender.
    pub(super) counter_nodes: u64,
}

/// The most fours of a VCF that counts as a threat.
const FOURS: u16 = 3;

impl VctStage {
    /// Small budgets, so that a threat may be missed. Of those tried, from 6 to 200 positions,
    /// these solve most of the answer key in a second.
    pub(super) const QUICK: VctStage = VctStage {
        quiet_cost: 16,
        min_shape: Shape::ClosedTwo,
        vcf_nodes: 12,
        threat_nodes: 20,
        counter_nodes: 16,
    };

    /// No threat is missed.
    pub(super) const THOROUGH: VctStage = VctStage {
        quiet_cost: 16,
        min_shape: Shape::Dead,
        vcf_nodes: 1_000,
        threat_nodes: u64::MAX,
        counter_nodes: 1_000,
    };
}

/// What the attacker finds at his node_type.
pub(super) enum AttackMoves {
    /// He has a five, or a VCF.
    Won,
    /// The defender has two fives, or one that cannot be stopped with a threat.
    Lost,
    /// These moves may threaten, and others may if there are more.
    Moves { points: Vec<Point>, more: bool },
}

impl Solver<'_> {
    /// The attacker is to move.
    ///
    /// `is_new` tells whether a VCF has to be looked for: after a reply that was found to hold it
    /// is known that there is none, or none within the budget.
    pub(super) fn attacks(
        &mut self,
        attacker: Color,
        stage: &VctStage,
        is_new: bool,
        line: &mut Line,
    ) -> AttackMoves {
        let must = self.shapes.fives(!attacker);
        if self.shapes.fives(attacker).is_empty() && must.len() > 1 {
            return AttackMoves::Lost;
        }
        if is_new
            && self.vcf_within(attacker, u16::MAX - 1, stage.vcf_nodes, line) == VcfResult::Win
        {
            return AttackMoves::Won;
        }
        let points = if must.is_empty() {
            self.plain_threats(attacker)
        } else {
            must
        };
        let mut points: Vec<Point> = points.iter().collect();
        points.retain(|&point| self.shapes.is_legal(point, attacker));
        let more = must.is_empty();
        if points.is_empty() && !more {
            return AttackMoves::Lost;
        }
        AttackMoves::Moves { points, more }
    }

    /// Looks for a VCF with so many fours and positions at most.
    pub(super) fn vcf_within(
        &mut self,
        attacker: Color,
        fours: u16,
        budget: u64,
        line: &mut Line,
    ) -> VcfResult {
        let until = self.budget.spent.nodes.saturating_add(budget);
        self.vcf(attacker, VcfLimits { fours, until }, line)
    }

    /// VcfResult and threes; where the defender has a straight four at hand, fours only.
    fn plain_threats(&self, attacker: Color) -> PointSet {
        let threes = if self.is_pressed(attacker) {
            PointSet::EMPTY
        } else {
            self.shapes.strongest(attacker, Shape::OpenThree)
        };
        self.shapes.fours(attacker) | threes
    }

    /// Whether the defender has a straight four at hand.
    fn is_pressed(&self, attacker: Color) -> bool {
        let straight = self.shapes.strongest(!attacker, Shape::StraightFour);
        straight
            .iter()
            .any(|four| self.shapes.is_legal(four, !attacker))
    }

    /// Whether a move threatens a VCF if the defender passes.
    pub(super) fn threatens(&mut self, attacker: Color, stage: &VctStage, line: &mut Line) -> bool {
        self.vcf_within(attacker, FOURS, stage.threat_nodes, line) == VcfResult::Win
    }

    /// All other moves after which the attacker would have a VCF if the defender passed. Where the
    /// defender has a straight four at hand, only those that take it away.
    pub(super) fn quiet_threats(
        &mut self,
        attacker: Color,
        stage: &VctStage,
        line: &mut Line,
    ) -> Vec<Point> {
        let is_pressed = self.is_pressed(attacker);
        let others = self.shapes.board().empties() - self.plain_threats(attacker);
        let mut points = Vec::new();
        for point in others.iter() {
            if !self.budget.may_enter() {
                break;
            }
            if self.could_prepare(point, attacker, stage) && self.shapes.is_legal(point, attacker) {
                self.play(point, attacker);
                let parries = !is_pressed || !self.is_pressed(attacker);
                let threatens = parries && self.threatens(attacker, stage, line);
                self.shapes.undo();
                if threatens {
                    points.push(point);
                }
            }
        }
        points
    }

    /// Whether a stone could be part of a later four, or take part in one of the defender's away.
    fn could_prepare(&self, point: Point, attacker: Color, stage: &VctStage) -> bool {
        self.shapes.counts(point, attacker).strongest() >= stage.min_shape
            || self.shapes.counts(point, !attacker).strongest() >= Shape::ClosedThree
    }

    /// The points where a stone of the defender could delta a VCF of the attacker: those it needs,
    /// and those where the defender would make a four on the way. Everything else leaves it as it
    /// is, unless it rests on what is forbidden to Black: then every point is tried.
    pub(super) fn defences(&mut self, attacker: Color, steps: &[VcfStep]) -> PointSet {
        let mut points = self.shapes.fours(!attacker) | critical_points(steps);
        let mut is_doubtful = false;
        let mut played = 0;
        for step in steps {
            is_doubtful |= step.is_unstoppable()
                || (attacker == Color::Black && self.shapes.suspects().contains(step.four));
            if let Some(reply) = step.reply() {
                self.play(step.four, attacker);
                self.play(reply, !attacker);
                played += 2;
                points = points | self.shapes.fours(!attacker);
            }
        }
        self.take_back(played);
        points = points & self.shapes.board().empties();
        if is_doubtful {
            for point in (self.shapes.board().empties() - points).iter() {
                if self.is_defence(point, attacker, steps) {
                    points.insert(point);
                }
            }
        }
        points
    }

    fn is_defence(&mut self, point: Point, attacker: Color, steps: &[VcfStep]) -> bool {
        if !self.shapes.is_legal(point, !attacker) {
            return false;
        }
        self.play(point, !attacker);
        let holds = self.holds(attacker, steps);
        self.shapes.undo();
        !holds
    }
}
