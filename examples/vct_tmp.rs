use renju::board::Color;
use renju::geometry::{Point, Size};
use renju::position::*;
use renju::rules::Rule;
use renju::threat::*;
use std::time::{Duration, Instant};
#[derive(serde::Deserialize)]
struct Row {
    id: String,
    rule: Rule,
    to_move: Color,
    black: Vec<Point>,
    white: Vec<Point>,
    vct: String,
    src: String,
}
struct Until(Instant);
impl Watch for Until {
    fn look(&self, _: &Spent) -> Option<Stop> {
        (Instant::now() > self.0).then_some(Stop::Time)
    }
}
fn main() {
    let limit: f64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let every: usize = std::env::args().nth(2).map_or(1, |a| a.parse().unwrap());
    let off: usize = std::env::args().nth(3).map_or(0, |a| a.parse().unwrap());
    let verbose = std::env::var("V").is_ok();
    let text = std::fs::read_to_string("/work/shared/data/vct.jsonl").unwrap();
    let mut rows = vec![];
    let mut nodes = 0u64;
    let mut cpu = 0.0;
    let mut vt = 0.0;
    let mut big = 0;
    for line in text.lines().skip(off).step_by(every) {
        let r: Row = serde_json::from_str(line).unwrap();
        let setup = Setup {
            size: Some(Size::RENJU),
            rule: Some(r.rule),
            to_move: Some(r.to_move),
            black: r.black.clone(),
            white: r.white.clone(),
            ..Setup::default()
        };
        let p = Position::from_setup(&setup, &Asked::default()).unwrap();
        let t = Instant::now();
        let w = Until(t + Duration::from_secs_f64(limit));
        let s = solve(
            &p,
            &Quest {
                attack: Attack::Vct,
                attacker: r.to_move,
                shortest: false,
                plies: None,
                nodes: std::env::var("NODES").ok().map(|n| n.parse().unwrap()),
                memory: 64 << 20,
                watch: &w,
            },
        );
        let e = t.elapsed().as_secs_f64();
        nodes += s.spent.nodes;
        cpu += e;
        if let Answer::Wins(t) = &s.answer {
            let tv = Instant::now();
            if let Err(f) = verify(&p, r.to_move, t) {
                println!("FLAW {} {f}", r.id);
            }
            vt += tv.elapsed().as_secs_f64();
            big = big.max(t.len());
        }
        let a = match s.answer {
            Answer::Wins(_) => "win",
            Answer::Cannot(_) => "none",
            Answer::Unknown(_) => "unknown",
        };
        if verbose {
            println!(
                "{} {} {} {} {:.3} {}",
                r.id, r.src, r.vct, a, e, s.spent.nodes
            );
        }
        rows.push((r, a, e, s.spent.nodes));
    }
    for src in ["public-puzzle-collection", "engine-game"] {
        for key in ["win", "none"] {
            let set: Vec<_> = rows
                .iter()
                .filter(|x| x.0.src == src && x.0.vct == key)
                .collect();
            let win = |t: f64| set.iter().filter(|x| x.1 == "win" && x.2 <= t).count();
            let wn = |n: u64| set.iter().filter(|x| x.1 == "win" && x.3 <= n).count();
            let none = set.iter().filter(|x| x.1 == "none").count();
            if set.is_empty() {
                continue;
            }
            println!(
                "   by nodes: 0.3M {} 1M {} 3M {} ",
                wn(300_000),
                wn(1_000_000),
                wn(3_000_000)
            );
            println!(
                "{src} {key}: of {} win: 0.1s {} ({:.1}) 0.3s {} 1s {} ({:.1}) all {}; none {}",
                set.len(),
                win(0.1),
                100.0 * win(0.1) as f64 / set.len() as f64,
                win(0.3),
                win(1.0),
                100.0 * win(1.0) as f64 / set.len() as f64,
                win(1e9),
                none
            );
        }
    }
    println!("verify {vt:.1} biggest {big}");
    let odd: Vec<_> = rows
        .iter()
        .filter(|x| x.1 != "unknown" && x.1 != x.0.vct)
        .map(|x| (x.0.id.clone(), x.1))
        .collect();
    println!(
        "cpu {cpu:.1} {:.0} ns/node odd {odd:?}",
        cpu * 1e9 / nodes as f64
    );
}
