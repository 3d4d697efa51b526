//! What the shapes of a position decide without search, and which moves a threat leaves.

use renju_core::board::Color;
use renju_core::geometry::{Direction, Point, PointSet};
use renju_core::pattern::{Shape, ShapeBoard};

/// What is decided without search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tactics {
    /// The side to move makes a five after this many plies.
    Win(usize),
    /// The opponent makes a five after this many plies.
    Loss(usize),
    /// The only move that stops a five.
    OnlyMove(Point),
    /// The opponent threatens straight fours: every other move loses at once. One of these points is
    /// legal; where none is, that is a loss.
    Defences(PointSet),
    /// Neither side has a five or a straight four.
    Quiet,
}

impl Tactics {
    /// Looks for fives and straight fours of both sides; `us` is to move.
    pub(super) fn of(shapes: &ShapeBoard, us: Color) -> Tactics {
        let them = !us;
        if !shapes.fives(us).is_empty() {
            return Tactics::Win(1);
        }
        let fives = shapes.fives(them);
        if let Some(five) = fives.first() {
            let is_lost = fives.len() > 1 || !shapes.is_legal(five, us);
            return if is_lost {
                Tactics::Loss(2)
            } else {
                Tactics::OnlyMove(five)
            };
        }
        if winning_four(shapes, us).is_some() {
            return Tactics::Win(3);
        }
        match defences(shapes, us) {
            None => Tactics::Quiet,
            Some(points) if points.iter().any(|point| shapes.is_legal(point, us)) => {
                Tactics::Defences(points)
            }
            Some(_) => Tactics::Loss(4),
        }
    }

    /// The only reply to a four.
    pub(super) const fn only_move(self) -> Option<Point> {
        match self {
            Tactics::OnlyMove(point) => Some(point),
            _ => None,
        }
    }

    /// The moves to the five of a decided position; empty for others. The board is left as it was.
    pub(super) fn forced_line(self, shapes: &mut ShapeBoard, side: Color) -> Vec<Option<Point>> {
        let (played, then) = match self {
            Tactics::Win(1) => return vec![shapes.fives(side).first()],
            Tactics::Win(_) => (winning_four(shapes, side), Tactics::Loss(2)),
            Tactics::Loss(2) => (block(shapes, side), Tactics::Win(1)),
            Tactics::Loss(_) => (block(shapes, side), Tactics::Win(3)),
            _ => return Vec::new(),
        };
        let mut line = vec![played];
        if let Some(point) = played {
            shapes.play(point, side);
        }
        line.extend(then.forced_line(shapes, !side));
        if played.is_some() {
            shapes.undo();
        }
        line
    }
}

/// Where `color` makes a straight four or, unless it is restricted, a double four: a four that can
/// become a five in two ways.
fn winning_four(shapes: &ShapeBoard, color: Color) -> Option<Point> {
    let straight = shapes.strongest(color, Shape::StraightFour);
    let is_legal = |point: &Point| shapes.is_legal(*point, color);
    if let Some(point) = straight.iter().find(is_legal) {
        return Some(point);
    }
    if shapes.rule().restricts(color) {
        return None;
    }
    let fours = shapes.strongest(color, Shape::Four);
    let is_double = |point: &Point| shapes.counts(*point, color).fours() >= 2;
    fours.iter().find(is_double)
}

/// The moves of `us` that can hold against straight fours of the opponent: points that all of them
/// need, and fours. `None` if there is no straight four, or where a move elsewhere could make one
/// forbidden.
///
/// Sound: a straight four needs its own point and one on either side. A white stone elsewhere can
/// only make it forbidden to Black if it makes a three real that was none, so two threes must be
/// there beforehand.
fn defences(shapes: &ShapeBoard, us: Color) -> Option<PointSet> {
    let them = !us;
    let mut common: Option<PointSet> = None;
    for point in shapes.strongest(them, Shape::StraightFour).iter() {
        if them == Color::Black && shapes.suspects().contains(point) {
            return None;
        }
        for direction in Direction::ALL {
            let entry = shapes.shapes(point, them)[direction];
            if entry.shape() == Shape::StraightFour {
                let needed = needed_points(shapes, point, direction, them);
                common = Some(common.map_or(needed, |common| common & needed));
            }
        }
    }
    common.map(|common| common | shapes.fours(us))
}

/// The points of a straight four that a stone on `point` would make: its own, and the two that
/// would make it a five.
fn needed_points(
    shapes: &ShapeBoard,
    point: Point,
    direction: Direction,
    color: Color,
) -> PointSet {
    let end = |sign: i8| {
        (1..=4)
            .filter_map(|count| point.step(direction, sign * count))
            .find(|&at| shapes.board().stone(at) != Some(color))
    };
    let points = [Some(point), end(1), end(-1)];
    points.into_iter().flatten().collect()
}

/// A move of a side that loses to fives: one that stops a five, or any legal one; `None` is a pass.
fn block(shapes: &ShapeBoard, side: Color) -> Option<Point> {
    let fives = shapes.fives(!side);
    let others = shapes.board().empties() - fives;
    let mut all = fives.iter().chain(others.iter());
    all.find(|&point| shapes.is_legal(point, side))
}
