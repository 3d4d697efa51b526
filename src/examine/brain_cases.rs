//! Cases about the protocol of the programs on 12x12: `START`, `PLACE`, `TURN`, `END`.

use renju_core::split_mix::SplitMix64;

use super::conversation::{CaseVerdict, Conversation, Unpassed};
use super::gomocup_cases::{SpokenCase, spoken_cases};

/// Lines of the board.
const SIDE: u8 = 12;
/// Moves of each side in a game.
const MOVES: usize = 12;
/// The stones that stand at the beginning of the published program's games.
const MIDDLE: [(u8, u8); 4] = [(5, 5), (5, 6), (6, 5), (6, 6)];

/// The conversations, each with a process of its own.
pub(super) const CASES: [SpokenCase; 7] = spoken_cases![
    "start-black", "START 1 is answered by OK", |talk| begin(talk, 1);
    "start-white", "START 2 is answered by OK", |talk| begin(talk, 2);
    "first-move", "TURN is answered by an empty point, row and column from 0 to 11", |talk| { begin(talk, 1)?; turn(talk, &[]).map(drop) };
    "game", "each TURN is answered by an empty point", game;
    "unknown-command", "a line that is no command does no harm", |talk| { begin(talk, 1)?; talk.say("FROBNICATE 1"); talk.expect_silence("FROBNICATE 1")?; turn(talk, &[]).map(drop) };
    "end", "the program ends within a second of END", |talk| { begin(talk, 1)?; talk.say("END"); talk.expect_end("END") };
    "input-closed", "the program ends within a second when its input is closed", |talk| { begin(talk, 1)?; talk.close_input(); talk.expect_end("its input was closed") };
];

fn begin(talk: &mut Conversation, color: u8) -> CaseVerdict {
    let command = format!("START {color}");
    talk.say(&command);
    talk.expect_ok(&command)
}

fn turn(talk: &mut Conversation, taken: &[(u8, u8)]) -> Result<(u8, u8), Unpassed> {
    talk.say("TURN");
    let at = talk.expect_move("TURN")?;
    let (row, column) = at;
    if row >= SIDE || column >= SIDE {
        let why = format!("plays {row} {column}, which is off the board");
        return Err(Unpassed::Wrong(why));
    }
    if taken.contains(&at) {
        let why = format!("plays {row} {column}, which has a stone");
        return Err(Unpassed::Wrong(why));
    }
    Ok(at)
}

/// A game in which the other side plays anywhere outside the middle, as long as it lasts.
fn game(talk: &mut Conversation) -> CaseVerdict {
    begin(talk, 2)?;
    let mut numbers = SplitMix64::new(1);
    let mut taken = Vec::new();
    for _ in 0..MOVES {
        let free = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)));
        let free: Vec<(u8, u8)> = free
            .filter(|at| !taken.contains(at) && !MIDDLE.contains(at))
            .collect();
        let at = free[numbers.below(free.len()).unwrap_or_default()];
        talk.say(&format!("PLACE {} {}", at.0, at.1));
        taken.push(at);
        match turn(talk, &taken) {
            Ok(at) => taken.push(at),
            // A program that has won says so.
            Err(Unpassed::Wrong(why)) if taken.len() > 8 && why.contains("over") => break,
            Err(why) => return Err(why),
        }
    }
    Ok(())
}
