//! The moves of a VCT search: the attacker's are fours, threes, and quiet moves that threaten a
//! VCF; the defender's are the replies that stop the VCF which the last move threatens.

use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet};
use renju_core::pattern::Shape;

use super::vcf::{ANY_LENGTH, VcfSolver, VcfStep, critical_points};

/// One pass of the VCT search: how hard it looks for threats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct VctStage {
    /// The initial proof number of all quiet threats together, before they are generated.
    pub(super) quiet_cost: u32,
    /// The weakest shape that a quiet move has to make.
    min_shape: Shape,
    /// Nodes of the search for the attacker's VCF at an OR node.
    pub(super) vcf_nodes: u64,
    /// Nodes of the search for the VCF that a move threatens.
    threat_nodes: u64,
    /// Nodes of the search for the defender's VCF.
    pub(super) counter_nodes: u64,
}

/// The most fours of a VCF that counts as a threat.
const MAX_THREAT_FOURS: u16 = 3;

impl VctStage {
    /// Small budgets, which may miss a threat. Of those tried, from 6 to 200 nodes, these solve
    /// most of the answer key in a second.
    pub(super) const QUICK: VctStage = VctStage {
        quiet_cost: 16,
        min_shape: Shape::ClosedTwo,
        vcf_nodes: 12,
        threat_nodes: 20,
        counter_nodes: 16,
    };

    /// Budgets that miss no threat, so that a disproof holds.
    pub(super) const THOROUGH: VctStage = VctStage {
        quiet_cost: 16,
        min_shape: Shape::Dead,
        vcf_nodes: 1_000,
        threat_nodes: u64::MAX,
        counter_nodes: 1_000,
    };
}

/// What an OR node comes to before any move is searched.
pub(super) enum AttackMoves {
    /// The attacker has a five or a VCF.
    Won,
    /// The defender has two fives, or one that cannot be stopped with a threat.
    Lost,
    /// These moves may threaten; with `quiet`, quiet threats may follow.
    Moves { points: Vec<Point>, quiet: bool },
}

/// What an AND node comes to before any reply is searched.
pub(super) enum DefenceMoves {
    /// Every reply leaves the attacker a VCF.
    None,
    /// The last move was no threat and not advised, or the defender has a VCF.
    NotNeeded,
    /// These replies may hold; every other reply leaves the attacker a VCF.
    Moves(Vec<Point>),
}

/// Generates the moves of both sides for one attacker.
pub(super) struct MoveGenerator<'c> {
    pub(super) solver: VcfSolver<'c>,
    pub(super) attacker: Color,
    pub(super) stage: VctStage,
}

impl MoveGenerator<'_> {
    /// The attacker's moves. `may_have_vcf` is false after a reply that was generated because it
    /// stops every VCF within the same node limit: another search would be wasted.
    pub(super) fn attack_moves(&mut self, may_have_vcf: bool) -> AttackMoves {
        let (shapes, attacker) = (&self.solver.shapes, self.attacker);
        let must = shapes.fives(!attacker);
        if shapes.fives(attacker).is_empty() && must.len() > 1 {
            return AttackMoves::Lost;
        }
        if may_have_vcf && self.has_vcf() {
            return AttackMoves::Won;
        }
        let quiet = must.is_empty();
        let points = if quiet { self.plain_threats() } else { must };
        let mut points: Vec<Point> = points.iter().collect();
        points.retain(|&point| self.solver.shapes.is_legal(point, attacker));
        if points.is_empty() && !quiet {
            return AttackMoves::Lost;
        }
        AttackMoves::Moves { points, quiet }
    }

    /// Whether the attacker, who is to move, has a VCF within the stage's nodes.
    pub(super) fn has_vcf(&mut self) -> bool {
        self.solver
            .has_vcf(self.attacker, ANY_LENGTH, self.stage.vcf_nodes)
    }

    /// Whether the attacker would have a short VCF if the defender passed.
    pub(super) fn threatens(&mut self) -> bool {
        self.solver
            .has_vcf(self.attacker, MAX_THREAT_FOURS, self.stage.threat_nodes)
    }

    /// Fours and threes; only fours if the defender threatens a straight four.
    fn plain_threats(&self) -> PointSet {
        let threes = if self.is_pressed() {
            PointSet::EMPTY
        } else {
            self.solver
                .shapes
                .strongest(self.attacker, Shape::OpenThree)
        };
        self.solver.shapes.fours(self.attacker) | threes
    }

    /// Whether the defender can make a straight four.
    fn is_pressed(&self) -> bool {
        let (shapes, defender) = (&self.solver.shapes, !self.attacker);
        let straight = shapes.strongest(defender, Shape::StraightFour);
        straight.iter().any(|four| shapes.is_legal(four, defender))
    }

    /// All other moves that threaten a VCF. If the defender threatens a straight four, only those
    /// that take it away.
    pub(super) fn quiet_threats(&mut self) -> Vec<Point> {
        let attacker = self.attacker;
        let is_pressed = self.is_pressed();
        let others = self.solver.shapes.board().empties() - self.plain_threats();
        let mut points = Vec::new();
        for point in others.iter() {
            if !self.solver.budget.may_enter() {
                break;
            }
            if self.could_prepare(point) && self.solver.shapes.is_legal(point, attacker) {
                self.solver.play(point, attacker);
                let parries = !is_pressed || !self.is_pressed();
                let threatens = parries && self.threatens();
                self.solver.shapes.undo();
                if threatens {
                    points.push(point);
                }
            }
        }
        points
    }

    /// Whether a stone could be part of a later four, or block one of the defender's.
    fn could_prepare(&self, point: Point) -> bool {
        let strongest = |color| self.solver.shapes.counts(point, color).strongest();
        strongest(self.attacker) >= self.stage.min_shape
            || strongest(!self.attacker) >= Shape::ClosedThree
    }
}

/// The defender's moves.
impl MoveGenerator<'_> {
    /// Generates the defender's moves after the attacker's last one. One that was advised need not
    /// threaten anything: then every move is a defence that does not lose at once.
    pub(super) fn defence_moves(&mut self, is_advised: bool) -> DefenceMoves {
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
        let candidates = if self.threatens() {
            let steps = self.solver.steps(attacker);
            self.defences(&steps)
        } else if is_advised {
            self.solver.shapes.board().empties()
        } else {
            return DefenceMoves::NotNeeded;
        };
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
    pub(super) fn defences(&mut self, steps: &[VcfStep]) -> PointSet {
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
