use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use crate::eval::Evaluator;
use crate::geometry::Size;
use crate::limits::{Iteration, Observer, PrincipalVariation, Progress, Value};
use crate::rule::Rule;
use crate::search::TranspositionTable;

use super::input::{InputLines, StopSignal};
use super::move_request::MoveRequest;
use super::session::{EngineOptions, Response, Session};

/// Answers a manager until it sends `END` or its lines end.
///
/// ```
/// use renju::gomocup::{EngineOptions, serve};
/// use renju::rule::Rule;
///
/// let options = EngineOptions { rule: Rule::Freestyle, table_bytes: 1 << 20, nodes: None, depth: Some(1), threads: 1 };
/// let shapes = renju::systems::find("shapes").unwrap();
/// let mut output = Vec::new();
/// serve(&b"START 15\nTAKEBACK 7,7\nEND\n"[..], &mut output, &*shapes, options)?;
/// assert_eq!(output, b"OK\nERROR 7,7 has no stone\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// `input` is read on a thread of its own, which lives until the input ends.
///
/// # Errors
///
/// If `output` takes no more.
pub fn serve<W: Write + Send>(
    input: impl Read + Send + 'static,
    output: W,
    evaluator: &dyn Evaluator,
    options: EngineOptions,
) -> io::Result<()> {
    let lines = InputLines::of(input);
    let output = Mutex::new(output);
    let mut session = Session::new(options);
    let mut tables = GameTable::default();
    while let Some(input) = lines.next() {
        let said = match session.handle(&input.line) {
            Response::None => continue,
            Response::Quit => break,
            Response::Line(text) => text,
            Response::Move(request) => {
                let table = tables.of(&request);
                let printer = Printer::new(&output, lines.stop_signal_after(&input));
                let point = request.best_move(evaluator, table, input.since.elapsed(), &printer);
                point.map_or_else(
                    || "ERROR no empty point is left".to_owned(),
                    |point| session.answer(point),
                )
            }
        };
        say(&output, &said)?;
    }
    Ok(())
}

/// The transposition table of the current game.
#[derive(Default)]
struct GameTable {
    game: Option<GameKey>,
    table: Option<TranspositionTable>,
}

/// Searches share a table only if all of this is equal: number, size and rule of the game, and the
/// size of the table.
type GameKey = (u32, Size, Rule, usize);

impl GameTable {
    fn of(&mut self, request: &MoveRequest) -> &mut TranspositionTable {
        let game = Some((
            request.game,
            request.size,
            request.rule,
            request.table_bytes,
        ));
        if self.game != game {
            // The old one goes before there is a new one.
            self.table = None;
            self.game = game;
        }
        self.table
            .get_or_insert_with(|| TranspositionTable::new(request.table_bytes))
    }
}

/// Prints each new iteration of a search as a `MESSAGE`.
struct Printer<'a, W> {
    output: &'a Mutex<W>,
    stop: StopSignal,
    last: Mutex<Iteration>,
}

impl<'a, W: Write + Send> Printer<'a, W> {
    fn new(output: &'a Mutex<W>, stop: StopSignal) -> Printer<'a, W> {
        Printer {
            output,
            stop,
            last: Mutex::default(),
        }
    }
}

impl<W: Write + Send> Observer for Printer<'_, W> {
    fn iteration(&self, iteration: &Iteration) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if (last.depth, &last.lines) == (iteration.depth, &iteration.lines) {
            return;
        }
        if let Some(line) = iteration.lines.first() {
            // An output that takes no more is noticed with the move.
            let _ = say(self.output, &message(iteration, line));
        }
        *last = iteration.clone();
    }

    fn progress(&self, _: &Progress) -> ControlFlow<()> {
        if self.stop.is_set() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// `MESSAGE` with depth, evaluation, nodes, milliseconds and principal variation.
fn message(iteration: &Iteration, line: &PrincipalVariation) -> String {
    let value = match line.value {
        Value::Points(points) => points.to_string(),
        Value::WinIn(plies) => format!("+M{plies}"),
        Value::LossIn(plies) => format!("-M{plies}"),
    };
    let moves = line.moves.iter().map(|played| match played {
        Some(point) => format!(" {point}"),
        None => " pass".to_owned(),
    });
    format!(
        "MESSAGE depth {}-{} ev {value} n {} t {} pv{}",
        iteration.depth,
        iteration.selective_depth,
        iteration.nodes,
        iteration.elapsed.as_millis(),
        moves.collect::<String>()
    )
}

fn say<W: Write>(output: &Mutex<W>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const OPTIONS: EngineOptions = EngineOptions {
        rule: Rule::Freestyle,
        table_bytes: 1 << 20,
        nodes: Some(100),
        depth: Some(1),
        threads: 1,
    };

    #[test]
    fn a_session_ends_with_its_input_or_with_end() {
        for (input, answers) in [
            (&b"START 15\nTURN 7,7\n"[..], 1),
            (b"START 15\nTURN 7,7", 1),
            (b"START 15\r\nEND\r\nTURN 7,7\r\n", 0),
        ] {
            let mut output = Vec::new();
            let evaluator = crate::systems::all().next().unwrap();
            serve(input, &mut output, &*evaluator, OPTIONS).unwrap();
            let said = String::from_utf8(output).unwrap();
            let mut lines = said.lines();
            assert_eq!(lines.next(), Some("OK"));
            let moves = lines.filter(|line| !line.starts_with("MESSAGE"));
            assert_eq!(moves.count(), answers, "{said}");
        }
    }

    #[test]
    fn a_message_tells_what_is_thought() {
        let line = PrincipalVariation {
            value: Value::WinIn(7),
            moves: vec!["H8".parse().ok(), None],
        };
        let iteration = Iteration {
            depth: 3,
            selective_depth: 9,
            lines: vec![line.clone()],
            nodes: 1234,
            elapsed: Duration::from_millis(56),
        };
        assert_eq!(
            message(&iteration, &line),
            "MESSAGE depth 3-9 ev +M7 n 1234 t 56 pv H8 pass"
        );
    }
}
