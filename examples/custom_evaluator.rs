//! An evaluator of your own, in code: compared with the shipped ones.
//!
//! ```text
//! cargo run --release --example custom_evaluator
//! ```

use renju::board::Color;
use renju::eval::{Evaluation, Evaluator, EvaluatorInfo, Failure, point_values};
use renju::geometry::Size;
use renju::position::Position;
use renju::questions::{ComparisonOptions, compare};
use renju::rule::Rule;
use renju::systems::{self, EvaluatorHandle};

/// Values a point by the stones around it.
struct Crowd {
    info: EvaluatorInfo,
}

impl Crowd {
    fn new() -> Crowd {
        let mut info = EvaluatorInfo::new("crowd", "stones within two steps");
        info.unit.replace_range(.., "stones");
        Crowd { info }
    }
}

impl Evaluator for Crowd {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, _: Color) -> Result<Evaluation, Failure> {
        let board = position.board();
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let points = point_values(board, |point| {
            let is_near = |stone: &renju::geometry::Point| {
                stone.column().abs_diff(point.column()) <= 2
                    && stone.row().abs_diff(point.row()) <= 2
            };
            stones.iter().filter(is_near).count() as i64
        });
        Ok(Evaluation::new(None, points))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = Position::new(Size::RENJU, Rule::Renju);
    let position = position.play("H8".parse()?)?.play("I9".parse()?)?;
    let mut evaluators = vec![EvaluatorHandle::new(Crowd::new())];
    evaluators.extend(systems::defaults());
    let asked: Vec<&dyn Evaluator> = evaluators.iter().map(|evaluator| &**evaluator).collect();
    let options = ComparisonOptions {
        top: 5,
        ..ComparisonOptions::default()
    };
    let report = compare("example", &position, &asked, &options);
    for pair in report.agreement.iter().filter(|pair| pair.a == "crowd") {
        println!("{}: Kendall tau {:?}", pair.b, pair.agreement.kendall_tau);
    }
    Ok(())
}
