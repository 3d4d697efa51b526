use crate::board::{Board, Color};
use crate::eval::{Edition, Judge};
use crate::geometry::Point;

use super::FiveTuple;
use super::window::{Window, windows};

/// A move that the program plays without thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forced {
    /// Where.
    pub point: Point,
    /// The window that decided.
    pub window: Window,
}

/// Why a window asks for a move, in the order of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    OwnFour,
    EnemyFour,
    OwnThree,
    EnemyThree,
}

impl Reason {
    const ALL: [Reason; 4] = [
        Reason::OwnFour,
        Reason::EnemyFour,
        Reason::OwnThree,
        Reason::EnemyThree,
    ];

    fn of(window: &Window, board: &Board, side: Color) -> Option<Reason> {
        let content = window.content(board, side);
        match (content.own, content.enemy) {
            (4, _) => Some(Reason::OwnFour),
            (_, 4) => Some(Reason::EnemyFour),
            (3, _) if !content.is_tight => Some(Reason::OwnThree),
            (_, 3) if !content.is_tight => Some(Reason::EnemyThree),
            _ => None,
        }
    }
}

/// The move that the program is forced to make for `side`, if any.
///
/// As published, the first window in scan order that yields a move decides, whatever it is for.
/// The corrected edition looks for own fours on the whole board first, then for the enemy's, then
/// for own threes, then for the enemy's. With `bans`, points that the edition's own judge
/// forbids to Black are heeded.
pub fn forced(program: &FiveTuple, board: &Board, side: Color, bans: bool) -> Option<Forced> {
    let asked = Asked {
        program,
        board,
        side,
        bans,
    };
    let found = |only: Option<Reason>| {
        windows(board.size()).find_map(|window| {
            let reason = Reason::of(&window, board, side)?;
            let is_asked = only.is_none_or(|only| only == reason);
            let point = is_asked.then(|| asked.answer(&window, reason)).flatten()?;
            Some(Forced { point, window })
        })
    };
    match program.its_edition() {
        Edition::Published => found(None),
        Edition::Corrected => Reason::ALL
            .into_iter()
            .find_map(|reason| found(Some(reason))),
    }
}

struct Asked<'a> {
    program: &'a FiveTuple,
    board: &'a Board,
    side: Color,
    bans: bool,
}

impl Asked<'_> {
    fn answer(&self, window: &Window, reason: Reason) -> Option<Point> {
        match reason {
            Reason::OwnFour | Reason::EnemyFour => self.fifth(window),
            Reason::OwnThree | Reason::EnemyThree => self.end(window, reason),
        }
    }

    /// The empty cell of a window of four, if there is one that may be played.
    fn fifth(&self, window: &Window) -> Option<Point> {
        let mut cells = window.cells.into_iter();
        let empty = cells.find(|&cell| self.board.is_empty(cell))?;
        self.is_legal(empty, self.side).then_some(empty)
    }

    /// The better end of a window of three.
    fn end(&self, window: &Window, reason: Reason) -> Option<Point> {
        let [first, .., last] = window.cells;
        let extender = match reason {
            Reason::OwnThree => self.side,
            _ => !self.side,
        };
        let tested_second = match (self.program.its_edition(), reason) {
            (Edition::Published, Reason::OwnThree) => first,
            _ => last,
        };
        if !self.is_legal(first, extender) || !self.is_legal(tested_second, extender) {
            return None;
        }
        let is_open = |&end: &Point| reason == Reason::OwnThree || self.is_legal(end, self.side);
        let ends = [first, last].into_iter().filter(is_open);
        ends.max_by_key(|&end| {
            let mut board = self.board.clone();
            board.place(end, self.side);
            self.program.board_value(&board, self.side) // On a tie the last wins, as it should.
        })
    }

    fn is_legal(&self, point: Point, side: Color) -> bool {
        let is_free = !self.bans || side == Color::White;
        is_free || self.program.v31().objection(self.board, point).is_none()
    }
}
