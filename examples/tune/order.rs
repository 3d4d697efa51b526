use std::fmt::Write;

use renju::board::{ByColor, Color};
use renju::eval::shapes::key_of;
use renju::pattern::{LinePair, Shape, ShapeBoard, ShapePair};
use renju::rule::Rule;
use renju::search::CandidateArea;

use super::Error;
use super::arguments::Arguments;
use super::game::{Line, read_lines};
use super::label::Labelled;
use super::random::Random;

/// The kinds of sides, as the file names them.
const KINDS: [&str; 4] = ["renju_black", "renju_white", "standard", "freestyle"];
/// The situations: whether the opponent has a straight four to make.
const SITUATIONS: [&str; 2] = ["quiet", "threatened"];
/// So much more of a score stands for odds of e to 1.
const UNIT: f32 = 40.0;
/// Where the numbers of a situation lie: by what a move makes, by what it takes, by both, and by both
/// on a line.
const TAKEN: usize = ShapePair::COUNT;
const BOTH: usize = 2 * ShapePair::COUNT;
const LINES: usize = BOTH + ShapePair::COUNT * ShapePair::COUNT;
const COUNT: usize = LINES + LinePair::COUNT;
/// The numbers that a move's score is the sum of, in every situation: four lines and three more. Those
/// of the threatened situation are added to them.
const PLACES: usize = 7;

/// Where the numbers of a move lie among those of a situation.
type Places = [u16; PLACES];

/// A position: its candidates, and which of them was best.
struct Choice {
    candidates: Vec<Places>,
    is_threatened: bool,
    best: usize,
    is_held_out: bool,
}

/// What is to be learned: which move is best, by what moves make and take.
pub(super) struct Plan {
    files: Vec<String>,
    /// How often each position is seen.
    epochs: usize,
    /// The size of the steps at the start.
    rate: f32,
    seed: u64,
}

impl Plan {
    pub(super) fn read(arguments: &mut Arguments) -> Result<Plan, Error> {
        Ok(Plan {
            files: arguments.words_from(1).to_vec(),
            epochs: arguments.take("epochs", 12)?,
            rate: arguments.take("rate", 0.002)?,
            seed: arguments.take("seed", 1)?,
        })
    }

    /// The whole file of scores.
    pub(super) fn run(&self) -> Result<String, Error> {
        let mut of_kinds = [const { Vec::new() }; KINDS.len()];
        for line in read_lines(&self.files)? {
            if let Line::Labelled(labelled) = line
                && let Some(choice) = Choice::of(&labelled)
            {
                of_kinds[kind_of(&labelled)].push(choice);
            }
        }
        let mut text = String::from(ABOUT);
        let mut rows = String::new();
        for (kind, mut choices) in of_kinds.into_iter().enumerate() {
            let name = KINDS[kind];
            if choices.iter().all(|choice| choice.is_held_out) {
                return Err(format!("no position with a best move of {name}").into());
            }
            let scores = self.fit(kind, &mut choices);
            let _ = writeln!(text, "# {name}: {}", scores.told(&choices));
            for (situation, of_situation) in SITUATIONS.into_iter().enumerate() {
                let [pairs, lines] = scores.rows(situation > 0);
                let _ = write!(
                    rows,
                    "\n[{name}.{of_situation}]\npairs = [\n{pairs}]\nlines = [\n{lines}]\n"
                );
            }
        }
        Ok(text + &rows)
    }

    fn fit(&self, kind: usize, choices: &mut [Choice]) -> Scores {
        let mut random = Random::of_game(self.seed, kind);
        let mut scores = Scores::new();
        let mut squares = vec![0.0f32; 2 * COUNT];
        for epoch in 0..self.epochs {
            for at in (1..choices.len()).rev() {
                choices.swap(at, random.below(at + 1));
            }
            let left = small(self.epochs - epoch) / small(self.epochs);
            for choice in choices.iter().filter(|choice| !choice.is_held_out) {
                for (number, chance) in scores.chances(choice).into_iter().enumerate() {
                    let slope = chance - f32::from(u8::from(number == choice.best));
                    for at in choice.numbers(number) {
                        squares[at] = 0.9999 * squares[at] + 0.0001 * slope * slope;
                        scores.0[at] -= self.rate * left * slope / (squares[at].sqrt() + 0.01);
                    }
                }
            }
            eprintln!(
                "{}: epoch {}, {}",
                KINDS[kind],
                epoch + 1,
                scores.told(choices)
            );
        }
        scores
    }
}

fn kind_of(labelled: &Labelled) -> usize {
    match (labelled.rule, labelled.to_move) {
        (Rule::Renju, Color::Black) => 0,
        (Rule::Renju, Color::White) => 1,
        (Rule::Standard, _) => 2,
        (Rule::Freestyle, _) => 3,
    }
}

impl Choice {
    /// Nothing where there is a five to stop, as there is one move then, and where the best move is
    /// none that the search tries in its tree.
    fn of(labelled: &Labelled) -> Option<Choice> {
        let best = labelled.best?;
        let shapes = ShapeBoard::new(labelled.board(), labelled.rule);
        let mover = labelled.to_move;
        if !shapes.fives(!mover).is_empty() {
            return None;
        }
        let board = shapes.board();
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let tried = CandidateArea::IN_TREE.around(stones) & board.empties();
        Some(Choice {
            best: tried.iter().position(|point| point == best)?,
            candidates: tried
                .iter()
                .map(|point| {
                    let [made, taken] =
                        [mover, !mover].map(|color| shapes.counts(point, color).pair());
                    let lines = shapes.line_pairs(point).0;
                    places([made, taken], lines.map(|line| sided(line, mover)))
                })
                .collect(),
            is_threatened: !shapes.strongest(!mover, Shape::StraightFour).is_empty(),
            is_held_out: labelled.is_held_out(),
        })
    }

    /// Where the numbers of a candidate lie.
    fn numbers(&self, candidate: usize) -> impl Iterator<Item = usize> + use<> {
        let situations = 1 + usize::from(self.is_threatened);
        let places = self.candidates[candidate];
        (0..situations)
            .flat_map(move |situation| places.map(|place| situation * COUNT + usize::from(place)))
    }
}

/// The pair of a line with what `mover` makes in the place of Black's.
fn sided(line: LinePair, mover: Color) -> LinePair {
    line_of(line.of(mover), line.of(!mover))
}

/// What the mover makes on a line, and what it takes.
fn line_of(made: Shape, taken: Shape) -> LinePair {
    LinePair::new(ByColor {
        black: made,
        white: taken,
    })
}

/// The scores of a kind of side, in log odds.
struct Scores(Vec<f32>);

impl Scores {
    /// More for stronger shapes, which is what those keep that no position has.
    fn new() -> Scores {
        let mut numbers = vec![0.0; 2 * COUNT];
        for (strength, pair) in ShapePair::all().enumerate() {
            let start = if pair == ShapePair::OVERLINE {
                0.0
            } else {
                small(strength) / 8.0
            };
            numbers[pair.index()] = start;
            numbers[TAKEN + pair.index()] = start;
        }
        Scores(numbers)
    }

    /// How likely it is of each candidate that it is the best (softmax).
    fn chances(&self, choice: &Choice) -> Vec<f32> {
        let score = |number| choice.numbers(number).map(|at| self.0[at]).sum();
        let scores: Vec<f32> = (0..choice.candidates.len()).map(score).collect();
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let odds: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
        let sum: f32 = odds.iter().sum();
        odds.into_iter().map(|odds| odds / sum).collect()
    }

    /// What the scores say of the positions that are held out.
    fn told(&self, choices: &[Choice]) -> String {
        let (mut loss, mut first, mut among_three, mut count) = (0.0, 0, 0, 0);
        for choice in choices.iter().filter(|choice| choice.is_held_out) {
            let chances = self.chances(choice);
            let of_best = chances[choice.best];
            let better = chances.iter().filter(|&&chance| chance > of_best).count();
            loss -= f64::from(of_best).ln();
            first += u32::from(better == 0);
            among_three += u32::from(better < 3);
            count += 1;
        }
        let share = |number: u32| 100.0 * f64::from(number) / f64::from(count);
        format!(
            "{} positions learned; of {count} held out loss {:.4}, the best move first in {:.1} percent, \
             among the first three in {:.1}",
            choices.len() - count as usize,
            loss / f64::from(count),
            share(first),
            share(among_three)
        )
    }

    /// The rows of a situation: by the strongest shapes, and by lines.
    fn rows(&self, is_threatened: bool) -> [String; 2] {
        let whole = |places: &[usize]| {
            let number = |&place: &usize| {
                let more = if is_threatened {
                    self.0[COUNT + place]
                } else {
                    0.0
                };
                self.0[place] + more
            };
            (places.iter().map(number).sum::<f32>() * UNIT).round() as i64
        };
        // Without blanks: the program holds the file as it is.
        let [mut pairs, mut lines] = [const { String::new() }; 2];
        for made in ShapePair::all() {
            let score = |taken| whole(&pair_places([made, taken]));
            let row: Vec<String> = ShapePair::all()
                .map(|taken| score(taken).to_string())
                .collect();
            let name = if made == ShapePair::default() {
                "nothing".to_owned()
            } else {
                key_of(made)
            };
            let _ = writeln!(pairs, "  [{}], # {name}", row.join(","));
        }
        for made in Shape::ALL {
            let score = |taken| whole(&[line_place(line_of(made, taken))]);
            let row = Shape::ALL.map(|taken| score(taken).to_string());
            let _ = writeln!(lines, "  [{}], # {made}", row.join(","));
        }
        [pairs, lines]
    }
}

fn pair_places([made, taken]: [ShapePair; 2]) -> [usize; 3] {
    let (made, taken) = (made.index(), taken.index());
    [made, TAKEN + taken, BOTH + made * ShapePair::COUNT + taken]
}

const fn line_place(line: LinePair) -> usize {
    LINES + line.index()
}

fn places(pairs: [ShapePair; 2], lines: [LinePair; 4]) -> Places {
    let mut places = pair_places(pairs).into_iter().chain(lines.map(line_place));
    std::array::from_fn(|_| places.next().map_or(0, |place| place as u16))
}

fn small(number: usize) -> f32 {
    f32::from(number as u16)
}

/// The head of the file.
const ABOUT: &str = "\
# What a move promises before it is searched. Written by `examples/tune order`.
#
# A score is the sum of a number of `pairs` and four of `lines`. A row is what the move makes for its side,
# a number of it what it takes from the opponent: by the two strongest shapes of the point (nothing, then
# pairs from the weakest to the strongest, last an overline), and on each of its lines. `threatened` is
# where the opponent has a straight four to make. 40 more, and a move is the best e times as often, by
# searches of 2,000 nodes.
#
";
