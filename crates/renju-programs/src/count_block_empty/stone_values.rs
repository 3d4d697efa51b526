//! Incremental evaluation of count-block-empty: a move updates only the lines through its point.

use renju_core::board::{Board, ByColor, Color};
use renju_core::geometry::{ByDirection, Direction, Point, PointMap, Size};

use super::system::CountBlockEmpty;

/// The values of all stones on a board, kept up to date as stones come and go.
///
/// A change of one cell changes what the stones on the eight rays from it see, and each of them
/// only along that ray; the rays reach to the edges. The values are always those that
/// [`CountBlockEmpty::value`] would give.
#[derive(Clone, Debug)]
pub struct StoneValues<'a> {
    program: &'a CountBlockEmpty,
    board: Board,
    values: PointMap<ByDirection<i64>>,
    sums: ByColor<i64>,
    played: Vec<Point>,
}

impl<'a> StoneValues<'a> {
    /// The values on this board.
    pub fn new(program: &'a CountBlockEmpty, board: &Board) -> StoneValues<'a> {
        let mut values = StoneValues {
            program,
            board: Board::empty(board.size()),
            values: PointMap::filled(ByDirection::default()),
            sums: ByColor::default(),
            played: Vec::new(),
        };
        for color in Color::BOTH {
            for stone in board.stones(color).iter() {
                values.play(stone, color);
            }
        }
        values.played.clear();
        values
    }

    /// The board with all stones that were played.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// What the stone on `point` is worth to its side; 0 if there is none.
    pub fn stone(&self, point: Point) -> i64 {
        self.values[point].0.iter().sum()
    }

    /// The own stones minus the opponent's.
    pub fn board_value(&self, side: Color) -> i64 {
        self.sums[side] - self.sums[!side]
    }

    /// Puts a stone on an empty point.
    ///
    /// # Panics
    ///
    /// Panics if `point` is off the board or has a stone.
    pub fn play(&mut self, point: Point, color: Color) {
        self.board.place(point, color);
        self.played.push(point);
        for direction in Direction::ALL {
            self.refresh(point, direction);
            self.refresh_line(point, direction);
        }
    }

    /// Takes the stone played last off again; nothing happens if there is none.
    pub fn undo(&mut self) {
        let Some(point) = self.played.pop() else {
            return;
        };
        if let Some(color) = self.board.stone(point) {
            self.sums[color] -= self.stone(point);
        }
        self.values[point] = ByDirection::default();
        self.board.lift(point);
        for direction in Direction::ALL {
            self.refresh_line(point, direction);
        }
    }

    /// Looks again from every stone on the two rays from `point`.
    fn refresh_line(&mut self, point: Point, direction: Direction) {
        let size = self.board.size();
        for stone in ray(point, direction, 1, size).chain(ray(point, direction, -1, size)) {
            self.refresh(stone, direction);
        }
    }

    fn refresh(&mut self, stone: Point, direction: Direction) {
        let Some(color) = self.board.stone(stone) else {
            return;
        };
        let value = self
            .program
            .line_value(&self.board, stone, color, direction);
        let before = std::mem::replace(&mut self.values[stone][direction], value);
        self.sums[color] += value - before;
    }
}

/// The points on one side of `point`, to the edge.
fn ray(point: Point, direction: Direction, sign: i8, size: Size) -> impl Iterator<Item = Point> {
    let cell = move |count: i8| point.step(direction, sign * count);
    (1..).map_while(move |count| cell(count).filter(|at| at.is_on(size)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::CountBlockEmptyWeights;
    use super::*;
    use crate::program::of_edition;
    use renju_engine::eval::Edition;

    /// 0 to 2 of 5 take a stone back, the others put one somewhere.
    fn steps() -> impl Strategy<Value = Vec<(u8, usize)>> {
        prop::collection::vec((0..5u8, 0..400usize), 150)
    }

    fn check(values: &StoneValues, program: &CountBlockEmpty) {
        let board = values.board();
        for color in Color::BOTH {
            let stones = board.stones(color);
            for stone in stones.iter() {
                let value = program.value(board, stone, color);
                assert_eq!(values.stone(stone), value, "{stone}");
            }
            assert_eq!(values.board_value(color), program.board_value(board, color));
        }
        for point in board.empties().iter() {
            assert_eq!(values.stone(point), 0, "{point}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(70))]

        /// 70 times 150 plays and undos.
        #[test]
        fn kept_values_are_those_read_anew(steps in steps(), side in 5..=20u8) {
            let size = Size::new(side).unwrap();
            for edition in [Edition::Published, Edition::Corrected] {
                let program = of_edition::<CountBlockEmptyWeights>(edition);
                let mut values = StoneValues::new(program, &Board::empty(size));
                for &(kind, place) in &steps {
                    let empties: Vec<Point> = values.board().empties().iter().collect();
                    if kind < 2 || empties.is_empty() {
                        values.undo();
                    } else {
                        let color = Color::BOTH[usize::from(kind) % 2];
                        values.play(empties[place % empties.len()], color);
                    }
                    check(&values, program);
                }
            }
        }
    }

    #[test]
    fn a_board_set_up_has_nothing_to_take_back() {
        let program = of_edition::<CountBlockEmptyWeights>(Edition::Published);
        let board = Board::with_stones(Size::RENJU, &["H8".parse().unwrap()], &[]);
        let mut values = StoneValues::new(program, &board);
        values.undo();
        assert_eq!(values.board(), &board);
        assert_eq!(values.board_value(Color::Black), 40);
    }
}
