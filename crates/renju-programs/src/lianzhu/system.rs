//! The program: the values of points, alpha-beta over those with the highest totals on a table that
//! remembers which lines were touched, and every field of its answer key.

use super::code::{DIRECTIONS, LianzhuBan, LineCode};
use super::table::{LeafMode, LianzhuTable};
use super::weights::LianzhuWeights;
use crate::alpha_beta::{AlphaBeta, Expansion, GameTree, TreeExtent, TreeNode};
use crate::lianzhu_gen1;
use crate::program::Program;
use crate::random::RandomChoice;
use renju_core::board::{Board, ByColor, Color};
use renju_core::geometry::Point;
use renju_core::limits::Control;
use renju_core::position::Position;
use renju_engine::eval::{
    ByPoint, Details, Evaluation, Evaluator, EvaluatorInfo, Failure, ForbiddenRule, How,
    PlayOptions, PublishedMove, System, Term, point_values,
};

/// The evaluator of the program, made of its weights.
pub type Lianzhu = Program<LianzhuWeights>;

impl Lianzhu {
    /// Codes, values and forbidden points of a position.
    pub(super) fn table(&self, position: &Position) -> LianzhuTable<'_> {
        LianzhuTable::new(&self.weights, position.board(), position.rule())
    }
}

impl Evaluator for Lianzhu {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let table = self.table(position);
        let values = point_values(position.board(), |point| table.value(side, point));
        Ok(Evaluation::new(None, values))
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        Some(self.table(position).terms(side, point))
    }

    fn forbidden_rule(&self) -> Option<&dyn ForbiddenRule> {
        Some(self)
    }

    fn as_system(&self) -> Option<&dyn System> {
        Some(self)
    }
}

impl ForbiddenRule for Lianzhu {
    fn forbids(&self, board: &Board, point: Point) -> Option<&'static str> {
        self.weights.ban(board, point).map(LianzhuBan::name)
    }
}

/// Plies that the search of the answer key looks ahead, and points that it tries at each node.
const KEY_LIMITS: TreeExtent = TreeExtent::new(3, 12);

impl System for Lianzhu {
    /// As nothing is known of earlier searches, Black is always charging, and no part of an
    /// earlier tree is kept.
    fn play(
        &self,
        position: &Position,
        options: &PlayOptions,
        control: &Control<'_>,
    ) -> PublishedMove {
        if options.depth.is_none()
            && let Some(point) = opening(self, position)
        {
            return PublishedMove::unsearched(How::Opening, Some(point));
        }
        let settings = &self.weights.search;
        let side = position.to_move();
        let table = self.table(position);
        let fallback = fallback(&table, side, options.seed);
        let depth = options.depth.unwrap_or(settings.depth).max(1);
        let width = options.width.unwrap_or(settings.width);
        let mode = LeafMode::at_first(side);
        let extent = TreeExtent {
            depth,
            width,
            is_plain: options.is_plain,
        };
        match search(table, side, mode, extent, control) {
            Some((chosen, _)) => chosen,
            None => PublishedMove::unsearched(How::Fallback, fallback),
        }
    }

    fn is_alpha_beta(&self) -> bool {
        true
    }

    fn details(&self, position: &Position) -> Details {
        let board = position.board();
        let table = self.table(position);
        let points = || board.size().points();
        let letters = |side| {
            let codes = |point| DIRECTIONS.map(|direction| table.codes(side, point)[direction]);
            let group = |point| String::from_iter(codes(point).map(LineCode::letter));
            points().map(group).collect::<Vec<_>>().join(" ")
        };
        let values = |side| -> Vec<i64> { points().map(|at| table.value(side, at)).collect() };
        let ban = |point| Some((point, self.weights.ban(board, point)?));
        let bans: ByPoint<_> = table.bans().iter().filter_map(ban).collect();
        let leaf = Details::default()
            .with("black_charge", table.leaf(Color::Black, LeafMode::Charge))
            .with("black_defend", table.leaf(Color::Black, LeafMode::Defend))
            .with("white", table.leaf(Color::White, LeafMode::Defend));
        let details = Details::default()
            .with("shape", ByColor::from_fn(letters))
            .with("value", ByColor::from_fn(values));
        lianzhu_gen1::with_values(details, board, None)
            .with("leaf", leaf)
            .with(
                "top",
                ByColor::from_fn(|side| table.candidates(side, KEY_LIMITS.width)),
            )
            .with("ban", bans)
            .with_some("search", searched(table, position))
    }

    fn uses_seed(&self) -> bool {
        true
    }
}

/// The search of the answer key; there is none with fewer than two stones.
fn searched(table: LianzhuTable, position: &Position) -> Option<Details> {
    if position.board().stone_count() < 2 {
        return None;
    }
    let side = position.to_move();
    let mode = LeafMode::at_first(side);
    let (chosen, root) = search(table, side, mode, KEY_LIMITS, &Control::unlimited())?;
    let found = Details::default()
        .with("depth", KEY_LIMITS.depth)
        .with("width", KEY_LIMITS.width)
        .with("self", side)
        .with("charge", mode == LeafMode::Charge)
        .with("value", chosen.value)
        .with("move", chosen.moves.first())
        .with("root", root);
    Some(found)
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

/// Alpha-beta over the `width` best candidates of each node, `depth` plies deep; `None` without a
/// candidate. The program gives each root move a window from the best so far to a win, so none is
/// cut off there. With the move come all root moves in the order tried and the values that came
/// back; all but the best are bounds.
fn search(
    table: LianzhuTable,
    side: Color,
    mode: LeafMode,
    extent: TreeExtent,
    control: &Control<'_>,
) -> Option<(PublishedMove, ByPoint<i64>)> {
    let TreeExtent { depth, width, .. } = extent;
    let candidates = table.candidates(side, width);
    let win = table.weights().search.win;
    let tree = CandidateTree {
        table,
        mode,
        width,
        win,
        control,
    };
    let search = AlphaBeta::new(tree, side, win, control);
    let mut search = search.plain(extent.is_plain);
    let mut node = search.root(depth);
    let mut best: Option<(i64, Vec<Point>)> = None;
    let mut root = Vec::with_capacity(candidates.len());
    for child in candidates {
        let (value, line) = search.child(child, node);
        if search.is_cut_off() {
            break;
        }
        root.push((child, value));
        if best.as_ref().is_none_or(|(best, _)| value > *best) {
            node.alpha = value;
            best = Some((value, line));
        }
        if search.stop.is_some() {
            break;
        }
    }
    let (value, mut moves) = best?;
    moves.reverse();
    Some((
        search.result(value, moves, depth),
        root.into_iter().collect(),
    ))
}

struct CandidateTree<'a> {
    table: LianzhuTable<'a>,
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
            return Expansion::Leaf(self.table.leaf(node.root, self.mode));
        }
        Expansion::Moves(self.table.candidates(node.mover, self.width()))
    }

    fn decided(&self, at: Point, node: TreeNode) -> Option<i64> {
        let makes_five = self.table.makes_five(node.mover, at);
        makes_five.then(|| node.seen_from_root(self.win))
    }

    fn play(&mut self, at: Point, mover: Color) {
        self.table.place(at, mover);
    }

    fn undo(&mut self, at: Point) {
        self.table.lift(at);
    }

    fn point(&self, at: Point) -> Option<Point> {
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::of_edition;
    use renju_core::geometry::Size;
    use renju_core::position::{PositionOverrides, Setup};
    use renju_core::rule::Rule;
    use renju_engine::eval::Edition;

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
        let program = crate::find(name).unwrap();
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
            let program = of_edition::<LianzhuWeights>(edition);
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
            let mut table = of_edition::<LianzhuWeights>(Edition::Corrected).table(&position);
            let expected = min_max(&mut table, side, side, 3, 6);
            let found = search(
                table,
                side,
                LeafMode::at_first(side),
                TreeExtent::new(3, 6),
                &Control::unlimited(),
            );
            let found = found.unwrap().0;
            assert_eq!(found.value, Some(expected), "{moves}");
            assert_eq!(found.moves.len(), 3);
        }
    }
}
