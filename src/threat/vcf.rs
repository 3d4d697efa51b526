//! Continuous fours, depth first, with a memory of dead positions.

use crate::board::Color;
use crate::geometry::Point;
use crate::pattern::Shape;

use super::dead::ANY_NUMBER;
use super::solver::Solver;

/// What a search for fours comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fours {
    /// The attacker wins.
    Win,
    /// However many fours he plays, he does not.
    None,
    /// Not with so many fours, or not within the budget.
    Cut,
}

impl Fours {
    /// Of two fours that do not win: what they come to together.
    fn or(self, other: Fours) -> Fours {
        if other == Fours::None { self } else { other }
    }
}

/// How far a search for fours may go.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Fours of the attacker, the decisive one included.
    pub(super) fours: u16,
    /// Positions, in the count of the meter.
    pub(super) until: u64,
}

/// A VCF as it is played: fours and replies in turn, the last move without a reply to it. That
/// is a five, or a four that cannot be answered.
pub(super) type Line = Vec<Point>;

impl Solver<'_> {
    /// Looks for a VCF of `attacker`, who is to move. A win is left in `line`.
    pub(super) fn vcf(&mut self, attacker: Color, reach: Reach, line: &mut Line) -> Fours {
        line.clear();
        let found = self.attack(attacker, reach, None, line);
        debug_assert!(found != Fours::Win || line.len() % 2 == 1);
        found
    }

    fn attack(
        &mut self,
        attacker: Color,
        reach: Reach,
        last: Option<Point>,
        line: &mut Line,
    ) -> Fours {
        if let Some(five) = self.shapes.fives(attacker).first() {
            line.push(five);
            return Fours::Win;
        }
        let mut points = self.shapes.fours(attacker);
        let must = self.shapes.fives(!attacker);
        if let Some(only) = must.first() {
            if must.len() > 1 || !points.contains(only) {
                return Fours::None;
            }
            points = std::iter::once(only).collect();
        } else if points.is_empty() {
            return Fours::None;
        }
        if reach.fours == 0 {
            return Fours::Cut;
        }
        let key = self.shapes.key(attacker);
        if let Some(known) = self.dead.recall(key, reach.fours) {
            return known;
        }
        let first = self.fours.len();
        for point in points.iter() {
            let promise = self.promise(point, attacker, last);
            self.fours.push((promise, point));
        }
        let found = self.try_fours(first, attacker, reach, line);
        self.fours.truncate(first);
        match found {
            Fours::None => self.dead.note(key, ANY_NUMBER),
            Fours::Cut if !self.is_over(reach) => self.dead.note(key, reach.fours),
            _ => {}
        }
        found
    }

    fn is_over(&self, reach: Reach) -> bool {
        self.meter.stopped().is_some() || self.meter.spent.nodes >= reach.until
    }

    /// Tries the fours from place `first` on, the most promising one first.
    fn try_fours(&mut self, first: usize, attacker: Color, reach: Reach, line: &mut Line) -> Fours {
        let mut found = Fours::None;
        self.fours[first..].sort_unstable_by_key(|&(promise, point)| (-promise, point));
        for number in first..self.fours.len() {
            let (_, point) = self.fours[number];
            if let Some(known) = self.known_after(point, attacker, reach) {
                found = found.or(known);
                continue;
            }
            if !self.shapes.is_legal(point, attacker) {
                continue;
            }
            if self.is_over(reach) || !self.meter.may_enter() {
                return Fours::Cut;
            }
            line.push(point);
            self.play(point, attacker);
            let after = self.after_four(point, attacker, reach, line);
            self.shapes.undo();
            match after {
                Fours::Win => return Fours::Win,
                other => found = found.or(other),
            }
            line.pop();
        }
        found
    }

    /// What is remembered of the position after a four and the only reply to it.
    fn known_after(&self, four: Point, attacker: Color, reach: Reach) -> Option<Fours> {
        let reply = self.only_reply(four, attacker)?;
        if attacker == Color::White && !self.stays_allowed(reply) {
            return None;
        }
        let key = self.key_after(four, reply, attacker);
        self.dead.recall(key, reach.fours - 1)
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
    fn after_four(&mut self, four: Point, attacker: Color, reach: Reach, line: &mut Line) -> Fours {
        let fives = self.shapes.fives(attacker);
        let Some(reply) = fives.first() else {
            debug_assert!(false, "{four} is no four");
            return Fours::None;
        };
        if fives.len() > 1 || !self.shapes.is_legal(reply, !attacker) {
            return Fours::Win;
        }
        if !self.meter.may_enter() {
            return Fours::Cut;
        }
        line.push(reply);
        self.play(reply, !attacker);
        let next = Reach {
            fours: reach.fours - 1,
            ..reach
        };
        let after = self.attack(attacker, next, Some(four), line);
        self.shapes.undo();
        if after != Fours::Win {
            line.pop();
        }
        after
    }

    /// How soon to try a four: those that make more at once first, then those near the last one.
    fn promise(&self, point: Point, attacker: Color, last: Option<Point>) -> i32 {
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
