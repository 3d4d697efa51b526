use std::collections::BTreeSet;

use super::MoveOrPass;
use super::threats::line;
use crate::board::{Board, Color};
use crate::geometry::{ByDirection, Point};
use crate::limits::{Control, Limits};
use crate::pattern::{Shape, ShapeTable};
use crate::position::{Position, PositionOverrides, Setup};
use crate::rule::Rule;
use crate::threat::{Answer, Attack, Node, NodeId, ProofTree, SolveOptions, solve};

/// Enough for what a quiet move threatens, which is short.
const QUIET_NODES: u64 = 20_000;

/// A move of the attacker in a win, as a reader goes through it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinStep {
    /// Moves of the attacker before it.
    pub depth: usize,
    /// The replies that it answers.
    pub answers: AnsweredReplies,
    /// The point that the attacker plays.
    pub attack: Point,
    /// What the move threatens.
    pub threat: Threat,
    /// What is shown of the replies to it.
    pub continuation: Continuation,
}

/// The replies that a move of the attacker answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnsweredReplies {
    /// None: it is the first move.
    None,
    /// The replies on these points.
    Named(Vec<Point>),
    /// Every legal reply that is not named.
    AllOthers,
}

/// What a move threatens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Threat {
    /// Nothing any more: it is a five.
    Five,
    /// A five. The shapes that it made are fours, and maybe threes, strongest first.
    Four {
        /// The shapes of the lines through it.
        made: Vec<Shape>,
        /// The points where a five can be made.
        fives: Vec<Point>,
    },
    /// A straight four next.
    Three {
        /// The threes of the lines through it.
        made: Vec<Shape>,
        /// The points where the attacker may make a straight four.
        straight_fours: Vec<Point>,
    },
    /// A VCF, were it the attacker's turn again: its moves.
    Vcf(Vec<MoveOrPass>),
    /// Nothing that was found.
    Unclear,
}

/// What follows a step in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Continuation {
    /// The answers to all replies, except where a five at once is the answer.
    Shown,
    /// Nothing: the node was shown before, with its answers.
    Repeated,
    /// Nothing: the depth limit was reached; this number of replies is answered below.
    Hidden(usize),
}

/// A place on the way through a tree.
struct Open {
    id: NodeId,
    depth: usize,
    answers: AnsweredReplies,
    board: Board,
}

/// The moves of a win from the first on, each before the answers to its replies. At most `depth`
/// moves of the attacker in a row are shown.
pub fn win_steps(
    tree: &ProofTree,
    position: &Position,
    attacker: Color,
    depth: usize,
) -> Vec<WinStep> {
    let classifier = ThreatClassifier {
        rule: position.rule(),
        attacker,
    };
    let mut steps = Vec::new();
    let mut shown = BTreeSet::new();
    let mut open: Vec<Open> = Vec::new();
    open.extend(tree.root().map(|id| Open {
        id,
        depth: 0,
        answers: AnsweredReplies::None,
        board: position.board().clone(),
    }));
    while let Some(mut here) = open.pop() {
        let node = tree.node(here.id);
        let threat = classifier.threat(&mut here.board, node.attack);
        let mut below = replies(tree, &here, &threat, attacker);
        let continuation = if below.is_empty() {
            Continuation::Shown
        } else if shown.contains(&here.id) {
            Continuation::Repeated
        } else if here.depth + 1 >= depth {
            Continuation::Hidden(tree.count_replies(here.id))
        } else {
            shown.insert(here.id);
            Continuation::Shown
        };
        if continuation == Continuation::Shown {
            below.reverse();
            open.append(&mut below);
        }
        steps.push(WinStep {
            depth: here.depth,
            answers: here.answers,
            attack: node.attack,
            threat,
            continuation,
        });
    }
    steps
}

/// The places behind the replies to a move; not those where a four is simply completed.
fn replies(tree: &ProofTree, here: &Open, threat: &Threat, attacker: Color) -> Vec<Open> {
    let is_four = matches!(threat, Threat::Four { .. });
    let mut places = Vec::new();
    for (answers, id) in by_answer(tree.node(here.id)) {
        if is_four && tree.node(id).is_leaf() {
            continue;
        }
        let mut board = here.board.clone();
        if let AnsweredReplies::Named(points) = &answers {
            board.place(points[0], !attacker);
        }
        places.push(Open {
            id,
            depth: here.depth + 1,
            answers,
            board,
        });
    }
    places
}

/// The answers of a node, each once, with the replies that lead to it.
fn by_answer(node: &Node) -> Vec<(AnsweredReplies, NodeId)> {
    let mut groups: Vec<(Vec<Point>, NodeId)> = Vec::new();
    for &(at, answer) in &node.replies {
        match groups.iter_mut().find(|(_, other)| *other == answer) {
            Some((points, _)) => points.push(at),
            None => groups.push((vec![at], answer)),
        }
    }
    let named = groups.into_iter();
    let named = named.map(|(points, answer)| (AnsweredReplies::Named(points), answer));
    let others = node
        .others
        .map(|answer| (AnsweredReplies::AllOthers, answer));
    named.chain(others).collect()
}

/// Classifies what moves of one side threaten.
struct ThreatClassifier {
    rule: Rule,
    attacker: Color,
}

impl ThreatClassifier {
    /// Plays a move, and classifies what it threatens.
    fn threat(&self, board: &mut Board, attack: Point) -> Threat {
        let made = self.shapes(board, attack);
        board.place(attack, self.attacker);
        let made_of = |least: Shape| {
            let mut shapes: Vec<Shape> = made.0.into_iter().filter(|&got| got >= least).collect();
            shapes.sort_unstable_by(|one, other| other.cmp(one));
            shapes
        };
        if made.0.contains(&Shape::Five) {
            return Threat::Five;
        }
        let fives = self.points_where(board, |shapes| shapes.0.contains(&Shape::Five));
        if !fives.is_empty() {
            let made = made_of(Shape::OpenThree);
            return Threat::Four { made, fives };
        }
        let straight_fours = self.straight_fours(board, attack, made);
        if !straight_fours.is_empty() {
            return Threat::Three {
                made: made_of(Shape::OpenThree),
                straight_fours,
            };
        }
        self.vcf(board).map_or(Threat::Unclear, Threat::Vcf)
    }

    fn shapes(&self, board: &Board, at: Point) -> ByDirection<Shape> {
        let table = ShapeTable::of(self.rule.five_length(self.attacker));
        ByDirection::from_fn(|direction| {
            let view = board.window(at, direction).seen_by(self.attacker);
            table.look_up(view).shape()
        })
    }

    fn points_where(
        &self,
        board: &Board,
        holds: impl Fn(ByDirection<Shape>) -> bool,
    ) -> Vec<Point> {
        let is_one = |&at: &Point| holds(self.shapes(board, at));
        board.empties().iter().filter(is_one).collect()
    }

    /// Where the threes that `attack` made become straight fours, as far as that may be played.
    fn straight_fours(&self, board: &Board, attack: Point, made: ByDirection<Shape>) -> Vec<Point> {
        let extends = |at: Point| {
            made.iter().any(|(direction, &shape)| {
                shape == Shape::OpenThree
                    && attack.distance(at, direction).is_some()
                    && self.shapes(board, at)[direction] == Shape::StraightFour
            })
        };
        let points = board.empties().iter();
        let legal = points.filter(|&at| extends(at) && self.rule.allows(board, at, self.attacker));
        legal.collect()
    }

    /// The fours that would win if the defender passed.
    fn vcf(&self, board: &Board) -> Option<Vec<MoveOrPass>> {
        let stones = |color: Color| board.stones(color).iter().collect();
        let setup = Setup {
            size: Some(board.size()),
            rule: Some(self.rule),
            to_move: Some(self.attacker),
            black: stones(Color::Black),
            white: stones(Color::White),
            ..Setup::default()
        };
        let position = Position::from_setup(&setup, &PositionOverrides::default()).ok()?;
        let options = SolveOptions {
            attacker: Some(self.attacker),
            table_bytes: 1 << 20,
            ..SolveOptions::new(Attack::Vcf)
        };
        let control = Control::new(Limits::nodes(QUIET_NODES));
        match solve(&position, &options, &control).answer {
            Answer::Proven(tree) => Some(line(&tree, &position, self.attacker)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn position(black: &[&str], white: &[&str]) -> Position {
        let points = |names: &[&str]| names.iter().map(|name| point(name)).collect();
        let setup = Setup {
            size: Some(Size::RENJU),
            black: points(black),
            white: points(white),
            to_move: Some(Color::Black),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }

    fn solved(position: &Position) -> ProofTree {
        let options = SolveOptions {
            attacker: Some(Color::Black),
            ..SolveOptions::new(Attack::Vcf)
        };
        match solve(position, &options, &Control::unlimited()).answer {
            Answer::Proven(tree) => tree,
            other => panic!("{other:?}"),
        }
    }

    /// H8, a four and a three; the only free end of the four is answered.
    fn four_three() -> (Position, ProofTree) {
        let position = position(&["E8", "F8", "G8", "H6", "H7"], &["D8"]);
        let mut tree = ProofTree::empty();
        let [low, high, end] = ["H5", "H10", "I8"].map(|at| tree.add(Node::leaf(point(at))));
        let straight = tree.add(Node {
            attack: point("H9"),
            replies: vec![(point("H5"), high)],
            others: Some(low),
        });
        tree.add(Node {
            attack: point("H8"),
            replies: vec![(point("I8"), straight)],
            others: Some(end),
        });
        (position, tree)
    }

    #[test]
    fn each_step_tells_what_it_threatens() {
        let (position, tree) = four_three();
        let steps = win_steps(&tree, &position, Color::Black, usize::MAX);
        let shown: Vec<_> = steps
            .iter()
            .map(|step| (step.depth, &step.threat))
            .collect();
        let first = Threat::Four {
            made: vec![Shape::Four, Shape::OpenThree],
            fives: vec![point("I8")],
        };
        let second = Threat::Four {
            made: vec![Shape::StraightFour],
            fives: vec![point("H5"), point("H10")],
        };
        assert_eq!(shown, [(0, &first), (1, &second)]);
        assert_eq!(steps[1].answers, AnsweredReplies::Named(vec![point("I8")]));
    }

    #[test]
    fn what_lies_too_deep_is_counted() {
        let (position, tree) = four_three();
        let steps = win_steps(&tree, &position, Color::Black, 1);
        let continuations: Vec<Continuation> = steps.iter().map(|step| step.continuation).collect();
        assert_eq!(continuations, [Continuation::Hidden(4)]);
    }

    #[test]
    fn a_three_and_a_quiet_move_are_told_by_what_they_lead_to() {
        let classifier = ThreatClassifier {
            rule: Rule::Renju,
            attacker: Color::Black,
        };
        let mut board = position(&["F8", "G8"], &[]).board().clone();
        let three = classifier.threat(&mut board, point("H8"));
        assert_eq!(
            three,
            Threat::Three {
                made: vec![Shape::OpenThree],
                straight_fours: vec![point("E8"), point("I8")],
            }
        );
        // One more stone in column H, and H8 would make a four and a three.
        let mut board = position(&["E8", "F8", "G8", "H6"], &["D8"]).board().clone();
        let Threat::Vcf(line) = classifier.threat(&mut board, point("H7")) else {
            panic!("a four and a three are threatened")
        };
        assert_eq!(line[0], MoveOrPass::At(point("H8")));
        let mut board = position(&["E8"], &[]).board().clone();
        assert_eq!(classifier.threat(&mut board, point("N13")), Threat::Unclear);
    }

    #[test]
    fn a_solved_win_can_be_told() {
        let position = position(&["E8", "F8", "G8", "H6", "H7"], &["D8"]);
        let tree = solved(&position);
        let steps = win_steps(&tree, &position, Color::Black, usize::MAX);
        assert_eq!(steps[0].depth, 0);
        assert!(steps.len() >= 2);
    }
}
