use std::f32::consts::PI;

use renju::board::Color;
use renju::eval::Evaluator;
use renju::eval::network::{Network, NetworkWeights, STAGES, fact_row, stage};
use renju::eval::shapes::{Facts, IncrementalShapes, Shapes};
use renju::geometry::Size;
use renju::pattern::Shape;
use renju::rule::Rule;

use super::Error;
use super::arguments::Arguments;
use super::game::{Line, Said, read_lines};
use super::label::Labelled;
use super::model::{Adam, Model, Sample, Steps, real, swapped};
use super::network_text;
use super::random::Random;

/// The scale of the values: 250 points are odds of e to 1.
const SCALE: f64 = 250.0;
/// What a proved win is worth, in points.
const WIN: i64 = 1000;
/// Steps before the rate is at its height.
const WARM_UP: u32 = 100;

/// What is to be learned.
pub(super) struct Plan {
    files: Vec<String>,
    /// The networks of rules without positions.
    before: NetworkWeights,
    /// How often each position is seen.
    epochs: usize,
    /// Positions of a step.
    batch: usize,
    /// The rate at the start.
    rate: f32,
    /// How much of the target of a position of a game is the result; the rest is the score.
    mix: f64,
    /// Whether the networks go on from what they are.
    goes_on: bool,
    note: String,
    seed: u64,
}

/// The positions of a rule.
#[derive(Default)]
struct Positions {
    learned: Vec<(Labelled, Sample)>,
    held_out: Vec<(Labelled, Sample)>,
}

impl Plan {
    pub(super) fn read(arguments: &mut Arguments) -> Result<Plan, Error> {
        Ok(Plan {
            files: arguments.words_from(1).to_vec(),
            before: Network::ours().weights().clone(),
            epochs: arguments.take("epochs", 16)?,
            batch: arguments.take("batch", 512)?,
            rate: arguments.take("rate", 0.008)?,
            mix: arguments.take("mix", 0.5)?,
            goes_on: arguments.take("goes-on", false)?,
            note: arguments.take("note", String::new())?,
            seed: arguments.take("seed", 1)?,
        })
    }

    /// The whole file of weights.
    pub(super) fn run(&self) -> Result<String, Error> {
        let mut of_rules = [
            Positions::default(),
            Positions::default(),
            Positions::default(),
        ];
        for line in read_lines(&self.files)? {
            let all = match line {
                Line::Game(game) => Labelled::all_of(&game),
                Line::Labelled(labelled) => vec![labelled],
            };
            for labelled in all {
                let Some(sample) = sample(&labelled, self.mix) else {
                    continue;
                };
                let positions = &mut of_rules[labelled.rule as usize];
                let part = if labelled.is_held_out() {
                    &mut positions.held_out
                } else {
                    &mut positions.learned
                };
                part.push((labelled, sample));
            }
        }
        let mut weights = self.before.clone();
        let mut told = Vec::new();
        for (rule, mut positions) in Rule::ALL.into_iter().zip(of_rules) {
            if positions.learned.is_empty() || positions.held_out.is_empty() {
                continue;
            }
            let model = self.learn(rule, &mut positions);
            let learned = network_text::whole_numbers(&model)?;
            network_text::set_network(&mut weights, rule, learned);
            let network = Network::new(Network::ours().info().clone(), weights.clone());
            let [before, after] = losses(&positions.held_out, &network);
            told.push(format!(
                "{rule}: {} positions learned; loss on {} held out {before:.4} by shapes, {after:.4}",
                positions.learned.len(),
                positions.held_out.len()
            ));
        }
        if !self.note.is_empty() {
            told.push(self.note.clone());
        }
        Ok(network_text::text(&weights, &told))
    }

    fn learn(&self, rule: Rule, positions: &mut Positions) -> Model {
        let mut random = Random::of_game(self.seed, rule as usize);
        let mut model = if self.goes_on {
            network_text::model_of(self.before.of(rule), rule)
        } else {
            Model::new(rule != Rule::Renju, &mut random)
        };
        let (mut adam, mut steps) = (Adam::new(), Steps::new());
        let count = positions.learned.len();
        let total = (self.epochs * count.div_ceil(self.batch)) as u32;
        let mut done: u32 = 0;
        tell(rule, 0, &model, &positions.held_out);
        for epoch in 1..=self.epochs {
            for at in (1..count).rev() {
                positions.learned.swap(at, random.below(at + 1));
            }
            for batch in positions.learned.chunks(self.batch) {
                for (_, sample) in batch {
                    let odds = model.forward(sample, &mut steps);
                    let error = (chance(odds) - sample.target) / real(batch.len());
                    model.backward(sample, &steps, error, &mut adam.slopes);
                }
                let passed = (f64::from(done) / f64::from(total)) as f32;
                let warm = real(done.min(WARM_UP) as usize) / real(WARM_UP as usize);
                let rate = self.rate * warm * (0.51 + 0.49 * (passed * PI).cos());
                adam.step(&mut model, rate);
                done += 1;
            }
            tell(rule, epoch, &model, &positions.held_out);
        }
        if !self.goes_on {
            adam.clear_unseen(&mut model);
        }
        model.as_written()
    }
}

/// The position as the network sees it; nothing where a five or a straight four is at hand, as the
/// search asks no evaluator there, and nothing on boards of another size than 15x15.
fn sample(labelled: &Labelled, mix: f64) -> Option<Sample> {
    let (rule, mover) = (labelled.rule, labelled.to_move);
    let weights = Shapes::ours().weights();
    let kept = IncrementalShapes::new(labelled.board(), rule, weights);
    let shapes = kept.shapes();
    let has = |color, shape| !shapes.strongest(color, shape).is_empty();
    if has(mover, Shape::Five) || has(mover, Shape::StraightFour) || labelled.size != Size::RENJU {
        return None;
    }
    let is_swapped = rule != Rule::Renju && mover == Color::White;
    let lines = shapes.board().empties().iter().map(|point| {
        shapes.line_pairs(point).0.map(|pair| {
            let pair = pair.index() as u8;
            if is_swapped { swapped(pair) } else { pair }
        })
    });
    let points = match labelled.said {
        Said::Points(points) => points.clamp(-WIN, WIN) as i32,
        Said::WinIn(_) => WIN as i32,
        Said::LossIn(_) => -WIN as i32,
    };
    let alive: Vec<[u8; 4]> = lines.filter(|lines| *lines != [0; 4]).collect();
    let told = chance(odds(points));
    Some(Sample {
        dead: shapes.board().empties().len() - alive.len(),
        points: alive,
        head: 2 * stage(shapes.board().stone_count())
            + usize::from(mover == Color::White && !is_swapped),
        facts: fact_row(Facts::new(mover, has)),
        before: odds(kept.value(mover)),
        target: match labelled.result {
            Some(result) => (mix * result) as f32 + (1.0 - mix as f32) * told,
            None => told,
        },
    })
}

/// Tells the loss on what is held out: of all, and by stage.
fn tell(rule: Rule, epoch: usize, model: &Model, held_out: &[(Labelled, Sample)]) {
    let mut steps = Steps::new();
    let mut losses: [Vec<f64>; STAGES] = Default::default();
    for (_, sample) in held_out {
        losses[sample.head / 2].push(loss(sample, model.forward(sample, &mut steps)));
    }
    let mean = |losses: &[f64]| losses.iter().sum::<f64>() / count_of(losses).max(1.0);
    let by_stage = losses
        .each_ref()
        .map(|of_stage| format!("{:.4}", mean(of_stage)));
    eprintln!(
        "{rule}: epoch {epoch}, loss {:.4}; by stage {}",
        mean(&losses.concat()),
        by_stage.join(" ")
    );
}

/// The losses of `shapes` and of a network.
fn losses(positions: &[(Labelled, Sample)], network: &Network) -> [f64; 2] {
    let mean = |odds: &dyn Fn(&(Labelled, Sample)) -> f32| {
        let all = positions.iter().map(|one| loss(&one.1, odds(one)));
        all.sum::<f64>() / count_of(positions)
    };
    let by_network = |(labelled, _): &(Labelled, Sample)| {
        let value = network.board_value(&labelled.board(), labelled.rule, labelled.to_move);
        odds(value.points())
    };
    [mean(&|(_, sample)| sample.before), mean(&by_network)]
}

/// The log loss of a chance that is told for the one that was to be told.
fn loss(sample: &Sample, odds: f32) -> f64 {
    let (told, target) = (f64::from(chance(odds)), f64::from(sample.target));
    let told = told.clamp(1e-6, 1.0 - 1e-6);
    -target * told.ln() - (1.0 - target) * (1.0 - told).ln()
}

/// The log odds of a number of points.
fn odds(points: i32) -> f32 {
    (f64::from(points) / SCALE) as f32
}

fn count_of<T>(all: &[T]) -> f64 {
    f64::from(all.len() as u32)
}

fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}
