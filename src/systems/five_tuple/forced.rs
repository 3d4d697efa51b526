use crate::board::{Board, Color};
use crate::eval::{Edition, ForbiddenRule};
use crate::geometry::Point;

use super::FiveTuple;
use super::window::{FiveWindow, windows};

/// A move that the program plays without thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindowForcedMove {
    /// The point to play.
    pub point: Point,
    /// The window that decided.
    pub window: FiveWindow,
}

/// Why a window asks for a move, in the order of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ForcedReason {
    OwnFour,
    EnemyFour,
    OwnThree,
    EnemyThree,
}

impl ForcedReason {
    const ALL: [ForcedReason; 4] = [
        ForcedReason::OwnFour,
        ForcedReason::EnemyFour,
        ForcedReason::OwnThree,
        ForcedReason::EnemyThree,
    ];

    fn of(window: &FiveWindow, board: &Board, side: Color) -> Option<ForcedReason> {
        let content = window.content(board, side);
        match (content.own, content.enemy) {
            (4, _) => Some(ForcedReason::OwnFour),
            (_, 4) => Some(ForcedReason::EnemyFour),
            (3, _) if !content.is_tight => Some(ForcedReason::OwnThree),
            (_, 3) if !content.is_tight => Some(ForcedReason::EnemyThree),
            _ => None,
        }
    }
}

/// The move that the program is forced to make for `side`, if any.
///
/// As published, the first window in scan order that yields a move decides, whatever it is for.
/// The corrected edition looks for own fours on the whole board first, then for the opponent's, then
/// for own threes, then for the opponent's. With `bans`, points that the edition's own judge
/// forbids to Black are heeded.
pub fn forced(
    program: &FiveTuple,
    board: &Board,
    side: Color,
    bans: bool,
) -> Option<WindowForcedMove> {
    let asked = ForcedMoveFinder {
        program,
        board,
        side,
        bans,
    };
    let found = |only: Option<ForcedReason>| {
        windows(board.size()).find_map(|window| {
            let reason = ForcedReason::of(&window, board, side)?;
            let is_asked = only.is_none_or(|only| only == reason);
            let point = is_asked.then(|| asked.answer(&window, reason)).flatten()?;
            Some(WindowForcedMove { point, window })
        })
    };
    match program.edition() {
        Edition::Published => found(None),
        Edition::Corrected => ForcedReason::ALL
            .into_iter()
            .find_map(|reason| found(Some(reason))),
    }
}

struct ForcedMoveFinder<'a> {
    program: &'a FiveTuple,
    board: &'a Board,
    side: Color,
    bans: bool,
}

impl ForcedMoveFinder<'_> {
    fn answer(&self, window: &FiveWindow, reason: ForcedReason) -> Option<Point> {
        match reason {
            ForcedReason::OwnFour | ForcedReason::EnemyFour => self.fifth(window),
            ForcedReason::OwnThree | ForcedReason::EnemyThree => self.end(window, reason),
        }
    }

    /// The empty cell of a window of four, if there is one that may be played.
    fn fifth(&self, window: &FiveWindow) -> Option<Point> {
        let mut cells = window.cells.into_iter();
        let empty = cells.find(|&cell| self.board.is_empty(cell))?;
        self.is_legal(empty, self.side).then_some(empty)
    }

    /// The better end of a window of three.
    fn end(&self, window: &FiveWindow, reason: ForcedReason) -> Option<Point> {
        let [first, .., last] = window.cells;
        let extender = match reason {
            ForcedReason::OwnThree => self.side,
            _ => !self.side,
        };
        let tested_second = match (self.program.edition(), reason) {
            (Edition::Published, ForcedReason::OwnThree) => first,
            _ => last,
        };
        if !self.is_legal(first, extender) || !self.is_legal(tested_second, extender) {
            return None;
        }
        let is_open =
            |&end: &Point| reason == ForcedReason::OwnThree || self.is_legal(end, self.side);
        let ends = [first, last].into_iter().filter(is_open);
        ends.max_by_key(|&end| {
            let mut board = self.board.clone();
            board.place(end, self.side);
            self.program.board_value(&board, self.side) // On a tie the last wins, as it should.
        })
    }

    fn is_legal(&self, point: Point, side: Color) -> bool {
        let is_free = !self.bans || side == Color::White;
        is_free || self.program.v31().forbids(self.board, point).is_none()
    }
}
