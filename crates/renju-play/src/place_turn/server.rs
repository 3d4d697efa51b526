//! The main loop of the `PLACE`/`TURN` protocol: a player answers each `TURN` until `END` comes.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::contest::{ChosenMove, GameStart, Player};
use crate::input_lines::LineQueue;
use renju_core::limits::{Observer, Progress, stop_if};
use renju_core::position::Position;

use super::command::{LINE_BYTES, PlaceTurnCommand};
use super::session::{PlaceTurnOptions, PlaceTurnRequest, PlaceTurnResponse, PlaceTurnSession};

/// An `END` that comes so soon after `TURN` was sent along with it, by someone who has not waited for
/// the move: a whole session on a pipe, not a manager that ends a game while we think.
const SENT_ALONG: Duration = Duration::from_millis(100);

/// A move of ours, for those who follow the games.
#[derive(Clone, Debug)]
pub struct PlaceTurnMove<'a> {
    /// The position in which it was asked for.
    pub position: &'a Position,
    /// The move, with its value as far as it is known.
    pub chosen: ChosenMove,
    /// Time from the reading of the command to the move.
    pub taken: Duration,
    /// What was left of the time of the game before the move.
    pub left: Duration,
}

/// Answers a manager until it sends `END` or its lines end. `told` hears of each move before it is
/// printed.
///
/// ```
/// use renju_play::contest::PublishedPlayer;
/// use renju_play::place_turn::{PlaceTurnOptions, serve};
///
/// let program = renju_programs::find("count-block-empty").unwrap();
/// let mut player = PublishedPlayer::new(program, false).unwrap();
/// let options = PlaceTurnOptions { preset_stones: false, nodes: None, depth: None };
/// let mut output = Vec::new();
/// serve(&b"START 1\nTURN\nEND 0\n"[..], &mut output, &mut player, options, &mut |_| {})?;
/// assert_eq!(output, b"OK\n4 4\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// `input` is read on a thread of its own, which lives until the input ends. What was asked before
/// `END` is answered before it ends the session: a search that is under way when it comes ends at
/// once with the best move so far, and one that was sent along with it, as on a pipe, goes on to its
/// own end.
///
/// # Errors
///
/// If `output` takes no more.
pub fn serve(
    input: impl Read + Send + 'static,
    mut output: impl Write,
    player: &mut dyn Player,
    options: PlaceTurnOptions,
    told: &mut dyn FnMut(&PlaceTurnMove<'_>),
) -> io::Result<()> {
    let lines = LineQueue::new(input, LINE_BYTES, ends_session)?;
    let mut session = PlaceTurnSession::new(options);
    while let Some(input) = lines.next() {
        let line = match session.handle(&input.line) {
            PlaceTurnResponse::None => continue,
            PlaceTurnResponse::Quit => break,
            PlaceTurnResponse::Line(text) => text,
            PlaceTurnResponse::Begin(request) => begin(player, &request),
            PlaceTurnResponse::Move(request) => {
                let observer = EndObserver {
                    end: &lines.first_stop,
                    asked: input.since,
                };
                match choose(player, &request, input.since, &observer) {
                    Ok(chosen) => {
                        let taken = input.since.elapsed();
                        told(&PlaceTurnMove {
                            position: &request.position,
                            chosen,
                            taken,
                            left: request.left,
                        });
                        session.answer(chosen.point, taken)
                    }
                    Err(message) => format!("ERROR {message}"),
                }
            }
        };
        writeln!(output, "{line}")?;
        output.flush()?;
    }
    Ok(())
}

/// Whether a line ends the session, and so the search that an earlier one began.
fn ends_session(line: &str) -> bool {
    let command = PlaceTurnCommand::parse(line);
    matches!(command, Ok(Some(PlaceTurnCommand::End)))
}

fn begin(player: &mut dyn Player, request: &PlaceTurnRequest) -> String {
    let start = GameStart {
        position: &request.position,
        limits: request.limits,
        seed: 0,
    };
    match player.begin(&start) {
        Ok(()) => "OK".to_owned(),
        Err(fault) => format!("ERROR {}", fault.message),
    }
}

/// The move of the player, which can be played.
fn choose(
    player: &mut dyn Player,
    request: &PlaceTurnRequest,
    since: Instant,
    observer: &dyn Observer,
) -> Result<ChosenMove, String> {
    let mut limits = request.limits;
    let time = &mut limits.limits.time;
    *time = time.map(|time| time.saturating_sub(since.elapsed()));
    let chosen = player.choose(&request.position, &limits, observer);
    let chosen = chosen.map_err(|fault| fault.message)?;
    match request.position.clone().play(chosen.point) {
        Ok(_) => Ok(chosen),
        Err(refused) => Err(refused.to_string()),
    }
}

/// Ends a search when the session ends, but for one that was sent along with its end.
struct EndObserver<'a> {
    /// When `END` was read.
    end: &'a OnceLock<Instant>,
    /// When the search was asked for.
    asked: Instant,
}

impl Observer for EndObserver<'_> {
    fn progress(&self, _: &Progress) -> ControlFlow<()> {
        let end = self.end.get();
        let waited = end.map(|end| end.saturating_duration_since(self.asked));
        stop_if(waited.is_some_and(|waited| waited > SENT_ALONG))
    }
}
