use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::eval::Evaluator;
use crate::geometry::{Point, Size};
use crate::limits::{Control, Iteration, Limits, Observer, PrincipalVariation, Progress, Value};
use crate::rule::Rule;
use crate::search::{TranspositionTable, search};

use super::command::GomocupCommand;
use super::session::{EngineOptions, MoveRequest, Response, Session};

/// Bytes of a line; what is longer is taken for several.
const LINE_BYTES: u64 = 4096;

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
    let lines = InputLines::new(input);
    let output = Mutex::new(output);
    let mut session = Session::new(options);
    let mut table = None;
    while let Some(input) = lines.next() {
        let said = match session.handle(&input.line) {
            Response::None => continue,
            Response::Quit => break,
            Response::Line(text) => text,
            Response::Move(request) => {
                let table = table_of(&request, &mut table);
                let printer = Printer {
                    output: &output,
                    last_stop: &lines.last_stop,
                    asked: input.number,
                    last: Mutex::default(),
                };
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

/// Searches share a table only if all of this is equal: number, size and rule of the game, and the
/// size of the table.
type GameKey = (u32, Size, Rule, usize);

/// The transposition table of the game: the one of the last search if that was in the same game.
fn table_of<'a>(
    request: &MoveRequest,
    last: &'a mut Option<(GameKey, TranspositionTable)>,
) -> &'a mut TranspositionTable {
    let (position, bytes) = (&request.position, request.table_bytes);
    let game = (
        request.game,
        position.board().size(),
        position.rule(),
        bytes,
    );
    // The old one goes before there is a new one.
    last.take_if(|(of, _)| *of != game);
    let (_, table) = last.get_or_insert_with(|| (game, TranspositionTable::new(bytes)));
    table
}

impl MoveRequest {
    /// The best move, when `spent` of the time has passed already; `None` if there is no empty point.
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
        let position = &self.position;
        let limits = Limits {
            time: self.limits.time.map(|time| time.saturating_sub(spent)),
            ..self.limits
        };
        let control = Control::observed(limits, observer);
        let found = search(position, evaluator, &self.options, &control, table);
        let best = found.last.lines.first();
        let best = best.and_then(|line| line.moves.first().copied().flatten());
        let is_legal = |&point: &Point| position.clone().play(point).is_ok();
        best.filter(is_legal).or_else(|| {
            let size = position.board().size();
            let mut points: Vec<_> = position.board().empties().iter().collect();
            points.sort_by_key(|&point| off_centre(point, size));
            let legal = points.iter().copied().find(is_legal);
            legal.or_else(|| points.first().copied())
        })
    }
}

/// How far a point is from the centre, in half steps.
fn off_centre(point: Point, size: Size) -> i32 {
    let last = i32::from(size.get()) - 1;
    let off = |index: u8| (2 * i32::from(index) - last).abs();
    off(point.column()).max(off(point.row()))
}

/// Prints each new iteration of a search as a `MESSAGE`, and ends it at a `STOP`.
struct Printer<'a, W> {
    output: &'a Mutex<W>,
    last_stop: &'a AtomicU64,
    /// The number of the line that asked for the search.
    asked: u64,
    last: Mutex<Iteration>,
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
        if self.last_stop.load(Ordering::Relaxed) > self.asked {
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
        Value::Draw => "0".to_owned(),
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

/// The lines of the manager, read on a thread of their own: nothing is lost while a search runs,
/// and a search can be told to end.
struct InputLines {
    lines: Receiver<InputLine>,
    /// The number of the last `STOP`: it ends what an earlier line began.
    last_stop: Arc<AtomicU64>,
}

/// A line, and when it came.
struct InputLine {
    line: String,
    since: Instant,
    number: u64,
}

impl InputLines {
    fn new(input: impl Read + Send + 'static) -> InputLines {
        let (sender, lines) = channel();
        let last_stop = Arc::new(AtomicU64::new(0));
        let stop = Arc::clone(&last_stop);
        thread::spawn(move || read(input, &sender, &stop));
        InputLines { lines, last_stop }
    }

    /// The next line; `None` when there are no more.
    fn next(&self) -> Option<InputLine> {
        self.lines.recv().ok()
    }
}

fn read(input: impl Read, lines: &Sender<InputLine>, last_stop: &AtomicU64) {
    let mut input = BufReader::new(input);
    for number in 1.. {
        let mut bytes = Vec::new();
        let mut limited = input.by_ref().take(LINE_BYTES);
        match limited.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).into_owned();
        if GomocupCommand::parse(&line) == Ok(GomocupCommand::Stop) {
            last_stop.store(number, Ordering::Relaxed);
        }
        let since = Instant::now();
        let line = InputLine {
            line,
            since,
            number,
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::limits::NoObserver;
    use crate::position::{Position, PositionOverrides, Setup};
    use crate::search::SearchOptions;

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

    #[test]
    fn a_stop_ends_only_what_was_asked_before() {
        let lines = InputLines::new(&b"BEGIN\r\nSTOP\nTURN 1,1"[..]);
        let all: Vec<InputLine> = std::iter::from_fn(|| lines.next()).collect();
        let numbers: Vec<u64> = all.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [1, 2, 3]);
        assert_eq!(lines.last_stop.load(Ordering::Relaxed), 2);
        assert_eq!(all[2].line, "TURN 1,1");
    }

    #[test]
    fn long_lines_and_foreign_bytes_are_taken() {
        let text: Vec<u8> = [vec![0xff; 5000], b"\nEND\n".to_vec()].concat();
        let lines = InputLines::new(std::io::Cursor::new(text));
        let all: Vec<String> = std::iter::from_fn(|| Some(lines.next()?.line)).collect();
        assert_eq!(all.len(), 3);
        assert_eq!(all[2], "END\n");
    }

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
            limits: Limits::nodes(100),
            table_bytes: 1 << 20,
            game: 1,
        }
    }

    fn found(request: &MoveRequest) -> Option<Point> {
        let evaluator = crate::systems::all().next().unwrap();
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
        }
    }

    #[test]
    fn a_move_that_is_forbidden_is_made_when_there_is_no_other() {
        let last: Point = "C3".parse().unwrap();
        // Every point but the last, and the last makes two fours of Black's.
        let black = points("A3 B3 D3 C1 C2 C4 A1 A2 B5 D5 E1 E2");
        let rest = Size::MIN.points();
        let rest = rest.filter(|point| *point != last && !black.contains(point));
        let white: Vec<Point> = rest.collect();
        assert_eq!((black.len(), white.len()), (12, 12));
        let request = request(Size::MIN, black, white, Color::Black);
        assert_eq!(found(&request), Some(last));
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
