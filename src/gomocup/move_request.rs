use std::time::Duration;

use crate::board::Color;
use crate::eval::Evaluator;
use crate::geometry::{Point, Size};
use crate::limits::{Control, Limits, Observer};
use crate::position::{Position, PositionOverrides, Setup};
use crate::rule::Rule;
use crate::search::{SearchOptions, TranspositionTable, search};

/// A move that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRequest {
    /// The size of the board.
    pub size: Size,
    /// The rule of the game.
    pub rule: Rule,
    /// Our stones. No point has two, of whatever side, and all are on the board.
    pub own: Vec<Point>,
    /// The stones of the opponent.
    pub opponent: Vec<Point>,
    /// The most nodes to search.
    pub nodes: Option<u64>,
    /// The greatest depth, in plies.
    pub depth: Option<u16>,
    /// The time from the command to the answer.
    pub time: Option<Duration>,
    /// Threads to search with.
    pub threads: usize,
    /// The size of the transposition table, in bytes.
    pub table_bytes: usize,
    /// The number of the game; the table of another one is not used again.
    pub game: u32,
}

impl MoveRequest {
    /// The side we play, by the stones: White if the opponent has more, else Black.
    pub fn side(&self) -> Color {
        if self.opponent.len() > self.own.len() {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The best move, when `spent` of the time has passed already; `None` if there is no empty point.
    ///
    /// It is legal if there is a legal move. Where the game is over, or every move is forbidden,
    /// it is an empty point all the same.
    ///
    /// # Panics
    ///
    /// Panics if a stone is off the board, or two are on one point.
    pub fn best_move(
        &self,
        evaluator: &dyn Evaluator,
        memory: &mut TranspositionTable,
        spent: Duration,
        observer: &dyn Observer,
    ) -> Option<Point> {
        let position = self.position();
        let options = SearchOptions {
            depth: self.depth,
            threads: self.threads,
            ..SearchOptions::default()
        };
        let limits = Limits {
            nodes: self.nodes,
            time: self.time.map(|time| time.saturating_sub(spent)),
        };
        let control = Control::observed(limits, observer);
        let found = search(&position, evaluator, &options, &control, memory);
        let best = found.last.lines.first();
        let best = best.and_then(|line| line.moves.first().copied().flatten());
        let is_legal = |&point: &Point| position.clone().play(point).is_ok();
        best.filter(is_legal).or_else(|| {
            let mut points: Vec<_> = position.board().empties().iter().collect();
            points.sort_by_key(|&point| self.off_centre(point));
            let legal = points.iter().copied().find(is_legal);
            legal.or_else(|| points.first().copied())
        })
    }

    fn position(&self) -> Position {
        let (black, white) = match self.side() {
            Color::Black => (&self.own, &self.opponent),
            Color::White => (&self.opponent, &self.own),
        };
        let setup = Setup {
            size: Some(self.size),
            rule: Some(self.rule),
            to_move: Some(self.side()),
            black: black.clone(),
            white: white.clone(),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default())
            .expect("the stones of a task are on the board, each on a point of its own")
    }

    /// How far a point is from the centre, in half steps.
    fn off_centre(&self, point: Point) -> i32 {
        let last = i32::from(self.size.get()) - 1;
        let off = |index: u8| (2 * i32::from(index) - last).abs();
        off(point.column()).max(off(point.row()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::NoObserver;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn task(own: &str, opponent: &str) -> MoveRequest {
        MoveRequest {
            size: Size::RENJU,
            rule: Rule::Renju,
            own: points(own),
            opponent: points(opponent),
            nodes: Some(100),
            depth: Some(1),
            time: None,
            threads: 1,
            table_bytes: 1 << 20,
            game: 1,
        }
    }

    fn found(task: &MoveRequest) -> Option<Point> {
        let evaluator = crate::systems::all().next().unwrap();
        let mut memory = TranspositionTable::new(task.table_bytes);
        task.best_move(&*evaluator, &mut memory, Duration::ZERO, &NoObserver)
    }

    #[test]
    fn colours_are_told_by_the_stones() {
        assert_eq!(task("", "").side(), Color::Black);
        assert_eq!(task("", "H8").side(), Color::White);
        assert_eq!(task("H8", "I9").side(), Color::Black);
        assert_eq!(task("H8 G7", "I9").side(), Color::Black);
        assert_eq!(task("", "H8 I9 J10").side(), Color::White);
    }

    #[test]
    fn a_game_that_is_over_still_gets_a_move() {
        for (own, opponent) in [
            ("H8 I8 J8 K8 L8", "A1 A3 A5 A7"),
            ("A1 A3 A5 A7", "H8 I8 J8 K8 L8"),
            ("", "A1 B1 C1 D1 E1 F1 G1 H1"),
        ] {
            let task = task(own, opponent);
            let point = found(&task).unwrap();
            assert!(!task.own.contains(&point) && !task.opponent.contains(&point));
        }
    }

    #[test]
    fn a_move_that_is_forbidden_is_made_when_there_is_no_other() {
        let mut task = task("", "");
        task.size = Size::MIN;
        let last: Point = "C3".parse().unwrap();
        // Every point but the last, and the last makes two fours of Black's.
        let black = points("A3 B3 D3 C1 C2 C4 A1 A2 B5 D5 E1 E2");
        let rest = task.size.points();
        let rest = rest.filter(|point| *point != last && !black.contains(point));
        (task.opponent, task.own) = (rest.collect(), black);
        assert_eq!((task.own.len(), task.opponent.len()), (12, 12));
        assert_eq!(found(&task), Some(last));
    }

    #[test]
    fn a_full_board_gets_none() {
        let mut task = task("", "");
        task.size = Size::MIN;
        let all: Vec<Point> = task.size.points().collect();
        let takes = |index: usize| (index % 5 + 2 * (index / 5)) % 4 < 2;
        for (index, point) in all.into_iter().enumerate() {
            let side = if takes(index) {
                &mut task.own
            } else {
                &mut task.opponent
            };
            side.push(point);
        }
        assert_eq!(found(&task), None);
    }
}
