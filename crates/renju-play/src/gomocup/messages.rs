//! What is printed of a search while it runs.

use renju_core::geometry::Size;
use renju_core::limits::{Iteration, PrincipalVariation, Value};
use renju_formats::GomocupPoint;

use super::request::{Detail, MoveRequest};

/// The lines that tell of an iteration.
pub(super) fn messages(request: &MoveRequest, iteration: &Iteration) -> Vec<String> {
    let shown = iteration.lines.len().min(request.options.lines);
    let told = IterationMessages {
        iteration,
        lines: &iteration.lines[..shown],
        size: request.position.board().size(),
    };
    match request.detail {
        Detail::Names => told.with_names(),
        Detail::Realtime => [told.realtime(), told.with_coordinates()].concat(),
        Detail::Lines => [told.lines(), told.with_coordinates()].concat(),
        Detail::Everything => [told.realtime(), told.lines(), told.with_coordinates()].concat(),
    }
}

/// An iteration and what of it is told.
struct IterationMessages<'a> {
    iteration: &'a Iteration,
    lines: &'a [PrincipalVariation],
    size: Size,
}

impl IterationMessages<'_> {
    /// The depths (`3-9`: that of the iteration, the greatest), the nodes and the milliseconds.
    fn head(&self) -> (String, u64, u128) {
        let Iteration {
            depth,
            selective_depth,
            nodes,
            elapsed,
            ..
        } = self.iteration;
        let depths = format!("{depth}-{selective_depth}");
        (depths, *nodes, elapsed.as_millis())
    }

    /// A message for each line of play, with the names of its points.
    fn with_names(&self) -> Vec<String> {
        let (depths, nodes, milliseconds) = self.head();
        let several = self.lines.len() > 1;
        let lines = self.lines.iter().zip(1..).map(|(line, number)| {
            let number = if several {
                format!(" multipv {number}")
            } else {
                String::new()
            };
            let value = short(line.value);
            let moves = line.moves.iter().map(|played| match played {
                Some(point) => format!(" {point}"),
                None => " pass".to_owned(),
            });
            let moves: String = moves.collect();
            format!(
                "MESSAGE depth {depths}{number} ev {value} n {nodes} \
                 t {milliseconds} pv{moves}"
            )
        });
        lines.collect()
    }

    /// A message for each line of play, with its points as the protocol writes them: Yixin-Board
    /// tells rows first, and names would be those of other points there.
    fn with_coordinates(&self) -> Vec<String> {
        let (depths, nodes, milliseconds) = self.head();
        let several = self.lines.len() > 1;
        let lines = self.lines.iter().zip(1..).map(|(line, number)| {
            let number = if several {
                format!("({number}) ")
            } else {
                String::new()
            };
            let (value, moves) = (short(line.value), self.moves(line));
            format!(
                "MESSAGE {number}Depth {depths} | Eval {value} | Node {nodes} | \
                 Time {milliseconds}ms | {moves}"
            )
        });
        lines.collect()
    }

    /// What Yixin-Board marks on its board: the best move, and the moves shown to lose.
    fn realtime(&self) -> Vec<String> {
        let Some(best) = self.lines.first() else {
            return Vec::new();
        };
        let mut told = vec!["MESSAGE REALTIME REFRESH".to_owned()];
        let first = |line: &PrincipalVariation| {
            let point = line.moves.first().copied().flatten();
            point.map(|point| GomocupPoint::of(point, self.size))
        };
        told.extend(first(best).map(|at| format!("MESSAGE REALTIME BEST {at}")));
        let lost = self
            .lines
            .iter()
            .filter(|line| matches!(line.value, Value::LossIn(_)));
        let lost = lost.filter_map(first);
        told.extend(lost.map(|at| format!("MESSAGE REALTIME LOSE {at}")));
        told.push(format!("MESSAGE REALTIME VAL {}", best.value.as_whole()));
        told.push(format!("MESSAGE REALTIME PV {}", self.moves(best)));
        told
    }

    /// Each line of play key by key.
    fn lines(&self) -> Vec<String> {
        let (_, nodes, milliseconds) = self.head();
        let speed = u128::from(nodes) * 1000 / milliseconds.max(1);
        let count = self.lines.len();
        let lines = self.lines.iter().enumerate().flat_map(|(number, line)| {
            [
                format!("PV {number}"),
                format!("NUMPV {count}"),
                format!("DEPTH {}", self.iteration.depth),
                format!("SELDEPTH {}", self.iteration.selective_depth),
                format!("TOTALNODES {nodes}"),
                format!("TOTALTIME {milliseconds}"),
                format!("SPEED {speed}"),
                format!("EVAL {}", short(line.value)),
                format!("BESTLINE {}", self.moves(line)),
                "PV DONE".to_owned(),
            ]
        });
        lines.map(|line| format!("INFO {line}")).collect()
    }

    /// The moves of a line up to its first pass.
    fn moves(&self, line: &PrincipalVariation) -> String {
        let points = line.moves.iter().copied().map_while(|played| played);
        let points = points.map(|point| GomocupPoint::of(point, self.size).to_string());
        points.collect::<Vec<_>>().join(" ")
    }
}

fn short(value: Value) -> String {
    match value {
        Value::Points(points) => points.to_string(),
        Value::WinIn(plies) => format!("+M{plies}"),
        Value::LossIn(plies) => format!("-M{plies}"),
        Value::Draw => "0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use renju_core::position::Position;
    use renju_core::rule::Rule;
    use renju_engine::search::SearchOptions;

    fn told(detail: Detail, lines: &[(Value, &[&str])]) -> Vec<String> {
        let lines = lines.iter().map(|&(value, names)| PrincipalVariation {
            value,
            moves: names.iter().map(|name| name.parse().ok()).collect(),
        });
        let lines: Vec<_> = lines.collect();
        let request = MoveRequest {
            position: Position::new(Size::RENJU, Rule::Renju),
            options: SearchOptions {
                lines: lines.len(),
                ..SearchOptions::default()
            },
            nodes: None,
            time: None,
            balance: None,
            detail,
            table_bytes: 0,
            table_number: 0,
        };
        let iteration = Iteration {
            depth: 3,
            selective_depth: 9,
            lines,
            nodes: 1234,
            elapsed: Duration::from_millis(56),
        };
        messages(&request, &iteration)
    }

    const WON: (Value, &[&str]) = (Value::WinIn(7), &["H8", "I10", "pass"]);
    const LOST: (Value, &[&str]) = (Value::LossIn(4), &["A1"]);

    #[test]
    fn a_message_tells_what_is_thought() {
        assert_eq!(
            told(Detail::Names, &[WON]),
            ["MESSAGE depth 3-9 ev +M7 n 1234 t 56 pv H8 I10 pass"]
        );
        assert_eq!(
            told(Detail::Names, &[WON, LOST])[1],
            "MESSAGE depth 3-9 multipv 2 ev -M4 n 1234 t 56 pv A1"
        );
        assert!(told(Detail::Names, &[]).is_empty());
    }

    #[test]
    fn what_yixin_board_draws_is_in_coordinates() {
        let expected = [
            "MESSAGE REALTIME REFRESH",
            "MESSAGE REALTIME BEST 7,7",
            "MESSAGE REALTIME LOSE 0,14",
            "MESSAGE REALTIME VAL 29993",
            "MESSAGE REALTIME PV 7,7 8,5",
            "MESSAGE (1) Depth 3-9 | Eval +M7 | Node 1234 | Time 56ms | 7,7 8,5",
            "MESSAGE (2) Depth 3-9 | Eval -M4 | Node 1234 | Time 56ms | 0,14",
        ];
        assert_eq!(told(Detail::Realtime, &[WON, LOST]), expected);
        assert!(told(Detail::Realtime, &[]).is_empty());
    }

    #[test]
    fn lines_are_told_key_by_key() {
        let expected = [
            "INFO PV 0",
            "INFO NUMPV 1",
            "INFO DEPTH 3",
            "INFO SELDEPTH 9",
            "INFO TOTALNODES 1234",
            "INFO TOTALTIME 56",
            "INFO SPEED 22035",
            "INFO EVAL +M7",
            "INFO BESTLINE 7,7 8,5",
            "INFO PV DONE",
            "MESSAGE Depth 3-9 | Eval +M7 | Node 1234 | Time 56ms | 7,7 8,5",
        ];
        assert_eq!(told(Detail::Lines, &[WON]), expected);
        assert_eq!(told(Detail::Everything, &[WON]).len(), 4 + expected.len());
    }
}
