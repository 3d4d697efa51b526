//! Watches a search: an observer prints each iteration and stops the search once a win is found.
//!
//! Run it with `cargo run --release --example watch_search`, or with moves of your own:
//! `cargo run --release --example watch_search -- "h8 i9 g7"`.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use renju::limits::{Control, Iteration, Limits, Observer, Progress, Value, stop_if};
use renju::notation::{ParseOptions, parse_moves};
use renju::position::{Position, PositionOverrides};
use renju::search::{SearchOptions, TranspositionTable, search};
use renju::systems;

/// Bytes of the transposition table.
const TABLE: usize = 16 << 20;

/// Prints iterations as engines do: depth, value, nodes and principal variation.
#[derive(Default)]
struct IterationPrinter {
    has_win: AtomicBool,
}

impl Observer for IterationPrinter {
    fn iteration(&self, iteration: &Iteration) {
        let Some(best) = iteration.lines.first() else {
            return;
        };
        let value = match best.value {
            Value::Points(points) => format!("{points:+}"),
            Value::WinIn(plies) => format!("win in {plies}"),
            Value::LossIn(plies) => format!("loss in {plies}"),
            Value::Draw => "draw".to_owned(),
        };
        let moves = best.moves.iter().map(|played| match played {
            Some(point) => format!(" {point}"),
            None => " pass".to_owned(),
        });
        println!(
            "depth {:2}  {value:>10}  {:8} nodes {:5} ms {}",
            iteration.depth,
            iteration.nodes,
            iteration.elapsed.as_millis(),
            moves.collect::<String>()
        );
        let is_win = matches!(best.value, Value::WinIn(_));
        self.has_win.store(is_win, Ordering::Relaxed);
    }

    fn progress(&self, _: &Progress) -> ControlFlow<()> {
        stop_if(self.has_win.load(Ordering::Relaxed))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let moves = std::env::args().nth(1);
    let moves = moves.unwrap_or_else(|| "h8 i9 g7 j10 f6".to_owned());
    let setup = parse_moves(&moves, &ParseOptions::default())?;
    let position = Position::from_setup(&setup, &PositionOverrides::default())?;

    let evaluator = systems::find("shapes")?;
    let printer = IterationPrinter::default();
    let limits = Limits {
        nodes: Some(200_000),
        time: Some(Duration::from_secs(10)),
    };
    let control = Control::observed(limits, &printer);
    let mut table = TranspositionTable::new(TABLE);
    let options = SearchOptions::default();
    let result = search(&position, &*evaluator, &options, &control, &mut table);
    println!("ended because of: {:?}", result.stop);
    Ok(())
}
