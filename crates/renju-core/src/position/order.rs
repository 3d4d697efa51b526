//! Invents a move order for stones that a file sets up without one, for formats that require moves.

use crate::board::Color;
use crate::geometry::Point;

use super::{Game, GameNode, Setup, Tree, TreePlace};

impl Setup {
    /// The set-up with an order for the stones that have none: Black and White in turn, each in the
    /// order in which they are listed, before the moves. `None` if the counts do not allow that, or
    /// all stones have an order.
    #[must_use]
    pub fn with_invented_order(mut self) -> Option<Setup> {
        let first = self.first_to_play();
        let order = in_turn(&self.black, &self.white)?;
        if !self.moves.is_empty() && first != to_play_after(&order) {
            return None;
        }
        let moves = std::mem::take(&mut self.moves);
        let invented = order.into_iter().map(|(_, point)| Some(point));
        Some(Setup {
            moves: invented.chain(moves).collect(),
            black: Vec::new(),
            white: Vec::new(),
            first: None,
            ..self
        })
    }
}

impl Game {
    /// The game with an order for the stones that its root sets up, see
    /// [`Setup::with_invented_order`]. What else the root says is said at its last stone.
    #[must_use]
    pub fn with_invented_order(self) -> Option<Game> {
        let root = self.tree.node(Tree::ROOT);
        let more = root.more()?;
        let order = in_turn(&more.black, &more.white)?;
        let plays_on = |child: TreePlace| {
            let played = self.tree.node(child).played;
            played.is_none_or(|(color, _)| color == to_play_after(&order))
        };
        if root.played.is_some() || !self.tree.children(Tree::ROOT).all(plays_on) {
            return None;
        }
        let mut tree = Tree::default();
        let mut last = Tree::ROOT;
        for &(color, point) in &order {
            last = tree.add(last, GameNode::of_move(color, Some(point)));
        }
        let end = tree.node_mut(last);
        end.said.clone_from(&root.said);
        let more = end.more_mut();
        (more.black, more.white) = (Vec::new(), Vec::new());
        let turn = to_play_after(&order);
        more.to_move = more.to_move.filter(|&to_move| to_move != turn);
        tree.graft(last, &self.tree);
        Some(Game { tree, ..self })
    }
}

/// The stones of both colours in turn, Black first; `None` if there are none, or their counts are
/// not those of turns.
fn in_turn(black: &[Point], white: &[Point]) -> Option<Vec<(Color, Point)>> {
    let ahead = black.len().checked_sub(white.len())?;
    if black.is_empty() || ahead > 1 {
        return None;
    }
    let mut order = Vec::with_capacity(black.len() + white.len());
    for (number, &point) in black.iter().enumerate() {
        order.push((Color::Black, point));
        order.extend(white.get(number).map(|&point| (Color::White, point)));
    }
    Some(order)
}

fn to_play_after(order: &[(Color, Point)]) -> Color {
    if order.len().is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn stones_without_order_are_played_in_turn() {
        let setup = Setup {
            black: points("H8 G7"),
            white: points("I9"),
            moves: vec![points("A1").pop()],
            ..Setup::default()
        };
        let game = Game::from(setup.clone()).with_invented_order().unwrap();
        let ordered = setup.clone().with_invented_order().unwrap();
        let expected: Vec<_> = points("H8 I9 G7 A1").into_iter().map(Some).collect();
        assert_eq!(ordered.moves, expected);
        assert_eq!(game.main_setup().moves, expected);
        assert_eq!(ordered.with_invented_order(), None);
        let uneven = Setup {
            white: Vec::new(),
            ..setup
        };
        assert_eq!(uneven.with_invented_order(), None);
    }
}
