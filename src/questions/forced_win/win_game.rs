//! Proof trees as games with variations, which other programs show.

use thiserror::Error;

use crate::board::Color;
use crate::geometry::Point;
use crate::position::{Game, GameNode, Position, Tree, TreePlace};
use crate::questions::ForcedWinReport;
use crate::threat::{NodeId, ProofTree, ThreatOutcome};

/// The most moves of the attacker that a game of a proof tree has.
pub const MAX_GAME_ATTACKS: u64 = 1_000_000;

/// Why a tree does not become a game: replies cannot share an answer there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "as a game the tree has {attacks} moves of the attacker, but at most {MAX_GAME_ATTACKS} are allowed"
)]
pub struct TooLarge {
    /// The attacks of the tree without sharing; at most `u64::MAX`.
    pub attacks: u64,
}

/// An answer as a game: the stones of the position, and a variation for each reply of the proof
/// tree. "Any other reply" is a pass with a comment. Without a win the game has no moves and a
/// comment that says so, so that the games of a file are the positions of the input.
///
/// # Errors
///
/// If it would have more than [`MAX_GAME_ATTACKS`] moves of the attacker.
pub fn win_game(position: &Position, report: &ForcedWinReport) -> Result<Game, TooLarge> {
    let attacks = report.tree.as_ref().map_or(0, ProofTree::unshared_len);
    if attacks > MAX_GAME_ATTACKS {
        return Err(TooLarge { attacks });
    }
    let mut tree = Tree::default();
    let root = tree.node_mut(Tree::ROOT);
    root.text_mut().comment = comment(report);
    let root = root.more_mut();
    let stones = |color| position.board().stones(color).iter().collect();
    (root.black, root.white) = (stones(Color::Black), stones(Color::White));
    root.to_move = Some(position.to_move());
    if let Some(proof) = &report.tree
        && let Some(first) = proof.root()
    {
        let mut at = Tree::ROOT;
        if position.to_move() != report.attacker {
            at = tree.add(at, reply(!report.attacker, None, "pass"));
        }
        add_attacks(&mut tree, at, proof, first, report.attacker);
    }
    Ok(Game {
        id: Some(report.header.id.clone()),
        size: Some(position.board().size()),
        rule: Some(position.rule()),
        tree,
        ..Game::default()
    })
}

/// Adds an attack with all that follows, by a stack of its own, so that lines may be long.
fn add_attacks(
    tree: &mut Tree,
    above: TreePlace,
    proof: &ProofTree,
    first: NodeId,
    attacker: Color,
) {
    let mut open = vec![(above, first)];
    while let Some((above, id)) = open.pop() {
        let node = proof.node(id);
        let mut attack = GameNode::of_move(attacker, Some(node.attack));
        if node.is_leaf() {
            "five".clone_into(&mut attack.text_mut().comment);
        }
        let at = tree.add(above, attack);
        for &(point, answer) in &node.replies {
            open.push((tree.add(at, reply(!attacker, Some(point), "")), answer));
        }
        if let Some(answer) = node.others {
            open.push((
                tree.add(at, reply(!attacker, None, "any other reply")),
                answer,
            ));
        }
    }
}

/// A move of the defender, with a comment if it is not empty.
fn reply(defender: Color, point: Option<Point>, comment: &str) -> GameNode {
    let mut node = GameNode::of_move(defender, point);
    if !comment.is_empty() {
        comment.clone_into(&mut node.text_mut().comment);
    }
    node
}

fn comment(report: &ForcedWinReport) -> String {
    let (attacker, study) = (report.attacker, report.header.study);
    match (report.outcome, &report.tree) {
        (ThreatOutcome::Win, Some(tree)) if tree.is_empty() => format!("{attacker} has won"),
        (ThreatOutcome::Win, _) => format!("{attacker} wins"),
        (ThreatOutcome::None, _) => format!("no {study} for {attacker}"),
        (ThreatOutcome::Unknown, _) => format!("{study} for {attacker}: undecided"),
    }
}
