//! Which replies to a threat have to be answered one by one.

use crate::board::Color;
use crate::geometry::{Point, PointSet};
use crate::rules::RuleSet;

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

impl<R: RuleSet> Solver<'_, R> {
    /// The defender is to move.
    pub(super) fn defences(&mut self, attacker: Color, stage: &Stage, line: &mut Line) -> Defences {
        let fives = self.fives(attacker);
        if let Some(only) = fives.first() {
            let can_stop = fives.len() == 1 && self.may_play(only, !attacker);
            return if can_stop {
                Defences::Moves(vec![only])
            } else {
                Defences::None
            };
        }
        if self.vcf_within(attacker, stage.fours, stage.threat, line) != Fours::Win {
            return Defences::Enough;
        }
        let candidates = self.spoilers(attacker, line);
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
            if !left.contains(point) || !self.may_play(point, !attacker) {
                continue;
            }
            self.shapes.play(point, !attacker);
            let found = self.vcf_within(attacker, u16::MAX - 1, stage.vcf, line);
            self.shapes.undo();
            if found != Fours::Win {
                holding.push(point);
            } else if self.still_wins(attacker, line) {
                let spoilers = self.spoilers(attacker, line);
                left = left & spoilers;
                holding.retain(|&at| spoilers.contains(at));
            }
        }
        holding
    }

    /// Whether a VCF found on another board is one on this board too.
    fn still_wins(&mut self, attacker: Color, line: &[Point]) -> bool {
        let mut played = 0;
        let mut wins = false;
        for moves in line.chunks(2) {
            let four = moves[0];
            let must = self.fives(!attacker);
            let is_five = self.fives(attacker).contains(four);
            let stops = must.len() == usize::from(must.contains(four));
            if !self.shapes.board().is_empty(four)
                || !self.may_play(four, attacker)
                || !(is_five || stops)
            {
                break;
            }
            self.shapes.play(four, attacker);
            played += 1;
            let fives = self.fives(attacker);
            let Some(only) = fives.first() else {
                wins = is_five;
                break;
            };
            if is_five || fives.len() > 1 || !self.may_play(only, !attacker) {
                wins = true;
                break;
            }
            if moves.get(1) != Some(&only) {
                break;
            }
            self.shapes.play(only, !attacker);
            played += 1;
        }
        for _ in 0..played {
            self.shapes.undo();
        }
        wins
    }
}
