use renju::eval::network::{FACT_ROWS, FEATURES, HIDDEN, INPUTS, STAGES, STONES_OF_AN_INPUT};
use renju::geometry::Size;
use renju::pattern::LinePair;

use super::random::Random;

/// The features of eight points make an input of 1.
const POINTS_OF_AN_INPUT: f32 = 8.0;
const LINES_OF_A_POINT: usize = 4;
/// Points of the boards that are learned from.
const POINTS: usize = Size::RENJU.area();

/// Where the numbers of a network lie: the rows of lines, the bias, and for each
/// stage the heads of both colours.
const BIAS: usize = LinePair::COUNT * FEATURES;
const HEADS: usize = BIAS + FEATURES;
const FIRST: usize = INPUTS;
const SECOND: usize = FIRST + HIDDEN * INPUTS;
const OUT: usize = SECOND + HIDDEN * (HIDDEN + 1);
const FACTS: usize = OUT + HIDDEN;
const HEAD: usize = FACTS + FACT_ROWS * (HIDDEN + 1);
const COUNT: usize = HEADS + 2 * STAGES * HEAD;

/// A position as a network sees it.
pub(super) struct Sample {
    /// The pairs on the lines of each empty point where one side or the other could make something.
    pub(super) points: Vec<[u8; 4]>,
    /// Twice the stage, and one more if White is to move.
    pub(super) head: usize,
    /// How many empty points there are where neither could.
    pub(super) dead: usize,
    /// The row of the facts.
    pub(super) facts: usize,
    /// The log odds of `shapes`.
    pub(super) before: f32,
    /// The chance that is to be told.
    pub(super) target: f32,
}

/// A network in floating point, as it learns.
///
/// It learns faster in another form than the one that is written ([`Model::as_written`]): a line
/// where neither side can make anything has a row too, and an input is the sum over all empty points.
pub(super) struct Model {
    pub(super) numbers: Vec<f32>,
    /// Whether both colours are the same under swapped rows: half of the features are Black's, the
    /// other half White's.
    is_symmetric: bool,
}

/// What a network computes on its way.
pub(super) struct Steps {
    sums: Vec<[f32; FEATURES]>,
    inputs: [f32; INPUTS],
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
}

/// A small number.
pub(super) fn real(number: usize) -> f32 {
    f32::from(number as u16)
}

fn held(value: f32) -> f32 {
    value.clamp(0.0, 1.0)
}

/// The slope of [`held`].
fn slope(value: f32) -> f32 {
    f32::from(u8::from(value > 0.0 && value < 1.0))
}

impl Model {
    pub(super) fn new(is_symmetric: bool, random: &mut Random) -> Model {
        let mut model = Model {
            numbers: vec![0.0; COUNT],
            is_symmetric,
        };
        let mut scatter = |numbers: &mut [f32], by: f32| {
            for number in numbers {
                *number = (real(random.below(20_001)) / 10_000.0 - 1.0) * by;
            }
        };
        for pair in LinePair::all() {
            scatter(model.row_mut(pair.index()), 0.15);
        }
        model.numbers[BIAS..HEADS].fill(0.1);
        for head in (HEADS..COUNT).step_by(HEAD) {
            for unit in 0..HIDDEN {
                let at = head + FIRST + unit * INPUTS;
                scatter(&mut model.numbers[at..at + FEATURES], 0.3);
                let at = head + SECOND + unit * (HIDDEN + 1);
                scatter(&mut model.numbers[at..at + HIDDEN], 0.4);
            }
            scatter(&mut model.numbers[head + OUT..head + FACTS], 0.02);
        }
        model.tie();
        model
    }

    fn row_mut(&mut self, pair: usize) -> &mut [f32] {
        &mut self.numbers[pair * FEATURES..][..FEATURES]
    }

    pub(super) fn row(&self, pair: LinePair) -> &[f32] {
        &self.numbers[pair.index() * FEATURES..][..FEATURES]
    }

    pub(super) fn bias(&self) -> &[f32] {
        &self.numbers[BIAS..HEADS]
    }

    /// The weights of a head: direct, first, second, out, facts.
    pub(super) fn head(&self, number: usize) -> [&[f32]; 5] {
        let head = &self.numbers[HEADS + number * HEAD..][..HEAD];
        [
            &head[..FIRST],
            &head[FIRST..SECOND],
            &head[SECOND..OUT],
            &head[OUT..FACTS],
            &head[FACTS..],
        ]
    }

    /// The log odds that the side to move wins.
    pub(super) fn forward(&self, sample: &Sample, steps: &mut Steps) -> f32 {
        let (bias, of_dead) = (self.bias(), self.sums_of_dead());
        let mut pool = of_dead.map(|sum| real(sample.dead) * held(sum));
        steps.sums.clear();
        for lines in &sample.points {
            let mut sums: [f32; FEATURES] = std::array::from_fn(|feature| bias[feature]);
            for &line in lines {
                let row = &self.numbers[usize::from(line) * FEATURES..][..FEATURES];
                for feature in 0..FEATURES {
                    sums[feature] += row[feature];
                }
            }
            for feature in 0..FEATURES {
                pool[feature] += held(sums[feature]);
            }
            steps.sums.push(sums);
        }
        for (input, pool) in steps.inputs.iter_mut().zip(pool) {
            *input = pool / POINTS_OF_AN_INPUT;
        }
        let [direct, first, second, out, facts] = self.head(sample.head);
        let facts = &facts[sample.facts * (HIDDEN + 1)..][..=HIDDEN];
        for unit in 0..HIDDEN {
            steps.first[unit] = facts[unit] + dot(&first[unit * INPUTS..][..INPUTS], &steps.inputs);
        }
        let mut odds = sample.before + facts[HIDDEN] + dot(direct, &steps.inputs);
        for unit in 0..HIDDEN {
            let weights = &second[unit * (HIDDEN + 1)..][..=HIDDEN];
            let from = weights.iter().zip(&steps.first);
            let sum: f32 = from.map(|(weight, &value)| weight * held(value)).sum();
            steps.second[unit] = sum + weights[HIDDEN];
            odds += out[unit] * held(steps.second[unit]);
        }
        odds
    }

    /// Adds what `error`, the slope of the loss by the log odds, comes to for each number.
    pub(super) fn backward(&self, sample: &Sample, steps: &Steps, error: f32, slopes: &mut [f32]) {
        let [direct, first, second, out, _] = self.head(sample.head);
        let at = HEADS + sample.head * HEAD;
        let facts = at + FACTS + sample.facts * (HIDDEN + 1);
        slopes[facts + HIDDEN] += error;
        let mut of_inputs = [0.0; INPUTS];
        for input in 0..INPUTS {
            slopes[at + input] += error * steps.inputs[input];
            of_inputs[input] = error * direct[input];
        }
        let mut of_first = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            slopes[at + OUT + unit] += error * held(steps.second[unit]);
            let of_unit = error * out[unit] * slope(steps.second[unit]);
            let row = unit * (HIDDEN + 1);
            for (input, value) in steps.first.iter().enumerate() {
                slopes[at + SECOND + row + input] += of_unit * held(*value);
                of_first[input] += of_unit * second[row + input];
            }
            slopes[at + SECOND + row + HIDDEN] += of_unit;
        }
        for unit in 0..HIDDEN {
            let of_unit = of_first[unit] * slope(steps.first[unit]);
            if of_unit != 0.0 {
                slopes[facts + unit] += of_unit;
                let row = unit * INPUTS;
                for input in 0..INPUTS {
                    slopes[at + FIRST + row + input] += of_unit * steps.inputs[input];
                    of_inputs[input] += of_unit * first[row + input];
                }
            }
        }
        self.backward_points(sample, steps, &of_inputs, slopes);
    }

    fn backward_points(
        &self,
        sample: &Sample,
        steps: &Steps,
        of_inputs: &[f32; INPUTS],
        slopes: &mut [f32],
    ) {
        let of_dead = self.sums_of_dead();
        for feature in 0..FEATURES {
            let of_pool = of_inputs[feature] / POINTS_OF_AN_INPUT;
            let of_sum = of_pool * real(sample.dead) * slope(of_dead[feature]);
            slopes[BIAS + feature] += of_sum;
            slopes[feature] += real(LINES_OF_A_POINT) * of_sum;
        }
        for (lines, sums) in sample.points.iter().zip(&steps.sums) {
            let mut of_sums = [0.0; FEATURES];
            for feature in 0..FEATURES {
                let of_pool = of_inputs[feature] / POINTS_OF_AN_INPUT;
                of_sums[feature] = of_pool * slope(sums[feature]);
                slopes[BIAS + feature] += of_sums[feature];
            }
            for &line in lines {
                let row = &mut slopes[usize::from(line) * FEATURES..][..FEATURES];
                for feature in 0..FEATURES {
                    row[feature] += of_sums[feature];
                }
            }
        }
    }

    /// The sums of a point where neither side can make anything; the first row is that of its lines.
    fn sums_of_dead(&self) -> [f32; FEATURES] {
        let (row, bias) = (&self.numbers[..FEATURES], self.bias());
        std::array::from_fn(|feature| bias[feature] + real(LINES_OF_A_POINT) * row[feature])
    }

    /// The same network in the form that is written: lines where neither side can make anything add
    /// nothing, and an input is told less what all empty points would give without lines. What is
    /// left out so goes into the weights of the stones and of the facts.
    pub(super) fn as_written(&self) -> Model {
        let mut written = Model {
            numbers: self.numbers.clone(),
            is_symmetric: self.is_symmetric,
        };
        let (dead, without_lines) = (self.numbers[..FEATURES].to_vec(), self.sums_of_dead());
        for pair in LinePair::all() {
            let row = written.row_mut(pair.index());
            row.iter_mut()
                .zip(&dead)
                .for_each(|(number, dead)| *number -= dead);
        }
        written.numbers[BIAS..HEADS].copy_from_slice(&without_lines);
        let of_a_point = without_lines.map(|sum| held(sum) / POINTS_OF_AN_INPUT);
        written.tell_of_empty_points(&of_a_point, 1.0);
        written
    }

    /// A network that goes on learning from numbers as they are written, one row after another in the
    /// order of [`Model::numbers`].
    pub(super) fn from_written(numbers: Vec<f32>, is_symmetric: bool) -> Model {
        assert_eq!(numbers.len(), COUNT, "the numbers of a whole network");
        let mut model = Model {
            numbers,
            is_symmetric,
        };
        let of_a_point: [f32; FEATURES] =
            std::array::from_fn(|feature| held(model.bias()[feature]) / POINTS_OF_AN_INPUT);
        model.tell_of_empty_points(&of_a_point, -1.0);
        model.tie();
        model
    }

    /// Puts what all empty points give to inputs without lines into the weights of the stones and of
    /// the facts, or with -1 for `sign` takes it out of them.
    fn tell_of_empty_points(&mut self, of_a_point: &[f32; FEATURES], sign: f32) {
        for head in self.numbers[HEADS..].chunks_exact_mut(HEAD) {
            let (layers, facts) = head.split_at_mut(FACTS);
            let rows = layers[..SECOND].chunks_exact_mut(INPUTS);
            // The direct weights come first; what they give belongs to the last number of the facts.
            for (row, number) in rows.zip(std::iter::once(HIDDEN).chain(0..HIDDEN)) {
                let empty_point = sign * dot(&row[..FEATURES], of_a_point);
                row[FEATURES] -= empty_point * real(STONES_OF_AN_INPUT);
                for facts in facts.chunks_exact_mut(HIDDEN + 1) {
                    facts[number] += empty_point * real(POINTS);
                }
            }
        }
    }

    /// Makes both colours the same where they are: Black's half of the features as White's of the
    /// swapped pair, and White's head as Black's with the halves swapped.
    fn tie(&mut self) {
        if !self.is_symmetric {
            return;
        }
        for pair in LinePair::all() {
            let from: Vec<f32> = self.row(pair)[..FEATURES / 2].to_vec();
            self.row_mut(swapped(pair.index() as u8).into())[FEATURES / 2..].copy_from_slice(&from);
        }
        self.numbers
            .copy_within(BIAS..BIAS + FEATURES / 2, BIAS + FEATURES / 2);
        for heads in self.numbers[HEADS..].chunks_exact_mut(2 * HEAD) {
            let (black, white) = heads.split_at_mut(HEAD);
            white.copy_from_slice(black);
            for row in white[..SECOND].chunks_exact_mut(INPUTS) {
                row[..FEATURES].rotate_left(FEATURES / 2);
            }
        }
    }

    /// Adds the slopes of what is tied together.
    fn tie_slopes(&self, slopes: &mut [f32]) {
        if !self.is_symmetric {
            return;
        }
        let half = FEATURES / 2;
        for pair in LinePair::all() {
            let other = usize::from(swapped(pair.index() as u8)) * FEATURES + half;
            for feature in 0..half {
                slopes[pair.index() * FEATURES + feature] += slopes[other + feature];
            }
        }
        for feature in 0..half {
            slopes[BIAS + feature] += slopes[BIAS + half + feature];
        }
    }
}

/// The number of a pair with the colours swapped.
pub(super) fn swapped(pair: u8) -> u8 {
    pair.rotate_left(4)
}

fn dot(weights: &[f32], values: &[f32]) -> f32 {
    let products = weights.iter().zip(values);
    products.map(|(weight, value)| weight * value).sum()
}

impl Steps {
    pub(super) fn new() -> Steps {
        Steps {
            sums: Vec::new(),
            inputs: [0.0; INPUTS],
            first: [0.0; HIDDEN],
            second: [0.0; HIDDEN],
        }
    }
}

/// Steps against the slopes, each number at a rate of its own (Adam: Kingma and Ba 2015).
pub(super) struct Adam {
    pub(super) slopes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: Vec<i32>,
}

impl Adam {
    pub(super) fn new() -> Adam {
        Adam {
            slopes: vec![0.0; COUNT],
            means: vec![0.0; COUNT],
            squares: vec![0.0; COUNT],
            steps: vec![0; COUNT],
        }
    }

    pub(super) fn step(&mut self, model: &mut Model, rate: f32) {
        model.tie_slopes(&mut self.slopes);
        for at in 0..COUNT {
            let slope = std::mem::take(&mut self.slopes[at]);
            if slope == 0.0 {
                continue; // What is rarely seen does not go on by what it was told long ago.
            }
            self.steps[at] += 1;
            let kept = |by: f32| 1.0 / (1.0 - by.powi(self.steps[at]));
            let (of_means, of_squares) = (kept(0.9), kept(0.999));
            self.means[at] = 0.9 * self.means[at] + 0.1 * slope;
            self.squares[at] = 0.999 * self.squares[at] + 0.001 * slope * slope;
            let size = (self.squares[at] * of_squares).sqrt() + 1e-8;
            model.numbers[at] -= rate * self.means[at] * of_means / size;
        }
        model.tie();
    }

    /// Lets the pairs that were on no line add what a line without anything does, in the place of
    /// what they began with.
    pub(super) fn clear_unseen(&self, model: &mut Model) {
        for pair in LinePair::all() {
            let row = pair.index() * FEATURES..(pair.index() + 1) * FEATURES;
            if self.steps[row.clone()].iter().all(|&steps| steps == 0) {
                model.numbers.copy_within(..FEATURES, row.start);
            }
        }
    }
}
