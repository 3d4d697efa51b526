//! Which points are worth a closer look.

use crate::board::{Board, Color};
use crate::geometry::{Direction, PointSet, Size};

const ROWS: usize = Size::MAX.get() as usize;
/// Rows of padding below and above, so that five steps never leave the array.
const PAD: usize = 4;

/// A word for each row of the board, with empty rows around it.
type Padded = [u32; ROWS + 2 * PAD];

/// The empty points worth a closer look: all forbidden ones are among them, and few others.
///
/// Whatever forbids a point lies in windows of five cells that hold the point and no white stone.
/// A three needs two more black stones in such a window, a four three more, so a forbidden point
/// has two lines with a window of two, or one with a window of three (a double-four or an
/// overline on a single line). All points are tested at once, a row at a time.
pub fn suspects(board: &Board) -> PointSet {
    let black = padded(board.stones(Color::Black));
    let free = padded(PointSet::all(board.size()) - board.stones(Color::White));
    let (mut one_line, mut enough) = ([0; ROWS], [0; ROWS]);
    for direction in Direction::ALL {
        let (two, three) = windows(&black, &free, direction);
        let (two, three) = (covered(&two, direction), covered(&three, direction));
        for row in 0..ROWS {
            enough[row] |= three[row] | one_line[row] & two[row];
            one_line[row] |= two[row];
        }
    }
    PointSet::from_words(enough) & board.empties()
}

fn padded(set: PointSet) -> Padded {
    let mut rows = [0; ROWS + 2 * PAD];
    rows[PAD..PAD + ROWS].copy_from_slice(&set.to_words());
    rows
}

/// The points where a window of five free cells begins that holds two, and three, black stones.
fn windows(black: &Padded, free: &Padded, direction: Direction) -> (Padded, Padded) {
    let (mut two, mut three) = ([0; ROWS + 2 * PAD], [0; ROWS + 2 * PAD]);
    let (black, free) = (steps_on(black, direction), steps_on(free, direction));
    for row in 0..ROWS {
        let (mut all_free, mut at_least) = (u32::MAX, [0; 3]);
        for cell in 0..5 {
            let stone = black[cell][row];
            all_free &= free[cell][row];
            at_least[2] |= at_least[1] & stone;
            at_least[1] |= at_least[0] & stone;
            at_least[0] |= stone;
        }
        two[PAD + row] = all_free & at_least[1];
        three[PAD + row] = all_free & at_least[2];
    }
    (two, three)
}

/// For 0 to 4 steps along a direction: the rows with every point's bit moved back by that many.
fn steps_on(rows: &Padded, direction: Direction) -> [[u32; ROWS]; 5] {
    let (right, up) = direction.step();
    std::array::from_fn(|steps| {
        let first = (PAD as isize + isize::from(up) * steps as isize) as usize;
        std::array::from_fn(|row| rows[first + row] >> (usize::from(right.unsigned_abs()) * steps))
    })
}

/// The points of the windows that begin at the points given.
fn covered(starts: &Padded, direction: Direction) -> [u32; ROWS] {
    let (right, up) = direction.step();
    let mut points = [0; ROWS];
    for steps in 0..5 {
        let first = (PAD as isize - isize::from(up) * steps as isize) as usize;
        for (row, points) in points.iter_mut().enumerate() {
            *points |= starts[first + row] << (usize::from(right.unsigned_abs()) * steps);
        }
    }
    points
}
