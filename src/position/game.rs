use crate::board::ByColor;
use crate::geometry::Size;
use crate::rule::Rule;

use super::{PositionId, Setup, Tree, TreePlace};

/// A game as a file holds it: moves with variations, and what is said about them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// What the file calls it.
    pub id: Option<PositionId>,
    /// The side of the board.
    pub size: Option<Size>,
    /// The rule, if it is one of ours.
    pub rule: Option<Rule>,
    /// What is said about it.
    pub info: GameInfo,
    /// The moves with their variations.
    pub tree: Tree,
}

/// What a file says about a game, each as it is written there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameInfo {
    /// The players.
    pub players: ByColor<Option<String>>,
    /// When it was played.
    pub date: Option<String>,
    /// The tournament.
    pub event: Option<String>,
    /// The round of the tournament.
    pub round: Option<String>,
    /// How it ended.
    pub result: Option<String>,
    /// The rule.
    pub rule: Option<String>,
}

impl Game {
    /// The stones and moves of the line that ends at a place, see [`Tree::setup`].
    pub fn setup(&self, place: TreePlace) -> Setup {
        Setup {
            id: self.id.clone(),
            size: self.size,
            rule: self.rule,
            ..self.tree.setup(place)
        }
    }

    /// The stones and moves of the main line.
    pub fn main_setup(&self) -> Setup {
        self.setup(self.tree.main_line().last().unwrap_or(Tree::ROOT))
    }
}
