use crate::board::{Board, Color};
use crate::geometry::{Direction, Point, Size};

/// The way a window runs from its start, in the order the program tries them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WindowDirection {
    /// Along a row, letters growing.
    Right,
    /// Along a column, numbers growing.
    Up,
    /// Along a rising diagonal.
    RightUp,
    /// Along a falling diagonal, backwards.
    LeftUp,
}

impl WindowDirection {
    const ALL: [WindowDirection; 4] = [
        WindowDirection::Right,
        WindowDirection::Up,
        WindowDirection::RightUp,
        WindowDirection::LeftUp,
    ];

    const fn step(self) -> (Direction, i8) {
        match self {
            WindowDirection::Right => (Direction::Horizontal, 1),
            WindowDirection::Up => (Direction::Vertical, 1),
            WindowDirection::RightUp => (Direction::Rising, 1),
            WindowDirection::LeftUp => (Direction::Falling, -1),
        }
    }
}

/// Five cells in a row, wholly on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FiveWindow {
    /// The way it runs.
    pub heading: WindowDirection,
    /// Its cells from the start on.
    pub cells: [Point; 5],
}

/// Every window of a board once: starts in reading order, headings in theirs. 572 on 15x15.
pub fn windows(size: Size) -> impl Iterator<Item = FiveWindow> {
    size.points().flat_map(move |start| {
        let window = move |heading| FiveWindow::new(start, heading, size);
        WindowDirection::ALL.into_iter().filter_map(window)
    })
}

impl FiveWindow {
    fn new(start: Point, heading: WindowDirection, size: Size) -> Option<FiveWindow> {
        let (direction, sign) = heading.step();
        let last = start.step(direction, 4 * sign)?;
        if !last.is_on(size) {
            return None;
        }
        let mut cells = [start; 5];
        for (count, cell) in (0..).zip(&mut cells) {
            *cell = start.step(direction, count * sign)?;
        }
        Some(FiveWindow { heading, cells })
    }

    /// The cell that it runs from.
    pub const fn start(&self) -> Point {
        self.cells[0]
    }

    /// The stones in it as `side` sees them.
    pub fn content(&self, board: &Board, side: Color) -> WindowContent {
        let mut content = WindowContent::default();
        for (place, &cell) in self.cells.iter().enumerate() {
            if let Some(color) = board.stone(cell) {
                content = content.with(color == side, place);
            }
        }
        content
    }
}

impl FiveWindow {
    /// What it is called with these stones in it, such as `D8-H8, 3 own, ends empty`.
    pub(super) fn name(&self, content: WindowContent) -> String {
        let [first, .., last] = self.cells;
        let (count, whose) = if content.enemy == 0 {
            (content.own, "own")
        } else {
            (content.enemy, "enemy")
        };
        let ends = match count {
            2 | 3 if !content.is_tight => ", ends empty",
            _ => "",
        };
        format!("{first}-{last}, {count} {whose}{ends}")
    }
}

/// The stones in a window, counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct WindowContent {
    /// Own stones, 0 to 5.
    pub own: usize,
    /// The opponent's, 0 to 5.
    pub enemy: usize,
    /// Whether one of the two end cells has a stone.
    pub is_tight: bool,
}

impl WindowContent {
    /// With one stone more, on the cell at `place` 0 to 4.
    #[must_use]
    pub const fn with(self, is_own: bool, place: usize) -> WindowContent {
        WindowContent {
            own: self.own + is_own as usize,
            enemy: self.enemy + !is_own as usize,
            is_tight: self.is_tight || place == 0 || place == 4,
        }
    }
}
