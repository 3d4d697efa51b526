//! State of a Gomocup session: the stones and settings sent so far, and the response to each line.

use std::fmt::Write;
use std::num::NonZeroUsize;

use crate::time_control::TimeControl;
use renju_core::board::Color;
use renju_core::forbidden::{ThreeReading, forbidden_points};
use renju_core::geometry::{Point, PointSet, Size};
use renju_core::position::{Position, PositionOverrides, Setup};
use renju_core::rule::Rule;
use renju_engine::search::SearchOptions;
use renju_formats::{GomocupPoint, excerpt};

use super::command::GomocupCommand;
use super::info::{Info, Setting};
use super::point_list::{ListPurpose, Owner, PointList};
use super::request::{Detail, MoveRequest, PointQuestion};
use super::swap2::{SwapDialect, SwapRequest, first_stones};

/// The share of the memory granted by the manager that may be used at all.
const TABLE_SHARE: (u64, u64) = (3, 4);
/// The memory of the program without the table, in bytes.
const PROGRAM_BYTES: u64 = 20_000_000;
/// The smallest table, in bytes, whatever the manager grants.
const MIN_TABLE_BYTES: usize = 1 << 20;

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
    /// Print each of these lines.
    Lines(Vec<String>),
    /// Find a move, and print what [`Session::answer`] makes of it.
    Move(Box<MoveRequest>),
    /// Decide a step of a swap2 opening, and print the answer.
    Swap(Box<SwapRequest>),
    /// Print what a point is worth.
    Evaluate(Box<PointQuestion>),
    /// End the program, or at least this session.
    Quit,
}

/// The state of a session: what the manager has said so far.
///
/// ```
/// use renju_play::gomocup::{Response, Session, EngineOptions};
/// use renju_core::rule::Rule;
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
    /// Bytes of memory for the program.
    granted: Option<u64>,
    /// Bytes of memory for the table.
    granted_table: Option<u64>,
    manager_nodes: Option<u64>,
    manager_depth: Option<u16>,
    detail: Detail,
    /// Whether it searches while the opponent thinks.
    ponders: bool,
    /// Tables begun: one for each game, and one more whenever it is to be emptied.
    tables: u32,
    size: Option<Size>,
    stones: Vec<(Point, Owner)>,
    /// Points that are not to be played.
    avoid: PointSet,
    list: Option<PointList>,
}

impl Session {
    /// A session before its first line.
    pub fn new(options: EngineOptions) -> Session {
        Session {
            options,
            time_control: TimeControl::default(),
            granted: None,
            granted_table: None,
            manager_nodes: None,
            manager_depth: None,
            detail: Detail::default(),
            ponders: false,
            tables: 0,
            size: None,
            stones: Vec::new(),
            avoid: PointSet::EMPTY,
            list: None,
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
        if let Some(list) = &mut self.list {
            list.refuse(&excerpt(line.trim()));
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

    /// What to search while the opponent thinks about our last move (pondering), until the next line:
    /// the position with the opponent to move, without a limit of nodes or time. What it finds is in the
    /// table when a move is asked for, whatever the reply was. Nothing unless the manager has said
    /// `INFO pondering 1`.
    pub fn ponder(&self) -> Option<MoveRequest> {
        let (&(last, owner), before) = self.stones.split_last()?;
        if !self.ponders || owner != Owner::Own {
            return None;
        }
        let position = self.position_with(before).ok()?.play(last).ok()?;
        position.outcome().is_none().then(|| MoveRequest {
            nodes: None,
            time: None,
            ..self.search_of(position)
        })
    }

    fn run(&mut self, command: GomocupCommand) -> Result<Response, String> {
        match command {
            GomocupCommand::Nothing | GomocupCommand::Stop => {}
            GomocupCommand::Listed(at, owner) => self.list_mut()?.push(at, owner),
            GomocupCommand::Unlisted => drop(self.list_mut()?),
            GomocupCommand::AllowAll => self.avoid = PointSet::EMPTY,
            GomocupCommand::ClearTable => self.tables += 1,
            GomocupCommand::List(purpose) => return Ok(self.begin_list(purpose)),
            GomocupCommand::Done => return self.done(),
            GomocupCommand::Start(size) => return Ok(self.start(size)),
            GomocupCommand::Restart => return Ok(self.start(self.size()?)),
            GomocupCommand::Begin => return self.request_move(),
            GomocupCommand::Turn(at) => return self.turn(at),
            GomocupCommand::TakeBack(at) => return self.take_back(at),
            GomocupCommand::Best(lines) => return self.request_best(lines),
            GomocupCommand::Balance(value) => return self.request_balance(value),
            GomocupCommand::Swap2Step(step) => return self.swap2_step(step),
            GomocupCommand::ShowForbidden => return self.forbidden().map(Response::Line),
            GomocupCommand::ShowInfo => return Ok(Response::Lines(self.limits_told())),
            GomocupCommand::Info(info) => return self.info(info),
            GomocupCommand::About => return Ok(Response::Line(about())),
            GomocupCommand::End => return Ok(Response::Quit),
        }
        Ok(Response::None)
    }

    fn info(&mut self, info: Info) -> Result<Response, String> {
        match info {
            Info::Ignored => {}
            Info::Rule(rule) => self.options.rule = rule,
            Info::Number(setting, number) => self.set(setting, number),
            Info::Evaluate(at) => {
                let point = self.empty_point(at)?;
                let position = self.position()?;
                let question = PointQuestion { position, point };
                return Ok(Response::Evaluate(Box::new(question)));
            }
        }
        Ok(Response::None)
    }

    fn set(&mut self, setting: Setting, number: i64) {
        match setting {
            Setting::TimeoutTurn => self.time_control.set_turn(number),
            Setting::TimeoutMatch => self.time_control.set_match(number),
            Setting::TimeLeft => self.time_control.set_left(number),
            Setting::TimeIncrement => self.time_control.set_increment(number),
            Setting::MaxMemory => self.granted = positive(number),
            Setting::HashSize => {
                let kibibytes = u64::try_from(number).ok();
                self.granted_table = kibibytes.map(|kibibytes| kibibytes.saturating_mul(1024));
            }
            Setting::MaxNodes => self.manager_nodes = positive(number),
            Setting::MaxDepth => {
                self.manager_depth =
                    positive(number).map(|depth| depth.try_into().unwrap_or(u16::MAX));
            }
            Setting::Threads => self.options.threads = granted_threads(number),
            Setting::ShowDetail => self.detail = Detail::from_number(number),
            Setting::Pondering => self.ponders = number != 0,
        }
    }

    fn start(&mut self, size: Size) -> Response {
        self.tables += 1;
        if self.size != Some(size) {
            self.avoid = PointSet::EMPTY;
        }
        self.size = Some(size);
        self.stones.clear();
        self.list = None;
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

    fn begin_list(&mut self, purpose: ListPurpose) -> Response {
        self.list = Some(PointList::new(purpose));
        match purpose {
            ListPurpose::Unknown(name) => Response::Line(format!("UNKNOWN {name}")),
            _ => Response::None,
        }
    }

    /// Does what the points of a list are for.
    fn done(&mut self) -> Result<Response, String> {
        let PointList {
            purpose,
            points,
            error,
        } = std::mem::replace(self.list_mut()?, PointList::new(ListPurpose::Database));
        self.list = None;
        if let Some(error) = error {
            return Err(error);
        }
        match purpose {
            ListPurpose::Board => {
                self.set_up(&points)?;
                return self.request_move();
            }
            ListPurpose::Position => self.set_up(&points)?,
            ListPurpose::Swap2 => return self.swap2(&points),
            ListPurpose::Avoid => self.avoid = self.avoid | self.points_of(&points)?,
            ListPurpose::Allow => self.avoid = self.avoid - self.points_of(&points)?,
            ListPurpose::Database => {
                return Ok(Response::Line("MESSAGE DATABASE DONE".to_owned()));
            }
            ListPurpose::Unknown(_) => {}
        }
        Ok(Response::None)
    }

    /// Sets up stones, all of them or none.
    fn set_up(&mut self, stones: &[(GomocupPoint, Option<Owner>)]) -> Result<(), String> {
        let points = self.free_points(stones)?;
        let owners = stones.iter().map(|&(_, owner)| owner.unwrap_or(Owner::Own));
        self.stones = points.into_iter().zip(owners).collect();
        Ok(())
    }

    /// The points of stones that stand on an empty board.
    fn free_points(&self, stones: &[(GomocupPoint, Option<Owner>)]) -> Result<Vec<Point>, String> {
        let size = self.size()?;
        let mut taken = PointSet::EMPTY;
        let points = stones.iter().map(|&(at, _)| {
            let point = on_board(at, size)?;
            if taken.insert(point) {
                Ok(point)
            } else {
                Err(format!("{at} has a stone"))
            }
        });
        points.collect()
    }

    fn points_of(&self, points: &[(GomocupPoint, Option<Owner>)]) -> Result<PointSet, String> {
        let size = self.size()?;
        let mut found = PointSet::EMPTY;
        for &(at, _) in points {
            found.insert(on_board(at, size)?);
        }
        Ok(found)
    }

    fn list_mut(&mut self) -> Result<&mut PointList, String> {
        let list = self.list.as_mut();
        list.ok_or_else(|| "BOARD comes first".to_owned())
    }

    fn size(&self) -> Result<Size, String> {
        self.size.ok_or_else(|| "START comes first".to_owned())
    }

    fn empty_point(&self, at: GomocupPoint) -> Result<Point, String> {
        let point = on_board(at, self.size()?)?;
        if self.stones.iter().any(|&(on, _)| on == point) {
            return Err(format!("{at} has a stone"));
        }
        Ok(point)
    }

    fn request_move(&mut self) -> Result<Response, String> {
        self.request_best(1)
    }

    /// The request for a move now. The points of a list without `DONE` are discarded.
    fn request_best(&mut self, lines: usize) -> Result<Response, String> {
        self.list = None;
        let mut request = self.search_of(self.position()?);
        request.options.lines = lines;
        Ok(Response::Move(Box::new(request)))
    }

    /// The request for a move that makes the game worth `value` to us.
    fn request_balance(&mut self, value: i64) -> Result<Response, String> {
        self.list = None;
        let mut request = self.search_of(self.position()?);
        request.balance = Some(value);
        Ok(Response::Move(Box::new(request)))
    }

    /// The step after an opening of these stones; those on the board stay as they are.
    fn swap2(&self, stones: &[(GomocupPoint, Option<Owner>)]) -> Result<Response, String> {
        let size = self.size()?;
        let stones = self.free_points(stones)?;
        let request = match stones.len() {
            0 => self.first_step(size),
            3 | 5 => {
                let black = stones.iter().copied().step_by(2).collect();
                let white = stones.iter().copied().skip(1).step_by(2).collect();
                let rule = self.options.rule;
                self.search_of(position_of(size, rule, Color::White, [black, white]))
            }
            _ => return Err("SWAP2BOARD takes no stones, three or five".to_owned()),
        };
        Ok(swap_response(request, SwapDialect::Gomocup))
    }

    /// A step of the swap2 opening, from the stones on the board.
    fn swap2_step(&self, step: u8) -> Result<Response, String> {
        let size = self.size()?;
        let request = if step == 1 {
            self.first_step(size)
        } else {
            let stones = if step == 2 { 3 } else { 5 };
            let position = self.position()?;
            if self.stones.len() != stones
                || position.board().stones(Color::White).len() != stones / 2
            {
                return Err(format!(
                    "YXSWAP2STEP{step} takes {stones} stones on the board, the first of them black"
                ));
            }
            self.search_of(position)
        };
        Ok(swap_response(request, SwapDialect::Yixin))
    }

    /// The search for the third stone of an opening.
    fn first_step(&self, size: Size) -> MoveRequest {
        let [black, white] = first_stones(size).map(|point| vec![point]);
        let position = position_of(size, self.options.rule, Color::Black, [black, white]);
        let mut request = self.search_of(position);
        request.balance = Some(0);
        request
    }

    /// A search of a position within the limits of now.
    fn search_of(&self, position: Position) -> MoveRequest {
        let nodes = self.options.nodes.into_iter().chain(self.manager_nodes);
        let depth = self.options.depth.into_iter().chain(self.manager_depth);
        let (nodes, depth) = (nodes.min(), depth.min());
        let is_timed = self.time_control.is_limited() || (nodes, depth) == (None, None);
        MoveRequest {
            position,
            options: SearchOptions {
                depth,
                threads: self.options.threads,
                avoid: self.avoid,
                ..SearchOptions::default()
            },
            nodes,
            time: is_timed.then(|| self.time_control.move_time()),
            balance: None,
            detail: self.detail,
            table_bytes: self.table_bytes(),
            table_number: self.tables,
        }
    }

    fn position(&self) -> Result<Position, String> {
        self.position_with(&self.stones)
    }

    /// The position with these stones, and us to move.
    fn position_with(&self, stones: &[(Point, Owner)]) -> Result<Position, String> {
        let [own, opponent] = [Owner::Own, Owner::Opponent].map(|whose| {
            let stones = stones.iter().filter(|(_, owner)| *owner == whose);
            stones.map(|&(point, _)| point).collect::<Vec<_>>()
        });
        let (side, stones) = if opponent.len() > own.len() {
            (Color::White, [opponent, own])
        } else {
            (Color::Black, [own, opponent])
        };
        Ok(position_of(self.size()?, self.options.rule, side, stones))
    }

    /// `FORBID` with two digits for each number: the points that Black may not play now.
    fn forbidden(&self) -> Result<String, String> {
        let position = self.position()?;
        let mut text = "FORBID ".to_owned();
        if position.rule() == Rule::Renju && position.to_move() == Color::Black {
            let board = position.board();
            let points = forbidden_points(board, ThreeReading::Literal);
            let points = points
                .iter()
                .map(|point| GomocupPoint::of(point, board.size()));
            let mut points: Vec<_> = points.map(|at| (at.y, at.x)).collect();
            points.sort_unstable();
            for (y, x) in points {
                let _ = write!(text, "{x:02}{y:02}");
            }
        }
        text.push('.');
        Ok(text)
    }

    /// What a board program may set, in the words of Yixin-Board: threads, and the binary
    /// logarithm of the table in KiB.
    fn limits_told(&self) -> Vec<String> {
        let version = env!("CARGO_PKG_VERSION");
        let threads = granted_threads(i64::MAX);
        let table = (self.options.table_bytes / 1024).max(1).ilog2();
        vec![
            format!("MESSAGE renju {version}"),
            format!("MESSAGE INFO MAX_THREAD_NUM {threads}"),
            format!("MESSAGE INFO MAX_HASH_SIZE {table}"),
        ]
    }

    fn table_bytes(&self) -> usize {
        let (part, whole) = TABLE_SHARE;
        let granted = self
            .granted
            .map(|bytes| (bytes / whole * part).saturating_sub(PROGRAM_BYTES));
        let granted = granted.into_iter().chain(self.granted_table).min();
        let granted = granted.map_or(usize::MAX, |bytes| bytes.try_into().unwrap_or(usize::MAX));
        self.options.table_bytes.min(granted.max(MIN_TABLE_BYTES))
    }
}

fn swap_response(search: MoveRequest, dialect: SwapDialect) -> Response {
    Response::Swap(Box::new(SwapRequest { search, dialect }))
}

/// A position of stones that stand each on a point of its own, Black's and White's.
fn position_of(
    size: Size,
    rule: Rule,
    to_move: Color,
    [black, white]: [Vec<Point>; 2],
) -> Position {
    let setup = Setup {
        size: Some(size),
        rule: Some(rule),
        to_move: Some(to_move),
        black,
        white,
        ..Setup::default()
    };
    let position = Position::from_setup(&setup, &PositionOverrides::default());
    position.expect("each stone is on a point of its own")
}

fn on_board(at: GomocupPoint, size: Size) -> Result<Point, String> {
    at.point(size)
        .ok_or_else(|| format!("{at} is not on the board"))
}

/// The threads that a manager gets when it asks for `asked`: more than the cores would only take
/// turns.
fn granted_threads(asked: i64) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    usize::try_from(asked).unwrap_or(1).clamp(1, cores)
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
