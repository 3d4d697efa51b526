//! Victory by continuous fours (VCF): depth-first search with a table of disproved positions.
//!
//! A four leaves the defender one reply, so lines are narrow and a plain search with a good table
//! beats proof numbers here; df-pn is for threes ([`super::dfpn`]).

use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet};
use renju_core::pattern::{Shape, ShapeBoard};

use super::budget::SolverBudget;
use super::vcf_table::{ANY_NUMBER, VcfResult, VcfTable};

/// More fours than any board has room for.
pub(super) const ANY_LENGTH: u16 = u16::MAX - 1;

/// How far one search goes.
#[derive(Clone, Copy)]
pub(super) struct VcfLimits {
    /// Fours of the attacker, the decisive one included.
    pub(super) max_fours: u16,
    /// The node count of the budget at which this search ends.
    pub(super) until_node: u64,
}

/// A solver's board, its node budget, and its table of positions without a VCF.
pub(super) struct VcfSolver<'c> {
    pub(super) shapes: ShapeBoard,
    pub(super) budget: SolverBudget<'c>,
    table: VcfTable,
    /// The scored fours of all nodes on the current line, those of the deepest node last.
    fours: Vec<ScoredFour>,
    /// The VCF found last: fours and replies in turn, up to a five or to a four without a reply.
    line: Vec<Point>,
}

/// A four that may be tried.
#[derive(Clone, Copy)]
struct ScoredFour {
    score: i32,
    four: Point,
    /// The only reply to it, if the shapes show that there is exactly one.
    only_reply: Option<Point>,
}

/// A four of a VCF and the replies to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct VcfStep {
    pub(super) four: Point,
    /// Where it becomes a five; empty if the move is the five.
    pub(super) fives: PointSet,
    /// The first of `fives` that the defender may play.
    pub(super) stop: Option<Point>,
    /// Whether the line goes on after that reply; else it cannot stop the five.
    pub(super) goes_on: bool,
}

impl VcfStep {
    /// Whether the attacker's five cannot be stopped because the defender may not play there.
    pub(super) fn is_unstoppable(&self) -> bool {
        self.stop.is_none() && !self.fives.is_empty()
    }

    /// The reply after which the line goes on.
    pub(super) fn reply(&self) -> Option<Point> {
        self.stop.filter(|_| self.goes_on)
    }
}

/// The points that a VCF needs: its own, and those of the fives it threatens.
pub(super) fn critical_points(steps: &[VcfStep]) -> PointSet {
    steps.iter().fold(PointSet::EMPTY, |points, step| {
        let mut points = points | step.fives;
        points.insert(step.four);
        points
    })
}

impl<'c> VcfSolver<'c> {
    /// A solver that starts with an empty table.
    pub(super) fn new(
        shapes: ShapeBoard,
        budget: SolverBudget<'c>,
        table: VcfTable,
    ) -> VcfSolver<'c> {
        VcfSolver {
            shapes,
            budget,
            table,
            fours: Vec::new(),
            line: Vec::new(),
        }
    }

    /// Ends the search and gives its table back, emptied.
    pub(super) fn into_table(mut self) -> VcfTable {
        self.table.clear();
        self.table
    }

    /// Puts a stone on an empty point and counts a node.
    pub(super) fn play(&mut self, point: Point, color: Color) {
        self.budget.progress.nodes += 1;
        self.shapes.play(point, color);
    }

    pub(super) fn undo_many(&mut self, stones: usize) {
        for _ in 0..stones {
            self.shapes.undo();
        }
    }

    /// Whether `attacker`, who is to move, has a VCF that is found within `nodes` nodes;
    /// [`steps`](Self::steps) gives it.
    pub(super) fn has_vcf(&mut self, attacker: Color, max_fours: u16, nodes: u64) -> bool {
        let limits = VcfLimits {
            max_fours,
            until_node: self.budget.progress.nodes.saturating_add(nodes),
        };
        self.search(attacker, limits) == VcfResult::Win
    }

    /// Looks for a VCF of `attacker`, who is to move.
    pub(super) fn search(&mut self, attacker: Color, limits: VcfLimits) -> VcfResult {
        self.line.clear();
        let found = self.attack(attacker, limits, None);
        debug_assert!(found != VcfResult::Win || self.line.len() % 2 == 1);
        found
    }

    /// Looks for a VCF of `attacker`, who is to move, that begins with `first`, an empty point.
    pub(super) fn search_after(
        &mut self,
        attacker: Color,
        first: Point,
        limits: VcfLimits,
    ) -> VcfResult {
        self.line.clear();
        let fives = self.shapes.fives(attacker);
        if fives.contains(first) {
            self.line.push(first);
            return VcfResult::Win;
        }
        // A four that stands already forces the reply just as well.
        let is_four = !fives.is_empty() || self.shapes.fours(attacker).contains(first);
        let can_be_played =
            self.shapes.stops_fives(first, attacker) && self.shapes.is_legal(first, attacker);
        if !is_four || !can_be_played {
            return VcfResult::NoWin;
        }
        if limits.max_fours == 0 || !self.budget.may_enter() {
            return VcfResult::LimitReached;
        }
        self.line.push(first);
        self.play(first, attacker);
        // Another stone may have made a row of six of what was to be a five.
        let found = if self.shapes.fives(attacker).is_empty() {
            VcfResult::NoWin
        } else {
            self.defend(first, attacker, limits)
        };
        self.shapes.undo();
        found
    }

    /// The attacker's node; `last` is the four before.
    fn attack(&mut self, attacker: Color, limits: VcfLimits, last: Option<Point>) -> VcfResult {
        if let Some(five) = self.shapes.fives(attacker).first() {
            self.line.push(five);
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
        if limits.max_fours == 0 {
            return VcfResult::LimitReached;
        }
        let key = self.shapes.key(attacker);
        if let Some(known) = self.table.probe(key, limits.max_fours) {
            return known;
        }
        let first = self.fours.len();
        for point in points.iter() {
            let scored = self.score_four(point, attacker, last);
            if let Some(reply) = scored.only_reply {
                // All are on their way from memory before the first is asked for.
                self.table.prefetch(self.key_after(point, reply, attacker));
            }
            self.fours.push(scored);
        }
        let found = self.try_fours(first, attacker, limits);
        self.fours.truncate(first);
        match found {
            VcfResult::NoWin => self.table.store(key, ANY_NUMBER),
            VcfResult::LimitReached if !self.is_over(limits) => {
                self.table.store(key, limits.max_fours);
            }
            _ => {}
        }
        found
    }

    fn is_over(&self, limits: VcfLimits) -> bool {
        self.budget.stopped().is_some() || self.budget.progress.nodes >= limits.until_node
    }

    /// Tries the fours from index `first` on, best score first.
    fn try_fours(&mut self, first: usize, attacker: Color, limits: VcfLimits) -> VcfResult {
        let mut found = VcfResult::NoWin;
        self.fours[first..].sort_unstable_by_key(|scored| (-scored.score, scored.four));
        for index in first..self.fours.len() {
            let scored = self.fours[index];
            let four = scored.four;
            if let Some(known) = self.probe_after(scored, attacker, limits) {
                found = found.or(known);
                continue;
            }
            if !self.shapes.is_legal(four, attacker) {
                continue;
            }
            if self.is_over(limits) || !self.budget.may_enter() {
                return VcfResult::LimitReached;
            }
            self.line.push(four);
            self.play(four, attacker);
            let after = self.defend(four, attacker, limits);
            self.shapes.undo();
            if after == VcfResult::Win {
                return VcfResult::Win;
            }
            found = found.or(after);
            self.line.pop();
        }
        found
    }

    /// The table's entry for the position after a four and the only reply to it, found without
    /// playing the two stones.
    fn probe_after(
        &self,
        scored: ScoredFour,
        attacker: Color,
        limits: VcfLimits,
    ) -> Option<VcfResult> {
        let reply = scored.only_reply?;
        if attacker == Color::White && !self.stays_legal(reply) {
            return None;
        }
        let key = self.key_after(scored.four, reply, attacker);
        self.table.probe(key, limits.max_fours - 1)
    }

    /// The key of the position after a four and the reply to it.
    fn key_after(&self, four: Point, reply: Point, attacker: Color) -> u64 {
        let key = self.shapes.board().key();
        let key = key.with_stone(four, attacker).with_stone(reply, !attacker);
        key.for_side(attacker)
    }

    /// The only reply to a four on `four`, if the shapes there show that there is exactly one.
    fn only_reply(&self, four: Point, color: Color) -> Option<Point> {
        let counts = self.shapes.counts(four, color);
        if counts.fours() != 1 || counts.count(Shape::Four) != 1 {
            return None;
        }
        let entries = self.shapes.shapes(four, color);
        let mut lines = entries.iter();
        let (direction, entry) = lines.find(|(_, entry)| entry.shape() == Shape::Four)?;
        four.step(direction, entry.five_ahead())
    }

    /// Whether Black may certainly play `reply` after a white four that only this reply stops.
    ///
    /// The four changes one line of that point. There a black stone will have a white neighbour,
    /// so that it makes one four at most and no three.
    fn stays_legal(&self, reply: Point) -> bool {
        let counts = self.shapes.counts(reply, Color::Black);
        !self.shapes.rule().restricts(Color::Black)
            || counts.fours() == 0
                && counts.count(Shape::Overline) == 0
                && counts.count(Shape::OpenThree) <= 1
    }

    /// The defender's node: one reply, or none.
    fn defend(&mut self, four: Point, attacker: Color, limits: VcfLimits) -> VcfResult {
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
        self.line.push(reply);
        self.play(reply, !attacker);
        let next = VcfLimits {
            max_fours: limits.max_fours - 1,
            ..limits
        };
        let after = self.attack(attacker, next, Some(four));
        self.shapes.undo();
        if after != VcfResult::Win {
            self.line.pop();
        }
        after
    }

    /// Move ordering: fours that make more shapes first, then those near the last four, then those
    /// whose reply gives the defender no three. The numbers are those of about twenty tried that
    /// solve the answer key in the fewest nodes.
    fn score_four(&self, point: Point, attacker: Color, last: Option<Point>) -> ScoredFour {
        let counts = self.shapes.counts(point, attacker);
        let shape_score = 64 * counts.count(Shape::StraightFour)
            + 24 * counts.fours().saturating_sub(1)
            + 12 * counts.count(Shape::OpenThree)
            + 6 * counts.count(Shape::ClosedThree)
            + 3 * counts.count(Shape::OpenTwo)
            + counts.count(Shape::ClosedTwo);
        let distance = last.map_or(0, |last| {
            let columns = point.column().abs_diff(last.column());
            i32::from(columns.max(point.row().abs_diff(last.row())))
        });
        let only_reply = self.only_reply(point, attacker);
        let threes = only_reply.map_or(0, |reply| {
            self.shapes.counts(reply, !attacker).count(Shape::OpenThree)
        });
        ScoredFour {
            score: shape_score as i32 - distance - 3 * threes as i32,
            four: point,
            only_reply,
        }
    }

    /// The VCF found last on this board, step by step.
    pub(super) fn steps(&mut self, attacker: Color) -> Vec<VcfStep> {
        let line = std::mem::take(&mut self.line);
        let mut steps = Vec::with_capacity(line.len() / 2 + 1);
        for moves in line.chunks(2) {
            let four = moves[0];
            let is_five = self.shapes.fives(attacker).contains(four);
            self.play(four, attacker);
            let fives = if is_five {
                PointSet::EMPTY
            } else {
                self.shapes.fives(attacker)
            };
            let stop = self.first_stop(fives, attacker);
            if let Some(&reply) = moves.get(1) {
                self.play(reply, !attacker);
            }
            steps.push(VcfStep {
                four,
                fives,
                stop,
                goes_on: moves.len() == 2,
            });
        }
        self.undo_many(line.len());
        self.line = line;
        steps
    }

    /// The first of the attacker's fives that the defender may occupy.
    pub(super) fn first_stop(&self, fives: PointSet, attacker: Color) -> Option<Point> {
        fives
            .iter()
            .find(|&five| self.shapes.is_legal(five, !attacker))
    }

    /// Whether a VCF found on another board also wins on this one, each step with the same fives
    /// and the same reply.
    pub(super) fn holds(&mut self, attacker: Color, steps: &[VcfStep]) -> bool {
        let mut played = 0;
        let holds = steps
            .iter()
            .all(|step| self.step_holds(attacker, step, &mut played));
        self.undo_many(played);
        holds
    }

    fn step_holds(&mut self, attacker: Color, step: &VcfStep, played: &mut usize) -> bool {
        let is_five = self.shapes.fives(attacker).contains(step.four);
        let stops_all = self.shapes.stops_fives(step.four, attacker);
        let can_be_played =
            self.shapes.board().is_empty(step.four) && self.shapes.is_legal(step.four, attacker);
        if is_five != step.fives.is_empty() || !can_be_played || !(is_five || stops_all) {
            return false;
        }
        if is_five {
            return true;
        }
        self.play(step.four, attacker);
        *played += 1;
        let fives = self.shapes.fives(attacker);
        if fives != step.fives || self.first_stop(fives, attacker) != step.stop {
            return false;
        }
        if let Some(reply) = step.reply() {
            self.play(reply, !attacker);
            *played += 1;
        }
        true
    }
}
