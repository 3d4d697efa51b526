//! How the program plays, alpha-beta over the cells beside stones with a look at every reply at its
//! leaves, and every field of its answer key.

use std::cmp::Reverse;

use super::PointInfo;
use super::counters::{CountedKind, Counters};
use super::memory::{CellAddress, EdgeHandling, JumpRoom};
use super::reader::{BoardReader, ReaderOptions};
use crate::alpha_beta::{AlphaBeta, Expansion, GameTree, TreeNode};
use renju_core::board::{Board, ByColor, Color};
use renju_core::geometry::{Point, PointMap};
use renju_core::limits::Control;
use renju_core::position::Position;
use renju_engine::eval::{
    ByPoint, Details, Edition, How, PlayOptions, PublishedMove, System, flat,
};

/// How many moves the search of the details tries at each node, one number a move looked ahead.
const KEY_WIDTHS: [usize; 2] = [15; 2];

impl System for PointInfo {
    /// H8 on an empty board of 15 lines, else the result of the search. It always looks an even
    /// number of plies ahead, and once more for its own side at the leaves: an odd depth is taken
    /// for the next even one. Depth 8 without a width has the widths of the program's deeper
    /// setting.
    fn play(
        &self,
        position: &Position,
        options: &PlayOptions,
        control: &Control<'_>,
    ) -> PublishedMove {
        if position.board().stone_count() == 0 {
            return first_move(self, position);
        }
        let settings = &self.weights.search;
        let depth = options.depth.unwrap_or(settings.depth);
        let depth = depth.max(2).next_multiple_of(2);
        let widths = match options.width {
            Some(width) => vec![width.max(1); depth],
            None if depth == settings.deep_widths.len() => settings.deep_widths.clone(),
            None => vec![settings.width; depth],
        };
        let found = search(self, position, &widths, options.is_plain, control);
        PublishedMove {
            value: found.value.filter(|_| !found.moves.is_empty()),
            ..found
        }
    }

    fn is_alpha_beta(&self) -> bool {
        true
    }

    /// The variants have the same fields except `bounded` and `tutorial`, which compare the
    /// published edition with others.
    fn details(&self, position: &Position) -> Details {
        let board = position.board();
        let stones = board.stone_count();
        let counters = ByColor::from_fn(|side| self.counters(board, side));
        let is_published = self.weights.edition == Edition::Published
            && self.weights.jump_room == JumpRoom::Program;
        let values = |side| flat(board, &self.point_values(board, side));
        let listed = || ByColor::from_fn(|side| listed(self, board, side));
        Details::default()
            .with(
                "info",
                ByColor::from_fn(|side| flat(board, &counters[side])),
            )
            .with("lines", ByColor::from_fn(|side| lines(self, board, side)))
            .with("score", ByColor::from_fn(values))
            .with("ban", bans(self, board))
            .with("ban_next", bans_next(self, board))
            .with("board", board_values(self, board))
            .with_some(
                "bounded",
                is_published.then(|| bounded(self, board, &counters)),
            )
            .with_some(
                "tutorial",
                is_published.then(|| tutorial(self, board, &counters)),
            )
            .with_some("candidates", (stones > 0).then(listed))
            .with_some("search", (stones > 1).then(|| searched(self, position)))
    }
}

type CountersOfSides = ByColor<PointMap<Option<Counters>>>;

/// What changes with the edges repaired.
fn bounded(program: &PointInfo, board: &Board, published: &CountersOfSides) -> Details {
    let program = &program.reading(ReaderOptions {
        edges: EdgeHandling::Walled,
        ..ReaderOptions::of(Edition::Published)
    });
    Details::default()
        .with("info", differing(program, board, published))
        .with("ban", bans(program, board))
        .with("ban_next", bans_next(program, board))
        .with("board", board_values(program, board))
}

/// What changes by the tutorial's file.
fn tutorial(program: &PointInfo, board: &Board, published: &CountersOfSides) -> Details {
    let program = &program.reading(ReaderOptions {
        far: JumpRoom::Tutorial,
        ..ReaderOptions::of(Edition::Published)
    });
    Details::default()
        .with("info", differing(program, board, published))
        .with("board", board_values(program, board))
}

fn board_values(program: &PointInfo, board: &Board) -> ByColor<i64> {
    ByColor::from_fn(|side| program.board_value(board, side))
}

/// The counters of the points where a program counts otherwise than published.
fn differing(
    program: &PointInfo,
    board: &Board,
    published: &CountersOfSides,
) -> ByColor<ByPoint<Counters>> {
    ByColor::from_fn(|side| {
        let counters = program.counters(board, side);
        let differs = |&point: &Point| counters[point] != published[side][point];
        let points = board.size().points().filter(differs);
        points
            .filter_map(|point| Some((point, counters[point]?)))
            .collect()
    })
}

/// Groups of eight letters, two for each line.
fn lines(program: &PointInfo, board: &Board, side: Color) -> String {
    let gains = program.gains(board, side);
    let letters = board.size().points().map(|point| match &gains[point] {
        Some(gains) => gains.letters(),
        None => "_".repeat(8),
    });
    letters.collect::<Vec<_>>().join(" ")
}

fn bans(program: &PointInfo, board: &Board) -> ByPoint<CountedKind> {
    let points = board.empties().iter();
    points
        .filter_map(|point| Some((point, program.ban(board, point)?)))
        .collect()
}

fn bans_next(program: &PointInfo, board: &Board) -> Vec<Point> {
    let points = board.empties().iter();
    points
        .filter(|&point| program.is_forbidden_next(board, point))
        .collect()
}

fn listed(program: &PointInfo, board: &Board, side: Color) -> Details {
    let mut reader = program.reader(board);
    match program.candidates(&mut reader, side) {
        Candidates::Win(spot) => Details::default().with("win", reader.memory.point(spot)),
        Candidates::Open { moves, block } => Details::default().with("n", moves.len()).with_some(
            "must_block",
            block.and_then(|spot| reader.memory.point(spot)),
        ),
    }
}

fn searched(program: &PointInfo, position: &Position) -> Details {
    let found = search(program, position, &KEY_WIDTHS, false, &Control::unlimited());
    Details::default()
        .with("depth", KEY_WIDTHS.len())
        .with("width", KEY_WIDTHS[0])
        .with("me", position.to_move())
        .with("value", found.value.unwrap_or(0))
        .with("move", found.moves.first())
}

fn first_move(program: &PointInfo, position: &Position) -> PublishedMove {
    let openings = &program.weights.openings;
    let size = position.board().size();
    if size == openings.side && openings.first.is_on(size) {
        return PublishedMove::unsearched(How::Opening, Some(openings.first));
    }
    let middle = size.get() / 2;
    PublishedMove::unsearched(How::Fallback, Point::new(middle, middle))
}

/// The search of the program for the side to move, as deep as there are widths, an even number. A
/// five is played without a search. Without a move it has the worst value.
fn search(
    program: &PointInfo,
    position: &Position,
    widths: &[usize],
    is_plain: bool,
    control: &Control<'_>,
) -> PublishedMove {
    let side = position.to_move();
    let settings = &program.weights.search;
    let (bound, floor) = match program.weights.edition {
        Edition::Published => (settings.bound, settings.floor),
        Edition::Corrected => (i64::MAX, i64::MIN),
    };
    let tree = CounterTree {
        program,
        reader: program.reader(position.board()),
        widths,
        floor,
        win: None,
    };
    let mut search = AlphaBeta::new(tree, side, bound, control).plain(is_plain);
    let (value, line) = search.node(search.root(widths.len()));
    let best = search.tree.win.or(line.last().copied());
    let point = best.and_then(|best| search.tree.reader.memory.point(best));
    let found = search.result(value, point.into_iter().collect(), widths.len());
    match search.tree.win {
        Some(_) => PublishedMove {
            how: How::Forced,
            ..found
        },
        None => found,
    }
}

/// The moves that the program looks at.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Candidates {
    /// A five ends the list.
    Win(CellAddress),
    /// All that may be played, in the order the program meets them.
    Open {
        /// The moves, with what they are worth to both sides together.
        moves: Vec<(CellAddress, i64)>,
        /// Where the opponent would make a five; of several the last.
        block: Option<CellAddress>,
    },
}

impl PointInfo {
    /// The moves that the program looks at for `side`: the empty cells beside stones, from the
    /// top line down, without those it forbids to Black.
    fn candidates(&self, reader: &mut BoardReader, side: Color) -> Candidates {
        let (mut moves, mut block) = (Vec::new(), None);
        for spot in beside_stones(reader) {
            let own = reader.counters(spot, side);
            if self.is_banned(side, &own) {
                continue;
            }
            if own.has_five() {
                return Candidates::Win(spot);
            }
            let theirs = reader.counters(spot, !side);
            if theirs.has_five() && !self.is_banned(!side, &theirs) {
                block = Some(spot);
            }
            moves.push((spot, self.point_value(&own) + self.point_value(&theirs)));
        }
        Candidates::Open { moves, block }
    }
}

/// The empty cells of the 3x3 blocks around stones, each once.
fn beside_stones(reader: &BoardReader) -> Vec<CellAddress> {
    let mut found: Vec<CellAddress> = Vec::new();
    let mut is_found = [[false; 20]; 20];
    for stone in reader
        .memory
        .spots()
        .filter(|&spot| reader.memory.stone(spot).is_some())
    {
        for spot in reader.memory.block(stone) {
            let seen = &mut is_found[spot.line()][spot.column()];
            if !*seen && reader.memory.stone(spot).is_none() {
                found.push(spot);
            }
            *seen = true;
        }
    }
    found
}

/// Sorts moves by their value as the program does, lowest first; what comes of equal values is
/// the program's own.
pub(super) fn sort_moves(moves: &mut [(CellAddress, i64)]) {
    if moves.len() < 2 {
        return;
    }
    let (last, pivot) = (moves.len() - 1, moves[0].1);
    let (mut up, mut down) = (0, moves.len());
    loop {
        up += 1;
        while up < last && moves[up].1 <= pivot {
            up += 1;
        }
        down -= 1;
        while down > 0 && moves[down].1 >= pivot {
            down -= 1;
        }
        if up >= down {
            break;
        }
        moves.swap(up, down);
    }
    moves.swap(0, down);
    let (below, above) = moves.split_at_mut(down);
    sort_moves(&mut above[1..]);
    sort_moves(below);
}

struct CounterTree<'a> {
    program: &'a PointInfo,
    reader: BoardReader,
    widths: &'a [usize],
    /// The least value of a leaf.
    floor: i64,
    /// The five that the side that searches has at the root.
    win: Option<CellAddress>,
}

impl CounterTree<'_> {
    /// The value of a node where the side that searches makes the last move: the best of all
    /// moves, or any that reaches `beta`, which is as good.
    fn leaf(
        &mut self,
        mut moves: Vec<(CellAddress, i64)>,
        block: Option<CellAddress>,
        node: TreeNode,
    ) -> i64 {
        if let Some(block) = block {
            return self.value_after(block, node.root);
        }
        moves.sort_by_key(|&(_, value)| Reverse(value));
        let mut greatest = self.floor;
        for (spot, _) in moves {
            greatest = greatest.max(self.value_after(spot, node.root));
            if greatest >= node.beta {
                break;
            }
        }
        greatest
    }

    fn value_after(&mut self, spot: CellAddress, side: Color) -> i64 {
        self.reader.memory.put(spot, side);
        let value = self.value(side);
        self.reader.memory.lift(spot);
        value
    }

    fn value(&mut self, side: Color) -> i64 {
        let totals = self.reader.totals();
        self.program.board_value_of(&totals, side)
    }
}

impl GameTree for CounterTree<'_> {
    type Move = CellAddress;

    fn expand(&mut self, node: TreeNode) -> Expansion<CellAddress> {
        let (mut moves, block) = match self.program.candidates(&mut self.reader, node.mover) {
            Candidates::Win(spot) => {
                if node.ply == 0 {
                    self.win = Some(spot);
                }
                let win = self.program.weights.search.win;
                return Expansion::Leaf(node.seen_from_root(win));
            }
            Candidates::Open { moves, block } => (moves, block),
        };
        if moves.is_empty() && self.program.weights.edition == Edition::Corrected {
            return Expansion::Leaf(self.value(node.root));
        }
        let Some(&width) = self.widths.get(node.ply) else {
            return Expansion::Leaf(self.leaf(moves, block, node));
        };
        sort_moves(&mut moves);
        let tried = moves.iter().rev().take(width);
        Expansion::Moves(tried.map(|&(spot, _)| spot).collect())
    }

    fn play(&mut self, at: CellAddress, mover: Color) {
        self.reader.memory.put(at, mover);
    }

    fn undo(&mut self, at: CellAddress) {
        self.reader.memory.lift(at);
    }

    fn point(&self, at: CellAddress) -> Option<Point> {
        self.reader.memory.point(at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::PointInfoWeights;
    use super::*;
    use crate::program::of_edition;
    use renju_core::geometry::Size;

    const WIN: i64 = 200_000;
    const FLOOR: i64 = -100_000;
    use renju_core::position::{PositionOverrides, Setup};

    fn position(black: &str, white: &str, to_move: Color) -> Position {
        let points = |names: &str| {
            let names = names.split_whitespace();
            names.map(|name| name.parse().unwrap()).collect()
        };
        let setup = Setup {
            size: Some(Size::RENJU),
            to_move: Some(to_move),
            black: points(black),
            white: points(white),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }

    fn value(edition: Edition, position: &Position) -> i64 {
        let program = of_edition::<PointInfoWeights>(edition);
        let found = search(program, position, &[15; 2], false, &Control::unlimited());
        found.value.unwrap()
    }

    fn chosen(edition: Edition, position: &Position) -> PublishedMove {
        let options = PlayOptions::default();
        let program = of_edition::<PointInfoWeights>(edition);
        program.play(position, &options, &Control::unlimited())
    }

    #[test]
    fn e7_a_lost_leaf_has_its_own_value_in_the_corrected_edition() {
        let position = position(
            "G7 F7 E7 J9 F3 C7 B7 I6 D3 I8 H6",
            "G6 F6 H7 F5 J5 E6 E4 H9 A7 C8 C3",
            Color::Black,
        );
        assert_eq!(value(Edition::Published, &position), FLOOR);
        assert!(value(Edition::Corrected, &position) < FLOOR);
    }

    #[test]
    fn a_five_is_played_without_a_search() {
        let position = position("E8 F8 G8 H8", "D8 E9 F9", Color::Black);
        let choice = chosen(Edition::Published, &position);
        assert_eq!((choice.how, choice.value), (How::Forced, Some(WIN)));
        assert_eq!(choice.moves, ["I8".parse().unwrap()]);
    }

    #[test]
    fn the_first_stone_is_in_the_middle() {
        let empty = position("", "", Color::Black);
        let choice = chosen(Edition::Published, &empty);
        assert_eq!(choice.how, How::Opening);
        assert_eq!(choice.moves, ["H8".parse().unwrap()]);
    }

    #[test]
    fn without_a_legal_candidate_nothing_is_played() {
        let mut setup = Setup {
            size: Size::new(5),
            to_move: Some(Color::White),
            ..Setup::default()
        };
        for (number, point) in Size::MIN.points().enumerate() {
            if number / 2 % 2 == 0 {
                setup.black.push(point);
            } else {
                setup.white.push(point);
            }
        }
        let full = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
        for edition in Edition::ALL {
            let choice = chosen(edition, &full);
            assert_eq!((choice.moves, choice.value), (Vec::new(), None));
        }
    }
}
