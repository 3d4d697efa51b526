//! Cases about the Gomocup protocol: its commands, in order and out of it, and input that is none.

use super::conversation::{CaseVerdict, Conversation, SpokenReply, Unpassed};
use crate::geometry::Size;

/// A conversation, its name, and what is right.
pub(super) struct SpokenCase {
    pub(super) id: &'static str,
    pub(super) right: &'static str,
    pub(super) run: fn(&mut Conversation) -> CaseVerdict,
}

/// Stones for `BOARD`: two of either side, the opponent last.
const STONES: [(u8, u8, u8); 4] = [(7, 7, 1), (8, 8, 2), (6, 7, 1), (8, 7, 2)];
/// Bytes that an engine may print for a move: a manager keeps them.
const FLOOD: usize = 256 << 10;

/// A table of conversations: name, what is right, what is said.
macro_rules! spoken_cases {
    ($($id:literal, $right:literal, $run:expr;)*) => {
        [$(SpokenCase { id: $id, right: $right, run: $run }),*]
    };
}
pub(super) use spoken_cases;

/// The conversations, each with a process of its own.
pub(super) const CASES: [SpokenCase; 22] = spoken_cases![
    "start-15", "START 15 is answered by OK", |talk| begin(talk, 15);
    "start-20", "START 20 is answered by OK", |talk| begin(talk, 20);
    "start-every-size", "START N is answered by OK, or by ERROR, for each N from 5 to 20", every_size;
    "first-move", "BEGIN is answered by a point of the board", first_move;
    "reply", "TURN is answered by an empty point", |talk| { begin(talk, 15)?; reply(talk) };
    "board", "BOARD is answered by an empty point", |talk| { begin(talk, 15)?; board(talk) };
    "turn-after-board", "TURN after BOARD is answered by an empty point", turn_after_board;
    "restart", "RESTART is answered by OK, and the board is empty again", |talk| { begin(talk, 15)?; reply(talk)?; talk.ok_if_known("RESTART")?; reply(talk) };
    "start-again", "START in a game begins another", |talk| { begin(talk, 15)?; reply(talk)?; first_move(talk) };
    "another-size", "START with another size begins a game on that board", |talk| { begin(talk, 15)?; reply(talk)?; begin(talk, 20)?; on_board(talk, "BEGIN", 20, &[]).map(drop) };
    "takeback", "TAKEBACK is answered by OK, if it is known", takeback;
    "about", "ABOUT is answered by a line with name=", about;
    "unknown-command", "a command that it does not know is answered by UNKNOWN", |talk| refused(talk, "FROBNICATE 1");
    "unknown-info", "INFO with an unknown key is ignored", |talk| passed_over(talk, "INFO frobnication 1");
    "blank-line", "a blank line is ignored", |talk| passed_over(talk, " ");
    "no-ascii", "a line of unknown characters is answered by UNKNOWN", |talk| refused(talk, "\u{1f600}\u{7f}\u{1}");
    "taken-point", "TURN with a point that has a stone is answered by ERROR", taken_point;
    "off-board", "TURN with a point that is off the board is answered by ERROR", |talk| refused(talk, "TURN 99,99");
    "no-point", "TURN with a word that is no point is answered by ERROR", |talk| refused(talk, "TURN here");
    "flood", "a move comes with less than 256 KiB of messages", flood;
    "end", "the program ends within a second of END", |talk| { begin(talk, 15)?; talk.say("END"); talk.expect_end("END") };
    "input-closed", "the program ends within a second when its input is closed", |talk| { begin(talk, 15)?; talk.close_input(); talk.expect_end("its input was closed") };
];

/// Begins a game with the time for a move.
pub(super) fn begin(talk: &mut Conversation, size: u8) -> CaseVerdict {
    let command = format!("START {size}");
    talk.say(&command);
    talk.expect_ok(&command)?;
    talk.say("INFO rule 0");
    tell_turn(talk);
    talk.say("INFO timeout_match 0");
    talk.say("INFO time_left 2147483647");
    Ok(())
}

fn tell_turn(talk: &mut Conversation) {
    let turn = talk.times.turn.as_millis();
    talk.say(&format!("INFO timeout_turn {turn}"));
}

/// Sends a command that asks for a move, and holds the move against the board.
pub(super) fn on_board(
    talk: &mut Conversation,
    command: &str,
    size: u8,
    taken: &[(u8, u8)],
) -> Result<(u8, u8), Unpassed> {
    talk.say(command);
    let name = command.lines().next().unwrap_or_default();
    let (x, y) = talk.expect_move(name)?;
    if x >= size || y >= size {
        let why = format!("answers {name} by {x},{y}, which is off the board");
        return Err(Unpassed::Wrong(why));
    }
    if taken.contains(&(x, y)) {
        let why = format!("answers {name} by {x},{y}, which has a stone");
        return Err(Unpassed::Wrong(why));
    }
    Ok((x, y))
}

fn first_move(talk: &mut Conversation) -> CaseVerdict {
    begin(talk, 15)?;
    on_board(talk, "BEGIN", 15, &[]).map(drop)
}

fn reply(talk: &mut Conversation) -> CaseVerdict {
    on_board(talk, "TURN 7,7", 15, &[(7, 7)]).map(drop)
}

/// The lines of a board with [`STONES`].
pub(super) fn board_command() -> String {
    let stones = STONES.map(|(x, y, side)| format!("{x},{y},{side}\n"));
    format!("BOARD\n{}DONE", stones.concat())
}

fn board(talk: &mut Conversation) -> CaseVerdict {
    let taken = STONES.map(|(x, y, _)| (x, y));
    on_board(talk, &board_command(), 15, &taken).map(drop)
}

fn turn_after_board(talk: &mut Conversation) -> CaseVerdict {
    begin(talk, 15)?;
    let mut taken = STONES.map(|(x, y, _)| (x, y)).to_vec();
    let played = on_board(talk, &board_command(), 15, &taken)?;
    taken.push(played);
    let free = (0..15).map(|x| (x, 2)).find(|at| !taken.contains(at));
    let (x, y) = free.unwrap_or((0, 0));
    taken.push((x, y));
    on_board(talk, &format!("TURN {x},{y}"), 15, &taken).map(drop)
}

fn every_size(talk: &mut Conversation) -> CaseVerdict {
    for size in Size::MIN.get()..=Size::MAX.get() {
        let command = format!("START {size}");
        talk.say(&command);
        match talk.heard(&command, talk.ready_time())? {
            Some(SpokenReply::Refusal(_)) => {}
            Some(SpokenReply::Ok) => {
                tell_turn(talk);
                on_board(talk, "BEGIN", size, &[])?;
            }
            Some(other) => return Err(other.wrong_to(&command)),
            None => return Err(Unpassed::Wrong(format!("says nothing to {command}"))),
        }
    }
    Ok(())
}

fn takeback(talk: &mut Conversation) -> CaseVerdict {
    begin(talk, 15)?;
    let (x, y) = on_board(talk, "TURN 7,7", 15, &[(7, 7)])?;
    talk.ok_if_known(&format!("TAKEBACK {x},{y}"))
}

fn about(talk: &mut Conversation) -> CaseVerdict {
    talk.say("ABOUT");
    talk.expect("ABOUT", talk.ready_time(), |reply| match reply {
        SpokenReply::Other(line) if line.to_ascii_lowercase().contains("name") => Some(()),
        _ => None,
    })
}

/// Sends what has to be refused, and then plays a game: it must not have harmed it.
fn refused(talk: &mut Conversation, command: &str) -> CaseVerdict {
    begin(talk, 15)?;
    talk.say(command);
    talk.expect_refusal(command)?;
    first_move(talk)
}

fn taken_point(talk: &mut Conversation) -> CaseVerdict {
    begin(talk, 15)?;
    reply(talk)?;
    talk.say("TURN 7,7");
    talk.expect_refusal("TURN with a taken point")?;
    first_move(talk)
}

fn passed_over(talk: &mut Conversation, line: &str) -> CaseVerdict {
    begin(talk, 15)?;
    talk.say(line);
    talk.expect_silence(line)?;
    reply(talk)
}

fn flood(talk: &mut Conversation) -> CaseVerdict {
    begin(talk, 15)?;
    board(talk)?;
    if talk.printed > FLOOD {
        let why = format!("prints {} KiB for a move", talk.printed >> 10);
        return Err(Unpassed::Wrong(why));
    }
    Ok(())
}
