//! The swap2 opening: three stones are put, and the other side takes a colour or puts two more.

use std::time::Duration;

use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::limits::{Observer, PrincipalVariation, Value};
use renju_engine::eval::Evaluator;
use renju_engine::search::TranspositionTable;
use renju_formats::GomocupPoint;

use super::request::MoveRequest;

/// A step of the swap2 opening that is asked for.
///
/// Our search decides. The third stone goes where it finds the game most even, and White's side is
/// taken, with its best move, unless that is worth less than nothing. Two more stones are never
/// put: the opponent would choose a colour then, which is worth nothing to us at best, while the
/// better of the two colours is worth nothing at least.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwapRequest {
    /// The search that decides: for Black's second stone, or for a move of White's.
    pub search: MoveRequest,
    /// How the answer is written.
    pub dialect: SwapDialect,
}

/// Whose form an answer of a swap2 opening has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SwapDialect {
    /// That of `SWAP2BOARD`, of the Gomocup tournament.
    Gomocup,
    /// That of `YXSWAP2STEP1` to `YXSWAP2STEP3`, of Yixin-Board.
    Yixin,
}

/// The first stones of an opening that we put, of Black and of White: away from the centre, where
/// a second black stone can make it even.
pub(super) fn first_stones(size: Size) -> [Point; 2] {
    [(2, 2), (3, 3)].map(|(x, y)| {
        let point = GomocupPoint { x, y }.point(size);
        point.expect("the smallest board has it")
    })
}

impl SwapRequest {
    /// The lines that answer it, when `spent` of the time has passed already.
    pub fn answer(
        &self,
        evaluator: &dyn Evaluator,
        table: &mut TranspositionTable,
        spent: Duration,
        observer: &dyn Observer,
    ) -> Vec<String> {
        if self.search.position.to_move() == Color::Black {
            let third = self.search.best_move(evaluator, table, spent, observer);
            return third.map_or_else(no_move, |third| self.opening(third));
        }
        let line = self.search.best_line(evaluator, table, spent, observer);
        let first = |line: PrincipalVariation| Some((line.value, line.moves.first().copied()??));
        let choice = line.and_then(first);
        choice.map_or_else(no_move, |(value, point)| vec![self.choice(value, point)])
    }

    /// The three stones.
    fn opening(&self, third: Point) -> Vec<String> {
        let size = self.search.position.board().size();
        let [black, white] = first_stones(size);
        let stones = [black, white, third].map(|point| GomocupPoint::of(point, size));
        match self.dialect {
            SwapDialect::Gomocup => vec![stones.map(|at| at.to_string()).join(" ")],
            SwapDialect::Yixin => {
                let stones = stones.iter().zip(1..);
                let lines = stones
                    .map(|(at, number)| format!("MESSAGE SWAP2 MOVE{number} {} {}", at.x, at.y));
                lines.collect()
            }
        }
    }

    /// Black if White's best move is worth less than nothing, else that move.
    fn choice(&self, value: Value, point: Point) -> String {
        let board = self.search.position.board();
        let takes_black = value.is_negative();
        match self.dialect {
            SwapDialect::Gomocup if takes_black => "SWAP".to_owned(),
            SwapDialect::Gomocup => GomocupPoint::of(point, board.size()).to_string(),
            SwapDialect::Yixin => {
                let choice = if board.stones(Color::Black).len() == 2 {
                    1
                } else {
                    2
                };
                let answer = if takes_black { "YES" } else { "NO" };
                format!("MESSAGE SWAP2 SWAP{choice} {answer}")
            }
        }
    }
}

fn no_move() -> Vec<String> {
    vec!["ERROR no move is left".to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomocup::{EngineOptions, Response, Session};
    use renju_core::limits::NoObserver;
    use renju_core::position::Position;
    use renju_core::rule::Rule;
    use renju_engine::eval::shapes::Shapes;

    const OPTIONS: EngineOptions = EngineOptions {
        rule: Rule::Standard,
        table_bytes: 1 << 20,
        nodes: Some(10_000),
        depth: Some(4),
        threads: 1,
    };

    /// The request that the last of these lines makes.
    fn asked(lines: &[&str]) -> SwapRequest {
        let mut session = Session::new(OPTIONS);
        let mut last = Response::None;
        for line in lines {
            last = session.handle(line);
        }
        match last {
            Response::Swap(request) => *request,
            other => panic!("{lines:?}: {other:?}"),
        }
    }

    fn answer(request: &SwapRequest) -> Vec<String> {
        let mut table = TranspositionTable::new(1 << 20);
        request.answer(Shapes::ours(), &mut table, Duration::ZERO, &NoObserver)
    }

    /// The value of a position to the side to move.
    fn value(request: &SwapRequest, position: Position) -> i64 {
        let mut search = request.search.clone();
        search.position = position;
        search.balance = None;
        search.options.lines = 1;
        let mut table = TranspositionTable::new(1 << 20);
        let line = search.best_line(Shapes::ours(), &mut table, Duration::ZERO, &NoObserver);
        match line.unwrap().value {
            Value::Points(points) => points,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn three_stones_make_an_even_game() {
        for start in ["START 15", "START 20"] {
            let request = asked(&[start, "SWAP2BOARD", "DONE"]);
            let line = answer(&request).concat();
            let stones: Vec<&str> = line.split(' ').collect();
            assert_eq!(stones[..2], ["2,2", "3,3"]);
            let size = request.search.position.board().size();
            let third = GomocupPoint::parse(stones[2]).unwrap().point(size).unwrap();
            let position = request.search.position.clone().play(third).unwrap();
            assert!(value(&request, position).abs() < 100, "{line}");
        }
    }

    #[test]
    fn the_side_that_is_worth_more_is_taken() {
        // Two black stones far from each other are worth little.
        let poor = ["START 15", "SWAP2BOARD", "0,0", "7,7", "14,0", "DONE"];
        let answered = answer(&asked(&poor));
        assert!(GomocupPoint::parse(&answered[0]).is_some(), "{answered:?}");
        let good = ["START 15", "SWAP2BOARD", "7,7", "0,0", "7,8", "DONE"];
        assert_eq!(answer(&asked(&good)), ["SWAP"]);
        let five = [
            "START 15",
            "SWAP2BOARD",
            "7,7",
            "0,0",
            "7,8",
            "0,14",
            "8,8",
            "DONE",
        ];
        assert_eq!(answer(&asked(&five)), ["SWAP"]);
    }

    #[test]
    fn yixin_board_has_its_own_words() {
        let stones = ["START 15 15", "YXBOARD", "7,7,2", "0,0,1", "7,8,2"];
        let three = [&stones[..], &["DONE", "YXSWAP2STEP2"]].concat();
        assert_eq!(answer(&asked(&three)), ["MESSAGE SWAP2 SWAP1 YES"]);
        let five = [&stones[..], &["0,14,1", "14,14,2", "DONE", "YXSWAP2STEP3"]].concat();
        assert_eq!(answer(&asked(&five)), ["MESSAGE SWAP2 SWAP2 YES"]);
        let first = answer(&asked(&["START 15 15", "YXSWAP2STEP1"]));
        assert_eq!(first.len(), 3);
        assert_eq!(first[0], "MESSAGE SWAP2 MOVE1 2 2");
    }
}
