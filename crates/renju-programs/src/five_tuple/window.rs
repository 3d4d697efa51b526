//! Windows of five cells in the program's order, and the stones that one side sees in each.

use renju_core::board::{Board, Color};
use renju_core::geometry::{Direction, Point, Size};

/// The ways that a window runs from its start, in the order the program tries them: right, up,
/// right and up, left and up.
const HEADINGS: [(Direction, i8); 4] = [
    (Direction::Horizontal, 1),
    (Direction::Vertical, 1),
    (Direction::Rising, 1),
    (Direction::Falling, -1),
];

/// The number of the last heading.
pub(super) const LEFT_UP: usize = 3;

/// Five cells in a row, wholly on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FiveWindow {
    /// The way it runs, as the program numbers them: 0 to 3.
    pub(super) heading: usize,
    /// Its cells from the start on.
    pub(super) cells: [Point; 5],
}

/// Every window of a board once: starts in reading order, headings in theirs. 572 on 15x15.
pub(super) fn windows(size: Size) -> impl Iterator<Item = FiveWindow> {
    size.points().flat_map(move |start| {
        let window = move |heading| FiveWindow::new(start, heading, size);
        (0..HEADINGS.len()).filter_map(window)
    })
}

impl FiveWindow {
    fn new(start: Point, heading: usize, size: Size) -> Option<FiveWindow> {
        let (direction, sign) = HEADINGS[heading];
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

    /// The stones in it as `side` sees them.
    pub(super) fn content(&self, board: &Board, side: Color) -> WindowContent {
        let mut content = WindowContent::default();
        for (place, &cell) in self.cells.iter().enumerate() {
            if let Some(color) = board.stone(cell) {
                content = content.with(color == side, place);
            }
        }
        content
    }

    /// What it is called with these stones in it, such as `D8-H8, 3 own, ends empty`.
    pub(super) fn name(&self, content: WindowContent) -> String {
        let [first, .., last] = self.cells;
        let (count, whose) = match content.others {
            0 => (content.own, "own"),
            others => (others, "opponent"),
        };
        let ends = match count {
            2 | 3 if !content.is_tight => ", ends empty",
            _ => "",
        };
        format!("{first}-{last}, {count} {whose}{ends}")
    }
}

/// The stones in a window, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct WindowContent {
    /// Own stones, 0 to 5.
    pub(super) own: usize,
    /// The opponent's, 0 to 5.
    pub(super) others: usize,
    /// Whether one of the two end cells has a stone.
    pub(super) is_tight: bool,
}

impl WindowContent {
    /// With one stone more, on the cell at `place` 0 to 4.
    pub(super) const fn with(self, is_own: bool, place: usize) -> WindowContent {
        WindowContent {
            own: self.own + is_own as usize,
            others: self.others + !is_own as usize,
            is_tight: self.is_tight || place == 0 || place == 4,
        }
    }
}
