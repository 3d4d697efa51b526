//! Cases about time and memory, by the Gomocup protocol.

use std::time::{Duration, Instant};

use super::conversation::{CaseVerdict, Conversation, TOLERANCE, Unpassed};
use super::gomocup_cases::{SpokenCase, begin, board_command, on_board, spoken_cases};

/// The time for a game of [`total_time`], in milliseconds.
const MATCH_MS: u64 = 2_000;
/// Moves of that game.
const MOVES: u8 = 8;
/// What an engine is told that it may hold.
const GRANTED: u64 = 256 << 20;
/// What a process may hold beyond that: its program and its buffers.
const BESIDE: u64 = 32 << 20;

/// The conversations about time.
pub(super) const CLOCK: [SpokenCase; 7] = spoken_cases![
    "first-move-50ms", "BEGIN is answered within 50 ms", |talk| first_move_in(talk, 50);
    "first-move-300ms", "BEGIN is answered within 300 ms", |talk| first_move_in(talk, 300);
    "first-move-1s", "BEGIN is answered within 1 s", |talk| first_move_in(talk, 1000);
    "board-50ms", "BOARD is answered within 50 ms", |talk| board_in(talk, 50);
    "board-300ms", "BOARD is answered within 300 ms", |talk| board_in(talk, 300);
    "board-1s", "BOARD is answered within 1 s", |talk| board_in(talk, 1000);
    "total-time", "8 moves take no more than the 2 s that are left for the game", total_time;
];

/// The conversations about memory.
pub(super) const MEMORY: [SpokenCase; 2] = spoken_cases![
    "max-memory", "memory stays within the 256 MiB of INFO max_memory plus 32 MiB", |talk| games_within_grant(talk, 1);
    "many-games", "after 20 games memory stays within the 256 MiB of INFO max_memory plus 32 MiB", |talk| games_within_grant(talk, 20);
];

/// Begins a game of which a first move is played: whatever is made once, is made then.
fn warm(talk: &mut Conversation, milliseconds: u64) -> CaseVerdict {
    begin(talk, 15)?;
    on_board(talk, "BEGIN", 15, &[])?;
    talk.times.turn = Duration::from_millis(milliseconds);
    begin(talk, 15)
}

fn first_move_in(talk: &mut Conversation, milliseconds: u64) -> CaseVerdict {
    warm(talk, milliseconds)?;
    timed(talk, "BEGIN", &[]).map(drop)
}

fn board_in(talk: &mut Conversation, milliseconds: u64) -> CaseVerdict {
    warm(talk, milliseconds)?;
    timed(talk, &board_command(), &[]).map(drop)
}

/// A move within the time for one, and how long it took.
fn timed(
    talk: &mut Conversation,
    command: &str,
    taken: &[(u8, u8)],
) -> Result<(Duration, (u8, u8)), Unpassed> {
    let since = Instant::now();
    let at = on_board(talk, command, 15, taken)?;
    let (spent, turn) = (since.elapsed(), talk.times.turn);
    if spent > turn + TOLERANCE {
        let why = format!("takes {} ms of {}", spent.as_millis(), turn.as_millis());
        return Err(Unpassed::Wrong(why));
    }
    Ok((spent, at))
}

/// A game with little time: what is left of it is told before each move.
fn total_time(talk: &mut Conversation) -> CaseVerdict {
    warm(talk, 1000)?;
    talk.say(&format!("INFO timeout_match {MATCH_MS}"));
    let mut left = Duration::from_millis(MATCH_MS);
    let mut taken = Vec::new();
    for number in 0..MOVES {
        talk.say(&format!("INFO time_left {}", left.as_millis()));
        let command = if number == 0 {
            "BEGIN".to_owned()
        } else {
            // Far from each other, so that the game goes on.
            let column = number * 2 - 2;
            let free = [0, 14, 1].map(|row| (column, row));
            let (x, y) = free
                .into_iter()
                .find(|at| !taken.contains(at))
                .unwrap_or((14, 14));
            taken.push((x, y));
            format!("TURN {x},{y}")
        };
        let (spent, at) = timed(talk, &command, &taken)?;
        taken.push(at);
        if spent > left + TOLERANCE {
            let moves = number + 1;
            return Err(Unpassed::Wrong(format!(
                "the time runs out at move {moves}"
            )));
        }
        left = left.saturating_sub(spent);
    }
    Ok(())
}

/// Plays the first move of each of some games, short ones if they are many.
fn games_within_grant(talk: &mut Conversation, games: usize) -> CaseVerdict {
    if games > 1 {
        talk.times.turn = Duration::from_millis(50);
    }
    for _ in 0..games {
        begin(talk, 15)?;
        talk.say(&format!("INFO max_memory {GRANTED}"));
        on_board(talk, &board_command(), 15, &[])?;
    }
    within_grant(talk)
}

/// Holds the memory of an engine against what it was granted.
fn within_grant(talk: &Conversation) -> CaseVerdict {
    let unknown =
        || Unpassed::NotApplicable("the system does not say how much memory it holds".to_owned());
    let held = talk.resident_bytes().ok_or_else(unknown)?;
    if held > GRANTED + BESIDE {
        return Err(Unpassed::Wrong(format!("holds {} MiB", held >> 20)));
    }
    Ok(())
}
