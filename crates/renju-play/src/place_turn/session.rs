//! State of a `PLACE`/`TURN` session: the stones, and the time left for a move and for the game.

use std::time::Duration;

use crate::contest::MoveLimits;
use crate::time_control::{TimeControl, TimeLeft};
use renju_core::board::{Board, Color};
use renju_core::geometry::Point;
use renju_core::limits::Limits;
use renju_core::position::Position;
use renju_core::rule::Rule;

use super::command::{PlaceTurnCommand, SIDE, in_words};

/// The time for a move that the protocol grants, in milliseconds.
const TURN_TIME: i64 = 2000;
/// The time for all moves of a game that the protocol grants.
const GAME_TIME: Duration = Duration::from_secs(90);
/// Kept back of both, in milliseconds: who is late loses, and a loaded machine wakes threads late.
const TURN_MARGIN: i64 = 100;
const GAME_MARGIN: Duration = Duration::from_secs(2);

/// The stones that a game of the program begins with.
const PRESET: [(u8, u8, Color); 4] = [
    (5, 5, Color::White),
    (5, 6, Color::Black),
    (6, 5, Color::Black),
    (6, 6, Color::White),
];

/// What holds for all games of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceTurnOptions {
    /// Whether a game begins with two stones of each side in the middle, as the program's do, though
    /// its document has an empty board.
    pub preset_stones: bool,
    /// The most nodes to search for each move.
    pub nodes: Option<u64>,
    /// The greatest depth, in plies.
    pub depth: Option<u16>,
}

/// What has to be done after a line of the manager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlaceTurnResponse {
    /// There is nothing to print.
    None,
    /// Print a line with this text.
    Line(String),
    /// Get ready for a game, of which this would be the first move, and print `OK`.
    Begin(Box<PlaceTurnRequest>),
    /// Find a move, and print what [`PlaceTurnSession::answer`] makes of it.
    Move(Box<PlaceTurnRequest>),
    /// End the program, or at least this session.
    Quit,
}

/// A move that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaceTurnRequest {
    /// The position, with us to move whatever the counts of stones. The game is not over.
    pub position: Position,
    /// What the move may take, the time counted from the reading of the command.
    pub limits: MoveLimits,
    /// What is left of the time of the game.
    pub left: Duration,
}

/// The state of a session: what the manager has said so far.
///
/// ```
/// use std::time::Duration;
/// use renju_play::place_turn::{PlaceTurnOptions, PlaceTurnResponse, PlaceTurnSession};
///
/// let options = PlaceTurnOptions { preset_stones: false, nodes: None, depth: None };
/// let mut session = PlaceTurnSession::new(options);
/// assert!(matches!(session.handle("START 1"), PlaceTurnResponse::Begin(_)));
/// let PlaceTurnResponse::Move(request) = session.handle("TURN") else { panic!("a game has begun") };
/// assert_eq!(request.limits.limits.time, Some(Duration::from_millis(1880)));
/// assert_eq!(session.answer("E5".parse()?, Duration::from_millis(1)), "4 4");
/// assert_eq!(session.handle("PLACE 4 7"), PlaceTurnResponse::None);
/// # Ok::<(), renju_core::geometry::ParsePointError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlaceTurnSession {
    options: PlaceTurnOptions,
    game: Option<StartedGame>,
}

/// A game that has begun.
#[derive(Clone, Debug)]
struct StartedGame {
    /// Our side.
    own: Color,
    board: Board,
    /// The time that our moves have taken.
    spent: Duration,
}

impl PlaceTurnSession {
    /// A session before its first line.
    pub const fn new(options: PlaceTurnOptions) -> PlaceTurnSession {
        PlaceTurnSession {
            options,
            game: None,
        }
    }

    /// Takes the next line of the manager.
    pub fn handle(&mut self, line: &str) -> PlaceTurnResponse {
        let command = match PlaceTurnCommand::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return PlaceTurnResponse::None,
            Err(message) => return refusal(&message),
        };
        self.run(command)
            .unwrap_or_else(|message| refusal(&message))
    }

    /// Plays our move, which has taken so much time, and gives it as the manager reads it.
    ///
    /// # Panics
    ///
    /// Panics if no game has begun, or the point has a stone.
    pub fn answer(&mut self, point: Point, taken: Duration) -> String {
        let game = self.game.as_mut();
        let game = game.expect("a move is asked for in a game only");
        game.spent = game.spent.saturating_add(taken);
        game.board.place(point, game.own);
        in_words(point)
    }

    fn run(&mut self, command: PlaceTurnCommand) -> Result<PlaceTurnResponse, String> {
        match command {
            PlaceTurnCommand::Start(own) => {
                let game = StartedGame::new(own, self.options.preset_stones);
                let request = game.request(&self.options);
                self.game = Some(game);
                Ok(PlaceTurnResponse::Begin(Box::new(request)))
            }
            PlaceTurnCommand::Place(point) => {
                let game = self.started()?;
                if game.board.stone(point).is_some() {
                    return Err(format!("{} has a stone", in_words(point)));
                }
                game.board.place(point, !game.own);
                Ok(PlaceTurnResponse::None)
            }
            PlaceTurnCommand::Turn => {
                let options = self.options;
                let request = self.started()?.request(&options);
                if request.position.outcome().is_some() {
                    return Err("the game is over".to_owned());
                }
                Ok(PlaceTurnResponse::Move(Box::new(request)))
            }
            PlaceTurnCommand::End => Ok(PlaceTurnResponse::Quit),
        }
    }

    fn started(&mut self) -> Result<&mut StartedGame, String> {
        let game = self.game.as_mut();
        game.ok_or_else(|| "START comes first".to_owned())
    }
}

impl StartedGame {
    fn new(own: Color, preset_stones: bool) -> StartedGame {
        let mut board = Board::empty(SIDE);
        let preset = PRESET.iter().filter(|_| preset_stones);
        for &(row, column, color) in preset {
            let point = Point::new(column, row);
            board.place(point.expect("every board has it"), color);
        }
        StartedGame {
            own,
            board,
            spent: Duration::ZERO,
        }
    }

    fn request(&self, options: &PlaceTurnOptions) -> PlaceTurnRequest {
        let left = GAME_TIME.saturating_sub(self.spent);
        let usable = left.saturating_sub(GAME_MARGIN);
        let mut time = TimeControl::default();
        time.set_turn(TURN_TIME - TURN_MARGIN);
        time.set_left(usable.as_millis() as i64);
        PlaceTurnRequest {
            position: Position::of_board(self.board.clone(), Rule::Freestyle, self.own),
            limits: MoveLimits {
                limits: Limits {
                    nodes: options.nodes,
                    time: Some(time.move_time().longest),
                },
                clock: Some(TimeLeft {
                    left: usable,
                    increment: Duration::ZERO,
                }),
                depth: options.depth,
                tolerance: Duration::ZERO,
            },
            left,
        }
    }
}

fn refusal(message: &str) -> PlaceTurnResponse {
    PlaceTurnResponse::Line(format!("ERROR {message}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(preset_stones: bool) -> PlaceTurnSession {
        PlaceTurnSession::new(PlaceTurnOptions {
            preset_stones,
            nodes: None,
            depth: None,
        })
    }

    fn move_of(response: PlaceTurnResponse) -> PlaceTurnRequest {
        match response {
            PlaceTurnResponse::Move(request) => *request,
            other => panic!("{other:?}"),
        }
    }

    fn error(response: PlaceTurnResponse) -> String {
        match response {
            PlaceTurnResponse::Line(text) => text,
            other => panic!("{other:?}"),
        }
    }

    fn stones(request: &PlaceTurnRequest, color: Color) -> Vec<String> {
        let stones = request.position.board().stones(color);
        stones.iter().map(|point| point.to_string()).collect()
    }

    #[test]
    fn a_game_begins_with_the_programs_stones_or_none() {
        let mut preset = session(true);
        preset.handle("START 2");
        let request = move_of(preset.handle("TURN"));
        assert_eq!(request.position.to_move(), Color::White);
        assert_eq!(stones(&request, Color::Black), ["G6", "F7"]);
        assert_eq!(stones(&request, Color::White), ["F6", "G7"]);
        let mut empty = session(false);
        empty.handle("START 1");
        let request = move_of(empty.handle("TURN"));
        assert_eq!(request.position.board().empties().len(), 144);
        assert_eq!(request.position.to_move(), Color::Black);
    }

    #[test]
    fn stones_are_kept_from_move_to_move_until_the_next_start() {
        let mut session = session(false);
        session.handle("START 2");
        assert_eq!(session.handle("PLACE 0 1"), PlaceTurnResponse::None);
        assert_eq!(session.answer("C1".parse().unwrap(), Duration::ZERO), "0 2");
        assert_eq!(session.handle("PLACE 0 3"), PlaceTurnResponse::None);
        let request = move_of(session.handle("TURN"));
        assert_eq!(stones(&request, Color::Black), ["B1", "D1"]);
        assert_eq!(stones(&request, Color::White), ["C1"]);
        session.handle("START 1");
        let request = move_of(session.handle("TURN"));
        assert_eq!(request.position.board().empties().len(), 144);
    }

    #[test]
    fn what_is_wrong_has_one_error_and_changes_nothing() {
        let mut session = session(true);
        for early in ["TURN", "PLACE 1 1"] {
            assert_eq!(error(session.handle(early)), "ERROR START comes first");
        }
        session.handle("START 1");
        assert_eq!(error(session.handle("PLACE 5 5")), "ERROR 5 5 has a stone");
        let wrong = "ERROR START has a colour: 1 for black, 2 for white";
        assert_eq!(error(session.handle("START 9")), wrong);
        assert_eq!(session.handle("hello"), PlaceTurnResponse::None);
        let request = move_of(session.handle("TURN"));
        assert_eq!(request.position.board().empties().len(), 140);
        for row in 0..5 {
            session.handle(&format!("PLACE {row} 0"));
        }
        assert_eq!(error(session.handle("TURN")), "ERROR the game is over");
        assert_eq!(session.handle("END 2"), PlaceTurnResponse::Quit);
    }

    #[test]
    fn moves_get_less_time_as_the_game_runs_out_of_it() {
        let mut session = session(false);
        session.handle("START 1");
        let mut spent = Duration::ZERO;
        // Pairs of points that make no five.
        let is_own = |point: &Point| (point.column() + 2 * point.row()) % 4 < 2;
        for point in SIDE.points().filter(is_own) {
            let request = move_of(session.handle("TURN"));
            let time = request.limits.limits.time.unwrap();
            assert!(time <= Duration::from_millis(1900));
            assert_eq!(request.left, GAME_TIME.saturating_sub(spent));
            // Each move takes all it may, and half of its margin.
            let taken = time + Duration::from_millis(50);
            session.answer(point, taken);
            spent += taken;
        }
        assert!(
            spent < GAME_TIME && spent > Duration::from_secs(80),
            "{spent:?}"
        );
    }
}
