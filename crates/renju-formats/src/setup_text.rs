//! Output buffer of the writers: checks the stones of a set-up and counts the losses of a format.

use renju_core::board::{ByColor, Color};
use renju_core::geometry::{Point, PointSet, Size};
use renju_core::position::{Game, GameInfo, Setup, Tree};

use super::loss::{Impossible, Loss, Losses};

/// A text in the making, and what there is to say of the set-up it is made of.
pub(super) struct SetupText<'a> {
    setup: &'a Setup,
    pub(super) size: Size,
    /// All stones after the moves.
    stones: ByColor<PointSet>,
    /// The bytes as far as they are written.
    pub(super) body: Vec<u8>,
    /// What they leave out.
    pub(super) lost: Losses,
    /// What they keep of the information about the game.
    kept: Vec<Loss>,
}

impl<'a> SetupText<'a> {
    /// Begins a text about `setup`.
    ///
    /// # Errors
    ///
    /// If the stones of `setup` stand on no board.
    pub(super) fn about(setup: &'a Setup) -> Result<SetupText<'a>, Impossible> {
        let size = setup.size.unwrap_or(Size::RENJU);
        let mut stones = ByColor::<PointSet>::default();
        for (point, color, _) in setup.stones() {
            if !point.is_on(size) {
                return Err(Impossible::OffBoard(point, size));
            }
            if stones[!color].contains(point) || !stones[color].insert(point) {
                return Err(Impossible::PointTaken(point));
            }
        }
        Ok(SetupText {
            setup,
            size,
            stones,
            body: Vec::new(),
            lost: Losses::default(),
            kept: Vec::new(),
        })
    }

    /// Whether stones stand on the board before the first move.
    pub(super) fn has_stones_before_moves(&self) -> bool {
        !self.setup.black.is_empty() || !self.setup.white.is_empty()
    }

    /// Refuses a game that Black does not begin on the empty board.
    ///
    /// # Errors
    ///
    /// `NoOrder` or `WhiteFirst`.
    pub(super) fn begins_with_black(&self) -> Result<(), Impossible> {
        if self.has_stones_before_moves() {
            return Err(Impossible::NoOrder);
        }
        if self.setup.first_to_play() != Color::Black && !self.setup.moves.is_empty() {
            return Err(Impossible::WhiteFirst);
        }
        Ok(())
    }

    /// The moves of a game that Black begins on the empty board, none of them a pass.
    ///
    /// # Errors
    ///
    /// If it is another.
    pub(super) fn points_in_order(&self) -> Result<Vec<Point>, Impossible> {
        self.begins_with_black()?;
        let points: Option<Vec<Point>> = self.setup.moves.iter().copied().collect();
        points.ok_or(Impossible::Pass)
    }

    /// The stones of each colour in reading order.
    pub(super) fn by_color(&self) -> ByColor<Vec<Point>> {
        ByColor::from_fn(|color| self.stones[color].iter().collect())
    }

    /// The stone on a point after the moves.
    pub(super) fn stone_at(&self, point: Point) -> Option<Color> {
        let has_stone = |color: &Color| self.stones[*color].contains(point);
        Color::BOTH.into_iter().find(has_stone)
    }

    /// How many stones stand on the board after the moves.
    pub(super) fn stone_count(&self) -> usize {
        Color::BOTH
            .map(|color| self.stones[color].len())
            .iter()
            .sum()
    }

    /// The side to move: as said, else whose turn it is after the moves, if there are any.
    pub(super) fn to_move(&self) -> Option<Color> {
        let moves = self.setup.moves.len();
        let after_moves = (moves > 0).then(|| self.setup.to_play_after(moves));
        self.setup.to_move.or(after_moves)
    }

    /// The side to move by the counts: Black has as many stones as White, or one more.
    pub(super) fn side_by_counts(&self) -> Option<Color> {
        let ahead = self
            .stones
            .black
            .len()
            .checked_sub(self.stones.white.len())?;
        Color::BOTH.get(ahead).copied()
    }

    /// Notes which of these the format cannot say, as far as the set-up says them.
    pub(super) fn leave_out(&mut self, losses: &[Loss]) {
        for &loss in losses {
            self.lost.add(loss, self.said(loss));
        }
    }

    /// Notes a loss, if there is something to lose.
    pub(super) fn lose(&mut self, loss: Loss, is_lost: bool) {
        self.lost.add(loss, usize::from(is_lost));
    }

    /// Notes what the format says of the information about the game; all else of that is lost.
    pub(super) fn keep(&mut self, kept: &[Loss]) {
        self.kept.extend(kept);
    }

    /// Notes that the format says all the information about the game.
    pub(super) fn keep_all(&mut self) {
        self.keep(&OF_INFO);
    }

    /// The bytes, and what they leave out.
    pub(super) fn written(mut self) -> Written {
        let of_info = OF_INFO.iter().filter(|loss| !self.kept.contains(loss));
        let lost: Vec<Loss> = of_info.copied().collect();
        self.leave_out(&lost);
        Written {
            bytes: self.body,
            lost: self.lost,
        }
    }

    /// How often the set-up says something that a reader would not assume anyway.
    fn said(&self, loss: Loss) -> usize {
        let setup = self.setup;
        if let Some(info) = setup.info.as_deref().filter(|_| OF_INFO.contains(&loss)) {
            let is_other_rule = loss == Loss::Properties && setup.rule.is_none();
            return said_by(info, loss) + usize::from(is_other_rule && info.rule.is_some());
        }
        match loss {
            Loss::Name => usize::from(setup.id.is_some()),
            Loss::Size => usize::from(self.size != Size::RENJU),
            Loss::Rule => usize::from(setup.rule.is_some()),
            Loss::SideToMove => {
                let by_moves = setup.to_play_after(setup.moves.len());
                usize::from(setup.to_move.is_some_and(|color| color != by_moves))
            }
            Loss::MoveOrder => usize::from(!setup.moves.is_empty()),
            Loss::Passes => setup.moves.iter().filter(|point| point.is_none()).count(),
            Loss::LastMove => {
                let last = setup.moves.iter().rev().find_map(|&point| point);
                usize::from(setup.last.is_some() && setup.last != last)
            }
            Loss::Claims => setup.claims.len(),
            Loss::Marks => setup.marks.len(),
            Loss::Expectations => setup.expect.len(),
            _ => 0,
        }
    }
}

/// What moves alone say nothing about, apart from the information about the game.
pub(super) const BESIDE_MOVES: [Loss; 8] = [
    Loss::Name,
    Loss::Size,
    Loss::Rule,
    Loss::SideToMove,
    Loss::LastMove,
    Loss::Claims,
    Loss::Marks,
    Loss::Expectations,
];

/// The losses of [`GameInfo`].
const OF_INFO: [Loss; 7] = [
    Loss::Players,
    Loss::Event,
    Loss::Result,
    Loss::Times,
    Loss::Values,
    Loss::Best,
    Loss::Properties,
];

/// What is said about a game beside these.
pub(super) fn said_beside(info: &GameInfo, kept: &[Loss]) -> Losses {
    let mut lost = Losses::default();
    for loss in OF_INFO.iter().filter(|loss| !kept.contains(loss)) {
        lost.add(*loss, said_by(info, *loss));
    }
    lost
}

/// How often something is said about a game.
fn said_by(info: &GameInfo, loss: Loss) -> usize {
    let some = |texts: &[&Option<String>]| usize::from(texts.iter().any(|text| text.is_some()));
    match loss {
        Loss::Players => some(&[&info.black_player, &info.white_player]),
        Loss::Event => some(&[&info.date, &info.event, &info.round]),
        Loss::Result => some(&[&info.result]),
        Loss::Times => usize::from(info.times.iter().any(Option::is_some)),
        Loss::Values => info.values.iter().flatten().count(),
        Loss::Best => usize::from(info.best.is_some()),
        Loss::Properties => info.properties.len(),
        _ => 0,
    }
}

/// What a format that has nothing but the tree leaves out of a game.
pub(super) fn beside_tree(game: &Game) -> Losses {
    let mut lost = said_beside(&game.info, &[]);
    lost.add(Loss::Name, usize::from(game.id.is_some()));
    lost.add(Loss::Rule, usize::from(game.rule.is_some()));
    let is_other_rule = game.rule.is_none() && game.info.rule.is_some();
    lost.add(Loss::Properties, usize::from(is_other_rule));
    lost
}

/// What was written, and what it leaves out.
pub(super) struct Written {
    pub(super) bytes: Vec<u8>,
    pub(super) lost: Losses,
}

/// What is lost of a tree where nothing but the moves of its main line is taken.
pub fn losses_of_line(tree: &Tree) -> Losses {
    let mut lost = Losses::default();
    lost.add(Loss::Variations, tree.lines().count() - 1);
    for place in tree.places() {
        let node = tree.node(place);
        lost.add(Loss::Comments, node.text_count());
        let Some(more) = node.more() else {
            continue;
        };
        lost.add(Loss::Labels, more.labels.len());
        lost.add(Loss::Marks, more.marks.len() + usize::from(more.is_marked));
        lost.add(
            Loss::Properties,
            more.properties.len() + usize::from(more.is_start),
        );
        let is_edit = place != Tree::ROOT && more.changes_stones();
        lost.add(Loss::SetUpStones, usize::from(is_edit));
    }
    lost
}
