//! Forbidden-point test of the five-tuple program, versions 3.0 and 3.1, mistakes included.

use renju_core::board::{Board, Color};
use renju_core::geometry::{Direction, Point};
use renju_core::named_enum::named_enum;
use renju_core::rule::row_length_through;
use renju_engine::eval::Edition;

/// Windows of five that a fifth black stone completes: X is black, a dot is empty.
const JUMP_FOURS: [&str; 3] = ["XX.XX", "X.XXX", "XXX.X"];

/// Windows of six with a live three, and the cell that makes it four.
const LIVE_THREES: [(&str, i8); 4] = [("..XXX.", 1), (".XXX..", 4), (".X.XX.", 2), (".XX.X.", 3)];

/// The program's opinion on forbidden points, version 3.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ForbiddenV31 {
    edition: Edition,
    /// Whether four stones in certain places forbid a point; version 3.0 did without.
    has_patch: bool,
}

named_enum! {
    /// What the program says of a point.
    pub(super) enum Verdict31: "verdict" {
        /// Black may play there.
        None = "none",
        /// Six or more in a row and no five.
        Overline = "overline",
        /// Two fours or more.
        DoubleFour = "double_four",
        /// Two live threes or more.
        DoubleThree = "double_three",
        /// The four stones of the patch.
        FixedPattern = "fixed_pattern",
    }
}

/// What the program counts on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counts31 {
    /// What comes of it.
    pub(super) verdict: Verdict31,
    /// The longest run through the point.
    pub(super) longest: usize,
    /// Whether some run is exactly five.
    pub(super) has_five: bool,
    /// Fours; 0 where the program stops before it counts them.
    pub(super) fours: usize,
    /// Directions with a live three; 0 likewise.
    pub(super) threes: usize,
}

impl ForbiddenV31 {
    pub(super) const fn new(edition: Edition) -> ForbiddenV31 {
        ForbiddenV31 {
            edition,
            has_patch: matches!(edition, Edition::Published),
        }
    }

    /// Version 3.0, which lacks the patch.
    pub(super) const fn v30(self) -> ForbiddenV31 {
        ForbiddenV31 {
            has_patch: false,
            ..self
        }
    }

    /// What the program counts for Black on an empty point.
    pub(super) fn trial(self, board: &Board, point: Point) -> Counts31 {
        self.try_stone(&mut board.clone(), point)
    }

    fn try_stone(self, board: &mut Board, point: Point) -> Counts31 {
        board.with_stone(point, Color::Black, |board| self.look(board, point))
    }

    /// What the program counts with the stone on the board.
    fn look(self, board: &mut Board, point: Point) -> Counts31 {
        let runs = Direction::ALL
            .map(|direction| row_length_through(board, point, direction, Color::Black));
        let mut trial = Counts31 {
            verdict: Verdict31::None,
            longest: runs.into_iter().max().unwrap_or(1),
            has_five: runs.contains(&5),
            fours: 0,
            threes: 0,
        };
        if self.edition == Edition::Corrected && trial.has_five {
            return trial;
        }
        if trial.longest > 5 {
            if !trial.has_five {
                trial.verdict = Verdict31::Overline;
            }
            return trial;
        }
        for direction in Direction::ALL {
            trial.fours += self.fours(board, point, direction);
            trial.threes += usize::from(self.has_live_three(board, point, direction));
        }
        trial.verdict = if trial.fours >= 2 {
            Verdict31::DoubleFour
        } else if trial.threes >= 2 {
            Verdict31::DoubleThree
        } else if self.has_patch && has_fixed_pattern(board, point) {
            Verdict31::FixedPattern
        } else {
            Verdict31::None
        };
        trial
    }

    /// Why Black may not play on an empty point.
    pub(super) fn forbids(self, board: &Board, point: Point) -> Option<&'static str> {
        match self.trial(board, point).verdict {
            Verdict31::None => None,
            verdict => Some(verdict.name()),
        }
    }

    fn fours(self, board: &Board, point: Point, direction: Direction) -> usize {
        let cell = |count: i8| cell(board, point, direction, count);
        let start = (1..=4).take_while(|&count| cell(-count) == 'X').count() as i8;
        let length = row_length_through(board, point, direction, Color::Black);
        let is_room = |count: i8, beyond: i8| match self.edition {
            Edition::Published => cell(count) != '|',
            Edition::Corrected => cell(count) == '.' && cell(beyond) != 'X',
        };
        let (before, after) = (-start - 1, length as i8 - start);
        let has_room = is_room(before, before - 1) || is_room(after, after + 1);
        let in_a_row = length == 4 && has_room;
        let jumps = (-4..=0).filter(|&first| {
            let is_jump = JUMP_FOURS.iter().any(|pattern| reads(cell, first, pattern));
            let makes_six = cell(first - 1) == 'X' || cell(first + 5) == 'X';
            is_jump && (self.edition == Edition::Published || !makes_six)
        });
        usize::from(in_a_row) + jumps.count()
    }

    fn has_live_three(self, board: &mut Board, point: Point, direction: Direction) -> bool {
        (-4..=-1).any(|first: i8| {
            let cell = |count: i8| cell(board, point, direction, count);
            if cell(first - 1) == 'X' || cell(first + 6) == 'X' {
                return false;
            }
            let mut threes = LIVE_THREES.iter();
            let found = threes.find(|(pattern, _)| reads(cell, first, pattern));
            let deciding = found.and_then(|&(_, cell)| point.step(direction, first + cell));
            deciding.is_some_and(|cell| self.try_stone(board, cell).verdict == Verdict31::None)
        })
    }
}

/// The sign of the cell `count` steps from a point: X black, O white, a dot empty, | no cell.
fn cell(board: &Board, point: Point, direction: Direction, count: i8) -> char {
    match point.step(direction, count) {
        Some(at) if at.is_on(board.size()) => match board.stone(at) {
            None => '.',
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
        },
        _ => '|',
    }
}

/// Whether the cells from `first` on are as the pattern says.
fn reads(cell: impl Fn(i8) -> char, first: i8, pattern: &str) -> bool {
    (first..)
        .zip(pattern.chars())
        .all(|(count, sign)| cell(count) == sign)
}

/// Whether the two cells below and the two to the lower left are black, read as the program
/// reads its memory: left of column A follows the end of the row below.
fn has_fixed_pattern(board: &Board, point: Point) -> bool {
    let side = i16::from(board.size().get());
    let flat = i16::from(point.row()) * side + i16::from(point.column());
    let is_black = |cell: i16| {
        let column = cell.rem_euclid(side) as u8;
        let row = u8::try_from(cell.div_euclid(side)).ok();
        let at = row.and_then(|row| Point::new(column, row));
        at.is_some_and(|at| board.stone(at) == Some(Color::Black))
    };
    [side, 2 * side, side + 1, 2 * side + 2]
        .into_iter()
        .all(|back| is_black(flat - back))
}
