//! A client of `renju engine --protocol json`: asks about every turn of some games at once, and
//! tells which moves lost the most.
//!
//! ```sh
//! cargo run --release --example analysis_client -- target/release/renju
//! ```
//!
//! `tests/program/analysis.rs` runs it.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A game: its moves, Black first.
pub(crate) type Game = Vec<String>;

/// The engine in a process of its own.
pub(crate) struct AnalysisClient {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl AnalysisClient {
    /// Starts the program `renju` with some flags of `renju engine`.
    pub(crate) fn start(program: &str, flags: &[&str]) -> io::Result<AnalysisClient> {
        let mut process = Command::new(program)
            .args(["engine", "--protocol", "json"])
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take().expect("it is piped");
        let output = process.stdout.take().expect("it is piped");
        Ok(AnalysisClient {
            process,
            input,
            output: BufReader::new(output),
        })
    }

    /// The chance of the side to move to win before each move of each game and after the last one,
    /// by the number of the game.
    ///
    /// All games are asked about at once. They are written by a thread of their own: the engine
    /// reads on only while its answers are read.
    pub(crate) fn chances(self, games: &[Game], nodes: u64) -> io::Result<Vec<BTreeMap<u64, f64>>> {
        let AnalysisClient {
            mut process,
            mut input,
            output,
        } = self;
        let queries: Vec<Value> = games
            .iter()
            .enumerate()
            .map(|(number, game)| query(number, game, nodes))
            .collect();
        let writer = std::thread::spawn(move || {
            for query in queries {
                writeln!(input, "{query}")?;
            }
            Ok::<(), io::Error>(()) // The input is closed here, so the engine ends by itself.
        });
        let mut chances = vec![BTreeMap::new(); games.len()];
        for line in output.lines() {
            let answer: Value = serde_json::from_str(&line?)?;
            if let Some(error) = answer.get("error") {
                return Err(io::Error::other(format!("{error}")));
            }
            let game = answer["id"]
                .as_str()
                .and_then(|id| id.parse::<usize>().ok());
            let turn = answer["turnNumber"].as_u64();
            let chance = answer["rootInfo"]["winrate"].as_f64();
            if let (Some(game), Some(turn), Some(chance)) = (game, turn, chance) {
                chances[game].insert(turn, chance);
            }
        }
        writer.join().expect("the writer does not panic")?;
        process.wait()?;
        Ok(chances)
    }
}

/// The query about all turns of a game.
fn query(number: usize, game: &Game, nodes: u64) -> Value {
    let players = ["B", "W"].into_iter().cycle();
    json!({
        "id": number.to_string(),
        "moves": players.zip(game).collect::<Vec<_>>(),
        "rules": "renju",
        "boardXSize": 15,
        "boardYSize": 15,
        "analyzeTurns": (0..=game.len()).collect::<Vec<_>>(),
        "maxVisits": nodes,
    })
}

/// The move of a game that lost the most chance to win, its number from 1 and how much.
pub(crate) fn worst_move(chances: &BTreeMap<u64, f64>) -> Option<(u64, f64)> {
    let losses = chances.iter().filter_map(|(&turn, before)| {
        // After the move the other side is to move.
        let after = 1.0 - chances.get(&(turn + 1))?;
        Some((turn + 1, before - after))
    });
    losses.max_by(|(_, one), (_, other)| one.total_cmp(other))
}

fn main() -> io::Result<()> {
    let program = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "renju".to_owned());
    let games: Vec<Game> = [
        "H8 I9 G7 F6 I7 J6 H7 F7 H6 H9",
        "H8 H9 I7 J6 G9 G7 F8 I8 H10 J7",
    ]
    .map(|moves| moves.split(' ').map(str::to_owned).collect())
    .to_vec();
    let client = AnalysisClient::start(&program, &[])?;
    for (game, chances) in games.iter().zip(client.chances(&games, 20_000)?) {
        println!("{}", game.join(" "));
        if let Some((number, loss)) = worst_move(&chances) {
            let name = &game[number as usize - 1];
            println!("  move {number}, {name}, lost {:.0} %", 100.0 * loss);
        }
    }
    Ok(())
}
