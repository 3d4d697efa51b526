//! Which points a proved win depends on: the relevance zone of its tree (Thomsen 2000).

use std::collections::HashSet;

use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet};
use renju_core::limits::Control;
use renju_core::pattern::{Shape, ShapeBoard};
use renju_core::position::Position;

use super::{NodeId, ProofTree};

/// Positions of a tree that are looked at, at most; of a greater one all points are relevant.
const MAX_POSITIONS: u64 = 50_000;

/// Positions between two looks at the clock.
const POSITIONS_BETWEEN_LOOKS: u64 = 256;

/// The points where one more stone of the defender could spoil a win of `attacker`, who is to move;
/// with a stone on any other point `tree` still wins. Where that is not known it is every empty point.
///
/// `tree` has to be a win on this board ([`verify`](super::verify)). Relevant are the points that it
/// names, those where the defender would gain a four on the way, alone or with a reply that is
/// answered as one of the others, and those that change what is forbidden to Black.
///
/// ```
/// use renju_core::limits::{Control, Limits};
/// use renju_core::position::{Position, PositionOverrides, Setup};
/// use renju_engine::threat::{Answer, Attack, SolveOptions, relevant_points, solve};
///
/// let points = |names: &str| names.split(' ').map(|name| name.parse().unwrap()).collect();
/// let setup = Setup { black: points("F8 G8 H8"), white: points("A1 A3 N5"), ..Setup::default() };
/// let position = Position::from_setup(&setup, &PositionOverrides::default())?;
/// let control = Control::new(Limits::nodes(10_000));
/// let Answer::Proven(tree) = solve(&position, &SolveOptions::new(Attack::Vcf), &control).answer
/// else {
///     panic!("a three wins");
/// };
/// let relevant = relevant_points(&position, position.to_move(), &tree, &control);
/// let names: Vec<_> = relevant.iter().map(|point| point.to_string()).collect();
/// assert_eq!(names, ["D8", "E8", "I8"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn relevant_points(
    position: &Position,
    attacker: Color,
    tree: &ProofTree,
    control: &Control<'_>,
) -> PointSet {
    let empties = position.board().empties();
    let mut zone = Relevance {
        shapes: ShapeBoard::new(position.board().clone(), position.rule()),
        attacker,
        tree,
        control,
        points: PointSet::EMPTY,
        seen: HashSet::new(),
    };
    let is_known = tree.root().and_then(|root| zone.add(root, Other::None));
    is_known.map_or(empties, |()| zone.points & empties)
}

/// Whether the board lacks a reply that may be anywhere, being one of the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Other {
    None,
    Anywhere,
}

struct Relevance<'a> {
    shapes: ShapeBoard,
    attacker: Color,
    tree: &'a ProofTree,
    control: &'a Control<'a>,
    points: PointSet,
    seen: HashSet<(NodeId, u64, Other)>,
}

impl Relevance<'_> {
    /// Adds the points of a node, the attacker to move; `None` if any point may be relevant.
    fn add(&mut self, id: NodeId, other: Other) -> Option<()> {
        let node = self.tree.node(id);
        self.points.insert(node.attack);
        let key = self.shapes.key(self.attacker);
        if node.is_leaf() || !self.seen.insert((id, key, other)) {
            return Some(());
        }
        let count = self.seen.len() as u64;
        let is_stopped = || self.control.stop_reason(0).is_some();
        if count > MAX_POSITIONS || count.is_multiple_of(POSITIONS_BETWEEN_LOOKS) && is_stopped() {
            return None;
        }
        let restricts = |color| self.shapes.rule().restricts(color);
        // A point that makes too few shapes to be forbidden makes no more behind another white stone.
        if restricts(self.attacker) && self.shapes.suspects().contains(node.attack) {
            self.add_spoilers(&[node.attack], other)?;
        }
        self.shapes.play(node.attack, self.attacker);
        let found = self.add_replies(id, other);
        self.shapes.undo();
        found
    }

    /// Adds what matters with the attack of a node on the board.
    fn add_replies(&mut self, id: NodeId, other: Other) -> Option<()> {
        let (tree, defender) = (self.tree, !self.attacker);
        let node = tree.node(id);
        let gained = match other {
            Other::None => Shape::Four,
            Other::Anywhere => Shape::ClosedThree,
        };
        let gains = |point: &Point| self.shapes.counts(*point, defender).strongest() >= gained;
        let gains: PointSet = self.shapes.board().empties().iter().filter(gains).collect();
        self.points = self.points | gains;
        let others = node.others.map(|answer| (answer, tree.node(answer)));
        if self.shapes.rule().restricts(defender) {
            // One more stone may allow what is no reply so far, and is not answered.
            let is_answered = |point: Point| {
                others.is_some_and(|(_, answer)| answer.is_leaf() && answer.attack != point)
            };
            let suspects = self.shapes.suspects().iter();
            let forbidden = suspects
                .filter(|&point| !is_answered(point) && !self.shapes.is_legal(point, defender));
            let forbidden: Vec<Point> = forbidden.collect();
            self.add_spoilers(&forbidden, other)?;
        }
        for &(reply, answer) in &node.replies {
            self.points.insert(reply);
            self.shapes.play(reply, defender);
            let found = self.add(answer, other);
            self.shapes.undo();
            found?;
        }
        match others {
            Some((answer, node)) if node.is_leaf() => self.add(answer, other),
            Some(_) if other == Other::Anywhere => None,
            Some((answer, _)) => self.add(answer, Other::Anywhere),
            None => Some(()),
        }
    }

    /// Adds the points where a stone of the defender changes whether Black may play one of `asked`.
    fn add_spoilers(&mut self, asked: &[Point], other: Other) -> Option<()> {
        if asked.is_empty() {
            return Some(());
        }
        if other == Other::Anywhere {
            return None;
        }
        let are_legal = |shapes: &ShapeBoard| -> Vec<bool> {
            let is_legal = |&point| shapes.is_legal(point, Color::Black);
            asked.iter().map(is_legal).collect()
        };
        let before = are_legal(&self.shapes);
        for point in (self.shapes.board().empties() - self.points).iter() {
            if !asked.contains(&point) {
                self.shapes.play(point, !self.attacker);
                if are_legal(&self.shapes) != before {
                    self.points.insert(point);
                }
                self.shapes.undo();
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threat::{Answer, Attack, SolveOptions, TreeErrorKind, VerifyError, solve, verify};
    use renju_core::board::Board;
    use renju_core::geometry::Size;
    use renju_core::limits::Limits;
    use renju_core::rule::Rule;
    use renju_core::split_mix::SplitMix64;

    /// Random stones near the middle, as dense as a late opening.
    fn random_position(random: &mut SplitMix64, rule: Rule, attacker: Color) -> Position {
        let mut board = Board::empty(Size::RENJU);
        for count in 0..20 {
            let color = if count % 2 == 0 {
                Color::Black
            } else {
                Color::White
            };
            let place = |random: &mut SplitMix64| 3 + (random.number() % 9) as u8;
            let point = Point::new(place(random), place(random)).expect("it is near the middle");
            if board.is_empty(point) {
                board.place(point, color);
            }
        }
        Position::of_board(board, rule, attacker)
    }

    /// A stone elsewhere leaves the tree a win: the rules say so of every point.
    #[test]
    fn a_win_stands_where_a_stone_is_not_relevant() {
        let mut random = SplitMix64::new(43);
        let (mut wins, mut spared) = (0, 0);
        while wins < 60 {
            let rule = [Rule::Renju, Rule::Renju, Rule::Standard][wins % 3];
            let attacker = if wins % 2 == 0 {
                Color::Black
            } else {
                Color::White
            };
            let position = random_position(&mut random, rule, attacker);
            let control = Control::new(Limits::nodes(3_000));
            let options = SolveOptions {
                table_bytes: 1 << 20,
                ..SolveOptions::new(Attack::Vct)
            };
            let Answer::Proven(tree) = solve(&position, &options, &control).answer else {
                continue;
            };
            if tree.root().is_none_or(|root| tree.node(root).is_leaf()) {
                continue;
            }
            wins += 1;
            let unlimited = Control::unlimited();
            let relevant = relevant_points(&position, attacker, &tree, &unlimited);
            for point in (position.board().empties() - relevant).iter() {
                let mut board = position.board().clone();
                board.place(point, !attacker);
                let after = Position::of_board(board, rule, attacker);
                spared += 1;
                match verify(&after, attacker, &tree, &unlimited) {
                    Ok(_) => {}
                    // A reply that is forbidden now needs no answer.
                    Err(VerifyError::Wrong(error))
                        if matches!(error.kind, TreeErrorKind::ReplyForbidden { .. }) => {}
                    Err(error) => panic!("{point}: {error} in {:?}", position.to_setup()),
                }
            }
        }
        assert!(spared > 60 * 100, "{spared} points are not relevant");
    }
}
