use crate::board::{Board, Color};
use crate::geometry::{Direction, Point};
use crate::rule::row_length_through;
use crate::systems::line_view::{LineView, SIDE, ViewedCell};

/// A move that the program plays without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StageForcedMove {
    /// Why: 1 a five to make, 2 a five to stop, 3 a four with both ends empty, or a four together
    /// with a three, to make, 4 the same to stop.
    pub stage: u8,
    /// The point to play.
    pub point: Point,
}

/// The move that the program is forced to make for `side`, if any: the first point of the first
/// stage that has one. Runs are unbroken here; an end is empty if the cell after the run is.
pub fn forced(board: &Board, side: Color) -> Option<StageForcedMove> {
    type Test = fn(&UnbrokenRuns) -> bool;
    let stages: [(u8, Color, Test); 4] = [
        (1, side, UnbrokenRuns::make_five),
        (2, !side, UnbrokenRuns::make_five),
        (3, side, UnbrokenRuns::win_next),
        (4, !side, UnbrokenRuns::win_next),
    ];
    stages.into_iter().find_map(|(stage, color, is_hit)| {
        let mut empties = board.empties().iter();
        let hit = empties.find(|&point| is_hit(&UnbrokenRuns::through(board, point, color)));
        hit.map(|point| StageForcedMove { stage, point })
    })
}

/// The unbroken runs through a point, one for each direction.
struct UnbrokenRuns([UnbrokenRun; 4]);

struct UnbrokenRun {
    length: usize,
    empty_ends: usize,
}

impl UnbrokenRuns {
    fn through(board: &Board, stone: Point, color: Color) -> UnbrokenRuns {
        let sight = LineView {
            board,
            color,
            stone,
        };
        UnbrokenRuns(Direction::ALL.map(|direction| UnbrokenRun {
            length: row_length_through(board, stone, direction, color),
            empty_ends: usize::from(ends_empty(sight, direction, 1))
                + usize::from(ends_empty(sight, direction, -1)),
        }))
    }

    fn make_five(&self) -> bool {
        self.0.iter().any(|run| run.length >= 5)
    }

    fn win_next(&self) -> bool {
        let has = |length, empty_ends| {
            let is_it = |run: &UnbrokenRun| run.length == length && run.empty_ends == empty_ends;
            self.0.iter().any(is_it)
        };
        has(4, 2) || (has(4, 1) && has(3, 2))
    }
}

/// Whether the first cell after the own stones on one side is empty.
fn ends_empty(sight: LineView<'_>, direction: Direction, sign: i8) -> bool {
    let cell = |count: i8| sight.cell(sight.stone, direction, sign * count);
    let end = (1..SIDE).map(cell).find(|&cell| cell != ViewedCell::Own);
    end == Some(ViewedCell::Empty)
}
