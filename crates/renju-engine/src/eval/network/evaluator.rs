//! Neural network evaluator: the value by `shapes`, corrected by a small learned network.

use std::sync::LazyLock;

use super::features::board_features;
use super::incremental::IncrementalNetwork;
use super::weights::{BoardFeatures, NetworkWeights};
use crate::eval::shapes::{IncrementalShapes, Shapes, Sixteenths, facts};
use crate::eval::weights::read;
use crate::eval::{
    Evaluation, Evaluator, EvaluatorInfo, Failure, Incremental, Term, Weighted, Weights,
    WeightsError, WeightsText, Worth,
};
use renju_core::board::{Board, ByColor, Color};
use renju_core::geometry::Point;
use renju_core::pattern::ShapeBoard;
use renju_core::position::Position;
use renju_core::rule::Rule;

/// The learned evaluator: `shapes`, and what a network adds to the value of the board.
pub type Network = Weighted<NetworkWeights>;

impl Weights for NetworkWeights {
    const INFO: &'static str = include_str!("info.toml");
    const SHIPPED: &'static str = include_str!("weights.toml");

    type Evaluator = Weighted<NetworkWeights>;

    fn into_evaluator(self, info: EvaluatorInfo) -> Weighted<NetworkWeights> {
        Weighted::new(info, self)
    }

    fn from_toml(text: WeightsText<'_>) -> Result<NetworkWeights, WeightsError> {
        read(text)
    }
}

impl Network {
    /// The evaluator as it ships, made when it is first asked for.
    pub fn ours() -> &'static Network {
        static OURS: LazyLock<Network> = LazyLock::new(|| Network::shipped(""));
        &OURS
    }

    /// What a board is worth to `mover`, who is to move.
    pub fn board_value(&self, board: &Board, rule: Rule, mover: Color) -> Sixteenths {
        Shapes::ours().board_value(board, rule, mover) + self.added(board, rule, mover)
    }

    /// The value of a board kept up to date under play and undo.
    pub fn keep(&self, board: Board, rule: Rule) -> IncrementalNetwork<'_> {
        let shapes = IncrementalShapes::new(board, rule, Shapes::ours().weights());
        IncrementalNetwork::new(shapes, self.weights())
    }

    /// What the network adds to the value of the board for `mover`, who is to move.
    fn added(&self, board: &Board, rule: Rule, mover: Color) -> Sixteenths {
        let network = self.weights.of(rule);
        let told = BoardFeatures {
            features: &board_features(network, &ShapeBoard::new(board.clone(), rule)),
            facts: facts(board, rule, mover),
            stones: board.stone_count(),
        };
        network.value(&told, mover)
    }

    /// The same as `side` sees it.
    fn added_for(&self, position: &Position, side: Color) -> Sixteenths {
        let mover = position.to_move();
        let added = self.added(position.board(), position.rule(), mover);
        if side == mover { added } else { -added }
    }
}

impl Evaluator for Network {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        Ok(self.evaluate_both(position)?.into_of(side))
    }

    fn evaluate_both(&self, position: &Position) -> Result<ByColor<Evaluation>, Failure> {
        let mover = position.to_move();
        let value = self.board_value(position.board(), position.rule(), mover);
        let mut both = Shapes::ours().evaluate_both(position)?;
        for side in Color::BOTH {
            let seen = if side == mover { value } else { -value };
            both[side].board = Some(seen.worth());
        }
        Ok(both)
    }

    fn board_terms(&self, position: &Position, side: Color) -> Option<Vec<Term>> {
        let mut terms = Shapes::ours().board_terms(position, side)?;
        let added = self.added_for(position, side).worth();
        if added != Worth::default() {
            let name = format!("the network, {} to move", position.to_move());
            terms.push(Term::new(name, added, Vec::new()));
        }
        Some(terms)
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        Shapes::ours().point_terms(position, side, point)
    }

    fn incremental(&self, board: &Board, rule: Rule) -> Option<Incremental<'_>> {
        Some(self.keep(board.clone(), rule).into())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use renju_core::geometry::Size;

    fn check(rule: Rule, size: Size, plays: &[(u16, u8)]) {
        let network = Network::ours();
        let mut kept = network.keep(Board::empty(size), rule);
        for &(choice, kind) in plays {
            let empties: Vec<Point> = kept.shapes().board().empties().iter().collect();
            if kind < 3 || empties.is_empty() {
                kept.undo();
            } else {
                let color = Color::BOTH[usize::from(choice % 2)];
                kept.play(empties[usize::from(choice / 2) % empties.len()], color);
            }
            if kind % 2 == 0 {
                continue; // The features learn of several stones at once.
            }
            for mover in Color::BOTH {
                let expected = network.board_value(kept.shapes().board(), rule, mover);
                assert_eq!(kept.value(mover), expected.points());
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn the_kept_value_equals_the_recomputed_one(
            side in 5u8..=20,
            plays in prop::collection::vec((any::<u16>(), 0u8..10), 160),
        ) {
            let size = Size::new(side).unwrap();
            for rule in Rule::ALL {
                check(rule, size, &plays);
            }
        }
    }

    /// Where both sides have the same rules, the colours can be swapped.
    #[test]
    fn swapped_colors_have_the_same_value() {
        let points = |names: &str| -> Vec<Point> {
            let names = names.split_whitespace();
            names.map(|name| name.parse().unwrap()).collect()
        };
        let (one, other) = (points("H8 I9 J8 G6"), points("I8 H9 G7"));
        let board = Board::with_stones(Size::RENJU, &one, &other);
        let swapped = Board::with_stones(Size::RENJU, &other, &one);
        for rule in [Rule::Standard, Rule::Freestyle] {
            for mover in Color::BOTH {
                let value = |board, mover| Network::ours().board_value(board, rule, mover);
                assert_eq!(value(&board, mover), value(&swapped, !mover));
            }
        }
    }

    #[test]
    fn standard_gomoku_has_the_network_of_freestyle_unless_the_file_has_one() {
        let renju = NetworkWeights::SHIPPED.find("[renju]").unwrap();
        let own = NetworkWeights::SHIPPED[renju..].replace("[renju", "[standard");
        let text = format!("{}\n{own}", NetworkWeights::SHIPPED);
        let weights = NetworkWeights::from_toml(text.as_str().into()).unwrap();
        let shipped = Network::ours().weights();
        assert_eq!(shipped.of(Rule::Standard), &shipped.freestyle);
        assert_eq!(weights.of(Rule::Standard), &shipped.renju);
        assert_eq!(weights.freestyle, shipped.freestyle);
    }

    #[test]
    fn empty_boards_of_all_sizes_are_worth_the_same() {
        for rule in Rule::ALL {
            let value = |side| {
                let board = Board::empty(Size::new(side).unwrap());
                Network::ours().board_value(&board, rule, Color::Black)
            };
            assert_eq!(value(12), value(20));
        }
    }
}
