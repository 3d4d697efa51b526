//! Boards to hunt on: drawn by a seed, each by its number, so that a run can be repeated.

use crate::board::{Board, Color};
use crate::forbidden::{ThreeReading, forbidden_kinds};
use crate::geometry::{Direction, Point, Size};
use crate::position::Position;
use crate::rule::{Rule, overlines, winning_rows};
use renju_core::split_mix::SplitMix64;

/// What boards are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardManner {
    /// Many black stones on lines that meet, at random, and on lattices: for verdicts.
    Shapes,
    /// Stones by turns next to each other, as in games: for values and moves.
    Games,
}

/// The boards of a hunt.
#[derive(Clone, Debug)]
pub struct HuntBoards {
    /// What they are drawn by.
    pub seed: u64,
    /// Side of the board.
    pub size: Size,
    /// The rule of the game.
    pub rule: Rule,
    /// What they are like.
    pub manner: BoardManner,
    /// Boards of the user: every second one is one of these with a few stones changed.
    pub real: Vec<Board>,
}

impl HuntBoards {
    /// The position of a number; none where what was drawn is no position that goes on.
    pub fn position(&self, number: u64) -> Option<Position> {
        let mut draw = Draw(SplitMix64::new(SplitMix64::number_at(self.seed, number)));
        let real = draw.below(2 * self.real.len().max(1));
        let board = match self.real.get(real) {
            Some(board) => mutated(board, &mut draw),
            None => self.drawn(&mut draw),
        };
        let is_games = self.manner == BoardManner::Games;
        let [black, white] = Color::BOTH.map(|color| board.stones(color).len());
        // Such that a Gomocup engine, which takes its colour from the numbers, takes it for Black's move.
        if !is_games && (white == 0 || white > black) {
            return None;
        }
        let to_move = if is_games && black > white {
            Color::White
        } else {
            Color::Black
        };
        goes_on(board, self.rule, to_move)
    }

    fn drawn(&self, draw: &mut Draw) -> Board {
        match (self.manner, draw.below(3)) {
            (BoardManner::Games, _) => self.played(draw),
            (BoardManner::Shapes, 0) => self.scattered(draw),
            (BoardManner::Shapes, 1) => self.star(draw),
            (BoardManner::Shapes, _) => self.lattice(draw),
        }
    }

    /// Stones anywhere within a square.
    fn scattered(&self, draw: &mut Draw) -> Board {
        let (first, count) = (draw.corner(self.size, 9), 8 + draw.below(40));
        let mut board = Board::empty(self.size);
        for _ in 0..count {
            let [column, row] = [0, 1].map(|axis| first[axis] + draw.below(9) as u8);
            draw.put(&mut board, Point::new(column, row), 60, 40);
        }
        board
    }

    /// Stones on the four lines through a point.
    fn star(&self, draw: &mut Draw) -> Board {
        let mut board = Board::empty(self.size);
        let [column, row] = draw.corner(self.size, 1);
        let middle = Point::new(column, row);
        for direction in Direction::ALL {
            for step in (-5i8..=5).filter(|&step| step != 0) {
                let point = middle.and_then(|middle| middle.step(direction, step));
                draw.put(&mut board, point, 40, 12);
            }
        }
        for _ in 0..draw.below(12) {
            let [column, row] = draw.corner(self.size, 1);
            draw.put(&mut board, Point::new(column, row), 40, 60);
        }
        board
    }

    /// Stones on points that lie regularly.
    fn lattice(&self, draw: &mut Draw) -> Board {
        let mut board = Board::empty(self.size);
        let (period, slant) = (2 + draw.below(2) as u8, draw.below(3) as u8);
        let black = 40 + draw.below(50);
        for point in self.size.points() {
            if (point.column() + slant * point.row()).is_multiple_of(period) {
                draw.put(&mut board, Some(point), black, 90 - black);
            }
        }
        board
    }

    /// Moves by turns, each near a stone.
    fn played(&self, draw: &mut Draw) -> Board {
        let mut board = Board::empty(self.size);
        let mut stones: Vec<Point> = Vec::new();
        let (count, mut color) = (4 + draw.below(26), Color::Black);
        for _ in 0..8 * count {
            let near = match stones.get(draw.below(stones.len().max(1))) {
                None => draw.corner(self.size, 5).map(|place| i32::from(place) + 2),
                Some(stone) => [stone.column(), stone.row()]
                    .map(|place| i32::from(place) + draw.below(5) as i32 - 2),
            };
            let [column, row] = near.map(|place| u8::try_from(place).ok());
            let point = column
                .zip(row)
                .and_then(|(column, row)| Point::new(column, row));
            let Some(point) = point.filter(|&point| self.may_play(&board, point, color)) else {
                continue;
            };
            board.place(point, color);
            stones.push(point);
            color = !color;
            if stones.len() == count {
                break;
            }
        }
        board
    }

    /// Whether a move there lets the game go on.
    fn may_play(&self, board: &Board, point: Point, color: Color) -> bool {
        let is_forbidden = || {
            let is_restricted = self.rule.restricts(color);
            is_restricted && !forbidden_kinds(board, point, ThreeReading::Literal).is_empty()
        };
        board.is_empty(point) && !self.rule.makes_five(board, point, color) && !is_forbidden()
    }
}

/// The position, if no side has won, and no row is too long.
pub(super) fn goes_on(board: Board, rule: Rule, to_move: Color) -> Option<Position> {
    let is_over = |color| {
        !winning_rows(&board, rule, color).is_empty() || !overlines(&board, rule, color).is_empty()
    };
    if Color::BOTH.into_iter().any(is_over) || board.empties().is_empty() {
        return None;
    }
    let position = Position::of_board(board, rule, to_move);
    position.outcome().is_none().then_some(position)
}

/// A board with a few stones taken away, moved, or of the other colour.
fn mutated(board: &Board, draw: &mut Draw) -> Board {
    let mut board = board.clone();
    for _ in 0..=draw.below(6) {
        let stones: Vec<Point> = Color::BOTH
            .into_iter()
            .flat_map(|color| board.stones(color).iter())
            .collect();
        let Some(&stone) = stones.get(draw.below(stones.len().max(1))) else {
            return board;
        };
        let color = board.stone(stone).expect("it was one of the stones");
        let [across, along] = [0, 1].map(|_| draw.below(3) as i8 - 1);
        board.lift(stone);
        let to = stone
            .step(Direction::Horizontal, across)
            .and_then(|point| point.step(Direction::Vertical, along));
        match (to.filter(|&to| board.is_empty(to)), draw.below(4)) {
            (Some(to), 0 | 1) => board.place(to, color),
            (Some(_), 2) => board.place(stone, !color),
            _ => {}
        }
    }
    board
}

/// Numbers that are drawn, and what is made of them.
struct Draw(SplitMix64);

impl Draw {
    fn below(&mut self, count: usize) -> usize {
        self.0.below(count).unwrap_or_default()
    }

    /// The lowest corner of a square of that width on the board; its column and row.
    fn corner(&mut self, size: Size, width: u8) -> [u8; 2] {
        let places = usize::from(size.get().saturating_sub(width)) + 1;
        [0, 1].map(|_| self.below(places) as u8)
    }

    /// Puts a stone on an empty point, or none: the chances in percent.
    fn put(&mut self, board: &mut Board, point: Option<Point>, black: usize, white: usize) {
        let drawn = self.below(100);
        let color = match drawn {
            _ if drawn < black => Color::Black,
            _ if drawn < black + white => Color::White,
            _ => return,
        };
        if let Some(point) = point.filter(|&point| board.is_empty(point)) {
            board.place(point, color);
        }
    }
}
