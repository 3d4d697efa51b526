//! Many positions from code: records of any type in, JSON lines out, in order, on all cores.
//!
//! Run it with `cargo run --release --example batch_in_code`. The records here are positions made
//! in memory; `batch::Sources` reads them from files and folders instead.

use renju::batch::{Outputs, RunOptions, WorkResult, run};
use renju::forbidden::{ThreeReading, forbidden_points};
use renju::geometry::Point;
use renju::notation::{ParseOptions, parse_moves};
use renju::position::{Position, PositionOverrides};

/// Every position of one game, from the empty board on.
fn positions(game: &str) -> Result<Vec<Position>, Box<dyn std::error::Error>> {
    let moves: Vec<&str> = game.split_whitespace().collect();
    let mut positions = Vec::new();
    for count in 0..=moves.len() {
        let setup = parse_moves(&moves[..count].join(" "), &ParseOptions::default())?;
        positions.push(Position::from_setup(&setup, &PositionOverrides::default())?);
    }
    Ok(positions)
}

/// A line that names the points where Black may not play.
fn answer((number, position): (usize, Position)) -> WorkResult {
    let points = forbidden_points(position.board(), ThreeReading::default());
    let points: Vec<String> = points
        .iter()
        .map(|point: Point| point.to_string())
        .collect();
    let line = serde_json::json!({ "move": number, "forbidden": points });
    WorkResult {
        text: format!("{line}\n").into_bytes(),
        done: 1,
        ..WorkResult::default()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let positions = positions("f8 a1 g8 a3 h6 a5 h7 a7 h9 o15")?;
    let outputs = Outputs {
        written: &mut |_| Ok(()),
        lines: &mut std::io::stdout(),
        trees: &mut std::io::sink(), // Only `vcf` and `vct` have proof trees to write.
    };
    let records = positions.into_iter().enumerate();
    let summary = run(records, answer, RunOptions::default(), outputs, |_| {})?;
    eprintln!("{} positions", summary.done);
    Ok(())
}
