use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use crate::board::{ByColor, Color};
use crate::geometry::{Point, Size};
use crate::named_enum::named_enum;
use crate::position::Setup;

/// What stands in the way of writing a set-up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WriteError {
    /// The format cannot say everything.
    #[error("{0}")]
    Lossy(Lossy),
    /// The format cannot say it at all.
    #[error(transparent)]
    Impossible(#[from] Impossible),
}

/// The bytes all the same, and what they leave out. The caller decides whether that matters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("what is written leaves out {}", names(lost))]
pub struct Lossy {
    /// What could be written.
    pub bytes: Vec<u8>,
    /// What could not, in the order of [`Loss`].
    pub lost: Vec<Loss>,
}

fn names(lost: &[Loss]) -> String {
    let names: Vec<&str> = lost.iter().map(|loss| loss.name()).collect();
    names.join(", ")
}

named_enum! {
    /// Something that a format does not say.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Loss: "loss" {
        /// What the position is called.
        Name = "the name",
        /// The side of the board.
        Size = "the size of the board",
        /// The rule of the game.
        Rule = "the rule",
        /// The side to move.
        SideToMove = "the side to move",
        /// In which order the stones were played.
        MoveOrder = "the order of the moves",
        /// Passes among the moves.
        Passes = "passes",
        /// Which move is marked as the last.
        LastMove = "the mark of the last move",
        /// Points marked as forbidden.
        Claims = "points marked as forbidden",
        /// What is expected of the program.
        Expectations = "expectations",
    }
}

/// Why a set-up cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Impossible {
    /// Stones without an order in a format that has only moves.
    #[error("the stones have no order, and this format has nothing but moves")]
    NoOrder,
    /// White plays the first move in a format where Black does.
    #[error("white plays first, and in this format black does")]
    WhiteFirst,
    /// A side to move that the counts do not tell, in a format where they have to.
    #[error("this format tells the side to move by the number of stones, which is another here")]
    SideFromCounts,
    /// No board: two stones on a point.
    #[error("two stones stand on {0}")]
    PointTaken(Point),
    /// No board: a stone or a mark off it.
    #[error("{0} is off the {1} board")]
    OffBoard(Point, Size),
}

/// A text in the making, and what there is to say of the set-up it is made of.
pub(super) struct SetupText<'a> {
    setup: &'a Setup,
    pub(super) size: Size,
    /// All stones after the moves.
    pub(super) stones: BTreeMap<Point, Color>,
    /// The text as far as it is written.
    pub(super) body: String,
    /// What it leaves out.
    pub(super) lost: BTreeSet<Loss>,
}

impl<'a> SetupText<'a> {
    /// Begins a text about `setup`.
    ///
    /// # Errors
    ///
    /// If the stones of `setup` stand on no board.
    pub(super) fn about(setup: &'a Setup) -> Result<SetupText<'a>, Impossible> {
        let size = setup.size.unwrap_or(Size::RENJU);
        let mut stones = BTreeMap::new();
        for (point, color, _) in setup.stones() {
            if !point.is_on(size) {
                return Err(Impossible::OffBoard(point, size));
            }
            if stones.insert(point, color).is_some() {
                return Err(Impossible::PointTaken(point));
            }
        }
        Ok(SetupText {
            setup,
            size,
            stones,
            body: String::new(),
            lost: BTreeSet::new(),
        })
    }

    /// Whether stones stand on the board before the first move.
    pub(super) fn has_stones_before_moves(&self) -> bool {
        !self.setup.black.is_empty() || !self.setup.white.is_empty()
    }

    /// The stones of each colour in reading order.
    pub(super) fn by_color(&self) -> ByColor<Vec<Point>> {
        ByColor::from_fn(|color| {
            let own = self.stones.iter().filter(|&(_, &other)| other == color);
            own.map(|(&point, _)| point).collect()
        })
    }

    /// The side to move: as said, else whose turn it is after the moves, if there are any.
    pub(super) fn to_move(&self) -> Option<Color> {
        let moves = self.setup.moves.len();
        let after_moves = (moves > 0).then(|| self.setup.to_play_after(moves));
        self.setup.to_move.or(after_moves)
    }

    /// Notes which of these the format cannot say, as far as the set-up says them.
    pub(super) fn leave_out(&mut self, losses: &[Loss]) {
        for &loss in losses {
            self.lose(loss, self.is_said(loss));
        }
    }

    /// Notes a loss, if there is something to lose.
    pub(super) fn lose(&mut self, loss: Loss, is_lost: bool) {
        if is_lost {
            self.lost.insert(loss);
        }
    }

    /// Whether the set-up says something that a reader would not assume anyway.
    fn is_said(&self, loss: Loss) -> bool {
        let setup = self.setup;
        match loss {
            Loss::Name => setup.id.is_some(),
            Loss::Size => self.size != Size::RENJU,
            Loss::Rule => setup.rule.is_some(),
            Loss::SideToMove => setup
                .to_move
                .is_some_and(|color| color != setup.to_play_after(setup.moves.len())),
            Loss::MoveOrder => !setup.moves.is_empty(),
            Loss::Passes => setup.moves.contains(&None),
            Loss::LastMove => {
                let last = setup.moves.iter().rev().find_map(|&point| point);
                setup.last.is_some() && setup.last != last
            }
            Loss::Claims => !setup.claims.is_empty(),
            Loss::Expectations => !setup.expect.is_empty(),
        }
    }
}
