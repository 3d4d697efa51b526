//! A proof tree as steps for a reader: the threat of each move and the replies it answers.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::board::Color;
use crate::geometry::{ByDirection, Point};
use crate::limits::{Control, Limits};
use crate::pattern::{Shape, ShapeBoard, made_shapes};
use crate::position::Position;
use crate::questions::MoveOrPass;
use crate::rule::{Run, winning_rows};
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
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
    /// A VCF, were it the attacker's turn again.
    Vcf {
        /// The moves of both sides.
        moves: Vec<MoveOrPass>,
    },
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

/// A move of the attacker on the main line of a win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineStep {
    /// The point that the attacker plays.
    pub attack: Point,
    /// What the move threatens.
    pub threat: Threat,
    /// The rows that win: empty unless the move is a five.
    pub fives: Vec<Run>,
    /// The replies that have an answer of their own.
    pub answered: Vec<Point>,
    /// Whether one answer serves every other reply.
    pub answers_others: bool,
    /// The reply of the main line; `None` after the five.
    pub reply: Option<MoveOrPass>,
}

/// A place on the way through a tree.
struct Open {
    id: NodeId,
    depth: usize,
    answers: AnsweredReplies,
    shapes: ShapeBoard,
}

/// The moves of a win from the first on, each before the answers to its replies. At most `depth`
/// moves of the attacker in a row are shown.
pub fn win_steps(
    tree: &ProofTree,
    position: &Position,
    attacker: Color,
    depth: usize,
) -> Vec<WinStep> {
    let mut steps = Vec::new();
    let mut shown = BTreeSet::new();
    let mut open: Vec<Open> = Vec::new();
    open.extend(tree.root().map(|id| Open {
        id,
        depth: 0,
        answers: AnsweredReplies::None,
        shapes: ShapeBoard::new(position.board().clone(), position.rule()),
    }));
    while let Some(mut here) = open.pop() {
        let node = tree.node(here.id);
        let threat = threat_of(&mut here.shapes, node.attack, attacker);
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

/// The main line of a win.
pub(super) fn line(tree: &ProofTree, position: &Position, attacker: Color) -> Vec<MoveOrPass> {
    let moves = tree.main_line(position, attacker);
    moves.into_iter().map(MoveOrPass::from).collect()
}

/// The moves of the attacker on `line`, the main line of a tree.
pub(super) fn line_steps(
    tree: &ProofTree,
    position: &Position,
    attacker: Color,
    line: &[MoveOrPass],
) -> Vec<LineStep> {
    let mut shapes = ShapeBoard::new(position.board().clone(), position.rule());
    let mut next = tree.root();
    let mut steps = Vec::new();
    for moves in line.chunks(2) {
        let Some(node) = next.map(|id| tree.node(id)) else {
            break;
        };
        let threat = threat_of(&mut shapes, node.attack, attacker);
        let fives = match threat {
            Threat::Five => winning_rows(shapes.board(), shapes.rule(), attacker),
            _ => Vec::new(),
        };
        let reply = moves.get(1).copied();
        let point = match reply {
            Some(MoveOrPass::At(point)) => Some(point),
            Some(MoveOrPass::Pass) | None => None,
        };
        if let Some(point) = point {
            shapes.play(point, !attacker);
        }
        let mut named = node.replies.iter();
        let answer = named.find(|(at, _)| Some(*at) == point);
        next = answer.map(|&(_, id)| id).or(node.others);
        steps.push(LineStep {
            attack: node.attack,
            threat,
            fives,
            answered: node.replies.iter().map(|&(at, _)| at).collect(),
            answers_others: node.others.is_some(),
            reply,
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
        let mut shapes = here.shapes.clone();
        if let AnsweredReplies::Named(points) = &answers {
            shapes.play(points[0], !attacker);
        }
        places.push(Open {
            id,
            depth: here.depth + 1,
            answers,
            shapes,
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

/// Plays a move of the attacker, and classifies what it threatens.
fn threat_of(shapes: &mut ShapeBoard, attack: Point, attacker: Color) -> Threat {
    let made = made_shapes(shapes.board(), shapes.rule(), attack, attacker);
    shapes.play(attack, attacker);
    if made.0.contains(&Shape::Five) {
        return Threat::Five;
    }
    let strongest_first = || {
        let mut made = made.0.to_vec();
        made.retain(|&shape| shape >= Shape::OpenThree);
        made.sort_unstable_by_key(|&shape| std::cmp::Reverse(shape));
        made
    };
    let fives = shapes.fives(attacker);
    if !fives.is_empty() {
        return Threat::Four {
            made: strongest_first(),
            fives: fives.iter().collect(),
        };
    }
    let straight_fours = straight_fours(shapes, attack, attacker, made);
    if !straight_fours.is_empty() {
        return Threat::Three {
            made: strongest_first(),
            straight_fours,
        };
    }
    match vcf(shapes, attacker) {
        Vcf::Win(moves) => Threat::Vcf { moves },
        Vcf::None | Vcf::Unknown => Threat::Unclear,
    }
}

/// Where the threes that `attack` made become straight fours, as far as that may be played.
fn straight_fours(
    shapes: &ShapeBoard,
    attack: Point,
    attacker: Color,
    made: ByDirection<Shape>,
) -> Vec<Point> {
    let extends = |at: Point| {
        made.iter().any(|(direction, &shape)| {
            shape == Shape::OpenThree
                && attack.distance(at, direction).is_some()
                && shapes.shapes(at, attacker)[direction].shape() == Shape::StraightFour
        })
    };
    let points = shapes.board().empties().iter();
    let legal = points.filter(|&at| extends(at) && shapes.is_legal(at, attacker));
    legal.collect()
}

/// Whether a side whose turn it is wins by fours.
enum Vcf {
    /// With these moves of both sides.
    Win(Vec<MoveOrPass>),
    None,
    Unknown,
}

/// The fours of a side, were it its turn.
fn vcf(shapes: &ShapeBoard, attacker: Color) -> Vcf {
    let position = Position::of_board(shapes.board().clone(), shapes.rule(), attacker);
    let options = SolveOptions {
        table_bytes: 1 << 20,
        ..SolveOptions::new(Attack::Vcf)
    };
    let control = Control::new(Limits::nodes(QUIET_NODES));
    match solve(&position, &options, &control).answer {
        Answer::Proven(tree) => Vcf::Win(line(&tree, &position, attacker)),
        Answer::Disproven(_) => Vcf::None,
        Answer::Unknown(_) => Vcf::Unknown,
    }
}

/// What a move is good for at first sight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovePurpose {
    /// What it threatens; `None` if nothing was found.
    pub threatens: Option<Threat>,
    /// The five or the VCF that the opponent, were it its turn, had before the move and no longer
    /// has.
    pub stops: Option<Threat>,
}

/// What the side to move threatens with a stone on `point`, an empty point that it may play, and
/// what it stops.
pub fn purpose(position: &Position, point: Point) -> MovePurpose {
    let side = position.to_move();
    let before = ShapeBoard::new(position.board().clone(), position.rule());
    let mut after = before.clone();
    let threatens = Some(threat_of(&mut after, point, side));
    let stops = if before.fives(!side).contains(point) {
        Some(Threat::Five)
    } else {
        match vcf(&before, !side) {
            Vcf::Win(moves) if matches!(vcf(&after, !side), Vcf::None) => {
                Some(Threat::Vcf { moves })
            }
            _ => None,
        }
    };
    MovePurpose {
        threatens: threatens.filter(|threat| *threat != Threat::Unclear),
        stops,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::position::{PositionOverrides, Setup};
    use crate::rule::Rule;

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
    fn the_main_line_is_told_move_by_move() {
        let (position, tree) = four_three();
        let line = line(&tree, &position, Color::Black);
        let steps = line_steps(&tree, &position, Color::Black, &line);
        let attacks: Vec<Point> = steps.iter().map(|step| step.attack).collect();
        assert_eq!(attacks, ["H8", "H9", "H10"].map(point));
        assert_eq!(steps[0].answered, [point("I8")]);
        assert_eq!(steps[0].reply, Some(MoveOrPass::At(point("I8"))));
        assert!(steps[0].answers_others && steps[0].fives.is_empty());
        assert_eq!(
            (steps[2].threat.clone(), steps[2].reply),
            (Threat::Five, None)
        );
        assert_eq!(steps[2].fives.len(), 1);
        assert_eq!(steps[2].fives[0].stones.len(), 5);
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
        let after = |black: &[&str], white: &[&str], attack: &str| {
            let board = position(black, white).board().clone();
            let mut shapes = ShapeBoard::new(board, Rule::Renju);
            threat_of(&mut shapes, point(attack), Color::Black)
        };
        assert_eq!(
            after(&["F8", "G8"], &[], "H8"),
            Threat::Three {
                made: vec![Shape::OpenThree],
                straight_fours: vec![point("E8"), point("I8")],
            }
        );
        // One more stone in column H, and H8 would make a four and a three.
        let Threat::Vcf { moves } = after(&["E8", "F8", "G8", "H6"], &["D8"], "H7") else {
            panic!("a four and a three are threatened")
        };
        assert_eq!(moves[0], MoveOrPass::At(point("H8")));
        assert_eq!(after(&["E8"], &[], "N13"), Threat::Unclear);
    }

    #[test]
    fn a_move_stops_the_five_or_the_fours_that_were_threatened() {
        let white_to_move = |black: &[&str], white: &[&str]| {
            Position::of_board(
                position(black, white).board().clone(),
                Rule::Renju,
                Color::White,
            )
        };
        // A four of black, and its only free end.
        let four = white_to_move(&["E8", "F8", "G8", "H8"], &["D8"]);
        assert_eq!(purpose(&four, point("I8")).stops, Some(Threat::Five));
        // An open three of black.
        let three = white_to_move(&["F8", "G8", "H8"], &[]);
        let stops = purpose(&three, point("I8")).stops;
        assert!(matches!(&stops, Some(Threat::Vcf { .. })), "{stops:?}");
        let far = purpose(&three, point("A1"));
        assert_eq!(
            far,
            MovePurpose {
                threatens: None,
                stops: None
            }
        );
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
