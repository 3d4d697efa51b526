use renju::board::{Board, Color};
use renju::geometry::{Point, Size};
use renju::pattern::ShapeBoard;
use renju::rules::*;
use std::time::Instant;
#[derive(serde::Deserialize)]
struct Row {
    rule: Rule,
    black: Vec<Point>,
    white: Vec<Point>,
}
fn pairs<R: RuleSet>(b: Board) -> (f64, u64) {
    let e: Vec<Point> = b.empties().iter().collect();
    // random games of 6 plies from the board: play 6, undo 6
    let mut s = ShapeBoard::<R>::new(b);
    let n = 2000u64;
    let mut seed = 12345u64;
    let mut best = f64::MAX;
    let near: Vec<Point> = e
        .iter()
        .copied()
        .filter(|p| {
            (0..2).any(|c| s.tally(*p, Color::BOTH[c]).strongest() != renju::pattern::Shape::Dead)
        })
        .collect();
    let e = if near.len() > 20 { near } else { e };
    for _ in 0..7 {
        let t = Instant::now();
        for _ in 0..n {
            let mut c = Color::Black;
            let mut k = 0;
            for _ in 0..6 {
                seed = seed
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                let p = e[(seed >> 33) as usize % e.len()];
                if s.board().is_empty(p) {
                    s.play(p, c);
                    k += 1;
                    c = !c;
                }
            }
            for _ in 0..k {
                s.undo();
            }
        }
        best = best.min(t.elapsed().as_secs_f64() / (n * 6) as f64 * 1e9);
    }
    (best, n)
}
fn main() {
    let text = std::fs::read_to_string("../shared/data/bench_positions.jsonl").unwrap();
    let mut all = vec![];
    for line in text.lines() {
        let r: Row = serde_json::from_str(line).unwrap();
        let b = Board::with_stones(Size::RENJU, &r.black, &r.white);
        let v = match r.rule {
            Rule::Renju => pairs::<Renju>(b).0,
            Rule::Freestyle => pairs::<Freestyle>(b).0,
            _ => 0.0,
        };
        all.push(v);
    }
    all.sort_by(f64::total_cmp);
    println!(
        "min {:.0} median {:.0} max {:.0}",
        all[0],
        all[all.len() / 2],
        all[all.len() - 1]
    );
}
