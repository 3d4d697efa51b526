use crate::board::{Board, Color};
use crate::eval::{Edition, ForbiddenRule};
use crate::geometry::{Direction, Point};
use crate::rule::row_length_through;

/// Windows of five that a fifth black stone completes; `true` is black, `false` empty.
const JUMP_FOURS: [[bool; 5]; 3] = [
    [true, true, false, true, true],
    [true, false, true, true, true],
    [true, true, true, false, true],
];

/// Windows of six with a live three, and the cell that makes it four.
const LIVE_THREES: [([bool; 6], usize); 4] = [
    ([false, false, true, true, true, false], 1),
    ([false, true, true, true, false, false], 4),
    ([false, true, false, true, true, false], 2),
    ([false, true, true, false, true, false], 3),
];

/// The program's opinion on forbidden points, version 3.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForbiddenV31 {
    edition: Edition,
    /// Whether four stones in certain places forbid a point; version 3.0 did without.
    has_patch: bool,
}

/// What the program says of a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict31 {
    /// Black may play there.
    None,
    /// Six or more in a row and no five.
    Overline,
    /// Two fours or more.
    DoubleFour,
    /// Two live threes or more.
    DoubleThree,
    /// The four stones of the patch.
    FixedPattern,
}

impl Verdict31 {
    /// The name in JSON, such as `"double_four"`.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict31::None => "none",
            Verdict31::Overline => "overline",
            Verdict31::DoubleFour => "double_four",
            Verdict31::DoubleThree => "double_three",
            Verdict31::FixedPattern => "fixed_pattern",
        }
    }
}

/// What the program counts on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts31 {
    /// What comes of it.
    pub verdict: Verdict31,
    /// The longest run through the point.
    pub longest: usize,
    /// Whether some run is exactly five.
    pub has_five: bool,
    /// Fours; 0 where the program stops before it counts them.
    pub fours: usize,
    /// Directions with a live three; 0 likewise.
    pub threes: usize,
}

impl ForbiddenV31 {
    pub(super) const fn new(edition: Edition) -> ForbiddenV31 {
        ForbiddenV31 {
            edition,
            has_patch: matches!(edition, Edition::Published),
        }
    }

    /// Version 3.0, which lacks the patch.
    #[must_use]
    pub const fn v30(self) -> ForbiddenV31 {
        ForbiddenV31 {
            has_patch: false,
            ..self
        }
    }

    /// What the program counts for Black on an empty point.
    pub fn trial(&self, board: &Board, point: Point) -> Counts31 {
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
        }
        for direction in Direction::ALL {
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

    fn fours(self, board: &Board, point: Point, direction: Direction) -> usize {
        let line = |count: i8| BoardCell::at(board, point, direction, count);
        let start = (1..=4)
            .take_while(|&count| line(-count) == BoardCell::Black)
            .count() as i8;
        let length = row_length_through(board, point, direction, Color::Black);
        let is_room = |count: i8, beyond: i8| match self.edition {
            Edition::Published => line(count) != BoardCell::Off,
            Edition::Corrected => {
                line(count) == BoardCell::Empty && line(beyond) != BoardCell::Black
            }
        };
        let (before, after) = (-start - 1, length as i8 - start);
        let has_room = is_room(before, before - 1) || is_room(after, after + 1);
        let in_a_row = length == 4 && has_room;
        let jumps = (-4..=0).filter(|&first| {
            let is_jump = JUMP_FOURS.iter().any(|pattern| reads(line, first, pattern));
            let makes_six =
                line(first - 1) == BoardCell::Black || line(first + 5) == BoardCell::Black;
            is_jump && (self.edition == Edition::Published || !makes_six)
        });
        usize::from(in_a_row) + jumps.count()
    }

    fn has_live_three(self, board: &mut Board, point: Point, direction: Direction) -> bool {
        (-4..=-1).any(|first: i8| {
            let line = |count: i8| BoardCell::at(board, point, direction, count);
            if line(first - 1) == BoardCell::Black || line(first + 6) == BoardCell::Black {
                return false;
            }
            let mut threes = LIVE_THREES.iter();
            let found = threes.find(|(pattern, _)| reads(line, first, pattern));
            let deciding = found.and_then(|&(_, cell)| point.step(direction, first + cell as i8));
            deciding.is_some_and(|cell| self.try_stone(board, cell).verdict == Verdict31::None)
        })
    }
}

impl ForbiddenRule for ForbiddenV31 {
    fn forbids(&self, board: &Board, point: Point) -> Option<&'static str> {
        match self.trial(board, point).verdict {
            Verdict31::None => None,
            verdict => Some(verdict.name()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BoardCell {
    Empty,
    Black,
    White,
    Off,
}

impl BoardCell {
    fn at(board: &Board, point: Point, direction: Direction, count: i8) -> BoardCell {
        match point.step(direction, count) {
            Some(at) if at.is_on(board.size()) => match board.stone(at) {
                None => BoardCell::Empty,
                Some(Color::Black) => BoardCell::Black,
                Some(Color::White) => BoardCell::White,
            },
            _ => BoardCell::Off,
        }
    }
}

/// Whether the cells from `first` on are black and empty as the pattern says.
fn reads(line: impl Fn(i8) -> BoardCell, first: i8, pattern: &[bool]) -> bool {
    (first..).zip(pattern).all(|(count, &is_black)| {
        let expected = if is_black {
            BoardCell::Black
        } else {
            BoardCell::Empty
        };
        line(count) == expected
    })
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
