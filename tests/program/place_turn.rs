//! `renju engine --protocol brain` from outside: whole games on 12 lines, and what managers write.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use renju::board::Color;
use renju::contest::random_openings;
use renju::eval::PlayOptions;
use renju::geometry::{Point, Size};
use renju::limits::Control;
use renju::position::{Position, PositionOverrides, Setup};
use renju::rule::Rule;
use renju::systems;

/// The stones that a game of the program begins with.
const BLACK: [&str; 2] = ["G6", "F7"];
const WHITE: [&str; 2] = ["F6", "G7"];

/// The engine, line by line.
struct Dialogue {
    engine: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Dialogue {
    fn new(flags: &[&str]) -> Dialogue {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_renju"))
            .args(["engine", "--protocol", "brain"])
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = engine.stdin.take();
        let output = BufReader::new(engine.stdout.take().unwrap());
        Dialogue {
            engine,
            input,
            output,
        }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "{line:?}");
        line.trim_end().to_owned()
    }

    fn asked(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    /// Ends the session, or closes the input; what is left of the output, and the errors.
    fn ended(mut self, last: Option<&str>) -> (String, String) {
        if let Some(line) = last {
            self.say(line);
        }
        // With `END` the input stays open: the engine is not to wait for its end.
        let input = last.is_none().then(|| self.input.take()).flatten();
        drop(input);
        let status = self.engine.wait().unwrap();
        assert!(status.success(), "{status:?}");
        let read = |from: &mut dyn std::io::Read| {
            let mut text = String::new();
            from.read_to_string(&mut text).unwrap();
            text
        };
        let errors = read(&mut self.engine.stderr.take().unwrap());
        (read(&mut self.output), errors)
    }
}

/// A point as the protocol writes it.
fn coordinates(point: Point) -> String {
    format!("{} {}", point.row(), point.column())
}

fn point(answer: &str) -> Point {
    let (row, column) = answer.split_once(' ').unwrap_or_else(|| panic!("{answer}"));
    Point::new(column.parse().unwrap(), row.parse().unwrap()).unwrap()
}

/// The position before the first move: Black moves.
fn start(preset: bool) -> Position {
    let points = |names: [&str; 2]| {
        let points = names.map(|name| name.parse().unwrap());
        if preset { points.to_vec() } else { Vec::new() }
    };
    let setup = Setup {
        size: Size::new(12),
        rule: Some(Rule::Freestyle),
        to_move: Some(Color::Black),
        black: points(BLACK),
        white: points(WHITE),
        ..Setup::default()
    };
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
}

/// The move of a program without a clock.
fn move_of(name: &str, position: &Position, seed: u64) -> Point {
    let program = systems::find(name).unwrap();
    let options = PlayOptions {
        seed: Some(seed),
        ..PlayOptions::default()
    };
    let control = Control::unlimited();
    program
        .as_system()
        .unwrap()
        .play(position, &options, &control)
        .moves[0]
}

/// Plays a game against an opponent to its end. Our moves, each with its position, and the time of
/// the slowest.
fn game(
    engine: &mut Dialogue,
    own: Color,
    begun: Position,
    opponent: impl Fn(&Position) -> Point,
) -> (Vec<(Position, Point)>, Duration) {
    let color = if own == Color::Black { 1 } else { 2 };
    assert_eq!(engine.asked(&format!("START {color}")), "OK");
    let (mut position, mut moves) = (begun, Vec::new());
    let mut slowest = Duration::ZERO;
    while position.outcome().is_none() {
        let at = if position.to_move() == own {
            let since = Instant::now();
            let at = point(&engine.asked("TURN"));
            slowest = slowest.max(since.elapsed());
            moves.push((position.clone(), at));
            at
        } else {
            let at = opponent(&position);
            engine.say(&format!("PLACE {}", coordinates(at)));
            at
        };
        position = position.play(at).unwrap();
    }
    (moves, slowest)
}

fn moves_are_those_of_the_program(flags: &[&str], preset: bool) {
    let mut engine = Dialogue::new(flags);
    for (own, opponent) in [
        (Color::Black, "random"),
        (Color::White, "random"),
        (Color::Black, "five-tuple"),
        (Color::White, "count-block-empty"),
    ] {
        let answer = |position: &Position| {
            let stones = position.board().empties().len() as u64;
            move_of(opponent, position, stones)
        };
        let (moves, slowest) = game(&mut engine, own, start(preset), answer);
        assert!(slowest < Duration::from_secs(2), "{slowest:?}");
        assert!(moves.len() >= 3);
        for (position, at) in &moves {
            let expected = move_of("count-block-empty", position, 0);
            assert_eq!(*at, expected, "{own} against {opponent}: {position:?}");
        }
    }
    let (said, errors) = engine.ended(Some("END 1"));
    assert_eq!((said.as_str(), errors.as_str()), ("", ""));
}

#[test]
fn whole_games_are_those_of_the_published_program() {
    moves_are_those_of_the_program(&["--preset-stones"], true);
}

#[test]
fn whole_games_without_preset_stones_are_too() {
    moves_are_those_of_the_program(&[], false);
}

#[test]
fn whole_games_are_won_by_our_own_search() {
    let mut engine = Dialogue::new(&["-e", "shapes", "--nodes", "500", "--hash", "1"]);
    for own in Color::BOTH {
        let answer = |position: &Position| move_of("random", position, 3);
        let (moves, slowest) = game(&mut engine, own, start(false), answer);
        assert!(slowest < Duration::from_secs(2), "{slowest:?}");
        let (position, at) = moves.last().unwrap();
        let end = position.clone().play(*at).unwrap();
        assert_eq!(end.outcome().unwrap().winner, Some(own));
    }
    engine.ended(None);
}

#[test]
fn a_game_goes_on_from_any_opening() {
    let size = Size::new(12).unwrap();
    let mut engine = Dialogue::new(&[]);
    for opening in random_openings(size, Rule::Freestyle, 3, 5, 1) {
        assert_eq!(engine.asked("START 2"), "OK");
        let stones: Vec<Point> = opening.moves().unwrap().iter().copied().flatten().collect();
        // The second stone is ours, and stands as a stone of the opponent's to begin with.
        for stone in &stones {
            engine.say(&format!("PLACE {}", coordinates(*stone)));
        }
        assert!(!stones.contains(&point(&engine.asked("TURN"))));
    }
    engine.ended(Some("END 0"));
}

#[test]
fn the_first_moves_of_the_program_are_known() {
    let mut engine = Dialogue::new(&["--preset-stones"]);
    assert_eq!(engine.asked("START 1"), "OK");
    assert_eq!(engine.asked("TURN"), "4 4");
    for (played, reply) in [
        ("4 7", "7 4"),
        ("7 4", "4 7"),
        ("5 7", "4 4"),
        ("6 4", "7 7"),
    ] {
        assert_eq!(engine.asked("START 2"), "OK");
        engine.say(&format!("PLACE {played}"));
        assert_eq!(engine.asked("TURN"), reply);
    }
    engine.ended(Some("END 2"));
}

#[test]
fn what_is_malformed_has_one_error_and_unknown_words_none() {
    let mut engine = Dialogue::new(&["--preset-stones"]);
    let wrong = [
        "TURN",
        "PLACE 1 1",
        "START",
        "START 3",
        "PLACE",
        "PLACE 12 12",
        "PLACE x y",
        "TURN 5",
    ];
    for line in wrong {
        assert!(engine.asked(line).starts_with("ERROR "), "{line}");
        for unknown in ["", "hello", "7 7", "\u{1b}[31m", "place3"] {
            engine.say(unknown);
        }
    }
    engine.say(&"x".repeat(10 << 20));
    assert_eq!(engine.asked("START 1\r"), "OK");
    assert_eq!(engine.asked("PLACE 5 5"), "ERROR 5 5 has a stone");
    assert_eq!(engine.asked("TURN"), "4 4");
    assert_eq!(engine.ended(None), (String::new(), String::new()));
}

#[test]
fn end_ends_a_search_at_once_and_has_no_answer_of_its_own() {
    let mut engine = Dialogue::new(&["-e", "shapes"]);
    engine.say("START 1");
    assert_eq!(engine.hear(), "OK");
    engine.say("TURN");
    std::thread::sleep(Duration::from_millis(300));
    let since = Instant::now();
    let (said, _) = engine.ended(Some("END 0"));
    assert_eq!(said.lines().map(point).count(), 1, "{said}");
    assert!(
        since.elapsed() < Duration::from_secs(1),
        "{:?}",
        since.elapsed()
    );
}

/// What the engine says to a whole session on a pipe, and how long that takes.
fn piped(flags: &[&str], session: &str) -> (String, Duration) {
    let mut engine = Dialogue::new(flags);
    let since = Instant::now();
    let input = engine.input.as_mut().unwrap();
    input.write_all(session.as_bytes()).unwrap();
    let (said, errors) = engine.ended(None);
    assert_eq!(errors, "");
    (said, since.elapsed())
}

#[test]
fn a_whole_session_on_a_pipe_has_every_answer_that_comes_before_its_end() {
    let session = "START 1\nTURN\nPLACE 5 7\nTURN\nPLACE 5 8\nTURN\n";
    let searches: [&[&str]; 2] = [&[], &["-e", "shapes", "--nodes", "2k", "--hash", "1"]];
    for flags in searches {
        let (expected, _) = piped(flags, session);
        assert_eq!(expected.lines().count(), 4, "{expected}");
        assert!(expected.starts_with("OK\n4 4\n") || !flags.is_empty());
        for end in ["END 0\n", "END 0", "end\nTURN\nSTART 2\n"] {
            let (said, _) = piped(flags, &format!("{session}{end}"));
            assert_eq!(said, expected, "{end:?}");
        }
    }
    let (said, taken) = piped(&["-e", "shapes"], "START 2\nPLACE 4 4\nTURN\nEND 2\n");
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(taken > Duration::from_secs(1), "{taken:?}");
}

#[test]
fn verbose_shows_board_value_and_times_on_stderr() {
    let mut engine = Dialogue::new(&["-v"]);
    assert_eq!(engine.asked("START 1"), "OK");
    assert_eq!(engine.asked("TURN"), "4 4");
    engine.say("PLACE 11 11");
    engine.asked("TURN");
    let (said, errors) = engine.ended(Some("END 0"));
    assert_eq!(said, "");
    assert!(errors.contains(" 5 . . . .[X]"), "{errors}");
    assert!(
        errors.contains("black E5 (row 4, column 4): no value"),
        "{errors}"
    );
    assert!(
        errors.contains(", depth 3, ") && errors.contains(" s left"),
        "{errors}"
    );
}

#[test]
fn what_the_protocol_does_not_have_is_refused() {
    for (flags, complaint) in [
        (
            &["--protocol", "brain", "--rule", "renju"][..],
            "brain plays freestyle, not renju",
        ),
        (
            &["--protocol", "brain", "-e", "shapes", "--hash", "241"],
            "--hash is at most 240",
        ),
        (
            &["--protocol", "brain", "-e", "published:shapes"],
            "is no published program",
        ),
        (
            &["--protocol", "gomocup", "--preset-stones"],
            "--preset-stones is for --protocol brain",
        ),
    ] {
        let run = Command::new(env!("CARGO_BIN_EXE_renju"))
            .arg("engine")
            .args(flags)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let errors = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{errors}");
        assert!(errors.contains(complaint), "{errors}");
    }
}
