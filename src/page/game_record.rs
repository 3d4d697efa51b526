//! A game as the page has it: a tree of moves as JSON, made of what was read and turned back to be
//! written.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Color;
use crate::geometry::{Point, Size};
use crate::named_enum::named_enum;
use crate::position::{
    Game, GameInfo, GameNode, Position, PositionOverrides, Setup, SetupErrors, Tree, TreePlace,
};
use crate::questions::MoveOrPass;
use crate::report_header::PlainPosition;
use crate::rule::Rule;

/// The most nodes of a game: more is a library, and no page shows it.
const NODES: usize = 20_000;

named_enum! {
    /// What a list of games tells of one of them.
    pub enum RecordTag: "tag" {
        /// A point is forbidden to Black.
        Forbidden = "forbidden",
        /// A side has a forced win.
        Win = "win",
        /// A move was a mistake.
        Mistake = "mistake",
        /// An expectation does not hold.
        Failed = "failed",
    }
}

/// A game of the page; `docs/page.md` has its fields.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// What it is called.
    #[serde(default)]
    pub id: String,
    /// The side of the board.
    pub size: Size,
    /// The rule that is played by.
    pub rule: Rule,
    /// Black stones before the first move.
    pub black: Vec<Point>,
    /// White stones before the first move.
    pub white: Vec<Point>,
    /// Who plays the first move, or is to move where there is none; `None` if nothing says it.
    pub to_move: Option<Color>,
    /// The moves, each behind the one it follows; the first node is the beginning.
    pub nodes: Vec<RecordNode>,
    /// What is said about the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<Box<GameInfo>>,
    /// What was assumed when it was read, and what is in doubt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The place of the node that is shown; the end of the main line without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// The answer about it in words, where the page is of one answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What the list says of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<RecordTag>,
}

/// A move of a [`GameRecord`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RecordNode {
    /// The place of the node that it follows; -1 for the first one.
    pub parent: i64,
    /// The move, `None` for the beginning.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub played: Option<MoveOrPass>,
    /// The side that plays it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// What is said of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

/// Why there is no page for a game, or no game of a page.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum NoRecord {
    /// No position can have its stones.
    #[error(transparent)]
    Setup(#[from] SetupErrors),
    /// Its tree is a library.
    #[error(
        "it has {0} nodes, more than the {NODES} of a page; -n takes one position, `renju convert` one line"
    )]
    TooLarge(usize),
    /// The tree is none: the place of the node.
    #[error("node {0} does not follow any earlier node")]
    Unordered(usize),
}

impl GameRecord {
    /// The game of a position with one line of moves.
    pub fn of_setup(setup: &Setup, position: &Position) -> GameRecord {
        let to_move = match setup.moves[..] {
            [] => position.known_to_move(),
            _ => Some(setup.first_to_play()),
        };
        GameRecord {
            id: setup
                .id
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            size: position.board().size(),
            rule: position.rule(),
            black: setup.black.clone(),
            white: setup.white.clone(),
            to_move,
            nodes: nodes_in_line(setup.first_to_play(), setup.moves.iter().copied()),
            info: setup.info.clone().filter(|info| !info.is_empty()),
            notes: Vec::new(),
            at: None,
            text: None,
            tags: Vec::new(),
        }
    }

    /// A position, the move that was played in it, which is shown, and a line that proves what is right:
    /// it follows that move or stands beside it.
    pub fn of_case(
        position: &PlainPosition,
        played: Option<Point>,
        proof: &[MoveOrPass],
    ) -> GameRecord {
        let mut nodes = nodes_in_line(position.to_move, played.map(Some));
        let is_refuted = played.is_some_and(|point| proof.first() == Some(&MoveOrPass::At(point)));
        let (at, mut color) = (nodes.len() - 1, position.to_move);
        let (mut parent, line) = match proof {
            [_, rest @ ..] if is_refuted => {
                color = !color;
                (at, rest)
            }
            line => (0, line),
        };
        for &played in line {
            nodes.push(RecordNode {
                parent: parent as i64,
                played: Some(played),
                color: Some(color),
                comment: String::new(),
            });
            (parent, color) = (nodes.len() - 1, !color);
        }
        GameRecord {
            id: String::new(),
            size: position.size,
            rule: position.rule,
            black: position.black.clone(),
            white: position.white.clone(),
            to_move: Some(position.to_move),
            nodes,
            info: None,
            notes: Vec::new(),
            at: Some(at),
            text: None,
            tags: Vec::new(),
        }
    }

    /// The game of a file with its variations, of which the end of the main line is `position`. One
    /// that sets or takes stones on the way has its main line alone.
    ///
    /// # Errors
    ///
    /// If it has too many nodes.
    pub fn of_game(game: &Game, position: &Position) -> Result<GameRecord, NoRecord> {
        let tree = &game.tree;
        let record = GameRecord::of_setup(&game.main_setup(), position);
        if tree.len() > NODES {
            return Err(NoRecord::TooLarge(tree.len()));
        }
        let is_move = |place: TreePlace| tree.node(place).played.is_some();
        let has_stones = |place: TreePlace| {
            let more = tree.node(place).more();
            more.is_some_and(|more| {
                !(more.black.is_empty() && more.white.is_empty() && more.emptied.is_empty())
            })
        };
        let is_plain = tree
            .places()
            .all(|place| place == Tree::ROOT || is_move(place) && !has_stones(place));
        if !is_plain || is_move(Tree::ROOT) {
            return Ok(record);
        }
        let nodes = nodes_of(tree);
        let main = tree.main_line().count() - 1;
        let at = (nodes.len() != main + 1).then(|| main_end(&nodes));
        Ok(GameRecord {
            nodes,
            at,
            ..record
        })
    }

    /// The moves up to the node that is shown.
    pub fn shown(&self) -> Vec<&RecordNode> {
        let end = self.at.unwrap_or_else(|| main_end(&self.nodes));
        let mut moves = Vec::new();
        let mut at = i64::try_from(end).unwrap_or(-1);
        while let Some(node) = usize::try_from(at)
            .ok()
            .and_then(|place| self.nodes.get(place))
        {
            moves.push(node);
            at = node.parent.min(at - 1);
        }
        moves.reverse();
        moves.retain(|node| node.played.is_some());
        moves
    }

    /// The moves of the line that is shown: up to the node, and on by the first move that follows.
    pub fn line(&self) -> Vec<&RecordNode> {
        let mut line = self.shown();
        let mut at = self.at.unwrap_or_else(|| main_end(&self.nodes));
        let follows = |at: usize| {
            let mut later = self.nodes.iter().enumerate().skip(at + 1);
            later.find(|(_, node)| usize::try_from(node.parent) == Ok(at))
        };
        while let Some((next, node)) = follows(at) {
            line.push(node);
            at = next;
        }
        line
    }

    /// Goes back, as long as there are more moves than that up to the node that is shown.
    pub(super) fn go_back_to(&mut self, moves: usize) {
        let mut at = self.at.unwrap_or_else(|| main_end(&self.nodes));
        while self.shown().len() > moves
            && let Ok(parent) = usize::try_from(self.nodes[at].parent)
        {
            at = parent;
            self.at = Some(at);
        }
    }

    /// The game up to the node that is shown, without what follows and without variations.
    pub(super) fn up_to_shown(&self) -> GameRecord {
        let first = self.nodes.first().cloned();
        let path = first.into_iter().chain(self.shown().into_iter().cloned());
        let nodes = path
            .zip(-1..)
            .map(|(node, parent)| RecordNode { parent, ..node });
        GameRecord {
            nodes: nodes.collect(),
            at: None,
            ..self.clone()
        }
    }

    /// The game as writers take it.
    ///
    /// # Errors
    ///
    /// If its nodes are no tree, or its stones cannot stand.
    pub fn to_game(&self) -> Result<Game, NoRecord> {
        let setup = Setup {
            size: Some(self.size),
            rule: Some(self.rule),
            black: self.black.clone(),
            white: self.white.clone(),
            to_move: self.to_move,
            ..Setup::default()
        };
        let overrides = PositionOverrides {
            may_leave_side_open: true,
            ..PositionOverrides::default()
        };
        Position::from_setup(&setup, &overrides)?;
        let mut game: Game = Setup {
            moves: Vec::new(),
            first: self.to_move,
            ..setup
        }
        .into();
        if let Some(info) = &self.info {
            game.info = (**info).clone();
        }
        game.id = (!self.id.is_empty()).then(|| self.id.as_str().into());
        let mut places = vec![Tree::ROOT];
        if let Some(first) = self.nodes.first().filter(|first| !first.comment.is_empty()) {
            game.tree
                .node_mut(Tree::ROOT)
                .text_mut()
                .comment
                .clone_from(&first.comment);
        }
        for (number, node) in self.nodes.iter().enumerate().skip(1) {
            let parent = usize::try_from(node.parent)
                .ok()
                .and_then(|parent| places.get(parent));
            let (&parent, Some(played)) = (parent.ok_or(NoRecord::Unordered(number))?, node.played)
            else {
                return Err(NoRecord::Unordered(number));
            };
            let point = match played {
                MoveOrPass::At(point) => Some(point),
                MoveOrPass::Pass => None,
            };
            let mut added = GameNode::of_move(node.color.unwrap_or(Color::Black), point);
            if !node.comment.is_empty() {
                added.text_mut().comment.clone_from(&node.comment);
            }
            places.push(game.tree.add(parent, added));
        }
        Ok(game)
    }
}

/// The nodes of a game of one line, which this side begins.
fn nodes_in_line(first: Color, moves: impl IntoIterator<Item = Option<Point>>) -> Vec<RecordNode> {
    let beginning = RecordNode {
        parent: -1,
        ..RecordNode::default()
    };
    let sides = [first, !first].into_iter().cycle();
    let moves = moves.into_iter().zip(sides).zip(0..);
    let played = moves.map(|((played, color), parent)| RecordNode {
        parent,
        played: Some(played.into()),
        color: Some(color),
        comment: String::new(),
    });
    std::iter::once(beginning).chain(played).collect()
}

/// The nodes of a tree in its order.
fn nodes_of(tree: &Tree) -> Vec<RecordNode> {
    let places: Vec<TreePlace> = tree.places().collect();
    let place_of = |wanted: TreePlace| {
        places
            .binary_search(&wanted)
            .map_or(-1, |place| place as i64)
    };
    let node = |&place: &TreePlace| {
        let node = tree.node(place);
        RecordNode {
            parent: tree.parent(place).map_or(-1, place_of),
            played: node.played.map(|(_, point)| point.into()),
            color: node.played.map(|(color, _)| color),
            comment: node.comment().to_owned(),
        }
    };
    places.iter().map(node).collect()
}

/// The place at which the main line ends: always to the first node that follows.
fn main_end(nodes: &[RecordNode]) -> usize {
    let mut first_child = vec![None; nodes.len()];
    for (place, node) in nodes.iter().enumerate().skip(1) {
        if let Some(child) = usize::try_from(node.parent)
            .ok()
            .and_then(|parent| first_child.get_mut(parent))
        {
            child.get_or_insert(place);
        }
    }
    let mut at = 0;
    while let Some(next) = first_child
        .get(at)
        .copied()
        .flatten()
        .filter(|&next| next > at)
    {
        at = next;
    }
    at
}
