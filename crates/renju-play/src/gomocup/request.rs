//! Answers what a Gomocup manager asks: searches for a move in time, or evaluates one point.

use std::time::Duration;

use renju_core::geometry::{Point, Size};
use renju_core::limits::{Control, Limits, Observer, PrincipalVariation};
use renju_core::position::{LegalPlay, Position};
use renju_engine::eval::Evaluator;
use renju_engine::search::{BalanceSearch, SearchOptions, TranspositionTable, search};
use renju_formats::{GomocupPoint, excerpt};

use crate::pace::Pace;
use crate::time_control::MoveTime;

/// A move that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRequest {
    /// The position, with us to move: as White if the opponent has more stones, else as Black.
    pub position: Position,
    /// Depth, threads and lines of the search, and the points that it leaves out.
    pub options: SearchOptions,
    /// The most nodes to search.
    pub nodes: Option<u64>,
    /// The time from the command to the answer.
    pub time: Option<MoveTime>,
    /// The value that the move is to come nearest to; without it the best move is asked for.
    pub balance: Option<i64>,
    /// What is printed while the search runs.
    pub detail: Detail,
    /// The size of the transposition table, in bytes.
    pub table_bytes: usize,
    /// Searches with the same number may share a table.
    pub table_number: u32,
}

/// What is printed while a search runs, as `INFO show_detail` sets it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Detail {
    /// 0: a message for people, with our names of points.
    #[default]
    Names,
    /// 1: the messages that Yixin-Board draws on its board.
    Realtime,
    /// 2: each line of play in `INFO` lines.
    Lines,
    /// 3: those of 1 and of 2.
    Everything,
}

impl Detail {
    /// The setting with this number.
    pub(super) const fn from_number(number: i64) -> Detail {
        match number {
            1 => Detail::Realtime,
            2 => Detail::Lines,
            3 => Detail::Everything,
            _ => Detail::Names,
        }
    }
}

impl MoveRequest {
    /// The move, when `spent` of the time has passed already; `None` if there is no empty point.
    ///
    /// It is legal if there is a legal move. Where the game is over, or every move is forbidden,
    /// it is an empty point all the same.
    pub fn best_move(
        &self,
        evaluator: &dyn Evaluator,
        table: &mut TranspositionTable,
        spent: Duration,
        observer: &dyn Observer,
    ) -> Option<Point> {
        let found = if let Some(value) = self.balance {
            let time = self.time_after(spent).map(|time| time.planned);
            let limits = Limits {
                nodes: self.nodes,
                time,
            };
            let limits = (self.options, limits);
            BalanceSearch::new(&self.position, limits, evaluator, table, observer).move_worth(value)
        } else {
            let line = self.best_line(evaluator, table, spent, observer);
            line.and_then(|line| line.moves.first().copied().flatten())
        };
        let board = self.position.board();
        let points = match self.position.legal_play() {
            LegalPlay::Move(points) => points,
            LegalPlay::Pass | LegalPlay::GameOver => board.empties(),
        };
        found.filter(|&point| points.contains(point)).or_else(|| {
            points
                .iter()
                .min_by_key(|&point| off_centre(point, board.size()))
        })
    }

    /// What is printed before the move where it should be a pass, which the protocol does not have.
    pub(super) fn notice(&self) -> Option<String> {
        let text =
            "MESSAGE black has no legal move and should pass, which this protocol cannot say";
        self.position.must_pass().then(|| text.to_owned())
    }

    /// The best line of play, as far as the search finds one.
    pub(super) fn best_line(
        &self,
        evaluator: &dyn Evaluator,
        table: &mut TranspositionTable,
        spent: Duration,
        observer: &dyn Observer,
    ) -> Option<PrincipalVariation> {
        let pace = Pace::new(self.time_after(spent), observer);
        let control = Control::observed(pace.limits(self.nodes), &pace);
        let found = search(&self.position, evaluator, &self.options, &control, table);
        found.last.lines.into_iter().next()
    }

    /// The time for the move when so much of it has passed.
    fn time_after(&self, spent: Duration) -> Option<MoveTime> {
        self.time.map(|time| time.after(spent))
    }
}

/// How far a point is from the centre, in half steps.
fn off_centre(point: Point, size: Size) -> i32 {
    let last = i32::from(size.get()) - 1;
    let off = |index: u8| (2 * i32::from(index) - last).abs();
    off(point.column()).max(off(point.row()))
}

/// A question about the value of an empty point, by `INFO evaluate`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointQuestion {
    /// The position, with us to move.
    pub position: Position,
    /// The empty point that it is about.
    pub point: Point,
}

impl PointQuestion {
    /// The line that answers it: what the evaluator says of the point, without a search.
    pub fn answer(&self, evaluator: &dyn Evaluator) -> String {
        let at = GomocupPoint::of(self.point, self.position.board().size());
        match evaluator.evaluate(&self.position, self.position.to_move()) {
            Ok(values) => match values.points.and_then(|points| points[self.point]) {
                Some(worth) => format!("DEBUG {at} value {worth}"),
                None => format!("DEBUG {at} has no value"),
            },
            Err(failure) => format!("DEBUG {at} has no value: {}", excerpt(&failure.message)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use renju_core::board::Color;
    use renju_core::limits::NoObserver;
    use renju_core::position::{PositionOverrides, Setup};
    use renju_core::rule::Rule;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn request(size: Size, black: Vec<Point>, white: Vec<Point>, to_move: Color) -> MoveRequest {
        let setup = Setup {
            size: Some(size),
            to_move: Some(to_move),
            rule: Some(Rule::Renju),
            black,
            white,
            ..Setup::default()
        };
        MoveRequest {
            position: Position::from_setup(&setup, &PositionOverrides::default()).unwrap(),
            options: SearchOptions::depth(1),
            nodes: Some(100),
            time: None,
            balance: None,
            detail: Detail::default(),
            table_bytes: 1 << 20,
            table_number: 1,
        }
    }

    fn found(request: &MoveRequest) -> Option<Point> {
        let evaluator = renju_programs::all().next().unwrap();
        let mut table = TranspositionTable::new(request.table_bytes);
        request.best_move(&*evaluator, &mut table, Duration::ZERO, &NoObserver)
    }

    #[test]
    fn a_game_that_is_over_still_gets_a_move() {
        for (black, white, to_move) in [
            ("H8 I8 J8 K8 L8", "A1 A3 A5 A7", Color::Black),
            ("H8 I8 J8 K8 L8", "A1 A3 A5 A7", Color::White),
            ("A1 B1 C1 D1 E1 F1 G1 H1", "", Color::White),
        ] {
            let request = request(Size::RENJU, points(black), points(white), to_move);
            let point = found(&request).unwrap();
            assert!(request.position.board().is_empty(point));
            assert_eq!(request.notice(), None);
        }
    }

    #[test]
    fn a_move_that_is_forbidden_is_made_when_there_is_no_other() {
        let last: Point = "C3".parse().unwrap();
        // Every point but the last, and the last makes six in a row of Black's.
        let size = Size::new(6).unwrap();
        let black = points("A3 B3 D3 E3 F3 B6 D6 F6 A5 B5 E5 F5 D4 D2 A1 B1 D1 E1");
        let rest = size.points();
        let rest = rest.filter(|point| *point != last && !black.contains(point));
        let white: Vec<Point> = rest.collect();
        assert_eq!((black.len(), white.len()), (18, 17));
        let request = request(size, black, white, Color::Black);
        assert_eq!(request.position.outcome(), None);
        assert_eq!(found(&request), Some(last));
        assert!(
            request
                .notice()
                .is_some_and(|text| text.contains("should pass"))
        );
    }

    #[test]
    fn a_full_board_gets_none() {
        let is_black = |(index, _): &(usize, Point)| (index % 5 + 2 * (index / 5)) % 4 < 2;
        let points = Size::MIN.points().enumerate();
        let (black, white): (Vec<_>, Vec<_>) = points.partition(is_black);
        let [black, white] = [black, white].map(|side| side.into_iter().map(|(_, point)| point));
        let request = request(Size::MIN, black.collect(), white.collect(), Color::Black);
        assert_eq!(found(&request), None);
    }
}
