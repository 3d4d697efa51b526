//! A first look at the library: read a diagram, ask why a point is forbidden, look at the shapes.
//!
//! Run it with `cargo run --example first_look`.

use renju::board::Color;
use renju::forbidden::{Verdict, judge};
use renju::notation::{Format, ParseOptions, read};
use renju::pattern::{Shape, census};
use renju::position::{Position, PositionOverrides};

const DIAGRAM: &str = "
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . X X . . . . .
. . . . X . . O .
. . . . X . O . .
. . . . . . O . .
. . . . . O . . .
. . . . . . . . .
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let items = read(
        DIAGRAM.as_bytes(),
        Format::Diagram,
        &ParseOptions::default(),
    )?;
    let asked = PositionOverrides {
        rule: Some(renju::rule::Rule::Renju),
        ..PositionOverrides::default()
    };
    let position = Position::from_setup(&items[0].setup, &asked)?;
    let point = "E6".parse()?;
    match judge(position.board(), point) {
        Verdict::Wins(win) => println!("{point} makes a five: {:?}", win.five.stones),
        Verdict::Allowed(_) => println!("{point} is allowed"),
        Verdict::Forbidden(forbidden) => {
            println!("{point} is forbidden: {:?}", forbidden.kinds);
            for three in forbidden.proof.threes {
                println!("  a three of {:?}", three.run.stones);
            }
        }
    }
    let shapes = census(position.board(), position.rule());
    let twos: usize = shapes.count(Color::Black, Shape::OpenTwo).0.iter().sum();
    println!("Black has {twos} open twos");
    Ok(())
}
