//! Flat board memory of the point-info program, in which walks can run past an edge into another
//! row, as in the original.

use renju_core::board::{Board, Color, scrambled};
use renju_core::geometry::{Point, Size};
use renju_core::named_enum::named_enum;

/// Cells of memory before the board, and enough of them in all for the largest one.
const BEFORE: isize = 512;
const CELLS: usize = 1024;

/// Where the program's walks end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum EdgeHandling {
    /// As published: walks to the upper and the lower left run past column A into the end of
    /// another row, and a row of own stones may go on one row below the board.
    Faulty,
    /// Walks end at every edge.
    Walled,
}

named_enum! {
    /// What ends the room behind a jump.
    #[derive(Default)]
    pub enum JumpRoom: "room behind a jump" {
        /// A third group of own stones, as in the program.
        #[default]
        Program = "program",
        /// The first group of own stones, as in the tutorial that comes with it.
        Tutorial = "tutorial",
    }
}

/// A cell as the program names it: lines from the top, columns from the left, both from 0.
///
/// Past the left edge the column is negative; the memory behind such a cell is the end of a row
/// further up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct CellAddress {
    line: i16,
    column: i16,
}

impl CellAddress {
    /// The program's name for a point.
    pub(super) fn of(point: Point, size: Size) -> CellAddress {
        CellAddress {
            line: i16::from(size.get()) - 1 - i16::from(point.row()),
            column: i16::from(point.column()),
        }
    }

    /// Lines above it; for cells of the board.
    pub(super) fn line(self) -> usize {
        self.line as usize
    }

    /// Columns to its left; for cells of the board.
    pub(super) fn column(self) -> usize {
        self.column as usize
    }

    pub(super) fn walk(self, heading: CompassDirection, steps: u8) -> CellAddress {
        let steps = i16::from(steps);
        CellAddress {
            line: self.line + heading.down * steps,
            column: self.column + heading.right * steps,
        }
    }
}

/// One of the eight directions away from a cell: lines down and columns to the right that a step
/// adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CompassDirection {
    down: i16,
    right: i16,
}

impl CompassDirection {
    /// The four lines through a cell in the program's order, each as its two directions.
    pub(super) const LINES: [[CompassDirection; 2]; 4] = [
        CompassDirection::both(-1, 0),
        CompassDirection::both(-1, 1),
        CompassDirection::both(0, 1),
        CompassDirection::both(1, 1),
    ];

    const fn both(down: i16, right: i16) -> [CompassDirection; 2] {
        let back = CompassDirection {
            down: -down,
            right: -right,
        };
        [CompassDirection { down, right }, back]
    }
}

/// What one direction holds: own stones next to the cell, empty cells behind them, and so on,
/// each as many as follow without a break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arrays {
    /// The direction that was walked.
    pub(super) heading: CompassDirection,
    /// Own stones next to the cell.
    pub(super) s1: u8,
    /// Empty cells behind them.
    pub(super) e1: u8,
    /// Own stones behind those.
    pub(super) s2: u8,
    /// Empty cells behind those.
    pub(super) e2: u8,
    /// Own stones behind those.
    pub(super) s3: u8,
}

/// The board as the program keeps it: row after row from the top line down, with empty memory
/// before and behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FlatMemory {
    size: Size,
    edges: EdgeHandling,
    cells: [Option<Color>; CELLS],
    hash: u64,
}

impl FlatMemory {
    pub(super) fn of(board: &Board, edges: EdgeHandling) -> FlatMemory {
        let mut memory = FlatMemory {
            size: board.size(),
            edges,
            cells: [None; CELLS],
            hash: 0,
        };
        for color in Color::BOTH {
            for point in board.stones(color).iter() {
                memory.put(CellAddress::of(point, board.size()), color);
            }
        }
        memory
    }

    /// The point of the board that lies behind a cell, if any.
    pub(super) fn point(&self, spot: CellAddress) -> Option<Point> {
        let side = isize::from(self.size.get());
        let place = self.place(spot) - BEFORE;
        let row = side - 1 - place.div_euclid(side);
        let column = place.rem_euclid(side) as u8;
        let row = u8::try_from(row).ok()?;
        Point::new(column, row).filter(|point| point.is_on(self.size))
    }

    pub(super) fn spots(&self) -> impl Iterator<Item = CellAddress> + use<> {
        let side = i16::from(self.size.get());
        (0..side).flat_map(move |line| (0..side).map(move |column| CellAddress { line, column }))
    }

    /// The cells around a cell and itself, those on the board, from the top left.
    pub(super) fn block(&self, middle: CellAddress) -> impl Iterator<Item = CellAddress> + use<> {
        let side = i16::from(self.size.get());
        let on_board = move |place: &i16| (0..side).contains(place);
        let around = move |place: i16| (place - 1..=place + 1).filter(on_board);
        around(middle.line).flat_map(move |line| {
            around(middle.column).map(move |column| CellAddress { line, column })
        })
    }

    pub(super) fn stone(&self, spot: CellAddress) -> Option<Color> {
        self.cells.get(self.place(spot) as usize).copied().flatten()
    }

    /// A hash of the stones.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    pub(super) fn put(&mut self, spot: CellAddress, color: Color) {
        self.set(spot, Some(color));
    }

    pub(super) fn lift(&mut self, spot: CellAddress) {
        self.set(spot, None);
    }

    /// The five arrays of one direction.
    pub(super) fn arrays(
        &self,
        spot: CellAddress,
        heading: CompassDirection,
        own: Color,
    ) -> Arrays {
        let row = i16::from(self.size.get());
        let step = isize::from(heading.down * row + heading.right);
        let room = self.room(spot, heading);
        let mut place = self.place(spot);
        let mut walked = 0;
        let mut run = |wanted: Option<Color>, room: i16| {
            let before = walked;
            while walked < room && self.cells.get((place + step) as usize) == Some(&wanted) {
                place += step;
                walked += 1;
            }
            (walked - before) as u8
        };
        let own = Some(own);
        Arrays {
            heading,
            s1: run(own, self.first_room(spot, heading)),
            e1: run(None, room),
            s2: run(own, room),
            e2: run(None, room),
            s3: run(own, room),
        }
    }

    /// Steps that may be made from a cell.
    fn room(&self, spot: CellAddress, heading: CompassDirection) -> i16 {
        let last = i16::from(self.size.get()) - 1;
        let lines = match heading.down {
            -1 => spot.line,
            1 => last - spot.line,
            _ => i16::MAX,
        };
        let columns = match heading.right {
            -1 if heading.down != 0 && self.edges == EdgeHandling::Faulty => i16::MAX,
            -1 => spot.column,
            1 => last - spot.column,
            _ => i16::MAX,
        };
        lines.min(columns)
    }

    /// Steps that the first section may make.
    fn first_room(&self, spot: CellAddress, heading: CompassDirection) -> i16 {
        match (self.edges, heading.down, heading.right) {
            (EdgeHandling::Faulty, 1, 1) => {
                let side = i16::from(self.size.get());
                (side - spot.line).min(side - 1 - spot.column)
            }
            _ => self.room(spot, heading),
        }
    }

    fn place(&self, spot: CellAddress) -> isize {
        let row = isize::from(spot.line) * isize::from(self.size.get());
        BEFORE + row + isize::from(spot.column)
    }

    fn set(&mut self, spot: CellAddress, cell: Option<Color>) {
        let place = self.place(spot) as usize;
        if let Some(kept) = self.cells.get_mut(place) {
            self.hash ^= hash_of(place, *kept) ^ hash_of(place, cell);
            *kept = cell;
        }
    }
}

/// The part of a cell in the hash, 0 if it is empty.
fn hash_of(place: usize, cell: Option<Color>) -> u64 {
    cell.map_or(0, |color| {
        scrambled(((place as u64) << 1 | color as u64) + 1)
    })
}
