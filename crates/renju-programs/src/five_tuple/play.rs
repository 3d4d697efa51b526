//! How the program plays, forced moves and the greedy choice or the min-max that its document
//! outlines, and every field of its answer key.

use std::cmp::Reverse;

use super::FiveTuple;
use super::forbidden::Verdict31;
use super::window::{FiveWindow, windows};
use crate::alpha_beta::{AlphaBeta, Expansion, GameTree, TreeExtent, TreeNode};
use crate::random::RandomChoice;
use renju_core::board::{Board, ByColor, Color};
use renju_core::geometry::Point;
use renju_core::limits::Control;
use renju_core::position::Position;
use renju_engine::eval::{
    ByPoint, Details, Edition, ForbiddenRule, How, PlayOptions, PublishedMove, System, flat,
};

impl System for FiveTuple {
    /// Greedy without a depth, else by the search.
    fn play(
        &self,
        position: &Position,
        options: &PlayOptions,
        control: &Control<'_>,
    ) -> PublishedMove {
        let settings = self.weights.search;
        match options.depth.unwrap_or(settings.depth) {
            0 => play_greedily(self, position, options.seed),
            depth => {
                let width = options.width.unwrap_or(settings.width);
                let side = position.to_move();
                let extent = TreeExtent {
                    depth,
                    width,
                    is_plain: options.is_plain,
                };
                min_max(self, position.board(), side, extent, control)
            }
        }
    }

    fn details(&self, position: &Position) -> Details {
        let board = position.board();
        let bans = has_bans(self, position);
        let values = |side| flat(board, &self.values_after(board, side, side));
        let forced = |side| {
            let (point, window) = forced(self, board, side, bans)?;
            let forced = Details::default()
                .with("move", point)
                .with("tuple_start", window.cells[0])
                .with("tuple_dir", window.heading);
            Some(forced)
        };
        let searched = |side| {
            let found = min_max(
                self,
                board,
                side,
                TreeExtent::new(2, 5),
                &Control::unlimited(),
            );
            let point = found.moves.first()?;
            Some(
                Details::default()
                    .with("value", found.value)
                    .with("move", point),
            )
        };
        Details::default()
            .with(
                "eval",
                ByColor::from_fn(|side| self.board_value(board, side)),
            )
            .with("value", ByColor::from_fn(values))
            .with("greedy", ByColor::from_fn(|side| self.greedy(board, side)))
            .with("harm", ByColor::from_fn(|side| self.harm(board, side)))
            .with("force", ByColor::from_fn(forced))
            .with("winner", self.winner(board).map_or("none", Color::name))
            .with("forbid_v31", judged(self, board))
            .with("minmax_d2_m5", ByColor::from_fn(searched))
    }

    fn is_alpha_beta(&self) -> bool {
        true
    }

    fn uses_seed(&self) -> bool {
        true
    }
}

/// What the judge counts on the points where it counts anything.
fn judged(program: &FiveTuple, board: &Board) -> ByPoint<Details> {
    let v31 = program.v31();
    let judged = |point: Point| {
        let trial = v31.trial(board, point);
        let before = v31.v30().trial(board, point).verdict != Verdict31::None;
        let counts = trial.fours + trial.threes;
        let is_worth_telling =
            trial.verdict != Verdict31::None || before || trial.longest >= 5 || counts > 0;
        let told = Details::default()
            .with("verdict", trial.verdict)
            .with("longest", trial.longest)
            .with("five", trial.has_five)
            .with("fours", trial.fours)
            .with("threes", trial.threes)
            .with("v30", before);
        is_worth_telling.then_some((point, told))
    };
    board.empties().iter().filter_map(judged).collect()
}

/// Whether forced moves respect the program's forbidden points: the published program does not.
fn has_bans(program: &FiveTuple, position: &Position) -> bool {
    program.weights.edition == Edition::Corrected && position.rule().restricts(Color::Black)
}

/// As the program plays: a forced move if there is one, else the greatest value; of several
/// points with that value the first. The program draws a random number: half of the time it plays
/// the second best point if that is nearly as good.
fn play_greedily(program: &FiveTuple, position: &Position, seed: Option<u64>) -> PublishedMove {
    let (board, side) = (position.board(), position.to_move());
    if let Some((point, _)) = forced(program, board, side, has_bans(program, position)) {
        let found = PublishedMove::unsearched(How::Forced, Some(point));
        return PublishedMove { depth: 1, ..found };
    }
    let values = program.point_values(board, side);
    let mut points: Vec<Point> = board.empties().iter().collect();
    points.sort_by_key(|&point| Reverse(values[point]));
    let mut best = points.first().copied();
    // The program does not fill its list when one or two points remain.
    if let (Some(seed), [first, second, _, ..]) = (seed, &*points) {
        let is_near = values[*first]
            .zip(values[*second])
            .is_some_and(|(first, second)| first - second <= program.weights.search.margin);
        if is_near && RandomChoice::new(seed, board).is_one_in(2) {
            best = Some(*second);
        }
    }
    PublishedMove {
        value: best.and_then(|point| values[point]),
        depth: 1,
        nodes: points.len() as u64,
        ..PublishedMove::unsearched(How::Greedy, best)
    }
}

/// The move that the program is forced to make for `side`, if any, and the window that decided.
///
/// As published, the first window in scan order that yields a move decides, whatever it is for.
/// The corrected edition looks for own fours on the whole board first, then for the opponent's,
/// then for own threes, then for the opponent's. With `bans`, points that the edition's own judge
/// forbids to Black are avoided.
fn forced(
    program: &FiveTuple,
    board: &Board,
    side: Color,
    bans: bool,
) -> Option<(Point, FiveWindow)> {
    let finder = ForcedMoveFinder {
        program,
        board,
        side,
        bans,
    };
    let found = |only: Option<ForcedReason>| {
        windows(board.size()).find_map(|window| {
            let reason = finder.reason(&window)?;
            let is_asked = only.is_none_or(|only| only == reason);
            let point = match reason {
                _ if !is_asked => None,
                (4, _) => finder.fifth(&window),
                (_, owner) => finder.end(&window, owner),
            };
            Some((point?, window))
        })
    };
    match program.weights.edition {
        Edition::Published => found(None),
        Edition::Corrected => [(4, side), (4, !side), (3, side), (3, !side)]
            .into_iter()
            .find_map(|reason| found(Some(reason))),
    }
}

/// Why a window asks for a move: its stones, four or three, and whose they are.
type ForcedReason = (usize, Color);

struct ForcedMoveFinder<'a> {
    program: &'a FiveTuple,
    board: &'a Board,
    side: Color,
    bans: bool,
}

impl ForcedMoveFinder<'_> {
    fn reason(&self, window: &FiveWindow) -> Option<ForcedReason> {
        let content = window.content(self.board, self.side);
        match (content.own, content.others) {
            (4, _) => Some((4, self.side)),
            (_, 4) => Some((4, !self.side)),
            (3, _) if !content.is_tight => Some((3, self.side)),
            (_, 3) if !content.is_tight => Some((3, !self.side)),
            _ => None,
        }
    }

    /// The empty cell of a window of four, if there is one that may be played.
    fn fifth(&self, window: &FiveWindow) -> Option<Point> {
        let mut cells = window.cells.into_iter();
        let empty = cells.find(|&cell| self.board.is_empty(cell))?;
        self.is_legal(empty, self.side).then_some(empty)
    }

    /// The better end of a window of three that `owner` could extend.
    fn end(&self, window: &FiveWindow, owner: Color) -> Option<Point> {
        let [first, .., last] = window.cells;
        let is_own = owner == self.side;
        let tested_second = match self.program.weights.edition {
            Edition::Published if is_own => first,
            _ => last,
        };
        if !self.is_legal(first, owner) || !self.is_legal(tested_second, owner) {
            return None;
        }
        let is_open = |&end: &Point| is_own || self.is_legal(end, self.side);
        let ends = [first, last].into_iter().filter(is_open);
        ends.max_by_key(|&end| {
            let mut board = self.board.clone();
            board.place(end, self.side);
            self.program.board_value(&board, self.side) // On a tie the last wins, as it should.
        })
    }

    fn is_legal(&self, point: Point, side: Color) -> bool {
        let is_free = !self.bans || side == Color::White;
        is_free || self.program.forbids(self.board, point).is_none()
    }
}

/// Min-max over the `width` best children of each node, `depth` plies deep. Leaves are worth the
/// board to `side`; a finished game is not noticed.
fn min_max(
    program: &FiveTuple,
    board: &Board,
    side: Color,
    extent: TreeExtent,
    control: &Control<'_>,
) -> PublishedMove {
    let tree = WindowTree {
        program,
        board: board.clone(),
        width: extent.width,
    };
    let search = AlphaBeta::new(tree, side, i64::MAX, control);
    let mut search = search.plain(extent.is_plain);
    let (value, mut line) = search.node(search.root(extent.depth));
    line.reverse();
    search.result(value, line, extent.depth)
}

struct WindowTree<'a> {
    program: &'a FiveTuple,
    board: Board,
    width: usize,
}

impl GameTree for WindowTree<'_> {
    type Move = Point;

    /// The points with the highest value to the side to move, bonus included; ties in scan order.
    fn expand(&mut self, node: TreeNode) -> Expansion<Point> {
        if node.depth == 0 || self.width == 0 || self.board.empties().is_empty() {
            return Expansion::Leaf(self.program.board_value(&self.board, node.root));
        }
        let mut points: Vec<Point> = self.board.empties().iter().collect();
        let values = self.program.point_values(&self.board, node.mover);
        points.sort_by_key(|&point| Reverse(values[point]));
        points.truncate(self.width);
        Expansion::Moves(points)
    }

    fn play(&mut self, at: Point, mover: Color) {
        self.board.place(at, mover);
    }

    fn undo(&mut self, at: Point) {
        self.board.lift(at);
    }

    fn point(&self, at: Point) -> Option<Point> {
        Some(at)
    }
}
