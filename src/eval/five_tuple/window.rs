use std::borrow::Cow;

use crate::board::{Board, Color};
use crate::geometry::{Direction, Point, Size};

/// The way a window runs from its start, in the order the program tries them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heading {
    /// Along a row.
    Right,
    /// Along a column.
    Up,
    /// Along a rising diagonal.
    RightUp,
    /// Along a falling diagonal, backwards.
    LeftUp,
}

impl Heading {
    const ALL: [Heading; 4] = [
        Heading::Right,
        Heading::Up,
        Heading::RightUp,
        Heading::LeftUp,
    ];

    const fn step(self) -> (Direction, i8) {
        match self {
            Heading::Right => (Direction::Horizontal, 1),
            Heading::Up => (Direction::Vertical, 1),
            Heading::RightUp => (Direction::Rising, 1),
            Heading::LeftUp => (Direction::Falling, -1),
        }
    }
}

/// Five cells in a row, wholly on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The way it runs.
    pub heading: Heading,
    /// Its cells from the start on.
    pub cells: [Point; 5],
}

/// Every window of a board once: starts in reading order, headings in theirs. 572 on 15x15.
pub fn windows(size: Size) -> impl Iterator<Item = Window> {
    size.points().flat_map(move |start| {
        let window = move |heading| Window::new(start, heading, size);
        Heading::ALL.into_iter().filter_map(window)
    })
}

impl Window {
    fn new(start: Point, heading: Heading, size: Size) -> Option<Window> {
        let (direction, sign) = heading.step();
        let last = start.step(direction, 4 * sign)?;
        if !last.is_on(size) {
            return None;
        }
        let mut cells = [start; 5];
        for (count, cell) in (0..).zip(&mut cells) {
            *cell = start.step(direction, count * sign)?;
        }
        Some(Window { heading, cells })
    }

    /// Its first cell.
    pub const fn start(&self) -> Point {
        self.cells[0]
    }

    /// The stones in it as `side` sees them.
    pub fn content(&self, board: &Board, side: Color) -> Content {
        let mut content = Content::default();
        for (place, &cell) in self.cells.iter().enumerate() {
            if let Some(color) = board.stone(cell) {
                content = content.with(color == side, place);
            }
        }
        content
    }
}

/// The stones in a window, counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Content {
    /// Own stones, 0 to 5.
    pub own: usize,
    /// The enemy's, 0 to 5.
    pub enemy: usize,
    /// Whether one of the two end cells has a stone.
    pub is_tight: bool,
}

impl Content {
    /// With one stone more, on the cell at `place` 0 to 4.
    #[must_use]
    pub const fn with(self, is_own: bool, place: usize) -> Content {
        Content {
            own: self.own + is_own as usize,
            enemy: self.enemy + !is_own as usize,
            is_tight: self.is_tight || place == 0 || place == 4,
        }
    }

    /// What it is called, such as `window of 3, ends empty`.
    pub(super) fn name(self) -> Cow<'static, str> {
        const OWN: [&str; 6] = [
            "empty window",
            "window of 1",
            "window of 2",
            "window of 3",
            "window of 4",
            "window of 5",
        ];
        const OWN_LOOSE: [&str; 2] = ["window of 2, ends empty", "window of 3, ends empty"];
        const ENEMY: [&str; 6] = [
            "empty window",
            "enemy window of 1",
            "enemy window of 2",
            "enemy window of 3",
            "enemy window of 4",
            "enemy window of 5",
        ];
        const ENEMY_LOOSE: [&str; 2] = [
            "enemy window of 2, ends empty",
            "enemy window of 3, ends empty",
        ];
        let (count, names, loose) = if self.enemy == 0 {
            (self.own, OWN, OWN_LOOSE)
        } else {
            (self.enemy, ENEMY, ENEMY_LOOSE)
        };
        Cow::Borrowed(match count {
            2 | 3 if !self.is_tight => loose[count - 2],
            _ => names[count],
        })
    }
}
