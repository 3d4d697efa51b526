//! A game record: a tree of moves with metadata, board size and rule, convertible from `Setup`.

use crate::board::Color;
use crate::geometry::{Size, Symmetry};
use crate::rule::Rule;

use super::{GameInfo, GameNode, PositionId, Setup, Tree, TreePlace};

/// A game as a file holds it: moves with variations, and what is said about them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// What the file calls it.
    pub id: Option<PositionId>,
    /// The side of the board.
    pub size: Option<Size>,
    /// The rule, if it is one of ours.
    pub rule: Option<Rule>,
    /// What is said about it; times and values of moves are in the tree.
    pub info: GameInfo,
    /// The moves with their variations.
    pub tree: Tree,
}

impl Game {
    /// The stones and moves of the line that ends at a place, see [`Tree::setup`].
    pub fn setup(&self, place: TreePlace) -> Setup {
        let mut setup = self.tree.setup(place);
        if !self.info.is_empty() {
            let of_moves = setup.info.take().unwrap_or_default();
            setup.info = Some(Box::new(GameInfo {
                times: of_moves.times,
                values: of_moves.values,
                ..self.info.clone()
            }));
        }
        Setup {
            id: self.id.clone(),
            size: self.size,
            rule: self.rule,
            ..setup
        }
    }

    /// The stones and moves of the main line.
    pub fn main_setup(&self) -> Setup {
        self.setup(self.tree.main_line().last().unwrap_or(Tree::ROOT))
    }

    /// The game with all its points turned or mirrored on a board of its size, 15 if it has none;
    /// points off that board stay.
    #[must_use]
    pub fn transformed(mut self, symmetry: Symmetry) -> Game {
        let size = self.size.unwrap_or(Size::RENJU);
        self.info.transform(symmetry, size);
        self.tree.transform(symmetry, size);
        self
    }
}

/// A game of one line. What only diagrams say is left out: the mark of the last move, points marked
/// as forbidden, expectations.
impl From<Setup> for Game {
    fn from(setup: Setup) -> Game {
        let mut tree = Tree::default();
        let root = tree.node_mut(Tree::ROOT);
        let first = Some(setup.first_to_play());
        let to_move = if setup.moves.is_empty() {
            setup.to_move
        } else {
            first.filter(|_| setup.first.is_some())
        };
        let has_stones = !setup.black.is_empty() || !setup.white.is_empty();
        if has_stones || to_move.is_some() {
            let more = root.more_mut();
            (more.black, more.white) = (setup.black.clone(), setup.white.clone());
            more.to_move = to_move;
        }
        let mut info = setup.info.as_deref().cloned().unwrap_or_default();
        let times = std::mem::take(&mut info.times);
        let values = std::mem::take(&mut info.values);
        if let Some(&Some(value)) = values.first() {
            root.more_mut().value = Some(value);
        }
        let mut at = Tree::ROOT;
        for (number, &point) in setup.moves.iter().enumerate() {
            let mut node = GameNode::of_move(setup.to_play_after(number), point);
            if let Some(&Some(time)) = times.get(number) {
                node.more_mut().time = Some(time);
            }
            if let Some(&Some(value)) = values.get(number + 1) {
                node.more_mut().value = Some(value);
            }
            at = tree.add(at, node);
        }
        let after_moves = setup.to_play_after(setup.moves.len());
        let is_said = |to_move: &Color| *to_move != after_moves;
        if let Some(to_move) = setup.to_move.filter(is_said)
            && at != Tree::ROOT
        {
            tree.node_mut(at).more_mut().to_move = Some(to_move);
        }
        Game {
            id: setup.id,
            size: setup.size,
            rule: setup.rule,
            info,
            tree,
        }
    }
}
