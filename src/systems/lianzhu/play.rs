//! `lianzhu`: alpha-beta over the points with the highest totals, on a table that remembers
//! which lines were touched.

use super::{LeafMode, Lianzhu, LianzhuTable};
use crate::board::Color;
use crate::eval::{How, PlayOptions, PublishedMove};
use crate::geometry::Point;
use crate::limits::Control;
use crate::position::Position;
use crate::systems::alpha_beta::{AlphaBeta, Expansion, GameTree, TreeNode};
use crate::systems::random_choice::RandomChoice;

/// The move of the program. As nothing is known of earlier searches, Black is always charging, and
/// no part of an earlier tree is kept.
pub(super) fn choose(
    program: &Lianzhu,
    position: &Position,
    options: &PlayOptions,
    control: &Control<'_>,
) -> PublishedMove {
    if options.depth.is_none()
        && let Some(point) = opening(program, position)
    {
        return PublishedMove::unsearched(How::Opening, Some(point));
    }
    let settings = &program.weights.search;
    let side = position.to_move();
    let table = program.table(position);
    let fallback = fallback(&table, side, options.seed);
    let depth = options.depth.unwrap_or(settings.depth).max(1);
    let width = options.width.unwrap_or(settings.width);
    let found = search(
        table,
        side,
        LeafMode::at_first(side),
        (depth, width),
        control,
    );
    match found {
        Some(found) => found.chosen,
        None => PublishedMove::unsearched(How::Fallback, fallback),
    }
}

/// The legal point with the highest total, for when no point has a total above 0; of several the
/// first. The program lets a later one take its place with probability one quarter.
fn fallback(table: &LianzhuTable, side: Color, seed: Option<u64>) -> Option<Point> {
    let mut random = seed.map(|seed| RandomChoice::new(seed, table.board()));
    let legal = table.board().empties().iter();
    let legal = legal.filter(|&point| table.is_legal(point, side));
    legal.reduce(|best, next| {
        let mut is_drawn = || random.as_mut().is_some_and(|random| random.is_one_in(4));
        match table.total(next).cmp(&table.total(best)) {
            std::cmp::Ordering::Greater => next,
            std::cmp::Ordering::Equal if is_drawn() => next,
            _ => best,
        }
    })
}

/// The first two moves, which the program knows by heart, on the board that they are meant for.
fn opening(program: &Lianzhu, position: &Position) -> Option<Point> {
    let openings = &program.weights.openings;
    let board = position.board();
    let (black, white) = (board.stones(Color::Black), board.stones(Color::White));
    if board.size() != openings.side {
        return None;
    }
    let point = match (position.to_move(), black.len(), white.len()) {
        (Color::Black, 0, 0) => openings.first,
        (Color::White, 1, 0) if black.contains(openings.first) => openings.second,
        _ => return None,
    };
    board.is_empty(point).then_some(point)
}

/// A search with the values of all root moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LianzhuResult {
    /// The best move with what follows it.
    pub(super) chosen: PublishedMove,
    /// The moves in the order tried, with the values that came back; all but the best are bounds.
    pub(super) root: Vec<(Point, i64)>,
}

/// Alpha-beta over the `width` best candidates of each node, `depth` plies deep; `None` without a
/// candidate. The program gives each root move a window from the best so far to a win, so none is
/// cut off there.
pub(super) fn search(
    table: LianzhuTable,
    side: Color,
    mode: LeafMode,
    (depth, width): (usize, usize),
    control: &Control<'_>,
) -> Option<LianzhuResult> {
    let candidates = table.candidates(side, width);
    let win = table.weights().search.win;
    let tree = CandidateTree {
        table,
        root: side,
        mode,
        width,
        win,
        control,
    };
    let mut search = AlphaBeta::new(tree, side, win, control);
    let mut node = search.root(depth);
    let mut best: Option<(i64, Vec<Point>)> = None;
    let mut root = Vec::with_capacity(candidates.len());
    for child in candidates {
        let (value, line) = search.child(child, node);
        root.push((child, value));
        if best.as_ref().is_none_or(|(best, _)| value > *best) {
            node.alpha = value;
            best = Some((value, line));
        }
        if search.is_stopped() {
            break;
        }
    }
    let (value, mut moves) = best?;
    moves.reverse();
    let chosen = PublishedMove {
        value: Some(value),
        moves,
        how: How::Searched,
        depth,
        nodes: search.nodes,
        stop: search.stop,
    };
    Some(LianzhuResult { chosen, root })
}

struct CandidateTree<'a> {
    table: LianzhuTable<'a>,
    root: Color,
    mode: LeafMode,
    width: usize,
    win: i64,
    control: &'a Control<'a>,
}

impl CandidateTree<'_> {
    /// The width by the clock: with a time limit fewer moves are tried as it draws near.
    fn width(&self) -> usize {
        let Some(time) = self.control.limits().time else {
            return self.width;
        };
        let settings = &self.table.weights().search;
        let elapsed = self.control.elapsed() * settings.seconds;
        let past = settings.narrow.iter();
        let past = past.filter(|narrowed| {
            let after = time.checked_mul(narrowed.after);
            after.is_some_and(|after| elapsed >= after)
        });
        past.map(|narrowed| narrowed.width)
            .fold(self.width, usize::min)
    }
}

impl GameTree for CandidateTree<'_> {
    type Move = Point;

    fn expand(&mut self, node: TreeNode) -> Expansion<Point> {
        if node.depth == 0 {
            return Expansion::Leaf(self.table.leaf(self.root, self.mode));
        }
        Expansion::Moves(self.table.candidates(node.mover, self.width()))
    }

    fn decided(&self, at: Point, node: TreeNode) -> Option<i64> {
        let makes_five = self.table.makes_five(node.mover, at);
        makes_five.then_some(if node.mover == self.root {
            self.win
        } else {
            -self.win
        })
    }

    fn play(&mut self, at: Point, mover: Color) {
        self.table.place(at, mover);
    }

    fn undo(&mut self, at: Point) {
        self.table.lift(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ByColor;
    use crate::eval::{Edition, of_edition};
    use crate::geometry::Size;
    use crate::position::{PositionOverrides, Setup};
    use crate::rule::Rule;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn position(size: u8, moves: &str) -> Position {
        let setup = Setup {
            size: Size::new(size),
            moves: points(moves).into_iter().map(Some).collect(),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }

    fn chosen(name: &str, position: &Position, depth: Option<usize>) -> PublishedMove {
        let options = PlayOptions {
            depth,
            ..PlayOptions::default()
        };
        let program = crate::systems::find(name).unwrap();
        let system = program.as_system().unwrap();
        system.play(position, &options, &Control::unlimited())
    }

    #[test]
    fn the_first_two_moves_are_known_by_heart() {
        let first = chosen("lianzhu", &position(15, ""), None);
        assert_eq!((first.how, first.moves), (How::Opening, points("H8")));
        let second = chosen("lianzhu", &position(15, "H8"), None);
        assert_eq!((second.how, second.moves), (How::Opening, points("G8")));
        let searched = chosen("lianzhu", &position(15, "H8"), Some(2));
        assert_eq!(searched.how, How::Searched);
    }

    #[test]
    fn an_empty_board_without_known_moves_is_played_from_its_corner() {
        let first = chosen("lianzhu:corrected", &position(19, ""), None);
        assert_eq!((first.how, first.moves), (How::Fallback, points("A1")));
    }

    #[test]
    fn every_side_of_the_board_is_served() {
        for size in 5..=20 {
            let position = position(size, "C3 D4 C4 D3 B2");
            for name in ["lianzhu", "lianzhu:corrected", "lianzhu:ban-blocks"] {
                assert!(!chosen(name, &position, Some(3)).moves.is_empty());
            }
        }
    }

    #[test]
    fn black_does_not_try_forbidden_points_and_white_does() {
        let double_three = position(15, "F8 F1 G8 H1 H6 J1 H7 L1");
        let at = points("H8")[0];
        for (edition, rule, is_tried) in [
            (Edition::Published, Rule::Freestyle, false),
            (Edition::Corrected, Rule::Renju, false),
            (Edition::Corrected, Rule::Freestyle, true),
        ] {
            let program = of_edition::<Lianzhu>(edition);
            let table = LianzhuTable::new(&program.weights, double_three.board(), rule);
            let tried = ByColor::from_fn(|side| table.candidates(side, 12).contains(&at));
            assert_eq!((tried.black, tried.white), (is_tried, true));
        }
    }

    /// Min-max without cut-offs.
    fn min_max(
        table: &mut LianzhuTable,
        root: Color,
        mover: Color,
        depth: usize,
        width: usize,
    ) -> i64 {
        let is_own = mover == root;
        let mut best = if is_own {
            -1_000_000_000
        } else {
            1_000_000_000
        };
        for child in table.candidates(mover, width) {
            let value = if table.makes_five(mover, child) {
                if is_own {
                    1_000_000_000
                } else {
                    -1_000_000_000
                }
            } else {
                table.place(child, mover);
                let value = if depth == 1 {
                    table.leaf(root, LeafMode::at_first(root))
                } else {
                    min_max(table, root, !mover, depth - 1, width)
                };
                table.lift(child);
                value
            };
            best = if is_own {
                best.max(value)
            } else {
                best.min(value)
            };
        }
        best
    }

    #[test]
    fn cut_offs_do_not_change_the_value_where_nothing_is_remembered() {
        for moves in ["H8 I9 G7 F6 I7 G9", "H8 G8 I9 G7 G10 H10 I11"] {
            let position = position(15, moves);
            let side = position.to_move();
            let mut table = of_edition::<Lianzhu>(Edition::Corrected).table(&position);
            let expected = min_max(&mut table, side, side, 3, 6);
            let found = search(
                table,
                side,
                LeafMode::at_first(side),
                (3, 6),
                &Control::unlimited(),
            );
            let found = found.unwrap().chosen;
            assert_eq!(found.value, Some(expected), "{moves}");
            assert_eq!(found.moves.len(), 3);
        }
    }
}
