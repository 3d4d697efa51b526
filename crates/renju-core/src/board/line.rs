//! Bitboards by line: each row, column and diagonal in two words, from which windows are cut.

use std::sync::LazyLock;

use crate::geometry::{ByDirection, Direction, Point, Size};

use super::{ByColor, Color};

/// How far a [`Window`] reaches to each side of its point. Whether a stone makes an exact five,
/// a four, a three or a two is decided within five points.
pub const WINDOW_REACH: u32 = 5;

/// Cells of a window: the point itself and [`WINDOW_REACH`] to each side.
const WINDOW_CELLS: u32 = 2 * WINDOW_REACH + 1;

/// Lines of one direction: the diagonals of the largest board.
pub(crate) const LINES: usize = 2 * Size::MAX.get() as usize - 1;

/// Every line of a board in each direction, walls included.
///
/// A cell has its bit in the word of a side for a stone of that side, and in both words for a
/// wall. So empty is neither bit, a stone one of them, a wall both; no third word is needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PackedLines(ByDirection<[PackedLine; LINES]>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedLine {
    black: u32,
    white: u32,
}

impl PackedLines {
    /// All cells of the board empty, all around it walls.
    pub(super) fn empty(size: Size) -> PackedLines {
        static EMPTY: LazyLock<Vec<PackedLines>> = LazyLock::new(|| {
            let sides = Size::MIN.get()..=Size::MAX.get();
            sides
                .filter_map(Size::new)
                .map(PackedLines::walled)
                .collect()
        });
        EMPTY[usize::from(size.get() - Size::MIN.get())].clone()
    }

    fn walled(size: Size) -> PackedLines {
        let walls = PackedLine {
            black: u32::MAX,
            white: u32::MAX,
        };
        let mut lines = PackedLines(ByDirection([[walls; LINES]; 4]));
        for point in size.points() {
            for direction in Direction::ALL {
                let (line, bit) = lines.place_of(point, direction);
                line.black ^= bit;
                line.white ^= bit;
            }
        }
        lines
    }

    /// Puts a stone on an empty point, or takes that stone away.
    #[inline]
    pub(super) fn toggle(&mut self, point: Point, color: Color) {
        for direction in Direction::ALL {
            let (line, bit) = self.place_of(point, direction);
            match color {
                Color::Black => line.black ^= bit,
                Color::White => line.white ^= bit,
            }
        }
    }

    #[inline]
    pub(super) fn window(&self, point: Point, direction: Direction) -> Window {
        let (number, place) = number_and_place(point, direction);
        let line = self.0[direction][number];
        Window {
            black: (line.black >> place & WALLED) as u16,
            white: (line.white >> place & WALLED) as u16,
        }
    }

    /// Every line as one side sees it: direction by direction, in the order of their first points.
    pub(super) fn views(&self, color: Color) -> impl Iterator<Item = SidedLine> {
        Direction::ALL.into_iter().flat_map(move |direction| {
            (0..LINES)
                .map(move |index| self.view(direction, by_first_point(direction, index), color))
        })
    }

    /// The line through a point as one side sees it, and the bit of the point there.
    pub(super) fn view_through(
        &self,
        point: Point,
        direction: Direction,
        color: Color,
    ) -> (SidedLine, u32) {
        let (number, place) = number_and_place(point, direction);
        let line = self.view(direction, number, color);
        (line, 1 << (place + WINDOW_REACH))
    }

    fn view(&self, direction: Direction, number: usize, color: Color) -> SidedLine {
        let PackedLine { black, white } = self.0[direction][number];
        SidedLine {
            own: match color {
                Color::Black => black & !white,
                Color::White => white & !black,
            },
            empty: !(black | white),
            direction,
            number,
        }
    }

    fn place_of(&mut self, point: Point, direction: Direction) -> (&mut PackedLine, u32) {
        let (number, place) = number_and_place(point, direction);
        (&mut self.0[direction][number], 1 << (place + WINDOW_REACH))
    }
}

const WALLED: u32 = (1 << WINDOW_CELLS) - 1;

/// Which line of its direction a point lies on, and where: shifted right by that, the line's
/// lowest bits are the window around the point. Diagonals are counted along their columns.
#[inline]
pub(crate) fn number_and_place(point: Point, direction: Direction) -> (usize, u32) {
    let (column, row) = (usize::from(point.column()), usize::from(point.row()));
    let last = usize::from(Size::MAX.get()) - 1;
    let (number, place) = match direction {
        Direction::Horizontal => (row, column),
        Direction::Vertical => (column, row),
        Direction::Rising => (last + column - row, column),
        Direction::Falling => (column + row, column),
    };
    (number, place as u32)
}

/// The number of a line, counted by where the lines of its direction begin: in reading order.
const fn by_first_point(direction: Direction, index: usize) -> usize {
    const MAIN: usize = LINES / 2;
    match direction {
        // From the lowest row on, then from the first column on.
        Direction::Rising if index <= MAIN => MAIN + index,
        Direction::Rising => LINES - 1 - index,
        _ => index,
    }
}

/// A whole line of a board as one side sees it, a bit for each cell; the first and the last bits
/// are off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SidedLine {
    /// The stones of that side.
    pub(crate) own: u32,
    /// The cells without a stone.
    pub(crate) empty: u32,
    direction: Direction,
    number: usize,
}

impl SidedLine {
    /// The direction of the line.
    pub(crate) const fn direction(self) -> Direction {
        self.direction
    }

    /// The point of a cell that is on the board.
    pub(crate) fn point(self, cell: u32) -> Point {
        let place = (cell - WINDOW_REACH) as usize;
        let last = usize::from(Size::MAX.get()) - 1;
        let (column, row) = match self.direction {
            Direction::Horizontal => (place, self.number),
            Direction::Vertical => (self.number, place),
            Direction::Rising => (place, last + place - self.number),
            Direction::Falling => (place, self.number - place),
        };
        Point::new(column as u8, row as u8).expect("the cell is on the board")
    }

    /// Whether five or more of its stones stand in a row.
    pub(crate) const fn has_five_in_a_row(self) -> bool {
        let two = self.own & (self.own >> 1);
        let four = two & (two >> 2);
        four & (self.own >> 4) != 0
    }
}

/// The eleven cells of a line around a point, backwards end in bit 0, the point in bit 5.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Window {
    black: u16,
    white: u16,
}

impl Window {
    /// The window whose cells have these bits: eleven for stones of either side, both beyond the edge.
    pub(crate) const fn new(black: u16, white: u16) -> Window {
        Window { black, white }
    }

    /// The window as one side sees it.
    pub const fn seen_by(self, color: Color) -> View {
        match color {
            Color::Black => View {
                own: self.black & !self.white,
                blocked: self.white,
            },
            Color::White => View {
                own: self.white & !self.black,
                blocked: self.black,
            },
        }
    }

    /// The cells that are on the board and have no stone, eleven bits.
    pub const fn empties(self) -> u16 {
        !(self.black | self.white) & WALLED as u16
    }

    /// The window as each side sees it.
    pub fn views(self) -> ByColor<View> {
        ByColor::from_fn(|color| self.seen_by(color))
    }
}

/// The empty cells of four windows around one point: a set of places along its lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighborhood(u64);

impl Neighborhood {
    /// Cells of each line, the point itself in the middle and never in the set.
    pub const CELLS: usize = WINDOW_CELLS as usize;

    /// Windows in the order of [`Direction::ALL`].
    #[inline]
    pub(super) fn new(windows: [Window; 4]) -> Neighborhood {
        let others = !(1 << WINDOW_REACH);
        let line = |cells: u64, window: &Window| {
            cells << WINDOW_CELLS | u64::from(window.empties() & others)
        };
        Neighborhood(windows.iter().rev().fold(0, line))
    }

    /// The places, direction by direction and backwards end first: [`CELLS`](Self::CELLS) to a line.
    pub fn bits(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            let is_left = rest != 0;
            rest &= rest.wrapping_sub(1);
            is_left.then_some(bit)
        })
    }
}

/// A [`Window`] through the eyes of one side: eleven bits each, bit 5 the point itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// The stones of that side.
    pub own: u16,
    /// What cannot be had: the opponent's stones and everything beyond the edge.
    pub blocked: u16,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// What a window should hold, asked of the board cell by cell.
    fn window_by_definition(board: &Board, point: Point, direction: Direction) -> [char; 11] {
        std::array::from_fn(|cell| match point.step(direction, cell as i8 - 5) {
            Some(at) if at.is_on(board.size()) => match board.stone(at) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            },
            _ => '|',
        })
    }

    fn as_text(window: Window) -> [char; 11] {
        std::array::from_fn(
            |cell| match (window.black >> cell & 1, window.white >> cell & 1) {
                (0, 0) => '.',
                (1, 0) => 'X',
                (0, _) => 'O',
                _ => '|',
            },
        )
    }

    #[test]
    fn windows_show_stones_and_walls_on_every_size() {
        for size in (5..=20).filter_map(Size::new) {
            let mut board = Board::empty(size);
            for (number, point) in size.points().enumerate() {
                match number * number % 5 {
                    1 => board.place(point, Color::Black),
                    4 => board.place(point, Color::White),
                    _ => {}
                }
            }
            for point in size.points() {
                for direction in Direction::ALL {
                    let window = board.window(point, direction);
                    let expected = window_by_definition(&board, point, direction);
                    assert_eq!(as_text(window), expected, "{point} {direction} on {size}");
                }
            }
        }
    }
}
