//! Continuous fours, depth first, with a memory of dead positions.

use crate::board::Color;
use crate::geometry::Point;
use crate::pattern::Shape;

use super::solver::Solver;
use super::vcf_table::ANY_NUMBER;

/// What a search for fours comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VcfResult {
    /// The attacker wins.
    Win,
    /// However many fours he plays, he does not.
    NoWin,
    /// Not with so many fours, or not within the budget.
    LimitReached,
}

impl VcfResult {
    /// Of two fours that do not win: what they come to together.
    fn or(self, other: VcfResult) -> VcfResult {
        if other == VcfResult::NoWin {
            self
        } else {
            other
        }
    }
}

/// How far a search for fours may go.
#[derive(Clone, Copy)]
pub(super) struct VcfLimits {
    /// VcfResult of the attacker, the decisive one included.
    pub(super) fours: u16,
    /// Positions, in the count of the budget.
    pub(super) until: u64,
}

/// A VCF as it is played: fours and replies in node_type, the last move without a reply to it. That
/// is a five, or a four that cannot be answered.
pub(super) type Line = Vec<Point>;

impl Solver<'_> {
    /// Looks for a VCF of `attacker`, who is to move. A win is left in `line`.
    pub(super) fn vcf(&mut self, attacker: Color, limits: VcfLimits, line: &mut Line) -> VcfResult {
        line.clear();
        let found = self.attack(attacker, limits, None, line);
        debug_assert!(found != VcfResult::Win || line.len() % 2 == 1);
        found
    }

    fn attack(
        &mut self,
        attacker: Color,
        limits: VcfLimits,
        last: Option<Point>,
        line: &mut Line,
    ) -> VcfResult {
        if let Some(five) = self.shapes.fives(attacker).first() {
            line.push(five);
            return VcfResult::Win;
        }
        let mut points = self.shapes.fours(attacker);
        let must = self.shapes.fives(!attacker);
        if let Some(only) = must.first() {
            if must.len() > 1 || !points.contains(only) {
                return VcfResult::NoWin;
            }
            points = std::iter::once(only).collect();
        } else if points.is_empty() {
            return VcfResult::NoWin;
        }
        if limits.fours == 0 {
            return VcfResult::LimitReached;
        }
        let key = self.shapes.key(attacker);
        if let Some(known) = self.vcf_table.probe(key, limits.fours) {
            return known;
        }
        let first = self.fours.len();
        for point in points.iter() {
            let promise = self.score_four(point, attacker, last);
            self.fours.push((promise, point));
        }
        let found = self.try_fours(first, attacker, limits, line);
        self.fours.truncate(first);
        match found {
            VcfResult::NoWin => self.vcf_table.store(key, ANY_NUMBER),
            VcfResult::LimitReached if !self.is_over(limits) => {
                self.vcf_table.store(key, limits.fours)
            }
            _ => {}
        }
        found
    }

    fn is_over(&self, limits: VcfLimits) -> bool {
        self.budget.stopped().is_some() || self.budget.spent.nodes >= limits.until
    }

    /// Tries the fours from place `first` on, the most promising one first.
    fn try_fours(
        &mut self,
        first: usize,
        attacker: Color,
        limits: VcfLimits,
        line: &mut Line,
    ) -> VcfResult {
        let mut found = VcfResult::NoWin;
        self.fours[first..].sort_unstable_by_key(|&(promise, point)| (-promise, point));
        for number in first..self.fours.len() {
            let (_, point) = self.fours[number];
            if let Some(known) = self.known_after(point, attacker, limits) {
                found = found.or(known);
                continue;
            }
            if !self.shapes.is_legal(point, attacker) {
                continue;
            }
            if self.is_over(limits) || !self.budget.may_enter() {
                return VcfResult::LimitReached;
            }
            line.push(point);
            self.play(point, attacker);
            let after = self.after_four(point, attacker, limits, line);
            self.shapes.undo();
            match after {
                VcfResult::Win => return VcfResult::Win,
                other => found = found.or(other),
            }
            line.pop();
        }
        found
    }

    /// What is remembered of the position after a four and the only reply to it.
    fn known_after(&self, four: Point, attacker: Color, limits: VcfLimits) -> Option<VcfResult> {
        let reply = self.only_reply(four, attacker)?;
        if attacker == Color::White && !self.stays_allowed(reply) {
            return None;
        }
        let key = self.key_after(four, reply, attacker);
        self.vcf_table.probe(key, limits.fours - 1)
    }

    /// Whether Black may surely play on `reply` after a white four that only it stops.
    ///
    /// The four changes one line of that point. There a black stone will have a white neighbour,
    /// so that it makes one four at most and no three.
    fn stays_allowed(&self, reply: Point) -> bool {
        let counts = self.shapes.counts(reply, Color::Black);
        !self.shapes.rule().restricts(Color::Black)
            || counts.fours() == 0
                && counts.count(Shape::Overline) == 0
                && counts.count(Shape::OpenThree) <= 1
    }

    /// The defender's side: he has one reply, or none.
    fn after_four(
        &mut self,
        four: Point,
        attacker: Color,
        limits: VcfLimits,
        line: &mut Line,
    ) -> VcfResult {
        let fives = self.shapes.fives(attacker);
        let Some(reply) = fives.first() else {
            debug_assert!(false, "{four} is no four");
            return VcfResult::NoWin;
        };
        if fives.len() > 1 || !self.shapes.is_legal(reply, !attacker) {
            return VcfResult::Win;
        }
        if !self.budget.may_enter() {
            return VcfResult::LimitReached;
        }
        line.push(reply);
        self.play(reply, !attacker);
        let next = VcfLimits {
            fours: limits.fours - 1,
            ..limits
        };
        let after = self.attack(attacker, next, Some(four), line);
        self.shapes.undo();
        if after != VcfResult::Win {
            line.pop();
        }
        after
    }

    /// How soon to try a four: those that make more at once first, then those near the last one.
    fn score_four(&self, point: Point, attacker: Color, last: Option<Point>) -> i32 {
        let counts = self.shapes.counts(point, attacker);
        let made = 64 * counts.count(Shape::StraightFour)
            + 24 * counts.fours().saturating_sub(1)
            + 12 * counts.count(Shape::OpenThree)
            + 6 * counts.count(Shape::ClosedThree)
            + 3 * counts.count(Shape::OpenTwo)
            + counts.count(Shape::ClosedTwo);
        let away = last.map_or(0, |last| {
            let columns = point.column().abs_diff(last.column());
            i32::from(columns.max(point.row().abs_diff(last.row())))
        });
        made as i32 - 2 * away
    }
}
