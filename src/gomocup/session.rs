use std::num::NonZeroUsize;

use crate::board::Color;
use crate::geometry::{Point, Size};
use crate::limits::Limits;
use crate::notation::{GomocupPoint, excerpt};
use crate::position::{Position, PositionOverrides, Setup};
use crate::rule::Rule;
use crate::search::SearchOptions;

use super::command::{GomocupCommand, Info, Owner};
use super::time_control::TimeControl;

/// The share of the memory granted by the manager that may be used at all.
const TABLE_SHARE: (u64, u64) = (3, 4);
/// The memory of the program without the table, in bytes.
const PROGRAM_BYTES: u64 = 20_000_000;
/// The smallest table, in bytes, whatever the manager grants.
const MIN_TABLE_BYTES: usize = 1 << 20;
/// The threads that a manager gets when it asks for `asked`: more than the cores would only take
/// turns.
fn granted_threads(asked: i64) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    usize::try_from(asked).unwrap_or(1).clamp(1, cores)
}

/// The settings of an engine, which the manager may change or tighten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// The rule until the manager sets one.
    pub rule: Rule,
    /// The largest transposition table, in bytes.
    pub table_bytes: usize,
    /// The most nodes to search for each move.
    pub nodes: Option<u64>,
    /// The greatest depth, in plies.
    pub depth: Option<u16>,
    /// Threads of a search, until the manager sets them.
    pub threads: usize,
}

/// What has to be done after a line of the manager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// There is nothing to print.
    None,
    /// Print a line with this text.
    Line(String),
    /// Find a move, and print what [`Session::answer`] makes of it.
    Move(Box<MoveRequest>),
    /// End the program, or at least this session.
    Quit,
}

/// A move that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRequest {
    /// The position, with us to move: as White if the opponent has more stones, else as Black.
    pub position: Position,
    /// Depth and threads of the search.
    pub options: SearchOptions,
    /// Nodes, and the time from the command to the answer.
    pub limits: Limits,
    /// The size of the transposition table, in bytes.
    pub table_bytes: usize,
    /// The number of the game; the table of another one is not used again.
    pub game: u32,
}

/// The state of a session: what the manager has said so far.
///
/// ```
/// use renju::gomocup::{Response, Session, EngineOptions};
/// use renju::rule::Rule;
///
/// let options = EngineOptions { rule: Rule::Freestyle, table_bytes: 1 << 26, nodes: None, depth: None, threads: 1 };
/// let mut session = Session::new(options);
/// assert_eq!(session.handle("START 15"), Response::Line("OK".to_owned()));
/// assert_eq!(session.handle("INFO timeout_turn 300"), Response::None);
/// assert!(matches!(session.handle("TURN 7,7"), Response::Move(_)));
/// assert_eq!(session.answer("I9".parse()?), "8,6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    options: EngineOptions,
    time_control: TimeControl,
    granted: Option<u64>,
    manager_nodes: Option<u64>,
    manager_depth: Option<u16>,
    /// Games begun.
    games: u32,
    size: Option<Size>,
    stones: Vec<(Point, Owner)>,
    board_input: Option<BoardInput>,
}

/// The stones between `BOARD` and `DONE`.
#[derive(Clone, Debug, Default)]
struct BoardInput {
    stones: Vec<(GomocupPoint, Owner)>,
    /// The first error between the two lines.
    error: Option<String>,
}

impl Session {
    /// A session before its first line.
    pub fn new(options: EngineOptions) -> Session {
        Session {
            options,
            time_control: TimeControl::default(),
            granted: None,
            manager_nodes: None,
            manager_depth: None,
            games: 0,
            size: None,
            stones: Vec::new(),
            board_input: None,
        }
    }

    /// Takes the next line of the manager.
    pub fn handle(&mut self, line: &str) -> Response {
        let answer = match GomocupCommand::parse(line) {
            Ok(command) => {
                let refusal = |message| Response::Line(format!("ERROR {message}"));
                return self.run(command).unwrap_or_else(refusal);
            }
            Err(answer) => answer,
        };
        if let Some(board_input) = &mut self.board_input {
            let line = excerpt(line.trim());
            let message = format!("\"{line}\" is no stone of BOARD");
            board_input.error.get_or_insert(message);
            return Response::None;
        }
        Response::Line(answer)
    }

    /// Plays our move, and gives it as the manager reads it.
    ///
    /// # Panics
    ///
    /// Panics if no game has begun.
    pub fn answer(&mut self, point: Point) -> String {
        let size = self.size.expect("a move is asked for in a game only");
        self.stones.push((point, Owner::Own));
        GomocupPoint::of(point, size).to_string()
    }

    fn run(&mut self, command: GomocupCommand) -> Result<Response, String> {
        match command {
            GomocupCommand::Nothing | GomocupCommand::Stop => {}
            GomocupCommand::Rule(rule) => self.options.rule = rule,
            GomocupCommand::Info(info, number) => self.set_info(info, number),
            GomocupCommand::Stone(at, owner) => self.board_input_mut()?.stones.push((at, owner)),
            GomocupCommand::Board => self.board_input = Some(BoardInput::default()),
            GomocupCommand::Done => return self.done(),
            GomocupCommand::Start(size) => return Ok(self.start(size)),
            GomocupCommand::Restart => return Ok(self.start(self.size()?)),
            GomocupCommand::Begin => return self.request_move(),
            GomocupCommand::Turn(at) => return self.turn(at),
            GomocupCommand::TakeBack(at) => return self.take_back(at),
            GomocupCommand::About => return Ok(Response::Line(about())),
            GomocupCommand::End => return Ok(Response::Quit),
        }
        Ok(Response::None)
    }

    fn set_info(&mut self, info: Info, number: i64) {
        match info {
            Info::TimeoutTurn => self.time_control.set_turn(number),
            Info::TimeoutMatch => self.time_control.set_match(number),
            Info::TimeLeft => self.time_control.set_left(number),
            Info::MaxMemory => self.granted = positive(number),
            Info::MaxNodes => self.manager_nodes = positive(number),
            Info::MaxDepth => {
                self.manager_depth =
                    positive(number).map(|depth| depth.try_into().unwrap_or(u16::MAX));
            }
            Info::Threads => self.options.threads = granted_threads(number),
        }
    }

    fn start(&mut self, size: Size) -> Response {
        self.games += 1;
        self.size = Some(size);
        self.stones.clear();
        self.board_input = None;
        Response::Line("OK".to_owned())
    }

    fn turn(&mut self, at: GomocupPoint) -> Result<Response, String> {
        let point = self.empty_point(at)?;
        self.stones.push((point, Owner::Opponent));
        self.request_move()
    }

    fn take_back(&mut self, at: GomocupPoint) -> Result<Response, String> {
        let point = at.point(self.size()?);
        let stone = self.stones.iter().rposition(|&(on, _)| Some(on) == point);
        self.stones
            .remove(stone.ok_or_else(|| format!("{at} has no stone"))?);
        Ok(Response::Line("OK".to_owned()))
    }

    /// Sets up the stones since `BOARD`, all of them or none.
    fn done(&mut self) -> Result<Response, String> {
        let board_input = std::mem::take(self.board_input_mut()?);
        self.board_input = None;
        if let Some(error) = board_input.error {
            return Err(error);
        }
        let before = std::mem::take(&mut self.stones);
        for (at, owner) in board_input.stones {
            match self.empty_point(at) {
                Ok(point) => self.stones.push((point, owner)),
                Err(message) => {
                    self.stones = before;
                    return Err(message);
                }
            }
        }
        self.request_move()
    }

    fn board_input_mut(&mut self) -> Result<&mut BoardInput, String> {
        let board_input = self.board_input.as_mut();
        board_input.ok_or_else(|| "BOARD comes first".to_owned())
    }

    fn size(&self) -> Result<Size, String> {
        self.size.ok_or_else(|| "START comes first".to_owned())
    }

    fn empty_point(&self, at: GomocupPoint) -> Result<Point, String> {
        let point = at.point(self.size()?);
        let point = point.ok_or_else(|| format!("{at} is not on the board"))?;
        if self.stones.iter().any(|&(on, _)| on == point) {
            return Err(format!("{at} has a stone"));
        }
        Ok(point)
    }

    /// The request for a move now. The stones of a `BOARD` without `DONE` are discarded.
    fn request_move(&mut self) -> Result<Response, String> {
        self.board_input = None;
        let nodes = self.options.nodes.into_iter().chain(self.manager_nodes);
        let depth = self.options.depth.into_iter().chain(self.manager_depth);
        let (nodes, depth) = (nodes.min(), depth.min());
        let is_timed = self.time_control.is_limited() || (nodes, depth) == (None, None);
        Ok(Response::Move(Box::new(MoveRequest {
            position: self.position()?,
            options: SearchOptions {
                depth,
                threads: self.options.threads,
                ..SearchOptions::default()
            },
            limits: Limits {
                nodes,
                time: is_timed.then(|| self.time_control.move_time()),
            },
            table_bytes: self.table_bytes(),
            game: self.games,
        })))
    }

    fn position(&self) -> Result<Position, String> {
        let [own, opponent] = [Owner::Own, Owner::Opponent].map(|whose| {
            let stones = self.stones.iter().filter(|(_, owner)| *owner == whose);
            stones.map(|&(point, _)| point).collect::<Vec<_>>()
        });
        let (side, black, white) = if opponent.len() > own.len() {
            (Color::White, opponent, own)
        } else {
            (Color::Black, own, opponent)
        };
        let setup = Setup {
            size: Some(self.size()?),
            rule: Some(self.options.rule),
            to_move: Some(side),
            black,
            white,
            ..Setup::default()
        };
        let position = Position::from_setup(&setup, &PositionOverrides::default());
        Ok(position.expect("each stone is on a point of its own"))
    }

    fn table_bytes(&self) -> usize {
        let (part, whole) = TABLE_SHARE;
        let granted = self.granted.map_or(u64::MAX, |bytes| {
            (bytes / whole * part).saturating_sub(PROGRAM_BYTES)
        });
        let granted = usize::try_from(granted).unwrap_or(usize::MAX);
        self.options.table_bytes.min(granted.max(MIN_TABLE_BYTES))
    }
}

/// A limit of the manager; 0 is none.
fn positive(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|&number| number > 0)
}

fn about() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        r#"name="renju", version="{version}", author="the authors of renju", country="international""#
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const OPTIONS: EngineOptions = EngineOptions {
        rule: Rule::Freestyle,
        table_bytes: 64 << 20,
        nodes: None,
        depth: None,
        threads: 1,
    };

    /// What a session says to each line, moves as `?`.
    fn script(session: &mut Session, lines: &[&str]) -> Vec<String> {
        let words = lines.iter().map(|line| match session.handle(line) {
            Response::None => String::new(),
            Response::Line(text) => text,
            Response::Move(_) => "?".to_owned(),
            Response::Quit => "bye".to_owned(),
        });
        words.collect()
    }

    fn task(session: &mut Session, line: &str) -> MoveRequest {
        match session.handle(line) {
            Response::Move(task) => *task,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// Our stones and those of the opponent.
    fn stones(request: &MoveRequest) -> [Vec<Point>; 2] {
        let position = &request.position;
        let side = position.to_move();
        [side, !side].map(|color| position.board().stones(color).iter().collect())
    }

    #[test]
    fn a_game_goes_its_way() {
        let mut session = Session::new(OPTIONS);
        let opened = script(&mut session, &["START 15", "INFO rule 4", "BEGIN"]);
        assert_eq!(opened, ["OK", "", "?"]);
        assert_eq!(session.answer(point("H8")), "7,7");
        let next = task(&mut session, "TURN 8,6");
        assert_eq!(stones(&next), [[point("H8")], [point("I9")]]);
        assert_eq!(next.position.rule(), Rule::Renju);
        assert_eq!(session.answer(point("G7")), "6,8");
        let back = script(
            &mut session,
            &["TAKEBACK 6,8", "TAKEBACK 6,8", "takeback 8,6"],
        );
        assert_eq!(back, ["OK", "ERROR 6,8 has no stone", "OK"]);
        let again = task(&mut session, "TURN 0,14");
        assert_eq!(stones(&again), [[point("H8")], [point("A1")]]);
        assert_eq!(again.game, 1);
        assert_eq!(script(&mut session, &["RESTART"]), ["OK"]);
        let first = task(&mut session, "BEGIN");
        assert_eq!(stones(&first), [[], []]);
        assert_eq!((first.game, first.position.rule()), (2, Rule::Renju));
    }

    #[test]
    fn colours_are_told_by_the_stones() {
        for (lines, side) in [
            (&[][..], Color::Black),
            (&["7,7,2"], Color::White),
            (&["7,7,1", "8,6,2"], Color::Black),
            (&["7,7,1", "6,8,1", "8,6,2"], Color::Black),
            (&["7,7,2", "8,6,2", "9,5,2"], Color::White),
        ] {
            let mut session = Session::new(OPTIONS);
            script(&mut session, &["START 15", "BOARD"]);
            script(&mut session, lines);
            let request = task(&mut session, "DONE");
            assert_eq!(request.position.to_move(), side, "{lines:?}");
        }
    }

    #[test]
    fn a_board_takes_the_place_of_what_was() {
        let mut session = Session::new(OPTIONS);
        let opening = ["START 12", "BOARD", "0,0,2", "1,0,1", "5,5,3", "11,11,2"];
        assert!(
            script(&mut session, &opening)[1..]
                .iter()
                .all(String::is_empty)
        );
        let asked = task(&mut session, "DONE");
        let [own, opponent] = stones(&asked);
        assert_eq!(own, [point("B12")]);
        assert_eq!(opponent, [point("L1"), point("A12")]);
        let empty = script(&mut session, &["BOARD", "DONE"]);
        assert_eq!(empty, ["", "?"]);
    }

    #[test]
    fn a_board_with_a_wrong_stone_changes_nothing() {
        let mut session = Session::new(OPTIONS);
        script(&mut session, &["START 15", "TURN 7,7"]);
        for (lines, told) in [
            (["BOARD", "1,1,1", "1,1,2", "DONE"], "ERROR 1,1 has a stone"),
            (
                ["BOARD", "1,1,1", "15,1,2", "DONE"],
                "ERROR 15,1 is not on the board",
            ),
            (
                ["BOARD", "1,1,9", "2,2,2", "DONE"],
                "ERROR \"1,1,9\" is no stone of BOARD",
            ),
            (
                ["BOARD", "nonsense", "2,2,2", "DONE"],
                "ERROR \"nonsense\" is no stone of BOARD",
            ),
        ] {
            assert_eq!(script(&mut session, &lines), ["", "", "", told]);
        }
        assert_eq!(stones(&task(&mut session, "TURN 8,8"))[1].len(), 2);
    }

    #[test]
    fn wrong_and_unknown_lines_leave_the_session_as_it_was() {
        let mut session = Session::new(OPTIONS);
        for line in ["RESTART", "BEGIN", "TURN 7,7", "TAKEBACK 7,7"] {
            assert_eq!(script(&mut session, &[line]), ["ERROR START comes first"]);
        }
        for line in ["DONE", "7,7,1"] {
            assert_eq!(script(&mut session, &[line]), ["ERROR BOARD comes first"]);
        }
        assert_eq!(script(&mut session, &["START 15", "START 3"])[0], "OK");
        assert_eq!(
            script(&mut session, &["SWAP2BOARD"]),
            ["UNKNOWN SWAP2BOARD"]
        );
        let request = task(&mut session, "TURN 7,7");
        assert_eq!(request.position.board().size(), Size::RENJU);
        let taken = script(&mut session, &["TURN 7,7", "TURN 15,0", "TURN -1,0"]);
        let told = [
            "7,7 has a stone",
            "15,0 is not on the board",
            "-1,0 is not on the board",
        ];
        assert_eq!(taken, told.map(|text| format!("ERROR {text}")));
        assert_eq!(script(&mut session, &["", "STOP", "END"]), ["", "", "bye"]);
    }

    #[test]
    fn a_board_that_was_not_finished_is_forgotten_with_the_next_game() {
        let mut session = Session::new(OPTIONS);
        let lines = ["START 15", "BOARD", "7,7,2", "START 20", "7,7,1"];
        let said = script(&mut session, &lines);
        assert_eq!(said[3..], ["OK", "ERROR BOARD comes first"]);
    }

    #[test]
    fn limits_are_those_of_the_manager_and_of_the_user() {
        let mut session = Session::new(OPTIONS);
        script(
            &mut session,
            &["START 15", "INFO timeout_turn 300", "INFO thread_num 2"],
        );
        let timed = task(&mut session, "BEGIN");
        assert_eq!(timed.limits.time, Some(Duration::from_millis(280)));
        assert_eq!(timed.limits.nodes, None);
        assert_eq!(timed.options.threads, granted_threads(2));
        script(&mut session, &["INFO max_node 500", "INFO max_depth 9"]);
        let counted = task(&mut session, "BEGIN");
        assert_eq!(
            (counted.limits.nodes, counted.options.depth),
            (Some(500), Some(9))
        );
        assert!(counted.limits.time.is_some());
        script(&mut session, &["INFO timeout_turn 0"]);
        assert_eq!(task(&mut session, "BEGIN").limits.time, None);
    }

    #[test]
    fn fixed_limits_need_no_time() {
        let nodes = Some(1000);
        let mut session = Session::new(EngineOptions { nodes, ..OPTIONS });
        script(
            &mut session,
            &["START 15", "INFO max_node 5000", "INFO timeout_match 0"],
        );
        let asked = task(&mut session, "BEGIN");
        assert_eq!((asked.limits.nodes, asked.limits.time), (nodes, None));
        script(&mut session, &["INFO timeout_turn 300"]);
        assert!(task(&mut session, "BEGIN").limits.time.is_some());
    }

    #[test]
    fn the_table_stays_within_the_memory_granted() {
        let mut session = Session::new(OPTIONS);
        session.handle("START 15");
        for (granted, table) in [
            ("0", 64 << 20),
            ("1000000000", 64 << 20),
            ("83886080", 42_914_560),
            ("20000000", 1 << 20),
            ("-1", 64 << 20),
        ] {
            session.handle(&format!("INFO max_memory {granted}"));
            assert_eq!(task(&mut session, "BEGIN").table_bytes, table, "{granted}");
        }
    }
}
