//! What is decided at first sight, and which moves a threat leaves.

use crate::board::Color;
use crate::geometry::{Direction, Point, PointSet};
use crate::pattern::Shape;

use super::StaticEvaluator;
use super::worker::Worker;

/// What the shapes of a position say without looking ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tactics {
    /// The side to move makes a five in so many moves.
    Win(usize),
    /// The other side does.
    Loss(usize),
    /// A five has to be stopped, and only this move does.
    OnlyMove(Point),
    /// Straight fours are threatened: only these moves do not lose at once.
    Defences(PointSet),
    /// Nothing of the kind.
    Quiet,
}

impl Tactics {
    /// The only move, if there is just one.
    pub(super) const fn only_move(self) -> Option<Point> {
        match self {
            Tactics::OnlyMove(point) => Some(point),
            _ => None,
        }
    }
}

impl<H: StaticEvaluator> Worker<'_, H> {
    /// Looks for fives and straight fours of both sides.
    pub(super) fn tactics(&self) -> Tactics {
        let (us, them) = (self.side, !self.side);
        if !self.shapes().fives(us).is_empty() {
            return Tactics::Win(1);
        }
        let fives = self.shapes().fives(them);
        if let Some(five) = fives.first() {
            let is_lost = fives.len() > 1 || !self.shapes().is_legal(five, us);
            return if is_lost {
                Tactics::Loss(2)
            } else {
                Tactics::OnlyMove(five)
            };
        }
        if self.open_four(us).is_some() {
            return Tactics::Win(3);
        }
        self.defences(us).map_or(Tactics::Quiet, Tactics::Defences)
    }

    /// Where `color` makes a four that can be made a five in two ways.
    fn open_four(&self, color: Color) -> Option<Point> {
        let shapes = self.shapes();
        let straight = shapes.strongest(color, Shape::StraightFour);
        let may_play = |point: &Point| self.shapes().is_legal(*point, color);
        if let Some(point) = straight.iter().find(may_play) {
            return Some(point);
        }
        if shapes.rule().restricts(color) {
            return None;
        }
        let fours = shapes.strongest(color, Shape::Four);
        fours
            .iter()
            .find(|&point| shapes.counts(point, color).fours() >= 2)
    }

    /// The moves of `us` that can hold against straight fours of the other side: points that all
    /// of them need, and fours. `None` if there is nothing to hold against, or where a move
    /// elsewhere could make them forbidden.
    ///
    /// Sound: a straight four needs its own point and one on either side. A white stone elsewhere
    /// can only make it forbidden to Black if it makes a three real that was none, so two threes
    /// must be there beforehand.
    fn defences(&self, us: Color) -> Option<PointSet> {
        let them = !us;
        let shapes = self.shapes();
        let straight = shapes.strongest(them, Shape::StraightFour);
        let mut common: Option<PointSet> = None;
        for point in straight.iter() {
            if them == Color::Black && shapes.suspects().contains(point) {
                return None;
            }
            for direction in Direction::ALL {
                let entry = shapes.shapes(point, them)[direction];
                if entry.shape() == Shape::StraightFour {
                    let needed = self.needed(point, direction, them);
                    common = Some(common.map_or(needed, |common| common & needed));
                }
            }
        }
        common.map(|common| common | self.shapes().fours(us))
    }

    /// The points of a straight four that a stone on `point` would make: its own, and where it
    /// would become a five.
    fn needed(&self, point: Point, direction: Direction, color: Color) -> PointSet {
        let board = self.shapes().board();
        let end = |sign: i8| {
            (1..=4)
                .filter_map(|count| point.step(direction, sign * count))
                .find(|&at| board.stone(at) != Some(color))
        };
        [Some(point), end(1), end(-1)]
            .into_iter()
            .flatten()
            .collect()
    }

    /// The moves to the five that [`tactics`](Self::tactics) told of.
    pub(super) fn forced_line(&mut self, tactics: Tactics) -> Vec<Option<Point>> {
        match tactics {
            Tactics::Win(1) => vec![self.shapes().fives(self.side).first()],
            Tactics::Win(_) => {
                let four = self.open_four(self.side);
                self.play_forced(four, Tactics::Loss(2))
            }
            Tactics::Loss(_) => {
                let block = self.block();
                self.play_forced(block, Tactics::Win(1))
            }
            _ => Vec::new(),
        }
    }

    /// A move, and the moves that the position after it comes to.
    fn play_forced(&mut self, played: Option<Point>, then: Tactics) -> Vec<Option<Point>> {
        let mut line = vec![played];
        if let Some(point) = played {
            self.board.play(point, self.side);
        }
        self.side = !self.side;
        line.extend(self.forced_line(then));
        self.side = !self.side;
        if played.is_some() {
            self.board.undo();
        }
        line
    }

    /// A move of a side that loses to fives: one that stops a five, or any; none if all are
    /// forbidden.
    fn block(&self) -> Option<Point> {
        let fives = self.shapes().fives(!self.side);
        let empties = self.shapes().board().empties() - fives;
        let mut all = fives.iter().chain(empties.iter());
        all.find(|&point| self.shapes().is_legal(point, self.side))
    }
}
