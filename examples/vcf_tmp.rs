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
    vcf: String,
    depth: Option<usize>,
    shortest: Option<bool>,
    #[allow(unused)]
    src: String,
}
fn main() {
    let shortest = std::env::args().any(|a| a == "shortest");
    let text = std::fs::read_to_string("../shared/data/vcf.jsonl").unwrap();
    let (mut total, mut worst, mut nodes) = (Duration::ZERO, vec![], 0);
    let mut wrong = 0;
    for line in text.lines() {
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
        let s = solve(
            &p,
            &Quest {
                attack: Attack::Vcf,
                attacker: r.to_move,
                shortest,
                plies: None,
                nodes: None,
                memory: 8 << 20,
                watch: &Never,
            },
        );
        let e = t.elapsed();
        total += e;
        nodes += s.spent.nodes;
        worst.push((e, r.id.clone(), s.spent.nodes));
        match (&s.answer, r.vcf.as_str()) {
            (Answer::Wins(t), "win") => {
                let n = {
                    if let Err(f) = verify(&p, r.to_move, t) {
                        println!("FLAW {} {f}", r.id);
                    }
                    t.main_line(&p, r.to_move).len()
                };
                if shortest && r.shortest == Some(true) && n != r.depth.unwrap() + 2 {
                    wrong += 1;
                    println!("{} plies {n} key {:?}", r.id, r.depth);
                }
            }
            (Answer::Cannot(_), "none") => {}
            (a, k) => {
                wrong += 1;
                println!("{} {k} {a:?}", r.id);
            }
        }
    }
    worst.sort();
    worst.reverse();
    println!(
        "total {total:?} nodes {nodes} {:.0} ns/node wrong {wrong}; {:?}",
        total.as_nanos() as f64 / nodes as f64,
        &worst[..6]
    );
}
